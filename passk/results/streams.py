"""Bytes of files: what can be read only once is kept, and copies are told, packed or not."""

import gzip
import hashlib
import os
import re
import shutil
import sys
import tempfile
import weakref
import zlib
from contextlib import contextmanager
from pathlib import Path

__all__ = ["as_path", "blaming_damage", "digest", "is_packed", "lines_of"]

STANDARD_INPUT = "-"
GZIP = b"\x1f\x8b"
PART = 2**20  # bytes
QUOTED = re.compile(rb'"[^"]*"?')


def as_path(path):
    """Return a file that can be opened more than once.

    The format is told by the beginning, and what a pipe gave away it does not give again.

    Parameters
    ----------
    path : path_like
        "-" is the standard input.

    Returns
    -------
    path_like
        With a method ``open``; its text is what the messages call it.

    Raises
    ------
    OSError
        If it cannot be read.

    Examples
    --------
    >>> as_path("results.jsonl").name
    'results.jsonl'
    """
    path = Path(path)
    if str(path) == STANDARD_INPUT and not path.exists():
        return _Kept("the standard input", sys.stdin.buffer)
    if path.exists() and not path.is_file() and not path.is_dir():
        with path.open("rb") as stream:
            return _Kept(str(path), stream)
    return path


class _Kept:
    """The content of a stream in a file that goes when nobody needs it any more."""

    def __init__(self, name, stream):
        self._name = name
        with tempfile.NamedTemporaryFile(delete=False) as file:
            self._file = Path(file.name)
            self._end = weakref.finalize(self, self._file.unlink, missing_ok=True)
            shutil.copyfileobj(stream, file)

    def open(self, mode):
        """Return the file, opened anew."""
        return self._file.open(mode)

    def __fspath__(self):
        return os.fspath(self._file)

    def __str__(self):
        return self._name


def lines_of(stream):
    r"""Give the lines of a stream of bytes, with a line feed at the end of each.

    Where the beginning has carriage returns and no line feed but in quotes, as in files of old
    Macs, they end the lines.

    Parameters
    ----------
    stream : io.BufferedReader

    Returns
    -------
    iterator of bytes

    Examples
    --------
    >>> import io
    >>> list(lines_of(io.BufferedReader(io.BytesIO(b"problem,n,c\ra,2,1\r"))))
    [b'problem,n,c\n', b'a,2,1\n']
    """
    start = QUOTED.sub(b"", stream.peek())
    if b"\n" in start or b"\r" not in start[:-1]:
        yield from stream
        return
    rest = b""
    while part := stream.read(PART):
        *lines, rest = (rest + part).split(b"\r")
        yield from (line + b"\n" for line in lines)
    if rest:
        yield rest


def is_packed(path):
    """Tell whether a file is gzip's.

    Parameters
    ----------
    path : path_like

    Returns
    -------
    bool

    Examples
    --------
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "a.txt")
    ...     _ = path.write_bytes(gzip.compress(b"results"))
    ...     is_packed(path)
    True
    """
    with open(path, "rb") as file:
        return file.read(len(GZIP)) == GZIP


@contextmanager
def blaming_damage(path):
    """Say that a file of gzip is damaged, if it is, rather than what is wrong with its content.

    The checksum comes at its end, and an error long before.

    Parameters
    ----------
    path : path_like

    Returns
    -------
    context manager

    Raises
    ------
    ValueError
        If something within raises one, and the file is damaged.

    Examples
    --------
    >>> packed = bytearray(gzip.compress(b"results", compresslevel=0))
    >>> packed[16] = 0
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "a")
    ...     _ = path.write_bytes(packed)
    ...     try:
    ...         with blaming_damage(path):
    ...             raise ValueError("this is no JSON")
    ...     except ValueError as error:
    ...         print(str(error).removeprefix(f"{path}: ")[:20])
    a damaged gzip file:
    """
    try:
        yield
    except ValueError:
        if os.path.isfile(path) and is_packed(path) and (damage := _damage(path)):
            raise ValueError(f"{path}: a damaged gzip file: {damage}") from None
        raise


def _parts(path):
    """Give the content of a file, unpacked, in parts."""
    with gzip.open(path) if is_packed(path) else open(path, "rb") as stream:
        while part := stream.read(PART):
            yield part


def _damage(path):
    """Return the error in a file of gzip; None if it is whole."""
    try:
        for _ in _parts(path):
            pass
    except (OSError, EOFError, zlib.error) as error:
        return error
    return None


def digest(path):
    """Return what tells a file's content, packed or not, from that of any other file.

    Parameters
    ----------
    path : path_like

    Returns
    -------
    bytes or str
        The path itself if the file is damaged.

    Examples
    --------
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     one, two = Path(folder, "a"), Path(folder, "a.gz")
    ...     _ = one.write_bytes(b"results"), two.write_bytes(gzip.compress(b"results"))
    ...     digest(one) == digest(two)
    True
    """
    found = hashlib.blake2b()
    try:
        for part in _parts(path):
            found.update(part)
    except (OSError, EOFError, zlib.error):
        return os.fspath(path)
    return found.digest()
