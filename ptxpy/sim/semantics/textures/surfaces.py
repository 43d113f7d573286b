"""Reading and writing surfaces (PTX ISA 9.7.11).

Unformatted accesses (`.b`) give x in bytes, formatted ones (`.p`) in elements. A coordinate outside
is an error with `.trap`, the nearest one with `.clamp`, and with `.zero` reads zeros and writes
nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.launch_request import Surface
from ptxpy.sim.errors import FaultError
from ptxpy.sim.semantics.textures.opaque_handles import groups, positions

if TYPE_CHECKING:
    from ptxpy.sim.machine.machine import Machine

__all__ = ["load", "reduce_", "store", "store_formatted"]


def load(
    machine: Machine,
    geometry: str,
    clamp: str,
    handle: Any,
    coordinates: tuple[Any, ...],
    kind: str,
    count: int,
    guard: Any,
    lanes: Any,
) -> tuple[Any, ...]:
    """Return `count` adjacent values of a NumPy type for each lane.

    Args:
        machine: The machine.
        geometry: `a2d`.
        clamp: `trap`, `clamp` or `zero`.
        handle: A handle for each lane.
        coordinates: Layer, if there is one, x in bytes, y, z, as `int32`.
        kind: The NumPy type of an element.
        count: How many elements, one after the other.
        guard: Which lanes read; None for all. Others get zeros.
        lanes: The indices of the lanes that run; None for all.
    """
    number = machine.count if lanes is None else len(lanes)
    size = int(kind[1:])
    found = np.zeros((number, count), kind)
    for held, chosen in groups(machine, handle, positions(number, guard), lanes, Surface, geometry):
        given = [np.broadcast_to(value, (number,))[chosen] for value in coordinates]
        start, valid = _locate(held, geometry, clamp, given, size * count, 1, chosen, lanes)
        # Here x counts bytes, whatever the elements of the surface are.
        at = start[valid, None] + np.arange(size * count)
        found[chosen[valid]] = _bytes(held)[at].view(kind)
    return tuple(np.ascontiguousarray(found[:, k]) for k in range(count))


def store(
    machine: Machine,
    geometry: str,
    clamp: str,
    handle: Any,
    coordinates: tuple[Any, ...],
    values: tuple[Any, ...],
    guard: Any,
    lanes: Any,
) -> None:
    """Write consecutive values; for equal positions the last lane wins."""
    number = machine.count if lanes is None else len(lanes)
    whole = np.stack([np.broadcast_to(value, (number,)) for value in values], axis=1)
    data = whole.view(np.uint8)
    for held, chosen in groups(machine, handle, positions(number, guard), lanes, Surface, geometry):
        given = [np.broadcast_to(value, (number,))[chosen] for value in coordinates]
        start, valid = _locate(held, geometry, clamp, given, data.shape[1], 1, chosen, lanes)
        at = start[valid, None] + np.arange(data.shape[1])
        _bytes(held)[at] = data[chosen[valid]]


def store_formatted(
    machine: Machine,
    geometry: str,
    clamp: str,
    handle: Any,
    coordinates: tuple[Any, ...],
    values: tuple[Any, ...],
    guard: Any,
    lanes: Any,
) -> None:
    """Write the channels of elements, given as `f32`, `s32` or `u32` as the surface has them.

    Numbers beyond an integer of 8 or 16 bits become the nearest that it can hold. Channels for
    which there is no value become zero.
    """
    number = machine.count if lanes is None else len(lanes)
    for held, chosen in groups(machine, handle, positions(number, guard), lanes, Surface, geometry):
        size = held.dtype.itemsize * held.channels
        given = [np.broadcast_to(value, (number,))[chosen] for value in coordinates]
        start, valid = _locate(held, geometry, clamp, given, size, size, chosen, lanes)
        wide = "f4" if held.dtype.kind == "f" else f"{held.dtype.kind}4"
        channels = np.zeros((int(valid.sum()), held.channels), held.dtype)
        for k, value in enumerate(values[: held.channels]):
            part = np.broadcast_to(value, (number,))[chosen[valid]].view(wide)
            if held.dtype.kind in "iu":
                limits = np.iinfo(held.dtype)
                part = np.clip(part, limits.min, limits.max)
            channels[:, k] = part.astype(held.dtype)
        at = start[valid, None] + np.arange(size)
        _bytes(held)[at] = channels.view(np.uint8)


_UFUNCS: Final = {
    "add": np.add,
    "min": np.minimum,
    "max": np.maximum,
    "and": np.bitwise_and,
    "or": np.bitwise_or,
}


def reduce_(
    machine: Machine,
    geometry: str,
    clamp: str,
    operation: str,
    handle: Any,
    coordinates: tuple[Any, ...],
    value: Any,
    formatted: bool,  # noqa: FBT001
    guard: Any,
    lanes: Any,
) -> None:
    """Combine values with the elements there; formatted values are signed as the surface is."""
    number = machine.count if lanes is None else len(lanes)
    size = value.dtype.itemsize
    for held, chosen in groups(machine, handle, positions(number, guard), lanes, Surface, geometry):
        element = held.dtype.itemsize * held.channels if formatted else 1
        given = [np.broadcast_to(each, (number,))[chosen] for each in coordinates]
        start, valid = _locate(held, geometry, clamp, given, size, element, chosen, lanes)
        kind = value.dtype
        if formatted and held.dtype.kind == "i":
            kind = np.dtype(f"i{size}")
        data = _bytes(held)
        if (start % size).any() or data.size % size:
            text = f"a reduction of {size} bytes in rows that are no multiple of them"
            raise FaultError(text, _lane(chosen, 0, lanes))
        part = np.broadcast_to(value, (number,))[chosen[valid]].view(kind)
        _UFUNCS[operation].at(data.view(kind), start[valid] // size, part)


def _bytes(surface: Surface) -> np.ndarray[Any, Any]:
    """Return all bytes of a surface, in place."""
    return surface.levels[0].reshape(-1).view(np.uint8)


def _locate(
    surface: Surface,
    geometry: str,
    clamp: str,
    given: list[Any],
    size: int,
    scale: int,
    chosen: Any,
    lanes: Any,
) -> tuple[Any, Any]:
    """Return the offset of the bytes of each access, and which accesses are in bounds."""
    layers, depth, height, width, channels = surface.levels[0].shape
    row = width * channels * surface.dtype.itemsize
    layer: Any = np.zeros(len(chosen), np.int64)
    rest = [value.view(np.int32).astype(np.int64) for value in given]
    if geometry.startswith("a"):
        # A layer is unsigned, unlike other coordinates.
        layer, rest = rest[0] & 0xFFFFFFFF, rest[1:]
    # The digit of `a2d` is the number of axes.
    places = [rest[0] * scale, *rest[1 : int(geometry[-2])]]
    if (places[0] % min(size, _MAX_ELEMENT_BYTES)).any():
        position = int((places[0] % min(size, _MAX_ELEMENT_BYTES) != 0).argmax())
        text = f"x = {int(rest[0][position])} bytes is not a multiple of the {size} accessed"
        raise FaultError(text, _lane(chosen, position, lanes))
    places += [np.zeros(len(chosen), np.int64)] * (3 - len(places))
    limits = (row - size, height - 1, depth - 1, layers - 1)
    valid = np.ones(len(chosen), bool)
    for k, (place, limit) in enumerate(zip((*places, layer), limits, strict=True)):
        valid &= (place >= 0) & (place <= limit)
        if clamp == "clamp" and limit >= 0:
            inside = np.clip(place, 0, limit)
            if k < 3:  # noqa: PLR2004 - the axes
                places[k] = inside
            else:
                layer = inside
    # All are inside now, unless a row is shorter than one access.
    if clamp == "clamp" and row >= size:
        valid[:] = True
    if clamp == "trap" and not valid.all():
        position = int((~valid).argmax())
        at = ", ".join(str(int(value[position])) for value in given)
        text = f"coordinates ({at}) are outside of a surface of {width} x {height} x {depth}"
        raise FaultError(text, _lane(chosen, position, lanes), "address")
    x, y, z = places
    return ((layer * depth + z) * height + y) * row + x, valid


_MAX_ELEMENT_BYTES: Final = 16


def _lane(chosen: Any, position: int, lanes: Any) -> int:
    at = int(chosen[position])
    return at if lanes is None else int(lanes[at])
