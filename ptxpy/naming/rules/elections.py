"""Who is elected, and whether what is waited for is ready."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy import isa
from ptxpy.ir import nodes as n
from ptxpy.naming.helper_names import operand_names
from ptxpy.naming.rule import Name, Rule
from ptxpy.naming.values import constant

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from ptxpy.naming.facts import Facts


class Elections(Rule):
    """What says whether this thread is the elected one, and whether a barrier's phase is over."""

    name = "elections"
    help = "results of elect.sync and of waits: elected, leader, ready"

    def names(self) -> Iterator[Name]:
        """Yield names for predicates, and for numbers that hold them as 0 or 1."""
        facts = self.facts
        results = _results(facts)
        for register, name in results.items():
            yield Name(register, name)
        flags: set[int] = set()
        for register, definitions in enumerate(facts.definitions):
            if register in results or not definitions:
                continue
            names = {_flag(facts, register, index, results) for index in definitions}
            names.discard(_START)
            if len(names) == 1 and (name := names.pop()) and _is_read_after(facts, register):
                yield Name(register, name)
                flags.add(register)
        yield from (Name(register, "leader") for register in _leaders(facts, flags))


_START: Final = "0"


def _results(facts: Facts) -> dict[int, str]:
    """Return the predicates that one instruction writes as its answer."""
    found = {}
    for index, statement in enumerate(facts.code.statements):
        if type(statement) is not n.Instruction or not statement.operands:
            continue
        target = statement.operands[0]
        name = ""
        if type(target) is n.Pair and _elects(statement):
            target, name = target.second, "elected"
        elif "wait" in isa.traits(statement.opcode, statement.modifiers).mbarrier:
            name = "ready" if operand_names(statement)[:1] == ("waitComplete",) else ""
        register = facts.number(target, index) if name else -1
        if register >= 0 and len(facts.definitions[register]) == 1:
            found[register] = name
    return found


def _leaders(facts: Facts, flags: Container[int]) -> Iterator[int]:
    """Yield the registers that are given the lane which is elected, after a start.

    That start may be copied to flags of who is elected, but not used otherwise.
    """
    for index, statement in enumerate(facts.code.statements):
        elects = type(statement) is n.Instruction and _elects(statement)
        target = statement.operands[0] if elects else None
        lane = facts.number(target.first, index) if type(target) is n.Pair else -1
        for use in facts.uses[lane] if lane >= 0 else ():
            written = facts.accesses[use].writes
            if not _is_copy(facts, use) or len(written) != 1:
                continue
            starts = [each for each in facts.definitions[written[0]] if each != use]
            if all(each < use and _is_copy(facts, each) for each in starts) and all(
                each > use or (_is_copy(facts, each) and facts.accesses[each].writes[0] in flags)
                for each in facts.uses[written[0]]
            ):
                yield written[0]


def _is_copy(facts: Facts, index: int) -> bool:
    statement = facts.code.statements[index]
    is_move = type(statement) is n.Instruction and statement.opcode == "mov"
    return is_move and not facts.accesses[index].guarded


def _elects(statement: n.Instruction) -> bool:
    """Return whether an instruction says which lane is elected."""
    return (
        bool(statement.operands)
        and isa.traits(statement.opcode, statement.modifiers).name == "elect.sync"
    )


def _flag(facts: Facts, register: int, index: int, results: dict[int, str]) -> str:
    """Return the result that a statement makes 0 or 1 of, or `_START` for what is before that."""
    statement = facts.code.statements[index]
    if type(statement) is not n.Instruction or len(statement.operands) < 2:  # noqa: PLR2004
        return ""
    traits = isa.traits(statement.opcode, statement.modifiers)
    source = constant(statement.operands[1])
    if traits.copies:
        if statement.guard is None:
            return _START if len(facts.definitions[register]) > 1 else ""
        guard = facts.number(statement.guard.register, index)
        return results.get(guard, "") if source == 1 and not statement.guard.negated else ""
    if traits.passes and not traits.collective and source == 1:
        selected = facts.number(statement.operands[-1], index)
        return results.get(selected, "") if constant(statement.operands[2]) == 0 else ""
    return ""


def _is_read_after(facts: Facts, register: int) -> bool:
    """Return whether nothing reads a register before its last definition in the text."""
    return facts.uses[register][:1] > facts.definitions[register][-1:]
