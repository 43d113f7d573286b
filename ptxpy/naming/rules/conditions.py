"""Conditions: what a predicate decides, where it decides one thing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from ptxpy import isa
from ptxpy.analysis.code import Code
from ptxpy.ir import nodes as n
from ptxpy.naming.rule import Name, Rule
from ptxpy.naming.values import constant

if TYPE_CHECKING:
    from ptxpy.naming.facts import Facts

_BRANCHES: Final = {
    (True, False): "skip",
    (True, True): "enter",
    (False, False): "more",
    (False, True): "done",
}
"""What a guard says of a branch: by whether that leads forwards, and whether it is negated."""


MAX_SPAN = 32
"""The most statements from where a predicate is made to its last use, if what it decides names it.

Many predicates of a function decide the same: farther away, nobody knows which of them is meant.
"""


class Conditions(Rule):
    """A predicate that only guards branches, or only accesses of one kind, says what it allows.

    All of its uses are near.
    """

    name = "conditions"
    help = "what a predicate decides: skip, enter, more, done; may_load, may_store, may_copy"
    is_weak = True

    def names(self) -> Iterator[Name]:
        """Yield names for predicates."""
        facts = self.facts
        labels = _labels(facts.code)
        for register, uses in enumerate(facts.uses):
            if facts.table.types[register] != "pred" or not uses:
                continue
            if max(uses) - min((*facts.definitions[register], *uses)) > MAX_SPAN:
                continue
            found = {_decided(facts, register, index, labels) for index in uses}
            if len(found) == 1 and (name := found.pop()):
                yield Name(register, name)


def _labels(code: Code) -> dict[str, int]:
    """Return where each label of a function stands; those that stand twice are left out."""
    found: dict[str, int] = {}
    for index, statement in enumerate(code.statements):
        if type(statement) is n.Label:
            found[statement.name] = -1 if statement.name in found else index
    return {name: index for name, index in found.items() if index >= 0}


def _decided(facts: Facts, register: int, index: int, labels: dict[str, int]) -> str:
    """Return what a predicate decides at a statement that reads it."""
    statement = facts.code.statements[index]
    if type(statement) is not n.Instruction:
        return ""
    guard = statement.guard
    if guard is None:
        return "wraps" if _starts_again(facts, statement, register, index) else ""
    if facts.number(guard.register, index) != register or any(
        facts.number(each, index) == register for each in statement.operands
    ):
        return ""
    if statement.opcode == "bra":
        target = statement.operands[0]
        at = labels.get(target.name, -1) if isinstance(target, n.Symbol) else -1
        if at < 0 or (at > index and _is_an_alternative(facts.code, index, at)):
            return ""
        return _BRANCHES[at > index, guard.negated]
    return "" if guard.negated else _allowed(statement)


def _is_an_alternative(code: Code, index: int, target: int) -> bool:
    """Return whether a branch forwards chooses between two blocks, and skips none.

    The first of them ends in a branch that is always taken, over the second.
    """
    for at in range(target - 1, index, -1):
        statement = code.statements[at]
        if type(statement) is n.Instruction:
            return statement.opcode == "bra" and statement.guard is None
    return False


def _allowed(statement: n.Instruction) -> str:
    """Return what a guard allows."""
    traits = isa.traits(statement.opcode, statement.modifiers)
    if "init" in traits.mbarrier:
        return "may_init"
    if "arrive" in traits.mbarrier or "expect-tx" in traits.mbarrier:
        return "may_arrive"
    if traits.completion and traits.accesses:
        return "may_copy"
    kinds = {access.kind for access in traits.accesses}
    if traits.mbarrier or traits.collective or len(kinds) != 1:
        return ""
    return {"read": "may_load", "write": "may_store"}.get(kinds.pop(), "")


def _starts_again(facts: Facts, statement: n.Instruction, register: int, index: int) -> bool:
    """Return whether a predicate selects 0 in the place of another number: a ring wraps around."""
    traits = isa.traits(statement.opcode, statement.modifiers)
    operands = statement.operands
    return (
        bool(traits.passes)
        and not traits.collective
        and facts.number(operands[-1], index) == register
        and constant(operands[1]) == 0
        and facts.number(operands[2], index) in _compared(facts, register)
    )


def _compared(facts: Facts, register: int) -> set[int]:
    """Return the registers that a comparison compares, whose result is in a register."""
    statement = facts.single(register)
    if statement is None:
        return set()
    index = facts.definitions[register][0]
    return {
        number for each in statement.operands[1:3] if (number := facts.number(each, index)) >= 0
    }
