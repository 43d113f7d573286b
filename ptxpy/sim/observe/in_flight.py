"""Asynchronous operations that are in flight, and rows for those that overlap."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Flight", "Rows"]


@dataclass(slots=True)
class Flight:
    """A copy, or a group of copies or products."""

    name: str
    kind: str
    """`async`, `bulk` or `wgmma` for a group; empty for a copy that completes on an mbarrier."""
    warp: int
    """The warp that has issued it, in the batch."""
    cta: int
    """The CTA that it belongs to, in the batch."""
    line: int
    start: int
    """When it was issued."""
    last: int
    """When the last operation of the group was issued."""
    size: int
    """Bytes."""
    count: int = 1
    """Operations."""

    @classmethod
    def empty(cls, warp: int) -> Flight:
        """Return a group of no operations."""
        return cls("", "", warp, -1, 0, 0, 0, 0, 0)


class Rows:
    """Gives each of several operations the first row in which there is room for it."""

    def __init__(self) -> None:
        """Begin with rows that are free."""
        self._ends: dict[tuple[int, str, int], list[int]] = {}

    def take(self, key: tuple[int, str, int], start: int, end: int) -> int:
        """Return the number of a row, among those of a key, that is free from start to end."""
        ends = self._ends.setdefault(key, [])
        for number, last in enumerate(ends):
            if last <= start:
                ends[number] = end
                return number
        ends.append(end)
        return len(ends) - 1
