"""The containers of `fatbinary`: their entries, which are PTX, cubins and intermediate code.

The format is not documented; the fields are those that containers of CUDA 11.8 to 13.2 have, and
the results are compared with those of NVIDIA's own extraction tool. Entries are decompressed within
the size that they say they have.
"""

from __future__ import annotations

import mmap
import struct
from typing import TYPE_CHECKING, Final

from ptxpy._counts import format_count
from ptxpy._extras import install_command
from ptxpy._records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator
import sys

__all__ = ["MAGIC", "BinaryFormatError", "Entry", "decompress", "scan_bytes"]

MAX_ENTRY_BYTES: Final = 1 << 28
"""The largest entry that is decompressed."""


class BinaryFormatError(ValueError):
    """A container is damaged, or of a form that is not known, or its decompressor is missing."""


def decompress(data: memoryview, compression: str, size: int, place: str) -> bytes:
    """Return decompressed bytes; raises `BinaryFormatError` unless they are `size` bytes.

    Args:
        data: The bytes as stored.
        compression: `lz4` for a block, `zstd` for a frame, empty for none.
        size: The bytes when decompressed.
        place: Their place, for messages.
    """
    if not compression:
        return bytes(data)
    # A hostile size must not make the decompressor allocate memory.
    if size > MAX_ENTRY_BYTES:
        message = f"{place}: an entry of {size:,} bytes, more than {MAX_ENTRY_BYTES:,}"
        raise BinaryFormatError(message)
    try:
        found = _lz4(data, size) if compression == "lz4" else _zstd(data, size)
    except ModuleNotFoundError:
        message = f"{place}: data that {compression} packed need: {install_command('binaries')}"
        raise BinaryFormatError(message) from None
    except ValueError as error:
        message = f"{place}: the {compression} data are damaged: {error}"
        raise BinaryFormatError(message) from None
    if len(found) != size:
        message = (
            f"{place}: {format_count(len(found), 'byte')} when "
            f"decompressed, where the entry says {size:,}"
        )
        raise BinaryFormatError(message)
    return found


def _lz4(data: memoryview, size: int) -> bytes:
    import lz4.block  # noqa: PLC0415 - only for what is compressed so

    try:
        found: bytes = lz4.block.decompress(data, uncompressed_size=size)
    except lz4.block.LZ4BlockError as error:
        raise ValueError(str(error)) from None
    return found


def _zstd(data: memoryview, size: int) -> bytes:
    if sys.version_info >= (3, 14):
        from compression import zstd  # noqa: PLC0415 - only for what is compressed so
    else:
        from backports import zstd  # noqa: PLC0415

    try:
        # One byte more than expected shows that an entry is larger than it says.
        return zstd.ZstdDecompressor().decompress(data, max_length=size + 1)
    except zstd.ZstdError as error:
        raise ValueError(str(error)) from None


MAGIC: Final = b"\x50\xed\x55\xba"
_CONTAINER: Final = struct.Struct("<IHHQ")
_ENTRY: Final = struct.Struct("<HHIQIIHHIIIQQQ")
_KINDS: Final = {1: "PTX", 2: "cubin", 8: "LTO-IR"}
_LZ4: Final = 0x2000
_ZSTD: Final = 0x8000
_SUFFIX_A: Final = 0x100000
_SUFFIX_F: Final = 0x200000
MAX_ENTRIES: Final = 1 << 18
"""Entries of a file; the largest libraries have some ten thousand."""
_MAX_CONTAINER_BYTES: Final = 1 << 36
"""A container that says to be larger is none."""
_MAX_HEADER_BYTES: Final = 1 << 16
"""The header of an entry, with its names; those of compilers have some hundred bytes."""
_WINDOW: Final = 1 << 24
"""How many bytes of a mapped file are searched before they are released."""


class Entry(NamedTuple):
    """An entry of a container."""

    kind: str
    """`PTX`, `cubin`, `LTO-IR`, or `kind N` for others."""
    arch: str
    """The architecture: `sm_90a`."""
    version: tuple[int, int]
    """The PTX version, or that of the cubin's format."""
    identifier: str
    """The name of the source file, if the compiler was to keep it."""
    options: str
    """The options with which the entry was made."""
    size: int
    """Its bytes when decompressed, with their padding."""
    offset: int
    """Where its data are in the file."""
    compression: str
    """`lz4`, `zstd`, or empty."""
    data: memoryview
    """The bytes as stored."""
    filename: str

    @property
    def is_ptx(self) -> bool:
        """Whether the entry is PTX."""
        return self.kind == "PTX"

    def read(self) -> bytes:
        """Return the decompressed bytes, of PTX without the zeros at the end.

        One ends the text; entries that are not compressed are padded with others.

        Raises `BinaryFormatError`.
        """
        place = f"{self.filename}: at byte {self.offset:,}"
        data = decompress(self.data, self.compression, self.size, place)
        return data.rstrip(b"\0") if self.is_ptx else data


def scan_bytes(data: bytes | mmap.mmap, filename: str) -> Iterator[Entry]:
    """Yield the entries of all containers in the bytes of a file.

    A container is found by its magic number, wherever it is: that takes neither the sections of an
    executable nor the members of an archive. Bytes that only look like the start of one are passed
    over. Raises `BinaryFormatError` for containers that are cut off, and for entries that go beyond
    theirs.
    """
    view = memoryview(data)
    pages = _Pages(data)
    count = 0
    cut_off = ""
    at = _find(data, 0, pages)
    while at >= 0:
        following = at + 1
        room = len(data) - at
        fields = _CONTAINER.unpack_from(data, at) if room >= _CONTAINER.size else None
        # Four bytes may look like a magic number: the version and the size of the header must fit,
        # too.
        if fields is not None and fields[1] == 1 and fields[2] >= _CONTAINER.size:
            _, _, header, size = fields
            if header + size <= room:
                for entry in _entries(view, at + header, at + header + size, filename):
                    count += 1
                    if count > MAX_ENTRIES:
                        message = f"{filename}: more than {MAX_ENTRIES:,} entries"
                        raise BinaryFormatError(message)
                    yield entry
                    pages.release(entry.offset + len(entry.data))
                following = at + header + size
            elif header == _CONTAINER.size and size < _MAX_CONTAINER_BYTES:
                cut_off = (
                    f"{filename}: the file is cut off: at byte {at:,} it has {room:,} bytes of a "
                    f"container of {header + size:,}"
                )
        at = _find(data, following, pages)
    # It is an error only after all whole containers have been given.
    if cut_off:
        raise BinaryFormatError(cut_off)


class _Pages:
    """The pages of a mapped file, which are taken out of memory when they were looked at.

    Otherwise all of the file would be resident in the end. Pages that are needed later are read
    again.
    """

    def __init__(self, data: bytes | mmap.mmap) -> None:
        self.data = data
        self.start = 0
        """Pages before this offset have been released."""

    def release(self, end: int) -> None:
        """Release the pages before an offset, if they are many."""
        advice = getattr(mmap, "MADV_DONTNEED", None)  # not on all systems
        size = (end - self.start) // mmap.PAGESIZE * mmap.PAGESIZE
        # Pages of a mapping count as memory of the process, though they can be read again.
        if size >= _WINDOW and advice is not None and not isinstance(self.data, bytes):
            self.data.madvise(advice, self.start, size)
            self.start += size


def _find(data: bytes | mmap.mmap, start: int, pages: _Pages) -> int:
    """Return the offset of the next magic number, or -1."""
    while start < len(data):
        end = start + _WINDOW
        # A magic number may lie across the end of the window.
        found = data.find(MAGIC, start, end + len(MAGIC) - 1)
        if found >= 0:
            return found
        start = end
        pages.release(min(end, len(data)))
    return -1


def _entries(data: memoryview, at: int, end: int, filename: str) -> Iterator[Entry]:
    while at < end:
        if end - at < _ENTRY.size:
            message = f"{filename}: at byte {at:,}: an entry of a container is cut off"
            raise BinaryFormatError(message)
        fields = _ENTRY.unpack_from(data, at)
        kind, _, header, stored, compressed, options, minor, major, number = fields[:9]
        name_offset, name_size, flags, _, raw = fields[9:]
        if header < _ENTRY.size or header > end - at or stored > end - at - header:
            message = f"{filename}: at byte {at:,}: an entry goes beyond its container"
            raise BinaryFormatError(message)
        if header > _MAX_HEADER_BYTES:
            message = f"{filename}: at byte {at:,}: the header of an entry has {header:,} bytes"
            raise BinaryFormatError(message)
        start = at + header
        compression = "lz4" if flags & _LZ4 else "zstd" if flags & _ZSTD else ""
        suffix = "a" if flags & _SUFFIX_A else "f" if flags & _SUFFIX_F else ""
        # Entries that are not compressed have no size of their own.
        size = raw if compression else stored
        if compression and compressed > stored:
            message = f"{filename}: at byte {at:,}: {compressed:,} compressed bytes in {stored:,}"
            raise BinaryFormatError(message)
        yield Entry(
            _KINDS.get(kind, f"kind {kind}"),
            f"sm_{number}{suffix}",
            (major, minor),
            _text(data[at : at + header], name_offset, name_size),
            _options(data[at : at + header], options),
            size,
            start,
            compression,
            # Stored data are padded, so the compressed size is the smaller one.
            data[start : start + (compressed if compression else stored)],
            filename,
        )
        # Entries follow each other without gaps.
        at = start + stored


def _text(header: memoryview, offset: int, size: int) -> str:
    found = bytes(header[offset : offset + size]) if offset else b""
    return found.split(b"\0")[0].decode("utf-8", "replace")


def _options(header: memoryview, offset: int) -> str:
    if not offset or offset + 8 > len(header):
        return ""
    return _text(header, *struct.unpack_from("<II", header, offset))
