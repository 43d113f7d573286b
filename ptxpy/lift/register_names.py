"""Names of registers, from what is written into them.

A register that is written once gets a name when the instruction says what it holds: a special
register, a parameter, the address of one in the global window, the address of a variable, or a
pointer made from one of these. So does the index of a thread in the grid, which loops count on.
Nothing is invented: what has no name in the program gets none.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

from ptxpy import isa
from ptxpy.ir import nodes as n
from ptxpy.ir.layout import walk

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

__all__ = ["names_of"]

_INDICES: Final = {"": "i", "_y": "j", "_z": "k"}
"""The index of a thread in the grid, by the suffix of `tid`, `ntid` and `ctaid`."""

_WORD: Final = re.compile(r"[a-z][a-z0-9_]*\Z")
_LONGEST: Final = 32
_OFTEN: Final = 4
"""So many registers may have the same name, but for a number: more of them it does not tell."""

_GLOBAL: Final = "_global"
_ADDRESS: Final = "_addr"
_POINTER: Final = "_ptr"


def names_of(function: n.Function, symbols: Mapping[str, str]) -> dict[str, str]:
    """Return the names of registers of a function.

    Args:
        function: A function with a body.
        symbols: The Python name of each parameter, by its exact name.
    """
    body = function.body or ()
    uses = _Uses(body)
    names: dict[str, str] = {}
    given: Counter[str] = Counter()
    for statement in body:
        if type(statement) is not n.Instruction or statement.guard is not None:
            continue
        operands = statement.operands
        if len(operands) < 2 or type(operands[0]) is not n.Register:  # noqa: PLR2004
            continue
        target = operands[0].name
        if target in names or uses.last[target] is statement:
            continue
        name = _name(statement, operands[1:], names, symbols, uses.mentioned)
        if name is None and target in uses.pointers:
            name = _pointer(statement, operands[1:], names)
        # The index of a thread is often counted on; anything else is written once.
        if name is not None and (uses.written[target] == 1 or name in _INDICES.values()):
            given[name] += 1
            names[target] = name
    return {
        target: name
        for target, name in names.items()
        if given[name] <= _OFTEN or not name.endswith((_ADDRESS, _POINTER))
    }


class _Uses:
    """How registers and symbols are used in a body."""

    def __init__(self, body: Sequence[n.Node]) -> None:
        self.written: Counter[str] = Counter()
        self.mentioned: Counter[str] = Counter()
        self.last: dict[str, n.Node] = {}
        """The last statement that has a register."""
        self.pointers: set[str] = set()
        for statement in _flat(body):
            self.written.update(_written(statement))
            for node in walk(statement):
                self._note(node, statement)

    def _note(self, node: n.Node, statement: n.Node) -> None:
        if type(node) is n.Symbol:
            self.mentioned[node.name] += 1
        elif type(node) is n.Register:
            self.last[node.name] = statement
        elif type(node) is n.Address and type(node.base) is n.Register:
            self.pointers.add(node.base.name)


def _flat(body: Sequence[n.Node]) -> Iterator[n.Node]:
    for statement in body:
        if type(statement) is n.Scope:
            yield from _flat(statement.body)
        else:
            yield statement


def _written(statement: n.Node) -> Iterator[str]:
    """Yield the registers that a statement writes."""
    if type(statement) is n.Call:
        operands: tuple[n.Node, ...] = statement.returns or ()
    elif type(statement) is n.Instruction:
        opcode, modifiers = statement.opcode, statement.modifiers
        places = {*isa.explicit_writes(opcode, modifiers)}
        if isa.destinations(opcode, modifiers) or not isa.is_known(opcode):
            places.add(0)
        operands = tuple(
            operand for place, operand in enumerate(statement.operands) if place in places
        )
    else:
        return
    for operand in operands:
        yield from (node.name for node in walk(operand) if type(node) is n.Register)


def _name(
    statement: n.Instruction,
    sources: tuple[n.Operand, ...],
    names: Mapping[str, str],
    symbols: Mapping[str, str],
    mentioned: Mapping[str, int],
) -> str | None:
    opcode, modifiers = statement.opcode, statement.modifiers
    first = sources[0]
    if opcode == "mov":
        return _special(first) or _address(first, symbols)
    if opcode == "ld" and modifiers[:1] == (".param",) and type(first) is n.Address:
        return _parameter(first, symbols, mentioned)
    known = [names.get(source.name, "") for source in sources if type(source) is n.Register]
    if opcode == "cvta" and modifiers[:2] == (".to", ".global") and known and known[0]:
        return f"{known[0]}{_GLOBAL}"
    if opcode == "mad" and modifiers[:1] == (".lo",) and len(known) == 3:  # noqa: PLR2004
        return _index(known)
    return None


def _address(source: n.Operand, symbols: Mapping[str, str]) -> str | None:
    """Return a name for the address of a variable."""
    name = symbols.get(source.name) if type(source) is n.Symbol else None
    if name is None or "." in name or len(name) > _LONGEST:
        return None
    return f"{name}{_ADDRESS}"


def _pointer(
    statement: n.Instruction, sources: tuple[n.Operand, ...], names: Mapping[str, str]
) -> str | None:
    """Return a name for a pointer that is a base in the global window and an offset."""
    registers = [source.name for source in sources if type(source) is n.Register]
    if statement.opcode != "add" or len(registers) != len(sources):
        return None
    base = names.get(registers[0], "")
    stem = base.removesuffix(_GLOBAL)
    return f"{stem}{_POINTER}" if stem != base else None


def _special(source: n.Operand) -> str | None:
    base, suffix = source, ""
    if type(source) is n.Component:
        base = source.base
        suffix = "" if source.component == "x" else f"_{source.component}"
    if type(base) is not n.Register or not isa.is_special(base.name):
        return None
    name = base.name.removeprefix("%")
    return f"{name}{suffix}" if _WORD.match(name) else None


def _parameter(
    address: n.Address, symbols: Mapping[str, str], mentioned: Mapping[str, int]
) -> str | None:
    base = address.base
    if type(base) is not n.Symbol or address.offset is not None or address.coordinates:
        return None
    name = symbols.get(base.name)
    if name is None or mentioned[base.name] != 1 or len(name) > _LONGEST:
        return None
    return name


def _index(known: list[str]) -> str | None:
    for suffix, name in _INDICES.items():
        wanted = {f"ctaid{suffix}", f"ntid{suffix}"}
        if {*known[:2]} == wanted and known[2] == f"tid{suffix}":
            return name
    return None
