"""Facts that may hold at statements, told apart by the predicates under which they hold.

`dataflow.facts_before` takes a guarded statement as one that may or may not execute, so that after
`@p add.cc …` the carry flag may be unset at `@p addc …` too. Here each path keeps the predicates
that guards and branches have tested since they were written, and facts that hold under `p` are not
those that hold under `!p`.
"""

from __future__ import annotations

from collections import Counter
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Final, TypeAlias

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.isa import DIRECT_BRANCHES, comparison, conjunction

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ptxpy.analysis.control_flow import ControlFlowGraph
    from ptxpy.analysis.registers import Accesses, RegisterTable

__all__ = ["Change", "guarded_facts"]


class Change(NamedTuple):
    """The effect of a statement on facts, the bits of an integer, if its guard is true."""

    gen: int = 0
    kill: int = 0


Literal: TypeAlias = tuple[int, bool]
"""A predicate register, and whether it is negated."""
_State: TypeAlias = dict[frozenset[Literal], int]
"""The facts that may hold on paths, by the predicates that are known there."""

_MAX_CONDITIONS: Final = 32
"""The conditions that are told apart at one point: a bound on time. Beyond it they are one."""
_BOTH: Final = 2


def guarded_facts(
    graph: ControlFlowGraph,
    table: RegisterTable,
    accesses: Sequence[Accesses],
    changes: Mapping[int, Change],
    entry: int = 0,
) -> dict[int, int]:
    """Return, for each statement in `changes`, the facts that may hold when it executes.

    A guarded statement executes if its guard is true. A statement that no path reaches has no
    facts.

    Args:
        graph: The blocks.
        table: The registers of the code.
        accesses: The registers that each statement accesses.
        changes: The effects of statements on facts, by index; `Change()` for one that only asks.
        entry: The facts that hold where the function begins.
    """
    flow = _Flow(graph, table, accesses, changes)
    before: list[_State] = [{} for _ in graph.blocks]
    results = dict.fromkeys(changes, 0)
    if before:
        # At the entry nothing is known of any predicate.
        before[0] = {frozenset(): entry}
    order = graph.order()
    waiting = set(order[:1])
    while waiting:
        # Blocks come in reverse postorder, so that most states are complete when they are passed
        # on.
        for block in order:
            if block not in waiting:
                continue
            waiting.discard(block)
            for successor, outgoing in flow.through(block, before[block], results):
                merged = _merged(before[successor], outgoing)
                if merged != before[successor]:
                    before[successor] = merged
                    waiting.add(successor)
    return results


class _Flow:
    """The effect of blocks on facts."""

    def __init__(
        self,
        graph: ControlFlowGraph,
        table: RegisterTable,
        accesses: Sequence[Accesses],
        changes: Mapping[int, Change],
    ) -> None:
        self.graph = graph
        self.statements = graph.code.statements
        self.accesses = accesses
        self.changes = changes
        self.guards: dict[int, Literal] = {}
        complements = _complements(graph, accesses)
        uses: Counter[int] = Counter()
        for index, statement in enumerate(self.statements):
            guard = getattr(statement, "guard", None)
            if guard is None or type(guard.register) is not n.Register:
                continue
            register = table.number(guard.register.name, graph.code.scopes[index])
            if register >= 0:
                # `setp.eq.u32 p|q, …` writes opposites: a test of `q` counts as one of `p`.
                other = complements.get(register)
                literal = (register, guard.negated) if other is None else (other, not guard.negated)
                self.guards[index] = literal
                uses[literal[0]] += 1
        # A predicate that is tested once tells no paths apart.
        self.tested = {register for register, count in uses.items() if count > 1}
        self.guards = {at: each for at, each in self.guards.items() if each[0] in self.tested}

    def through(
        self, block: int, state: _State, results: dict[int, int]
    ) -> list[tuple[int, _State]]:
        """Return the state at the beginning of each successor, and note the facts inside."""
        here = self.graph.blocks[block]
        for index in range(here.start, here.stop):
            change = self.changes.get(index)
            if change is not None:
                guard = self.guards.get(index)
                for condition, facts in state.items():
                    # A path on which the guard is false does not execute the statement.
                    if guard is None or _opposite(guard) not in condition:
                        results[index] |= facts
                if change.gen or change.kill:
                    state = _changed(state, change, guard, guarded=self.accesses[index].guarded)
            # What was known of a predicate ends where it is written again.
            state = self._forget(state, self.accesses[index].writes)
        last = self.statements[here.stop - 1]
        guard = self.guards.get(here.stop - 1)
        # A branch to the next block has one successor: both outcomes lead there.
        if (
            guard is None
            or type(last) is not n.Instruction
            or last.opcode not in DIRECT_BRANCHES
            or len(here.successors) != _BOTH
        ):
            return [(successor, state) for successor in here.successors]
        falling, taken = here.successors  # the next block in the text comes first
        return [
            (successor, narrowed)
            for successor, literal in ((falling, _opposite(guard)), (taken, guard))
            if (narrowed := _narrow(state, literal))
        ]

    def _forget(self, state: _State, written: Sequence[int]) -> _State:
        if self.tested.isdisjoint(written):
            return state
        kept: _State = {}
        for condition, facts in state.items():
            rest = frozenset(literal for literal in condition if literal[0] not in written)
            kept[rest] = kept.get(rest, 0) | facts
        return kept


def _complements(graph: ControlFlowGraph, accesses: Sequence[Accesses]) -> dict[int, int]:
    """Return the predicates that are always the complement of another: `setp.eq.u32 p|q, …`.

    Both are written once. With a third predicate as operand, `q` is no complement (PTX ISA 9.7.6).
    """
    count: dict[int, int] = {}
    for access in accesses:
        for register in access.writes:
            count[register] = count.get(register, 0) + 1
    found: dict[int, int] = {}
    for statement, access in zip(graph.code.statements, accesses, strict=True):
        if type(statement) is not n.Instruction or access.guarded:
            continue
        if any(count[register] != 1 for register in access.writes):
            continue
        compared = comparison(statement.opcode, statement.modifiers)
        same = conjunction(statement.opcode, statement.modifiers)
        match access.writes, access.reads:
            case (first, second), _ if compared and compared.combined is None:
                found[second] = first
            case (first,), (second,) if same and same.of_opposites and not same.negated:
                if count.get(second) == 1 and second not in found:
                    found[first] = second
    return found


def _opposite(literal: Literal) -> Literal:
    return literal[0], not literal[1]


def _changed(state: _State, change: Change, guard: Literal | None, *, guarded: bool) -> _State:
    made: _State = {}

    def add(condition: frozenset[Literal], facts: int) -> None:
        made[condition] = made.get(condition, 0) | facts

    for condition, facts in state.items():
        after = change.gen | (facts & ~change.kill)
        if not guarded or guard in condition:
            add(condition, after)
        elif guard is None:
            # The guard is not followed, so that the statement may or may not have executed.
            add(condition, after | facts)
        elif _opposite(guard) in condition:
            add(condition, facts)
        else:
            # Paths part here: on one the statement has executed, on the other it has not.
            add(condition | {guard}, after)
            add(condition | {_opposite(guard)}, facts)
    return _bounded(made)


def _narrow(state: _State, literal: Literal) -> _State:
    """Return the paths on which a predicate may be as told."""
    found: _State = {}
    for condition, facts in state.items():
        if _opposite(literal) not in condition:
            known = condition | {literal}
            found[known] = found.get(known, 0) | facts
    return found


def _merged(one: _State, other: _State) -> _State:
    merged = dict(one)
    for condition, facts in other.items():
        merged[condition] = merged.get(condition, 0) | facts
    merged = _bounded(merged)
    general = merged.get(frozenset())
    if general is None:
        return merged
    # Facts that hold whatever the predicates are need no entry under a condition.
    return {
        condition: facts for condition, facts in merged.items() if not condition or facts & ~general
    }


def _bounded(state: _State) -> _State:
    if len(state) <= _MAX_CONDITIONS:
        return state
    return {frozenset(): reduce(or_, state.values())}
