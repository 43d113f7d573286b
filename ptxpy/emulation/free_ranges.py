"""The free ranges of an address space."""

from __future__ import annotations

from bisect import bisect_left

__all__ = ["FreeRanges"]


class FreeRanges:
    """The free ranges of an address space, in order; no two of them touch."""

    def __init__(self, start: int, stop: int) -> None:
        """Begin with one free range."""
        self._starts = [start]
        self._stops = [stop]

    def take(self, size: int, alignment: int) -> int | None:
        """Take bytes out of the first range in which they fit.

        Returns their first address, a multiple of `alignment`; None if they fit nowhere.
        """
        for index, first in enumerate(self._starts):
            start = first + -first % alignment
            if start + size <= self._stops[index]:
                self._cut(index, start, start + size)
                return start
        return None

    def _cut(self, index: int, start: int, stop: int) -> None:
        """Take a part out of a range."""
        first, last = self._starts[index], self._stops[index]
        rest = [each for each in ((first, start), (stop, last)) if each[0] < each[1]]
        self._starts[index : index + 1] = [each[0] for each in rest]
        self._stops[index : index + 1] = [each[1] for each in rest]

    def give(self, start: int, stop: int) -> None:
        """Add a range, and join it with its neighbours."""
        index = bisect_left(self._starts, start)
        first = last = index
        if index and self._stops[index - 1] == start:
            first, start = index - 1, self._starts[index - 1]
        if index < len(self._starts) and self._starts[index] == stop:
            last, stop = index + 1, self._stops[index]
        self._starts[first:last] = [start]
        self._stops[first:last] = [stop]

    def total(self) -> int:
        """Return how many bytes are free."""
        return sum(self._stops) - sum(self._starts)

    def ranges(self) -> list[tuple[int, int]]:
        """Return the first address of each range, and the address after it."""
        return list(zip(self._starts, self._stops, strict=True))
