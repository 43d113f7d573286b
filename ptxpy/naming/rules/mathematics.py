"""Results of functions of mathematics that have a word of their own."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING, Final

from ptxpy import isa
from ptxpy.ir import nodes as n
from ptxpy.naming.rule import Name, Rule, RunName, singles, together
from ptxpy.naming.values import operator_of

if TYPE_CHECKING:
    from collections.abc import Iterator


_NAMES: Final = {
    "rcp": "inv",
    "rsqrt": "inv_root",
    "sqrt": "root",
    "ex2": "exp2",
    "lg2": "log2",
    "sin": "sine",
    "cos": "cosine",
}
"""What the result of an instruction is called, by the instruction's name in the manual."""


class Mathematics(Rule):
    """The result of a function has its word; several that are made together are a run."""

    name = "mathematics"
    help = "results of functions: inv, root, exp2"

    def runs(self) -> Iterator[RunName]:
        """Yield the results that are made together."""
        facts = self.facts
        for name, registers in self._results.items():
            for group in together(facts, registers):
                if len(group) > _FEWEST:
                    yield RunName(tuple(group), name)

    def names(self) -> Iterator[Name]:
        """Yield single results."""
        for name, registers in self._results.items():
            for register in registers:
                yield Name(register, name)

    @cached_property
    def _results(self) -> dict[str, list[int]]:
        facts = self.facts
        found: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for register in singles(facts):
            statement = facts.single(register)
            name = _function(statement) if statement is not None else ""
            if name:
                found[name].append((facts.definitions[register][0], register))
        return {name: [register for _, register in sorted(own)] for name, own in found.items()}


_FEWEST: Final = 2
"""A run has more results than this."""


def _function(statement: n.Instruction) -> str:
    """Return what the result of an instruction is called."""
    word = isa.traits(statement.opcode, statement.modifiers).name.partition(".")[0]
    name = _NAMES.get(word, "")
    if not name and operator_of(statement.opcode, statement.modifiers) == "/":
        return "inv" if _is_one(statement.operands[1]) else ""
    return name


def _is_one(operand: n.Operand) -> bool:
    """Return whether an operand is the float 1."""
    try:
        value = operand.value if type(operand) is n.Literal else None
    except (ValueError, OverflowError):
        return False
    return isinstance(value, float) and value == 1.0
