"""Copies of boxes of tensors: `cp.async.bulk.tensor`, `cp.reduce.async.bulk.tensor` (9.7.9.25.5).

Each instruction has a function that gathers its operands, lane by lane, and one for its effect.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._counts import format_count
from ptxpy.sim.errors import FaultError
from ptxpy.sim.semantics.asynchronous import tensor_batches
from ptxpy.sim.semantics.asynchronous.box_placement import gather, scatter
from ptxpy.sim.semantics.asynchronous.bulk_copies import element_reduction
from ptxpy.sim.semantics.asynchronous.copies import (
    Signal,
    check_global,
    complete,
    iterate_lanes,
    operands_of_lanes,
    shared_bytes,
    signals,
    source_bytes,
    start,
)
from ptxpy.sim.semantics.asynchronous.tensor_maps import boxes_at, note

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ptxpy.sim.machine.machine import Machine
    from ptxpy.sim.machine.tensor_boxes import Boxes

__all__ = ["do_load", "do_store", "load", "prefetch", "reduce", "store"]

ALIGNMENT: Final = 128
"""The alignment of the address of a box in shared memory."""

_LOADED_ONLY: Final = "b4x16_p64"
"""The element type that is not stored (cuTensorMapEncodeTiled)."""

_ROWS: Final = 4
"""Rows of a copy with `.tile::gather4` or `.tile::scatter4`."""


def _signed(values: Sequence[int], bits: int = 32) -> tuple[int, ...]:
    """Return unsigned integers as signed ones."""
    half = 1 << (bits - 1)
    return tuple((value ^ half) - half for value in values)


def _check(boxes: Boxes, lane: int, coordinates: tuple[int, ...], mode: str) -> None:
    """Raise `FaultError` if an instruction does not match the tensor map."""
    layout = boxes.layout
    element = layout.element
    if coordinates[0] % element.per_unit:
        text = (
            f"coordinate {coordinates[0]} of elements of {element.name}; the innermost is a "
            f"multiple of {element.per_unit}"
        )
        raise FaultError(text, lane)
    if (layout.columns is not None) != mode.startswith("im2col"):
        made = "tiled mode" if layout.columns is None else "the mode im2col"
        text = f"a copy with .{mode} of a tensor map that was made for {made}"
        raise FaultError(text, lane)
    if mode in ("tile::gather4", "tile::scatter4"):
        if len(layout.dims) != 2 or layout.counts[1] != 1:  # noqa: PLR2004 - of two dimensions
            text = f".{mode} is for boxes of one row; this one is {layout.counts}"
            raise FaultError(text, lane)
        return
    rank = len(layout.dims)
    if len(coordinates) != rank:
        text = (
            f"{format_count(len(coordinates), 'coordinate')} for a tensor "
            f"map of {format_count(rank, 'dimension')}"
        )
        raise FaultError(text, lane)
    if layout.columns is not None:
        columns, spatial = layout.columns, coordinates[1:-1]
        for axis, at, low, high, extent in zip(
            "WHD", spatial, columns.lower, columns.upper, layout.dims[1:-1], strict=False
        ):
            if not low <= at < extent + high:
                text = (
                    f"coordinate {at} in {axis} is not within the bounding box, "
                    f"{low} to {extent - 1 + high}"
                )
                raise FaultError(text, lane)


def load(
    machine: Machine,
    mode: str,
    own: bool,  # noqa: FBT001
    group: int,
    tensor_map: Any,
    coordinates: tuple[Any, ...],
    offsets: tuple[Any, ...],
    target: Any,
    barrier: Any,
    mask: Any,
    guard: Any,
    lanes: Any,
) -> None:
    """Copy boxes from global to shared memory, and complete bytes of mbarriers.

    Args:
        machine: The machine.
        mode: `tile`, `tile::gather4` or `im2col`.
        own: Whether the target is in the CTA of the lane (`.shared::cta`).
        group: The value of `.cta_group`; 0 without one.
        tensor_map: The address of the tensor map, for each lane, like all following arguments.
        coordinates: Where the box begins, the innermost dimension first.
        offsets: The offsets of im2col, in W, H and D.
        target: The address in shared memory.
        barrier: The address of the mbarrier.
        mask: The destination CTAs of the cluster, as bits; None for the CTA of the address.
        guard: The guard of each lane; None for all lanes.
        lanes: The indices of the lanes that run; None for all.
    """
    rank, shifts = len(coordinates), len(offsets)
    operands = (tensor_map, target, barrier, *coordinates, *offsets)
    operands += () if mask is None else (mask,)
    if mode == "tile":
        lanes, operands = operands_of_lanes(machine, guard, lanes, *operands)
        guard = None
        # Copies together cost less, but only in the common case; lanes that are left are copied one
        # by one, with all checks.
        if not group and len(lanes) >= tensor_batches.MIN_LANES:
            at, to, bar, *rest = operands
            masks = None if mask is None else rest[-1]
            done = tensor_batches.load(machine, lanes, at, rest[:rank], to, bar, masks)
            if done is not None:
                if done.all():
                    return
                lanes = lanes[~done]
                operands = tuple([each[~done] if each.ndim else each for each in operands])
    for lane, (at, to, bar, *rest) in iterate_lanes(machine, guard, lanes, *operands):
        boxes = boxes_at(machine, lane, at)
        where = _signed(rest[:rank])
        _check(boxes, lane, where, mode)
        multicast = None if mask is None else rest[-1]
        targets = signals(machine, lane, to, bar, multicast, own=own, group=group)
        start(machine, do_load, lane, boxes, mode, where, rest[rank : rank + shifts], targets)


def do_load(
    machine: Machine,
    lane: int,
    boxes: Boxes,
    mode: str,
    coordinates: tuple[int, ...],
    offsets: tuple[int, ...],
    targets: tuple[Signal, ...],
) -> None:
    """Copy one box."""
    # `.tile::gather4` gives a column and four rows, each of which is a box of its own.
    rows = coordinates[1:] if mode == "tile::gather4" else (None,)
    for number, row in enumerate(rows):
        at = coordinates if row is None else (coordinates[0], row)
        values = _read(machine, lane, boxes, at, offsets)
        for signal in targets:
            place = shared_bytes(
                machine, lane, signal.cta, signal.target, len(rows) * boxes.extent, ALIGNMENT
            )
            scatter(machine.shared, place + number * boxes.extent, values, boxes)
    for signal in targets:
        size = len(rows) * boxes.bytes
        complete(machine, lane, signal.barrier_cta, signal.barrier, size)


def _read(
    machine: Machine,
    lane: int,
    boxes: Boxes,
    coordinates: tuple[int, ...],
    offsets: tuple[int, ...],
) -> Any:
    """Return the elements of a box in global memory."""
    values = None
    rounds = boxes.layout.element.name.startswith("tf32")
    for low, high, view, place in boxes.parts(machine.memory.bytes, coordinates, offsets):
        check_global(machine, lane, low, high, "the copy of a tensor", write=False)
        found = _round_to_tf32(view) if rounds else view
        note(machine, boxes, inside=True)
        if place is ...:
            # The whole box is within the tensor, so that nothing is filled in.
            return found
        if values is None:
            values = np.full(boxes.shape, boxes.fill)
        values[place] = found
    if values is None:
        # No part of the box is within the tensor: it is all fill.
        note(machine, boxes, coordinates, inside=False)
        return np.full(boxes.shape, boxes.fill)
    return values


def _round_to_tf32(codes: Any) -> Any:
    """Return `.f32` elements as `.tf32`, rounded to nearest even, as TMA does."""
    infinite = (codes & np.uint32(0x7F800000)) == np.uint32(0x7F800000)
    # To nearest even: half a unit less one, and the last bit that stays.
    tie = codes >> np.uint32(13) & np.uint32(1)
    rounded = (codes + np.uint32(0xFFF) + tie) & np.uint32(0xFFFFE000)
    nan = infinite & ((codes & np.uint32(0x7FFFFF)) != 0)
    return np.where(nan, np.uint32(0x7FFFE000), np.where(infinite, codes, rounded))


def store(
    machine: Machine,
    mode: str,
    tensor_map: Any,
    coordinates: tuple[Any, ...],
    source: Any,
    guard: Any,
    lanes: Any,
) -> None:
    """Copy boxes from shared to global memory, but no element out of bounds.

    Args:
        machine: The machine.
        mode: `tile`, `tile::scatter4` or `im2col_no_offs`.
        tensor_map: The address of the tensor map, for each lane, like all following arguments.
        coordinates: Where the box begins, the innermost dimension first.
        source: The address in shared memory.
        guard: The guard of each lane; None for all lanes.
        lanes: The indices of the lanes that run; None for all.
    """
    _copy_out(machine, mode, None, tensor_map, coordinates, source, guard, lanes)


def reduce(
    machine: Machine,
    mode: str,
    operation: str,
    tensor_map: Any,
    coordinates: tuple[Any, ...],
    source: Any,
    guard: Any,
    lanes: Any,
) -> None:
    """Combine boxes in global memory with those in shared memory, as `store` and an operation."""
    _copy_out(machine, mode, operation, tensor_map, coordinates, source, guard, lanes)


def _copy_out(
    machine: Machine,
    mode: str,
    operation: str | None,
    tensor_map: Any,
    coordinates: tuple[Any, ...],
    source: Any,
    guard: Any,
    lanes: Any,
) -> None:
    for lane, (at, from_, *rest) in iterate_lanes(
        machine, guard, lanes, tensor_map, source, *coordinates
    ):
        boxes = boxes_at(machine, lane, at)
        where = _signed(rest)
        _check(boxes, lane, where, mode)
        if boxes.swizzle.flip:
            text = f"the swizzle {boxes.swizzle.name} is for copies to shared memory"
            raise FaultError(text, lane)
        combine = None
        element = boxes.layout.element
        if element.name == _LOADED_ONLY:
            text = f"elements of {element.name} are for copies to shared memory"
            raise FaultError(text, lane)
        if operation is not None:
            # Logical operations of PTX are on `.b32` and `.b64`, which no tensor map has as
            # elements.
            logical = operation in ("and", "or", "xor") and not element.has_nan
            type_ = f"b{8 * element.size}" if logical else element.name
            combine = element_reduction(operation, type_) if element.per_unit == 1 else None
            if combine is None:
                text = f"the reduction .{operation} of {boxes.layout.element.name} elements"
                raise FaultError(text, lane)
        start(machine, do_store, lane, boxes, mode, where, from_, combine)


def do_store(
    machine: Machine,
    lane: int,
    boxes: Boxes,
    mode: str,
    coordinates: tuple[int, ...],
    source: int,
    combine: Callable[[Any, Any], Any] | None,
) -> None:
    """Copy one box to global memory, or combine it with the values there."""
    rows = coordinates[1:] if mode == "tile::scatter4" else (None,)
    place = source_bytes(machine, lane, source, len(rows) * boxes.extent, ALIGNMENT)
    for number, row in enumerate(rows):
        at = coordinates if row is None else (coordinates[0], row)
        values = gather(machine.shared, place + number * boxes.extent, boxes)
        inside = False
        for low, high, view, index in boxes.parts(machine.memory.bytes, at):
            inside = True
            check_global(machine, lane, low, high, "the copy of a tensor", write=True)
            view[...] = values[index] if combine is None else combine(view, values[index])
        note(machine, boxes, at, inside=inside)


def prefetch(
    machine: Machine,
    mode: str,
    tensor_map: Any,
    coordinates: tuple[Any, ...],
    guard: Any,
    lanes: Any,
) -> None:
    """Check the tensor map; a prefetch of boxes has no other effect."""
    for lane, (at, *rest) in iterate_lanes(machine, guard, lanes, tensor_map, *coordinates):
        _check(boxes_at(machine, lane, at), lane, _signed(rest), mode)
