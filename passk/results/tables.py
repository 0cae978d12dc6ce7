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

import functools
import re
from collections import Counter

from passk.results.columns import (
    COLUMNS,
    TEXTS,
    Unread,
    answers_of,
    columns_of,
    given,
    names_of,
)
from passk.results.entries import (
    ABSENT,
    LIST,
    MISSING,
    WORDS,
    Counted,
    Reader,
    Record,
    Scored,
    compact,
)
from passk.results.names import hint_at_summary, hint_at_total, is_total
from passk.results.sources import ROW_OF_N
from passk.wording import as_json

__all__ = ["READERS", "hint_at_row_of_n", "samples_of_rows", "what_a_table_lacks"]

NO_MODELS = {"temperature", "temp", "top_p", "top_k", "split", "benchmark", "prompt", "engine"}
NO_MODELS |= {name for key in COLUMNS if key not in ("n", "c") for name in COLUMNS[key]}
SCORES = {*COLUMNS["score"], *COLUMNS["c"]}
NAMES = ("sample", *TEXTS)
BESIDE = dict.fromkeys(("failed", "failure", "failures", "fails", "incorrect", "wrong"), True)
BESIDE |= dict.fromkeys(("num_failed", "n_failed", "num_incorrect", "n_incorrect"), True)
BESIDE |= dict.fromkeys(("unresolved", "num_failures", "n_failures", "num_wrong", "n_wrong"), True)
BESIDE |= dict.fromkeys(("n_total", "num_total", "runs", "n_runs", "num_runs", "k", "tries"), False)
BESIDE |= dict.fromkeys(("attempts", "n_attempts", "num_attempts", "trials", "n_trials"), False)
BESIDE |= dict.fromkeys(("samples", "total_samples", "num_trials", "repeats", "count"), False)
NUMBER = re.compile(r"[+-]?\d+(\.\d*)?([eE][+-]?\d+)?")


class Row(Record):
    """A row of a table, as it is written and as it is read.

    Parameters
    ----------
    record : Record
        The row as it is written.
    values : dict
        Its cells as they are read: None where nothing is known.
    problem : str
        The column of the problem.
    """

    __slots__ = ("cells", "problem")

    def __init__(self, record, values, problem):
        super().__init__(record.file, record.place, values)
        self.cells, self.problem = record.values, problem

    def error(self, key, wanted, value=ABSENT, advice=""):
        """Return the error, with the cell as it is written where nothing is known."""
        value = self.values.get(key, ABSENT) if value is ABSENT else value
        shown = self.cells.get(key) if value is None else value
        error = super().error(key, wanted, shown, advice)
        return ValueError(f"{error}{hint_at_total(self.called())}")

    def called(self):
        """Return what stands in the column of the problem."""
        return self.values.get(self.problem)

    def as_written(self, key):
        """Return a cell as it is written."""
        return self.cells.get(key)


class _Names:
    """What rows are called by their columns of names, in which all cells may be empty, or none."""

    def __init__(self, source, columns):
        self.source = source
        self.columns = [(key, columns[key]) for key in NAMES if columns.get(key)]
        self.named, self.gaps = set(), {}

    def of(self, row):
        """Return the names of a row that there are, by kind."""
        return {
            key: name
            for key, column in self.columns
            if (name := self._name(row, key, column)) is not None
        }

    def _name(self, row, key, column):
        """Return a name; raise if a row has none, and another one has."""
        if row.values[column] is None:
            self.gaps.setdefault(column, row)
        else:
            self.named.add(column)
        if column in self.gaps:
            if column in self.named:
                gap = f"{self.gaps[column].at()}: {column} is {self._gap(column)}"
                hint = hint_at_total(self.gaps[column].called())
                raise ValueError(f"{gap}: name the {key} in every row, or drop the column{hint}")
            return None
        return compact(_name(row, column)) if key == "sample" else str(_name(row, column))

    def _gap(self, column):
        """Return what there is in place of a name."""
        cell = self.gaps[column].as_written(column)
        return "empty" if cell == "" else as_json(cell)

    def remark(self):
        """Tell the source which columns have no name at all."""
        for column in self.gaps:
            self.source.remark(f"{column} is {self._gap(column)} in every row, and not looked at")


def _is_wide(head):
    """Tell whether a table with these columns has one row for a problem."""
    names = names_of(head)
    return all(given(names, key) for key in ("problem", "n", "c"))


def _is_long(head):
    """Tell whether a table with these columns has one row for a sample."""
    names = names_of(head)
    return bool(given(names, "problem") and given(names, "score"))


def _read_wide(source):
    """Give the counts of a table with one row for a problem; c may be missing, n may not."""
    columns = columns_of(source, ("problem", "n", "c", *TEXTS))
    if _scores(names_of(source.head)):
        what = "it has columns of counts and of scores: leave out one or the other"
        raise ValueError(f"{source.file}: {what}")
    names = _Names(source, columns)
    for problem, row in _rows(source, columns):
        n = row.count(columns["n"])
        unknown = row.values[columns["c"]] is None
        c = 0 if unknown else row.count(columns["c"])
        yield Counted(row, problem, n, c, **names.of(row), unscored=n if unknown else 0)
    names.remark()


def _read_long(source):
    """Give the samples of a table with one row for each."""
    names = names_of(source.head)
    numbers = given(names, "n")
    beside = [name for name in names if name.strip().casefold() in BESIDE]
    columns = columns_of(source, ("problem", "score", *TEXTS))
    if beside:
        source.read = functools.partial(_held_back, source, source.read, columns, beside)
    if numbers:
        source.read = functools.partial(_in_rows_of_n, source, source.read, columns, numbers)
    return samples_of_rows(source, own=tuple(numbers))


def _held_back(source, read, columns, beside):
    """Give rows, as soon as a problem has two; raise if none has, and counts stand in them."""
    records, held, known = iter(read()), [], set()
    for record in records:
        held.append(record)
        names = _names_in(record, columns)
        if names in known:
            break
        known.add(names)
    else:
        _refuse_counts(source, held, columns["score"], beside)
    yield from held
    yield from records


def _in_rows_of_n(source, read, columns, numbers):
    """Give rows; raise if n beside their scores is not the number of the problem's rows."""
    sizes, said, score = Counter(), {}, columns["score"]
    for record in read():
        names = _names_in(record, columns)
        sizes[names] += 1
        for name in numbers:
            number = _cell(record.values.get(name), False)
            said.setdefault(names, set()).add(number if type(number) in (int, float) else None)
        if _is_count(_cell(record.values.get(score), False)):
            raise ValueError(f"{source.file}: {_n_beside(numbers[0], score)}")
        yield record
    if any(found != {sizes[names]} for names, found in said.items()):
        raise ValueError(f"{source.file}: {_n_beside(numbers[0], score)}")
    listed = " and ".join(numbers)
    source.remark(f"{listed} is the number of rows of each problem: a row is taken for one sample")


def _names_in(record, columns):
    """Return what tells a row's problem from others, as it is written."""
    kinds = filter(None, (columns[key] for key in ("problem", *TEXTS)))
    return tuple(str(record.values.get(name)) for name in kinds)


def _refuse_counts(source, records, score, beside):
    """Raise if rows, one for each problem, have numbers of samples beside the scores."""
    for name in beside:
        pairs = [
            tuple(_cell(record.values.get(key), False) for key in (name, score))
            for record in records
        ]
        complement = BESIDE[name.strip().casefold()]
        if _are_counts(pairs, complement):
            what = _complement_beside if complement else _n_beside
            raise ValueError(f"{source.file}: {what(name, score)}")


def _is_count(value):
    """Tell whether a value is a whole number other than 0 and 1."""
    return type(value) in (int, float) and value not in (0, 1) and not value % 1


def _are_counts(pairs, complement):
    """Tell whether numbers beside scores are whole, and not all as of one sample in each row."""
    if any(type(one) not in (int, float, type(None)) or (one and one % 1) for one, _ in pairs):
        return False
    if any(type(score) is float and score % 1 for _, score in pairs):
        return False
    known = [(one, score) for one, score in pairs if one is not None]
    if not complement:
        return any(one != 1 for one, _ in known)
    return any(
        one not in (0, 1) or _is_count(score) or one == WORDS.get(str(score).strip().casefold())
        for one, score in known
    )


def _n_beside(n, score):
    """Say what to do if a number of samples stands beside a score."""
    return (
        f"{n} is a number of samples and {score} the score of one, true or false: if a row is "
        f"one sample, drop {n}; if {score} says how many of {n} are correct, call "
        f"{'it c' if n.strip().casefold() in COLUMNS['n'] else f'{n} n and {score} c'}"
    )


def _complement_beside(failed, score):
    """Say what to do if a number of failures stands beside a score."""
    return (
        f"{failed} is a number of samples and {score} the score of one, true or false: if a row is "
        f"one sample, drop {failed}; if both are counts, write their sum as n, and call {score} c"
    )


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
    key, names, answers = columns["score"], _Names(source, columns), answers_of(source.head)
    for problem, row in _rows(source, columns, (*own, *answers), check):
        texts = (row.cells.get(name) for name in answers)
        answer = "\n".join(text for text in texts if isinstance(text, str))
        yield Scored(row, key, problem, row.values.get(key), **names.of(row), answer=answer)
    names.remark()


def what_a_table_lacks(source):
    """Return why rows with these columns are neither long, nor wide, nor with one for each model.

    Parameters
    ----------
    source : Source

    Returns
    -------
    str
        Empty if they are hardly meant as such.

    Examples
    --------
    >>> from passk.results.entries import Source
    >>> what_a_table_lacks(Source("a.csv", ("table",), ["qid", "c"]))
    'there is c, and no n, the number of samples'
    """
    names = names_of(source.head)
    found = {key: (given(names, key) or [""])[0] for key in ("problem", "n", "c", "score")}
    problem, n, c, score = found.values()
    if not problem and (score or (n and c)):
        listed = ", ".join(COLUMNS["problem"])
        return f"there is {score or c}, and no column of problems, called one of {listed}"
    if problem and (n or c):
        lack = "c, the number of correct ones" if n else "n, the number of samples"
        return f"there is {n or c}, and no {lack}"
    return ""


def hint_at_row_of_n(source):
    """Return what a table with a column of c for each model needs below its names.

    Parameters
    ----------
    source : Source
        Its first row is read.

    Returns
    -------
    str
        Empty if its cells are no numbers, or a name is that of another column.

    Examples
    --------
    >>> from passk.results.sources import open_object
    >>> import pandas as pd
    >>> print(hint_at_row_of_n(open_object(pd.DataFrame({"problem": ["x"], "A": [1], "B": [2]}))))
    if each column but problem is a model's c, below the names there must be the row #n with each \
one's n: 'problem,A,B', and then '#n,100,100', where n is 100
    """
    names = names_of(source.head)
    models = names[1:] if given(names[:1], "problem") else names
    if any(map(_is_no_model, models)):
        return ""
    try:
        row = next(iter(source.read()), None)
    except ValueError:
        return ""
    cells = [_cell(row.values[name], False) for name in names[1:]] if row else []
    if not cells or not all(type(cell) in (int, float, type(None)) for cell in cells):
        return ""
    head, ns = ",".join(names), ",".join([ROW_OF_N, *["100"] * len(cells)])
    return (
        f"if each column but {names[0]} is a model's c, below the names there must be the row "
        f"{ROW_OF_N} with each one's n: {head!r}, and then {ns!r}, where n is 100"
    )


def _read_models(source):
    """Give the counts of a table with a column for each model; c may be missing."""
    problem, *models = source.head
    _require_models(source, models)
    ns = None
    for record in source.read():
        cells = {name: _cell(value, name == problem) for name, value in record.values.items()}
        row = Row(record, cells, problem)
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
        if _is_no_model(model):
            raise ValueError(
                f"{source.file}: each column but the first is a model's, and {model!r} is no name "
                "of one: drop the column, or call it otherwise"
            )


def _is_no_model(name):
    """Tell whether a column is called like one of another kind, or of a summary."""
    return name.casefold() in NO_MODELS or is_total(name)


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
        row = Row(record, values, problem)
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
        hint = hint_at_summary(cells)
        raise ValueError(f"{record.at()}: there is no {lacking[-1]!r}, which the first has{hint}")
    return {name: _cell(cells[name], text) for name, text in plan if name in cells}


def _cell(value, as_text):
    """Return a cell's value: a text of CSV may be a number, or mean that nothing is there."""
    if isinstance(value, str):
        return _of_text(value, as_text)
    return value if value == value else None


@functools.lru_cache(2**12)  # problems, flags and numbers of samples come again and again
def _of_text(text, as_text):
    """Return what a text means."""
    bare = text.strip()
    if bare.casefold() in MISSING:
        return None
    if not as_text and NUMBER.fullmatch(bare):
        return int(bare) if bare.lstrip("+-").isdecimal() else float(bare)
    return text


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
