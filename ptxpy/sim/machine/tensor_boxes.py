"""The boxes of a tensor map: their shapes, and their elements in global memory.

A box in bounds is a strided view of memory. The valid part of a box that is partly out of bounds is
again a box, and so a view, too (PTX ISA 5.5.3).
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.sim.number_formats import OOB_NAN

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ptxpy.isa import Swizzle
    from ptxpy.launch_request import TensorLayout

__all__ = ["Boxes", "Part"]


class Part(NamedTuple):
    """The part of a box that is inside a tensor."""

    low: int
    """The address of its first byte."""
    high: int
    """The address past its last byte."""
    view: Any
    """Its elements in global memory; None if it exceeds that memory."""
    index: Any
    """The index of the part in the box."""


class Boxes:
    """The boxes that a tensor map describes.

    The elements of a box are an array of unsigned integers of the element size, the innermost
    dimension last; with im2col, an array of pixels and channels. Elements of less than 8 bits are
    in units of whole bytes, the elements of the array.
    """

    __slots__ = (
        "address", "bytes", "counts", "dims", "extent", "fill", "kind", "layout", "pitch", "row",
        "rows", "shape", "steps", "strides", "swizzle",
    )  # fmt: skip

    def __init__(self, layout: TensorLayout, address: int) -> None:
        """Take a valid layout, and the address of the tensor."""
        self.layout, self.address = layout, address
        element = layout.element
        size = element.size
        self.kind = np.dtype(f"V{size}" if element.padded_size else f"u{size}")
        self.swizzle: Swizzle = layout.swizzle
        self.counts = _in_units(layout.counts, element.per_unit)
        """Units that a copy takes in each dimension; with im2col, channels and pixels."""
        self.dims = _in_units(layout.dims, element.per_unit)
        """Units in each dimension of the tensor."""
        self.shape = self.counts[::-1]
        self.row, self.pitch = layout.row_bytes, layout.pitch
        self.rows = prod(self.counts[1:])
        self.bytes = self.rows * self.counts[0] * size
        """The bytes by which a copy of a box decrements the tx-count: without gaps, as CUTLASS
        expects them."""
        self.extent = self.rows * self.pitch
        """The bytes of shared memory that a box occupies."""
        self.steps = (1, *layout.steps[1:])
        self.strides = (size, *layout.strides)
        nan = OOB_NAN * 0x0001_0001_0001_0001 if layout.fill == "nan" else 0
        self.fill: Any = np.frombuffer(
            (nan & (1 << 8 * size) - 1).to_bytes(size, "little"), self.kind
        )[0]

    def parts(
        self, memory: np.ndarray[Any, Any], coordinates: Sequence[int], offsets: Sequence[int] = ()
    ) -> Iterator[Part]:
        """Yield the parts of a box that are inside the tensor.

        Args:
            memory: All bytes of global memory.
            coordinates: The coordinates of the first element, the innermost dimension first.
            offsets: With im2col, the offsets from the filter's base in W, H and D.
        """
        coordinates = _in_units(coordinates, self.layout.element.per_unit)
        if self.layout.columns is None:
            part = self._box(memory, coordinates)
            if part is not None:
                yield part
        else:
            yield from self._columns(memory, coordinates, offsets)

    def _box(self, memory: np.ndarray[Any, Any], coordinates: Sequence[int]) -> Part | None:
        start, last = self.address, 0
        shape, strides, index = [], [], []
        is_whole = True
        for at, extent, count, step, stride in zip(
            coordinates,
            self.dims,
            self.counts,
            self.steps,
            self.strides,
            strict=True,
        ):
            # The first element of the box that is inside: the ceiling of -at / step.
            first = -(at // step) if at < 0 else 0
            end = min(count, -((at - extent) // step))
            if end <= first:
                return None
            if first or end < count:
                is_whole = False
            start += (at + first * step) * stride
            last += (end - first - 1) * step * stride
            shape.append(end - first)
            strides.append(step * stride)
            index.append(slice(first, end))
        high = start + last + self.kind.itemsize
        view: Any = None
        if high <= len(memory):
            view = np.ndarray(tuple(shape[::-1]), self.kind, memory, start, tuple(strides[::-1]))
        return Part(start, high, view, ... if is_whole else tuple(index[::-1]))

    def _columns(
        self, memory: np.ndarray[Any, Any], coordinates: Sequence[int], offsets: Sequence[int]
    ) -> Iterator[Part]:
        """Yield the parts of im2col columns: consecutive pixels of a row (PTX ISA 5.5.4)."""
        columns = self.layout.columns
        assert columns is not None  # noqa: S101 - the caller has tested it
        dims, strides, steps = self.dims, self.strides, self.steps
        size = self.kind.itemsize
        channel, *base, image = coordinates
        # Channels are clipped once: all pixels of the copy have the same ones.
        first_channel = max(0, -channel)
        end_channel = min(self.counts[0], dims[0] - channel)
        lower = columns.lower
        upper = [
            extent - 1 + corner for extent, corner in zip(dims[1:-1], columns.upper, strict=True)
        ]
        shifts = [*offsets, *(0,) * (len(lower) - len(offsets))]
        done = 0
        while done < columns.pixels and image < dims[-1]:
            # The pixels of a column follow each other in the box of corners; a part ends with its
            # row.
            across = max(1, (upper[0] - base[0]) // steps[1] + 1)
            across = min(across, columns.pixels - done)
            row = [at + shift for at, shift in zip(base, shifts, strict=True)]
            inside = image >= 0 and all(
                0 <= at < extent for at, extent in zip(row[1:], dims[2:-1], strict=True)
            )
            first = -(row[0] // steps[1]) if row[0] < 0 else 0
            end = min(across, -((row[0] - dims[1]) // steps[1]))
            if inside and end > first and end_channel > first_channel:
                start = self.address + image * strides[-1] + (channel + first_channel) * size
                start += (row[0] + first * steps[1]) * strides[1]
                start += sum(at * extent for at, extent in zip(row[1:], strides[2:-1], strict=True))
                stride = steps[1] * strides[1]
                shape = (end - first, end_channel - first_channel)
                high = start + (shape[0] - 1) * stride + shape[1] * size
                view: Any = None
                if high <= len(memory):
                    view = np.ndarray(shape, self.kind, memory, start, (stride, size))
                index = (
                    slice(done + first, done + end),
                    slice(first_channel, end_channel),
                )
                yield Part(start, high, view, index)
            done += across
            # The next row begins at the lower corner, in the next image after the last row.
            base[0] = lower[0]
            for axis in range(1, len(base)):
                base[axis] += steps[1 + axis]
                if base[axis] <= upper[axis]:
                    break
                base[axis] = lower[axis]
            else:
                image += 1


def _in_units(values: Sequence[int], count: int) -> tuple[int, ...]:
    """Return numbers with the first one, of elements, as one of units."""
    return (values[0] // count, *values[1:])
