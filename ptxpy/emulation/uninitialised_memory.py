"""The words of allocations to which nothing has been written yet, for strict mode.

The program copies to memory of the device and fills it without telling the device, since both have
the memory at the same addresses. So a new allocation is filled with a pattern, a word of which
follows from its address: a word that still holds it when a kernel is launched is uninitialised.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim import UninitialisedWords

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.emulation.device_memory import DeviceMemory

__all__ = ["MAX_FILLED_BYTES", "MAX_HELD_BYTES", "UninitialisedMemory"]

MAX_FILLED_BYTES: Final = 256 << 20
"""The size up to which an allocation is filled: larger ones may never be used as a whole."""

MAX_HELD_BYTES: Final = 1 << 30
"""The size of all filled allocations together; further ones are taken to be initialised."""

_WORD: Final = 4
_PART_WORDS: Final = 1 << 20
"""How many words are filled and compared at once."""
_NEIGHBOURS: Final = 16
"""The words of a line. By chance one word of data is that of the pattern, two of a line are not."""
_MULTIPLIER: Final = np.uint32(0x9E3779B1)
"""An odd number near 2**32 divided by the golden ratio: products of neighbours are far apart."""
_MIXED: Final = np.uint32(0xA5C3965A)


class UninitialisedMemory:
    """The uninitialised words of the allocations of a program."""

    def __init__(self, memory: DeviceMemory) -> None:
        """Begin without allocations."""
        self._memory = memory
        self._left: dict[int, Any] = {}
        """For each first address, which words nothing has been written to, at the last look."""

    def add(self, start: int, size: int) -> None:
        """Fill a new allocation."""
        count = size // _WORD
        # The allocations that are filled take memory of the machine, however few a program uses.
        held = _WORD * sum(map(len, self._left.values()))
        if size > MAX_FILLED_BYTES or held + size > MAX_HELD_BYTES or not count:
            return
        words = self._words(start, count)
        for part in _parts(count):
            words[part] = _pattern(start, part)
        self._left[start] = np.ones(count, bool)

    def remove(self, start: int) -> None:
        """Forget an allocation that is freed."""
        self._left.pop(start, None)

    def look(self) -> tuple[UninitialisedWords, ...]:
        """Return the words to which nothing has been written so far."""
        found = []
        for start, left in [*self._left.items()]:
            words = self._words(start, len(left))
            for part in _parts(len(left)):
                if left[part].any():
                    # Once something has been written to a word it stays initialised.
                    left[part] &= words[part] == _pattern(start, part)
            lines = np.add.reduceat(left, np.arange(0, len(left), _NEIGHBOURS), dtype=np.uint8)
            full = np.minimum(len(left) - _NEIGHBOURS * np.arange(len(lines)), _NEIGHBOURS)
            alone = (lines == 1) & (full > 1)
            left[np.repeat(alone, _NEIGHBOURS)[: len(left)]] = False
            if left.any():
                found.append(UninitialisedWords(start, left.copy()))
            else:
                del self._left[start]
        return tuple(found)

    def _words(self, start: int, count: int) -> np.ndarray[Any, Any]:
        return self._memory.bytes[start : start + _WORD * count].view(np.uint32)


def _parts(count: int) -> Iterator[slice]:
    """Yield the parts of an allocation of `count` words that are looked at at once."""
    for first in range(0, count, _PART_WORDS):
        yield slice(first, min(first + _PART_WORDS, count))


def _pattern(start: int, part: slice) -> np.ndarray[Any, Any]:
    """Return the words of the pattern for a part of an allocation, given its first address."""
    first = start // _WORD
    numbers = np.arange(first + part.start, first + part.stop, dtype=np.uint64)
    return numbers.astype(np.uint32) * _MULTIPLIER ^ _MIXED
