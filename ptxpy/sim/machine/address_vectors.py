"""Arrays of addresses, with cached properties.

Several accesses share such an array, each with its own displacement; the properties (the bits that
its elements have, their bounds, their indices into memory) are computed once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.machine.address_space import LOCAL_WINDOW, SHARED_WINDOW

if TYPE_CHECKING:
    from ptxpy.sim.machine.global_memory import Memory

__all__ = ["AddressVector"]

_SIGN: Final = 1 << 63
_merge = np.bitwise_or.reduce


class AddressVector:
    """An array of addresses or offsets, as `uint64`, with cached properties."""

    __slots__ = ("_bounds", "_gap", "array", "bits", "indices", "origin")

    def __init__(self, memory: Memory, array: Any) -> None:
        """Compute the bits that elements have, relative to the beginning of an allocation."""
        self.array = array
        self.origin = memory.origin(array.item(0))
        """The address to which `bits` is relative: a multiple of all access sizes."""
        offsets = array - np.uint64(self.origin) if self.origin else array
        self.bits = int(_merge(offsets, axis=None))
        """The bitwise OR of all elements relative to `origin`: no element is larger, and all are
        multiples of its lowest bit."""
        self._bounds: tuple[int, int] | None = None
        self._gap = -1
        self.indices: dict[tuple[str, int], Any] = {}
        """Indices of elements, by memory and log2 of the element size."""

    @property
    def bounds(self) -> tuple[int, int]:
        """The smallest and the largest element."""
        if self._bounds is None:
            array = self.array
            self._bounds = array.item(array.argmin()), array.item(array.argmax())
        return self._bounds

    @property
    def gap(self) -> int:
        """The smallest difference of two elements; 0 if two are equal, or there is only one."""
        if self._gap < 0:
            ordered = np.sort(self.array, axis=None)
            self._gap = int((ordered[1:] - ordered[:-1]).min()) if len(ordered) > 1 else 0
        return self._gap

    def within(self, memory: Memory, scalar: int, size: int, *, write: bool) -> bool:
        """Return whether `size` bytes at each sum with a scalar are in one global allocation.

        False may also mean that this is unknown.
        """
        # The OR of all offsets is at least the largest, and is known already: only if this bound
        # does not do are the exact ones computed.
        low = self.origin + scalar
        high = low + self.bits + size
        if low >= memory.first and high <= memory.last and (memory.writable or not write):
            return True
        # An offset with the top bit is a negative one, which the bound does not describe.
        if self.bits < _SIGN and memory.holds(low, high, write=write):
            return True
        least, greatest = self.bounds
        return memory.holds(scalar + least, scalar + greatest + size, write=write)

    def below(self, scalar: int, limit: int) -> bool:
        """Return whether all sums with a scalar are between 0 and a limit."""
        if not self.origin and scalar >= 0 and scalar + self.bits <= limit:
            return True
        least, greatest = self.bounds
        return least + scalar >= 0 and greatest + scalar <= limit

    def space(self, scalar: int) -> str:
        """Return the state space of generic addresses, the sums with a scalar, or `mixed`."""
        low = self.origin + scalar
        high = low + self.bits
        if low < 0 or high >= SHARED_WINDOW:
            low, high = self.bounds
            low, high = low + scalar, high + scalar
        if low >= 0 and high < SHARED_WINDOW:
            return "global"
        return "shared" if low >= SHARED_WINDOW and high < LOCAL_WINDOW else "mixed"
