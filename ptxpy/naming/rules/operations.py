"""Results of single operations that have a word of their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from ptxpy import isa
from ptxpy.ir import nodes as n
from ptxpy.naming.rule import Name, Rule, singles
from ptxpy.naming.rules.reductions import partial_of, reductions_of
from ptxpy.naming.values import operator_of

if TYPE_CHECKING:
    from ptxpy.naming.facts import Facts

_NAMES: Final = {
    "abs": "magnitude",
    "popc": "bit_count",
    "clz": "leading_zeros",
    "bfind": "highest_bit",
    "brev": "reversed_bits",
    "rem": "remainder",
    "atom": "old",
    "match.sync": "peers",
    "activemask": "active_lanes",
    "copysign": "signed",
}
"""What the result of an instruction is called, by the instruction's name in the manual."""
_ROUNDED: Final = {".rni": "rounded", ".rmi": "floor", ".rpi": "ceiling", ".rzi": "truncated"}
_PACKED: Final = ("f16x2", "bf16x2", "e4m3x2", "e5m2x2")


class Operations(Rule):
    """The result of an operation has its word; the old value of memory is what an atomic gives."""

    name = "operations"
    help = "results of operations: magnitude, quotient, remainder, old, packed, larger, partial_sum"
    is_weak = True

    def names(self) -> Iterator[Name]:
        """Yield names for results."""
        facts = self.facts
        whole = reductions_of(facts)
        for register in singles(facts):
            statement = facts.single(register)
            if statement is not None:
                index = facts.definitions[register][0]
                partial = "" if register in whole else partial_of(facts, register)
                name = partial or _word(facts, statement, index)
                if name:
                    yield Name(register, name)


def _word(facts: Facts, statement: n.Instruction, index: int) -> str:
    name = isa.traits(statement.opcode, statement.modifiers).name
    found = _NAMES.get(name, "") or _NAMES.get(name.partition(".")[0], "")
    if found:
        return found
    if name.startswith("vote") and ".ballot" in statement.modifiers:
        return "ballot"
    if statement.opcode in ("min", "max"):
        is_bounded = any(_is_constant(facts, each, index) for each in statement.operands[1:])
        return "clamped" if is_bounded else "larger" if statement.opcode == "max" else "smaller"
    if statement.opcode == "cvt":
        return _converted(statement.modifiers)
    return "quotient" if operator_of(statement.opcode, statement.modifiers) == "/" else ""


def _is_constant(facts: Facts, operand: n.Operand, index: int) -> bool:
    if type(operand) is n.Literal:
        return True
    made = facts.single(number) if (number := facts.number(operand, index)) >= 0 else None
    return made is not None and made.opcode == "mov" and type(made.operands[-1]) is n.Literal


def _converted(modifiers: tuple[str, ...]) -> str:
    types = [word[1:] for word in modifiers if word[1:] in isa.TYPES]
    if types and types[0] in _PACKED:
        return "packed"
    if len(types) == 2 and types[0] == types[1]:  # noqa: PLR2004
        return next((_ROUNDED[word] for word in modifiers if word in _ROUNDED), "")
    return ""
