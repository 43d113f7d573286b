"""Barriers and mbarriers in strict mode: who learns what there, and wrong uses of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ptxpy.isa import is_aligned
from ptxpy.sim.machine.geometry import coordinates
from ptxpy.sim.machine.mbarrier_words import describe_mbarrier, unpack
from ptxpy.sim.races.advice import missing_between, missing_order
from ptxpy.sim.races.epochs import LANE_SHIFT, OBJECT, lane_of
from ptxpy.sim.races.faults import make_fault
from ptxpy.sim.races.happens_before import is_ordered, unordered
from ptxpy.sim.races.release_acquire import SyncObjectClocks

if TYPE_CHECKING:
    from ptxpy.sim.errors import FaultError
    from ptxpy.sim.races.state import RaceState

__all__ = ["Synchronization"]

_BARRIERS = 16
_OBJECT = np.uint64(OBJECT)


class Synchronization:
    """The clocks that have been released at the barriers and mbarriers of a batch."""

    def __init__(self, state: RaceState) -> None:
        """Begin with nothing released."""
        self._state = state
        machine, clocks = state.machine, state.clocks
        self._going: dict[int, list[Any]] = {}
        """Lanes that go on from barriers, by the piece that follows."""
        self._barriers = SyncObjectClocks(clocks, machine.ctas * _BARRIERS)
        clusters = -(-machine.ctas // machine.geometry.cluster_size)
        self._arriving = SyncObjectClocks(clocks, clusters)
        self._arrived = SyncObjectClocks(clocks, clusters)
        self._slots = np.full(machine.shared.nbytes // 8, -1, np.int32)
        """For each 64-bit word of shared memory which mbarrier it is."""
        self._words: list[int] = []
        self._seen = np.zeros((0, clocks.warps), bool)
        """For each mbarrier and warp whether the initialisation is known to come before."""
        self._open = SyncObjectClocks(clocks, 0)
        self._complete = SyncObjectClocks(clocks, 0)

    # ---------------------------------------------------------------- barriers

    def batch_converges(self) -> None:
        """All lanes of the batch are at one barrier."""
        self._state.clocks.synchronise_ctas(self._state.log.now)

    def barrier_arrivals(self, keys: Any, lanes: Any) -> None:
        """Lanes come to barriers."""
        self._barriers.release(keys, lanes, self._state.log.now)

    def barrier_departures(self, keys: Any, lanes: Any, following: int) -> None:
        """Lanes go on from barriers that are complete, to the piece after their instruction."""
        self._barriers.acquire(keys, lanes)
        self._going.setdefault(following, []).append(lanes)

    def barriers_complete(self, complete: Any) -> None:
        """All have gone on from barriers."""
        self._barriers.rows[complete] = 0
        self._state.clocks.update_floor()
        going, self._going = self._going, {}
        for following, parts in going.items():
            lanes = np.concatenate(parts) if len(parts) > 1 else parts[0]
            self._aligned(following, lanes)

    def _aligned(self, following: int, lanes: Any) -> None:
        """Report where only a part of a warp is at a barrier that is for whole warps."""
        state = self._state
        owner = state.program.owners[following - 1]
        at = owner.pieces[following - 1 - owner.first].stop - 1
        statement = owner.code.statements[at]
        if not is_aligned(statement.opcode, statement.modifiers):
            return
        here = np.zeros(state.machine.count, bool)
        here[lanes] = True
        absent = ~(here | state.machine.ended).reshape(-1, 32)
        broken = absent.any(axis=1) & here.reshape(-1, 32).any(axis=1)
        if broken.any() and not state.lockstep:
            warp = int(broken.argmax())
            lane = 32 * warp + int(here[32 * warp : 32 * warp + 32].argmax())
            missing = 32 * warp + int(absent[warp].argmax())
            number = int(absent[warp].sum())
            state.at = owner.code.ordinals[at]
            geometry = state.machine.geometry
            which = coordinates(int(state.machine.thread_of[missing]), geometry.block)
            text = (
                f"{statement.opcode}{''.join(statement.modifiers)} is for all threads of a warp "
                f"at once, and {number} of this one did not come to it, such as thread {which}"
            )
            state.report(make_fault(state, "part of a warp", text, lane))

    def barrier_overfilled(self, key: int, lane: int, came: int, needed: int) -> None:
        """Report that more threads are at a barrier than it awaits."""
        state = self._state
        text = (
            f"{came:,} threads are at barrier {key % _BARRIERS}, which awaits {needed:,}: which of "
            "them meet there is left open"
        )
        missing = "a barrier of its own, or another number of threads, for each group at {}", (
            state.at,
        )
        state.report(make_fault(state, "barrier", text, lane, missing=missing))

    def warps_converge(self, guard: Any, lanes: Any) -> None:
        """The lanes of warps have come together."""
        warps = self._state.select_lanes(guard, lanes) >> 5
        self._state.clocks.synchronise_warps(warps, self._state.log.now)

    def fence(self, guard: Any, lanes: Any) -> None:
        """Record a fence between accesses to memory."""
        state = self._state
        if state.accesses.relaxed:
            warps = np.unique(state.select_lanes(guard, lanes) >> 5)
            state.clocks.fence(warps, state.log.now)

    def cluster_arrivals(self, clusters: Any, lanes: Any) -> None:
        """Lanes arrive at the barriers of their clusters."""
        state = self._state
        releases = state.releases
        self._arriving.release(clusters, lanes, state.log.now, releases=releases)

    def clusters_complete(self, done: Any) -> None:
        """All have arrived in some clusters."""
        self._arrived.rows[done] = self._arriving.rows[done]
        self._arriving.rows[done] = 0

    def cluster_departures(self, clusters: Any, lanes: Any) -> None:
        """Lanes have waited at the barriers of their clusters."""
        self._arrived.acquire(clusters, lanes)

    # -------------------------------------------------------------- mbarriers

    def forget_objects(self, words: Any) -> None:
        """Record that mbarriers are initialised or invalidated."""
        slots = self.slots(words)
        self._seen[slots] = False

    def check_initialised_once(self, words: Any, lanes: Any) -> None:
        """Report that mbarriers are initialised that are in use."""
        state = self._state
        records = state.shared_shadow.written[2 * words]
        bad = ((records & _OBJECT) != 0).nonzero()[0]
        if len(bad):
            position = int(bad[0])
            word = int(words[position])
            made = state.log.access(state.machine, int(records[position]))
            text = (
                f"the mbarrier {describe_mbarrier(state.machine, word)} is initialised, and it is "
                "one already: what follows is undefined"
            )
            earlier = (("the mbarrier was initialised", made.statement),)
            missing = missing_between(state, "mbarrier.inval", made.statement)
            state.report(
                make_fault(state, "mbarrier", text, int(lanes[position]), earlier, missing)
            )

    def slots(self, words: Any) -> Any:
        """Return the number of each mbarrier, given the 64-bit words."""
        found = self._slots[words]
        if (found < 0).any():
            for word in np.unique(words[found < 0]):
                self._slots[word] = len(self._words)
                self._words.append(int(word))
            have = len(self._open.rows)
            if len(self._words) > have:
                more = 2 * len(self._words) - have
                for box in (self._open, self._complete):
                    none = np.zeros((more, box.rows.shape[1]), np.int64)
                    box.rows = np.concatenate([box.rows, none])
                none = np.zeros((more, self._seen.shape[1]), bool)
                self._seen = np.concatenate([self._seen, none])
            found = self._slots[words]
        return found

    def mbarrier_arrivals(self, words: Any, lanes: Any) -> None:
        """Lanes arrive at mbarriers, before that is done."""
        self.check_initialised(words, lanes, "an arrival at")
        state = self._state
        releases = state.releases
        self._open.release(self.slots(words), lanes, state.log.now, releases=releases)

    def copy_completed(self, word: int, column: int) -> None:
        """Record that a copy has written its bytes and completes them on an mbarrier."""
        slot = int(self._slots[word])
        self._open.rows[slot, column] = self._state.log.now

    def mbarrier_phases(self, words: Any) -> None:
        """Phases of mbarriers are complete."""
        slots: Any = int(self._slots[words[0]]) if len(words) == 1 else self.slots(words)
        self._complete.rows[slots] = self._open.rows[slots]

    def mbarriers_passed(self, words: Any, lanes: Any) -> None:
        """Lanes have seen that a phase is complete."""
        self._complete.acquire(self.slots(words), lanes)

    def check_initialised(self, words: Any, lanes: Any, what: str) -> None:
        """Report where lanes use an mbarrier whose initialisation may not have been yet."""
        state = self._state
        slots = self.slots(words)
        if self._seen[slots, lanes >> 5].all():
            return
        records = state.shared_shadow.written[2 * words]
        own = lanes.astype(np.uint64) << LANE_SHIFT
        bad = unordered(state, records, own, lanes)
        bad = bad[(records[bad] & _OBJECT) != 0]
        if len(bad):
            position = int(bad[0])
            state.report(self._unknown(int(words[position]), int(lanes[position]), what))
        self._seen[slots, lanes >> 5] = True

    def check_lane_initialised(self, word: int, lane: int, what: str) -> None:
        """Do what `known` does, for one lane."""
        record = int(self._state.shared_shadow.written[2 * word])
        if record & OBJECT and not is_ordered(self._state, record, lane):
            self._state.report(self._unknown(word, lane, what))

    def _unknown(self, word: int, lane: int, what: str) -> FaultError:
        state = self._state
        made = state.log.access(state.machine, int(state.shared_shadow.written[2 * word]))
        text = (
            f"{what} the mbarrier {describe_mbarrier(state.machine, word)}, and nothing orders it "
            f"after its initialisation by {made.thread}"
        )
        earlier = (("the mbarrier was initialised", made.statement),)
        record = int(state.shared_shadow.written[2 * word])
        missing = missing_order(state, state.shared_shadow, record, lane, writes=False)
        return make_fault(state, "mbarrier", text, lane, earlier, missing)

    def mbarrier_missed(self, word: int, lane: int) -> None:
        """Report that a phase was complete, and the next one, before a lane looked."""
        name = describe_mbarrier(self._state.machine, word)
        text = (
            f"a phase of the mbarrier {name} that this thread waits for was complete, and so was "
            "the next one, before the thread looked: it may wait for ever"
        )
        self._state.report(make_fault(self._state, "mbarrier", text, lane))

    def end(self) -> None:
        """Report where bytes are expected that have never come."""
        state = self._state
        if not self._words:
            return
        every = np.array(self._words)
        pending, expected, tx, _ = unpack(state.machine.view("shared", "u8")[every])
        records = state.shared_shadow.written[2 * every]
        for number in ((tx != 0) & ((records & _OBJECT) != 0)).nonzero()[0]:
            word, record = self._words[number], int(records[number])
            made = state.log.access(state.machine, record)
            name = describe_mbarrier(state.machine, word)
            text = (
                f"all threads have ended, and the mbarrier {name} has a tx-count of "
                f"{int(tx[number]):,} ({int(pending[number]):,} of {int(expected[number]):,} "
                "arrivals are pending)"
            )
            state.at = made.statement
            state.report(make_fault(state, "mbarrier", text, lane_of(record)))
