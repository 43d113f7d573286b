"""The bytes of copies in the phases of mbarriers, and phases that expect too few bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from ptxpy.sim.machine.mbarrier_words import describe_mbarrier, mbarrier_at
from ptxpy.sim.races.faults import make_fault

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ptxpy.sim.errors import Missing
    from ptxpy.sim.races.copy_footprints import Footprint
    from ptxpy.sim.races.state import RaceState

__all__ = ["ArrivingBytes"]


class Copy(Protocol):
    """A copy that signals mbarriers."""

    @property
    def footprint(self) -> Footprint:
        """The bytes that it reads and writes, and its mbarriers."""

    @property
    def parities(self) -> tuple[int, ...]:
        """The parity of the phase of each mbarrier when it began."""

    @property
    def statement(self) -> int:
        """The ordinal of the statement that has started it."""


class ArrivingBytes:
    """Counts the bytes of copies in the phases of mbarriers."""

    def __init__(self, state: RaceState) -> None:
        """Begin without any."""
        self._state = state
        self._arrived: dict[int, tuple[int, int]] = {}
        """For each mbarrier the parity of a phase, and the bytes that have arrived in it."""

    def arrive(self, flight: Copy, others: Iterable[Copy]) -> None:
        """Count the bytes of a copy that completes, and report a phase that has ended without them.

        Args:
            flight: The copy.
            others: The copies that are under way.
        """
        state = self._state
        for word, parity, (low, high) in zip(
            flight.footprint.words, flight.parities, flight.footprint.writes, strict=True
        ):
            before, held = self._arrived.get(word, (parity, 0))
            done = held if before == parity else 0
            if mbarrier_at(state.machine, word).parity == parity:
                self._arrived[word] = parity, done + high - low
                continue
            total = done + high - low
            for each in others:
                parts = zip(each.footprint.words, each.parities, each.footprint.writes, strict=True)
                for target, phase, (begin, end) in parts if each is not flight else ():
                    total += end - begin if (target, phase) == (word, parity) else 0
            text = (
                f"the phase of parity {parity} of the mbarrier "
                f"{describe_mbarrier(state.machine, word)} ended before this copy, which signals "
                f"it, was complete: {done:,} bytes were expected, and {total:,} or more arrive"
            )
            lane = flight.footprint.lane
            missing: Missing = f"an expect_tx of {total:,} bytes or more before {{}}", (
                flight.statement,
            )
            earlier: tuple[tuple[str, int], ...] = ()
            expected = state.uses.arrived_at(lane >> 5, word)
            if expected:
                at = state.log.statement(expected)
                earlier = (("the thread last arrived", at),)
                missing = f"an expect_tx of {total:,} bytes or more in place of {done:,} at {{}}", (
                    at,
                )
            state.report(make_fault(state, "mbarrier", text, lane, earlier, missing))
            return
