"""Barriers and mbarriers in strict mode: the clocks that they carry, and their misuse."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from ptxpy.isa import is_aligned
from ptxpy.sim.machine.barriers import BARRIERS_PER_CTA
from ptxpy.sim.machine.geometry import coordinates
from ptxpy.sim.machine.mbarrier_words import describe_mbarrier, unpack
from ptxpy.sim.races.advice import INIT_FENCE, missing_between, missing_order
from ptxpy.sim.races.epochs import LANE_SHIFT, NUMBER_SHIFT, OBJECT, lane_of
from ptxpy.sim.races.faults import make_fault
from ptxpy.sim.races.happens_before import find_unordered, is_ordered
from ptxpy.sim.races.mbarrier_phases import MbarrierPhases
from ptxpy.sim.races.release_acquire import SyncObjectClocks

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ptxpy.sim.errors import FaultError
    from ptxpy.sim.races.state import RaceState

__all__ = ["Synchronization"]

_OBJECT = np.uint64(OBJECT)
_ONE_INITIALISES = "a branch that lets one thread initialise, such as that of %tid.x 0, around {}"


class Synchronization:
    """The clocks that have been released at the barriers and mbarriers of a batch."""

    def __init__(self, state: RaceState) -> None:
        """Create the clocks of all barriers; nothing is released yet."""
        self._state = state
        machine, clocks = state.machine, state.clocks
        self._departing: dict[int, list[Any]] = {}
        """Lanes that leave barriers, by the piece that follows."""
        self._barriers = SyncObjectClocks(clocks, machine.ctas * BARRIERS_PER_CTA)
        clusters = -(-machine.ctas // machine.geometry.cluster_size)
        self._arriving = SyncObjectClocks(clocks, clusters)
        self._arrived = SyncObjectClocks(clocks, clusters)
        self._slots = np.full(machine.shared.nbytes // 8, -1, np.int32)
        """For each 64-bit word of shared memory, the index of its mbarrier; -1 for none."""
        self._words: list[int] = []
        self._initialised = np.zeros((0, clocks.warps), bool)
        """For each mbarrier and warp, whether its initialisation is known to happen before."""
        self._cluster_arrivals = _ClusterArrivals(clocks.warps)
        self._open = SyncObjectClocks(clocks, 0)
        self._complete = SyncObjectClocks(clocks, 0)
        self._phases = MbarrierPhases(state)
        self._remote = np.zeros((2, 0, clocks.width), np.int64)
        """The clocks that arrivals of other CTAs have released by their scope: in the phase, and
        before."""
        self._remote_arrivals: dict[int, dict[int, int | None]] = {}
        """For each slot the CTAs whose threads have arrived there from elsewhere, with the
        statement if its scope is narrow."""
        self._last_lanes = np.zeros(0, np.int64)
        """The lane of the last arrival at each mbarrier."""
        self._deferred: Any = None
        """The causal clock of the operation that arrives now, if a thread has started it before."""

    # ---------------------------------------------------------------- barriers

    def batch_converges(self) -> None:
        """Order all warps: all lanes of the batch are at one barrier."""
        self._state.clocks.synchronise_ctas(self._state.log.now)

    def barrier_arrivals(self, keys: Any, lanes: Any) -> None:
        """Release the clocks of lanes that arrive at barriers."""
        state = self._state
        self._barriers.release(keys, lanes, state.log.now)
        state.uses.meet(keys, lanes, state.scheduler.barriers.threads)

    def barrier_departures(self, keys: Any, lanes: Any, following: int) -> None:
        """Acquire the clocks of complete barriers, for lanes that leave them."""
        self._barriers.acquire(keys, lanes)
        # Groups of a warp may leave a barrier one by one: whether the warp was whole is known when
        # all have left.
        self._departing.setdefault(following, []).append(lanes)

    def barriers_complete(self, complete: Any) -> None:
        """Reset barriers that all lanes have left, and check aligned ones."""
        self._barriers.rows[complete] = 0
        self._state.clocks.update_floor()
        departing, self._departing = self._departing, {}
        for following, sets in departing.items():
            lanes = np.concatenate(sets) if len(sets) > 1 else sets[0]
            state = self._state
            owner = state.program.owners[following - 1]
            at = owner.pieces[following - 1 - owner.first].stop - 1
            statement = owner.code.statements[at]
            if is_aligned(statement.opcode, statement.modifiers):
                here = np.zeros(state.machine.count, bool)
                here[lanes] = True
                # Threads that have ended count as having arrived.
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
                        f"{statement.opcode}{''.join(statement.modifiers)} is for all threads of "
                        f"a warp at once, and {number} of this one did not come to it, such as "
                        f"thread {which}"
                    )
                    state.report(make_fault(state, "part of a warp", text, lane))

    def barrier_overfilled(self, key: int, lane: int, arrived: int, expected: int) -> None:
        """Report that more threads are at a barrier than it awaits."""
        state = self._state
        text = (
            f"{arrived:,} threads are at barrier {key % BARRIERS_PER_CTA}, which awaits "
            f"{expected:,}: which of them synchronise is undefined"
        )
        missing = "a barrier of its own, or another number of threads, for each group at {}", (
            state.at,
        )
        state.report(make_fault(state, "barrier", text, lane, missing=missing))

    def warps_converge(self, guard: Any, lanes: Any) -> None:
        """Order the lanes of warps that have converged."""
        warps = self._state.select_lanes(guard, lanes) >> 5
        self._state.clocks.synchronise_warps(warps, self._state.log.now)

    def fence(self, guard: Any, lanes: Any) -> None:
        """Execute a memory fence of warps."""
        state = self._state
        # A fence has an effect only where relaxed accesses or narrow scopes follow it; else its
        # clocks do not exist.
        if state.accesses.relaxed or state.clocks.wide_column is not None:
            warps = np.unique(state.select_lanes(guard, lanes) >> 5)
            for warp in state.clocks.fence_loads(warps, narrow=state.is_narrow):
                state.uses.narrow_fences_of_loads[warp] = state.at
            state.clocks.fence(warps, state.log.now, narrow=state.is_narrow)
            if state.is_narrow:
                state.uses.narrow_fences.update(dict.fromkeys(warps.tolist(), state.at))

    def fence_initialisations(self, guard: Any, lanes: Any) -> None:
        """Execute `fence.mbarrier_init` of warps."""
        state = self._state
        state.in_flight.init_fences[state.select_lanes(guard, lanes) >> 5] = state.log.now
        self.fence(guard, lanes)

    def cluster_arrivals(self, clusters: Any, lanes: Any) -> None:
        """Release the clocks of lanes that arrive at the barriers of their clusters."""
        state = self._state
        releases = state.releases
        self._cluster_arrivals.arrive(lanes, state.log.now)
        self._arriving.release(clusters, lanes, state.log.now, releases=releases)
        state.uses.arrive_in_cluster(lanes, state.log.now, state.at, relaxed=not releases)

    def clusters_complete(self, done: Any) -> None:
        """Begin the next phase of clusters in which all threads have arrived."""
        self._cluster_arrivals.complete(done)
        # A fast warp may arrive for the next phase before a slow one has left this one, so the
        # phases have clocks of their own.
        self._arrived.rows[done] = self._arriving.rows[done]
        self._arriving.rows[done] = 0

    def cluster_departures(self, clusters: Any, lanes: Any) -> None:
        """Acquire the clocks of barriers of clusters, for lanes that have waited."""
        self._arrived.acquire(clusters, lanes)
        self._cluster_arrivals.leave(clusters, lanes)
        self._state.uses.leave_in_cluster(lanes, self._state.log.now)

    # -------------------------------------------------------------- mbarriers

    def reset_objects(self, words: Any) -> None:
        """Reset mbarriers that are initialised or invalidated."""
        slots = self.slots(words)
        self._initialised[slots] = False
        self._phases.reset(slots)

    def check_initialised_once(self, words: Any, lanes: Any) -> None:
        """Report the initialisation of words that already are mbarriers."""
        state = self._state
        _, first = np.unique(words, return_index=True)
        if len(first) < len(words):
            position = int(np.setdiff1d(np.arange(len(words)), first)[0])
            word, lane = int(words[position]), int(lanes[position])
            number = int((words == word).sum())
            text = (
                f"the mbarrier {describe_mbarrier(state.machine, word)} is initialised by {number} "
                "threads at once: what follows is undefined"
            )
            one = _ONE_INITIALISES, (state.at,)
            state.report(make_fault(state, "mbarrier", text, lane, missing=one))
        records = state.shared_shadow.written[2 * words]
        bad = ((records & _OBJECT) != 0).nonzero()[0]
        if len(bad):
            position = int(bad[0])
            word, lane, record = int(words[position]), int(lanes[position]), int(records[position])
            writer = state.log.access(state.machine.geometry, record)
            text = (
                f"the mbarrier {describe_mbarrier(state.machine, word)} is initialised, and it is "
                "one already: what follows is undefined"
            )
            earlier = (("the mbarrier was initialised", writer.statement),)
            missing = missing_between(state, "mbarrier.inval", writer.statement)
            # Threads that all execute one statement initialise what one of them is to initialise.
            if writer.statement == state.at and lane_of(record) != lane:
                missing = _ONE_INITIALISES, (state.at,)
            state.report(make_fault(state, "mbarrier", text, lane, earlier, missing))

    def slots(self, words: Any) -> Any:
        """Return the indices of mbarriers, given their 64-bit words; new ones get an index."""
        slots = self._slots[words]
        if (slots < 0).any():
            new = np.unique(words[slots < 0])
            self._phases.grow(new)
            self._last_lanes = np.append(self._last_lanes, np.zeros(len(new), np.int64))
            for word in new:
                self._slots[word] = len(self._words)
                self._words.append(int(word))
            capacity = len(self._open.rows)
            if len(self._words) > capacity:
                # Room for as many again, so that kernels with hundreds of mbarriers copy the rows
                # rarely.
                more = 2 * len(self._words) - capacity
                for clocks in (self._open, self._complete):
                    rows = np.zeros((capacity + more, clocks.rows.shape[1]), np.int64)
                    rows[:capacity] = clocks.rows
                    clocks.rows = rows
                if self._state.clocks.wide_column is not None:
                    remote = np.zeros((2, capacity + more, self._state.clocks.width), np.int64)
                    remote[:, :capacity] = self._remote
                    self._remote = remote
                none = np.zeros((more, self._initialised.shape[1]), bool)
                self._initialised = np.concatenate([self._initialised, none])
            slots = self._slots[words]
        return slots

    def mbarrier_arrivals(self, words: Any, lanes: Any) -> None:
        """Release the clocks of lanes before they arrive at mbarriers."""
        self.check_initialised(words, lanes, "an arrival at")
        state, first = self._state, self._state.clocks.causal_column
        releases, slots = state.releases, self.slots(words)
        deferred, row = self._deferred, self._open.rows[slots[0]]
        if deferred is None:
            state.log.add(state.at)
            self._last_lanes[slots] = lanes
        # The thread that started the operation may have done more since: the operation does not
        # know of that.
        elif first is not None:
            deferred = np.maximum(deferred, row[first : first + state.clocks.width])
        if state.clocks.wide_column is None or deferred is not None:
            self._open.release(slots, lanes, state.log.now, releases=releases)
        else:
            self._release_by_scope(words, slots, lanes, releases=releases)
        if deferred is not None and first is not None:
            self._open.rows[slots, first : first + state.clocks.width] = deferred
        state.uses.arrive(words, lanes, state.log.now)

    def _release_by_scope(self, words: Any, slots: Any, lanes: Any, *, releases: bool) -> None:
        """Release clocks at mbarriers; those from other CTAs are acquired apart."""
        state, open_ = self._state, self._open
        first, width = state.clocks.wide_column or 0, state.clocks.width
        machine, now = state.machine, state.log.now
        # An arrival of scope `.cta` at an mbarrier of another CTA (`mapa`) orders nothing between
        # them.
        remote = machine.cta_of[lanes] != 8 * words // machine.shared_stride
        open_.release(slots[~remote], lanes[~remote], now, releases=releases)
        if not remote.any():
            return
        slots, lanes = slots[remote], lanes[remote]
        held = open_.rows[slots, first : first + width]
        open_.release(slots, lanes, now, releases=releases)
        if not state.is_narrow:
            rows = open_.rows[slots, first : first + width]
            self._remote[0, slots] = np.maximum(self._remote[0, slots], rows)
        # The own CTA's order must not include what came from elsewhere, which waits of a wide scope
        # acquire apart.
        open_.rows[slots, first : first + width] = held
        at = state.at if state.is_narrow else None
        for slot, lane in zip(slots.tolist(), lanes.tolist(), strict=True):
            self._remote_arrivals.setdefault(slot, {})[int(machine.cta_of[lane])] = at

    @contextmanager
    def completing(
        self, words: Sequence[int], columns: Sequence[int], lane: int, causal: Any
    ) -> Iterator[None]:
        """Complete an operation that arrives, or performs complete-tx, at mbarriers.

        Args:
            words: The mbarriers.
            columns: For each, the component of clocks of operations like this one.
            lane: The lane that has started it.
            causal: The causal clock when it was started.
        """
        clocks, now = self._state.clocks, self._state.log.now
        for word, column in zip(words, columns, strict=True):
            slot = int(self._slots[word])
            row = self._open.rows[slot]
            self._last_lanes[slot] = lane
            row[column] = now
            if clocks.tensor_column is not None:
                # Completion by an mbarrier counts as fenced: `tcgen05.commit` implies
                # `::before_thread_sync`.
                row[clocks.tensor_column + column] = now
            if clocks.causal_column is not None:
                part = row[clocks.causal_column : clocks.causal_column + clocks.width]
                np.maximum(part, causal, out=part)
                part[column] = now
        # The effect arrives at the mbarriers through the usual hook, which must not take the clock
        # of the thread that tests.
        self._deferred = causal
        try:
            yield
        finally:
            self._deferred = None

    @property
    def is_completing(self) -> bool:
        """Whether an operation that a thread has started before completes now."""
        return self._deferred is not None

    def mbarrier_phases(self, words: Any) -> None:
        """Make the clocks released in complete phases of mbarriers available."""
        slots = self.slots(np.asarray(words))
        rows, clocks = self._open.rows[slots], self._state.clocks
        # The open clock is kept: a later phase includes all that happened before an earlier one.
        self._complete.rows[slots] = rows
        if clocks.wide_column is not None:
            self._remote[1, slots] = self._remote[0, slots]
        if clocks.causal_column is not None:
            causal = rows[:, clocks.causal_column : clocks.causal_column + clocks.width]
            self._phases.end(slots, causal, self._last_lanes[slots])

    def mbarriers_tested(self, words: Any, lanes: Any, passed: Any) -> None:
        """Check which phases lanes test."""
        self.check_initialised(words, lanes, "a test of")
        self._phases.check(self.slots(words), lanes, passed)

    def mbarriers_passed(self, words: Any, lanes: Any) -> None:
        """Acquire the clocks of complete phases, for lanes that have tested them."""
        slots = self.slots(words)
        self._complete.acquire(slots, lanes)
        if self._remote_arrivals:
            state = self._state
            if not state.is_narrow:
                # The lanes of a warp mostly wait for one mbarrier: the first lane stands for all.
                warps, first = np.unique(lanes >> 5, return_index=True)
                state.clocks.acquire_wide(warps, self._remote[1, slots[first]])
            at = state.at if state.is_narrow else None
            cta_of = state.machine.cta_of
            for slot, cta in {*zip(slots.tolist(), cta_of[lanes].tolist(), strict=True)}:
                for other, arrival in self._remote_arrivals.get(slot, {}).items():
                    if arrival is not None or at is not None:
                        state.uses.narrow_orders[other, cta] = arrival, at
        self._phases.see(slots, lanes)
        self._state.uses.wait(words, lanes, self._state.log.now)

    def check_initialised(self, words: Any, lanes: Any, what: str) -> None:
        """Report a use of an mbarrier before which its initialisation does not happen."""
        state = self._state
        slots = self.slots(words)
        # Once ordered is always ordered, until the mbarrier is initialised again.
        if self._initialised[slots, lanes >> 5].all():
            return
        records = state.shared_shadow.written[2 * words]
        own = lanes.astype(np.uint64) << LANE_SHIFT
        bad = find_unordered(state, records, own, lanes)
        bad = bad[(records[bad] & _OBJECT) != 0].tolist()
        if not state.asks_fences:
            arrivals = self._cluster_arrivals
            bad = [k for k in bad if not arrivals.is_before(int(records[k]), int(lanes[k]))]
        if bad:
            position = bad[0]
            state.report(
                self._make_uninitialised_fault(int(words[position]), int(lanes[position]), what)
            )
        self._initialised[slots, lanes >> 5] = True

    def check_lane_initialised(self, word: int, lane: int, what: str) -> None:
        """Report the same as `check_initialised`, for one lane."""
        record = int(self._state.shared_shadow.written[2 * word])
        state = self._state
        if not record & OBJECT or is_ordered(state, record, lane):
            return
        if state.asks_fences or not self._cluster_arrivals.is_before(record, lane):
            state.report(self._make_uninitialised_fault(word, lane, what))

    def _make_uninitialised_fault(self, word: int, lane: int, what: str) -> FaultError:
        state = self._state
        writer = state.log.access(
            state.machine.geometry, int(state.shared_shadow.written[2 * word])
        )
        text = (
            f"{what} the mbarrier {describe_mbarrier(state.machine, word)}, and nothing orders it "
            f"after its initialisation by {writer.thread}"
        )
        earlier = (("the mbarrier was initialised", writer.statement),)
        record = int(state.shared_shadow.written[2 * word])
        missing = missing_order(
            state, state.shared_shadow, record, lane, writes=False, fence=INIT_FENCE
        )
        return make_fault(state, "mbarrier", text, lane, earlier, missing)

    def mbarrier_missed(self, word: int, lane: int) -> None:
        """Report that two phases were completed before a lane tested the first one."""
        self._phases.miss(int(self._slots[word]), lane)

    def end(self) -> None:
        """Report mbarriers that still expect bytes at the end."""
        state = self._state
        if not self._words:
            return
        every = np.array(self._words)
        pending, expected, tx, _ = unpack(state.machine.view("shared", "u8")[every])
        records = state.shared_shadow.written[2 * every]
        # Arrivals may be pending at the end, as a ring of stages is left half full; bytes that are
        # expected and never come are an error of counting.
        for number in ((tx != 0) & ((records & _OBJECT) != 0)).nonzero()[0]:
            word, record = self._words[number], int(records[number])
            writer = state.log.access(state.machine.geometry, record)
            name = describe_mbarrier(state.machine, word)
            text = (
                f"all threads have ended, and the mbarrier {name} has a tx-count of "
                f"{int(tx[number]):,} ({int(pending[number]):,} of {int(expected[number]):,} "
                "arrivals are pending)"
            )
            state.at = writer.statement
            state.report(make_fault(state, "mbarrier", text, lane_of(record)))


class _ClusterArrivals:
    """For each warp, when the warps of its cluster arrived at the last barrier that it has left.

    A relaxed arrival orders nothing without a fence before it. But compilers and libraries
    initialise mbarriers behind their last `fence.mbarrier_init`, and arrive with `.relaxed`:
    CUTLASS does so in each of its kernels for pairs of CTAs. So such an arrival orders
    initialisations here, unless strict mode is asked for fences.
    """

    def __init__(self, warps: int) -> None:
        """Begin without arrivals."""
        self._arrived = np.zeros(warps, np.int64)
        """The time at which each warp has arrived last."""
        self._complete: dict[int, Any] = {}
        """The arrivals of the last complete phase of each cluster."""
        self._left: dict[int, Any] = {}
        """The same for each warp that has left a phase."""

    def arrive(self, lanes: Any, now: int) -> None:
        """Record that lanes arrive."""
        self._arrived[np.unique(lanes >> 5)] = now

    def complete(self, done: Any) -> None:
        """Record that all threads of clusters have arrived."""
        for cluster in np.atleast_1d(done).nonzero()[0].tolist():
            # Warps arrive again while others have not left: the times of this phase are kept.
            self._complete[cluster] = self._arrived.copy()

    def leave(self, clusters: Any, lanes: Any) -> None:
        """Record that lanes have waited for all threads of their clusters."""
        for cluster, warp in {*zip(clusters.tolist(), (lanes >> 5).tolist(), strict=True)}:
            self._left[warp] = self._complete[cluster]

    def is_before(self, record: int, lane: int) -> bool:
        """Return whether the thread of a record has arrived after it where a lane has waited."""
        arrived = self._left.get(lane >> 5)
        time = record >> int(NUMBER_SHIFT)
        return arrived is not None and bool(time <= arrived[lane_of(record) >> 5])
