"""Tables: one row for a sample (long), or one for a problem (wide); CSV, Parquet, DataFrame, JSON.

A table is long if it has a column of scores, and wide if it has columns of n and c:

    problem,sample,passed            problem,n,c
    add,0,true                       add,2,1
    add,1,false

The other names by which columns go are in `columns`. A table with a column of c for each model has
n in its first row, which is called #n:

    problem,one,another
    #n,100,50
    add,97,20
"""

import re

from passk.results.columns import COLUMNS, TEXTS, Unread, columns_of, given, names_of
from passk.results.entries import LIST, MISSING, Counted, Reader, Record, Scored, compact

__all__ = ["READERS", "samples_of_rows"]

NO_MODELS = {"temperature", "temp", "top_p", "top_k", "split", "benchmark", "prompt", "engine"}
NO_MODELS |= {name for key in COLUMNS if key not in ("n", "c") for name in COLUMNS[key]}
SCORES = {*COLUMNS["score"], *COLUMNS["c"]}
NO_TEXTS = ("", "", "")
NUMBER = re.compile(r"[+-]?\d+(\.\d*)?([eE][+-]?\d+)?")


def _is_wide(head):
    """Tell whether a table with these columns has one row for a problem."""
    names = names_of(head)
    return all(given(names, key) for key in ("problem", "n", "c"))


def _is_long(head):
    """Tell whether a table with these columns has one row for a sample."""
    names = names_of(head)
    return bool(given(names, "problem") and given(names, "score") and not given(names, "n"))


def _read_wide(source):
    """Give the counts of a table with one row for a problem; c may be missing, n may not."""
    columns = columns_of(source, ("problem", "n", "c", *TEXTS))
    if _scores(names_of(source.head)):
        what = "it has columns of counts and of scores: leave out one or the other"
        raise ValueError(f"{source.file}: {what}")
    for problem, row in _rows(source, columns):
        n = row.count(columns["n"])
        unknown = row.values[columns["c"]] is None
        c = 0 if unknown else row.count(columns["c"])
        yield Counted(row, problem, n, c, *_texts(row, columns), n if unknown else 0)


def _read_long(source):
    """Give the samples of a table with one row for each."""
    return samples_of_rows(source)


def samples_of_rows(source, sure=None, own=(), check=None):
    """Give the samples of rows, one for each, with what their columns say of them.

    Parameters
    ----------
    source : Source
    sure : dict, optional
        Columns of which the format leaves no doubt.
    own : tuple of str
        Columns of the format that are not looked at, and need no remark.
    check : callable, optional
        Takes each row's `Record` and raises if it contradicts itself.

    Returns
    -------
    iterator of Scored

    Examples
    --------
    >>> from passk.results.sources import open_object
    >>> rows = open_object([{"task_id": "a", "passed": True, "lang": "Lua"}])
    >>> [(entry.problem, entry.value, entry.language) for entry in samples_of_rows(rows)]
    [('a', True, 'Lua')]
    """
    columns = columns_of(source, ("problem", "score", "sample", *TEXTS), sure)
    key, sample = columns["score"], columns["sample"]
    texts = any(columns[name] for name in TEXTS)
    for problem, row in _rows(source, columns, own, check):
        number = compact(_name(row, sample)) if sample else None
        names = _texts(row, columns) if texts else NO_TEXTS
        yield Scored(row, key, problem, row.values.get(key), number, *names)


def _read_models(source):
    """Give the counts of a table with a column for each model; c may be missing."""
    problem, *models = source.head
    _require_models(source, models)
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


def _require_models(source, models):
    """Raise if a column is none of a model's c."""
    head = source.head
    if len(set(head)) < len(head):
        raise ValueError(f"{source.file}: two columns have one name: {', '.join(head)}")
    if "" in head:
        raise ValueError(f"{source.file}: a column has no name: {', '.join(head)}")
    for model in models:
        if model.casefold() in NO_MODELS:
            raise ValueError(
                f"{source.file}: each column but the first is a model's, and {model!r} is no name "
                "of one: drop the column, or call it otherwise"
            )


def _scores(names):
    """Return the columns of scores that are surely no counts."""
    return [name for name in given(names, "score") if name.casefold() != "correct"]


def _rows(source, columns, own=(), check=None):
    """Give the problem of each row, and the row with the cells of these columns as values."""
    plan = [(name, key not in ("n", "c", "score")) for key, name in columns.items() if name]
    unread, problem = Unread(source, columns, own), columns["problem"]
    for record in source.read():
        if check:
            check(record)
        try:
            values = {name: _cell(record.values[name], text) for name, text in plan}
        except KeyError:
            values = _without_a_score(record, plan, columns)
        row = Record(record.file, record.place, values)
        name = _name(row, problem)
        unread.note(record, name)
        yield name, row
    unread.remark()


def _without_a_score(record, plan, columns):
    """Return the cells of a row that may lack its score, but no other one."""
    cells = record.values
    lacking = [name for name, _ in plan if name not in cells]
    another = any(name.strip().casefold() in SCORES for name in cells)
    if another or columns["problem"] not in cells or lacking != [columns.get("score")]:
        raise ValueError(f"{record.at()}: there is no {lacking[-1]!r}, which the first has")
    return {name: _cell(cells[name], text) for name, text in plan if name in cells}


def _texts(row, columns):
    """Return the language, the model and the group of a row."""
    return [str(_name(row, columns[key])) if columns[key] else "" for key in TEXTS]


def _cell(value, as_text):
    """Return a cell's value: a text of CSV may be a number, or mean that nothing is there."""
    if value is True or value is False:
        return value
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
    if type(value) is str and value.strip():
        return value
    return int(value) if type(value) is float and value.is_integer() else row.name(column)


def _in_list(test):
    """Return what tells whether a list's first object is such a row."""
    return lambda head: (
        isinstance(head, LIST) and bool(head) and isinstance(head[0], dict) and test(head)
    )


READERS = (
    Reader("models table", "models", lambda head: len(head) > 1, _read_models),
    Reader("wide table", "table", _is_wide, _read_wide),
    Reader("long table", "table", _is_long, _read_long),
    Reader("wide table", "lines", _is_wide, _read_wide),
    Reader("long table", "lines", _is_long, _read_long),
    Reader("wide table", "document", _in_list(_is_wide), _read_wide, in_parts=True),
    Reader("long table", "document", _in_list(_is_long), _read_long, in_parts=True),
)
