"""Asynchronous operations in flight, and the rows of a timeline for overlapping ones."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Flight", "Rows"]


@dataclass(slots=True)
class Flight:
    """A copy, or a group of copies or `wgmma` operations."""

    name: str
    kind: str
    """`async`, `bulk` or `wgmma` for a group; empty for a copy that completes on an mbarrier."""
    warp: int
    """The index in the batch of the warp that has issued it."""
    cta: int
    """The index in the batch of its CTA."""
    line: int
    """The PTX line of the instruction that has issued it."""
    start: int
    """The time at which it was issued."""
    last: int
    """The time at which the last operation of the group was issued."""
    size: int
    """How many bytes it copies."""
    count: int = 1
    """How many operations it consists of."""

    @classmethod
    def empty(cls, warp: int) -> Flight:
        """Return an empty group."""
        return cls("", "", warp, -1, 0, 0, 0, 0, 0)


class Rows:
    """Assigns overlapping operations to rows: each gets the first row that is free."""

    def __init__(self) -> None:
        """Create an assignment whose rows are all free."""
        self._ends: dict[tuple[int, str, int], list[int]] = {}

    def assign(self, key: tuple[int, str, int], start: int, end: int) -> int:
        """Return the index of a row of a key that is free from start to end, and occupy it."""
        ends = self._ends.setdefault(key, [])
        for number, last in enumerate(ends):
            if last <= start:
                ends[number] = end
                return number
        ends.append(end)
        return len(ends) - 1
