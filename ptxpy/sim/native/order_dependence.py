"""Kernels whose accesses may depend on the order of their atomic operations.

Sums of integers are the same in every order; sums of floats, results of `atom` and the last
`exch` are not. That matters to strict mode if such a value decides which lanes run, or where
they access memory: in another order of the warps there may be a race.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy.ir import nodes as n
from ptxpy.ir import walk

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["order_decides"]

_COMMUTING: Final = frozenset({".add", ".and", ".or", ".xor", ".min", ".max"})
_FLOATS: Final = frozenset({".f16", ".f16x2", ".bf16", ".bf16x2", ".f32", ".f64"})
_DECIDES: Final = frozenset({
    "atom", "bar", "barrier", "bra", "brx", "elect", "exit", "ld", "ldu", "match", "red", "redux",
    "ret", "shfl", "st", "trap", "vote",
})  # fmt: skip
"""Opcodes whose guard decides which lanes access memory, or go where."""
_MASKED: Final = frozenset({"bar", "barrier", "elect", "match", "redux", "shfl", "vote"})
"""Opcodes whose last operand may be a member mask."""
_CARRY: Final = "carry"
"""The name that stands for the carry flag here: no register has it."""


def order_decides(instructions: Sequence[n.Instruction]) -> bool:
    """Return whether that is possible, for all instructions of a kernel.

    Every value that is loaded counts as depending on the order, if an operation depends on it.
    """
    atomics = [each for each in instructions if each.opcode in ("atom", "red")]
    return _depends_on_order(instructions, atomics) and _loads_decide(instructions)


def _depends_on_order(
    instructions: Sequence[n.Instruction], atomics: Sequence[n.Instruction]
) -> bool:
    used: set[str] = set()
    for each in instructions:
        used |= _sources(each)
    kinds = set()
    for each in atomics:
        words = set(each.modifiers)
        operation = words & _COMMUTING
        if not operation or words & _FLOATS:
            return True
        if each.opcode == "atom" and _names(each.operands[0]) & used:
            return True
        kinds.add((*operation, each.modifiers[-1]))
    return len(kinds) > 1


def _loads_decide(instructions: Sequence[n.Instruction]) -> bool:
    """Return whether a loaded value may decide which lanes run, or where they access memory."""
    loaded: set[str] = set()
    size = -1
    while size != len(loaded):
        size = len(loaded)
        for each in instructions:
            is_load = each.opcode in ("ld", "ldu") and not {".param", ".const"} & {*each.modifiers}
            if is_load or each.opcode == "atom" or _sources(each) & loaded:
                loaded |= _targets(each)
    return any(_decisive(each) & loaded for each in instructions)


def _decisive(instruction: n.Instruction) -> set[str]:
    """Return the registers that decide which lanes run, or where they access memory."""
    found: set[str] = set()
    if instruction.opcode not in _DECIDES:
        return found
    found |= _names(instruction.guard)
    for operand in instruction.operands:
        for node in walk(operand):
            if isinstance(node, n.Address):
                found |= _names(node)
    if instruction.opcode in _MASKED:
        found |= _names(instruction.operands[-1])
    if instruction.opcode in ("brx", "bar", "barrier"):
        found |= {name for each in instruction.operands for name in _names(each)}
    return found


def _targets(instruction: n.Instruction) -> set[str]:
    """Return the registers that an instruction may write to."""
    found = _names(instruction.operands[0]) if instruction.operands else set()
    return found | {_CARRY} if ".cc" in instruction.modifiers else found


def _sources(instruction: n.Instruction) -> set[str]:
    """Return the registers that an instruction may read."""
    found = _names(instruction.guard)
    first = 0 if instruction.opcode in ("st", "red", "bar", "barrier", "brx") else 1
    for operand in instruction.operands[first:]:
        found |= _names(operand)
    if instruction.opcode in ("addc", "subc", "madc"):
        found.add(_CARRY)
    return found


def _names(operand: Any) -> set[str]:
    if operand is None:
        return set()
    return {node.name for node in walk(operand) if isinstance(node, n.Register | n.Symbol)}
