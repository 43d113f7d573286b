"""Names of functions, parameters and registers in the source, from the DWARF of a module.

A location that is no list holds for the whole scope of its variable. A list of one range holds from
the first assignment on, if the range lasts as long as the scope.

Malformed data ends its unit or its section, and the entries before it count. Every step consumes
data, which keeps the time linear whatever the data says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Final

from ptxpy._records import NamedTuple
from ptxpy.debug_info.dwarf import (
    NOWHERE,
    Abbreviation,
    Location,
    Section,
    Value,
    ValueReader,
    read_abbreviations,
    read_lists,
    read_sections,
    read_strings,
)
from ptxpy.ir import nodes as n
from ptxpy.styles import StopReadingError

__all__ = ["DebugNames", "debug_names"]


class DebugNames(NamedTuple):
    """The source's names for a function and the things in it."""

    parameters: tuple[str, ...]
    """The name of each parameter that the function has in PTX, "" if it is not known."""

    registers: Mapping[str, str]
    """The variable that lives in a register for the whole of its scope, if it is the only one."""

    source: str
    """The name of the function, "" if it is not known."""

    fields: tuple[Mapping[int, str], ...] = ()
    """The fields of each parameter that is a structure, by their places in bytes: `{24: "dt"}`.
    Empty if none is."""


def debug_names(module: n.Module) -> dict[str, DebugNames]:
    """Return the names that a module's DWARF gives, by the exact name of each function."""
    info = _Info(read_sections(module))
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


# --------------------------------------------------------------------------- entries

_NAME, _LINKAGE, _MIPS_LINKAGE = 0x03, 0x6E, 0x2007
_LOCATION, _LOW_PC, _HIGH_PC, _ORIGIN, _SPECIFICATION = 0x02, 0x11, 0x12, 0x31, 0x47
_PARAMETER, _SUBPROGRAM, _VARIABLE = 0x05, 0x2E, 0x34
_TYPE, _MEMBER_PLACE = 0x49, 0x38
_MEMBER, _BASE_CLASS, _ARRAY = 0x0D, 0x1C, 0x01
_STRUCTURES: Final = frozenset({0x02, 0x13})
"""Classes and structures; the members of a union share their places, and have no names here."""
_SAME_TYPES: Final = frozenset({0x16, 0x26, 0x35, 0x37})
"""Other names of a type, and a type that is constant, volatile or restricted."""
_TYPES: Final = _STRUCTURES | _SAME_TYPES | {_ARRAY}

_MAX_STEPS: Final = 1 << 10
"""The most types and members that are followed for the fields of a parameter."""

_MAX_ENTRIES: Final = 1 << 20
_MAX_TYPE_REFERENCES: Final = 4


class _Entry:
    """A function, a parameter or a variable, with the attributes that names follow from."""

    __slots__ = (
        "end",
        "linkage",
        "location",
        "name",
        "origin",
        "parameters",
        "start",
        "type",
        "variables",
    )

    def __init__(self, values: Mapping[int, Value], end: str) -> None:
        """Keep the attributes; `end` is the label at the end of the scope around."""
        text = {at: value for at, value in values.items() if isinstance(value, str)}
        self.name = text.get(_NAME, "")
        self.linkage = text.get(_LINKAGE, text.get(_MIPS_LINKAGE, ""))
        self.start = text.get(_LOW_PC, "")
        self.end = end
        origin = values.get(_ORIGIN, values.get(_SPECIFICATION))
        self.origin = origin if isinstance(origin, int) else -1
        location = values.get(_LOCATION)
        self.location = location if isinstance(location, Location) else NOWHERE
        kind = values.get(_TYPE)
        self.type = kind if isinstance(kind, int) else -1
        """Where its type is described."""
        self.parameters: list[_Entry] = []
        self.variables: list[_Entry] = []
        """Those of scopes inside the function and of functions inlined there, too."""


class _Type:
    """A structure, an array, or another name of a type."""

    __slots__ = ("members", "tag", "type")

    def __init__(self, tag: int, kind: Value | None) -> None:
        """Take the tag, and the type that it is another name of."""
        self.tag = tag
        self.type = kind if isinstance(kind, int) else -1
        self.members: list[tuple[int, str, int]] = []
        """Place, name and type of each member; a base class has no name."""

    def add(self, values: Mapping[int, Value]) -> None:
        """Add a member, given by its attributes."""
        name, place, kind = values.get(_NAME, ""), values.get(_MEMBER_PLACE), values.get(_TYPE)
        if isinstance(place, Location):
            place = place.place
        if isinstance(place, int) and place >= 0 and isinstance(kind, int):
            self.members.append((place, str(name), kind))


class _Scope(NamedTuple):
    """The owner of an entry's children."""

    function: _Entry | None
    own: bool
    """Whether the children are those of the function itself."""
    end: str
    type: _Type | None = None
    """The type whose members or dimensions the children are."""


class _Info:
    """Reads `.debug_info`: functions and their variables."""

    def __init__(self, sections: Mapping[str, Section]) -> None:
        """Take the sections of a module."""
        nothing = Section()
        self.functions: list[_Entry] = []
        self._entries: dict[int, _Entry] = {}
        self._types: dict[int, _Type] = {}
        strings = read_strings(sections.get(".debug_str", nothing))
        self._reader = ValueReader(sections.get(".debug_info", nothing), strings)
        self._tables = read_abbreviations(sections.get(".debug_abbrev", nothing))
        self._locations = sections.get(".debug_loc", nothing)
        self._lists: dict[int, dict[int, Location]] = {}

    def read(self) -> None:
        """Read all units, each up to the first entry that is malformed."""
        reader, size = self._reader, self._reader.end
        while reader.offset + 4 <= size:
            reader.unit = reader.offset
            length = reader.number(4)  # 0 where it is a difference that is not known
            end = reader.end = min(reader.offset + length, size) if length else size
            with suppress(StopReadingError):
                table = self._tables.get(self._reader.head())
                if table is None:
                    raise StopReadingError
                address = self._reader.address
                # How lists are read depends on the size of an address: once for each size.
                if address not in self._lists:
                    self._lists[address] = read_lists(self._locations, address)
                self._read_entries(table)
                # A unit of unknown length ends where its entries do.
                end = end if length else reader.offset
            reader.offset, reader.end = end, size

    def _read_entries(self, table: Mapping[int, Abbreviation]) -> None:
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
            # A unit has one entry at the top: the tree ends with the children of that.
            if len(scopes) <= 1:
                return

    def _read_entry(self, offset: int, abbreviation: Abbreviation, scope: _Scope) -> _Scope:
        """Read an entry; return the scope that it makes."""
        tag = abbreviation.tag
        values = {at: self._reader.value(form) for at, form in abbreviation.attributes}
        location, end = values.get(_LOCATION), values.get(_HIGH_PC)
        inner = _Scope(scope.function, own=False, end=end if isinstance(end, str) else scope.end)
        if scope.type is not None and tag in (_MEMBER, _BASE_CLASS):
            scope.type.add(values)
        if tag in _TYPES and len(self._types) < _MAX_ENTRIES:
            made = self._types[offset] = _Type(tag, values.get(_TYPE))
            return inner._replace(type=made)
        if tag not in (_PARAMETER, _SUBPROGRAM, _VARIABLE):
            return inner
        if isinstance(location, int):
            values[_LOCATION] = self._list(location)
        if len(self._entries) >= _MAX_ENTRIES:
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

    def _list(self, offset: int) -> Location:
        lists = self._lists[self._reader.address]
        location = lists.get(offset, NOWHERE)
        if len(location.registers) > 1:
            lists[offset] = NOWHERE  # no compiler shares lists; this keeps the time linear
        return location

    # ----------------------------------------------------------------------- names

    def names(self, entry: _Entry, function: n.Function) -> DebugNames:
        """Return the names that the entry of a function gives."""
        parameters = self._parameters(entry, function)
        return DebugNames(
            parameters,
            self._registers(entry),
            self.name(entry),
            self._fields(entry, parameters),
        )

    def _fields(self, entry: _Entry, names: tuple[str, ...]) -> tuple[Mapping[int, str], ...]:
        """Return the fields of the parameters of some names."""
        types: dict[str, int] = {}
        for origin in self._origins(entry):
            for parameter in origin.parameters:
                name, kind = self.name(parameter), self._type(parameter)
                if types.setdefault(name, kind) != kind:
                    types[name] = -1
        found = [self._members(types.get(name, -1)) for name in names]
        return tuple(found) if any(found) else ()

    def _type(self, entry: _Entry) -> int:
        return next((above.type for above in self._origins(entry) if above.type >= 0), -1)

    def _members(self, kind: int) -> dict[int, str]:
        """Return the fields of a type, by their places, with the names of those around them."""
        found: dict[int, str] = {}
        following = [(0, "", kind)]
        for _ in range(_MAX_STEPS):
            if not following:
                return found
            place, name, kind = following.pop()
            known = self._types.get(kind)
            if known is None:
                if name:
                    found[place] = name
            elif known.tag in _SAME_TYPES:
                following.append((place, name, known.type))
            else:
                # An array has no members: its elements have no names.
                following += [
                    (place + at, "_".join([each for each in (name, member) if each]), inner)
                    for at, member, inner in reversed(known.members)
                ]
        return {}

    def name(self, entry: _Entry) -> str:
        """Return the source's name for an entry."""
        return next((above.name for above in self._origins(entry) if above.name), "")

    def linkage(self, entry: _Entry) -> str:
        """Return the symbol of a function, if its entry has one apart from its name."""
        return next((above.linkage for above in self._origins(entry) if above.linkage), "")

    def _origins(self, entry: _Entry) -> Iterator[_Entry]:
        """Yield an entry, and those that it is an instance of."""
        following: _Entry | None = entry
        for _ in range(_MAX_TYPE_REFERENCES):
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
                # A register of two variables has no name, even if their scopes do not overlap.
                claims.setdefault(register, set()).add(self.name(variable))
            if location.whole and location.end in ("", variable.end, function.end):
                whole.update(dict.fromkeys(location.registers))
        return {
            register: name
            for register in whole
            for name in claims[register]
            if name and len(claims[register]) == 1
        }
