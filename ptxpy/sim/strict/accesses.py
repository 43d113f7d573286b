"""Which loads and stores are no plain ones, found in the text of a program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ptxpy.ir import nodes as n
from ptxpy.ir.layout import walk

if TYPE_CHECKING:
    from ptxpy.sim.program import Program

__all__ = ["Accesses", "kinds_of_access"]

_STRONG: Final = (".volatile", ".relaxed", ".acquire", ".release", ".mmio")
_MOVES: Final = ("mov", "cvt")


class Accesses(NamedTuple):
    """Statements by their ordinals."""

    strong: frozenset[int]
    """Loads and stores that are volatile, relaxed, or have an order."""
    atomics: frozenset[int]
    guesses: frozenset[int]
    """Plain loads with which loops of `atom.cas` begin: whatever they read is right, as the
    operation compares it with what is there."""


def kinds_of_access(program: Program) -> Accesses:
    """Return the statements of a program that access memory in other than the plain way."""
    strong, atomics, guesses = set(), set(), set()
    for routine in program.routines.values():
        code = routine.code
        every = [
            (statement, ordinal)
            for statement, ordinal in zip(code.statements, code.ordinals, strict=True)
            if type(statement) is n.Instruction
        ]
        compared = _compared([statement for statement, _ in every])
        for statement, ordinal in every:
            if any(word in _STRONG for word in statement.modifiers):
                strong.add(ordinal)
            if statement.opcode in ("atom", "red"):
                atomics.add(ordinal)
            if compared and statement.opcode == "ld" and compared & _names(statement.operands[0]):
                guesses.add(ordinal)
    return Accesses(frozenset(strong), frozenset(atomics), frozenset(guesses))


def _compared(statements: list[n.Instruction]) -> set[Any]:
    """Return the registers whose values an `atom.cas` compares with what is there."""
    found: set[Any] = set()
    for statement in statements:
        if statement.opcode == "atom" and ".cas" in statement.modifiers:
            found |= _names(statement.operands[2])
    grown = -1
    moves = [each for each in statements if each.opcode in _MOVES] if found else []
    while grown != len(found):
        grown = len(found)
        for statement in moves:
            if found & _names(statement.operands[0]):
                found |= _names(statement.operands[1])
    return found


def _names(operand: Any) -> set[Any]:
    """Return the registers of an operand."""
    return {node.name for node in walk(operand) if isinstance(node, n.Register | n.Symbol)}
