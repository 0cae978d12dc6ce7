"""What a file of results says: objects with a place, samples that were scored, and counts."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from passk.results.documents import PartedList, PartedObject
from passk.results.names import hint_at_summary
from passk.wording import as_json

__all__ = [
    "LIST",
    "MISSING",
    "OBJECT",
    "WORDS",
    "Counted",
    "Reader",
    "Record",
    "Scored",
    "Source",
    "compact",
]

ABSENT = object()
MISSING = ("", "nan", "na", "n/a", "null", "none", "<na>")
"""Texts that stand where nothing is known."""

WORDS = {
    **dict.fromkeys(("true", "passed", "pass", "1", "1.0"), True),
    **dict.fromkeys(("false", "failed", "fail", "0", "0.0"), False),
}
"""Texts that say whether a sample is correct."""

LIST, OBJECT = (list, PartedList), (dict, PartedObject)
KINDS = {"a text": str, "a list": LIST, "an object": OBJECT}


def compact(name):
    """Return a name that is a whole number as one, for it takes less room.

    Parameters
    ----------
    name : str or int

    Returns
    -------
    str or int

    Examples
    --------
    >>> compact("7"), compact("07")
    (7, '07')
    """
    if isinstance(name, str) and name.isdecimal() and name.isascii() and len(name) < 16:
        return int(name) if name[0] != "0" or name == "0" else name
    return name


class Record:
    """An object of a file, and where it stands, so that whatever is wrong can be pointed at.

    Parameters
    ----------
    file : str
        What the messages call the file.
    place : int or str
        The number of the line, or the way to the object through the document.
    values : dict
    """

    __slots__ = ("file", "place", "values")

    def __init__(self, file, place, values):
        self.file, self.place, self.values = file, place, values

    def at(self, key=""):
        """Return the file and the place in it, in words."""
        if isinstance(self.place, int):
            return f"{self.file}, line {self.place}"
        dot = "." if self.place and key and not key.startswith("[") else ""
        where = f"{self.place}{dot}{key}"
        return f"{self.file}, {where}" if where else self.file

    def error(self, key, wanted, value=ABSENT, advice=""):
        """Return the error that says what a key must be, what it is, and what helps."""
        value = self.values.get(key, ABSENT) if value is ABSENT else value
        if value is ABSENT:
            hint = hint_at_summary(self.values) if isinstance(self.place, int) else ""
            return ValueError(f"{self.at()}: there is no {key!r}; it must be {wanted}{hint}")
        end = f": {advice}" if advice else ""
        return ValueError(f"{self.at()}: {key} must be {wanted}: {key}={as_json(value)}{end}")

    def as_written(self, key):
        """Return a value as the file has it."""
        return self.values.get(key)

    def take(self, key, wanted):
        """Return a text, a list or an object."""
        value = self.values.get(key, ABSENT)
        if not isinstance(value, KINDS[wanted]):
            raise self.error(key, wanted)
        return value

    def name(self, key):
        """Return what something is called: a text or a whole number."""
        value = self.values.get(key, ABSENT)
        if type(value) is int or (type(value) is str and value.strip()):
            return value
        raise self.error(key, "a text or a whole number")

    def count(self, key):
        """Return a number of things."""
        value = self.values.get(key, ABSENT)
        if type(value) is float and value.is_integer():
            value = int(value)
        if type(value) is not int or not 0 <= value <= 2**53:
            raise self.error(key, "a whole number, at least 0")
        return value

    def score(self, key):
        """Return a value that is yet to be judged; null if it has no score."""
        value = self.values.get(key, ABSENT)
        if value is ABSENT:
            raise self.error(key, "a score")
        return value

    def open(self, key):
        """Return an object in this one."""
        return Record(self.file, self._way(key), self.take(key, "an object"))

    def open_all(self, key):
        """Give the objects of a list in this one."""
        return Record.all_in(self.file, self._way(key), self.take(key, "a list"))

    @classmethod
    def all_in(cls, file, place, values):
        """Give the objects of a list."""
        for number, value in enumerate(values):
            if not isinstance(value, dict):
                where = Record(file, place, {}).at(f"[{number}]")
                raise ValueError(f"{where} must be an object: {as_json(value)}")
            yield cls(file, f"{place}[{number}]", value)

    def each(self):
        """Give each key, and this object as if it had no other one."""
        for key, value in self.values.items():
            yield key, Record(self.file, self.place, {key: value})

    def _way(self, key):
        """Return the way to a key through the document."""
        start = f"line {self.place}: " if isinstance(self.place, int) else self.place
        return f"{start}.{key}" if start and not start.endswith(": ") else f"{start}{key}"


class Scored(NamedTuple):
    """One sample of a problem, and what the file says of it.

    Attributes
    ----------
    record : Record
        Where it stands.
    key : str
        What the score is called there.
    problem : str or int
    value : object
        The score, yet to be judged: a flag, a word, a number; None or NaN if there is none.
    sample : str or int or None
        What the sample is called among those of its problem; None if the file has no names.
    language, model, group : str
        "" where the file has none.
    lack : str
        What it is if there is no score: "unscored"; "erroneous" if the harness is to blame;
        "missing" if there is no sample.
    answer : str or None
        The text that was scored, where the file has it; beside others that stay the same.
    """

    record: Record
    key: str
    problem: str | int
    value: object
    sample: str | int | None = None
    language: str = ""
    model: str = ""
    group: str = ""
    lack: str = "unscored"
    answer: str | None = None


class Counted(NamedTuple):
    """A problem whose samples are counted in the file.

    Attributes
    ----------
    record : Record
        Where it stands.
    problem : str or int
    n, c : int
        Samples, and those of them that are correct.
    language, model, group : str
        "" where the file has none.
    unscored : int
        How many of n have no score.
    answers : tuple of str
        The texts that were scored, where the file has them.
    """

    record: Record
    problem: str | int
    n: int
    c: int
    language: str = ""
    model: str = ""
    group: str = ""
    unscored: int = 0
    answers: tuple = ()


@dataclass
class Source:
    """One file, or one object in memory, opened so far that its beginning is known.

    Attributes
    ----------
    file : str
        What the messages call it.
    kinds : tuple of str
        Of "lines" (of JSON), "document" (of JSON), "yaml", "table", "models" (a table with a
        column for each) and "archive"; one line can be both of the first two.
    head : object
        The first line's object, the document, the names of the columns, or those of the members.
    read : callable
        Gives the records of lines and of a table one by one; the members of an archive by name.
    number : int
        Which of several files it is, from 0.
    remarks : list of str
        What a reader has to say of it beyond counts.
    by_order : bool
        Whether a reader names problems by their places; then no place may be missing.
    sample_key : str
        The column that names the samples; "" if there is none, or if the format leaves no doubt.
    signs : dict
        By problem, what must be the same in every file, such as its text, in short.
    whole : callable or None
        Returns the document with all its parts; None if `head` is that.
    """

    file: str
    kinds: tuple
    head: object
    read: Callable | None = None
    number: int = 0
    remarks: list = field(default_factory=list)
    by_order: bool = False
    sample_key: str = ""
    signs: dict = field(default_factory=dict)
    whole: Callable | None = None

    @property
    def document(self):
        """The document as a record."""
        return Record(self.file, "", self.head)

    def remark(self, text):
        """Keep a remark, once."""
        if text not in self.remarks:
            self.remarks.append(text)


class Reader(NamedTuple):
    """How one format is told and read.

    Attributes
    ----------
    name : str
        What ``format=`` calls it.
    kind : str
        One of those that a `Source` has.
    recognises : callable
        Takes a source's head and tells whether it is of this format. It must look at keys that no
        other format has together.
    read : callable
        Takes a source and gives its entries, `Scored` or `Counted`.
    rectangular : bool
        Whether each problem has the same samples, so that a hole is a missing sample.
    one_sample : bool
        Whether a file is one sample of each problem; then files add up, and holes are missing.
    in_parts : bool
        Whether it can do with a document whose long lists and objects are only gone through.
    """

    name: str
    kind: str
    recognises: Callable
    read: Callable
    rectangular: bool = False
    one_sample: bool = False
    in_parts: bool = False
