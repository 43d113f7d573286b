"""The registers that a `wgmma.mma_async` uses while it is in flight."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ptxpy.ir import nodes as n
from ptxpy.isa import traits

if TYPE_CHECKING:
    from ptxpy.check.context import FunctionContext

__all__ = ["Fragments", "find_fragments", "is_register_copy"]


class Fragments(NamedTuple):
    """The registers of a `wgmma.mma_async` by their numbers."""

    accumulator: tuple[int, ...]
    a: tuple[int, ...]
    """The registers of matrix A, if it is not in shared memory."""


def find_fragments(function: FunctionContext, index: int) -> Fragments:
    """Return the registers of the `wgmma.mma_async` at an index (PTX ISA 9.7.15.5.2)."""
    statement = function.code.statements[index]
    accumulator = function.accesses[index].read_modify_writes
    operand = statement.operands[1] if len(statement.operands) > 1 else None
    if type(operand) is not n.Vector:
        return Fragments(accumulator, ())
    level = function.code.scopes[index]
    numbers = [
        function.registers.number(part.name, level)
        for part in operand.elements
        if type(part) is n.Register
    ]
    return Fragments(accumulator, tuple(number for number in numbers if number >= 0))


def is_register_copy(statement: n.Node) -> bool:
    """Return whether a statement copies one register to another."""
    return (
        type(statement) is n.Instruction
        and bool(traits(statement.opcode, statement.modifiers).copies)
        and all(type(operand) is n.Register for operand in statement.operands)
    )
