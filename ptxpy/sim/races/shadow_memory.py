"""Shadow memory: records of the last accesses to each word."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ptxpy.sim.machine.global_memory import zeros
from ptxpy.sim.races.epochs import NUMBER_SHIFT, UNSET, WARP

__all__ = ["WORD", "Shadow", "collapse_runs"]

WORD: Final = 4
"""How many bytes a word has."""

_BLOCK_WORDS: Final = 4096
"""How many words share a flag that says whether they have records."""


class Shadow:
    """The shadow memory of a state space: for each word, the last write and the last read."""

    def __init__(self, space: str, origin: int, size: int, *, unset: bool) -> None:
        """Create a shadow memory without accesses.

        Args:
            space: `global` or `shared`.
            origin: The first address.
            size: How many bytes the memory has.
            unset: Whether the memory is uninitialised.
        """
        self.space = space
        self.origin = origin
        self.first = origin // WORD
        """The index of the first word."""
        count = -(-size // WORD)
        self.written: Any = zeros(count, np.uint64)
        if unset:
            self.written.fill(UNSET)
        self.read: Any = zeros(count, np.uint64)
        self.read_before: Any = zeros(count, np.uint64)
        """A read of each word by another warp than that of `read`, if there is one: a lane that
        reads and writes would hide all others."""
        self.has_reads_before = False
        """Whether there is any."""
        self.being_written: Any = zeros(count, np.uint8)
        """How many copies in flight write to each word."""
        self.being_read: Any = zeros(count, np.uint8)
        """How many asynchronous operations in flight read each word."""
        self._was_written = np.zeros(count // _BLOCK_WORDS + 1, bool)
        self._was_read = np.zeros(count // _BLOCK_WORDS + 1, bool)
        self._fresh = not unset
        """Whether blocks whose flags are clear have no records."""
        self.uses_in_flight = 0
        """How many operations in flight read or write this memory."""

    def clear(self) -> None:
        """Clear all records; the memory is uninitialised again."""
        self.written.fill(UNSET)
        self.read.fill(0)
        if self.has_reads_before:
            self.read_before.fill(0)
            self.has_reads_before = False
        self.being_written.fill(0)
        self.being_read.fill(0)
        self.uses_in_flight = 0

    def grow(self, size: int) -> None:
        """Grow to at least `size` bytes."""
        count = -(-size // WORD)
        more = count - len(self.written)
        if more > 0:
            # Blocks from `malloc` extend the memory step by step: growing by half keeps the copying
            # in bounds.
            more = max(more, len(self.written) // 2)
            for name in ("written", "read", "read_before", "being_written", "being_read"):
                held = getattr(self, name)
                setattr(self, name, np.concatenate([held, np.zeros(more, held.dtype)]))
            for name in ("_was_written", "_was_read"):
                held = getattr(self, name)
                setattr(
                    self, name, np.concatenate([held, np.zeros(more // _BLOCK_WORDS + 1, bool)])
                )

    def forget(self, start: int, size: int) -> None:
        """Record that bytes are uninitialised, given the first address."""
        first, last = start // WORD - self.first, (start + size) // WORD - self.first
        self.grow((last + 1) * WORD)
        self.written[first:last] = UNSET
        if size % WORD:
            # The last word is partly of these bytes: only their bits become uninitialised. Bits 4
            # to 7 of a record are its four bytes.
            self.written[last] |= UNSET & UNSET << size % WORD >> WORD
        self.read[first : last + 1] = 0
        self.read_before[first : last + 1] = 0
        self.mark(slice(first // _BLOCK_WORDS, last // _BLOCK_WORDS + 1), write=True)

    def forget_words(self, start: int, words: Any) -> None:
        """Record that words are uninitialised, given the first address and a flag for each."""
        first = start // WORD - self.first
        last = first + len(words)
        self.grow(last * WORD)
        self.written[first:last][words] = UNSET
        self.mark(slice(first // _BLOCK_WORDS, last // _BLOCK_WORDS + 1), write=True)

    def note_reads(self, words: Any, records: Any, floor: int, began: int) -> None:
        """Record reads of words, and of each word one read of another warp.

        Args:
            words: The word that each lane reads.
            records: The records of the lanes.
            floor: The largest record that happens before the next access of every lane.
            began: The time at which the batch began: lanes of earlier batches are other threads.
        """
        held = self.read.take(words)
        self.read[words] = records
        far = (self.read.take(words) ^ records) & WARP
        several = bool(far.any())
        if several:
            # Several warps read a word at once: the record of the last lane stays, and the first
            # one's is kept beside it, by writing from the end.
            self.read_before[words[::-1]] = records[::-1]
            self.has_reads_before = True
        if held.max() <= floor:
            return
        older = ((held ^ records) & WARP) != 0
        if began:
            older |= (held >> NUMBER_SHIFT).astype(np.int64) <= began
        older &= held > floor
        if several:
            older &= far == 0
        if older.any():
            self.read_before[words[older]] = held[older]
            self.has_reads_before = True

    def unset_bytes(self, start: int, size: int) -> Any:
        """Return for each of some bytes whether it is uninitialised, given the first address."""
        first, last = start // WORD - self.first, -(-(start + size) // WORD) - self.first
        bits = self.written[first:last, None] >> np.arange(WORD, 2 * WORD, dtype=np.uint64)
        return (bits & np.uint64(1)).astype(bool).reshape(-1)[:size]

    def blocks(self, words: Any, count: int) -> slice:
        """Return the blocks that contain words, and `count` words from each word on."""
        last = int(words.max()) + count
        if last > len(self.written):
            self.grow(last * WORD)
        return slice(int(words.min()) // _BLOCK_WORDS, last // _BLOCK_WORDS + 1)

    def is_written(self, blocks: slice) -> bool:
        """Return whether there may be records of writes in blocks."""
        return not self._fresh or bool(self._was_written[blocks].any())

    def is_read(self, blocks: slice) -> bool:
        """Return whether there may be records of reads in blocks."""
        return not self._fresh or bool(self._was_read[blocks].any())

    def mark(self, blocks: slice, *, write: bool) -> None:
        """Set the flags of blocks: they now have records."""
        (self._was_written if write else self._was_read)[blocks] = True


def collapse_runs(records: Any) -> tuple[Any, Any]:
    """Return the first record of each run of equal records, and their positions."""
    if not len(records):
        return records, np.zeros(0, np.int64)
    # The most frequent case: one instruction has written the whole tile.
    if (records == records[0]).all():
        return records[:1], np.zeros(1, np.int64)
    starts = np.append(0, (records[1:] != records[:-1]).nonzero()[0] + 1)
    return records[starts], starts
