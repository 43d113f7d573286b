"""Checks of accesses to shared memory that an operation in flight reads or writes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ptxpy.sim.races.faults import describe_place, make_fault

if TYPE_CHECKING:
    from ptxpy.sim.races.state import RaceState

__all__ = ["check_untouched", "check_written"]


def check_untouched(state: RaceState, at: Any, lanes: Any, what: str = "written") -> None:
    """Report a write to words that an operation in flight reads or writes."""
    check_written(state, at, lanes, what)
    _check(state, state.shared_shadow.being_read, at, lanes, what, write=False)


def check_written(state: RaceState, at: Any, lanes: Any, what: str) -> None:
    """Report an access to words that an operation in flight writes; complete the operation.

    Args:
        state: The state.
        at: The words of shared memory.
        lanes: The lane of each access.
        what: The kind of access, as a participle: `read`.
    """
    _check(state, state.shared_shadow.being_written, at, lanes, what, write=True)


def _check(state: RaceState, counts: Any, at: Any, lanes: Any, what: str, *, write: bool) -> None:
    side = "writes to" if write else "reads"
    while (busy := counts.take(at)).any():
        position = int((busy != 0).argmax())
        word, lane = int(at[position]), int(lanes[position])
        operation = state.in_flight.user_of(word, write=write)
        if operation is None:
            return
        where = describe_place(state, state.shared_shadow, word)
        name, lack = operation.name, operation.lack(word, lane)
        text = f"{where} is {what} while {name} {side} it; {lack.name} is missing"
        earlier = ((f"{name} began", operation.statement),)
        state.report(make_fault(state, "missing wait", text, lane, earlier, lack.missing))
        # Completing the operation lowers its counts, so that the loop ends when all words are free.
        operation.complete()
