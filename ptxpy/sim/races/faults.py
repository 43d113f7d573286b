"""Faults of races: an access, and the earlier one that it conflicts with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy.sim.errors import FaultError
from ptxpy.sim.machine.mbarrier_words import describe_address
from ptxpy.sim.races.advice import missing_order
from ptxpy.sim.races.epochs import ALL_BYTES, ASYNC, STRONG
from ptxpy.sim.races.shadow_memory import WORD
from ptxpy.sim.races.vector_clocks import ASYNC_CLASSES

if TYPE_CHECKING:
    from ptxpy.sim.errors import Missing
    from ptxpy.sim.races.epochs import Access
    from ptxpy.sim.races.shadow_memory import Shadow
    from ptxpy.sim.races.state import RaceState

__all__ = ["RACE", "describe_place", "format_value", "make_fault", "make_race"]

RACE: Final = "data race"


def make_fault(
    state: RaceState,
    kind: str,
    text: str,
    lane: int,
    earlier: tuple[tuple[str, int], ...] = (),
    missing: Missing | None = None,
) -> FaultError:
    """Return a fault of the current statement.

    Args:
        state: The state.
        kind: The kind of the fault; see `FoundFault`.
        text: The message.
        lane: The lane at fault.
        earlier: Related statements, each with a description.
        missing: The missing instructions, and their location.
    """
    fault = FaultError(text, lane)
    fault.ordinal = state.at
    fault.earlier = earlier
    fault.kind, fault.missing = kind, missing
    return fault


def describe_place(state: RaceState, shadow: Shadow, word: int, byte: int = 0) -> str:
    """Describe an address: `shared memory, tile+64 at 0x40`."""
    machine = state.machine
    address = shadow.origin + WORD * word + byte
    if shadow.space == "global":
        allocation = machine.memory.find(address)
        if allocation is None:
            return f"global memory at {address:#x}"
        offset = address - allocation.start
        return f"global memory, {allocation.name}" + (f" + {offset:,} bytes" if offset else "")
    cta, offset = divmod(address, machine.shared_stride)
    of = ""
    if machine.clustered:
        of = f" of CTA {machine.geometry.cta_coordinates(machine.first + cta)}"
    return f"shared memory{of}, {describe_address(machine, offset)}"


def format_value(value: Any) -> str:
    """Format a value as hexadecimal digits, and as a decimal number of its type."""
    bits = f"{int.from_bytes(value.tobytes(), 'little'):#x}"
    return f"{bits} ({value})" if value.dtype.kind in "fi" else bits


def make_race(
    state: RaceState,
    shadow: Shadow,
    word: int,
    record: int,
    lane: int,
    what: tuple[str, str],
    values: str = "",
) -> FaultError:
    """Return the fault of two unordered accesses.

    Args:
        state: The state.
        shadow: The shadow memory.
        word: The index of the word.
        record: The record of the earlier access.
        lane: The lane of the later access.
        what: The later access and the earlier one: `read`, `write` and so on.
        values: A description of the old and the new value.
    """
    access: Access = state.log.access(state.machine.geometry, record)
    later, former = what
    origin = ""
    if record & ASYNC:
        origin = " of a copy"
        # The upper half of the classes belongs to products, the lower one to copies.
        if record & ALL_BYTES >= ASYNC_CLASSES:
            tensor = state.machine.uses_tensor_memory
            origin = " of a tcgen05 operation" if tensor else " of a wgmma.mma_async"
    # Two strong accesses never race: here only the earlier one is strong, which the message says.
    elif record & STRONG:
        is_atomic = access.statement in state.accesses.atomics
        former = f"{'atomic' if is_atomic else 'volatile or ordered'} {former}"
    where = describe_place(state, shadow, word)
    text = (
        f"data race in {where}: a{'n' * (later[0] == 'a')} {later}{values}, "
        f"and nothing orders it after the {former}{origin} by {access.thread}"
    )
    missing = missing_order(
        state, shadow, record, lane, writes="write" in later and "write" in former
    )
    return make_fault(state, RACE, text, lane, ((f"the {former} was", access.statement),), missing)
