"""Threads that wait until a phase of an mbarrier is complete (PTX ISA 9.7.13.15.16).

A thread whose phase is not complete is parked until an operation completes it; nothing is polled.
When no thread can run any more, and now and then while others spin, the waits of all parked threads
time out: their phase is not complete yet, as on a device after some time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._records import NamedTuple

if TYPE_CHECKING:
    from ptxpy.sim.hooks import Hooks
    from ptxpy.sim.machine.frame import Frame
    from ptxpy.sim.machine.ready_groups import ReadyGroups

__all__ = ["MbarrierWaits", "Parked"]

_WOKEN: Final = 1
_EXPIRED: Final = 2
_MAX_IDENTICAL_ROUNDS: Final = 8
"""How many rounds of time-outs may leave all registers unchanged before a deadlock is reported."""
_MAX_ROUNDS: Final = 100_000
"""How many rounds of time-outs may pass without an operation on an mbarrier before a deadlock is
reported."""


class Parked(NamedTuple):
    """Lanes that wait at an mbarrier for the end of its current phase."""

    frame: Frame
    piece: int
    """The piece that begins with their instruction."""
    lanes: Any


class MbarrierWaits:
    """The lanes of a batch that wait at mbarriers."""

    def __init__(self, lanes: int, ready: ReadyGroups, hooks: Hooks | None = None) -> None:
        """Create an empty set of waits, for a batch of `lanes` lanes."""
        self._ready = ready
        self._hooks = hooks
        self.parked: dict[int, list[Parked]] = {}
        """The waiting lanes, by the index of their mbarrier among 64-bit words of shared memory;
        below 0 they wait for tensor memory, see `suspend`."""
        self.marked = 0
        """How many lanes have been woken and have not tested their mbarrier since."""
        self.events = 0
        """How many operations on mbarriers there were that may let waiting lanes proceed."""
        self.ended: set[int] = set()
        """The mbarriers of which a phase has ended since they were initialised."""
        self._marks = np.zeros(lanes, np.uint8)
        self.missed = np.zeros(lanes, bool)
        """For each lane whether two phases have completed before it has tested the first."""
        self._events_seen = -1
        self._fingerprint_seen = 0
        self._identical_rounds = self._rounds = 0

    def suspend(self, frame: Frame, piece: int, lanes: Any, words: Any) -> None:
        """Suspend lanes whose phases are not complete.

        Args:
            frame: The frame of their function.
            piece: The piece that begins with their instruction.
            lanes: The lanes.
            words: The index of each lane's mbarrier among the 64-bit words of shared memory; for
                lanes that wait for columns of the tensor memory of CTA c, -1 - c.
        """
        if self.marked and words[0] < 0:
            self.forget(lanes)
        elif self.marked:
            marks = self._marks[lanes]
            # A lane that was woken as its phase ended finds the next phase of that parity: it has
            # missed the end.
            if self._hooks is not None and (marks == _WOKEN).any():
                first = int((marks == _WOKEN).argmax())
                self._hooks.mbarrier_missed(int(words[first]), int(lanes[first]))
            self.missed[lanes[marks == _WOKEN]] = True
            self.forget(lanes)
        if (words == words[0]).all():
            self._park(int(words[0]), Parked(frame, piece, lanes))
            return
        # A stable sort keeps the lanes of each mbarrier in order.
        order = np.argsort(words, kind="stable")
        words, lanes = words[order], lanes[order]
        cuts = np.flatnonzero(words[1:] != words[:-1]) + 1
        for word, part in zip(words[np.append(0, cuts)], np.split(lanes, cuts), strict=True):
            self._park(int(word), Parked(frame, piece, part))

    def _park(self, word: int, parked: Parked) -> None:
        self.parked.setdefault(word, []).append(parked)

    def phase_ends(self, words: Any) -> None:
        """Note that a phase of the given mbarriers has ended, and wake the lanes that wait."""
        self.ended.update(map(int, words))
        if self.parked:
            self.wake_completed(words)

    def wake_completed(self, words: Any) -> None:
        """Wake the lanes that wait for a phase of the given mbarriers, which is now complete."""
        for word in words:
            for parked in self.parked.pop(int(word), ()):
                self._wake(parked, _WOKEN)

    def _wake(self, parked: Parked, mark: int) -> None:
        self._marks[parked.lanes] = mark
        self.marked += len(parked.lanes)
        self._ready.add(*parked)

    def have_expired(self, lanes: Any) -> Any:
        """Return for which lanes the wait has timed out, as a mask."""
        return self._marks[lanes] == _EXPIRED

    def record_test(self, lanes: Any, passed: Any) -> None:
        """Record that lanes have tested their mbarriers: `passed` is a mask of complete phases."""
        self.forget(lanes)
        self.missed[lanes[passed]] = False

    def forget(self, lanes: Any) -> None:
        """Forget that lanes have been woken: they go on."""
        self.marked -= int(np.count_nonzero(self._marks[lanes]))
        self._marks[lanes] = 0

    def expire(self) -> None:
        """Let the waits of all parked lanes time out: their tests return false."""
        waiting, self.parked = self.parked, {}
        for each in waiting.values():
            for parked in each:
                self._wake(parked, _EXPIRED)

    def try_again(self, running: int) -> bool:
        """Let all waits time out, unless that changed nothing before; return whether they did.

        Args:
            running: The number of threads that have not ended.
        """
        if not self.parked:
            return False
        # Something has happened at an mbarrier since, so this is no deadlock yet.
        if self.events != self._events_seen:
            self._events_seen, self._identical_rounds, self._rounds = self.events, 0, 0
        # If all registers and waits are as in the last round, the time-outs have changed nothing.
        frames = {parked.frame: None for each in self.parked.values() for parked in each}
        waiting = [
            (word, parked.piece, parked.lanes.tobytes())
            for word, each in sorted(self.parked.items(), key=lambda item: item[0])
            for parked in sorted(each, key=lambda parked: (parked.piece, int(parked.lanes[0])))
        ]
        registers = [
            value.tobytes()
            for frame in frames
            for value in frame
            if isinstance(value, np.ndarray | np.generic)
        ]
        # Only a hash is kept from round to round, not the registers of thousands of lanes.
        fingerprint = hash((running, *waiting, *registers))
        is_same = fingerprint == self._fingerprint_seen
        self._identical_rounds = self._identical_rounds + 1 if is_same else 0
        self._fingerprint_seen = fingerprint
        self._rounds += 1
        if self._identical_rounds >= _MAX_IDENTICAL_ROUNDS or self._rounds > _MAX_ROUNDS:
            return False
        self.expire()
        return True
