"""Constants in registers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from ptxpy import isa
from ptxpy.ir import nodes as n
from ptxpy.naming.rule import Name, Rule, singles

if TYPE_CHECKING:
    from ptxpy.naming.facts import Facts

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
            if statement is None:
                continue
            traits = isa.traits(statement.opcode, statement.modifiers)
            places = () if traits.collective else traits.copies or traits.passes
            constants = [statement.operands[place] for place in places]
            if not constants or any(type(each) is not n.Literal for each in constants):
                continue
            name = _word(constants[0]) if len(constants) == 1 else ""
            if name:
                yield Name(register, name)
            elif _is_coefficient(facts, register):
                yield Name(register, "coefficient")


def _word(operand: n.Operand) -> str:
    try:
        value = operand.value if type(operand) is n.Literal else None
    except (ValueError, OverflowError):
        return ""
    if isinstance(value, int):
        return _INTEGERS.get(value, "")
    return _FLOATS.get(value, "") if isinstance(value, float) else ""


def _is_coefficient(facts: Facts, register: int) -> bool:
    """Return whether a constant is only ever added to or multiplied with floats."""
    return all(
        type(statement := facts.code.statements[index]) is n.Instruction
        and statement.opcode == "fma"
        and (isa.result_type(statement.opcode, statement.modifiers) or "").startswith("f")
        for index in facts.uses[register]
    )
