"""Records of the last accesses to each word of a memory."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ptxpy.sim.races.epochs import UNSET

__all__ = ["WORD", "Shadow", "runs"]

WORD: Final = 4
"""Bytes of a word."""

_BLOCK: Final = 4096
"""Words of which it is known together whether there are any records."""


class Shadow:
    """The records of a memory: of its last write and its last read, for each word."""

    def __init__(self, space: str, origin: int, size: int, *, unset: bool) -> None:
        """Begin without accesses.

        Args:
            space: `global` or `shared`.
            origin: The first address.
            size: Bytes.
            unset: Whether nothing has been written to the memory yet.
        """
        self.space = space
        self.origin = origin
        self.first = origin // WORD
        """The number of the first word."""
        count = -(-size // WORD)
        self.written: Any = np.zeros(count, np.uint64)
        if unset:
            self.written.fill(UNSET)
        self.read: Any = np.zeros(count, np.uint64)
        self.being_written: Any = np.zeros(count, np.uint8)
        """How many copies in flight write to each word."""
        self.being_read: Any = np.zeros(count, np.uint8)
        """How many asynchronous operations in flight read each word."""
        self._was_written = np.zeros(count // _BLOCK + 1, bool)
        self._was_read = np.zeros(count // _BLOCK + 1, bool)
        self._fresh = not unset
        """Whether there are no records where no block says so."""
        self.uses_in_flight = 0
        """How many operations are in flight that read or write any of it."""

    def clear(self) -> None:
        """Begin again without accesses, where nothing has been written to the memory."""
        self.written.fill(UNSET)
        self.read.fill(0)
        self.being_written.fill(0)
        self.being_read.fill(0)
        self.uses_in_flight = 0

    def reach(self, size: int) -> None:
        """Make room for `size` bytes."""
        count = -(-size // WORD)
        more = count - len(self.written)
        if more > 0:
            more = max(more, len(self.written) // 2)
            for name in ("written", "read", "being_written", "being_read"):
                held = getattr(self, name)
                setattr(self, name, np.concatenate([held, np.zeros(more, held.dtype)]))
            for name in ("_was_written", "_was_read"):
                held = getattr(self, name)
                setattr(self, name, np.concatenate([held, np.zeros(more // _BLOCK + 1, bool)]))

    def blocks(self, words: Any, count: int) -> slice:
        """Return the blocks that words lie in, and `count` words after each of them."""
        last = int(words.max()) + count
        if last > len(self.written):
            self.reach(last * WORD)
        return slice(int(words.min()) // _BLOCK, last // _BLOCK + 1)

    def is_written(self, blocks: slice) -> bool:
        """Return whether there may be records of writes in blocks."""
        return not self._fresh or bool(self._was_written[blocks].any())

    def is_read(self, blocks: slice) -> bool:
        """Return whether there may be records of reads in blocks."""
        return not self._fresh or bool(self._was_read[blocks].any())

    def note(self, blocks: slice, *, write: bool) -> None:
        """Record that records of blocks are made."""
        (self._was_written if write else self._was_read)[blocks] = True


def runs(records: Any) -> tuple[Any, Any]:
    """Return records without those that are like the one before, and their positions."""
    if not len(records):
        return records, np.zeros(0, np.int64)
    if (records == records[0]).all():
        return records[:1], np.zeros(1, np.int64)
    starts = np.append(0, (records[1:] != records[:-1]).nonzero()[0] + 1)
    return records[starts], starts
