"""Shadow words: epochs of accesses, with the time, the lane, the bytes and the kind.

A record is a 64-bit word, so that the records of many addresses are compared as arrays: bits 0 to 3
are the bytes of a word of memory that were accessed, bits 4 to 7 its uninitialised bytes, bits 8 to
11 and 31 are flags (`STRONG` and so on), bits 12 to 30 are the lane, and the rest is the time: the
number of the access in the launch, from 1 on. A record of time 0 stands for no access.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.sim.machine.geometry import coordinates

if TYPE_CHECKING:
    from ptxpy.sim.machine.geometry import Geometry

__all__ = [
    "ALL_BYTES",
    "ASYNC",
    "LANE",
    "LANE_SHIFT",
    "MULTIPLE",
    "NUMBER_SHIFT",
    "OBJECT",
    "SEVERAL_WARPS",
    "STRONG",
    "UNSET",
    "WARP",
    "Access",
    "AccessLog",
    "lane_of",
    "lanes_of",
]

ALL_BYTES: Final = 0xF
UNSET: Final = 0xF0
"""Uninitialised bytes."""
STRONG: Final = 1 << 8
"""Atomic, volatile, relaxed, acquiring or releasing accesses."""
ASYNC: Final = 1 << 9
"""Asynchronous accesses; instead of the bytes, the record holds their class."""
MULTIPLE: Final = 1 << 10
"""Several lanes have written the same value, all of one warp unless `SEVERAL_WARPS` is set."""
OBJECT: Final = 1 << 11
"""The word is part of an mbarrier."""
LANE_SHIFT: Final = np.uint64(12)
LANE: Final = np.uint64(0x7FFFF << 12)
WARP: Final = np.uint64((0x7FFFF & ~31) << 12)
"""The bits of the lane that name its warp."""
SEVERAL_WARPS: Final = 1 << 31
"""Beside `MULTIPLE`: one of these lanes is of another warp than that of the record."""
NUMBER_SHIFT: Final = np.uint64(32)
_LANES: Final = 0x7FFFF


class Access(NamedTuple):
    """A recorded access."""

    statement: int
    """The ordinal of the statement in the module."""
    thread: str
    """A description of its CTA and thread."""


class AccessLog:
    """The accesses of a launch, by number; the number is the logical time."""

    def __init__(self) -> None:
        """Create an empty log."""
        # A long launch has millions of accesses: an array takes four bytes for each, a list eight
        # and more.
        self._statements = array("I")
        self._batches: list[tuple[int, int]] = []
        self.now = 0
        """The time: the number of the last access."""
        self.began = 0
        """The time at which the current batch began."""

    def begin_batch(self, first: int) -> None:
        """Begin a batch of CTAs, given the index of the first one."""
        self.began = self.now
        self._batches.append((self.now, first))

    def add(self, statement: int) -> int:
        """Record an access by a statement; return its number."""
        self._statements.append(statement)
        self.now += 1
        return self.now

    def access(self, geometry: Geometry, record: int) -> Access:
        """Return the access of a record."""
        number, lane = record >> 32, record >> 12 & _LANES
        first = self.first_cta(record)
        cta, inner = divmod(lane, geometry.padded)
        where = geometry.cta_coordinates(first + cta)
        text = f"CTA {where}, thread {coordinates(inner, geometry.block)}"
        return Access(self._statements[number - 1], text)

    def first_cta(self, record: int) -> int:
        """Return the first CTA of the batch in which an access was made."""
        number = record >> 32
        # The last batch that began before the access; batches run one after another.
        return next(first for began, first in reversed(self._batches) if number > began)

    def statement(self, number: int) -> int:
        """Return the statement of an access."""
        return self._statements[number - 1]


def lane_of(record: int) -> int:
    """Return the lane of a record."""
    return record >> 12 & _LANES


def lanes_of(records: Any) -> Any:
    """Return the lanes of records."""
    return ((records & LANE) >> LANE_SHIFT).astype(np.int64)
