"""Matrices in memory: `ldmatrix`, `stmatrix`, `movmatrix`, `wmma.load` and `wmma.store`.

PTX ISA 9.7.14.4 and 9.7.14.5.15 to 9.7.14.5.17. Of 8 by 8 elements of 16 bits, lanes 8q to 8q + 7
give the addresses of the rows, of 16 bytes each, of the matrix q; other lanes' addresses are not
used. Its register has elements 2t and 2t + 1 of row g, or of column g with `.trans`.

With `.b8` rows in memory have 16 elements. `ldmatrix.m16n16` takes 16 rows, from lanes 16q on, and
register r of the two of a matrix has column g + 8r of rows 4t to 4t + 3. `stmatrix.m16n8` takes 8
rows, and a register has columns g and g + 8 of rows 2t and 2t + 1 (the layouts of CUTLASS,
cute/atom/copy_traits_sm100.hpp; the manual has figures).

With `.b8x16` rows have 16 elements of 4 or 6 bits, and padding. They become octets with the element
in the lower bits, the others zero. `ldmatrix.m8n16` takes 8 rows, from lanes 8q on, and the
register has elements 4t to 4t + 3 of row g.

`wmma.load` and `wmma.store` take the address of the first element. The stride counts elements
between the starts of rows (of columns with `.col`). Both must be the same in all lanes of a warp:
the first lane's are taken.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.sim.errors import FaultError
from ptxpy.sim.machine.address_space import SHARED_WINDOW
from ptxpy.sim.semantics.matrices.elements import BITS, PADDED_BITS, unpadded
from ptxpy.sim.semantics.matrices.forms import shape_of
from ptxpy.sim.semantics.matrices.fragments import Accumulator, Operand
from ptxpy.sim.semantics.matrices.whole_warps import WARP, spread
from ptxpy.sim.semantics.memory.access import load, locate, space_of, store

if TYPE_CHECKING:
    from ptxpy.sim.machine.machine import Machine

__all__ = [
    "Tile",
    "load_matrices",
    "load_octets",
    "load_tile",
    "load_unpacked",
    "store_matrices",
    "store_octets",
    "store_tile",
    "tile_of",
    "transpose_register",
]

ROW: Final = 16
"""Bytes of a row."""

_ACCUMULATORS = {"f16": "f2", "f32": "f4", "f64": "f8", "s32": "i4"}
_REGISTERS_OF_F16 = 8


def _rows(
    machine: Machine,
    space: str,
    address: Any,
    count: int,
    lanes: Any,
    *,
    write: bool,
) -> tuple[Any, Any]:
    """Return shared memory as rows, and the indices of rows from `count` * 8 lanes of each warp."""
    warps = (machine.count if lanes is None else len(lanes)) // WARP
    if count < WARP // 8 or not address.ndim:
        address = spread(address, warps)[:, : 8 * count].reshape(-1)
        all_lanes = machine.lanes if lanes is None else lanes
        # The addresses of further lanes do not count, so that they may be anything.
        lanes = all_lanes.reshape(warps, WARP)[:, : 8 * count].reshape(-1)
    if space == "generic":
        space = space_of(address)
        if space != "cluster":
            outside = (address < np.uint64(SHARED_WINDOW)) | (
                address >= np.uint64(SHARED_WINDOW + (1 << 32))
            )
            position = int(outside.argmax())
            text = f"the address {int(address[position]):#x} of a row is not one of shared memory"
            raise FaultError(text, position if lanes is None else int(lanes[position]))
        space, address = "shared", address - np.uint64(SHARED_WINDOW)
    elements, index = locate(machine, space, address, "c16", ROW, lanes, write=write)
    if machine.access_hooks is not None:
        machine.access_hooks.matrix_rows(index, lanes, write=write)
    return elements, index


def load_matrices(
    machine: Machine,
    lanes: Any,
    space: str,
    address: Any,
    count: int,
    transpose: bool,  # noqa: FBT001
) -> tuple[Any, ...]:
    """Return the registers of `count` matrices; the lanes are complete warps; None for all."""
    elements, index = _rows(machine, space, address, count, lanes, write=False)
    rows = elements.take(index).reshape(-1, count, 8)
    if not transpose:
        # Word t of row g is the register of lane 4g + t: rows in order are registers in order.
        words = rows.view(np.uint32).reshape(-1, count, WARP)
        return tuple([words[:, q].reshape(-1) for q in range(count)])
    halves = rows.view(np.uint16).reshape(-1, count, 8, 8)
    return tuple([_transpose(halves[:, q]) for q in range(count)])


def store_matrices(
    machine: Machine,
    lanes: Any,
    space: str,
    address: Any,
    registers: tuple[Any, ...],
    transpose: bool,  # noqa: FBT001
) -> None:
    """Store matrices, one for each register; of equal addresses the last row counts."""
    count = len(registers)
    elements, index = _rows(machine, space, address, count, lanes, write=True)
    warps = (machine.count if lanes is None else len(lanes)) // WARP
    words = np.empty((warps, count, WARP), np.uint32)
    for q, register in enumerate(registers):
        if transpose:
            register = transpose_register(spread(register, warps).reshape(-1))  # noqa: PLW2901
        # A row of 16 bytes is one element of the widest type, stored at once below.
        words[:, q] = register.reshape(warps, WARP) if register.ndim else register
    elements[index] = words.view(np.complex128).reshape(-1)


def load_octets(
    machine: Machine, lanes: Any, space: str, address: Any, count: int, packing: str = ""
) -> Any:
    """Return the registers, two each, of `count` matrices of 16 by 16 octets, transposed."""
    elements, index = _rows(machine, space, address, 2 * count, lanes, write=False)
    # [warp, matrix, t, fourth of a register, register, g]
    octets = _unpacked(elements.take(index), packing).reshape(-1, count, 4, 4, 2, 8)
    turned = np.ascontiguousarray(octets.transpose(1, 4, 0, 5, 2, 3))
    return tuple(turned.view(np.uint32).reshape(2 * count, -1))


def load_unpacked(
    machine: Machine, lanes: Any, space: str, address: Any, count: int, packing: str
) -> Any:
    """Return the registers of `count` matrices of 8 rows of 16 elements of 4 or 6 bits."""
    elements, index = _rows(machine, space, address, count, lanes, write=False)
    octets = _unpacked(elements.take(index), packing).reshape(-1, count, 8 * ROW)
    words = octets.view(np.uint32)
    return tuple([words[:, q].reshape(-1) for q in range(count)])


def _unpacked(rows: Any, packing: str) -> Any:
    """Return rows as octets, each with an element in its lower bits."""
    octets = rows.view(np.uint8).reshape(-1, ROW)
    return unpadded(octets, PADDED_BITS[packing]) if packing else octets


def store_octets(
    machine: Machine, lanes: Any, space: str, address: Any, registers: tuple[Any, ...]
) -> None:
    """Store matrices of 16 by 8 octets, transposed, one for each register."""
    count = len(registers)
    elements, index = _rows(machine, space, address, count, lanes, write=True)
    warps = (machine.count if lanes is None else len(lanes)) // WARP
    rows = np.empty((warps, count, 4, 2, 2, 8), np.uint8)
    for q, register in enumerate(registers):
        words = np.ascontiguousarray(spread(register, warps))
        rows[:, q] = words.view(np.uint8).reshape(warps, 8, 4, 2, 2).transpose(0, 2, 4, 3, 1)
    elements[index] = rows.reshape(-1).view(np.complex128)


def _transpose(halves: Any) -> Any:
    """Return matrices [warp, row, column] of 16-bit elements transposed, as a register."""
    turned = np.ascontiguousarray(halves.transpose(0, 2, 1))
    return turned.view(np.uint32).reshape(-1)


def transpose_register(register: Any) -> Any:
    """Return the register of the transposed matrix (`movmatrix`)."""
    return _transpose(np.ascontiguousarray(register).view(np.uint16).reshape(-1, 8, 8))


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
    # The 8 registers of a `.f16` fragment hold an element several times where it has fewer.
    count = _REGISTERS_OF_F16 if type_ == "f16" else operand.registers
    if operand.bits < 8:  # noqa: PLR2004 - less than an element of memory
        # Such elements are loaded as words, so that those of a word must be neighbours: A in
        # `.row`, B in `.col`.
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
    # Strides count elements, which may have less than a byte, so bits are divided last.
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
