"""The memory that a launch can reach: the transitive closure of the pointers in its parameters.

A word of eight aligned bytes that is an address in an allocation is taken for a pointer. One that
only looks like a pointer adds an allocation to the file, and changes nothing else where addresses
of the device are unlike other data.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.captures.contents import Contents, contents_of
from ptxpy.captures.manifest import (
    POINTER_BYTES,
    TENSOR_MAP_BYTES,
    CapturedAllocation,
    CapturedMap,
    CapturedPointer,
    CaptureError,
    PlacedMap,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ptxpy.captures.contents import Bytes
    from ptxpy.launch_request import TensorLayout

__all__ = ["EncodedMap", "MemoryView", "Range", "Reached", "reach"]

_MAP_ALIGNMENT: Final = 64
_WORDS_PER_MAP_ALIGNMENT: Final = _MAP_ALIGNMENT // POINTER_BYTES


class Range(NamedTuple):
    """An allocation on a device."""

    start: int
    """Its first address."""
    stop: int
    name: str
    """A description, for messages."""


class MemoryView(Protocol):
    """The memory of a device."""

    def allocations(self) -> Sequence[Range]:
        """Return the allocations in order; those of variables are among them."""

    def parts(self, start: int, stop: int) -> Iterable[tuple[int, Bytes]]:
        """Yield addresses and bytes of the parts of a range that may not be zero, in order."""


class EncodedMap(NamedTuple):
    """A tensor map that was encoded for the device."""

    layout: TensorLayout
    address: int
    """The address of the tensor."""


class Reached(NamedTuple):
    """The memory that a launch can reach, and the targets of its parameters."""

    allocations: tuple[CapturedAllocation, ...]
    contents: tuple[Contents, ...]
    """The bytes of each allocation that are not zero."""
    pointers: tuple[CapturedPointer, ...]
    """The pointers in the parameters."""
    maps: tuple[PlacedMap, ...]
    """The tensor maps in the parameters."""
    tensor_maps: tuple[CapturedMap, ...]


def reach(
    view: MemoryView,
    parameters: bytes,
    variables: Mapping[str, int],
    encoded: Mapping[bytes, EncodedMap],
    max_bytes: int,
) -> Reached:
    """Return the memory that a launch can reach.

    Args:
        view: The memory of the device.
        parameters: The bytes of the parameters.
        variables: The addresses of the variables of the module, which it can always reach.
        encoded: The tensor maps that the program has encoded, by their 128 bytes.
        max_bytes: The most bytes that may be captured, zeros not counted.

    Raises `CaptureError` if there are more.
    """
    return _Search(view, variables, encoded, max_bytes).run(parameters)


class _Search:
    """A search for allocations, by the pointers to them."""

    def __init__(
        self,
        view: MemoryView,
        variables: Mapping[str, int],
        encoded: Mapping[bytes, EncodedMap],
        max_bytes: int,
    ) -> None:
        self.view = view
        self.ranges = [each for each in view.allocations() if each.stop > each.start]
        self.starts = np.array([each.start for each in self.ranges], np.uint64)
        self.stops = np.array([each.stop for each in self.ranges], np.uint64)
        self.names = {address: name for name, address in variables.items()}
        self.encoded = encoded
        self.first_words = np.array(
            sorted({int.from_bytes(each[:POINTER_BYTES], "little") for each in encoded}), np.uint64
        )
        self.room = max_bytes
        self.max_bytes = max_bytes
        self.found: list[int] = []
        """The indices of the ranges that are reached, in the order in which they were."""
        self.numbers: dict[int, int] = {}
        """The places in that list, by index."""
        self.maps: list[CapturedMap] = []
        self.known_maps: dict[bytes, int] = {}

    def run(self, parameters: bytes) -> Reached:
        """Search from the parameters and the variables."""
        words = np.frombuffer(parameters[: len(parameters) // POINTER_BYTES * POINTER_BYTES], "<u8")
        data = np.frombuffer(parameters, np.uint8)
        # Maps come first: words within them are no pointers, whatever they look like.
        maps = self.maps_in([(0, data)])
        pointers = self.pointers_in(words, 0, maps)
        for index in np.flatnonzero(np.isin(self.starts, np.array([*self.names], np.uint64))):
            self.number(int(index))
        allocations: list[CapturedAllocation] = []
        contents: list[Contents] = []
        # The list grows while it is walked: each allocation may point to others.
        while len(allocations) < len(self.found):
            held = self.ranges[self.found[len(allocations)]]
            kept = self.read(held)
            places = self.maps_in(kept.runs)
            inner = [
                pointer
                for offset, part in kept.runs
                for pointer in self.pointers_in(_words(part), offset, places)
            ]
            allocations.append(
                CapturedAllocation(
                    held.name,
                    held.start,
                    held.stop - held.start,
                    self.names.get(held.start, ""),
                    tuple(inner),
                    tuple(places),
                )
            )
            contents.append(kept)
        return Reached(
            tuple(allocations), tuple(contents), tuple(pointers), tuple(maps), tuple(self.maps)
        )

    def read(self, held: Range) -> Contents:
        """Return the bytes of an allocation that are not zero."""
        parts = self.view.parts(held.start, held.stop)
        kept = contents_of((address - held.start, data) for address, data in parts)
        self.room -= kept.size
        if self.room < 0:
            message = (
                f"the memory that it can reach has more than {self.max_bytes:,} bytes that are not "
                f"zero, the limit; the last that was read is {held.name}"
            )
            raise CaptureError(message)
        return kept

    def number(self, index: int) -> int:
        """Return the number of an allocation, which is reached now."""
        found = self.numbers.get(index)
        if found is None:
            found = self.numbers[index] = len(self.found)
            self.found.append(index)
        return found

    def pointers_in(
        self, words: np.ndarray[Any, Any], offset: int, maps: Sequence[PlacedMap]
    ) -> list[CapturedPointer]:
        """Return the pointers among words at an offset, except for those in tensor maps."""
        if not len(self.starts) or not len(words):
            return []
        # Nearly all words are outside of the range of all allocations: one comparison discards
        # them.
        hits = np.flatnonzero((words >= self.starts[0]) & (words <= self.stops.max()))
        if not len(hits):
            return []
        values = words[hits]
        indices = np.searchsorted(self.starts, values, "right") - 1
        # The end is included: `x + n` is a pointer that kernels compare with.
        inside = values <= self.stops[indices]
        inner = [each.offset for each in maps]
        found = []
        for hit, value, index in zip(
            hits[inside].tolist(), values[inside].tolist(), indices[inside].tolist(), strict=True
        ):
            place = offset + hit * POINTER_BYTES
            if not any(first <= place < first + TENSOR_MAP_BYTES for first in inner):
                displacement = value - self.ranges[index].start
                found.append(CapturedPointer(place, self.number(index), displacement))
        return found

    def maps_in(self, parts: Iterable[tuple[int, Bytes]]) -> list[PlacedMap]:
        """Return the tensor maps in parts of the parameters or of an allocation."""
        if not self.encoded:
            return []
        found: list[PlacedMap] = []
        for offset, part in parts:
            first = -offset % _MAP_ALIGNMENT
            # Maps are at multiples of 64 bytes, and their first words are few: only candidates are
            # looked up by all 128 bytes.
            words = _words(part[first:])[::_WORDS_PER_MAP_ALIGNMENT]
            for place in np.flatnonzero(np.isin(words, self.first_words)).tolist():
                at = first + place * _MAP_ALIGNMENT
                data = part[at : at + TENSOR_MAP_BYTES].tobytes()
                number = self.map_number(data)
                if number is not None:
                    found.append(PlacedMap(offset + at, number))
        return found

    def map_number(self, data: bytes) -> int | None:
        """Return the number of a tensor map by its bytes; None if they are no tensor map."""
        held = self.encoded.get(data)
        if held is None:
            return None
        if data not in self.known_maps:
            index = int(np.searchsorted(self.starts, np.uint64(held.address), "right")) - 1
            if index < 0 or held.address > self.ranges[index].stop:
                return None  # its tensor has been freed
            displacement = held.address - self.ranges[index].start
            self.known_maps[data] = len(self.maps)
            self.maps.append(CapturedMap(held.layout, self.number(index), displacement))
        return self.known_maps[data]


def _words(data: Bytes) -> np.ndarray[Any, Any]:
    """Return the complete 64-bit words of a part, without the bytes behind the last."""
    return np.frombuffer(data[: len(data) // POINTER_BYTES * POINTER_BYTES].tobytes(), "<u8")
