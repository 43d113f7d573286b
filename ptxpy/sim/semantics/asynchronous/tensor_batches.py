"""Copies of boxes to shared memory by the lanes of many CTAs at once.

Adjacent CTAs copy boxes of one tensor in one instruction. Boxes within the tensor that leave no
gaps in shared memory are moved together. `tensor_copies` copies boxes one by one, and reports
faults.
"""

from __future__ import annotations

from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.isa import LINE_BYTES, MAX_PATTERN_BYTES
from ptxpy.sim.machine.mbarrier_words import LIVE, MAX_COUNT, unpack
from ptxpy.sim.semantics.asynchronous.box_placement import order
from ptxpy.sim.semantics.asynchronous.mbarriers import complete_together
from ptxpy.sim.semantics.asynchronous.tensor_maps import boxes_at, note

if TYPE_CHECKING:
    from ptxpy.sim.machine.machine import Machine
    from ptxpy.sim.machine.tensor_boxes import Boxes

__all__ = ["MIN_LANES", "load"]

MIN_LANES: Final = 4
"""The fewest lanes whose copies are made together."""

_UNIT: Final = 16
_OFFSET: Final = (1 << 24) - 1
_RANK: Final = 24


def load(
    machine: Machine,
    own: Any,
    tensor_map: Any,
    coordinates: list[Any],
    target: Any,
    barrier: Any,
    mask: Any,
) -> Any:
    """Copy boxes in the tiled mode together; return the lanes that are done, None for none.

    Args:
        machine: The machine.
        own: The indices of the lanes.
        tensor_map: The address of their tensor map, for each lane or for all; so with all that
            follow.
        coordinates: Where the box begins, the innermost dimension first.
        target: The address in shared memory.
        barrier: The address of the mbarrier.
        mask: The destination CTAs of the cluster, as bits; None for the CTA of the address.
    """
    if (
        machine.access_hooks is not None
        or _several(tensor_map)
        or (mask is not None and _several(mask))
    ):
        return None
    boxes = boxes_at(machine, int(own[0]), int(tensor_map.flat[0]))
    if len(boxes.layout.dims) != len(coordinates) or not _dense(boxes):
        return None
    number = len(own)
    start: Any = np.full(number, boxes.address)
    inside: Any = np.ones(number, bool)
    for at, extent, count, stride in zip(
        coordinates, boxes.layout.dims, boxes.counts, boxes.strides, strict=True
    ):
        first = at.view(np.int32).astype(np.int64)
        start = start + first * stride
        inside = inside & (first >= 0) & (first + count <= extent)
    done = inside & (start % _UNIT == 0)
    to = _places(machine, own, target, mask, boxes.extent, LINE_BYTES)
    bars = _places(machine, own, barrier, mask, 8, 8)
    gone = machine.ended_ctas
    if to is None or bars is None or not done.any() or (gone is not None and gone.any()):
        return None
    # A swizzle depends on the address: boxes with other phases have other patterns.
    if (to % MAX_PATTERN_BYTES != to.flat[0] % MAX_PATTERN_BYTES).any():
        return None
    if not done.all():
        start, to, bars = start[done], to[done], bars[done]
    low, high = int(start.min()), int(start.max()) + _reach(boxes)
    if not machine.memory.holds(low, high, write=False) or not _awaited(machine, bars, boxes.bytes):
        return None
    note(machine, boxes, inside=True)
    phase = int(to.flat[0]) % MAX_PATTERN_BYTES
    shape = boxes.row, boxes.pitch, phase
    units = _pattern(boxes.counts, boxes.strides, boxes.swizzle, shape)
    values = machine.memory.view("V16").take(start[:, None] // _UNIT + units)
    held = machine.shared.view("V16")
    for column in to.T:
        # Of boxes that overlap the last lane's stays, as if copied one by one.
        for place, value in zip((column // _UNIT).tolist(), values, strict=True):
            held[place : place + len(units)] = value
    complete_together(machine, bars.reshape(-1) >> 3, boxes.bytes)
    return done


def _several(value: Any) -> bool:
    return bool(value.ndim and (value != value[0]).any())


def _dense(boxes: Boxes) -> bool:
    """Whether a box is whole lines of elements that are adjacent in both memories."""
    layout = boxes.layout
    return (
        layout.columns is None
        and layout.element.per_unit == 1
        and not boxes.swizzle.flip
        and not layout.element.name.startswith("tf32")
        and boxes.extent == boxes.bytes
        and not boxes.extent % LINE_BYTES
        and max(boxes.steps) == 1
    )


def _reach(boxes: Boxes) -> int:
    """Return the bytes from the first to past the last of a box."""
    pairs = zip(boxes.counts, boxes.strides, strict=True)
    return sum((count - 1) * stride for count, stride in pairs) + boxes.strides[0]


def _places(
    machine: Machine, own: Any, address: Any, mask: Any, size: int, alignment: int
) -> Any | None:
    """Return the indices in the shared memory of the batch, [lane, destination CTA].

    None where an address is wrong, or in another CTA and not by multicast.
    """
    offset: Any = np.broadcast_to(address, own.shape).astype(np.int64)
    ctas: Any = machine.cta_of[own]
    if machine.clustered:
        size_of_cluster = machine.geometry.cluster_size
        if (offset >> _RANK != ctas % size_of_cluster).any():
            return None
        offset = offset & _OFFSET
        if mask is not None:
            bits = int(mask.flat[0])
            if bits >> size_of_cluster or not bits:
                return None
            ranks = [rank for rank in range(size_of_cluster) if bits >> rank & 1]
            ctas = (ctas // size_of_cluster * size_of_cluster)[:, None] + np.array(ranks)
    elif mask is not None:
        return None
    if (offset % alignment).any() or (offset + size > machine.shared_bytes).any():
        return None
    if ctas.ndim == 1:
        ctas = ctas[:, None]
    return ctas * machine.shared_stride + offset[:, None]


def _awaited(machine: Machine, bars: Any, size: int) -> bool:
    """Whether all are mbarriers, and the order in which the copies are done does not matter."""
    words = machine.view("shared", "u8")[bars >> 3]
    if not (words & LIVE).all():
        return False
    places, counts = np.unique(bars, return_counts=True)
    tx = unpack(machine.view("shared", "u8")[places >> 3])[2]
    # Where some of the copies completed a phase, the others would count for the next one.
    between = (tx > 0) & (tx < counts * size)
    return not (between | (np.abs(tx - counts * size) > MAX_COUNT)).any()


@lru_cache(256)
def _pattern(
    counts: tuple[int, ...], strides: tuple[int, ...], swizzle: Any, shape: tuple[int, int, int]
) -> Any:
    row, pitch, phase = shape
    along: Any = np.arange(row // _UNIT)
    for count, stride in zip(counts[1:], strides[1:], strict=True):
        along = (np.arange(count)[:, None] * (stride // _UNIT) + along.reshape(1, -1)).reshape(-1)
    if not swizzle.width:
        return along
    # A swizzle is its own inverse, so that the indices of targets are those of sources, too.
    return along[order(swizzle, prod(counts[1:]), row, pitch, phase)]
