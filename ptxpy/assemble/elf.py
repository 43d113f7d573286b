"""The sections of a cubin, which is a 64-bit little-endian ELF file (System V ABI, chapter 4)."""

from __future__ import annotations

import struct
from typing import Final, NamedTuple

__all__ = ["ElfError", "Section", "read_sections"]

_IDENT: Final = b"\x7fELF\x02\x01"
"""Magic number, 64 bits, little-endian."""

_HEADER: Final = struct.Struct("<16sHHIQQQIHHHHHH")
_SECTION: Final = struct.Struct("<IIQQQQIIQQ")


class ElfError(ValueError):
    """An error for a file that is not a 64-bit little-endian ELF file, or is damaged."""


class Section(NamedTuple):
    """A section header."""

    name: str
    size: int
    """In bytes; a section such as ``.nv.shared`` has a size, but no bytes in the file."""
    offset: int = 0
    """Where its bytes begin in the file."""


def read_sections(elf: bytes) -> tuple[Section, ...]:
    """Return the sections in order; raise `ElfError` if a header refers outside the file."""
    if not elf.startswith(_IDENT) or len(elf) < _HEADER.size:
        message = "not a 64-bit little-endian ELF file"
        raise ElfError(message)
    header = _HEADER.unpack_from(elf)
    offset, entry_size, count, names_index = header[6], *header[11:14]
    if entry_size < _SECTION.size or offset + count * entry_size > len(elf) or names_index >= count:
        message = "the section headers are outside of the file"
        raise ElfError(message)
    headers = [_SECTION.unpack_from(elf, offset + i * entry_size) for i in range(count)]
    start, size = headers[names_index][4:6]
    if start + size > len(elf):
        message = "the names of the sections are outside of the file"
        raise ElfError(message)
    names = elf[start : start + size]
    return tuple(Section(_name(names, fields[0]), fields[5], fields[4]) for fields in headers)


def _name(names: bytes, offset: int) -> str:
    end = names.find(b"\0", offset)
    if end < 0:
        message = "the name of a section has no end"
        raise ElfError(message)
    return names[offset:end].decode("utf-8", "surrogateescape")
