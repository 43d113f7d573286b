"""Threads that wait until a phase of an mbarrier is complete (PTX ISA 9.7.13.15.16).

A thread whose phase is not complete is parked until an operation completes it; nothing is polled.
When no thread can go on any more, and now and then while others go round in circles, all that are
parked are told that their phase is not complete yet, as a device tells them after some time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from ptxpy.sim.machine.frame import Frame
    from ptxpy.sim.machine.scheduler import Group, Scheduler
    from ptxpy.sim.machine.terminators import Await

__all__ = ["Parked", "Waits"]

_WOKEN: Final = 1
_EXPIRED: Final = 2
_SAME: Final = 8
"""So many times may all threads come back with the same registers before nothing can help them."""
_MOST: Final = 100_000
"""So many times may they come back at all without an operation on any mbarrier."""


class Parked(NamedTuple):
    """Lanes that wait at an mbarrier for the end of its current phase."""

    frame: Frame
    piece: int
    """The piece that begins with their instruction."""
    lanes: Any


class Waits:
    """Who waits at the mbarriers of a batch."""

    def __init__(self, scheduler: Scheduler) -> None:
        """Begin with nobody there."""
        self.scheduler = scheduler
        self.parked: dict[int, list[Parked]] = {}
        """By the index of an mbarrier among the 64-bit words of shared memory."""
        self.marked = 0
        """Lanes that have been woken and have not looked at their mbarrier since."""
        self.events = 0
        """Operations on mbarriers, as far as they have to be known."""
        self._marks = np.zeros(scheduler.machine.count, np.uint8)
        self.missed = np.zeros(scheduler.machine.count, bool)
        """For each lane whether its phase was complete, and the next one, too, before it looked."""
        self._known = -1
        self._print = 0
        self._same = self._rounds = 0

    def come(self, group: Group, step: Await) -> None:
        """Park the lanes whose phase is not complete; the others run their piece."""
        scheduler = self.scheduler
        machine = scheduler.machine
        frame, piece, _ = group
        machine.executed -= scheduler.pieces.sizes[piece] * len(step.blocked)
        scheduler.add(frame, piece, scheduler.chosen(group, ~step.blocked))
        lanes = scheduler.chosen(group, step.blocked)
        words = step.words
        if self.marked:
            marks = self._marks[lanes]
            if machine.strict is not None and (marks == _WOKEN).any():
                first = int((marks == _WOKEN).argmax())
                machine.strict.synchronising.missed(int(step.words[first]), int(lanes[first]))
            self.missed[lanes[marks == _WOKEN]] = True
            self._forget(lanes)
        if (words == words[0]).all():
            self._park(int(words[0]), Parked(frame, piece, lanes))
            return
        order = np.argsort(words, kind="stable")
        words, lanes = words[order], lanes[order]
        cuts = np.flatnonzero(words[1:] != words[:-1]) + 1
        for word, part in zip(words[np.append(0, cuts)], np.split(lanes, cuts), strict=True):
            self._park(int(word), Parked(frame, piece, part))

    def _park(self, word: int, parked: Parked) -> None:
        self.parked.setdefault(word, []).append(parked)

    def flipped(self, words: Any) -> None:
        """Let those go on that wait for phases that are complete now."""
        for word in words:
            for parked in self.parked.pop(int(word), ()):
                self._wake(parked, _WOKEN)

    def _wake(self, parked: Parked, mark: int) -> None:
        self._marks[parked.lanes] = mark
        self.marked += len(parked.lanes)
        self.scheduler.add(*parked)

    def expired(self, lanes: Any) -> Any:
        """Return which lanes are to be told that their phase is not complete."""
        return self._marks[lanes] == _EXPIRED

    def looked(self, lanes: Any, passed: Any) -> None:
        """Take note that lanes know about their phases: for which of them they are complete."""
        self._forget(lanes)
        self.missed[lanes[passed]] = False

    def _forget(self, lanes: Any) -> None:
        self.marked -= int(np.count_nonzero(self._marks[lanes]))
        self._marks[lanes] = 0

    def expire(self) -> None:
        """Tell all that are parked that their phases are not complete yet."""
        waiting, self.parked = self.parked, {}
        for each in waiting.values():
            for parked in each:
                self._wake(parked, _EXPIRED)

    def try_again(self) -> bool:
        """Let all go on that are parked, unless that has not helped before; return whether."""
        if not self.parked:
            return False
        if self.events != self._known:
            self._known, self._same, self._rounds = self.events, 0, 0
        found = self._fingerprint()
        self._same = self._same + 1 if found == self._print else 0
        self._print = found
        self._rounds += 1
        if self._same >= _SAME or self._rounds > _MOST:
            return False
        self.expire()
        return True

    def _fingerprint(self) -> int:
        """Return a number that tells apart what those that are parked could go on with."""
        frames = {parked.frame: None for each in self.parked.values() for parked in each}
        held = [
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
        return hash((self.scheduler.running, *held, *registers))
