"""Tables: one row for a sample (long), or one for a problem (wide); CSV, Parquet, DataFrame, JSON.

A table is long if it has a column of scores, and wide if it has columns of n and c:

    problem,sample,passed            problem,n,c
    add,0,true                       add,2,1
    add,1,false

The other names by which columns go are in `COLUMNS`. A table with a column of c for each model has
n in its first row, which is called #n:

    problem,one,another
    #n,100,50
    add,97,20
"""

import re

from passk.results.entries import Counted, Reader, Record, Scored, compact

__all__ = ["COLUMNS", "READERS"]

COLUMNS = {
    "problem": ("problem", "problem_id", "task_id", "task", "qid", "question_id", "instance_id"),
    "n": ("n", "num_samples", "n_samples", "num_predictions", "total"),
    "c": ("c", "num_correct", "n_correct", "num_passed", "correct"),
    "score": ("passed", "is_correct", "correct", "success", "resolved", "is_pass", "reward"),
    "sample": ("sample", "sample_id", "completion_id", "trial", "epoch", "seed", "attempt"),
    "language": ("language", "lang"),
    "model": ("model", "model_name"),
    "group": ("group", "dataset", "difficulty", "category"),
}
TEXTS = ("language", "model", "group")
MISSING = ("", "nan", "na", "n/a", "null", "none", "<na>")
NUMBER = re.compile(r"[+-]?\d+(\.\d*)?([eE][+-]?\d+)?")


def _is_wide(head):
    """Tell whether a table with these columns has one row for a problem."""
    names = _names(head)
    return all(_given(names, key) for key in ("problem", "n", "c"))


def _is_long(head):
    """Tell whether a table with these columns has one row for a sample."""
    names = _names(head)
    return bool(_given(names, "problem") and _given(names, "score") and not _given(names, "n"))


def _read_wide(source):
    """Give the counts of a table with one row for a problem; c may be missing, n may not."""
    columns = _columns(source, ("problem", "n", "c", *TEXTS))
    if _scores(_names(source.head)):
        raise ValueError(f"{source.file}: it has columns of counts and of scores: drop one kind")
    for row in _rows(source, columns):
        problem, n = _name(row, columns["problem"]), row.count(columns["n"])
        unknown = row.values[columns["c"]] is None
        c = 0 if unknown else row.count(columns["c"])
        yield Counted(row, problem, n, c, *_texts(row, columns), n if unknown else 0)


def _read_long(source):
    """Give the samples of a table with one row for each."""
    columns = _columns(source, ("problem", "score", "sample", *TEXTS))
    problem, key, sample = columns["problem"], columns["score"], columns["sample"]
    for row in _rows(source, columns):
        number = compact(_name(row, sample)) if sample else None
        name, value = _name(row, problem), row.values[key]
        yield Scored(row, key, name, value, number, *_texts(row, columns))


def _read_models(source):
    """Give the counts of a table with a column for each model; c may be missing."""
    problem, *models = source.head
    if len(set(source.head)) < len(source.head):
        raise ValueError(f"{source.file}: two columns have one name: {', '.join(source.head)}")
    if "" in source.head:
        raise ValueError(f"{source.file}: a column has no name: {', '.join(source.head)}")
    ns = None
    for record in source.read():
        cells = {name: _cell(value, name == problem) for name, value in record.values.items()}
        row = Record(record.file, record.place, cells)
        if ns is None:
            ns = {model: row.count(model) for model in models}
            continue
        for model in models:
            unknown = row.values[model] is None
            c = 0 if unknown else row.count(model)
            absent = ns[model] if unknown else 0
            yield Counted(row, _name(row, problem), ns[model], c, model=model, unscored=absent)


def _names(head):
    """Return the names of the columns; of a list of objects, the keys of the first."""
    first = head[0] if isinstance(head, list) and head and isinstance(head[0], dict) else head
    return list(map(str, first))


def _given(names, key):
    """Return the columns that could be of this kind; the first name is sure."""
    known = {name.strip().casefold(): name for name in names}
    found = [known[name] for name in COLUMNS[key] if name in known]
    return found[:1] if found and found[0].strip().casefold() == COLUMNS[key][0] else found


def _scores(names):
    """Return the columns of scores that are surely no counts."""
    return [name for name in _given(names, "score") if name.casefold() != "correct"]


def _columns(source, keys):
    """Return the column of each kind; "" where there is none; raise if there are several."""
    names = _names(source.head)
    folded = [name.strip().casefold() for name in names]
    twice = next((name for name in folded if folded.count(name) > 1), None)
    if twice is not None:
        raise ValueError(f"{source.file}: two columns are called {twice!r}")
    columns = {}
    for key in keys:
        found = _given(names, key)
        if len(found) > 1:
            raise ValueError(
                f"{source.file}: {' and '.join(found)} could each be the {key}: drop one, or call "
                f"one {COLUMNS[key][0]!r}"
            )
        columns[key] = found[0] if found else ""
    unread = [name for name in names if name not in columns.values()]
    if unread:
        source.remark(f"not looked at: {', '.join(unread)}")
    return columns


def _rows(source, columns):
    """Give the rows, with the cells of these columns as values."""
    plan = [(name, key not in ("n", "c", "score")) for key, name in columns.items() if name]
    for record in source.read():
        try:
            values = {name: _cell(record.values[name], text) for name, text in plan}
        except KeyError as error:
            raise ValueError(f"{record.at()}: there is no {error}, which the first has") from None
        yield Record(record.file, record.place, values)


def _texts(row, columns):
    """Return the language, the model and the group of a row."""
    return [str(_name(row, columns[key])) if columns[key] else "" for key in TEXTS]


def _cell(value, as_text):
    """Return a cell's value: a text of CSV may be a number, or mean that nothing is there."""
    if not isinstance(value, str):
        return value if value == value else None
    if value.strip().casefold() in MISSING:
        return None
    if not as_text and NUMBER.fullmatch(value.strip()):
        number = float(value)
        return int(value) if value.strip().lstrip("+-").isdecimal() else number
    return value


def _name(row, column):
    """Return what something is called; a whole float is a number that lay beside gaps."""
    value = row.values[column]
    if type(value) is float and value.is_integer():
        return int(value)
    return row.name(column)


def _in_list(test):
    """Return what tells whether a list's first object is such a row."""
    return lambda head: (
        isinstance(head, list) and bool(head) and isinstance(head[0], dict) and test(head)
    )


READERS = (
    Reader("models table", "models", lambda head: len(head) > 1, _read_models),
    Reader("wide table", "table", _is_wide, _read_wide),
    Reader("long table", "table", _is_long, _read_long),
    Reader("wide table", "lines", _is_wide, _read_wide),
    Reader("long table", "lines", _is_long, _read_long),
    Reader("wide table", "document", _in_list(_is_wide), _read_wide),
    Reader("long table", "document", _in_list(_is_long), _read_long),
)
