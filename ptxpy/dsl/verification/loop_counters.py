"""Counters and bounds of counted loops, which Python keeps apart from what the body does.

Python's `range` is asked for its bounds once, gives each number whatever the body makes of the
last one, and leaves the last number in the name. On the device the counter is a register, which is
beyond the last number after the loop, and stop and step are read in every round. A kernel in which
that makes a difference is refused.
"""

from __future__ import annotations

from typing import NamedTuple

from ptxpy.dsl.tracing.trace import Body, RecordedStatement
from ptxpy.dsl.verification.statement_flow import (
    located_error,
    located_statements,
    read_operands,
    register_names,
    written_registers,
)


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
        for name in register_names(read_operands(statement)):
            loop = owners.get(name)
            if loop is not None and loop not in running:
                msg = (
                    f"{name}, the counter of {loop.what}, is read after its loop, where it is "
                    "beyond the last number, and not that number, as in Python: declare a register "
                    f"before the loop, last = reg.scalar({_kind(loop)}, 0), write last.set(…) of "
                    "the counter in it, and read last here"
                )
                raise located_error(step.body, step.at, msg)
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
