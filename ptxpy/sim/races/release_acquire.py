"""Release and acquire: vector clocks passed through barriers, mbarriers and memory words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.races.epochs import NUMBER_SHIFT, STRONG, lanes_of

if TYPE_CHECKING:
    from ptxpy.sim.races.epochs import AccessLog
    from ptxpy.sim.races.shadow_memory import Shadow
    from ptxpy.sim.races.vector_clocks import VectorClocks

__all__ = ["SyncObjectClocks", "WordClocks"]

_MAX_TRACKED_WORDS: Final = 64
"""Words accessed by one instruction for which clocks are kept one by one."""
_STRONG: Final = np.uint64(STRONG)


class SyncObjectClocks:
    """What the warps that have come somewhere know, place by place: rows of `VectorClocks`."""

    def __init__(self, clocks: VectorClocks, count: int) -> None:
        """Begin with nothing released at `count` places."""
        self._clocks = clocks
        self.rows = np.zeros((count, clocks.times.shape[1]), np.int64)

    def release(self, places: Any, lanes: Any, now: int, *, releases: bool = True) -> None:
        """Release the clocks of the warps of lanes, or those at their fences, each at its place."""
        places, warps = _pairs(places, lanes)
        if not len(warps):
            return
        rows = self._clocks.times[warps]
        width = self._clocks.width
        if releases:
            rows[np.arange(len(warps)), warps] = now
        else:
            rows[:, :width] = rows[:, width:]
        if (places[1:] < places[:-1]).any():
            order = np.argsort(places, kind="stable")
            places, rows = places[order], rows[order]
        first = np.append(True, places[1:] != places[:-1]).nonzero()[0]
        if len(first) < len(places):
            rows = np.maximum.reduceat(rows, first, axis=0)
            places = places[first]
        self.rows[places] = np.maximum(self.rows[places], rows)

    def acquire(self, places: Any, lanes: Any) -> None:
        """Let the warps of lanes acquire what has been released, each at its place."""
        places, warps = _pairs(places, lanes)
        if not len(warps):
            return
        if len(warps) > 1 and (warps[1:] <= warps[:-1]).any():
            for at, warp in zip(places, warps, strict=True):
                self._clocks.acquire(np.array([warp]), self.rows[at])
            return
        self._clocks.acquire(warps, self.rows[places])


def _pairs(places: Any, lanes: Any) -> tuple[Any, Any]:
    """Return places and warps, once for lanes of a warp that are at the same place."""
    warps = lanes >> 5
    places = np.broadcast_to(places, warps.shape)
    if not len(warps):
        return places, warps
    first = np.append(True, (warps[1:] != warps[:-1]) | (places[1:] != places[:-1]))
    return places[first], warps[first]


class WordClocks:
    """The clocks that words of memory pass on between atomic and ordered accesses."""

    clocks: VectorClocks

    def __init__(self, log: AccessLog) -> None:
        """Begin without any."""
        self._journal = log
        self._released: dict[tuple[str, int], tuple[Any, int]] = {}
        """For words by their number the released clock, and when it was released."""

    def batch(self, clocks: VectorClocks) -> None:
        """Begin another batch of CTAs: only that something was before is still known."""
        self.clocks = clocks
        told, self._released = self._released, {}
        for (space, word), (row, time) in told.items():
            if space == "global":
                new = clocks.empty()
                new[clocks.earlier :: clocks.width] = int(row[: clocks.width].max())
                self._released[space, word] = new, time

    def release(self, shadow: Shadow, words: Any, lanes: Any, *, releases: bool) -> None:
        """Release to words the clocks of the warps of lanes that have written to them."""
        now = self._journal.now
        for word, some in _by_word(words, lanes):
            key = (shadow.space, word)
            row = self.clocks.released(np.unique(some >> 5), now, releases=releases)
            known = self._released.get(key)
            if known is not None:
                row = np.maximum(row, known[0])
            self._released[key] = row, now

    def acquire(self, shadow: Shadow, words: Any, lanes: Any, before: Any = None) -> None:
        """Let the warps of lanes acquire the clocks of words that they read.

        Args:
            shadow: Of the memory.
            words: The word that each lane reads.
            lanes: The lanes.
            before: The records of the words before the lanes have changed them, if they have.
        """
        clocks, began = self.clocks, self._journal.began
        if len(lanes) > _MAX_TRACKED_WORDS and (words != words[0]).any():
            self._acquire_many(shadow, words, lanes, before)
            return
        for word, some in _by_word(words, lanes):
            warps = np.unique(some >> 5)
            row, time = self._released.get((shadow.space, word), (None, 0))
            if row is not None:
                clocks.acquire(warps, row)
            record = shadow.written[word]
            number = int(record >> NUMBER_SHIFT)
            if number > time:
                if number <= began:
                    new = clocks.empty()
                    new[clocks.earlier] = number
                elif record & _STRONG:
                    new = np.full(clocks.times.shape[1], number)
                else:
                    new = clocks.empty()
                    new[int(lanes_of(record)) >> 5] = number
                clocks.acquire(warps, new)

    def _acquire_many(self, shadow: Shadow, words: Any, lanes: Any, before: Any) -> None:
        """Let warps know all that was done when the words that they read were written."""
        clocks = self.clocks
        now = shadow.written.take(words)
        records = now if before is None else before
        times = np.where(records & _STRONG, records >> NUMBER_SHIFT, np.uint64(0))
        if before is not None and (lanes_of(now) != lanes).any():
            times[:] = self._journal.now  # some change the same word at once
        warps = lanes >> 5
        first = np.append(True, warps[1:] != warps[:-1]).nonzero()[0]
        latest = np.maximum.reduceat(times, first).astype(np.int64)
        clocks.acquire(warps[first], np.broadcast_to(latest[:, None], (len(first), 1)))


def _by_word(words: Any, lanes: Any) -> list[tuple[int, Any]]:
    """Return the lanes of each word, of few words; nothing of many."""
    if not len(words):
        return []
    if (words == words[0]).all():
        return [(int(words[0]), lanes)]
    if len(words) > _MAX_TRACKED_WORDS:
        return []
    return [(int(word), lanes[words == word]) for word in np.unique(words)]
