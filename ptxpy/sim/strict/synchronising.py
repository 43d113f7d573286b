"""Barriers and mbarriers in strict mode: who learns what there, and what is wrong with their use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ptxpy.sim.mbarrier_words import told, unpack
from ptxpy.sim.strict.accesses import unordered
from ptxpy.sim.strict.faults import fault
from ptxpy.sim.strict.messages import Mailbox
from ptxpy.sim.strict.records import LANE_SHIFT, OBJECT

if TYPE_CHECKING:
    from ptxpy.sim.strict.state import Strict

__all__ = ["Synchronising"]

_BARRIERS = 16
_OBJECT = np.uint64(OBJECT)


class Synchronising:
    """What has been told at the barriers and mbarriers of a batch."""

    def __init__(self, strict: Strict) -> None:
        """Begin with nothing told."""
        self._strict = strict
        machine, clocks = strict.machine, strict.clocks
        self._barriers = Mailbox(clocks, machine.ctas * _BARRIERS)
        clusters = -(-machine.ctas // machine.geometry.cluster_size)
        self._arriving = Mailbox(clocks, clusters)
        self._arrived = Mailbox(clocks, clusters)
        self._slots = np.full(machine.shared.nbytes // 8, -1, np.int32)
        """For each 64-bit word of shared memory which mbarrier it is."""
        self._words: list[int] = []
        self._open = Mailbox(clocks, 0)
        self._complete = Mailbox(clocks, 0)

    # ---------------------------------------------------------------- barriers

    def all_meet(self) -> None:
        """All lanes of the batch are at one barrier."""
        self._strict.clocks.all_meet(self._strict.journal.now)

    def come(self, keys: Any, lanes: Any) -> None:
        """Lanes come to barriers."""
        self._barriers.post(keys, lanes, self._strict.journal.now)

    def go(self, keys: Any, lanes: Any) -> None:
        """Lanes go on from barriers that are complete."""
        self._barriers.take(keys, lanes)

    def reset(self, complete: Any) -> None:
        """All have gone on from barriers."""
        self._barriers.rows[complete] = 0

    def warps_meet(self, lanes: Any) -> None:
        """The lanes of warps have come together."""
        lanes = self._strict.machine.lanes if lanes is None else lanes
        warps = lanes >> 5
        self._strict.clocks.together(warps, self._strict.journal.now)

    def cluster_come(self, clusters: Any, lanes: Any) -> None:
        """Lanes arrive at the barriers of their clusters."""
        self._arriving.post(clusters, lanes, self._strict.journal.now)

    def cluster_done(self, done: Any) -> None:
        """All have arrived in some clusters."""
        self._arrived.rows[done] = self._arriving.rows[done]
        self._arriving.rows[done] = 0

    def cluster_go(self, clusters: Any, lanes: Any) -> None:
        """Lanes have waited at the barriers of their clusters."""
        self._arrived.take(clusters, lanes)

    # -------------------------------------------------------------- mbarriers

    def slots(self, words: Any) -> Any:
        """Return the number of each mbarrier, given the 64-bit words."""
        found = self._slots[words]
        if (found < 0).any():
            for word in np.unique(words[found < 0]):
                self._slots[word] = len(self._words)
                self._words.append(int(word))
            have = len(self._open.rows)
            if len(self._words) > have:
                for box in (self._open, self._complete):
                    more = np.zeros((len(self._words), box.rows.shape[1]), np.int64)
                    box.rows = np.concatenate([box.rows, more])
            found = self._slots[words]
        return found

    def arrive(self, words: Any, lanes: Any) -> None:
        """Lanes arrive at mbarriers, before that is done."""
        self.known(words, lanes, "an arrival at")
        self._open.post(self.slots(words), lanes, self._strict.journal.now)

    def landed(self, word: int, column: int) -> None:
        """A copy has written what it tells an mbarrier of."""
        slot = self.slots(np.array([word]))
        self._open.rows[slot, column] = self._strict.journal.now

    def phase(self, words: Any) -> None:
        """Phases of mbarriers are complete."""
        slots = self.slots(np.asarray(words))
        self._complete.rows[slots] = self._open.rows[slots]

    def passed(self, words: Any, lanes: Any) -> None:
        """Lanes have seen that a phase is complete."""
        self._complete.take(self.slots(words), lanes)

    def known(self, words: Any, lanes: Any, what: str) -> None:
        """Raise `Fault` where lanes use an mbarrier whose initialisation may not have been yet."""
        strict = self._strict
        records = strict.shared.written[2 * words]
        floor = strict.floor(strict.shared)
        if not len(records) or records.max() <= floor:
            return
        own = lanes.astype(np.uint64) << LANE_SHIFT
        bad = unordered(strict, strict.shared, records, own, lanes)
        bad = bad[(records[bad] & _OBJECT) != 0]
        if len(bad):
            position = int(bad[0])
            made = strict.journal.access(strict.machine, int(records[position]))
            name = told(strict.machine, int(words[position]))
            text = (
                f"{what} the mbarrier {name}, and nothing orders it after its initialisation by "
                f"{made.thread}"
            )
            earlier = (("the mbarrier was initialised", made.statement),)
            raise fault(strict, text, int(lanes[position]), earlier)

    def missed(self, word: int, lane: int) -> None:
        """Raise `Fault`: a phase was complete, and the next one, before a lane looked."""
        name = told(self._strict.machine, word)
        text = (
            f"a phase of the mbarrier {name} that this thread waits for was complete, and so was "
            "the next one, before the thread looked: it may wait for ever"
        )
        raise fault(self._strict, text, lane)

    def end(self) -> None:
        """Raise `Fault` where bytes are expected that have never come."""
        strict = self._strict
        words = strict.machine.view("shared", "u8")
        for word in self._words:
            record = int(strict.shared.written[2 * word])
            if not record & OBJECT:
                continue
            pending, expected, tx, _ = (int(each[0]) for each in unpack(words[word : word + 1]))
            if not tx:
                continue
            made = strict.journal.access(strict.machine, record)
            name = told(strict.machine, word)
            text = (
                f"all threads have ended, and the mbarrier {name} has a tx-count of {tx:,} "
                f"({pending:,} of {expected:,} arrivals are pending)"
            )
            strict.at = made.statement
            raise fault(strict, text, record >> 12 & 0xFFFFF)
