"""`wmma.load` and `wmma.store`: fragments from and to matrices in memory (PTX ISA 9.7.14.4).

The address is that of the first element, and the stride counts elements between the starts of rows
(of columns with `.col`). Both must be the same in all lanes of a warp: the first lane's are taken.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ptxpy.sim.semantics.matrices.elements import BITS
from ptxpy.sim.semantics.matrices.forms import shape_of
from ptxpy.sim.semantics.matrices.fragments import Accumulator, Operand
from ptxpy.sim.semantics.matrices.whole_warps import WARP, spread
from ptxpy.sim.semantics.memory.access import load, store

if TYPE_CHECKING:
    from ptxpy.sim.machine.machine import Machine

__all__ = ["Tile", "load_tile", "store_tile", "tile_of"]

_ACCUMULATORS = {"f16": "f2", "f32": "f4", "f64": "f8", "s32": "i4"}
_REGISTERS_OF_F16 = 8


class Tile(NamedTuple):
    """A fragment, and the placement of its elements in memory."""

    registers: int
    """The number of its registers; several may hold the same elements."""
    kind: str
    """The NumPy type of a register."""
    element: str
    """The NumPy type in which memory is read and written."""
    stride: int
    """The stride if none is given."""
    steps: Any
    """For each lane, register and element, its distance from the start in strides."""
    offsets: Any
    """For each lane, register and element, its further distance in bytes."""
    eighths: int
    """The size of an element in bits, which is eight times its bytes."""


@lru_cache(maxsize=1024)
def tile_of(side: str, modifiers: tuple[str, ...]) -> Tile | None:
    """Return the fragment of a load or store (`a`, `b`, `c` or `d`); None if unsupported."""
    shape = shape_of(modifiers)
    if shape is None:
        return None
    (m, n, k), by_row = shape, ".row" in modifiers
    types = [modifier[1:] for modifier in modifiers if modifier[1:] in {**BITS, **_ACCUMULATORS}]
    if len(types) != 1:
        return None
    if side in "cd":
        return _accumulator(m, n, types[0], by_row=by_row)
    type_ = types[0]
    operand = Operand(side, m if side == "a" else n, k, BITS[type_])
    along = by_row == (side == "a")
    extent, depth = operand.places()
    count = _REGISTERS_OF_F16 if type_ == "f16" else operand.registers
    if operand.bits < 8:  # noqa: PLR2004 - less than an element of memory
        if not along:
            return None
        steps, offsets = extent[..., None], depth[..., None] * operand.bits // 8
        element = "u4"
    else:
        element = f"u{operand.bits // 8}"
        depth = depth[..., None] + np.arange(operand.per)
        extent = np.broadcast_to(extent[..., None], depth.shape)
        steps, offsets = (extent, depth) if along else (depth, extent)
        offsets = offsets * (operand.bits // 8)
    default = operand.depth if along else operand.extent
    steps, offsets = _by_lane(steps), _by_lane(offsets)
    return Tile(count, operand.kind, element, default, steps, offsets, operand.bits)


def _by_lane(places: Any) -> Any:
    """Return an array [register, lane, element] as [lane, register, element], of `uint64`."""
    return np.ascontiguousarray(places.transpose(1, 0, 2), dtype=np.uint64)


def _accumulator(m: int, n: int, type_: str, *, by_row: bool) -> Tile:
    fragment = Accumulator(m, n, _ACCUMULATORS[type_])
    rows, columns = fragment.places()
    columns = columns[..., None] + np.arange(2 if fragment.packed else 1)
    rows = np.broadcast_to(rows[..., None], columns.shape)
    size = int(fragment.kind[1:])
    steps, offsets = (rows, columns) if by_row else (columns, rows)
    return Tile(
        fragment.registers,
        fragment.register_kind,
        f"u{size}",
        n if by_row else m,
        _by_lane(steps),
        _by_lane(offsets * size),
        8 * size,
    )


def _addresses(tile: Tile, address: Any, stride: Any, warps: int) -> Any:
    """Return the address of each element, [warp, lane, register, element]."""
    first = spread(address, warps)[:, 0, None, None, None]
    if stride is None:
        distance = tile.steps * np.uint64(tile.stride)
    else:
        distance = tile.steps * spread(stride, warps)[:, 0, None, None, None].astype(np.uint64)
    return first + ((distance * np.uint64(tile.eighths) >> np.uint64(3)) + tile.offsets)


def _lanes_of(machine: Machine, lanes: Any, shape: tuple[int, ...]) -> Any:
    every = machine.lanes if lanes is None else lanes
    return np.repeat(every, shape[2] * shape[3])


def load_tile(
    machine: Machine,
    lanes: Any,
    space: str,
    tile: Tile,
    address: Any,
    stride: Any,
) -> tuple[Any, ...]:
    """Return the registers of a fragment; the lanes are complete warps; None for all."""
    warps = (machine.count if lanes is None else len(lanes)) // WARP
    where = _addresses(tile, address, stride, warps)
    every = _lanes_of(machine, lanes, where.shape)
    found = load(machine, space, where.reshape(-1), tile.element, 1, None, every)
    words = found.view(tile.kind).reshape(warps * WARP, -1)
    held = [np.ascontiguousarray(words[:, index]) for index in range(words.shape[1])]
    return tuple([held[index % len(held)] for index in range(tile.registers)])


def store_tile(
    machine: Machine,
    lanes: Any,
    space: str,
    tile: Tile,
    address: Any,
    stride: Any,
    registers: tuple[Any, ...],
) -> None:
    """Store the registers of a fragment; the lanes are complete warps; None for all."""
    warps = (machine.count if lanes is None else len(lanes)) // WARP
    where = _addresses(tile, address, stride, warps)
    words = np.empty((warps * WARP, len(registers)), tile.kind)
    for index, register in enumerate(registers):
        words[:, index] = register
    every = _lanes_of(machine, lanes, where.shape)
    values = (words.view(tile.element).reshape(-1),)
    store(machine, space, where.reshape(-1), tile.element, values, None, every)
