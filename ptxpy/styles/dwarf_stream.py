"""The data lines of a debug section as a stream of bytes and numbers, with trailing comments.

Every read consumes a line or raises `StopReadingError`, so that the time is linear for any data.
"""

from __future__ import annotations

import struct

from ptxpy.ir import nodes as n

SIZES: dict[str, int] = {".b8": 1, ".b16": 2, ".b32": 4, ".b64": 8}
"""The number of bytes in a line, by its directive."""

MAX_LITERAL_CHARACTERS = 24
"""Characters of a literal that is converted: a number of 64 bits in octal, with some to spare."""
MAX_LEB128_BITS = 64
"""Bits of a LEB128 number; a longer one is not valid DWARF."""


class StopReadingError(Exception):
    """The data is not valid DWARF or ends too early."""


class DataStream:
    """The data lines of a section, read in order, with the trailing comment of each."""

    __slots__ = ("_indices", "_sizes", "_values", "comments", "offset", "position")

    def __init__(self) -> None:
        """Start a section."""
        self._indices: list[int] = []
        self._sizes: list[int] = []
        self._values: list[int | None] = []
        self.position = 0
        """The number of lines read."""
        self.offset = 0
        """The number of bytes read."""
        self.comments: list[str | None] = []
        """The trailing comment of each item; a label never has one."""

    def append(self, node: n.Data | n.Label) -> None:
        """Add the next item of the section."""
        index = len(self.comments)
        self.comments.append(None)
        if isinstance(node, n.Data):
            single = len(node.values) == 1
            self._indices.append(index)
            # A line of several values is not how LLVM writes DWARF: no reader takes it.
            self._sizes.append(SIZES.get(node.type, 0) if single else 0)
            self._values.append(_integer(node.values[0]) if single else None)

    @property
    def finished(self) -> bool:
        """Whether all lines have been read."""
        return self.position == len(self._sizes)

    @property
    def here(self) -> int:
        """The index of the next item to be read."""
        if self.finished:
            raise StopReadingError
        return self._indices[self.position]

    @property
    def size(self) -> int:
        """The number of bytes in the next line."""
        if self.finished:
            raise StopReadingError
        return self._sizes[self.position]

    def comment(self, text: str | None) -> None:
        """Set the trailing comment of the next line."""
        self.comments[self.here] = text

    def fill(self, first: int, text: str) -> None:
        """Set the trailing comments of the lines read since the position `first`."""
        for index in self._indices[first : self.position]:
            self.comments[index] = text

    def number(self, size: int) -> int | None:
        """Read an unsigned number of `size` bytes; return `None` for a symbol."""
        first = self.size
        if first == size:
            value = self._values[self.position]
            self.position += 1
            self.offset += size
            return None if value is None else value & ((1 << 8 * size) - 1)
        # A number of several bytes may be written byte by byte, lowest first.
        return int.from_bytes(bytes(self.byte() for _ in range(size)), "little")

    def byte(self) -> int:
        """Read a byte."""
        position = self.position
        if position == len(self._sizes):
            raise StopReadingError
        value = self._values[position]
        if value is None or self._sizes[position] != 1 or not 0 <= value <= 0xFF:  # noqa: PLR2004
            raise StopReadingError
        self.position += 1
        self.offset += 1
        return value

    def skip(self, size: int) -> None:
        """Skip `size` bytes, which may be symbols."""
        end = self.offset + size
        while self.offset < end:
            width = self.size
            if width == 0:
                raise StopReadingError
            self.position += 1
            self.offset += width
        if self.offset != end:
            raise StopReadingError

    def unsigned(self) -> int:
        """Read a ULEB128 number."""
        value = 0
        # Each byte of a LEB128 number has seven bits, lowest first; the eighth says that more
        # follow.
        for shift in range(0, MAX_LEB128_BITS, 7):
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            if byte < 0x80:  # noqa: PLR2004
                return value
        raise StopReadingError

    def signed(self) -> int:
        """Read an SLEB128 number."""
        start = self.offset
        value = self.unsigned()
        width = 7 * (self.offset - start)
        # The highest bit of the last byte is the sign.
        return value - (1 << width) if value >> (width - 1) else value

    def string(self) -> bytes:
        """Read a null-terminated string; return it without the null byte."""
        text = bytearray()
        while byte := self.byte():
            text.append(byte)
        return bytes(text)


def _integer(operand: n.Operand) -> int | None:
    """Return the value of an integer literal, `None` for any other operand."""
    # A long literal is no number of 64 bits, and converting it takes long.
    if not isinstance(operand, n.Literal) or len(operand.text) > MAX_LITERAL_CHARACTERS:
        return None
    try:
        value = operand.value
    except (ValueError, IndexError, OverflowError, struct.error):
        return None
    return value if isinstance(value, int) else None
