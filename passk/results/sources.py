"""Files and objects opened so far that their format can be told: by what is in them, not by name.

JSON lines and tables are read line by line, and long documents of JSON entry by entry.
"""

import codecs
import contextlib
import csv
import gzip
import io
import itertools
import re
import zipfile
from collections import Counter
from collections.abc import Mapping

from passk.results.archives import member_reader
from passk.results.columns import COLUMNS
from passk.results.documents import (
    DAMAGED,
    DECODER,
    ExtraDataError,
    TwiceError,
    no_name_twice,
    read_document,
)
from passk.results.entries import Record, Source
from passk.results.streams import as_path, is_packed, lines_of
from passk.wording import as_json, many

__all__ = ["ROW_OF_N", "UnknownContentError", "open_object", "open_source"]

GZIP, ZIP, PARQUET = b"\x1f\x8b", b"PK\x03\x04", b"PAR1"
UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
NUL = 0
DELIMITERS = ",\t;"
ROWS_AT_ONCE = 65536
LONG = 2**24  # bytes of a line
ROW_OF_N = "#n"
YAML = re.compile(r"(name|language|results):(\s|$)")  # how a file of early MultiPL-E begins
NAMES_OF_PROBLEMS = frozenset(COLUMNS["problem"])
ALL_NAMES = frozenset(name for names in COLUMNS.values() for name in names)


class UnknownContentError(ValueError):
    """Raised for what is neither JSON, nor a table, nor an archive."""


def open_source(path, number=0):
    """Return a file as a source.

    Parameters
    ----------
    path : path_like
        "-" is the standard input. What comes through a pipe is kept until it is read.
    number : int
        Which of several files it is.

    Returns
    -------
    Source

    Raises
    ------
    ValueError
        If it is empty, damaged, not in UTF-8, or none of the four kinds.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "results.txt")
    ...     _ = path.write_text('{"task_id": "a/1", "passed": true}')
    ...     open_source(path).kinds
    ('lines', 'document')
    """
    path = as_path(path)
    with path.open("rb") as file:
        start = file.read(4)
    if start == ZIP:
        return _archive(path, number)
    if start == PARQUET:
        return _parquet(path, number)
    if _has_a_long_line(path):
        with contextlib.suppress(ExtraDataError):
            return _document_or_line(path, number)
    lines = _lines(path)
    first = next(lines, None)
    if first is None:
        raise UnknownContentError(f"{path}: the file is empty")
    if YAML.match(first[1]):
        return _yaml(path, number)
    if first[1].lstrip()[0] not in "{[":
        return _table(path, number, first[1])
    return _json_lines(path, number, *first, next(lines, None)) or _document(path, number)


def open_object(value, number=0, file="the object"):
    """Return a DataFrame, or what ``json.load`` gives, as a source.

    Parameters
    ----------
    value : DataFrame, dict or list
    number : int
    file : str
        What the messages call it.

    Returns
    -------
    Source

    Raises
    ------
    TypeError
        If it is something else.

    Examples
    --------
    >>> open_object([{"task_id": 1, "trial": 0, "reward": 1.0}]).kinds
    ('document',)
    """
    if hasattr(value, "itertuples") and hasattr(value, "columns"):
        frame = value if value.index.name is None else value.reset_index()
        names = [str(name) for name in frame.columns]
        rows = ([_plain(cell) for cell in row] for row in frame.itertuples(index=False, name=None))
        return _rows("the table", number, names, _numbered(rows))
    if isinstance(value, Mapping | list | tuple):
        try:
            return _as_document(file, number, _as_json(value))
        except RecursionError:
            raise ValueError(f"{file} is nested too deeply") from None
    raise TypeError(f"name a file, files, a folder, a table or an object: {as_json(value)}")


def _plain(cell):
    """Return a cell of a DataFrame as Python has it; None for what is missing."""
    if type(cell).__name__ in ("NAType", "NaTType"):
        return None
    if hasattr(cell, "tolist"):  # NumPy's
        return cell.tolist()
    return cell


def _as_json(value):
    """Return an object as JSON would have it, but for the keys of mappings."""
    if isinstance(value, Mapping):
        return {key: _as_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_as_json(item) for item in value]
    return _plain(value)


def _lines(path):
    """Give the number and the text of each line that is not empty."""
    return ((number, line) for number, line in _all_lines(path) if line.strip())


def _has_a_long_line(path):
    """Tell whether the first line is longer than what should be in memory, and may be JSON."""
    with gzip.open(path) if is_packed(path) else path.open("rb") as stream:
        try:
            start = stream.readline(LONG)
        except DAMAGED:
            return False
    _require_no_utf_16(path, start)
    return len(start) == LONG and start.removeprefix(codecs.BOM_UTF8).lstrip()[:1] in (b"{", b"[")


def _all_lines(path):
    """Give the number and the text of each line."""
    with path.open("rb") as file:
        packed = file.peek(2).startswith(GZIP)
        stream = io.BufferedReader(gzip.GzipFile(fileobj=file)) if packed else file
        numbered = enumerate(lines_of(stream), start=1)
        while True:
            try:
                number, line = next(numbered)
            except StopIteration:
                return
            except DAMAGED as error:
                if not packed:
                    raise
                raise ValueError(f"{path}: a damaged gzip file: {error}") from None
            yield number, _decoded(path, number, line)


def _decoded(path, number, line):
    """Return a line as text."""
    if number == 1:
        _require_no_utf_16(path, line)
    try:
        return line.removeprefix(codecs.BOM_UTF8).decode("utf-8")
    except UnicodeDecodeError as error:
        byte = f"byte {line[error.start]:#x} at column {error.start + 1}"
        kind = UnknownContentError if number == 1 else ValueError
        raise kind(f"{path}, line {number}: the file is not in UTF-8: {byte}") from None


def _require_no_utf_16(path, start):
    """Raise if a file begins as in UTF-16, which without its mark has every other byte empty."""
    halves = {start[:8:2].count(NUL), start[1:8:2].count(NUL)}
    if start.startswith(UTF_16) or (len(start) >= 8 and halves == {0, 4}):
        raise ValueError(f"{path}: the file is in UTF-16: save it in UTF-8")


def _json_lines(path, number, first_number, first, second):
    """Return a file of JSON lines as a source; None if it is one document."""
    try:
        head = DECODER.decode(first.strip())
    except TwiceError as error:
        raise ValueError(f"{path}, line {first_number}: {error}") from None
    except (ValueError, RecursionError):
        return None
    if not isinstance(head, dict):
        return None

    def read():
        for place, line in _lines(path):
            yield Record(str(path), place, _object(path, place, line))

    kinds = ("lines",) if second else ("lines", "document")
    return Source(str(path), kinds, head, read, number)


def _object(path, number, line):
    """Return the object in a line."""
    try:
        values = DECODER.decode(line.strip())
    except (ValueError, RecursionError) as error:
        cut = " (the last line: was the file cut off?)" if not line.endswith("\n") else ""
        reason = getattr(error, "msg", error)
        raise ValueError(
            f"{path}, line {number}: this is no JSON object: {reason}{cut}: {line.strip()[:40]!r}"
        ) from None
    if not isinstance(values, dict):
        raise ValueError(f"{path}, line {number}: this is no JSON object: {as_json(values)}")
    return values


def _document(path, number):
    """Return a JSON document as a source."""
    head, whole = read_document(path)
    source = _as_document(str(path), number, head)
    source.whole = whole
    return source


def _document_or_line(path, number):
    """Return a long JSON document as a source; an object may be the one line of JSON lines."""
    source = _document(path, number)
    if isinstance(source.head, dict):
        source.kinds = ("lines", "document")
        source.read = lambda: [Record(str(path), 1, source.head)]
    return source


def _as_document(file, number, value):
    """Return an object of JSON as a source; the records of a list are its objects."""
    return Source(file, ("document",), value, lambda: Record.all_in(file, "", value), number)


def _yaml(path, number):
    """Return a document of YAML as a source: objects, lists and texts, nothing else."""
    try:
        import yaml
    except ImportError:
        raise ImportError(
            f"{path}: this file needs PyYAML; try: python -m pip install pyyaml"
        ) from None
    text = "".join(line for _, line in _all_lines(path))
    if not text.endswith("\n"):
        raise ValueError(f"{path}: the last line has no end: was the file cut off?")
    try:
        loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
        value = _of_node(yaml.compose(text, Loader=loader), set())
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        reason = " ".join(str(error).split()) or "nested too deeply"
        raise ValueError(f"{path}: this is no YAML: {reason}") from None
    return Source(str(path), ("yaml",), value, None, number)


def _of_node(node, seen):
    """Return what a node of YAML holds, with every scalar as a text."""
    if isinstance(node.value, str):
        return node.value
    if id(node) in seen:
        raise ValueError("a part of it stands for another one")
    seen.add(id(node))
    if node.id == "mapping":
        return no_name_twice(
            [(str(_of_node(key, seen)), _of_node(value, seen)) for key, value in node.value]
        )
    return [_of_node(item, seen) for item in node.value]


def _table(path, number, header):
    """Return a file of comma-separated values as a source."""
    delimiter = max(DELIMITERS, key=header.count)
    if delimiter not in header:
        raise UnknownContentError(
            f"{path}: the file is neither JSON nor a table with a line of names: "
            f"{header.strip()[:40]!r}"
        )
    remarks = []
    rows = _cells(path, delimiter, remarks)
    try:
        names = next(rows)[1]
    except ValueError as error:
        raise UnknownContentError(str(error)) from None
    source = _rows(str(path), number, names, rows)
    source.remarks = remarks
    return source


def _cells(path, delimiter, remarks):
    """Give the rows of a file of comma-separated values, with the numbers of their lines."""
    rows = csv.reader(_noting_the_end(path, remarks), delimiter=delimiter, strict=True)
    while True:
        try:
            row = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            mixed = "new-line character seen in unquoted field" in str(error)
            why = "line feeds and carriage returns are mixed: save it with one" if mixed else error
            raise ValueError(f"{path}, line {rows.line_num}: {why}") from None
        if row:
            yield rows.line_num, row


def _noting_the_end(path, remarks):
    """Give the lines of a file, and a remark if the last has no end: it may be cut off."""
    line = ""
    for _, line in _all_lines(path):
        yield line
    if not line.endswith("\n"):
        remarks.append(f"{path}: the last line has no end; was the file cut off?")


def _rows(file, number, names, rows):
    """Return a table as a source; its rows are read once.

    It is one of models if its first row begins with `ROW_OF_N`.
    """
    names = [name.strip() for name in names]
    first, rows = _peeked(iter(rows))
    kind = "models" if first and first[0] == ROW_OF_N else "table"
    may_begin = {name.casefold() for name in names} | NAMES_OF_PROBLEMS

    def read():
        for place, row in rows:
            record = Record(file, place, dict(zip(names, row, strict=False)))
            begin = row[0] if row else None
            if isinstance(begin, str) and begin.strip().casefold() in may_begin:
                _refuse_names_again(record, names, row)
            if len(row) != len(names):
                cells = f"{many(len(row), 'cell')} for {many(len(names), 'column')}"
                raise ValueError(f"{record.at()}: {cells}: {as_json(row)}")
            yield record

    return Source(file, (kind,), names, read, number)


def _refuse_names_again(record, names, row):
    """Raise if a row is a line of names: tables that were joined have one for each."""
    words = [cell.strip().casefold() for cell in row if isinstance(cell, str)]
    own = {name.casefold() for name in names}
    if len(words) == len(row) and set(words) <= own | ALL_NAMES:
        raise ValueError(
            f"{record.at()}: the line of names comes again: were tables joined? {as_json(row)}"
        )


def _peeked(rows):
    """Return the cells of the first row, and all rows; an error stays where it is."""
    try:
        first = next(rows)
    except StopIteration:
        return None, ()
    except ValueError as error:
        return None, _raising(error)
    return first[1], itertools.chain([first], rows)


def _raising(error):
    """Raise an error when the first row is asked for."""
    raise error
    yield


def _numbered(rows):
    """Give rows with their places, where there are no lines."""
    return ((f"row {number}", row) for number, row in enumerate(rows))


def _parquet(path, number):
    """Return a Parquet file as a source; pyarrow reads it in parts."""
    try:
        from pyarrow import ArrowException
        from pyarrow.parquet import ParquetFile
    except ImportError:
        raise ImportError(
            f"{path}: Parquet files need pyarrow; try: python -m pip install pyarrow"
        ) from None
    try:
        file = ParquetFile(path)
        names = file.schema_arrow.names
    except (ArrowException, OSError) as error:
        raise ValueError(f"{path}: a damaged Parquet file: {error}") from None

    def cells():
        for batch in file.iter_batches(ROWS_AT_ONCE):
            yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)

    return _rows(str(path), number, names, _numbered(cells()))


def _archive(path, number):
    """Return a zip file as a source."""
    try:
        file = zipfile.ZipFile(path)
    except (zipfile.BadZipFile, RuntimeError, ValueError, OSError) as error:
        raise ValueError(f"{path}: a damaged zip file: {error}") from None
    names = file.namelist()
    twice, times = Counter(names).most_common(1)[0] if names else ("", 0)
    if times > 1:
        raise ValueError(f"{path}: the archive holds {twice} twice")
    return Source(str(path), ("archive",), names, member_reader(path, file, DECODER.decode), number)
