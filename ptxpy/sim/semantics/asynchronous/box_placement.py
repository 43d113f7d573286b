"""Boxes of tensors in shared memory: the placement of elements, with swizzles (PTX ISA 5.5.7)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ptxpy.isa import LINE_BYTES, MAX_PATTERN_BYTES

if TYPE_CHECKING:
    from ptxpy.isa import Swizzle
    from ptxpy.sim.machine.tensor_boxes import Boxes

__all__ = ["gather", "order", "scatter"]


@lru_cache(256)
def order(swizzle: Swizzle, rows: int, row: int, pitch: int, phase: int) -> Any:
    """Return the indices of the units of a box in shared memory, from the start of the box.

    `phase` is the address of that modulo `MAX_PATTERN_BYTES`.
    """
    unit = swizzle.unit
    along = np.arange(0, row, unit)
    address = phase + (np.arange(rows)[:, None] * pitch + along).reshape(-1)
    return (swizzle.permute(address) - phase) // unit


def scatter(memory: np.ndarray[Any, Any], start: int, values: Any, boxes: Boxes) -> None:
    """Write the elements of a box to shared memory, from an index on."""
    swizzle = boxes.swizzle
    size = boxes.layout.element.padded_size
    if size:
        # Units of a packed type have gaps in shared memory, which are zero here.
        row = values.itemsize
        bytes_ = np.ascontiguousarray(values).reshape(-1).view(np.uint8).reshape(-1, row)
        found = np.zeros((len(bytes_), size), np.uint8)
        found[:, :row] = bytes_
        values = found.reshape(-1).view(f"V{size}").reshape(values.shape)
    if not swizzle.width:
        np.ndarray(values.shape, values.dtype, memory, start)[...] = values
        return
    unit = swizzle.unit
    places = order(swizzle, boxes.rows, boxes.row, boxes.pitch, start % MAX_PATTERN_BYTES)
    units = np.ascontiguousarray(values).reshape(-1).view(f"V{unit}")
    held: Any = np.ndarray(boxes.extent // unit, units.dtype, memory, start)
    if boxes.extent == boxes.bytes and not boxes.extent % LINE_BYTES:
        # A swizzle is its own inverse, so that the indices of targets are those of sources, too.
        units.take(places, out=held, mode="clip")
    else:
        held[places] = units


def gather(memory: np.ndarray[Any, Any], start: int, boxes: Boxes) -> Any:
    """Return the elements of a box that begins at an index in shared memory."""
    swizzle = boxes.swizzle
    size = boxes.layout.element.padded_size
    kind = f"V{size}" if size else boxes.kind
    if not swizzle.width:
        return _without_gaps(np.ndarray(boxes.shape, kind, memory, start), boxes)
    unit = swizzle.unit
    places = order(swizzle, boxes.rows, boxes.row, boxes.pitch, start % MAX_PATTERN_BYTES)
    held: Any = np.ndarray(boxes.extent // unit, f"V{unit}", memory, start)
    return _without_gaps(held[places].view(kind).reshape(boxes.shape), boxes)


def _without_gaps(values: Any, boxes: Boxes) -> Any:
    """Return units of a packed type in shared memory without the gaps."""
    if not boxes.layout.element.padded_size:
        return values
    size = boxes.kind.itemsize
    bytes_ = np.ascontiguousarray(values).reshape(-1).view(np.uint8).reshape(-1, values.itemsize)
    return np.ascontiguousarray(bytes_[:, :size]).reshape(-1).view(boxes.kind).reshape(boxes.shape)
