"""Simpler forms of one instruction: constants for registers, fewer modifiers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ptxpy.analysis import SymbolTable

__all__ = ["forwarded", "simpler_operands", "without_modifiers"]

_ZEROS: Final = {".f32": "0f00000000", ".f64": "0d0000000000000000"}
"""Zero as an operand of floating-point instructions; others have 0."""


def simpler_operands(
    instruction: n.Instruction, names: SymbolTable
) -> Iterator[Callable[[n.Instruction], n.Instruction]]:
    """Yield edits of an instruction that make an operand simpler.

    A register or a number becomes 0, an address loses its offset, a pair its second part, a
    list all but its first element. A destination that is one register stays.
    """
    # Of two types, as those of a conversion, the last is that of the operand.
    types = [each for each in instruction.modifiers if each[1:] in TYPES]
    zero = n.Literal(_ZEROS.get(types[-1], "0") if types else "0")
    for index, operand in enumerate(instruction.operands):
        new: n.Operand | None = None
        if isinstance(operand, n.Address):
            if operand.offset is not None:
                new = operand.replace(offset=None)
        elif isinstance(operand, n.Pair):
            new = operand.first
        elif isinstance(operand, n.Vector):
            new = operand.replace(elements=operand.elements[:1])
        elif index and _is_value(operand, names):
            new = zero
        if new is not None and new != operand:
            yield _edit(index, new)


def _is_value(operand: n.Operand, names: SymbolTable) -> bool:
    """Whether an operand can be a constant: a predicate cannot."""
    if isinstance(operand, n.Literal | n.Component):
        return True
    if isinstance(operand, n.Register):
        found = names.declaration(operand.name)
        # Special registers are declared by nothing.
        return found is None or found.actual.type != "pred"
    return False


def _edit(index: int, new: n.Operand) -> Callable[[n.Instruction], n.Instruction]:
    def edit(node: n.Instruction) -> n.Instruction:
        operands = (*node.operands[:index], new, *node.operands[index + 1 :])
        return node.replace(operands=operands, within=None)

    return edit


def forwarded(instruction: n.Instruction, names: SymbolTable) -> tuple[str, str] | None:
    """Return the register that an instruction writes, and one of its kind that it reads.

    None if there is no such pair.
    """
    if not instruction.operands or not isinstance(instruction.operands[0], n.Register):
        return None
    result = instruction.operands[0].name
    declared = names.declaration(result)
    for operand in instruction.operands[1:]:
        if isinstance(operand, n.Register) and operand.name != result and declared is not None:
            other = names.declaration(operand.name)
            if other is not None and other.actual == declared.actual:
                return result, operand.name
    return None


def without_modifiers(
    node: n.Instruction | n.Call,
) -> Iterator[Callable[[n.Instruction], n.Instruction]]:
    """Yield edits that remove a modifier, the last first."""
    for modifier in reversed(node.modifiers):
        yield _without(modifier)


def _without(modifier: str) -> Callable[[n.Instruction], n.Instruction]:
    def edit(node: n.Instruction) -> n.Instruction:
        left = [*node.modifiers]
        # Another change may have removed an equal one.
        if modifier in left:
            left.reverse()
            left.remove(modifier)
            left.reverse()
        return node.replace(modifiers=tuple(left), within=None)

    return edit
