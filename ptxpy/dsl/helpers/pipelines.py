"""Pipelines of several stages, and barriers of part of a CTA."""

from __future__ import annotations

from typing import Any, Final

from ptxpy.dsl.helpers.typed_forms import register_kind
from ptxpy.dsl.tracing.instructions import helper
from ptxpy.dsl.tracing.pending_results import PendingResult, fresh
from ptxpy.dsl.values.operand_conversion import Register
from ptxpy.dsl.values.operators import View, operation

MAX_NAMED_BARRIERS: Final = 16
"""Barriers of a CTA (PTX ISA 9.7.13.1)."""
_WARP_LANES: Final = 32
"""Threads of a warp."""


class PipelineState:
    """The position of a loop in a ring of stages: a cursor and a phase bit, in two registers.

    The registers live through the loop: `advance` reads and writes them. `cursor` is the stage
    that comes next, from 0 to `n_stages`; `phase` is 0 in the first round, 1 in the second, 0 in
    the third, as the parity that a wait at an mbarrier takes.
    """

    __slots__ = ("cursor", "n_stages", "phase")

    def __init__(self, n_stages: int, *, cursor: Any = None, phase: Any = None) -> None:
        """Create a pipeline; without registers, emit `mov.u32` of 0 into fresh ones."""
        if type(n_stages) is not int or n_stages < 1:
            msg = f"the number of stages must be at least 1, got {n_stages!r}"
            raise ValueError(msg)
        self.n_stages = n_stages
        self.cursor = _counter("cursor", cursor)
        self.phase = _counter("phase", phase)

    def advance(self) -> tuple[Any, Any]:
        """Go on to the next stage; return its number and its phase, in registers.

        ```
        setp.eq.u32 %p, cursor, n_stages;
        @%p xor.b32 phase, phase, 1;
        selp.u32 stage, 0, cursor, %p;
        add.u32 cursor, stage, 1;
        ```

        The register of the stage is fresh; that of the phase is `phase` itself, which the next
        `advance` may flip.
        """
        wrapped = operation("setp.eq.u32")(self.cursor, self.n_stages)
        # The guard and `selp` read the predicate, which takes a register for it here.
        node = wrapped.operand()
        # When the ring begins again, each of its mbarriers is in a phase of the other parity.
        flipped = operation("xor.b32")(self.phase, 1, when=wrapped)
        flipped.bind(self.phase.node, self.phase.declared)
        stage = fresh("u32")
        operation("selp.u32")(0, self.cursor, node).bind(stage.node, stage.declared)
        operation("add.u32")(stage, 1).bind(self.cursor.node, self.cursor.declared)
        return stage, self.phase

    def __repr__(self) -> str:
        """Show the number of stages and the registers."""
        return f"<pipeline of {self.n_stages} stages, {self.cursor!r}, {self.phase!r}>"


def _counter(what: str, given: Any) -> Any:
    if given is None:
        register = fresh("u32")
        operation("mov.u32")(0).bind(register.node, "u32")
        return register
    if isinstance(given, PendingResult):
        given = given.register()
    if not isinstance(given, Register | View) or register_kind(given) not in ("u32", "s32", "b32"):
        msg = (
            f"the {what} of a pipeline must be a register of 32 bits, reg.scalar(u32, 0), "
            f"got {given!r}"
        )
        raise TypeError(msg)
    if not given.variable:
        msg = (
            f"the {what} of a pipeline changes, and {given!r} is a value: give it a register that "
            "is declared to change, reg.from_(value, u32)"
        )
        raise TypeError(msg)
    return given


@helper("pipeline")
def pipeline(n_stages: int, *, cursor: Any = None, phase: Any = None) -> PipelineState:
    """Return the state of a pipeline; without registers, two are set to 0 by `mov.u32`."""
    return PipelineState(n_stages, cursor=cursor, phase=phase)


class NamedBarrier:
    """One of the 16 barriers of a CTA, for `count` of the CTA's threads (PTX ISA 9.7.13.1)."""

    __slots__ = ("barrier_id", "count")

    def __init__(self, barrier_id: Any, count: Any = None) -> None:
        """Take the barrier's number and how many threads take part, numbers or registers.

        `ValueError` for a number that is none of 0 to 15, or a count that is not a multiple of 32.
        """
        if type(barrier_id) is int and not 0 <= barrier_id < MAX_NAMED_BARRIERS:
            msg = f"the barrier of a CTA must be 0 to {MAX_NAMED_BARRIERS - 1}, got {barrier_id}"
            raise ValueError(msg)
        if type(count) is int and (count < _WARP_LANES or count % _WARP_LANES):
            msg = (
                f"whole warps meet at a barrier: count must be a multiple of {_WARP_LANES}, "
                f"got {count}"
            )
            raise ValueError(msg)
        self.barrier_id = barrier_id
        self.count = count

    def sync(self, *, pred: Any = None) -> None:
        """Emit `bar.sync barrier_id, count`; without a count, all threads of the CTA take part."""
        operands = (self.barrier_id,) if self.count is None else (self.barrier_id, self.count)
        operation("bar.sync")(*operands, when=pred)

    def arrive(self, *, pred: Any = None) -> None:
        """Emit `bar.arrive barrier_id, count`, which does not wait; `TypeError` without a count."""
        if self.count is None:
            msg = f"bar.arrive says how many threads: named_barrier({self.barrier_id!r}, count=…)"
            raise TypeError(msg)
        operation("bar.arrive")(self.barrier_id, self.count, when=pred)

    def __repr__(self) -> str:
        """Show number and count."""
        return f"<barrier {self.barrier_id!r} of {self.count or 'all'} threads>"


@helper("named_barrier")
def named_barrier(barrier_id: Any, *, count: Any = None) -> NamedBarrier:
    """Return one of the 16 barriers of the CTA; nothing is emitted."""
    return NamedBarrier(barrier_id, count)
