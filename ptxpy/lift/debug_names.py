"""Names from the source, where a module carries DWARF: of functions, parameters and registers.

DWARF stands in a PTX module as data, and compilers write its addresses as symbols. A register is
the number that its name makes as ASCII. A location that is no list holds for the whole scope of
its variable; a list of one range does from where the variable is set, if the range lasts as long
as the scope.

What does not read as DWARF ends its unit or its section, and what came before counts. Every step
consumes data, which keeps the time linear whatever the data says.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from ptxpy.ir import nodes as n
from ptxpy.styles.dwarf_lines import SIZES, StopReadingError

__all__ = ["DebugNames", "debug_names"]


class DebugNames(NamedTuple):
    """What the source calls a function and what is in it."""

    parameters: tuple[str, ...]
    """The name of each parameter that the function has in PTX, "" where it is not known."""

    registers: Mapping[str, str]
    """The variable that lives in a register for the whole of its scope, if it is the only one."""

    source: str
    """The name of the function, "" if it is not known."""


def debug_names(module: n.Module) -> dict[str, DebugNames]:
    """Return the names that a module's DWARF gives, by the exact name of each function."""
    info = _Info(_sections(module))
    info.read()
    if not info.functions:
        return {}
    functions = {function.name.name: function for function in module.functions}
    starts = _starts(module)
    found: dict[str, DebugNames] = {}
    # An entry that has code of its own says more than that of what is inlined.
    for entry in sorted(info.functions, key=lambda entry: not entry.start):
        symbol = starts.get(entry.start) or info.linkage(entry) or info.name(entry)
        if symbol in functions and symbol not in found:
            found[symbol] = info.names(entry, functions[symbol])
    return found


def _starts(module: n.Module) -> dict[str, str]:
    """Return the function that each label and each function's name belongs to, "" if several."""
    starts: dict[str, str] = {}
    for function in module.functions:
        name = function.name.name
        for node in function.body or ():
            if type(node) is n.Label:
                starts[node.name] = name if starts.get(node.name, name) == name else ""
    return starts | {function.name.name: function.name.name for function in module.functions}


# --------------------------------------------------------------------------- sections as bytes

_LONGEST_LITERAL: Final = 24


class _Section:
    """The bytes of a section; an address that is not known is zero and has a symbol."""

    __slots__ = ("data", "open", "symbols")

    def __init__(self) -> None:
        """Start an empty section."""
        self.data = bytearray()
        self.symbols: dict[int, str] = {}
        self.open: list[tuple[int, int, n.Operand]] = []

    def append(self, size: int, operand: n.Operand) -> None:
        """Add a number of `size` bytes."""
        value = _integer(operand)
        if value is None:
            self.open.append((len(self.data), size, operand))
        self.data += ((value or 0) & ((1 << 8 * size) - 1)).to_bytes(size, "little")

    def settle(self, labels: Mapping[str, int]) -> None:
        """Fill in the offsets of what stands in debug sections."""
        for offset, size, operand in self.open:
            value = _offset(operand, labels)
            if value is None:
                self.symbols[offset] = operand.name if type(operand) is n.Symbol else ""
            else:
                value &= (1 << 8 * size) - 1
                self.data[offset : offset + size] = value.to_bytes(size, "little")


def _sections(module: n.Module) -> dict[str, _Section]:
    sections: dict[str, _Section] = {}
    labels: dict[str, int] = {}
    for item in module.body:
        if type(item) is not n.Section:
            continue
        labels[item.name] = 0
        section = sections.setdefault(item.name, _Section())
        for line in item.body:
            if type(line) is n.Label:
                labels[line.name] = len(section.data)
            elif type(line) is n.Data:
                for value in line.values:
                    section.append(SIZES.get(line.type, 0), value)
    for section in sections.values():
        section.settle(labels)
    return sections


def _integer(operand: n.Operand) -> int | None:
    """Return the value of an integer literal, `None` for any other operand."""
    return _parsed(operand.text) if type(operand) is n.Literal else None


@lru_cache(maxsize=1024)
def _parsed(text: str) -> int | None:
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


class _Reader:
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


# --------------------------------------------------------------------------- locations

_ADDRESS_OF, _REGISTER_OF, _PIECE = 0x03, 0x90, 0x93
_REGISTER: Final = re.compile(r"%[A-Za-z_$%][A-Za-z0-9_$%]*\Z")


class _Location(NamedTuple):
    """Where a variable lives."""

    registers: frozenset[str] = frozenset()
    """The registers that hold the variable, or a piece of it, somewhere in its scope."""

    whole: bool = False
    """Whether there is one register, and it holds all of the variable."""

    symbol: str = ""
    """The symbol whose address is the location, such as that of a parameter."""

    end: str = ""
    """The label where a location ends that does not hold for the whole scope from the start."""


_NOWHERE: Final = _Location()


def _location(expression: bytes, symbol: str = "") -> _Location:
    """Return what an expression says; `symbol` stands behind its first operation."""
    reader = _Reader(expression)
    registers: list[str] = []
    pieces = 0
    with suppress(StopReadingError):
        while reader.offset < reader.end:
            operation = reader.number(1)
            if operation == _REGISTER_OF:
                registers.append(_register(reader.unsigned()))
            elif operation == _PIECE:
                reader.unsigned()
                pieces += 1
            elif operation == _ADDRESS_OF and reader.offset == 1 and symbol:
                alone = len(expression) in (1 + 4, 1 + 8)
                return _Location(symbol=symbol) if alone else _NOWHERE
            else:
                pieces += 1
                break
    complete = reader.offset == reader.end and pieces == 0 and len(registers) == 1
    return _Location(frozenset(registers), complete and registers[0] != "")


def _register(number: int) -> str:
    """Return the register whose name makes a number, "" if none does."""
    name = number.to_bytes(9, "big").lstrip(b"\0").decode("latin-1")
    return name if _REGISTER.match(name) else ""


def _read_lists(section: _Section, address: int) -> dict[int, _Location]:
    """Return the location lists of DWARF 2 to 4 by their offsets."""
    lists: dict[int, _Location] = {}
    reader = _Reader(section.data)
    with suppress(StopReadingError):
        while reader.offset < reader.end:
            start = reader.offset
            ranges = [*_ranges(reader, section, address)]
            if len(ranges) == 1 and ranges[0].end:
                lists[start] = ranges[0]
            else:
                registers = {name for found in ranges for name in found.registers}
                lists[start] = _Location(frozenset(registers))
    return lists


def _ranges(reader: _Reader, section: _Section, address: int) -> Iterator[_Location]:
    """Read the entries of a location list."""
    while True:
        places = reader.offset, reader.offset + address
        begin, end = reader.number(address), reader.number(address)
        if begin == end == 0 and section.symbols.keys().isdisjoint(places):
            return
        if begin == (1 << 8 * address) - 1:
            yield _NOWHERE
        else:
            location = _location(reader.take(reader.number(2)))
            yield location._replace(end=section.symbols.get(places[1], ""))


# --------------------------------------------------------------------------- entries

_NAME, _LINKAGE, _MIPS_LINKAGE = 0x03, 0x6E, 0x2007
_LOCATION, _LOW_PC, _HIGH_PC, _ORIGIN, _SPECIFICATION = 0x02, 0x11, 0x12, 0x31, 0x47
_PARAMETER, _SUBPROGRAM, _VARIABLE = 0x05, 0x2E, 0x34

_ADDRESS, _STRING, _STRING_OFFSET, _WIDE_REFERENCE = 0x01, 0x08, 0x0E, 0x10
_FLAG_PRESENT, _IMPLICIT = 0x19, 0x21
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
_MOST_ENTRIES: Final = 1 << 20
_MOST_HOPS: Final = 4

_Value: TypeAlias = int | str | _Location


class _Abbreviation(NamedTuple):
    """The shape of entries; attributes that have no data are left out."""

    tag: int
    children: bool
    attributes: list[tuple[int, int]]


class _Entry:
    """A function, a parameter or a variable, as far as names need it."""

    __slots__ = ("end", "linkage", "location", "name", "origin", "parameters", "start", "variables")

    def __init__(self, values: Mapping[int, _Value], end: str) -> None:
        """Keep what the attributes say; `end` is the label at the end of the scope around."""
        text = {at: value for at, value in values.items() if isinstance(value, str)}
        self.name = text.get(_NAME, "")
        self.linkage = text.get(_LINKAGE, text.get(_MIPS_LINKAGE, ""))
        self.start = text.get(_LOW_PC, "")
        self.end = end
        origin = values.get(_ORIGIN, values.get(_SPECIFICATION))
        self.origin = origin if isinstance(origin, int) else -1
        location = values.get(_LOCATION)
        self.location = location if isinstance(location, _Location) else _NOWHERE
        self.parameters: list[_Entry] = []
        self.variables: list[_Entry] = []
        """Those of scopes inside the function and of functions inlined there, too."""


class _Scope(NamedTuple):
    """What an entry's children belong to."""

    function: _Entry | None
    own: bool
    """Whether the children are those of the function itself."""
    end: str


def _read_strings(section: _Section) -> dict[int, str]:
    """Return the strings by their offsets."""
    strings: dict[int, str] = {}
    offset = 0
    for text in section.data.split(b"\0")[:-1]:
        strings[offset] = _text(text)
        offset += len(text) + 1
    return strings


def _read_abbreviations(section: _Section) -> dict[int, dict[int, _Abbreviation]]:
    """Return the tables of abbreviations by their offsets."""
    tables: dict[int, dict[int, _Abbreviation]] = {}
    reader = _Reader(section.data)
    with suppress(StopReadingError):
        while reader.offset < reader.end:
            table = tables[reader.offset] = {}
            while code := reader.unsigned():
                tag, children = reader.unsigned(), reader.number(1) != 0
                table[code] = _Abbreviation(tag, children, [*_attributes(reader)])
    return tables


def _attributes(reader: _Reader) -> Iterator[tuple[int, int]]:
    """Read the attributes of an abbreviation."""
    while True:
        attribute, form = reader.unsigned(), reader.unsigned()
        if attribute == form == 0:
            return
        if form == _IMPLICIT:
            reader.unsigned()
        elif form != _FLAG_PRESENT:
            yield attribute, form


class _Info:
    """Reads `.debug_info`: functions and what is in them."""

    def __init__(self, sections: Mapping[str, _Section]) -> None:
        """Take the sections of a module."""
        nothing = _Section()
        self.functions: list[_Entry] = []
        self._entries: dict[int, _Entry] = {}
        self._section = sections.get(".debug_info", nothing)
        self._reader = _Reader(self._section.data)
        self._tables = _read_abbreviations(sections.get(".debug_abbrev", nothing))
        self._strings = _read_strings(sections.get(".debug_str", nothing))
        self._locations = sections.get(".debug_loc", nothing)
        self._lists: dict[int, dict[int, _Location]] = {}
        self._unit = self._address = self._reference = 0

    def read(self) -> None:
        """Read all units, each as far as it makes sense."""
        reader, size = self._reader, len(self._section.data)
        while reader.offset + 4 <= size:
            self._unit = reader.offset
            length = reader.number(4)  # 0 where it is a difference that is not known
            end = reader.end = min(reader.offset + length, size) if length else size
            with suppress(StopReadingError):
                self._read_unit()
                end = end if length else reader.offset
            reader.offset, reader.end = end, size

    def _read_unit(self) -> None:
        reader = self._reader
        version = reader.number(2)
        kind, address = _COMPILE_UNIT, 0
        if version >= _LAST_VERSION:
            kind, address = reader.number(1), reader.number(1)
        table = self._tables.get(reader.number(4))
        self._address = address or reader.number(1)
        self._reference = self._address if version == _FIRST_VERSION else 4
        sensible = _FIRST_VERSION <= version <= _LAST_VERSION and kind == _COMPILE_UNIT
        if table is None or self._address not in _ADDRESS_SIZES or not sensible:
            raise StopReadingError
        if self._address not in self._lists:
            self._lists[self._address] = _read_lists(self._locations, self._address)
        self._read_entries(table)

    def _read_entries(self, table: Mapping[int, _Abbreviation]) -> None:
        """Read an entry and all the entries below it."""
        scopes = [_Scope(None, own=False, end="")]
        while True:
            offset = self._reader.offset
            code = self._reader.unsigned()
            if code == 0:
                scopes.pop()
            elif code in table:
                scope = self._read_entry(offset, table[code], scopes[-1])
                if table[code].children:
                    scopes.append(scope)
            else:
                raise StopReadingError
            if len(scopes) <= 1:
                return

    def _read_entry(self, offset: int, abbreviation: _Abbreviation, scope: _Scope) -> _Scope:
        """Read an entry; return the scope that it makes."""
        tag = abbreviation.tag
        values = {attribute: self._value(form) for attribute, form in abbreviation.attributes}
        location, end = values.get(_LOCATION), values.get(_HIGH_PC)
        inner = _Scope(scope.function, own=False, end=end if isinstance(end, str) else scope.end)
        if tag not in (_PARAMETER, _SUBPROGRAM, _VARIABLE):
            return inner
        if isinstance(location, int):
            values[_LOCATION] = self._list(location)
        if len(self._entries) >= _MOST_ENTRIES:
            raise StopReadingError
        entry = self._entries[offset] = _Entry(values, inner.end)
        if tag == _SUBPROGRAM:
            self.functions.append(entry)
            return inner._replace(function=entry, own=True)
        if scope.function is not None:
            scope.function.variables.append(entry)
            if scope.own and tag == _PARAMETER:
                scope.function.parameters.append(entry)
        return inner

    def _list(self, offset: int) -> _Location:
        lists = self._lists[self._address]
        location = lists.get(offset, _NOWHERE)
        if len(location.registers) > 1:
            lists[offset] = _NOWHERE  # no compiler shares lists; this keeps the time linear
        return location

    def _value(self, form: int) -> _Value:
        reader, symbols = self._reader, self._section.symbols
        if form == _STRING:
            return reader.string()
        if form in _BLOCK_FORMS:
            width = _BLOCK_FORMS[form]
            length = reader.number(width) if width else reader.unsigned()
            target = symbols.get(reader.offset + 1, "")
            return _location(reader.take(length), target)
        symbol = symbols.get(reader.offset)
        number = self._number(form)
        if symbol is not None:
            return symbol if form == _ADDRESS else ""
        if form == _STRING_OFFSET:
            return self._strings.get(number, "")
        return number + self._unit if form in _UNIT_REFERENCES else number

    def _number(self, form: int) -> int:
        if form in _FIXED_FORMS:
            return self._reader.number(_FIXED_FORMS[form])
        if form in (_ADDRESS, _WIDE_REFERENCE):
            return self._reader.number(self._address if form == _ADDRESS else self._reference)
        if form in _LEB_FORMS:
            return self._reader.unsigned()
        raise StopReadingError

    # ----------------------------------------------------------------------- names

    def names(self, entry: _Entry, function: n.Function) -> DebugNames:
        """Return the names that the entry of a function gives."""
        return DebugNames(
            self._parameters(entry, function), self._registers(entry), self.name(entry)
        )

    def name(self, entry: _Entry) -> str:
        """Return what the source calls an entry."""
        return next((above.name for above in self._origins(entry) if above.name), "")

    def linkage(self, entry: _Entry) -> str:
        """Return the symbol of a function, if its entry has one apart from its name."""
        return next((above.linkage for above in self._origins(entry) if above.linkage), "")

    def _origins(self, entry: _Entry) -> Iterator[_Entry]:
        """Yield an entry, and those that it is an instance of."""
        following: _Entry | None = entry
        for _ in range(_MOST_HOPS):
            if following is None:
                return
            yield following
            following = self._entries.get(following.origin)

    def _parameters(self, entry: _Entry, function: n.Function) -> tuple[str, ...]:
        """Return the names of parameters, by their order where the source has as many as PTX."""
        symbols = [parameter.declarator.name.name for parameter in function.parameters or ()]
        located = {
            parameter.location.symbol: self.name(parameter) for parameter in entry.parameters
        }
        names = [located.get(symbol, "") for symbol in symbols]
        for origin in self._origins(entry):
            if len(origin.parameters) != len(names):
                continue
            ordered = tuple(self.name(parameter) for parameter in origin.parameters)
            if all(name in ("", other) for name, other in zip(names, ordered, strict=True)):
                return ordered
        return tuple(names)

    def _registers(self, function: _Entry) -> dict[str, str]:
        whole: dict[str, None] = {}
        claims: dict[str, set[str]] = {}
        for variable in function.variables:
            location = variable.location
            for register in location.registers:
                claims.setdefault(register, set()).add(self.name(variable))
            if location.whole and location.end in ("", variable.end, function.end):
                whole.update(dict.fromkeys(location.registers))
        return {
            register: name
            for register in whole
            for name in claims[register]
            if name and len(claims[register]) == 1
        }
