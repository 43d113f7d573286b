"""The registers that each statement of a function reads and writes, as indices into a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy import isa
from ptxpy._records import NamedTuple
from ptxpy.analysis.storage import constant
from ptxpy.ir import nodes as n
from ptxpy.ir import walk
from ptxpy.isa import TYPES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ptxpy.analysis.code import Code

__all__ = ["Accesses", "RegisterTable", "accesses", "add_names", "register_table"]


class Accesses(NamedTuple):
    """The registers that a statement reads and writes, as indices into a `RegisterTable`."""

    reads: tuple[int, ...]
    """The registers that it reads, the guard included; an accumulator is read and written, unless
    the product replaces it."""
    writes: tuple[int, ...]
    """The registers that it writes."""
    read_modify_writes: tuple[int, ...]
    """The registers that it both writes and reads: accumulators, and vector registers of which it
    writes a component."""
    guarded: bool
    """Whether it has a guard, so that the registers it writes may keep their values."""


NOTHING: Final = Accesses((), (), (), guarded=False)


class RegisterTable:
    """The registers that a function's code names, in the order of their first occurrence.

    A name that several scopes declare is a different register in each. Special registers are not
    in the table.
    """

    def __init__(self, code: Code) -> None:
        """Create an empty table; `number` adds registers."""
        self._code = code
        self.names: list[str] = []
        """The name of each register."""
        self.types: list[str] = []
        """The type of each register without its dot; empty if it is not declared."""
        self.levels: list[int] = []
        """The scope that declares each register, as an index in `Code.levels`."""
        self._indices: dict[tuple[int, str], int] = {}
        self._cache: list[dict[str, int]] = [{} for _ in code.levels]

    def __len__(self) -> int:
        """Return how many registers are in the table."""
        return len(self.names)

    def number(self, name: str, level: int) -> int:
        """Return the index of the register that a name means in a scope; -1 if it is not one.

        A register that is not in the table is added.
        """
        cache = self._cache[level]
        index = cache.get(name)
        if index is None:
            index = cache[name] = self._find(name, level)
        return index

    def numbers(self, names: Iterable[str], level: int) -> tuple[int, ...]:
        """Return the indices of the registers among some names, in their order."""
        cache = self._cache[level]
        found = []
        for name in names:
            index = cache.get(name)
            if index is None:
                index = cache[name] = self._find(name, level)
            if index >= 0:
                found.append(index)
        return tuple(found)

    def _find(self, name: str, level: int) -> int:
        found = self._code.levels[level].names.declaration(name)
        if found is not None:
            actual = found.actual
            if actual.kind not in ("register", "vector"):
                return -1
            kind = actual.parts[0].type if actual.kind == "vector" else actual.type
            # PTX lets a module declare registers outside of its functions.
            return self._add(found.meant_by(name), max(found.level, 0), kind)
        # A register without a declaration counts as well, so that code which ptxas refuses is
        # analysed.
        if not name.startswith("%") or isa.is_special(name):
            return -1
        return self._add(name, 0, "")

    def _add(self, name: str, level: int, kind: str) -> int:
        index = self._indices.setdefault((level, name), len(self.names))
        if index == len(self.names):
            self.names.append(name)
            self.types.append(kind)
            self.levels.append(level)
        return index

    def bits(self, index: int) -> int:
        """Return the size of a register in bits: 1 for a predicate, 0 if its type is unknown."""
        kind = self.types[index]
        return 1 if kind == "pred" else TYPES[kind].bits if kind in TYPES else 0


def register_table(code: Code) -> tuple[RegisterTable, list[Accesses]]:
    """Return the registers of a function, and those that each of its statements accesses."""
    table = RegisterTable(code)
    by_statement = [
        (
            accesses(statement, level, table)
            if type(statement) is n.Instruction or type(statement) is n.Call
            else NOTHING
        )
        for statement, level in zip(code.statements, code.scopes, strict=True)
    ]
    return table, by_statement


def accesses(statement: n.Instruction | n.Call, level: int, table: RegisterTable) -> Accesses:
    """Return the registers that an instruction or call in a scope reads and writes."""
    reads: list[str] = []
    writes: list[str] = []
    updates: list[str] = []
    if type(statement) is n.Instruction:
        guard, opcode, modifiers, operands, _, _ = statement
        destination_count, written, updated = _positions(opcode, modifiers)
        for position, operand in enumerate(operands):
            kind = type(operand)
            if kind is n.Literal:
                continue
            # An address is read in any place: the first operand of `st.global [%rd1], %r1` is no
            # result.
            is_read = (
                position >= destination_count and position not in written
            ) or kind is n.Address
            names = reads if is_read else writes
            # Nearly all operands are registers, or an address of one.
            if kind is n.Register:
                names.append(operand[0])
            else:
                add_names(operand, names)
            if is_read:
                continue
            if position in updated:
                # A first product replaces what its accumulator held: `scale-d` is 0.
                if not _is_replaced(opcode, modifiers, operands):
                    add_names(operand, updates)
            elif kind is n.Component:
                # `mov.b32 %v.x, %r1` keeps the other components of `%v`.
                add_names(operand, updates)
            elif kind is n.Vector:
                for part in operand[0]:
                    if type(part) is n.Component:
                        add_names(part, updates)
    else:
        call: Any = statement
        guard = call.guard
        for operand in call.returns or ():
            add_names(operand, writes)
        for operand in (call.target, *(call.arguments or ())):
            add_names(operand, reads)
    if guard is not None:
        add_names(guard.register, reads)
    update = table.numbers(updates, level) if updates else ()
    return Accesses(
        table.numbers(reads, level) + update,
        table.numbers(writes, level),
        update,
        guard is not None,
    )


def _is_replaced(opcode: str, modifiers: tuple[str, ...], operands: tuple[n.Operand, ...]) -> bool:
    """Return whether an instruction certainly adds nothing to its accumulator."""
    return any(
        position < len(operands)
        and type(operands[position]) is n.Literal
        and constant(operands[position]) == 0
        for position in isa.traits(opcode, modifiers).accumulates
    )


_POSITIONS: dict[tuple[str, tuple[str, ...]], tuple[int, frozenset[int], frozenset[int]]] = {}
_MAX_CACHED_FORMS: Final = 1 << 14


def _positions(
    opcode: str, modifiers: tuple[str, ...]
) -> tuple[int, frozenset[int], frozenset[int]]:
    """Return how many leading operands are destinations, and where others are written or updated.

    The two sets hold the positions of operands that are written although they are not the
    destination, and of operands that are both read and written.
    """
    positions = _POSITIONS.get((opcode, modifiers))
    if positions is None:
        # The forms of one module are few, but a process may read any number of modules.
        if len(_POSITIONS) > _MAX_CACHED_FORMS:
            _POSITIONS.clear()
        positions = _POSITIONS[opcode, modifiers] = (
            isa.destinations(opcode, modifiers),
            frozenset(isa.explicit_writes(opcode, modifiers)),
            frozenset(isa.read_modify_writes(opcode, modifiers)),
        )
    return positions


def add_names(operand: n.Node, names: list[str]) -> None:
    """Add the names of registers and symbols in an operand to a list, in order."""
    kind = type(operand)
    if kind is n.Register or kind is n.Symbol:
        names.append(operand[0])
    elif kind is n.Literal:
        return
    elif kind is n.Vector:
        for part in operand[0]:
            add_names(part, names) if type(part) is not n.Vector else _walk(part, names)
    # An address of a register and a literal is so frequent that it is read without a walk.
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


def _walk(operand: n.Node, names: list[str]) -> None:
    names += [node[0] for node in walk(operand) if type(node) in _NAMED]


_NAMED: Final = frozenset({n.Register, n.Symbol})
