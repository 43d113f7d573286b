"""Running results: what a loop goes on with that it has found in all turns so far."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from ptxpy import isa
from ptxpy.ir import nodes as n
from ptxpy.naming.rule import Name, Rule, RunName
from ptxpy.naming.rules.reductions import QUAD, reductions_of
from ptxpy.naming.values import operator_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.naming.facts import Facts

_NAMES: Final = {"*+": "sum", "+": "sum", "max": "max", "min": "min"}
_MATRIX: Final = frozenset({"mma", "wgmma", "wmma", "tcgen05"})
_SCALED: Final = 4
"""The operands of a multiplication and sum."""
_NEW: Final = "new"
_FACTOR: Final = "rescale"


class Running(Rule):
    """A loop's running maximum of results of warps, and a sum of them that it scales each turn.

    Where four lanes have reduced what a matrix operation gave them, that is a row of the matrix.
    Those that one loop has several of are a run.
    """

    name = "running"
    help = "what loops go on with: running_max, row_sum, and its rescale; new_max, which becomes it"

    def runs(self) -> Iterator[RunName]:
        """Yield results of one kind that one loop has several of."""
        for name, registers in self._found:
            if len(registers) > 1:
                yield RunName(registers, name)

    def names(self) -> Iterator[Name]:
        """Yield names for single results."""
        for name, registers in self._found:
            if len(registers) == 1:
                yield Name(registers[0], name)

    @cached_property
    def _found(self) -> list[tuple[str, tuple[int, ...]]]:
        """Names, and the registers that have them, in the order in which these are computed."""
        facts = self.facts
        groups: dict[tuple[int, str], list[_Update]] = defaultdict(list)
        reduced = reductions_of(facts)
        for register, definitions in enumerate(facts.definitions):
            if len(definitions) > 1 and reduced:
                update = _update(facts, register, reduced)
                if update is not None:
                    groups[facts.loop_of(update.at), update.name].append(update)
        found: list[tuple[str, tuple[int, ...]]] = []
        for (_, name), updates in groups.items():
            updates.sort(key=lambda each: each.at)
            found.append((name, tuple([each.register for each in updates])))
            new = tuple([each.made for each in updates if each.made != each.register])
            if len(new) == len(updates):
                found.append((f"{_NEW}_{name.rpartition('_')[2]}", new))
            factors = tuple([each.factor for each in updates])
            if len({*factors} - {-1}) == len(updates):
                found.append((_FACTOR, factors))
        return found


class _Update(NamedTuple):
    """How a loop computes the next value of a register."""

    register: int
    at: int
    """The statement that computes it."""
    made: int
    """What that writes: the register, or a value that is copied into it."""
    name: str
    factor: int = -1
    """What it is multiplied by before, -1 for nothing."""


def _update(facts: Facts, register: int, reduced: dict[int, str]) -> _Update | None:
    """Return how a register is updated by one statement, if all others only begin it."""
    found: list[_Update] = []
    starts: list[int] = []
    for index in facts.definitions[register]:
        made, at = _origin(facts, register, index)
        name = _operation(facts, register, at, reduced) if facts.loop_of(index) >= 0 else ""
        if name:
            found.append(_Update(register, at, made, name, _factor(facts, register, at)))
        else:
            starts.append(index)
    if len(found) != 1 or not starts:
        return None
    loop = facts.loop_of(found[0].at)
    return found[0] if all(_begins(facts, index, loop) for index in starts) else None


def _origin(facts: Facts, register: int, index: int) -> tuple[int, int]:
    """Return the value that a statement copies, and where it is made; or what it writes itself."""
    statement = facts.code.statements[index]
    if type(statement) is n.Instruction and statement.opcode == "mov":
        source = facts.number(statement.operands[1], index)
        if source >= 0 and facts.single(source) is not None:
            return source, facts.definitions[source][0]
    return register, index


def _begins(facts: Facts, index: int, loop: int) -> bool:
    """Return whether a statement copies something outside of a loop."""
    statement = facts.code.statements[index]
    is_copy = type(statement) is n.Instruction and statement.opcode == "mov"
    return is_copy and statement.guard is None and loop not in facts.loops_of(index)


def _operation(facts: Facts, register: int, index: int, reduced: dict[int, str]) -> str:
    """Return what a register is that a statement computes of its last value and a reduced one."""
    statement = facts.code.statements[index]
    if type(statement) is not n.Instruction or facts.accesses[index].guarded:
        return ""
    numbers = [facts.number(each, index) for each in statement.operands[1:]]
    symbol = operator_of(statement.opcode, statement.modifiers)
    word = _NAMES.get(symbol) or _NAMES.get(isa.traits(statement.opcode, statement.modifiers).name)
    scaled, added = (numbers[:2], numbers[2:]) if symbol == "*+" else (numbers, numbers)
    others = [each for each in added if each != register and each in reduced]
    if not word or register not in scaled or len(others) != 1:
        return ""
    group, _, kind = reduced[others[0]].partition("_")
    if kind != word:
        return ""
    return f"row_{word}" if group == QUAD and _has_matrix(facts) else f"running_{word}"


def _factor(facts: Facts, register: int, index: int) -> int:
    """Return the value that a running sum is multiplied by before a statement adds to it."""
    statement = facts.code.statements[index]
    if type(statement) is not n.Instruction or len(statement.operands) < _SCALED:
        return -1
    numbers = [facts.number(each, index) for each in statement.operands[1:3]]
    others = [each for each in numbers if each >= 0 and each != register]
    return others[0] if len(others) == 1 and facts.single(others[0]) is not None else -1


def _has_matrix(facts: Facts) -> bool:
    """Return whether a function multiplies matrices whose rows four lanes hold."""
    return any(
        type(statement) is n.Instruction and statement.opcode in _MATRIX
        for statement in facts.code.statements
    )
