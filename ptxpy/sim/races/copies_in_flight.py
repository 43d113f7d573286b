"""Bulk copies in flight.

Each copy is performed at the wait that completes it, the latest legal time, so that a missing wait
shows as a race: a copy that completes on an mbarrier, when that is tested; a copy of a bulk group,
when its thread waits for the group. Until then its source and destination must not be accessed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.sim.errors import FaultError
from ptxpy.sim.machine.mbarrier_words import describe_mbarrier, mbarrier_at
from ptxpy.sim.races import dependent_grids
from ptxpy.sim.races.advice import (
    ELECTED,
    FENCE,
    INIT_FENCE,
    READ_FENCE,
    are_at_once,
    missing_between,
)
from ptxpy.sim.races.arriving_bytes import ArrivingBytes
from ptxpy.sim.races.copy_footprints import footprint_of
from ptxpy.sim.races.epochs import (
    ASYNC,
    LANE_SHIFT,
    NUMBER_SHIFT,
    OBJECT,
    UNSET,
    lane_of,
    lanes_of,
)
from ptxpy.sim.races.faults import describe_place, make_fault, make_race
from ptxpy.sim.races.happens_before import find_unordered, is_ordered
from ptxpy.sim.races.in_flight import Lack
from ptxpy.sim.races.in_flight_checks import check_untouched, check_written
from ptxpy.sim.races.operation_groups import OperationGroups
from ptxpy.sim.races.shadow_memory import WORD, collapse_runs
from ptxpy.sim.races.vector_clocks import ASYNC_CLASSES
from ptxpy.sim.semantics.asynchronous import mbarriers

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.races.copy_footprints import Footprint
    from ptxpy.sim.races.shadow_memory import Shadow
    from ptxpy.sim.races.state import RaceState
    from ptxpy.sim.races.synchronization import Synchronization

__all__ = ["CopiesInFlight", "CopyInFlight"]

_MIN_VECTORISED_RECORDS: Final = 16
"""The fewest records that are compared as arrays; fewer are compared one by one."""
_UNSET: Final = np.uint64(UNSET)
_NOT_PLAIN: Final = np.uint64(ASYNC | OBJECT)


class CopyInFlight(NamedTuple):
    """A copy in flight."""

    effect: Callable[..., None]
    values: tuple[Any, ...]
    statement: int
    footprint: Footprint
    group: int
    """The index of its bulk group in its thread."""
    began: int
    """The time at which it has begun."""
    causal: Any
    """The causal clock of its thread then."""
    parities: tuple[int, ...]
    """The parity of the phase of each mbarrier then."""
    owner: CopiesInFlight

    @property
    def name(self) -> str:
        """Its name in messages, with its article."""
        return "a copy"

    def touches(self, word: int, *, write: bool) -> bool:
        """Return whether it writes, or reads, a word of shared memory."""
        parts = self.footprint.writes if write else self.footprint.reads
        return any(low <= 4 * word < high for low, high in parts)

    def lack(self, word: int, lane: int) -> Lack:
        """Return the missing wait before a lane's use of a word that it touches."""
        del word
        return self.owner.lack(self, lane)

    def complete(self) -> None:
        """Perform it, though no thread has waited for it."""
        self.owner.complete(self)


class CopiesInFlight:
    """The copies of a batch that are in flight."""

    def __init__(self, state: RaceState, synchronization: Synchronization) -> None:
        """Create an empty set."""
        self._state = state
        self._synchronization = synchronization
        self._waiting: dict[int, list[CopyInFlight]] = {}
        """The copies that perform complete-tx on an mbarrier, by its word."""
        self._grouped: list[CopyInFlight] = []
        self._groups = OperationGroups(state, state.machine.count, "cp.async.bulk")
        """The bulk groups of each lane."""
        self._bytes = ArrivingBytes(state)
        self._begun: set[int] = set()
        """The statements that have begun copies."""
        state.in_flight.add_source(self._all)

    def lack(self, flight: CopyInFlight, lane: int) -> Lack:
        """Return the missing wait before a lane's use of memory that a copy touches."""
        state, words = self._state, flight.footprint.words
        if not words:
            return self._groups.lack(flight.footprint.lane, flight.group, flight.began)
        by = flight.footprint.lane
        if by != lane and by >> 5 == lane >> 5 and are_at_once(state, flight.began):
            wait = "one thread that copies for its warp"
            return Lack(wait, (ELECTED, (state.at,)))
        name = describe_mbarrier(state.machine, words[0])
        wait = f"a wait for the mbarrier {name}"
        waited = state.uses.waited_at(lane >> 5, words[0])
        mbarrier = mbarrier_at(state.machine, words[0])
        arrived = state.uses.arrived_at(flight.footprint.lane >> 5, words[0])
        if waited > flight.began > arrived > 0 and not mbarrier.tx:
            # The thread has arrived before the copy, and nothing has announced its bytes.
            size = sum(high - low for low, high in flight.footprint.writes)
            what = f"an arrive.expect_tx of {size:,} bytes, and of those of other copies, at {{}}"
            wait = f"an expect_tx for the mbarrier {name}"
            return Lack(wait, (what, (state.log.statement(arrived),)))
        if waited > flight.began and mbarrier.tx > 0:
            # The phase that expects the copy is under way, so the wait was for the one before.
            parity = mbarrier.parity
            what = (
                f"parity {parity} in place of {1 - parity} at {{}}, whose phase was complete "
                "before the copy began"
            )
            wait = f"a wait for parity {parity} of the mbarrier {name}"
            return Lack(wait, (what, (state.log.statement(waited),)))
        return Lack(wait, missing_between(state, wait, flight.statement))

    # ------------------------------------------------------------------- start

    def start(self, effect: Callable[..., None], values: tuple[Any, ...]) -> bool:
        """Start an operation if it is a copy; return whether it is one."""
        state = self._state
        footprint = footprint_of(state.machine, effect, values)
        if footprint is None:
            return False
        # The copy gets a time of its own, so that later accesses of its thread can be told from
        # earlier ones.
        began = state.log.add(state.at)
        state.uses.active.add(footprint.lane >> 5)
        for word in footprint.words:
            mbarriers.check_live(state.machine, word, footprint.lane)
            self._synchronization.check_lane_initialised(
                word, footprint.lane, "a copy that signals"
            )
            if state.asks_fences:
                self._check_initialisation_fence(word, footprint.lane)
        for low, high in footprint.reads:
            self.check_read(footprint.lane, low, high, "a copy")
        if footprint.source is not None:
            self._check_source(footprint.lane, *footprint.source)
        if state.grids.primary is not None:
            ranges = [each for each in (footprint.source, footprint.target) if each is not None]
            # A copy that signals an mbarrier writes to shared memory, so global memory is its
            # source; one of a bulk group writes to global memory.
            write = not footprint.words
            ranges += footprint.rows
            dependent_grids.check_ranges(state, ranges, footprint.lane, write=write)
        for low, high in footprint.writes:
            self._check_write(footprint.lane, low, high, follows_reads=footprint.follows_reads)
        self._begun.add(state.at)
        # A copy that completes on an mbarrier is awaited there, any other one by its group.
        group = int(self._groups.committed[footprint.lane])
        # When the copy completes its thread may have synchronised further, so what its completion
        # tells others is taken now.
        causal = state.clocks.causal_of(footprint.lane >> 5, began)
        parities = tuple(mbarrier_at(state.machine, word).parity for word in footprint.words)
        flight = CopyInFlight(
            effect, values, state.at, footprint, group, began, causal, parities, self
        )
        self._mark(flight, 1)
        if footprint.words:
            for word in dict.fromkeys(footprint.words):
                self._waiting.setdefault(word, []).append(flight)
        else:
            self._grouped.append(flight)
        return True

    def _mark(self, flight: CopyInFlight, change: int) -> None:
        shadow = self._state.shared_shadow
        for low, high in flight.footprint.writes:
            # Counts, not flags: several copies may read one word. -1 is 255 in 8 bits, which
            # subtracts 1.
            shadow.being_written[low >> 2 : high >> 2] += np.uint8(change & 0xFF)
        for low, high in flight.footprint.reads:
            shadow.being_read[low >> 2 : high >> 2] += np.uint8(change & 0xFF)
        shadow.uses_in_flight += change

    # ------------------------------------------------------------------ checks

    def check_read(self, lane: int, low: int, high: int, what: str) -> None:
        """Report an asynchronous read of shared memory that conflicts with a write."""
        state, shadow = self._state, self._state.shared_shadow
        part = slice(low >> 2, high >> 2)
        if shadow.uses_in_flight and shadow.being_written[part].any():
            at = np.arange(part.start, part.stop)
            check_written(state, at, np.full(len(at), lane), f"read by {what}")
        # A tile is mostly written by few instructions, so its records come in runs: one of each is
        # enough.
        written, starts = collapse_runs(shadow.written[part])
        if (written & _UNSET).all():
            state.record_unset_read(describe_place(state, shadow, part.start), lane)
        self._check_order(written, part.start + starts, lane, (f"read by {what}", "write"))
        self._check_fence(written, part.start + starts, lane, f"{what} reads", shadow)

    def _check_source(self, lane: int, low: int, high: int) -> None:
        """Report a copy from global memory that conflicts with a write."""
        state, shadow = self._state, self._state.global_shadow
        part = slice(low // WORD - shadow.first, -(-high // WORD) - shadow.first)
        # Pages of 4,096 words without a write need no comparison: most sources are inputs, which no
        # thread of the grid writes.
        if part.start < 0 or not shadow.is_written(
            slice(part.start // 4096, part.stop // 4096 + 1)
        ):
            return
        records, starts = collapse_runs(shadow.written[part])
        words = part.start + starts
        own, lanes = np.uint64(lane) << LANE_SHIFT, np.int64(lane)
        bad = find_unordered(state, records, own, lanes, write=True)
        if len(bad):
            record, word = int(records[bad[0]]), int(words[bad[0]])
            state.report(make_race(state, shadow, word, record, lane, ("read by a copy", "write")))
        self._check_fence(records, words, lane, "a copy reads", shadow)

    def _check_order(self, records: Any, words: Any, lane: int, what: tuple[str, str]) -> None:
        """Report an access that does not happen before the operation that a lane starts."""
        state = self._state
        if len(records) < _MIN_VECTORISED_RECORDS:
            bad = [
                position
                for position, record in enumerate(records.tolist())
                if not is_ordered(state, record, lane)
            ]
            # An access of another warp comes first in a message, as in `find_unordered`.
            bad.sort(key=lambda each: lane_of(int(records[each])) >> 5 == lane >> 5)
        else:
            own, lanes = np.uint64(lane) << LANE_SHIFT, np.int64(lane)
            bad = find_unordered(state, records, own, lanes, write=True)
        if len(bad):
            record, word = int(records[bad[0]]), int(words[bad[0]])
            state.report(make_race(state, state.shared_shadow, word, record, lane, what))

    def _check_fence(
        self, records: Any, words: Any, lane: int, what: str, shadow: Shadow, *, read: bool = False
    ) -> None:
        """Report an access of a thread that is not followed by a fence of the async proxy.

        Args:
            records: The records of the accesses.
            words: Their words.
            lane: The lane that starts the operation.
            what: The action of the operation, as the beginning of a message.
            shadow: The shadow memory.
            read: Whether the accesses have read; else they have written.
        """
        state = self._state
        # Asynchronous writes are in the async proxy already, and mbarriers need no proxy fence.
        if ((records & _NOT_PLAIN) != 0).all():
            return
        numbers = (records >> np.uint64(32)).astype(np.int64)
        warps = lanes_of(records) >> 5
        plain = ((records & _NOT_PLAIN) == 0) & (numbers > state.log.began)
        fences = state.in_flight.fences
        late = np.maximum(fences[np.where(plain, warps, 0)], fences[lane >> 5])
        # Only accesses after the last fence, by the thread or by the one that starts the copy, are
        # late.
        for position in (plain & (numbers > late)).nonzero()[0].tolist():
            access = state.log.access(state.machine.geometry, int(records[position]))
            # Copies that have been performed left records of reads without a flag: those are in the
            # async proxy, too.
            if read and access.statement in self._begun:  # a copy
                continue
            verb, noun = ("read", "read") if read else ("written", "write")
            text = (
                f"{what} {describe_place(state, shadow, int(words[position]))}, which "
                f"{access.thread} has {verb}, without a fence.proxy.async in between"
            )
            earlier = ((f"the {noun} was", access.statement),)
            missing = missing_between(state, READ_FENCE if read else FENCE, access.statement)
            state.report(make_fault(state, "missing fence", text, lane, earlier, missing))
            return

    def _check_initialisation_fence(self, word: int, lane: int) -> None:
        """Report a copy that signals an mbarrier whose initialisation the async proxy may not see.

        The copy completes its transaction in the async proxy, the initialisation is a write of the
        generic one; `fence.mbarrier_init`, or `fence.proxy.async`, makes it visible there.
        """
        state = self._state
        record = int(state.shared_shadow.written[2 * word])
        number = record >> NUMBER_SHIFT
        if not record & OBJECT or number <= state.log.began:
            return
        in_flight, warp = state.in_flight, lane_of(record) >> 5
        late = max(in_flight.fences[warp], in_flight.init_fences[warp], in_flight.fences[lane >> 5])
        if number <= late:
            return
        access = state.log.access(state.machine.geometry, record)
        text = (
            f"a copy signals the mbarrier {describe_mbarrier(state.machine, word)}, which "
            f"{access.thread} has initialised, without a fence.mbarrier_init or "
            "fence.proxy.async in between"
        )
        earlier = (("the mbarrier was initialised", access.statement),)
        what = f"{INIT_FENCE} by the thread that initialises"
        missing = missing_between(state, what, access.statement)
        state.report(make_fault(state, "missing fence", text, lane, earlier, missing))

    def _check_write(self, lane: int, low: int, high: int, *, follows_reads: bool) -> None:
        state, shadow = self._state, self._state.shared_shadow
        part = slice(low >> 2, high >> 2)
        if shadow.uses_in_flight and (
            shadow.being_written[part].any() or shadow.being_read[part].any()
        ):
            at = np.arange(part.start, part.stop)
            lanes = np.full(len(at), lane)
            check_untouched(state, at, lanes, "written by a copy")
        for records, what in (
            (shadow.written, "write"),
            (shadow.read, "read"),
            *([(shadow.read_before, "read")] if shadow.has_reads_before else []),
        ):
            held, starts = collapse_runs(records[part])
            if what == "write" and (held & np.uint64(OBJECT)).any():
                where = describe_place(state, shadow, part.start)
                text = f"a copy to {where}, where an mbarrier is"
                state.report(make_fault(state, "mbarrier", text, lane))
            self._check_order(held, part.start + starts, lane, ("write by a copy", what))
            if what == "write" or follows_reads or state.asks_fences:
                self._check_fence(
                    held,
                    part.start + starts,
                    lane,
                    "a response is written to" if follows_reads else "a copy writes to",
                    shadow,
                    read=what == "read",
                )

    def complete(self, flight: CopyInFlight) -> None:
        """Complete a copy as if it had been waited for."""
        for word, some in [*self._waiting.items()]:
            self._waiting[word] = [each for each in some if each is not flight]
        self._grouped = [each for each in self._grouped if each is not flight]
        self._perform(flight)

    def _all(self) -> list[CopyInFlight]:
        # A multicast copy waits at several mbarriers, and copies hold arrays, which cannot be
        # hashed: the identity tells them apart.
        found = dict.fromkeys(id(each) for some in self._waiting.values() for each in some)
        several = {id(each): each for some in self._waiting.values() for each in some}
        return [*(several[key] for key in found), *self._grouped]

    # ---------------------------------------------------------------- complete

    def _perform(self, flight: CopyInFlight) -> None:
        """Make a copy."""
        state = self._state
        machine, shadow, footprint = state.machine, state.shared_shadow, flight.footprint
        self._mark(flight, -1)
        # Faults of the copy belong to the statement that started it, not to the wait.
        held, state.at = state.at, flight.statement
        number = state.log.add(flight.statement) << 32 | footprint.lane << 12
        for low, high in footprint.reads:
            shadow.read[low >> 2 : high >> 2] = number | 0xF
        if footprint.swizzle:
            state.swizzled_copies[number >> 32] = footprint.swizzle
        for (low, high), word in zip(footprint.writes, footprint.words, strict=True):
            shadow.written[low >> 2 : high >> 2] = number | ASYNC | word % ASYNC_CLASSES
        self._bytes.arrive(flight, self._all())
        # Who waits for the mbarrier acquires the writes of copies that signalled it: these have
        # columns of the vector clocks behind those of the warps.
        columns = [state.clocks.warps + word % ASYNC_CLASSES for word in footprint.words]
        completing = self._synchronization.completing
        state.operation_completes(flight.values, footprint.words)
        try:
            with completing(footprint.words, columns, footprint.lane, flight.causal):
                flight.effect(machine, *flight.values)
        except FaultError as wrong:
            # The scheduler would name the statement that runs now, which is the wait.
            if wrong.ordinal is None:
                wrong.ordinal = flight.statement
            raise
        if footprint.target is not None:
            low, high = (each // 4 - state.global_shadow.first for each in footprint.target)
            # The target may lie in memory that was allocated after the shadow was made.
            state.grow(4 * high)
            state.global_shadow.written[low:high] = number | 0xF
            state.global_shadow.mark(slice(low // 4096, high // 4096 + 1), write=True)
        state.at = held

    def perform_for(self, words: Any) -> None:
        """Perform the copies that complete on the mbarriers that are tested."""
        if not self._waiting:
            return
        for word in dict.fromkeys(words.tolist()):
            for flight in self._waiting.pop(word, ()):
                for other in flight.footprint.words:
                    # A multicast copy is performed once, though each of its mbarriers may be
                    # tested.
                    if other in self._waiting and other != word:
                        rest = [each for each in self._waiting[other] if each is not flight]
                        self._waiting[other] = rest
                self._perform(flight)

    def commit(self, guard: Any, lanes: Any) -> None:
        """Commit the bulk groups of lanes."""
        self._groups.commit(self._state.select_lanes(guard, lanes))

    def wait(self, pending: int, guard: Any, lanes: Any) -> None:
        """Perform the copies of all bulk groups of lanes but the last `pending` ones."""
        if self._grouped:
            committed = self._groups.committed
            chosen = self._state.select_lanes(guard, lanes)
            self._groups.wait(chosen, pending)
            # An array by lane makes the test of each copy a single look-up.
            waits = np.zeros(len(committed), bool)
            waits[chosen] = True
            self._complete_if(
                lambda each: bool(waits[each.footprint.lane])
                and (each.group < committed[each.footprint.lane] - pending)
            )

    def _complete_if(self, is_due: Callable[[CopyInFlight], bool]) -> None:
        done = [each for each in self._grouped if is_due(each)]
        self._grouped = [each for each in self._grouped if not is_due(each)]
        for flight in done:
            self._perform(flight)

    def end_threads(self, lanes: Any) -> None:
        """Report copies of threads that end without having waited, and perform them."""
        if self._grouped:
            ends = np.zeros(len(self._groups.committed), bool)
            ends[lanes] = True
            for each in self._grouped:
                # Only copies that read shared memory are a fault here: the memory is freed. A copy
                # to it signals an mbarrier, for which any thread may wait.
                if ends[each.footprint.lane] and each.footprint.reads:
                    # Only that thread can wait for it, and the memory is freed when the CTA ends.
                    state = self._state
                    lane = each.footprint.lane
                    how = "without having waited for it"
                    if each.group >= self._groups.committed[lane]:
                        how = "without having closed its group"
                    where = describe_place(
                        state, state.shared_shadow, each.footprint.reads[0][0] >> 2
                    )
                    text = (
                        f"a copy from {where} is in flight when the thread that began it ends, "
                        f"{how}"
                    )
                    lack = self._groups.lack(lane, each.group, each.began, at_end=True)
                    state.at = each.statement
                    state.report(
                        make_fault(state, "missing wait", text, lane, missing=lack.missing)
                    )
            self._complete_if(lambda each: bool(ends[each.footprint.lane]))

    def end(self) -> None:
        """Perform all copies that no thread has waited for; report copies to other CTAs."""
        for flight in self._all():
            if flight.footprint.words:
                state = self._state
                machine, lane = state.machine, flight.footprint.lane
                # The shared memories of the CTAs of a batch lie one behind the other,
                # `shared_stride` bytes each.
                ctas = [8 * word // machine.shared_stride for word in flight.footprint.words]
                others = [cta for cta in ctas if cta != int(machine.cta_of[lane])]
                if others:
                    state.at = flight.statement
                    name = machine.geometry.cta_coordinates(machine.first + others[0])
                    text = (
                        f"a copy to the shared memory of CTA {name}, all threads of which have "
                        "ended without having waited for it"
                    )
                    names = describe_mbarrier(
                        machine, flight.footprint.words[ctas.index(others[0])]
                    )
                    missing = f"a wait for the mbarrier {names} in that CTA, after {{}}", (
                        state.at,
                    )
                    state.report(make_fault(state, "missing wait", text, lane, missing=missing))
        # The copies are performed below though their CTAs have ended, which is reported above
        # already.
        self._state.machine.ended_ctas = None
        self.perform_for(np.array([*self._waiting]))
        self._complete_if(lambda _: True)

    def fence(self, guard: Any, lanes: Any) -> None:
        """Record a fence between accesses of the generic proxy and of the async proxy."""
        state = self._state
        state.in_flight.fences[state.select_lanes(guard, lanes) >> 5] = state.log.now

    def fence_releasing(self, guard: Any, lanes: Any) -> None:
        """Record one that releases, too, so that relaxed arrivals pass the order on."""
        self.fence(guard, lanes)
        self._synchronization.fence(guard, lanes)
