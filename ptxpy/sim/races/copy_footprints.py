"""The footprints of asynchronous copies: the memory that they read and write."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.sim.semantics.asynchronous import bulk_copies, cluster_launches, tensor_copies
from ptxpy.sim.semantics.asynchronous.copies import LINE, shared_bytes, source_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.machine.machine import Machine
    from ptxpy.sim.machine.tensor_boxes import Boxes
    from ptxpy.sim.semantics.asynchronous.copies import Signal

__all__ = ["Footprint", "footprint_of"]


class Footprint(NamedTuple):
    """The memory that a copy reads and writes."""

    lane: int
    """The lane that started it."""
    reads: tuple[tuple[int, int], ...] = ()
    """Ranges of bytes of the shared memory of the batch: begin and end."""
    writes: tuple[tuple[int, int], ...] = ()
    words: tuple[int, ...] = ()
    """The mbarriers on which it performs complete-tx, as indices of 64-bit words."""
    source: tuple[int, int] | None = None
    """The range of global memory that it reads, if it is contiguous: begin and end."""
    rows: tuple[tuple[int, int], ...] = ()
    """The ranges of global memory that a copy of a tensor reads or writes."""
    target: tuple[int, int] | None = None
    """The range of global memory that it writes, if it is contiguous: begin and end."""
    swizzle: int = 0
    """The bytes of a row of the swizzle with which it writes to shared memory; 0 for none."""
    follows_reads: bool = False
    """Whether a fence of the async proxy is to come between it and earlier reads of its
    destination, as the manual has it for responses of `clusterlaunchcontrol` (PTX ISA 9.7.13.17).
    """


def footprint_of(
    machine: Machine, effect: Callable[..., None], values: tuple[Any, ...]
) -> Footprint | None:
    """Return the footprint of a copy; None for another operation.

    Raises:
        FaultError: An address is invalid.
    """
    if effect is bulk_copies.do_load:
        lane, source, size, signals = values
        return _to_shared(machine, lane, size, LINE, signals)._replace(
            source=(source, source + size)
        )
    if effect is tensor_copies.do_load:
        lane, boxes, mode, coordinates, offsets, signals = values
        # Gather and scatter have one column and four rows as coordinates, each row a box of its
        # own.
        rows = len(coordinates) - 1 if mode == "tile::gather4" else 1
        found = _to_shared(machine, lane, rows * boxes.extent, tensor_copies.ALIGNMENT, signals)
        return found._replace(
            rows=_rows(machine, boxes, mode, coordinates, offsets), swizzle=boxes.swizzle.width
        )
    if effect is cluster_launches.do_answer:
        lane, _, signals = values
        return _to_shared(machine, lane, LINE, LINE, signals)._replace(follows_reads=True)
    if effect is bulk_copies.do_store:
        lane, target, source, size = values[:4]
        at = source_bytes(machine, lane, source, size, LINE)
        return Footprint(lane, reads=((at, at + size),), target=(target, target + size))
    if effect is tensor_copies.do_store:
        lane, boxes, mode, coordinates, source, _ = values
        rows = len(coordinates) - 1 if mode == "tile::scatter4" else 1
        size = rows * boxes.extent
        at = source_bytes(machine, lane, source, size, tensor_copies.ALIGNMENT)
        targets = _rows(machine, boxes, mode, coordinates, ())
        return Footprint(lane, reads=((at, at + size),), rows=targets)
    if effect is bulk_copies.do_exchange:
        lane, signal, source, size = values[:4]
        at = source_bytes(machine, lane, source, size, LINE)
        return _to_shared(machine, lane, size, LINE, (signal,))._replace(reads=((at, at + size),))
    return None


def _rows(
    machine: Machine,
    boxes: Boxes,
    mode: str,
    coordinates: tuple[int, ...],
    offsets: tuple[int, ...],
) -> tuple[tuple[int, int], ...]:
    """Return the ranges of global memory of a box; none unless the grid depends on another one."""
    hooks = machine.access_hooks
    # Only checks of dependent launches need the rows.
    if hooks is None or not hooks.is_dependent:
        return ()
    is_row = mode in ("tile::gather4", "tile::scatter4")
    places = [(coordinates[0], row) for row in coordinates[1:]] if is_row else [coordinates]
    found = []
    for place in places:
        for part in boxes.parts(machine.memory.bytes, place, offsets):
            view = part.view
            # This part reaches beyond all memory: the copy itself reports it as a fault.
            if view is None:
                continue
            starts = np.full((), part.low)
            for count, stride in zip(view.shape[:-1], view.strides[:-1], strict=True):
                starts = starts[..., None] + np.arange(count) * stride
            length = (view.shape[-1] - 1) * view.strides[-1] + view.itemsize
            found += [(low, low + length) for low in starts.reshape(-1).tolist()]
    return tuple(found)


def _to_shared(
    machine: Machine, lane: int, size: int, alignment: int, signals: tuple[Signal, ...]
) -> Footprint:
    writes, words = [], []
    for signal in signals:
        at = shared_bytes(machine, lane, signal.cta, signal.target, size, alignment)
        writes.append((at, at + size))
        words.append(shared_bytes(machine, lane, signal.barrier_cta, signal.barrier, 8, 8) >> 3)
    return Footprint(lane, writes=tuple(writes), words=tuple(words))
