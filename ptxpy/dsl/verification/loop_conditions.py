"""Loops whose condition cannot change, which run once or for ever.

`i = i + 1` in a loop of the device makes a new value, and the register that the condition reads is
not changed. A register can change from one iteration to the next if it is written more than once or
under a guard, if its value comes from memory or from other threads, if it is computed from a
register that the previous iteration has written, or if it is computed from a register that can
change (the least fixed point). A loop in which no branch depends on such a register is refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from ptxpy.dsl.control_flow.blocks import RecordedBranch, RecordedLabel
from ptxpy.dsl.tracing.pending_results import PendingResult
from ptxpy.dsl.tracing.trace import Body, RecordedStatement
from ptxpy.dsl.verification.statement_flow import (
    LocatedStatement,
    control_effect,
    located_error,
    located_statements,
    read_operands,
    register_names,
    written_registers,
)
from ptxpy.isa import is_pure
from ptxpy.isa.special_registers import may_change


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
        found += register_names(read_operands(statement))
    return found


def _varying(inside: list[LocatedStatement]) -> set[str]:
    """Return the registers that can change from one round to the next."""
    definitions: dict[str, _Definition] = {}
    counts: Counter[str] = Counter()
    carried: set[str] = set()
    seen: set[str] = set()
    for step in inside:
        statement = step.statement
        sources = frozenset(register_names(read_operands(statement)))
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
