"""Constants in registers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from ptxpy import isa
from ptxpy.ir import nodes as n
from ptxpy.lift.names.rule import Name, Rule, singles

if TYPE_CHECKING:
    from ptxpy.lift.names.facts import Facts

_INTEGERS: Final = {0: "zero", 1: "one"}
_FLOATS: Final = {0.0: "zero", 0.5: "half", 1.0: "one", 2.0: "two"}


class Constants(Rule):
    """A register that holds a small number throughout is called as the number is."""

    name = "constants"
    help = "registers that hold a number throughout: zero, one, half; coefficient of a polynomial"
    is_weak = True

    def names(self) -> Iterator[Name]:
        """Yield names for constants."""
        facts = self.facts
        for register in singles(facts):
            statement = facts.single(register)
            if statement is None or statement.opcode != "mov":
                continue
            operand = statement.operands[-1]
            if type(operand) is not n.Literal:
                continue
            name = _word(operand)
            if name:
                yield Name(register, name)
            elif _is_coefficient(facts, register):
                yield Name(register, "coefficient")


def _word(operand: n.Literal) -> str:
    try:
        value = operand.value
    except (ValueError, OverflowError):
        return ""
    if isinstance(value, int):
        return _INTEGERS.get(value, "")
    return _FLOATS.get(value, "")


def _is_coefficient(facts: Facts, register: int) -> bool:
    """Return whether a constant is only ever added to or multiplied with floats."""
    return all(
        type(statement := facts.code.statements[index]) is n.Instruction
        and statement.opcode == "fma"
        and (isa.result_type(statement.opcode, statement.modifiers) or "").startswith("f")
        for index in facts.uses[register]
    )
