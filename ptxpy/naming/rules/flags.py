"""Flags: registers that are 0 or 1 wherever they are written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy import isa
from ptxpy.ir import nodes as n
from ptxpy.naming.rule import Name, Rule
from ptxpy.naming.values import constant

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.naming.facts import Facts

_BITS: Final = {0, 1}


class Flags(Rule):
    """A register that is only ever made 0 or 1, and is both, is a flag."""

    name = "flags"
    help = "what is only ever 0 or 1: flag"
    is_weak = True

    def names(self) -> Iterator[Name]:
        """Yield the flags."""
        facts = self.facts
        for register, definitions in enumerate(facts.definitions):
            if facts.table.types[register] in ("pred", "f16", "f32", "f64") or not definitions:
                continue
            found: set[int | None] = set()
            for index in definitions:
                found |= _made(facts, facts.code.statements[index], index)
            if found == _BITS:
                yield Name(register, "flag")


def _made(facts: Facts, statement: n.Node, index: int) -> set[int | None]:
    """Return the constants that a statement may make, with None for anything else."""
    if type(statement) is not n.Instruction:
        return {None}
    traits = isa.traits(statement.opcode, statement.modifiers)
    if traits.collective or not (traits.copies or traits.passes):
        return {None}
    return {
        _constant(facts, statement.operands[place], index)
        for place in traits.copies or traits.passes
    }


def _constant(facts: Facts, operand: n.Operand, index: int) -> int | None:
    number = facts.number(operand, index)
    if number < 0:
        return constant(operand)
    value = facts.values[number]
    return value.offset if value.kind == "constant" else None
