"""The bytes of an allocation, of which only those are kept that are not zero."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

from ptxpy._records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = ["PAGE", "Bytes", "Contents", "changes", "contents_of"]

PAGE: Final = 4096
"""The size of a block that is kept or left out as a whole, in bytes."""

_STEP: Final = 1 << 22
"""How many bytes are looked at together."""

Bytes: TypeAlias = "np.ndarray[Any, np.dtype[np.uint8]]"
"""An array of bytes in one dimension."""


class Contents(NamedTuple):
    """Parts of the bytes of an allocation, in order; between them all is zero, or unchanged."""

    runs: tuple[tuple[int, Bytes], ...] = ()
    """The offset and the bytes of each part."""

    @property
    def size(self) -> int:
        """The bytes of all parts."""
        return sum(len(data) for _, data in self.runs)

    def write(self, target: Bytes) -> None:
        """Write the parts to where they belong."""
        for offset, data in self.runs:
            target[offset : offset + len(data)] = data


def contents_of(parts: Iterable[tuple[int, Bytes]]) -> Contents:
    """Return a copy of the pages that are not zero, of parts at offsets that are given in order."""
    return _joined(
        (offset + first, data[first:last].copy())
        for offset, data in parts
        for first, last in _pages(data, None)
    )


def changes(before: Contents, after: Sequence[tuple[int, Bytes]], size: int) -> Contents:
    """Return the pages that have changed, given all parts afterwards that may not be zero."""
    return _joined(_changed_pages(before.runs, after, size))


def _changed_pages(
    before: Sequence[tuple[int, Bytes]], after: Sequence[tuple[int, Bytes]], size: int
) -> Iterator[tuple[int, Bytes]]:
    # A few megabytes at a time: allocations can be larger than the memory that is left.
    for start in range(0, size, _STEP):
        stop = min(start + _STEP, size)
        old, new = _overlapping(before, start, stop), _overlapping(after, start, stop)
        if not old and not new:
            continue
        was, now = _dense(old, start, stop), _dense(new, start, stop)
        for first, last in _pages(now, was):
            yield start + first, now[first:last].copy()


def _overlapping(
    parts: Sequence[tuple[int, Bytes]], start: int, stop: int
) -> Sequence[tuple[int, Bytes]]:
    """Return the parts that have bytes within the bounds."""
    first = bisect_right(parts, start, key=lambda each: each[0] + len(each[1]))
    last = bisect_left(parts, stop, key=lambda each: each[0])
    return parts[first:last]


def _dense(parts: Sequence[tuple[int, Bytes]], start: int, stop: int) -> Bytes:
    """Return all bytes within the bounds, with zeros between the parts."""
    found = np.zeros(stop - start, np.uint8)
    for offset, data in parts:
        low, high = max(offset, start), min(offset + len(data), stop)
        found[low - start : high - start] = data[low - offset : high - offset]
    return found


def _pages(data: Bytes, other: Bytes | None) -> Iterator[tuple[int, int]]:
    """Yield the bounds of runs of pages that differ from those of another part, or from zero."""
    for start in range(0, len(data), _STEP):
        stop = min(start + _STEP, len(data))
        part = data[start:stop]
        marked = part if other is None else part != other[start:stop]
        if not marked.any():
            continue
        whole = len(part) // PAGE * PAGE
        used = marked[:whole].reshape(-1, PAGE).any(axis=1)
        # The last page may be a part of one.
        if whole < len(part):
            used = np.append(used, marked[whole:].any())
        # Where flags change, a run begins or ends, in turn.
        edges = np.flatnonzero(np.diff(np.concatenate(([0], used.view(np.int8), [0]))))
        for first, last in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
            yield start + first * PAGE, min(start + last * PAGE, stop)


def _joined(parts: Iterable[tuple[int, Bytes]]) -> Contents:
    """Return the contents of parts, of which those that touch are joined."""
    found: list[tuple[int, list[Bytes]]] = []
    end = -1
    for offset, data in parts:
        if offset == end:
            found[-1][1].append(data)
        else:
            found.append((offset, [data]))
        end = offset + len(data)
    return Contents(tuple((offset, np.concatenate(pieces)) for offset, pieces in found))
