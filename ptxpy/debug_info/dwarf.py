"""DWARF as data in a PTX module: sections, strings, abbreviations, values and locations.

Compilers write its addresses as symbols. A register is the number that its name makes as ASCII.
Every step consumes data, which keeps the time linear whatever the data says.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Final, TypeAlias

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.styles import SIZES, StopReadingError

__all__ = [
    "NOWHERE",
    "Abbreviation",
    "Location",
    "Section",
    "Value",
    "ValueReader",
    "read_abbreviations",
    "read_labelled_strings",
    "read_lists",
    "read_sections",
    "read_strings",
]

# --------------------------------------------------------------------------- sections as bytes

_LONGEST_LITERAL: Final = 24


class Section:
    """The bytes of a section; an address that is not known is zero and has a symbol."""

    __slots__ = ("data", "open", "symbols")

    def __init__(self) -> None:
        """Start an empty section."""
        self.data = bytearray()
        self.symbols: dict[int, str] = {}
        self.open: list[tuple[int, int, n.Operand]] = []

    def extend(self, size: int, operands: Sequence[n.Operand]) -> None:
        """Add numbers of `size` bytes each."""
        values = [_integer(operand) for operand in operands]
        start = len(self.data)
        self.open += [
            (start + size * at, size, operand)
            for at, (operand, value) in enumerate(zip(operands, values, strict=True))
            if value is None
        ]
        # A negative number becomes its two's complement.
        mask = (1 << 8 * size) - 1
        if size == 1:
            self.data += bytes([(value or 0) & mask for value in values])
        else:
            self.data += b"".join(
                [((value or 0) & mask).to_bytes(size, "little") for value in values]
            )

    def settle(self, labels: Mapping[str, int]) -> None:
        """Fill in the offsets of labels in debug sections."""
        for offset, size, operand in self.open:
            value = _offset(operand, labels)
            if value is None:
                self.symbols[offset] = operand.name if type(operand) is n.Symbol else ""
            else:
                value &= (1 << 8 * size) - 1
                self.data[offset : offset + size] = value.to_bytes(size, "little")


def read_sections(module: n.Module) -> dict[str, Section]:
    """Return the sections of a module by their names."""
    sections: dict[str, Section] = {}
    labels: dict[str, int] = {}
    for item in module.body:
        if type(item) is not n.Section:
            continue
        labels[item.name] = 0
        section = sections.setdefault(item.name, Section())
        for line in item.body:
            if type(line) is n.Label:
                labels[line.name] = len(section.data)
            elif type(line) is n.Data:
                section.extend(SIZES.get(line.type, 0), line.values)
    # A section may name labels of a later one, so that offsets are filled in at the end.
    for section in sections.values():
        section.settle(labels)
    return sections


def _integer(operand: n.Operand) -> int | None:
    """Return the value of an integer literal, `None` for any other operand."""
    return _parsed(operand.text) if type(operand) is n.Literal else None


@lru_cache(maxsize=1024)
def _parsed(text: str) -> int | None:
    # The conversion of a long literal takes more than linear time.
    if len(text) > _LONGEST_LITERAL:
        return None
    with suppress(ValueError, IndexError, OverflowError, struct.error):
        value = n.Literal(text).value
        return value if isinstance(value, int) else None
    return None


def _offset(operand: n.Operand, labels: Mapping[str, int]) -> int | None:
    """Return the value of `label`, `label+1`, `label-label`, if it is known."""
    if type(operand) is n.Symbol:
        return labels.get(operand.name)
    if type(operand) is not n.Binary:
        return None
    left, right = (
        labels.get(side.name) if type(side) is n.Symbol else _integer(side)
        for side in (operand.left, operand.right)
    )
    if left is None or right is None or operand.operator not in ("+", "-"):
        return None
    return left + right if operand.operator == "+" else left - right


class Reader:
    """Reads bytes from front to back."""

    __slots__ = ("data", "end", "offset")

    def __init__(self, data: bytes | bytearray) -> None:
        """Start at the front."""
        self.data = bytes(data)
        self.offset = 0
        self.end = len(data)

    def take(self, size: int) -> bytes:
        """Read `size` bytes."""
        start = self.offset
        if size > self.end - start:
            raise StopReadingError
        self.offset += size
        return self.data[start : self.offset]

    def number(self, size: int) -> int:
        """Read a number of `size` bytes."""
        return int.from_bytes(self.take(size), "little")

    def unsigned(self) -> int:
        """Read a ULEB128 number, or the bits of an SLEB128 number."""
        value = 0
        # Ten groups of seven bits hold 64 bits: a longer number is malformed.
        for shift in range(0, 70, 7):
            byte = self.number(1)
            value |= (byte & 0x7F) << shift
            if byte < 0x80:  # noqa: PLR2004
                return value
        raise StopReadingError

    def string(self) -> str:
        """Read a string and the null byte behind it."""
        end = self.data.find(0, self.offset, self.end)
        if end < 0:
            raise StopReadingError
        return _text(self.take(end + 1 - self.offset)[:-1])


def _text(data: bytes | bytearray) -> str:
    """Return the text of a string, "" if it is none."""
    with suppress(UnicodeDecodeError):
        return data.decode()
    return ""


def read_strings(section: Section) -> dict[int, str]:
    """Return the strings by their offsets."""
    strings: dict[int, str] = {}
    offset = 0
    for text in section.data.split(b"\0")[:-1]:
        strings[offset] = _text(text)
        offset += len(text) + 1
    return strings


def read_labelled_strings(module: n.Module) -> dict[str, str]:
    """Return the strings of `.debug_str` that have labels, by label: `.loc` names functions so."""
    found: dict[str, str] = {}
    for item in module.body:
        if type(item) is not n.Section or item.name != ".debug_str":
            continue
        section, starts = Section(), dict[str, int]()
        for line in item.body:
            if type(line) is n.Label:
                starts[line.name] = len(section.data)
            elif type(line) is n.Data:
                section.extend(SIZES.get(line.type, 0), line.values)
        for label, start in starts.items():
            end = section.data.find(0, start)
            found[label] = _text(section.data[start:end]) if end >= 0 else ""
    return found


# --------------------------------------------------------------------------- locations

_ADDRESS_OF, _PLUS, _REGISTER_OF, _PIECE = 0x03, 0x23, 0x90, 0x93
_REGISTER: Final = re.compile(r"%[A-Za-z_$%][A-Za-z0-9_$%]*\Z")


class Location(NamedTuple):
    """Where a variable lives."""

    registers: frozenset[str] = frozenset()
    """The registers that hold the variable, or a piece, somewhere in its scope."""

    whole: bool = False
    """Whether there is one register, and it holds all of the variable."""

    symbol: str = ""
    """The symbol whose address is the location, such as that of a parameter."""

    end: str = ""
    """The label where a location ends that does not hold for the whole scope from the start."""

    place: int = -1
    """How many bytes behind the beginning of its structure a member is; -1 for anything else."""


NOWHERE: Final = Location()


def read_location(expression: bytes, symbol: str = "") -> Location:
    """Return the meaning of an expression; `symbol` is behind its first operation."""
    reader = Reader(expression)
    registers: list[str] = []
    pieces = 0
    with suppress(StopReadingError):
        while reader.offset < reader.end:
            operation = reader.number(1)
            if operation == _REGISTER_OF:
                number = reader.unsigned()
                # `%r12` is 0x25723132: its characters, the first one highest.
                name = number.to_bytes(9, "big").lstrip(b"\0").decode("latin-1")
                registers.append(name if _REGISTER.match(name) else "")
            elif operation == _PIECE:
                reader.unsigned()
                pieces += 1
            elif operation == _ADDRESS_OF and reader.offset == 1 and symbol:
                # The address must be all of the expression: a further operation would change it.
                alone = len(expression) in (1 + 4, 1 + 8)
                return Location(symbol=symbol) if alone else NOWHERE
            elif operation == _PLUS and reader.offset == 1:
                place = reader.unsigned()
                return Location(place=place) if reader.offset == reader.end else NOWHERE
            else:
                pieces += 1
                break
    complete = reader.offset == reader.end and pieces == 0 and len(registers) == 1
    return Location(frozenset(registers), complete and registers[0] != "")


def read_lists(section: Section, address: int) -> dict[int, Location]:
    """Return the location lists of DWARF 2 to 4 by their offsets."""
    lists: dict[int, Location] = {}
    reader = Reader(section.data)
    with suppress(StopReadingError):
        while reader.offset < reader.end:
            start = reader.offset
            ranges = [*_ranges(reader, section, address)]
            if len(ranges) == 1 and ranges[0].end:
                lists[start] = ranges[0]
            else:
                registers = {name for found in ranges for name in found.registers}
                lists[start] = Location(frozenset(registers))
    return lists


def _ranges(reader: Reader, section: Section, address: int) -> Iterator[Location]:
    """Read the entries of a location list."""
    while True:
        places = reader.offset, reader.offset + address
        begin, end = reader.number(address), reader.number(address)
        # Two zeros end a list, unless they are addresses whose symbols are not resolved.
        if begin == end == 0 and section.symbols.keys().isdisjoint(places):
            return
        if begin == (1 << 8 * address) - 1:
            # An entry that selects a base address says nothing of registers (DWARF 4, section
            # 2.6.2).
            yield NOWHERE
        else:
            location = read_location(reader.take(reader.number(2)))
            yield location._replace(end=section.symbols.get(places[1], ""))


# --------------------------------------------------------------------------- abbreviations

_FLAG_PRESENT, _IMPLICIT = 0x19, 0x21


class Abbreviation(NamedTuple):
    """The shape of entries; attributes that have no data are left out."""

    tag: int
    children: bool
    attributes: list[tuple[int, int]]


def read_abbreviations(section: Section) -> dict[int, dict[int, Abbreviation]]:
    """Return the tables of abbreviations by their offsets."""
    tables: dict[int, dict[int, Abbreviation]] = {}
    reader = Reader(section.data)
    with suppress(StopReadingError):
        while reader.offset < reader.end:
            table = tables[reader.offset] = {}
            while code := reader.unsigned():
                tag, children = reader.unsigned(), reader.number(1) != 0
                table[code] = Abbreviation(tag, children, [*_attributes(reader)])
    return tables


def _attributes(reader: Reader) -> Iterator[tuple[int, int]]:
    """Read the attributes of an abbreviation."""
    while True:
        attribute, form = reader.unsigned(), reader.unsigned()
        if attribute == form == 0:
            return
        # The constant is written here, and a flag that is present has no data: entries have
        # neither.
        if form == _IMPLICIT:
            reader.unsigned()
        elif form != _FLAG_PRESENT:
            yield attribute, form


# --------------------------------------------------------------------------- values

_ADDRESS, _STRING, _STRING_OFFSET, _WIDE_REFERENCE = 0x01, 0x08, 0x0E, 0x10
_FIXED_FORMS: Final = {
    **dict.fromkeys((0x0B, 0x0C, 0x11, 0x25, 0x29), 1),
    **dict.fromkeys((0x05, 0x12, 0x26, 0x2A), 2),
    **dict.fromkeys((0x27, 0x2B), 3),
    **dict.fromkeys((0x06, 0x0E, 0x13, 0x17, 0x1C, 0x1D, 0x1F, 0x28, 0x2C), 4),
    **dict.fromkeys((0x07, 0x14, 0x20, 0x24), 8),
    0x1E: 16,
}
_BLOCK_FORMS: Final = {0x03: 2, 0x04: 4, 0x09: 0, 0x0A: 1, 0x18: 0}
"""The size of a block's length, 0 if that is a ULEB128 number."""
_LEB_FORMS: Final = frozenset({0x0D, 0x0F, 0x15, 0x1A, 0x1B, 0x22, 0x23})
_UNIT_REFERENCES: Final = frozenset({0x11, 0x12, 0x13, 0x14, 0x15})
"""References that count from the start of their unit."""

_FIRST_VERSION, _LAST_VERSION = 2, 5
_COMPILE_UNIT: Final = 1
_ADDRESS_SIZES: Final = (4, 8)

Value: TypeAlias = int | str | Location


class ValueReader(Reader):
    """Reads `.debug_info`: the heads of units and the values of attributes."""

    __slots__ = ("_reference", "_strings", "_symbols", "address", "unit")

    def __init__(self, section: Section, strings: Mapping[int, str]) -> None:
        """Start at the front; `strings` are those that values may refer to."""
        super().__init__(section.data)
        self._symbols = section.symbols
        self._strings = strings
        self._reference = 0
        self.unit = 0
        """Where the unit begins."""
        self.address = 0
        """The size of an address in the unit."""

    def head(self) -> int:
        """Read the head of a unit behind its length; return where its abbreviations are."""
        version = self.number(2)
        kind, address = _COMPILE_UNIT, 0
        if version >= _LAST_VERSION:
            # DWARF 5 has the kind of the unit and the size of an address before the abbreviations.
            kind, address = self.number(1), self.number(1)
        abbreviations = self.number(4)
        self.address = address or self.number(1)
        # A reference to another unit is as wide as an address in DWARF 2, and as an offset later.
        self._reference = self.address if version == _FIRST_VERSION else 4
        sensible = _FIRST_VERSION <= version <= _LAST_VERSION and kind == _COMPILE_UNIT
        if self.address not in _ADDRESS_SIZES or not sensible:
            raise StopReadingError
        return abbreviations

    def value(self, form: int) -> Value:
        """Read the value of an attribute."""
        if form == _STRING:
            return self.string()
        if form in _BLOCK_FORMS:
            width = _BLOCK_FORMS[form]
            length = self.number(width) if width else self.unsigned()
            # The first operation of an expression has one byte: its address, if any, follows that.
            target = self._symbols.get(self.offset + 1, "")
            return read_location(self.take(length), target)
        symbol = self._symbols.get(self.offset)
        number = self._number(form)
        if symbol is not None:
            return symbol if form == _ADDRESS else ""
        if form == _STRING_OFFSET:
            return self._strings.get(number, "")
        return number + self.unit if form in _UNIT_REFERENCES else number

    def _number(self, form: int) -> int:
        if form in _FIXED_FORMS:
            return self.number(_FIXED_FORMS[form])
        if form in (_ADDRESS, _WIDE_REFERENCE):
            return self.number(self.address if form == _ADDRESS else self._reference)
        if form in _LEB_FORMS:
            return self.unsigned()
        raise StopReadingError
