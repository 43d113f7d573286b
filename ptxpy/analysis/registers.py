"""Which registers each statement of a function reads and writes, as small numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ptxpy import isa
from ptxpy.ir import nodes as n
from ptxpy.ir.layout import walk
from ptxpy.isa.types import TYPES

if TYPE_CHECKING:
    from ptxpy.analysis.code import Code

__all__ = ["Accesses", "RegisterTable", "accesses", "register_table"]


class Accesses(NamedTuple):
    """What a statement does with registers; the numbers are those of a `RegisterTable`."""

    reads: tuple[int, ...]
    """What it reads, the guard included; an accumulator is read and written."""
    writes: tuple[int, ...]
    read_modify_writes: tuple[int, ...]
    """Those of the written ones that it also reads: accumulators, and vector registers of which it
    writes a component."""
    guarded: bool
    """Whether it may be skipped, so that what it writes may keep its value."""


NOTHING: Final = Accesses((), (), (), guarded=False)


class RegisterTable:
    """The registers that a function's code names, numbered from 0 as they occur.

    A name that several scopes declare stands for a register in each of them. Special registers
    are none of these.
    """

    def __init__(self, code: Code) -> None:
        """Begin without registers."""
        self._code = code
        self.names: list[str] = []
        """The name of each register."""
        self.types: list[str] = []
        """The type of each register without its dot; empty where it is not declared."""
        self.levels: list[int] = []
        """The scope that declares each register, as an index in `Code.levels`."""
        self._numbers: dict[tuple[int, str], int] = {}
        self._known: list[dict[str, int]] = [{} for _ in code.levels]

    def __len__(self) -> int:
        """Return how many registers have been named."""
        return len(self.names)

    def number(self, name: str, level: int) -> int:
        """Return the number of a name used in a scope, or -1 when it is no register."""
        known = self._known[level]
        found = known.get(name)
        if found is None:
            found = known[name] = self._find(name, level)
        return found

    def _find(self, name: str, level: int) -> int:
        levels = self._code.levels
        at = level
        while at >= 0:
            actual = levels[at].names.own(name)
            if actual is not None:
                kind = actual.parts[0].type if actual.kind == "vector" else actual.type
                is_register = actual.kind in ("register", "vector")
                return self._add(name, at, kind) if is_register else -1
            at = levels[at].outer
        module = levels[0].names.outer
        actual = None if module is None else module.find(name)
        if actual is not None:
            return self._add(name, 0, actual.type) if actual.kind == "register" else -1
        if not name.startswith("%") or isa.is_special(name):
            return -1
        return self._add(name, 0, "")

    def _add(self, name: str, level: int, kind: str) -> int:
        number = self._numbers.setdefault((level, name), len(self.names))
        if number == len(self.names):
            self.names.append(name)
            self.types.append(kind)
            self.levels.append(level)
        return number

    def bits(self, number: int) -> int:
        """Return the size of a register: 1 for a predicate, 0 where the type is not known."""
        kind = self.types[number]
        return 1 if kind == "pred" else TYPES[kind].bits if kind in TYPES else 0


def register_table(code: Code) -> tuple[RegisterTable, list[Accesses]]:
    """Return the registers of a function, and what each of its statements does with them."""
    table = RegisterTable(code)
    found = [
        (
            accesses(statement, level, table)
            if type(statement) is n.Instruction or type(statement) is n.Call
            else NOTHING
        )
        for statement, level in zip(code.statements, code.scopes, strict=True)
    ]
    return table, found


def accesses(statement: n.Instruction | n.Call, level: int, table: RegisterTable) -> Accesses:
    """Return what an instruction or call in a scope does with registers."""
    reads: list[str] = []
    writes: list[str] = []
    updates: list[str] = []
    if type(statement) is n.Instruction:
        guard, opcode, modifiers, operands, _, _ = statement
        leading, written, updated = _positions(opcode, modifiers)
        for position, operand in enumerate(operands):
            if (position >= leading and position not in written) or type(operand) is n.Address:
                _collect(operand, reads)
            else:
                _collect(operand, writes)
                if position in updated:
                    _collect(operand, updates)
                elif type(operand) is n.Component or type(operand) is n.Vector:
                    _collect_vectors(operand, updates)
    else:
        call: Any = statement
        guard = call.guard
        for operand in call.returns or ():
            _collect(operand, writes)
        for operand in (call.target, *(call.arguments or ())):
            _collect(operand, reads)
    if guard is not None:
        _collect(guard.register, reads)
    numbers = table.number
    update = tuple([k for name in updates if (k := numbers(name, level)) >= 0])
    return Accesses(
        tuple([k for name in reads if (k := numbers(name, level)) >= 0]) + update,
        tuple([k for name in writes if (k := numbers(name, level)) >= 0]),
        update,
        guard is not None,
    )


_POSITIONS: dict[tuple[str, tuple[str, ...]], tuple[int, frozenset[int], frozenset[int]]] = {}
_MAX_CACHED_FORMS: Final = 1 << 14


def _positions(
    opcode: str, modifiers: tuple[str, ...]
) -> tuple[int, frozenset[int], frozenset[int]]:
    """Return how many operands are destinations, and which others are written, and updated."""
    found = _POSITIONS.get((opcode, modifiers))
    if found is None:
        if len(_POSITIONS) > _MAX_CACHED_FORMS:
            _POSITIONS.clear()
        found = _POSITIONS[opcode, modifiers] = (
            isa.destinations(opcode, modifiers),
            frozenset(isa.explicit_writes(opcode, modifiers)),
            frozenset(isa.read_modify_writes(opcode, modifiers)),
        )
    return found


def _collect(operand: n.Node, names: list[str]) -> None:
    """Add the names that stand in an operand."""
    kind = type(operand)
    if kind is n.Register or kind is n.Symbol:
        names.append(operand[0])
    elif kind is n.Literal:
        return
    elif kind is n.Vector:
        for part in operand[0]:
            _collect(part, names) if type(part) is not n.Vector else _walk(part, names)
    elif kind is n.Address and not operand[2]:
        (
            _walk(operand[0], names)
            if type(operand[0]) is not n.Register
            else names.append(operand[0][0])
        )
        if operand[1] is not None and type(operand[1]) is not n.Literal:
            _walk(operand[1], names)
    else:
        _walk(operand, names)


def _collect_vectors(operand: n.Node, names: list[str]) -> None:
    """Add the vector registers of which a destination is a part: the rest keeps its value."""
    if type(operand) is n.Component:
        _collect(operand, names)
    else:
        for part in operand[0]:
            if type(part) is n.Component:
                _collect(part, names)


def _walk(operand: n.Node, names: list[str]) -> None:
    names += [node[0] for node in walk(operand) if type(node) in _NAMED]


_NAMED: Final = frozenset({n.Register, n.Symbol})
