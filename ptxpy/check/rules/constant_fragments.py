"""Matrix fragments that consist of constants, of which ptxas accepts few."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.check.context import FunctionContext
    from ptxpy.check.diagnostic import Diagnostic

__all__ = ["check_constant_fragments"]

_CODE: Final = "PTX014"
_ACCUMULATOR: Final = 3
"""The position of C."""
_TYPES: Final = frozenset({".f16", ".f32", ".f64", ".s32"})
_HALF_BYTES: Final = frozenset({".s4", ".u4"})
_INTEGERS: Final = frozenset({"integer"})
_SINGLE: Final = frozenset({"0f"})
_TAKEN: Final = {
    ".s32": _INTEGERS,
    ".f32": _SINGLE,
    ".f64": frozenset({"0f", "float", "integer"}),
}
"""The kinds of constants that a fragment of C may consist of, by its type."""


def check_constant_fragments(
    function: FunctionContext, index: int, node: n.Instruction
) -> Iterator[Diagnostic]:
    """Report fragments of constants that do not have the type of the matrix."""
    if node.opcode == "stmatrix":
        wrong = _wrong(node, 1, _SINGLE)
    elif node.opcode == "mma" or (node.opcode == "wmma" and ".mma" in node.modifiers):
        type_ = next((word for word in reversed(node.modifiers) if word in _TYPES), "")
        factors = _factors(node, type_)
        wrong = _wrong(node, 1, factors) or _wrong(node, 2, factors)
        wrong = wrong or _wrong(node, _ACCUMULATOR, _TAKEN.get(type_, frozenset()))
    else:
        return
    if wrong:
        message = "these constants do not have the type of the matrix"
        help_ = "move one of them into a register"
        yield function.report(_CODE, index, message, ("operand", wrong), help_)


def _factors(node: n.Instruction, type_: str) -> frozenset[str]:
    """Return the kinds of constants that a fragment of A or B may have, given the type of C."""
    is_wmma = node.opcode == "wmma"
    if type_ == ".f64":
        return _TAKEN[".f64"] - _INTEGERS if is_wmma else _TAKEN[".f64"]
    if is_wmma:
        return _INTEGERS if _HALF_BYTES.intersection(node.modifiers) else frozenset()
    return _SINGLE if type_ == ".s32" and ".m8n8k16" not in node.modifiers else frozenset()


def _wrong(node: n.Instruction, position: int, taken: frozenset[str]) -> int:
    """Return `position` if its operand has constants that are not accepted, else 0."""
    operand = node.operands[position] if position < len(node.operands) else None
    if type(operand) is not n.Vector:
        return 0
    kinds = {_kind(part) for part in operand.elements if type(part) is n.Literal}
    is_constant = all(type(part) is n.Literal for part in operand.elements)
    return position if is_constant and kinds - taken else 0


def _kind(literal: n.Literal) -> str:
    if literal.text.lower().lstrip("-")[:2] == "0f":
        return "0f"
    return "integer" if isinstance(literal.value, int) else "float"
