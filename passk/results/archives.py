"""Members of zip files, also of those that are packed by Zstandard, which zipfile cannot read."""

import struct
import zipfile
import zlib

__all__ = ["member_reader"]

ZSTANDARD = 93
HEADER, NAME_LENGTHS = 30, struct.Struct("<HH")  # of a member


def member_reader(path, archive, decode):
    """Return a function that reads a member of a zip file as JSON.

    Parameters
    ----------
    path : path_like
        For the messages.
    archive : ZipFile
    decode : callable
        Turns a text into an object.

    Returns
    -------
    callable
        Takes the member's name; raises ValueError if the member is damaged, ImportError if it
        is packed by Zstandard and nothing here can unpack it.

    Examples
    --------
    >>> import io, json
    >>> archive = zipfile.ZipFile(io.BytesIO(), "w")
    >>> archive.writestr("header.json", "{}")
    >>> member_reader("a.eval", archive, json.loads)("header.json")
    {}
    """

    def read(name):
        info = archive.getinfo(name)
        try:
            packed = info.compress_type == ZSTANDARD
            data = _from_zstandard(path, archive, info) if packed else archive.read(info)
            return decode(data.decode("utf-8"))
        except (ValueError, RuntimeError, OSError, EOFError, zlib.error) as error:
            raise ValueError(f"{path}, {name}: a damaged member: {error}") from None
        except (zipfile.BadZipFile, NotImplementedError, struct.error) as error:
            raise ValueError(f"{path}, {name}: a damaged member: {error}") from None

    return read


def _from_zstandard(path, archive, info):
    """Return what a member holds that Zstandard packed."""
    decompress = _zstandard(path)
    file = archive.fp
    file.seek(info.header_offset)
    lengths = NAME_LENGTHS.unpack(file.read(HEADER)[26:])
    file.seek(sum(lengths), 1)
    data = decompress(file.read(info.compress_size))
    if zlib.crc32(data) != info.CRC:
        raise ValueError("its checksum is another one")
    return data


def _zstandard(path):
    """Return what unpacks: Python's own from 3.14 on, or that of the package zstandard."""
    try:
        from compression.zstd import ZstdError, decompress
    except ImportError:
        decompress, ZstdError = _zstandard_of_the_package(path)  # noqa: N806

    def unpacked(data):
        try:
            return decompress(data)
        except ZstdError as error:
            raise ValueError(f"not Zstandard's: {error}") from None

    return unpacked


def _zstandard_of_the_package(path):
    """Return what unpacks, and what it raises."""
    try:
        from zstandard import ZstdDecompressor, ZstdError
    except ImportError:
        raise ImportError(
            f"{path} is packed by Zstandard, which needs Python 3.14 or a package; "
            "try: python -m pip install zstandard"
        ) from None
    return lambda data: ZstdDecompressor().decompressobj().decompress(data), ZstdError
