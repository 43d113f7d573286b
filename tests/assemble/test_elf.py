"""Sections of a cubin."""

from __future__ import annotations

import struct

import pytest

from ptxpy.assemble.assembly import ElfError, Section, read_sections

NAMES = b"\0.shstrtab\0.nv.shared.k\0"
HEADERS = 64 + len(NAMES)


def header(name: int, offset: int, size: int) -> bytes:
    """Return a section header."""
    return struct.pack("<IIQQQQIIQQ", name, 1, 0, 0, offset, size, 0, 0, 1, 0)


def elf(*, names_at: int = 64, count: int = 3, names_index: int = 1, entry_size: int = 64) -> bytes:
    """Return a file with two sections: the names of sections, and one that is not in the file."""
    head = struct.pack(
        "<16sHHIQQQIHHHHHH",
        b"\x7fELF\2\1\1\x33\7",
        *(2, 190, 1, 0, 0, HEADERS, 0, 64, 0, 0, entry_size, count, names_index),
    )
    table = header(0, 0, 0) + header(1, names_at, len(NAMES)) + header(11, 0, 1 << 40)
    return head + NAMES + table


def test_sections() -> None:
    """Names and sizes, of sections without bytes too."""
    assert read_sections(elf()) == (
        Section("", 0),
        Section(".shstrtab", len(NAMES), 64),
        Section(".nv.shared.k", 1 << 40),
    )


def test_a_file_that_is_cut_off() -> None:
    """It is an error, wherever the end is."""
    for size in range(len(elf())):
        with pytest.raises(ElfError):
            read_sections(elf()[:size])


@pytest.mark.parametrize(
    "damaged",
    [
        elf(names_at=1 << 63),
        elf(names_at=len(elf()) - len(NAMES) + 1),
        elf(count=0xFFFF),
        elf(names_index=3),
        elf(entry_size=63),
        elf(entry_size=0),
        elf().replace(b"ELF\2", b"ELF\1"),
        elf().replace(NAMES, NAMES[:-1] + b"x"),
        elf().replace(header(11, 0, 1 << 40), header(1 << 31, 0, 0)),
    ],
)
def test_a_damaged_file(damaged: bytes) -> None:
    """Nothing outside the file is read."""
    with pytest.raises(ElfError):
        read_sections(damaged)
