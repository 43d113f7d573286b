"""Phases of mbarriers: whether each thread sees the end of a phase before the next one ends.

A wait gives a parity, so a thread that has not seen a phase end when the next one ends waits for
the phase after that, perhaps forever. Whether it comes to that may depend on the schedule; whether
it can does not: each end must be ordered after the waits for the phase before. The order counts in
which things can happen on a device, whatever memory it makes visible: the causal part of the vector
clocks.

Two checks are each other's complement. A phase that ends is compared with the waits that have seen
the one before. A wait whose phase has another one of its parity before it, which the thread has not
seen, is right only if the thread knows that the phase in between has ended.

A warp of a producer that only looks on is left alone: it waits until stages are free, from the
beginning on, and neither arrives anywhere nor begins an operation. TileLang's kernels have three.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.machine.mbarrier_words import describe_mbarrier, mbarrier_at
from ptxpy.sim.races.advice import missing_arrival
from ptxpy.sim.races.faults import make_fault

if TYPE_CHECKING:
    from ptxpy.sim.races.state import RaceState

__all__ = ["MbarrierPhases"]

_NONE: Final = -2
"""No phase: the one before the first is -1, and is complete from the beginning."""


class MbarrierPhases:
    """The phases of the mbarriers of a batch, by the slot of each mbarrier."""

    def __init__(self, state: RaceState) -> None:
        """Begin without mbarriers."""
        self._state = state
        clocks = state.clocks
        self._warps = clocks.warps // clocks.ctas
        """The warps of a CTA: only they wait for its mbarriers."""
        self._count = 0
        """How many mbarriers there are; the arrays have room for more."""
        self._ended = np.zeros(0, np.int64)
        """How many phases have ended."""
        self._first = np.zeros(0, np.int64)
        """The first warp of the CTA of each mbarrier."""
        self._words = np.zeros(0, np.int64)
        self._clocks = np.zeros((0, 2, clocks.width), np.int64)
        """The clocks of the last two ends of phases, by the lowest bit of the phase's number."""
        self._ends = np.zeros((0, 2, 2), np.int64)
        """The statements that have ended these phases, and their lanes, by the same bit."""
        self._seen = np.zeros((0, 4, self._warps), np.int64)
        """For each warp: the last phase that it knows to have ended, the time of its last test that
        has seen this, the statement, and the lane."""
        self._is_producer = np.zeros((0, self._warps), bool)
        """For each warp whether it has waited before the first phase has ended, and gone on."""

    def grow(self, words: Any) -> None:
        """Add mbarriers, given their 64-bit words."""
        before, self._count = self._count, self._count + len(words)
        if self._count > len(self._words):
            for name in (
                "_words", "_first", "_ended", "_clocks", "_ends", "_seen", "_is_producer",
            ):  # fmt: skip
                held = getattr(self, name)
                # Doubling keeps the cost of copying linear if mbarriers are initialised one by one.
                more = np.zeros((2 * self._count, *held.shape[1:]), held.dtype)
                more[:before] = held[:before]
                setattr(self, name, more)
        self._words[before : self._count] = words
        ctas = 8 * words // self._state.machine.shared_stride
        self._first[before : self._count] = ctas * self._warps
        self._seen[before : self._count, 0] = _NONE

    def reset(self, slots: Any) -> None:
        """Reset mbarriers that are initialised or invalidated."""
        self._ended[slots] = 0
        self._is_producer[slots] = False
        self._seen[slots] = 0
        self._seen[slots, 0] = _NONE

    def end(self, slots: Any, clocks: Any, lanes: Any) -> None:
        """Record that phases end, and report waits that nothing orders before that.

        Args:
            slots: The mbarriers, each once.
            clocks: What happens before the ends: the causal clocks of all arrivals.
            lanes: The lanes of the last arrivals.
        """
        state = self._state
        ended = self._ended[slots]
        seen = self._seen[slots, :2]
        # Only warps that have seen the phase before wait for this one: a later end may overtake
        # them.
        late = seen[:, 0] == (ended - 1)[:, None]
        if late.any():
            columns = self._first[slots][:, None] + np.arange(self._warps)
            late &= np.take_along_axis(clocks, columns, axis=1) < seen[:, 1]
            late &= columns != (lanes >> 5)[:, None]  # a warp knows what one of its lanes knows
        for which, warp in np.argwhere(late).tolist():
            slot = int(slots[which])
            wait, lane = self._seen[slot, 2:, warp].tolist()
            if not self._looks_on(slot, lane >> 5):
                self._report(slot, lane, wait, (state.at, int(lanes[which])))
                break
        # A wait can confuse a phase only with the one two before or after it, so the last two ends
        # do.
        bits = ended & 1
        self._clocks[slots, bits] = clocks
        self._ends[slots, bits, 0] = state.at
        self._ends[slots, bits, 1] = lanes
        self._ended[slots] = ended + 1

    def check(self, slots: Any, lanes: Any, passed: Any) -> None:
        """Report tests of a phase that another one of its parity precedes, perhaps still the last.

        Args:
            slots: The mbarrier of each lane.
            lanes: The lanes.
            passed: Whether the phase is complete.
        """
        state, clocks = self._state, self._state.clocks
        warps = lanes >> 5
        # The phase before the tested one: a test that fails tests the phase that is under way, one
        # that passes the last that has ended.
        before = self._ended[slots] - passed - 1
        unknown = before >= 0
        if not unknown.any():
            return
        unknown &= self._seen[slots, 0, warps - self._first[slots]] < before
        for position in unknown.nonzero()[0].tolist():
            slot, warp, phase = int(slots[position]), int(warps[position]), int(before[position])
            known = self._seen[slot, :, warp - int(self._first[slot])]
            # A lane of the same warp has been dealt with in this loop.
            if known[0] >= phase:
                continue
            known[:2] = phase, 0
            bit = phase & 1
            late = clocks.causal(warp) < self._clocks[slot, bit]
            # A warp's own component may be older, since it counts convergence.
            late[warp] = False
            # The warp must know of all arrivals that ended the phase, or it might run before one of
            # them.
            if late.any() and not self._looks_on(slot, warp):
                end = self._ends[slot, bit].tolist()
                self._report(slot, int(lanes[position]), state.at, end)

    def see(self, slots: Any, lanes: Any) -> None:
        """Record that lanes have seen the ends of phases."""
        state = self._state
        slots, lanes = slots[::-1], lanes[::-1]  # the first lane of a warp counts
        seen = self._ended[slots] - 1, state.log.add(state.at), state.at, lanes
        local = (lanes >> 5) - self._first[slots]
        # A producer begins with a wait for the phase before the first, which is complete from the
        # beginning: all stages are free.
        self._is_producer[slots, local] |= seen[0] < 0
        for row, value in enumerate(seen):
            self._seen[slots, row, local] = value

    def _looks_on(self, slot: int, warp: int) -> bool:
        """Return whether a warp waits as a producer does, and has nothing to do with it."""
        is_producer = self._is_producer[slot, warp - int(self._first[slot])]
        return bool(is_producer) and warp not in self._state.uses.active

    def miss(self, slot: int, lane: int) -> None:
        """Report that two phases have ended while a lane waited for the first."""
        last = int(self._ended[slot]) - 1
        self._report(slot, lane, self._state.at, self._ends[slot, last & 1].tolist())

    def _report(self, slot: int, lane: int, wait: int, end: Any) -> None:
        """Report a wait, given the statement and the lane that end the phase the second time."""
        state, word = self._state, int(self._words[slot])
        text = (
            f"a phase of the mbarrier {describe_mbarrier(state.machine, word)} ended a second time "
            "before a thread that waits for its parity has seen it, or may do so: nothing orders "
            "that after the wait, and the thread may wait forever"
        )
        statement, other = end
        earlier = (("the phase ended a second time", statement),)
        missing = missing_arrival(state, word, (wait, lane), (statement, other))
        expected, warps = mbarrier_at(state.machine, word).expected, state.uses.arriving(word)
        # A count that is too small ends phases early, and no arrival elsewhere helps.
        if 0 < expected < warps:
            record = int(state.shared_shadow.written[2 * word])
            init = state.log.statement(record >> 32)
            arrivals = "1 arrival" if expected == 1 else f"{expected:,} arrivals"
            text += f"; its phases await {arrivals}, and threads of {warps} warps arrive"
            missing = f"a count of {warps} in the initialisation at {{}}", (init,)
        arriving = state.uses.lanes_arriving(word)
        # A count of the warps, and all lanes of them arrive.
        if arriving > 1 and expected == warps:
            record = int(state.shared_shadow.written[2 * word])
            last = state.uses.last_arrival(word)
            text += (
                f"; its phases await {expected:,} arrivals, and {arriving} lanes of each of "
                f"{warps} warps arrive"
            )
            missing = (
                f"a count of {arriving * warps} at {{}}, or an arrival by one lane of each warp "
                "at {}"
            ), (state.log.statement(record >> 32), state.log.statement(last))
        fault = make_fault(state, "mbarrier", text, lane, earlier, missing)
        fault.ordinal = wait
        state.report(fault)
