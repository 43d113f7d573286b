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
"""The most words of one instruction whose clocks are kept word by word; beyond that, an acquire
orders all accesses up to the writes of the words that it reads."""
_STRONG: Final = np.uint64(STRONG)


class SyncObjectClocks:
    """One clock per synchronisation object, joined from the warps that have arrived there."""

    def __init__(self, clocks: VectorClocks, count: int) -> None:
        """Create `count` objects to which no clock has been released."""
        self._clocks = clocks
        self.rows = np.zeros((count, clocks.times.shape[1]), np.int64)

    def release(self, objects: Any, lanes: Any, now: int, *, releases: bool = True) -> None:
        """Release the clocks (or fence clocks) of the warps of lanes, one object per lane."""
        objects, warps = _distinct_pairs(objects, lanes)
        if not len(warps):
            return
        rows = self._clocks.times[warps]
        width = self._clocks.width
        if releases:
            # A warp's own component lags behind: it is the time of its last convergence. What it
            # releases includes all that it has done so far.
            rows[np.arange(len(warps)), warps] = now
        else:
            # A relaxed arrival passes on only the clock of the last fence of its warp.
            rows[:, :width] = rows[:, width : 2 * width]
        wide = self._clocks.wide_column
        if wide is not None and releases:
            rows[np.arange(len(warps)), wide + warps] = now
        elif wide is not None:
            rows[:, wide : wide + width] = rows[:, wide + width : wide + 2 * width]
        if self._clocks.causal_column is not None:
            # Causality needs no fence: an arrival that others have seen has been executed.
            rows[np.arange(len(warps)), self._clocks.causal_column + warps] = now
        # `reduceat` joins runs, so all rows of an object must be adjacent.
        if (objects[1:] < objects[:-1]).any():
            order = np.argsort(objects, kind="stable")
            objects, rows = objects[order], rows[order]
        first = np.append(True, objects[1:] != objects[:-1]).nonzero()[0]
        if len(first) < len(objects):
            rows = np.maximum.reduceat(rows, first, axis=0)
            objects = objects[first]
        self.rows[objects] = np.maximum(self.rows[objects], rows)

    def acquire(self, objects: Any, lanes: Any) -> None:
        """Acquire the clocks of objects, one object per lane."""
        objects, warps = _distinct_pairs(objects, lanes)
        if not len(warps):
            return
        if len(warps) > 1 and (warps[1:] <= warps[:-1]).any():
            # A warp that acquires several objects is there several times: assigning rows at once
            # would keep only the last.
            for index, warp in zip(objects, warps, strict=True):
                self._clocks.acquire(np.array([warp]), self.rows[index])
            return
        self._clocks.acquire(warps, self.rows[objects])


def _distinct_pairs(objects: Any, lanes: Any) -> tuple[Any, Any]:
    """Return the distinct (object, warp) pairs of adjacent lanes."""
    warps = lanes >> 5
    objects = np.broadcast_to(objects, warps.shape)
    if not len(warps):
        return objects, warps
    first = np.append(True, (warps[1:] != warps[:-1]) | (objects[1:] != objects[:-1]))
    return objects[first], warps[first]


class WordClocks:
    """The clocks released to words of memory by strong operations."""

    clocks: VectorClocks

    def __init__(self, log: AccessLog) -> None:
        """Create an empty map of clocks."""
        self._log = log
        self._released: dict[tuple[str, int], tuple[Any, int]] = {}
        """For each word, by index, the released clock and the time of its last release."""

    def begin_batch(self, clocks: VectorClocks) -> None:
        """Begin another batch of CTAs; earlier batches are only known to happen before it."""
        self.clocks = clocks
        released, self._released = self._released, {}
        for (space, word), (row, time) in released.items():
            if space == "global":
                new = clocks.empty()
                # Warps of the earlier batch have no columns any more: one column stands for all of
                # them.
                new[clocks.earlier_batches_column :: clocks.width] = int(row[: clocks.width].max())
                self._released[space, word] = new, time

    def release(self, shadow: Shadow, words: Any, lanes: Any, *, releases: bool) -> None:
        """Release the clocks of the writing warps to the words."""
        now = self._log.now
        for word, word_lanes in _by_word(words, lanes):
            key = (shadow.space, word)
            row = self.clocks.clock_to_release(np.unique(word_lanes >> 5), now, releases=releases)
            earlier = self._released.get(key)
            if earlier is not None:
                # Releases accumulate, as in a chain of atomic operations: a reader of the last one
                # acquires all.
                row = np.maximum(row, earlier[0])
            self._released[key] = row, now

    def acquire(
        self,
        shadow: Shadow,
        words: Any,
        lanes: Any,
        before: Any = None,
        *,
        is_relaxed: bool = False,
    ) -> None:
        """Acquire the clocks of the words that lanes read.

        Args:
            shadow: The shadow memory.
            words: The word that each lane reads.
            lanes: The lanes.
            before: The records of the words before the lanes have changed them, if they have.
            is_relaxed: Whether only a fence behind the read makes it an acquire.
        """
        clocks, began = self.clocks, self._log.began
        if len(lanes) > _MAX_TRACKED_WORDS and (words != words[0]).any():
            self._acquire_many(shadow, words, lanes, before)
            return
        for word, word_lanes in _by_word(words, lanes):
            warps = np.unique(word_lanes >> 5)
            row, time = self._released.get((shadow.space, word), (None, 0))
            if row is not None:
                clocks.acquire(warps, row, is_relaxed=is_relaxed)
            record = shadow.written[word]
            number = int(record >> NUMBER_SHIFT)
            # The last write is later than the last release that is kept for the word.
            if number > time:
                if number <= began:
                    new = clocks.empty()
                    new[clocks.earlier_batches_column] = number
                elif record & _STRONG:
                    # Clocks of large accesses are not kept by word: all accesses up to the write
                    # count as released, so that no correct kernel is accused.
                    new = np.full(clocks.times.shape[1], number)
                else:
                    new = clocks.empty()
                    warp = int(lanes_of(record)) >> 5
                    new[warp] = number
                    for part in (clocks.causal_column, clocks.wide_column):
                        if part is not None:
                            new[part + warp] = number
                clocks.acquire(warps, new, is_relaxed=is_relaxed)

    def _acquire_many(self, shadow: Shadow, words: Any, lanes: Any, before: Any) -> None:
        """Order accesses up to the writes of many words before the next of the reading warps."""
        clocks = self.clocks
        now = shadow.written.take(words)
        records = now if before is None else before
        times = np.where(records & _STRONG, records >> NUMBER_SHIFT, np.uint64(0))
        if before is not None and (lanes_of(now) != lanes).any():
            times[:] = self._log.now  # several lanes change the same word
        warps = lanes >> 5
        # The lanes are in order, so each warp is one run.
        first = np.append(True, warps[1:] != warps[:-1]).nonzero()[0]
        latest = np.maximum.reduceat(times, first).astype(np.int64)
        clocks.acquire(warps[first], np.broadcast_to(latest[:, None], (len(first), 1)))


def _by_word(words: Any, lanes: Any) -> list[tuple[int, Any]]:
    """Group lanes by word; an empty list if there are more than `_MAX_TRACKED_WORDS`."""
    if not len(words):
        return []
    if (words == words[0]).all():
        return [(int(words[0]), lanes)]
    if len(words) > _MAX_TRACKED_WORDS:
        return []
    return [(int(word), lanes[words == word]) for word in np.unique(words)]
