"""Tensor maps in the memory of the simulator: reading them, replacing their fields, and hints.

Hints are about tensor maps that look misused, though no copy was wrong. A box beyond its tensor is
legal, and comes as zeros. When all boxes of a tensor map are, and coordinates in another order
would be within, they probably are in the wrong order.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import islice, permutations
from typing import TYPE_CHECKING, Any, Final

from ptxpy.launch_request import (
    TENSOR_MAP_BYTES,
    TENSOR_MAP_MARK,
    decode_tensor_map,
    tensor_map_field,
)
from ptxpy.sim.errors import FaultError
from ptxpy.sim.machine.address_space import SHARED_WINDOW
from ptxpy.sim.machine.tensor_boxes import Boxes
from ptxpy.sim.semantics.asynchronous.copies import check_global, iterate_lanes, source_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ptxpy.sim.machine.global_memory import Memory
    from ptxpy.sim.machine.machine import Machine

__all__ = ["boxes_at", "copy", "hints", "note", "replace"]

_ALIGNMENT: Final = 64

_MAX_COPIES_PER_MAP: Final = 64
"""The most copies whose coordinates are kept for each tensor map."""

_MAX_DIMENSION_ORDERS: Final = 120


# Many copies use one map, whose bytes are decoded once.
@lru_cache(1024)
def _decode(data: bytes) -> Boxes | str:
    """Return the boxes that a tensor map describes, or a message why it is invalid."""
    found = decode_tensor_map(data)
    if isinstance(found, str):
        return found
    layout, address = found
    if layout.interleave != "none":
        return f"interleave {layout.interleave}, which the simulator does not have"
    return Boxes(layout, address)


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
        field: A key of `TENSOR_MAP_FIELDS`.
        address: The address of the map, for each lane.
        ordinal: The dimension.
        value: The new value, for each lane.
        guard: The guard of each lane; None for all lanes.
        lanes: The indices of the lanes that run; None for all.
    """
    where = tensor_map_field(field, ordinal)
    size = where.stop - where.start
    for lane, (at, new) in iterate_lanes(machine, guard, lanes, address, value):
        held = _bytes_of(machine, lane, space, at, write=True)
        # A kernel may make a map from zeros in shared memory, field by field.
        if not held.any():
            held[: len(TENSOR_MAP_MARK)] = memoryview(TENSOR_MAP_MARK)
        if held[: len(TENSOR_MAP_MARK)].tobytes() != TENSOR_MAP_MARK:
            text = f"tensormap.replace: there is no tensor map at address {at:#x}"
            raise FaultError(text, lane)
        if new >> 8 * size:
            text = f"tensormap.replace.{field}: {new:,}"
            raise FaultError(text, lane)
        held[where] = memoryview(new.to_bytes(size, "little"))


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
