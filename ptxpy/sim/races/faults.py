"""Faults of races: an access, and the earlier one that it conflicts with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy.sim.errors import FaultError
from ptxpy.sim.machine.mbarrier_words import describe_address
from ptxpy.sim.races.advice import missing_order
from ptxpy.sim.races.epochs import ALL_BYTES, ASYNC, STRONG
from ptxpy.sim.races.shadow_memory import WORD
from ptxpy.sim.races.vector_clocks import CLASSES

if TYPE_CHECKING:
    from ptxpy.sim.errors import Missing
    from ptxpy.sim.races.epochs import Access
    from ptxpy.sim.races.shadow_memory import Shadow
    from ptxpy.sim.races.state import RaceState

__all__ = ["RACE", "describe_place", "make_fault", "make_race", "show_value"]

RACE: Final = "data race"


def make_fault(
    state: RaceState,
    kind: str,
    text: str,
    lane: int,
    earlier: tuple[tuple[str, int], ...] = (),
    missing: Missing | None = None,
) -> FaultError:
    """Return a fault of the statement at hand.

    Args:
        state: The state.
        kind: What is wrong, in short; see `FoundFault`.
        text: What is wrong.
        lane: The lane that is to blame.
        earlier: What else belongs to it: in words, and the statement.
        missing: What is to be written, and where.
    """
    made = FaultError(text, lane)
    made.ordinal = state.at
    made.earlier = earlier
    made.kind, made.missing = kind, missing
    return made


def describe_place(state: RaceState, shadow: Shadow, word: int, byte: int = 0) -> str:
    """Return an address in words: `shared memory, tile+64 at 0x40`."""
    machine = state.machine
    address = shadow.origin + WORD * word + byte
    if shadow.space == "global":
        found = machine.memory.find(address)
        if found is None:
            return f"global memory at {address:#x}"
        beyond = f" + {address - found.start:,} bytes" if address > found.start else ""
        return f"global memory, {found.name}{beyond}"
    cta, offset = divmod(address, machine.shared_stride)
    of = ""
    if machine.clustered:
        of = f" of CTA {machine.geometry.cta_coordinates(machine.first + cta)}"
    return f"shared memory{of}, {describe_address(machine, offset)}"


def show_value(value: Any) -> str:
    """Return a value as hexadecimal digits, and as a decimal number of its type."""
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
    """Return the fault of two accesses that nothing orders.

    Args:
        state: The state.
        shadow: Of the memory.
        word: Where, by the number of the word.
        record: That of the earlier access.
        lane: The lane of this one.
        what: What this one does, and what the earlier one did.
        values: What is there and what comes, in words.
    """
    access: Access = state.log.access(state.machine, record)
    here, there = what
    copied = ""
    if record & ASYNC:
        copied = " of a copy" if record & ALL_BYTES < CLASSES else " of a wgmma.mma_async"
    elif record & STRONG:
        there = f"{_strong(state, access.statement)} {there}"
    where = describe_place(state, shadow, word)
    text = (
        f"data race in {where}: a{'n' * (here[0] == 'a')} {here}{values}, "
        f"and nothing orders it after the {there}{copied} by {access.thread}"
    )
    missing = missing_order(
        state, shadow, record, lane, writes="write" in here and "write" in there
    )
    return make_fault(state, RACE, text, lane, ((f"the {there} was", access.statement),), missing)


def _strong(state: RaceState, ordinal: int) -> str:
    """Return what kind of access is no plain one."""
    return "atomic" if ordinal in state.accesses.atomics else "volatile or ordered"
