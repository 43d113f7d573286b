"""mbarriers: `ptx.mbarrier.init(bars[0], 1)` and the like (PTX ISA 9.7.13.15).

Each of these functions emits one instruction, except `wait`, which emits a loop. Qualifiers without
an argument here are those that PTX assumes: arrivals release and waits acquire within the block.
The instruction itself takes others:
`ptx.mbarrier.try_wait.parity.acquire.cluster.shared__cta.b64([bars[0]], phase)`.

The function that is traced records which mbarriers have been initialised.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from ptxpy.dsl.control_flow.blocks import ControlFlow
from ptxpy.dsl.shared_memory.addresses import address, address_register, check_location
from ptxpy.dsl.shared_memory.handles import MbarrierArray
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.instructions import helper
from ptxpy.dsl.tracing.pending_results import PendingResult
from ptxpy.dsl.values.operators import operation
from ptxpy.dsl.verification.instruction_checks import has_target
from ptxpy.ir import nodes as n

MAX_COUNT: Final = 2**20 - 1
"""Arrivals, and bytes, that one phase of an mbarrier counts (PTX ISA 9.7.13.15.2)."""


@helper("mbarrier.init")
def init(mbar: Any, count: int, *, pred: Any = None) -> None:
    """Initialise an mbarrier that awaits `count` arrivals in each phase.

    Emits `mbarrier.init.shared::cta.b64 [mbar], count;`. One thread does it, and others see it
    after a barrier of the block, or of the cluster with `ptx.fence.mbarrier_init()` before it.
    """
    _counted(count, "arrivals", 1)
    barrier = barrier_address(mbar)
    operation("mbarrier.init.shared::cta.b64")(barrier, count, when=pred)
    initialised(barrier)


@helper("mbarrier.inval")
def inval(mbar: Any, *, pred: Any = None) -> None:
    """End an mbarrier, so that its memory may serve another purpose.

    Emits `mbarrier.inval.shared::cta.b64 [mbar];`.
    """
    operation("mbarrier.inval.shared::cta.b64")(
        ready_address(mbar, "ptx.mbarrier.inval"), when=pred
    )


@helper("mbarrier.arrive")
def arrive(mbar: Any, *, pred: Any = None) -> PendingResult:
    """Arrive once, and return the state of the phase, b64, which `try_wait` takes.

    Emits `mbarrier.arrive.shared::cta.b64 state, [mbar];`.
    """
    return operation("mbarrier.arrive.shared::cta.b64")(
        ready_address(mbar, "ptx.mbarrier.arrive"), when=pred
    )


@helper("mbarrier.arrive_expect_tx")
def arrive_expect_tx(mbar: Any, tx_count: Any, *, pred: Any = None) -> PendingResult:
    """Let the phase wait for `tx_count` bytes more, arrive, and return the state.

    Emits `mbarrier.arrive.expect_tx.shared::cta.b64 state, [mbar], tx_count;`.
    """
    _counted(tx_count, "bytes", 0)
    barrier = ready_address(mbar, "ptx.mbarrier.arrive_expect_tx")
    return operation("mbarrier.arrive.expect_tx.shared::cta.b64")(barrier, tx_count, when=pred)


@helper("mbarrier.expect_tx")
def expect_tx(mbar: Any, tx_count: Any, *, pred: Any = None) -> None:
    """Let the phase wait for `tx_count` bytes more; this is no arrival.

    Emits `mbarrier.expect_tx.shared::cta.b64 [mbar], tx_count;`.
    """
    _counted(tx_count, "bytes", 0)
    barrier = ready_address(mbar, "ptx.mbarrier.expect_tx")
    operation("mbarrier.expect_tx.shared::cta.b64")(barrier, tx_count, when=pred)


@helper("mbarrier.try_wait")
def try_wait(mbar: Any, phase: Any, *, parity: bool = True, pred: Any = None) -> PendingResult:
    """Wait for some time, and return a predicate that says whether the phase is complete.

    `phase` is the parity of the phase, 0 or 1; with `parity=False`, the state that `arrive` of
    that phase has returned.

    Emits `mbarrier.try_wait.parity.shared::cta.b64 p, [mbar], phase;`, without `.parity` for a
    state.
    """
    barrier = ready_address(mbar, "ptx.mbarrier.try_wait")
    name = "mbarrier.try_wait.parity" if parity else "mbarrier.try_wait"
    return operation(f"{name}.shared::cta.b64")(barrier, phase, when=pred)


@helper("mbarrier.wait")
def wait(mbar: Any, phase: Any, *, pred: Any = None) -> None:
    """Wait until the phase of parity `phase`, 0 or 1, is complete.

    Emits, with a label that has the next number,

        WAIT:
            mbarrier.try_wait.parity.shared::cta.b64 p, [mbar], phase;
            @!p bra WAIT;

    with `mbarrier.test_wait` before sm_90, which has no `try_wait`, and with `pred` a branch before
    it that skips it if `pred` is false.
    """
    barrier = ready_address(mbar, "ptx.mbarrier.wait")
    flow = ControlFlow()
    if pred is None:
        _spin(flow, barrier, phase)
        return
    with flow.block() as skipped:
        skipped.leave(unless=pred)
        _spin(flow, barrier, phase)


def _spin(flow: ControlFlow, barrier: n.Address, phase: Any) -> None:
    waiting = operation("mbarrier.try_wait.parity.shared::cta.b64")
    # `try_wait` came with sm_90.
    if not has_target(waiting):
        waiting = operation("mbarrier.test_wait.parity.shared::cta.b64")
    with flow.loop() as loop:
        loop.again(unless=waiting(barrier, phase))


def _counted(count: Any, what: str, least: int) -> None:
    if type(count) is int and not least <= count <= MAX_COUNT:
        msg = f"an mbarrier counts {least} to {MAX_COUNT} {what}, not {count}"
        raise ValueError(msg)


def barrier_address(mbar: Any) -> n.Address:
    """Return the operand `[mbar]`; nothing is emitted.

    `mbar` is the result of `smem.mbarrier` (the first of an array), an element of the array, a slot
    of `ptx.mbarrier.array`, a register with an address in shared memory, or a name.
    """
    if isinstance(mbar, MbarrierArray):
        mbar = mbar[0]
    check_location(mbar, "an mbarrier", align=8, size=8)
    known = getattr(mbar, "address", None)
    found: n.Address = address(mbar) if known is None else known()
    return found


def barrier_register(mbar: Any) -> Any:
    """Return a register with the address of an mbarrier, 32 bits; emits `mov` or `add`, or none."""
    known = getattr(mbar, "addr_reg", None)
    return address_register(mbar) if known is None else known()


def ready_address(mbar: Any, what: str) -> n.Address:
    """Return the operand `[mbar]`; `TraceError` unless it has been initialised so far.

    `what` names the caller in the message. Only mbarriers of `smem.mbarrier` are checked, and for
    an index in a register the first one of the array.
    """
    barrier = barrier_address(mbar)
    shared = trace.function_body().function.shared
    key = _key(getattr(mbar, "first", barrier))
    if shared is None or key is None or key not in shared.barriers or key in shared.ready:
        return barrier
    # The mbarrier may have been initialised by an instruction that is written out, or in raw text.
    if any(_may_initialise(statement, key) for statement in _recorded()):
        shared.ready.add(key)
        return barrier
    msg = (
        f"{what}: {shared.barriers[key]} is used before ptx.mbarrier.init; one thread initialises "
        "it with the number of arrivals, and a barrier of the block or cluster follows"
    )
    raise trace.TraceError(msg)


def initialised(barrier: n.Address) -> None:
    """Record that the mbarrier at an address has been initialised.

    An address that is computed on the device may be that of any mbarrier: then all count as
    initialised.
    """
    shared = trace.function_body().function.shared
    if shared is not None:
        key = _key(barrier)
        shared.ready.update(shared.barriers if key is None else (key,))


def _key(barrier: n.Address) -> tuple[str, int] | None:
    """Return the variable and byte offset of an address, or None if it is computed."""
    if not isinstance(barrier.base, n.Symbol):
        return None
    if barrier.offset is None:
        return barrier.base.name, 0
    if isinstance(barrier.offset, n.Literal):
        return barrier.base.name, int(barrier.offset.text, 0)
    return None


def _recorded() -> Iterator[trace.RecordedStatement]:
    """Yield the statements of the function so far, also those outside the scope that is open."""
    body: Any = trace.function_body()
    function = body.function
    while isinstance(body, trace.Body) and body.function is function:
        yield from _within(body.statements)
        # The token with which a scope was opened has the body around it.
        body = None if body.token is None else body.token.old_value


def _within(statements: Iterable[trace.RecordedStatement]) -> Iterator[trace.RecordedStatement]:
    for statement in statements:
        yield statement
        if statement.body is not None:
            yield from _within(statement.body.statements)


def _may_initialise(statement: trace.RecordedStatement, key: tuple[str, int]) -> bool:
    """Return whether an instruction statement initialises an mbarrier, or may do so."""
    if not isinstance(statement, PendingResult):
        return isinstance(statement.node, n.Call)  # a device function may, if it has the address
    if statement.opcode != "mbarrier" or statement.modifiers[:1] != (".init",):
        return False
    barrier = statement.sources[0] if statement.sources else None
    return isinstance(barrier, n.Address) and _key(barrier) in (None, key)
