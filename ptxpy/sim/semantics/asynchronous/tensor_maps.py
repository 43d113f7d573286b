"""Tensor maps as bytes: an encoding of the simulator's own, as NVIDIA's is not public.

All fields are in the 128 bytes, so that copies work, and `tensormap.replace` too. From byte 0 on: a
word by which a map is known; rank - 1, element type, interleave, swizzle, its atomicity, fill, L2
promotion and mode, a byte each, numbered as `tensormap.replace` does (PTX ISA 9.7.9.26); from 16
the address; from 24 dims and from 64 strides in 64 bits each; from 96 the box, or channels and
pixels, in 16 bits each; from 106 the element strides in bytes; from 112 the lower and from 118 the
upper corner of im2col in 16 bits each.

Hints are about tensor maps that look misused, though no copy was wrong. A box beyond its tensor is
legal, and comes as zeros. When all boxes of a tensor map are, and coordinates in another order
would be within, they probably are in the wrong order.
"""

from __future__ import annotations

import struct
from functools import lru_cache
from itertools import islice, permutations
from typing import TYPE_CHECKING, Any, Final

from ptxpy.isa import STANDARD_SWIZZLES, SWIZZLES
from ptxpy.launch_request import (
    L2_PROMOTIONS,
    TENSOR_FILLS,
    TENSOR_INTERLEAVES,
    TENSOR_MAP_BYTES,
    TENSOR_TYPES,
    Im2col,
    TensorLayout,
    find_layout_problem,
)
from ptxpy.sim.errors import FaultError
from ptxpy.sim.machine.address_space import SHARED_WINDOW
from ptxpy.sim.machine.tensor_boxes import Boxes
from ptxpy.sim.semantics.asynchronous.copies import check_global, iterate_lanes, source_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ptxpy.sim.machine.global_memory import Memory
    from ptxpy.sim.machine.machine import Machine

__all__ = ["FIELDS", "boxes_at", "copy", "encode", "hints", "note", "replace"]

_MAGIC: Final = 0x50414D54
_HEAD: Final = struct.Struct("<I8B4xQ")
_WIDE: Final = struct.Struct("<5Q4Q")
_NARROW: Final = struct.Struct("<5H5Bx3h3h4x")

_SWIZZLES: Final = {(each.mode, each.atomicity): each for each in SWIZZLES}

FIELDS: Final = {
    "global_address": (16, "Q"),
    "rank": (4, "B"),
    "box_dim": (96, "H"),
    "global_dim": (24, "Q"),
    "global_stride": (64, "Q"),
    "element_stride": (106, "B"),
    "elemtype": (5, "B"),
    "interleave_layout": (6, "B"),
    "swizzle_mode": (7, "B"),
    "swizzle_atomicity": (8, "B"),
    "fill_mode": (9, "B"),
}
"""The position and the format of each field of `tensormap.replace`."""

_ALIGNMENT: Final = 64

_MAX_COPIES_PER_MAP: Final = 64
"""The most copies whose coordinates are kept for each tensor map."""

_MAX_DIMENSION_ORDERS: Final = 120


def encode(layout: TensorLayout, address: int) -> bytes:
    """Return the bytes of a tensor map for a tensor at an address of the simulator."""
    rank = len(layout.dims)
    columns = layout.columns
    head = _HEAD.pack(
        _MAGIC,
        rank - 1,
        TENSOR_TYPES.index(layout.element),
        TENSOR_INTERLEAVES.index(layout.interleave),
        layout.swizzle.mode,
        layout.swizzle.atomicity,
        TENSOR_FILLS.index(layout.fill),
        L2_PROMOTIONS.index(layout.l2_promotion),
        columns is not None,
        address,
    )
    wide = _WIDE.pack(*_pad(layout.dims, 5, 1), *_pad(layout.strides, 4, 0))
    lower, upper = ((), ()) if columns is None else (columns.lower, columns.upper)
    narrow = _NARROW.pack(
        *_pad(layout.box, 5, 1),
        *_pad(layout.steps, 5, 1),
        *_pad(lower, 3, 0),
        *_pad(upper, 3, 0),
    )
    return head + wide + narrow


def _pad(values: tuple[int, ...], count: int, filler: int) -> tuple[int, ...]:
    return (*values, *(filler,) * (count - len(values)))


# Many copies use one map, whose bytes are decoded once.
@lru_cache(1024)
def _decode(data: bytes) -> Boxes | str:
    """Return the boxes that a tensor map describes, or a message why it is invalid."""
    magic, last, element, interleave, mode, atom, fill, l2, im2col, address = _HEAD.unpack(
        data[:24]
    )
    if magic != _MAGIC:
        return "no tensor map; a launch takes a ptxpy.TensorMap"
    rank = last + 1
    # Only the swizzle of 128 bytes has several atomicities.
    swizzle = _SWIZZLES.get((mode, atom if mode == STANDARD_SWIZZLES[128].mode else 0))
    if element >= len(TENSOR_TYPES) or swizzle is None or interleave >= len(TENSOR_INTERLEAVES):
        return f"elemtype {element}, swizzle {mode}, atomicity {atom}, interleave {interleave}"
    wide, narrow = _WIDE.unpack(data[24:96]), _NARROW.unpack(data[96:])
    columns = None
    if im2col:
        spatial = rank - 2
        columns = Im2col(narrow[10 : 10 + spatial], narrow[13 : 13 + spatial], *narrow[:2])
    layout = TensorLayout(
        TENSOR_TYPES[element],
        wide[:rank],
        wide[5 : 4 + rank],
        narrow[: 2 if im2col else rank],
        narrow[5 : 5 + rank],
        TENSOR_INTERLEAVES[interleave],
        swizzle,
        TENSOR_FILLS[fill & 1],
        L2_PROMOTIONS[l2 & 3],
        columns,
    )
    text = find_layout_problem(layout, address)
    if text is None and interleave:
        text = f"interleave {layout.interleave}, which the simulator does not have"
    return text or Boxes(layout, address)


def boxes_at(machine: Machine, lane: int, address: int) -> Boxes:
    """Return the boxes of the tensor map at a generic address; raise an error if it is invalid."""
    if address >= SHARED_WINDOW:
        text = f"a tensor map at the generic address {address:#x}, not in global memory"
        raise FaultError(text, lane, "address")
    if address % _ALIGNMENT:
        text = f"a tensor map at address {address:#x}, not a multiple of {_ALIGNMENT}"
        raise FaultError(text, lane, "alignment")
    end = address + TENSOR_MAP_BYTES
    check_global(machine, lane, address, end, "the copy's tensor map", write=False)
    found = _decode(machine.memory.bytes[address:end].tobytes())
    if isinstance(found, str):
        text = f"the tensor map at address {address:#x}: {found}"
        raise FaultError(text, lane)
    return found


def _bytes_of(machine: Machine, lane: int, space: str, address: int, *, write: bool) -> Any:
    """Return the bytes of a tensor map in memory."""
    if space == "generic":
        space = "shared" if address >= SHARED_WINDOW else "global"
        address -= SHARED_WINDOW if space == "shared" else 0
    if space == "shared":
        at = source_bytes(machine, lane, address, TENSOR_MAP_BYTES, _ALIGNMENT)
        return machine.shared[at : at + TENSOR_MAP_BYTES]
    end = address + TENSOR_MAP_BYTES
    check_global(machine, lane, address, end, "tensormap", write=write)
    return machine.memory.bytes[address:end]


def replace(
    machine: Machine,
    space: str,
    field: str,
    address: Any,
    ordinal: int,
    value: Any,
    guard: Any,
    lanes: Any,
) -> None:
    """Replace a field of tensor maps; one that is all zero becomes a tensor map.

    Args:
        machine: The machine.
        space: `global`, `shared` or `generic`.
        field: A key of `FIELDS`.
        address: The address of the map, for each lane.
        ordinal: The dimension.
        value: The new value, for each lane.
        guard: The guard of each lane; None for all lanes.
        lanes: The indices of the lanes that run; None for all.
    """
    start, kind = FIELDS[field]
    size = struct.calcsize(kind)
    start += ordinal * size
    for lane, (at, new) in iterate_lanes(machine, guard, lanes, address, value):
        held = _bytes_of(machine, lane, space, at, write=True)
        # A kernel may make a map from zeros in shared memory, field by field.
        if not held.any():
            held[:4] = memoryview(_MAGIC.to_bytes(4, "little"))
        if int.from_bytes(held[:4].tobytes(), "little") != _MAGIC:
            text = f"tensormap.replace: there is no tensor map at address {at:#x}"
            raise FaultError(text, lane)
        if new >> 8 * size:
            text = f"tensormap.replace.{field}: {new:,}"
            raise FaultError(text, lane)
        held[start : start + size] = memoryview(new.to_bytes(size, "little"))


def copy(machine: Machine, target: Any, source: Any, guard: Any, lanes: Any) -> None:
    """Copy tensor maps from shared to global memory: `tensormap.cp_fenceproxy`."""
    for lane, (to, from_) in iterate_lanes(machine, guard, lanes, target, source):
        held = _bytes_of(machine, lane, "shared", from_, write=False)
        _bytes_of(machine, lane, "global", to, write=True)[:] = held


def note(machine: Machine, boxes: Boxes, coordinates: Sequence[int] = (), *, inside: bool) -> None:
    """Record a copy: whether any element of the box is within the tensor."""
    if inside:
        # One box within the tensor is enough for no hint.
        machine.out_of_bounds_boxes[boxes] = None
        return
    held = machine.out_of_bounds_boxes.setdefault(boxes, [])
    if held is not None and len(held) < _MAX_COPIES_PER_MAP:
        held.append(tuple(coordinates))


def hints(beyond: Mapping[Boxes, list[tuple[int, ...]] | None], memory: Memory) -> Iterator[str]:
    """Yield the hints after a launch.

    Args:
        beyond: For each tensor map, the coordinates of boxes beyond the tensor; None if some box
            does not.
        memory: Global memory.
    """
    for boxes, held in beyond.items():
        rank = len(boxes.layout.dims)
        if not held or boxes.layout.columns is not None or len(held[0]) != rank:
            continue
        # The first permutation is the order in which the coordinates are.
        for order in islice(permutations(range(rank)), 1, _MAX_DIMENSION_ORDERS):
            if all(_within(boxes, [at[axis] for axis in order]) for at in held):
                yield _describe(boxes, held[0], order, memory)
                break


def _within(boxes: Boxes, coordinates: Sequence[int]) -> bool:
    """Whether some element of a box is within the tensor."""
    layout = boxes.layout
    return all(
        -count * step < at < extent
        for at, extent, count, step in zip(
            coordinates, layout.dims, layout.counts, boxes.steps, strict=True
        )
    )


def _describe(boxes: Boxes, at: tuple[int, ...], order: Sequence[int], memory: Memory) -> str:
    found = memory.find(boxes.address)
    tensor = "the tensor" if found is None else found.name
    dims = " x ".join(f"{extent:,}" for extent in boxes.layout.dims)
    moved = ", ".join(str(at[axis]) for axis in order)
    return (
        f"all copies by a tensor map of {tensor} lie beyond it, which is {dims}, such as that at "
        f"{{{', '.join(map(str, at))}}}: {{{moved}}} would be within it, and the innermost "
        "dimension comes first"
    )
