"""mbarriers as operands: their addresses, and the record of those that are initialised."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ptxpy.dsl.shared_memory.addresses import address, address_register
from ptxpy.dsl.shared_memory.handles import MbarrierArray
from ptxpy.dsl.shared_memory.location_checks import check_location
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.pending_results import PendingResult
from ptxpy.ir import nodes as n


def barrier_address(mbar: Any) -> n.Address:
    """Return the operand `[mbar]`; nothing is emitted.

    `mbar` is what `smem.mbarrier` returns (of an array, its first), one of it, what
    `ptx.mbarrier.array` gives, a register with an address in shared memory, or a name.
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
    """Return the operand `[mbar]`; `TraceError` where it has not been initialised so far.

    `what` says who asks. Of an array's with an index in a register, the first is looked at.
    """
    barrier = barrier_address(mbar)
    _check_initialised(getattr(mbar, "first", barrier), what)
    return barrier


def initialised(barrier: n.Address) -> None:
    """Record that the mbarrier at an address has been initialised.

    An address computed on the device may be that of any: then all count as initialised.
    """
    shared = trace.function_body().function.shared
    if shared is not None:
        key = _key(barrier)
        shared.ready.update(shared.barriers if key is None else (key,))


def _check_initialised(barrier: n.Address, what: str) -> None:
    """Check that an mbarrier of `smem.mbarrier` is initialised; any other is not checked."""
    shared = trace.function_body().function.shared
    key = _key(barrier)
    if shared is None or key is None or key not in shared.barriers or key in shared.ready:
        return
    if any(_may_initialise(statement, key) for statement in _recorded()):
        shared.ready.add(key)
        return
    msg = (
        f"{what}: {shared.barriers[key]} is used before ptx.mbarrier.init; one thread initialises "
        "it with the number of arrivals, and a barrier of the block or cluster follows"
    )
    raise trace.TraceError(msg)


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
