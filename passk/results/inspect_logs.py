"""Logs of inspect_ai: one JSON document, or a zip file with a member for each sample.

An epoch is a sample. A score of "C" is correct, "I" and "N" are not; "P", a half, and other
numbers than 0 and 1 need a threshold.
"""

import re

from passk.results.entries import Reader, Record, Scored

__all__ = ["READERS"]

VALUES = {"C": 1, "I": 0, "N": 0, "P": 0.5}
MOST_EPOCHS = 10**6
ASKED = ("id", "epoch", "scores", "error")
SAMPLE = re.compile(r"samples/.+_epoch_\d+\.json")


def _read_document(source):
    """Give the samples of a log in one document."""
    log = source.document
    yield from _samples(source, log, lambda: log.open_all("samples"))


def _read_archive(source):
    """Give the samples of a log in a zip file, from the summaries where there are any."""
    members = set(source.head)
    start = "header.json" if "header.json" in members else "_journal/start.json"
    log = _member(source, start)
    written = sorted(name for name in members if SAMPLE.fullmatch(name))

    def records():
        if "summaries.json" not in members:
            return (_member(source, name) for name in written)
        listed = source.read("summaries.json")
        if not isinstance(listed, list) or len(listed) != len(written):
            raise ValueError(
                f"{source.file}, summaries.json must be a list of {len(written)}, one for each "
                "member in samples/"
            )
        return Record.all_in(source.file, "summaries.json", listed)

    yield from _samples(source, log, records)


def _member(source, name):
    """Return a member that is an object."""
    value = source.read(name)
    if not isinstance(value, dict):
        raise ValueError(f"{source.file}, {name} must be an object")
    return Record(source.file, name, value)


def _samples(source, log, records):
    """Give the samples of a log: those that were planned and did not come have no score."""
    plan = log.open("eval")
    model = plan.take("model", "a text")
    if log.values.get("status") != "success":
        source.remark(f"the status of the log is {log.values.get('status', 'unknown')}")
    there, scorers = set(), {}
    found = list(map(_without_messages, records()))
    for record in found:
        there.add((record.name("id"), record.count("epoch")))
        if record.values.get("scores") is not None:
            scorers.update(dict.fromkeys(record.take("scores", "an object")))
    if len(scorers) > 1:
        source.remark("group is the scorer: each sample stands in it once for each")
    for record in found:
        yield from _scores(record, list(scorers), model)
    for name, epoch in _planned(plan, there):
        if (name, epoch) not in there:
            for group in scorers or [""]:
                group = group if len(scorers) > 1 else ""
                yield Scored(log, "samples", name, None, epoch, "", model, group, "missing")


def _without_messages(record):
    """Return a sample's record with what is asked of it; the rest of a log may be gigabytes."""
    values = {key: value for key, value in record.values.items() if key in ASKED}
    values["error"] = bool(values.get("error"))
    if isinstance(values.get("scores"), dict):
        values["scores"] = {
            scorer: {"value": score["value"]}
            if isinstance(score, dict) and "value" in score
            else score
            for scorer, score in values["scores"].items()
        }
    return Record(record.file, record.place, values)


def _scores(record, scorers, model):
    """Give one sample, once for each scorer."""
    problem, epoch = record.name("id"), record.count("epoch")
    scores = record.values.get("scores") or {}
    lack = "erroneous" if record.values.get("error") else "unscored"
    for scorer in scorers or [""]:
        group, key = scorer if len(scorers) > 1 else "", f"scores.{scorer}.value"
        value = None
        if scores.get(scorer) is not None:
            score = record.open("scores").open(scorer).score("value")
            value = VALUES.get(score, score) if isinstance(score, str) else score
        yield Scored(record, key, problem, value, epoch, "", model, group, lack)


def _planned(plan, there):
    """Give the ids and epochs that a log was to have, as far as it says so."""
    dataset, config = (
        plan.open(key).values if plan.values.get(key) is not None else {}
        for key in ("dataset", "config")
    )
    ids, epochs = dataset.get("sample_ids"), config.get("epochs") or 1
    if config.get("limit") or config.get("sample_id") or not isinstance(ids, list):
        ids = {name: None for name, _ in there}  # a part of the data set, we cannot know which
    if type(epochs) is not int or not 0 < epochs < MOST_EPOCHS:
        raise plan.error("config", "an object with epochs, a whole number", config)
    for name in ids:
        if type(name) not in (int, str):
            raise plan.error("dataset", "an object with sample_ids, numbers or texts", dataset)
        yield from ((name, epoch) for epoch in range(1, epochs + 1))


def _is_document(head):
    """Tell whether a document has what a log has."""
    return isinstance(head, dict) and {"version", "status", "eval"} <= set(head)


def _is_archive(names):
    """Tell whether the members are those of a log."""
    return "header.json" in names or "_journal/start.json" in names


READERS = (
    Reader("inspect", "document", _is_document, _read_document, rectangular=True, in_parts=True),
    Reader("inspect", "archive", _is_archive, _read_archive, rectangular=True),
)
