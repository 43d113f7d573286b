"""The results of a block of inline assembly: the registers that it writes before it reads them.

Such a register is a result of the block's function, `x = cvt_rn(a, b)`; one that is read first, or
written under a guard or behind a branch, is given to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy import isa
from ptxpy._records import NamedTuple
from ptxpy.dialect import value_class
from ptxpy.ir import nodes as n
from ptxpy.ir import walk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

__all__ = ["NOTHING", "BlockResults", "results_of"]

_JUMPS = frozenset({"bra", "brx", "ret", "exit", "trap"})


class BlockResults(NamedTuple):
    """The results of a block."""

    scalars: Mapping[str, n.Instruction]
    """The registers, each with the instruction that writes it first, in order.

    Of one that is a part of a vector, that is a move of the part.
    """
    whole: n.Instruction | None
    """The last instruction, if the registers of its destination are all that the block makes."""
    writes: Mapping[str, int]
    """How often the block writes each register of `scalars`."""


NOTHING = BlockResults({}, None, {})
"""The results of a function without blocks that give any."""


def results_of(
    block: Sequence[n.Node],
    declared: Callable[[str], str | None],
    types: Mapping[str, str],
    unchecked: frozenset[str],
) -> BlockResults:
    """Return the results of a block.

    Args:
        block: The statements.
        declared: Returns the type that operators give a register of the function; None for a
            register that is in none of its files.
        types: The declared types of the function's register files.
        unchecked: The instructions that the instruction table does not allow.
    """
    nodes = [*_nodes(block)]
    if any(not isinstance(node, _PLAIN) or _names_registers(node) for node in nodes):
        return NOTHING
    found = _Mentions({name for node in nodes for name in _declared_in(node)}, declared)
    instructions = [node for node in nodes if type(node) is n.Instruction]
    whole = None
    for node in instructions:
        is_last = node is nodes[-1] and not found.scalars
        if found.note(node, may_be_whole=is_last) and _name(node) not in unchecked:
            whole = node
    scalars = {
        name: node
        for name, node in found.scalars.items()
        if _name(node) not in unchecked and found.has_class(name, node, types)
    }
    return BlockResults(scalars, whole, {name: found.writes[name] for name in scalars})


class _Mentions:
    """The reads and writes of a block's registers so far."""

    def __init__(self, own: set[str], declared: Callable[[str], str | None]) -> None:
        """Take the registers that the block declares, and the types of others by a function."""
        self.scalars: dict[str, n.Instruction] = {}
        self.writes: dict[str, int] = {}
        self._own = own
        self._declared = declared
        self._seen: dict[str, int] = {}
        self._jumped = False

    def note(self, node: n.Instruction, *, may_be_whole: bool) -> bool:
        """Note an instruction; return whether it makes several registers, which are all results."""
        written = _written(node)
        mentioned = [
            each.name for part in (node.guard, *node.operands) if part for each in _registers(part)
        ]
        opcode, modifiers = node.opcode, node.modifiers
        first = node.operands[0] if node.operands else None
        makes = isa.destinations(opcode, modifiers) == 1 and not isa.read_modify_writes(
            opcode, modifiers
        )
        # Behind a branch or under a guard the write may not happen, and the old value counts, too.
        plain = makes and node.guard is None and not self._jumped and written == {0}
        is_whole = False
        if plain and type(first) is n.Register:
            # `add.s32 %r1, %r1, 1` reads the register before it writes it.
            if self._is_result(first.name) and mentioned.count(first.name) == 1:
                self.scalars[first.name] = node
        elif plain and may_be_whole and isinstance(first, n.Vector | n.Pair):
            parts = first.elements if isinstance(first, n.Vector) else (first.first, first.second)
            names = [part.name for part in parts if type(part) is n.Register]
            others = [name for name in names if name not in self._own]
            is_whole = len(names) > 1 and all(
                self._is_result(name) and mentioned.count(name) == 1 for name in names
            )
            # Of `{%temp, %r3}` with a register of the block's own, the other part is the result.
            if len(others) == 1 < len(names) == len(parts) and mentioned.count(others[0]) == 1:
                place = names.index(others[0])
                types = isa.part_types(opcode, modifiers)
                if self._is_result(others[0]) and len(types) == len(parts):
                    move = (f".{types[place]}",)
                    self.scalars[others[0]] = node.replace(
                        opcode="mov", modifiers=move, operands=(parts[place], *node.operands[1:])
                    )
        for place in written:
            if place < len(node.operands) and type(node.operands[place]) is not n.Address:
                for name in {each.name for each in _registers(node.operands[place])}:
                    self.writes[name] = self.writes.get(name, 0) + 1
        for name in mentioned:
            self._seen[name] = self._seen.get(name, 0) + 1
        self._jumped = self._jumped or node.opcode in _JUMPS
        return is_whole

    def _is_result(self, name: str) -> bool:
        return name not in self._seen and name not in self._own and self._declared(name) is not None

    def has_class(self, name: str, node: n.Instruction, types: Mapping[str, str]) -> bool:
        """Return whether a register has the class of its value in the block."""
        result = isa.result_type(node.opcode, node.modifiers)
        if self._seen[name] == 1:
            return True
        # A later mention in the block must take the register for the type of the value.
        return result is not None and value_class(result, types).type == self._declared(name)


_PLAIN = (n.Instruction, n.Variable, n.Label, n.Location, n.Pragma, n.Scope)


def _nodes(block: Sequence[n.Node]) -> Iterator[n.Node]:
    """Yield the statements of a block, and those of the scopes in it after each scope."""
    for node in block:
        yield node
        if type(node) is n.Scope:
            yield from _nodes(node.body)


def _declared_in(node: n.Node) -> Iterator[str]:
    if type(node) is not n.Variable or node.space != ".reg":
        return
    for declarator in node.declarators:
        name = declarator.name.name
        yield name
        count = declarator.range
        if count is not None:
            known = count.text if type(count) is n.Literal else ""
            for number in range(min(int(known), _MAX_DECLARED) if known.isdigit() else 0):
                yield f"{name}{number}"


_MAX_DECLARED = 1024
"""The most registers of a file in a block that are told from those outside."""


def _names_registers(node: n.Node) -> bool:
    """Return whether a comment before a statement may name registers."""
    gap = getattr(node, "before", None)
    return gap is not None and "%" in gap


def _name(node: n.Instruction) -> str:
    return node.opcode + "".join(node.modifiers)


def _written(node: n.Instruction) -> set[int]:
    first = [0] if isa.destinations(node.opcode, node.modifiers) else []
    return {*first, *isa.explicit_writes(node.opcode, node.modifiers)}


def _registers(part: n.Node) -> Iterator[n.Register]:
    for each in walk(part):
        if type(each) is n.Register:
            yield each
