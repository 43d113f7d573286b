"""Which warps synchronise by which mbarriers and cluster barriers, so that advice can name them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from ptxpy._records import NamedTuple
from ptxpy.sim.machine.barriers import BARRIERS_PER_CTA, WARP_SIZE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["SynchronizationUses"]


class _Arrival(NamedTuple):
    """An arrival at the barrier of a cluster."""

    time: int
    statement: int


class _Meeting(NamedTuple):
    """A barrier of a CTA."""

    threads: int
    """How many threads it awaits; 0 for all of the CTA."""
    warps: set[int]
    """The warps that have arrived there."""


class SynchronizationUses:
    """The synchronisation that warps of a batch have taken part in."""

    def __init__(self) -> None:
        """Begin without any."""
        self._arrivals: dict[int, dict[int, int]] = {}
        """When each warp last arrived at an mbarrier, by the mbarrier's word."""
        self._waits: dict[int, dict[int, int]] = {}
        """When each warp has last waited for a phase of an mbarrier, by the mbarrier's word."""
        self._relaxed: dict[int, _Arrival] = {}
        """The last arrival of each warp at the barrier of its cluster, if it was relaxed."""
        self._departures: dict[int, int] = {}
        """When each warp last left the barrier of its cluster."""
        self.narrow_fences: dict[int, int] = {}
        """The last fence of each warp whose scope is too narrow for other CTAs."""
        self.narrow_fences_of_loads: dict[int, int] = {}
        """The last of these that was behind a relaxed load, by warp."""
        self.narrow_orders: dict[tuple[int, int], tuple[int | None, int | None]] = {}
        """By the CTAs of an arrival and a wait, their statements; None for one of a wide scope."""
        self.active: set[int] = set()
        """The warps that have arrived at an mbarrier, or begun an operation."""
        self._meetings: dict[int, _Meeting] = {}
        """The barriers of CTAs, by their index in the batch."""
        self._lanes_arriving: dict[int, int] = {}
        """The most lanes of a warp that have arrived at an mbarrier at once, by its word."""

    def meet(self, keys: Any, lanes: Any, threads: Callable[[int], int]) -> None:
        """Record lanes that arrive at barriers of their CTAs."""
        for key, warp in {*zip(keys.tolist(), (lanes >> 5).tolist(), strict=True)}:
            self._meetings.setdefault(key, _Meeting(threads(key), set())).warps.add(warp)

    def meeting(self, earlier: int, later: int) -> tuple[int, int] | None:
        """Return the number and the threads of a barrier at which two warps, and no others, meet.

        It is one for a number of threads, all of which have been there; None for none.
        """
        for key, (threads, warps) in self._meetings.items():
            if {earlier, later} <= warps and threads == WARP_SIZE * len(warps):
                return key % BARRIERS_PER_CTA, threads
        return None

    def barrier_numbers(self, cta: int) -> set[int]:
        """Return the numbers of the barriers that a CTA has used."""
        return {key % BARRIERS_PER_CTA for key in self._meetings if key // BARRIERS_PER_CTA == cta}

    def last_arrival(self, word: int) -> int:
        """Return when a warp has arrived at an mbarrier last; 0 for never."""
        return max(self._arrivals.get(word, {}).values(), default=0)

    def lanes_arriving(self, word: int) -> int:
        """Return the most lanes of a warp that have arrived at an mbarrier at once."""
        return self._lanes_arriving.get(word, 0)

    def arrive(self, words: Any, lanes: Any, now: int) -> None:
        """Record arrivals of lanes at mbarriers."""
        for word, warp in _pairs(words, lanes):
            self._arrivals.setdefault(word, {})[warp] = now
            self.active.add(warp)
        if len(words) > 1:
            several = Counter(zip(words.tolist(), (lanes >> 5).tolist(), strict=True))
            for (word, _), number in several.items():
                if number > self._lanes_arriving.get(word, 1):
                    self._lanes_arriving[word] = number

    def wait(self, words: Any, lanes: Any, now: int) -> None:
        """Record lanes that have waited for mbarriers."""
        for word, warp in _pairs(words, lanes):
            self._waits.setdefault(word, {})[warp] = now

    def arrive_in_cluster(self, lanes: Any, now: int, statement: int, *, relaxed: bool) -> None:
        """Record arrivals of lanes at the barriers of their clusters."""
        for warp in set((lanes >> 5).tolist()):
            # A releasing arrival needs no advice, and replaces what the warp did before.
            self._relaxed.pop(warp, None)
            if relaxed:
                self._relaxed[warp] = _Arrival(now, statement)

    def leave_in_cluster(self, lanes: Any, now: int) -> None:
        """Record lanes that have waited for the barriers of their clusters."""
        for warp in set((lanes >> 5).tolist()):
            self._departures[warp] = now

    def mbarrier(self, earlier: int, later: int) -> int | None:
        """Return the mbarrier at which one warp arrives and for which another one waits.

        Args:
            earlier: The warp that arrives.
            later: The warp that waits.

        Returns:
            The word of the one at which it has arrived last; None for none.
        """
        found = [
            (warps[earlier], word)
            for word, warps in self._arrivals.items()
            if earlier in warps and later in self._waits.get(word, ())
        ]
        return max(found)[1] if found else None

    def arrived_at(self, warp: int, word: int) -> int:
        """Return when a warp last arrived at an mbarrier; 0 for never."""
        return self._arrivals.get(word, {}).get(warp, 0)

    def arrivals_of(self, warp: int) -> list[int]:
        """Return the words of the mbarriers at which a warp has arrived, the last one first."""
        found = [(warps[warp], word) for word, warps in self._arrivals.items() if warp in warps]
        return [word for _, word in sorted(found, reverse=True)]

    def waited_at(self, warp: int, word: int) -> int:
        """Return when a warp has last waited for a phase of an mbarrier; 0 for never."""
        return self._waits.get(word, {}).get(warp, 0)

    def arriving(self, word: int) -> int:
        """Return how many warps have arrived at an mbarrier."""
        return len(self._arrivals.get(word, ()))

    def releases_for(self, warp: int) -> int | None:
        """Return an mbarrier at which other warps arrive, and nobody waits for; None for none."""
        found = [
            (max(warps.values()), word)
            for word, warps in self._arrivals.items()
            if warp not in warps and not self._waits.get(word)
        ]
        return max(found)[1] if found else None

    def arrives(self, warp: int, word: int) -> bool:
        """Return whether a warp has arrived at an mbarrier."""
        return warp in self._arrivals.get(word, ())

    def awaited(self, warp: int, besides: int) -> int | None:
        """Return the last mbarrier that a warp has waited for, except for one; None for none."""
        found = [
            (warps[warp], word)
            for word, warps in self._waits.items()
            if warp in warps and word != besides
        ]
        return max(found)[1] if found else None

    def relaxed_arrival(self, earlier: int, later: int, since: int) -> int | None:
        """Return the relaxed arrival of a warp in its cluster that another one has waited for.

        Args:
            earlier: The warp that arrives.
            later: The warp that waits.
            since: The time after which the arrival must be.

        Returns:
            The ordinal of its statement; None for none.
        """
        arrival = self._relaxed.get(earlier)
        if arrival is None or not since <= arrival.time <= self._departures.get(later, -1):
            return None
        return arrival.statement


def _pairs(words: Any, lanes: Any) -> Iterator[tuple[int, int]]:
    """Yield each mbarrier with each warp of its lanes."""
    # Mostly one elected thread arrives, which needs no set.
    if len(words) == 1 and len(lanes) == 1:
        yield int(words[0]), int(lanes[0]) >> 5
        return
    yield from set(zip(words.tolist(), (lanes >> 5).tolist(), strict=True))
