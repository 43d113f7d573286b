"""Loops with constant conditions, and loops that change their counters and bounds.

`i = i + 1` in a loop of the device makes a new value, and the register that the condition reads is
not changed. A register can change from one iteration to the next if it is written more than once or
under a guard, if its value comes from memory or from other threads, if it is computed from a
register that the previous iteration has written, or if it is computed from a register that can
change (the least fixed point). A loop in which no branch depends on such a register runs once or
for ever, and is refused.

Python's `range` is asked for its bounds once, gives each number whatever the body makes of the
last one, and leaves the last number in the name. On the device the counter of a counted loop is a
register, which is beyond the last number after the loop, and stop and step are read in every round.
A kernel in which that makes a difference is refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ptxpy._records import NamedTuple
from ptxpy.dsl.control_flow.blocks import RecordedBranch, RecordedLabel
from ptxpy.dsl.tracing.pending_results import PendingResult
from ptxpy.dsl.tracing.trace import Body, RecordedStatement
from ptxpy.dsl.verification.statement_flow import (
    LocatedStatement,
    control_effect,
    located_error,
    located_statements,
    read_registers,
    written_registers,
)
from ptxpy.isa import is_pure, may_change


class _Definition(NamedTuple):
    """The sources of a register that a loop computes."""

    sources: frozenset[str]
    changes: bool
    """Whether it can change whatever its sources do."""


def check_loop_conditions(body: Body) -> None:
    """Raise `TraceError` for a loop of the device whose condition cannot change."""
    for where, first, last in body.function.loops:
        _check(where, first, last)


def _check(body: Body, first: RecordedStatement, last: RecordedStatement) -> None:
    numbers = {id(statement): at for at, statement in enumerate(body.statements)}
    start, stop = numbers.get(id(first)), numbers.get(id(last))
    if start is None or stop is None:
        return
    inside = [*_within(body, start, stop)]
    guards = _conditions(body, inside)
    if not guards or _varying(inside).intersection(guards):
        return
    msg = (
        f"the condition of this loop cannot change: nothing in it writes {_listed(guards)}, or "
        "what that is computed from, anew in each round. Declare what changes before the loop, "
        "i = reg.from_(i, u32), and write i += … or i.set(…) in it"
    )
    raise located_error(body, stop, msg)


def _within(body: Body, start: int, stop: int) -> Iterator[LocatedStatement]:
    """Yield the statements between two indices of a body, with those of scopes in between."""
    for at in range(start, stop + 1):
        statement = body.statements[at]
        yield LocatedStatement(statement, body, at)
        if statement.body is not None:
            yield from located_statements(statement.body)


def _conditions(body: Body, inside: list[LocatedStatement]) -> list[str]:
    """Return the registers on which the branches of a loop depend.

    There are none if the loop can be left in another way: by a return, an unconditional branch, or
    a branch that was written without `with`.
    """
    placed = {step.statement.target for step in inside if isinstance(step.statement, RecordedLabel)}
    found: list[str] = []
    for step in inside:
        statement = step.statement
        flow = control_effect(statement, body.function.labels)
        if flow is None or flow.label is not None:
            continue
        if not isinstance(statement, RecordedBranch) or (
            statement.guard is None and statement.target not in placed
        ):
            return []
        found += read_registers(statement)
    return found


def _varying(inside: list[LocatedStatement]) -> set[str]:
    """Return the registers that can change from one round to the next."""
    definitions: dict[str, _Definition] = {}
    counts: Counter[str] = Counter()
    carried: set[str] = set()
    seen: set[str] = set()
    for step in inside:
        statement = step.statement
        sources = frozenset(read_registers(statement))
        # A register that is read before the loop writes it has the value of the round before.
        carried.update(sources - seen)
        guarded = getattr(statement, "guard", None) is not None
        computed = isinstance(statement, PendingResult) and is_pure(
            statement.opcode, statement.modifiers
        )
        special = any(may_change(name) for name in sources)
        for name in written_registers(statement):
            counts[name] += 1
            seen.add(name)
            changes = guarded or special or not computed or counts[name] > 1
            definitions[name] = _Definition(sources, changes)
    carried.intersection_update(definitions)
    varying = {name for name, found in definitions.items() if found.changes} | carried
    # A register that is computed from one that changes can change, too; each pass adds a name or is
    # the last.
    while True:
        more = {
            name
            for name, found in definitions.items()
            if name not in varying and not varying.isdisjoint(found.sources)
        }
        if not more:
            return varying
        varying |= more


def _listed(guards: list[str]) -> str:
    return " or ".join(dict.fromkeys(guards))


class LoopCount(NamedTuple):
    """A counted loop of the device: its counter, and the registers that bound it."""

    what: str
    """The call that began it, for messages."""
    counter: str
    stop: str
    """The register of its stop; empty for a number."""
    limits: frozenset[str]
    """The registers of its stop and its step."""
    first: RecordedStatement
    """The statement that gives the counter its start."""
    last: RecordedStatement
    """The statement that adds the step."""


def check_loop_counters(body: Body) -> None:
    """Raise `TraceError` at a use of a counter outside of its loop, or a write that changes one."""
    loops: list[LoopCount] = body.function.counts_of_loops
    if not loops:
        return
    owners = {loop.counter: loop for loop in loops}
    firsts = {id(loop.first): loop for loop in loops}
    running: list[LoopCount] = []
    for step in located_statements(body):
        statement = step.statement
        begun = firsts.get(id(statement))
        if begun is not None:
            running.append(begun)
            continue
        for name in read_registers(statement):
            loop = owners.get(name)
            if loop is not None and loop not in running:
                msg = (
                    f"{name}, the counter of {loop.what}, is read after its loop, where it is "
                    "beyond the last number, and not that number, as in Python: declare a register "
                    f"before the loop, last = reg.scalar({_kind(loop)}, 0), write last.set(…) of "
                    "the counter in it, and read last here"
                )
                raise located_error(step.body, step.at, msg)
        # This one statement of the loop may write the counter, as it adds the step.
        if running and statement is running[-1].last:
            running.pop()
            continue
        for name in written_registers(statement):
            loop = owners.get(name)
            if loop is not None:
                msg = (
                    f"{name} is the counter of {loop.what}, and counting goes on from what is "
                    "written here, where Python's range does not: compute in a register of its "
                    f"own, i = reg.from_(k, {_kind(loop)})"
                )
                raise located_error(step.body, step.at, msg)
            bounded = next((loop for loop in running if name in loop.limits), None)
            if bounded is not None:
                msg = (
                    f"{name} is written in {bounded.what}, which reads it in every round, where "
                    "Python's range keeps the number with which it began: count with a copy, "
                    f"ptx.range_(…, reg.from_(n, {_kind(bounded)})), or, for a bound that moves, "
                    "write ptx.loop and its again(when=…)"
                )
                raise located_error(step.body, step.at, msg)


def _kind(loop: LoopCount) -> str:
    """Return the type of a counter."""
    return str(loop.first.modifiers[-1][1:])  # type: ignore[attr-defined] # a `mov`
