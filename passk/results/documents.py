"""Documents of JSON, of which only a part needs to be in memory.

Python's own decoder takes one value after another from a window over the text. Unlike what else
reads JSON in parts, it knows NaN, which Python's writers write, and long integers; and a key that
comes twice is an error.
"""

import codecs
import gzip
import json
import math
import re
import zlib
from contextlib import contextmanager
from itertools import pairwise

from passk.results.streams import is_packed

__all__ = [
    "DAMAGED",
    "DECODER",
    "ExtraDataError",
    "PartedList",
    "PartedObject",
    "TwiceError",
    "first_of",
    "no_name_twice",
    "read_document",
]

PART = 2**22  # bytes read at once
WHOLE = 2**24  # characters of a document that is kept in memory as it is
HELD = 2**20  # characters of a list or an object in a longer one that is
FEW = 3  # a list of no more entries is kept in memory, too: each means something else
LONGEST_WORD = 16  # characters at the end of a window that may be half a word, number or escape
CUT_OFF = "Unterminated string starting at"  # what the decoder says at the end of a window
BLANKS = re.compile(r"[ \t\n\r]*")
DAMAGED = (OSError, EOFError, zlib.error)


class TwiceError(ValueError):
    """Raised for an object of JSON that has a key twice."""


class ExtraDataError(ValueError):
    """Raised for a text that goes on behind the document, as lines of JSON do."""


def no_name_twice(pairs):
    """Return an object of JSON; raise if a key comes twice, as only one value would be seen.

    Parameters
    ----------
    pairs : list of tuple

    Returns
    -------
    dict

    Raises
    ------
    TwiceError

    Examples
    --------
    >>> no_name_twice([("a", 1), ("b", 2)])
    {'a': 1, 'b': 2}
    """
    values = dict(pairs)
    if len(values) < len(pairs):
        names = sorted(name for name, _ in pairs)
        twice = next(name for name, following in pairwise(names) if name == following)
        raise _twice(twice)
    return values


def _twice(name):
    """Return the error for a key that comes twice."""
    return TwiceError(f"the key {name!r} comes twice in one object")


DECODER = json.JSONDecoder(object_pairs_hook=no_name_twice)
PLAIN = json.JSONDecoder()  # a third faster, for values that are looked at later or never


def read_document(path):
    """Return what a file of JSON holds; long lists and objects in a long file stay in the file.

    Parameters
    ----------
    path : path_like
        With a method ``open``; it may be packed by gzip.

    Returns
    -------
    head : object
        The document. In one of over 16 million characters, lists and objects of over a million
        are `PartedList` and `PartedObject`, which read the file anew whenever they are gone
        through.
    whole : callable or None
        Returns all of it; None if `head` is.

    Raises
    ------
    ValueError
        If it is damaged, not in UTF-8, no JSON, or has a key twice.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "a.json")
    ...     _ = path.write_text('{"eval": {"a": [true]}}')
    ...     read_document(path)
    ({'eval': {'a': [True]}}, None)
    """
    with _opened(path) as window:
        window.fill(WHOLE)
        if window.ended:
            return window.document(), None
        return _skeleton(window), lambda: _read_whole(path)


def _read_whole(path):
    """Return all that a file holds."""
    with _opened(path) as window:
        return window.document()


def _skeleton(window):
    """Return a document whose long parts stay in the file; it is read to its end."""
    if window.peek() == "{":
        head = {key: _held(window, (key,)) for key in window.steps()}
    else:
        head = _held(window, ())
    window.require_end()
    return head


def _held(window, way):
    """Return a value, or what reads it from the file if it is a long list or object."""
    opening, start = window.peek(), window.place
    if opening not in ("{", "["):
        return window.value()
    kept, few, first = {}, 0 if opening == "{" else FEW, None
    for key in window.steps():
        value = window.value(DECODER if kept is not None else PLAIN)
        first = first or value
        if kept is not None:
            kept[key] = value
            if window.place - start > HELD and len(kept) > few:
                kept = None
    if kept is not None:
        return kept if opening == "{" else list(kept.values())
    return (PartedObject if opening == "{" else PartedList)(window.path, way, first)


def first_of(values):
    """Return the first value of an object that is neither empty nor null; None if there is none.

    Parameters
    ----------
    values : dict or PartedObject

    Returns
    -------
    object

    Examples
    --------
    >>> first_of({"a": [], "b": [1]})
    [1]
    """
    kept = isinstance(values, PartedObject)
    return values.first if kept else next(filter(None, values.values()), None)


class PartedObject:
    """An object of JSON in a file, of which one value after another is read; the first is kept.

    The first is the first that is neither empty nor null.
    """

    def __init__(self, path, way, first):
        self._path, self._way, self.first = path, way, first

    def __iter__(self):
        return (key for key, _ in self.items())

    def items(self):
        """Give each name and its value."""
        with _opened(self._path) as window:
            window.go(self._way)
            for key in window.steps():
                yield key, window.value()

    def values(self):
        """Give each value."""
        return (value for _, value in self.items())

    def get(self, wanted, default=None):
        """Return the value of a key; this reads all that stands before it."""
        return next((value for key, value in self.items() if key == wanted), default)

    def __repr__(self):
        return "{...}"


class PartedList:
    """A list of JSON in a file, of which one entry after another is read; the first is kept."""

    def __init__(self, path, way, first):
        self._path, self._way, self._first = path, way, first

    def __iter__(self):
        with _opened(self._path) as window:
            window.go(self._way)
            for _ in window.steps():
                yield window.value()

    def __getitem__(self, number):
        if number != 0:
            raise IndexError("only the first entry is kept")
        return self._first

    def __repr__(self):
        return "[...]"


@contextmanager
def _opened(path):
    """Open a file of JSON, packed or not, and close it."""
    with gzip.open(path) if is_packed(path) else path.open("rb") as stream:
        yield _Window(path, stream)


class _Window:
    """The part of a text that is in memory, and the place up to which it has been read."""

    def __init__(self, path, stream):
        self.path, self.ended = path, False
        self._stream, self._decoder = stream, codecs.getincrementaldecoder("utf-8-sig")()
        self._text, self._at = "", 0
        self._gone, self._line, self._column = 0, 1, 1  # where the text in memory begins

    @property
    def place(self):
        """How many characters have been read."""
        return self._gone + self._at

    def fill(self, length):
        """Have so many characters in memory, or all to the end."""
        while len(self._text) < length and not self.ended:
            self._more()

    def document(self):
        """Return all that is in the file."""
        self.fill(math.inf)
        value = self.value()
        self.require_end()
        return value

    def require_end(self):
        """Raise if something else than blanks follows."""
        if self.peek():
            message = "Extra data: are these several documents, one after another?"
            raise self._error(message, self._at, ExtraDataError)

    def go(self, way):
        """Go to the value to which these keys lead."""
        for wanted in way:
            for key in self.steps():
                if key == wanted:
                    break
                self._skip()

    def peek(self):
        """Return the next character that is no blank; "" at the end."""
        while True:
            found = self._text[self._at : self._at + 1]
            if found > " ":
                return found
            self._at = BLANKS.match(self._text, self._at).end()
            if self._at < len(self._text) or self.ended:
                return self._text[self._at : self._at + 1]
            self._more()

    def value(self, decoder=DECODER):
        """Return the next value."""
        self.peek()
        while True:
            try:
                value, end = decoder.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                if self.ended or not self._is_cut_off(error):
                    raise self._error(error.msg, error.pos) from None
            except (ValueError, RecursionError) as error:
                reason = "nested too deeply" if isinstance(error, RecursionError) else error
                raise ValueError(f"{self.path}: this is no JSON: {reason}") from None
            else:
                if end + LONGEST_WORD <= len(self._text) or self.ended:  # "1." may go on with "5"
                    self._at = end
                    return value
            self._more()

    def steps(self):
        """Give each key of the object that begins here, or each number of the list.

        The value of each must be read before the next one is asked for.
        """
        closing = {"{": "}", "[": "]"}[self._take("{[", "Expecting value")]
        seen, number = set(), 0
        if self.peek() == closing:
            self._at += 1
            return
        while True:
            key = self._key(seen) if closing == "}" else number
            yield key
            number += 1
            if self._take("," + closing, "Expecting ',' delimiter") == closing:
                return

    def _key(self, seen):
        """Return the next key, and go to its value."""
        if self.peek() != '"':
            raise self._error("Expecting property name enclosed in double quotes", self._at)
        key = self.value()
        if key in seen:
            raise ValueError(f"{self.path}: this is no JSON: {_twice(key)}")
        seen.add(key)
        self._take(":", "Expecting ':' delimiter")
        return key

    def _take(self, wanted, message):
        """Return the next character, which must be one of these."""
        found = self.peek()
        if not found or found not in wanted:
            raise self._error(message, self._at)
        self._at += 1
        return found

    def _skip(self):
        """Read the next value part by part, and forget it."""
        if self.peek() not in ("{", "["):
            self.value()
            return
        for _ in self.steps():
            self.value(PLAIN)

    def _is_cut_off(self, error):
        """Tell whether an error may be due to the end of what is in memory."""
        return error.msg == CUT_OFF or error.pos > len(self._text) - LONGEST_WORD

    def _more(self):
        """Read on; a value that needs more is read in parts that double, so that none is slow."""
        gone, rest = self._text[: self._at], self._text[self._at :]
        self._gone += len(gone)
        self._line, self._column = self._line_and_column(self._at)
        try:
            data = self._stream.read(max(PART, len(rest)))
            new = self._decoder.decode(data, final=not data)
        except DAMAGED as error:
            if not isinstance(self._stream, gzip.GzipFile):
                raise
            raise ValueError(f"{self.path}: a damaged gzip file: {error}") from None
        except UnicodeDecodeError as error:
            line = self._line + rest.count("\n") + error.object.count(b"\n", 0, error.start)
            byte = f"byte {error.object[error.start]:#x}"
            raise ValueError(
                f"{self.path}, line {line}: the file is not in UTF-8: {byte}"
            ) from None
        self._text, self._at, self.ended = rest + new, 0, not data

    def _line_and_column(self, at):
        """Return the line and the column of a character in memory."""
        lines = self._text.count("\n", 0, at)
        column = at - self._text.rfind("\n", 0, at) if lines else self._column + at
        return self._line + lines, column

    def _error(self, message, at, kind=ValueError):
        """Return the error that says what is wrong where."""
        line, column = self._line_and_column(at)
        cut = self.ended and (message == CUT_OFF or at >= len(self._text.rstrip()))
        cut = " (the end: was the file cut off?)" if cut else ""
        place = f"{self.path}, line {line}, column {column}"
        return kind(f"{place}: this is no JSON: {message}{cut}")
