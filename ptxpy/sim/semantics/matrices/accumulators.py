"""The registers of accumulators of `wgmma`: conversion from and to tiles, which are matrices.

Among each 8 columns of a tile, those that four adjacent threads hold in one register are adjacent.

With g = lane / 4 and t = lane % 4 register i holds row 16 * warp + g + 8 * (i / 2 % 2), column
8 * (i / 4) + 2 * t + i % 2; in `.f16` one holds both of these columns, and i counts them so (PTX
ISA 9.7.15.5.1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.machine.accumulators import Accumulator, sliced
from ptxpy.sim.machine.frame import gather_lanes, scatter_lanes
from ptxpy.sim.semantics.floats.rounding import canonical
from ptxpy.sim.semantics.matrices.whole_warps import WARPGROUP, numbers_of

if TYPE_CHECKING:
    from ptxpy.sim.machine.frame import Frame
    from ptxpy.sim.machine.machine import Machine
    from ptxpy.sim.semantics.matrices.whole_warps import Warpgroups

__all__ = [
    "accumulator_of",
    "discard_accumulator",
    "fetch",
    "fill_tiles",
    "new_accumulator",
    "order",
    "read_accumulator",
    "registers_of",
    "spread",
    "start",
    "unload",
]

_NAN_F16: Final = np.uint16(0x7FFF).view(np.float16)


def order(columns: int, kind: str) -> Any:
    """Return the column of D at each position of a tile.

    Args:
        columns: The number of columns.
        kind: The NumPy type of an element. In `f2` a register holds adjacent columns: none moves.
    """
    place = np.arange(columns)
    if kind == "f2":
        return place
    return place // 8 * 8 + place % 4 * 2 + place // 4 % 2


def spread(tiles: Any) -> Any:
    """Return the registers of tiles [warpgroup, row, column], [register, thread], as `uint32`.

    NaNs are canonical.
    """
    count, _, columns = tiles.shape
    if tiles.dtype == np.float16:
        words = np.ascontiguousarray(_register_view(tiles)).view(np.float16).reshape(-1)
        nans = np.isnan(words)
        if nans.any():
            words[nans] = _NAN_F16
        return words.view(np.uint32).reshape(columns // 4, count * WARPGROUP)
    # Four adjacent elements belong to four adjacent threads: they are moved together.
    fours = tiles.view(np.complex128).reshape(count, 4, 2, 8, columns // 8, 2)
    words = np.ascontiguousarray(fours.transpose(4, 2, 5, 0, 1, 3)).reshape(-1)
    if tiles.dtype == np.float32:
        canonical(words.view(np.float32))
    return words.view(np.uint32).reshape(columns // 2, count * WARPGROUP)


def _register_view(tiles: Any) -> Any:
    """Return the words of tiles as a view [block, half, second, warpgroup, warp, g, t].

    Blocks are of 8 columns, halves of 16 rows.
    """
    count, _, columns = tiles.shape
    words = tiles.view(np.uint32)
    if tiles.dtype == np.float16:
        parts = words.reshape(count, 4, 2, 8, columns // 8, 1, 4)
    else:
        parts = words.reshape(count, 4, 2, 8, columns // 8, 2, 4)
    return parts.transpose(4, 2, 5, 0, 1, 3, 6)


def fill_tiles(tiles: Any, registers: list[Any]) -> None:
    """Fill tiles from registers, which are scalars or have one element per thread."""
    first = registers[0]
    if not first.ndim and all(not each.ndim and each == first for each in registers):
        tiles.view(np.uint32)[...] = first
        return
    target = _register_view(tiles)
    _, halves, pair, *inner = target.shape
    for number, register in enumerate(registers):
        block, rest = divmod(number, halves * pair)
        value = register.reshape(inner) if register.ndim else register
        target[block, rest // pair, rest % pair] = value


def _rows(accumulator: Accumulator, groups: Warpgroups) -> Any:
    return accumulator.rows(groups.numbers, groups.first)


def fetch(accumulator: Accumulator, frame: Frame, rows: Any) -> None:
    """Fill the tiles of rows with those registers that only the frame holds."""
    valid = accumulator.valid[rows]
    if valid.all():
        return
    first = accumulator.first[: accumulator.count]
    lanes = (first[rows][:, None] + np.arange(WARPGROUP)).reshape(-1)
    registers = [gather_lanes(frame, slot, lanes) for slot in accumulator.slots]
    if valid.any():
        here = spread(accumulator.tiles[rows])
        for number, register in enumerate(registers):
            keep = np.repeat(valid[:, number], WARPGROUP)
            registers[number] = np.where(keep, here[number], register)
    tiles = accumulator.tiles[rows]
    fill_tiles(tiles, registers)
    if not isinstance(rows, slice):
        accumulator.tiles[rows] = tiles


def start(accumulator: Accumulator, groups: Warpgroups, values: list[Any]) -> None:
    """Fill the tiles of warpgroups that have none yet from registers."""
    rows = _rows(accumulator, groups)
    tiles = accumulator.tiles[rows]
    fill_tiles(tiles, values)
    accumulator.tiles[rows] = tiles
    accumulator.replace(rows)


def registers_of(accumulator: Accumulator, groups: Warpgroups) -> Any:
    """Return all registers of warpgroups, [register, thread]."""
    return _registers(accumulator, _rows(accumulator, groups))


def _rows_of(accumulator: Accumulator, machine: Machine, lanes: Any) -> Any:
    """Return the rows of lanes that form complete warpgroups with tiles; None for others."""
    # The same array of lanes comes again for each register that is read.
    if lanes is accumulator.recent_rows[0]:
        return accumulator.recent_rows[1]
    every = machine.lanes if lanes is None else lanes
    first, last = every[::WARPGROUP], every[WARPGROUP - 1 :: WARPGROUP]
    rows = None
    if len(first) == len(last) and (last - first == WARPGROUP - 1).all():
        found = accumulator.row_of[numbers_of(machine, first)]
        if (found >= 0).all() and (accumulator.first[found] == first).all():
            rows = sliced(found)
            accumulator.recent_rows = (lanes, rows)
    return rows


def _registers(accumulator: Accumulator, rows: Any) -> Any:
    """Return all registers of rows, [register, thread]."""
    key = repr(rows).encode() if isinstance(rows, slice) else rows.tobytes()
    made = accumulator.recent_registers.get(key)
    if made is None:
        made = accumulator.recent_registers[key] = spread(accumulator.tiles[rows])
        # The array is given to several readers, and none may change it.
        made.setflags(write=False)
    return made


def _read(accumulator: Accumulator, machine: Machine, frame: Frame, number: int, lanes: Any) -> Any:
    """Return a register, by its index: a scalar, or an element for each lane."""
    # The usual case, read after a product: all registers are valid, and all are read one by one.
    if lanes is accumulator.all_valid[0]:
        return accumulator.all_valid[1][number]
    rows = _rows_of(accumulator, machine, lanes)
    slot = accumulator.slots[number]
    if rows is not None:
        valid = accumulator.valid[rows, number]
        if valid.all():
            made = _registers(accumulator, rows)
            if accumulator.valid[rows].all():
                accumulator.all_valid = lanes, made
            return made[number]
        if not valid.any():
            return _read_frame(machine, frame, slot, lanes)
    # Some warpgroups hold the register in tiles, others in the frame, or the lanes are parts of
    # warpgroups: put the two together for all lanes of the batch.
    every = np.array(np.broadcast_to(_read_frame(machine, frame, slot, None), machine.count))
    rows = np.flatnonzero(accumulator.valid[:, number])
    here = accumulator.first[rows][:, None] + np.arange(WARPGROUP)
    every[here.reshape(-1)] = _registers(accumulator, rows)[number]
    return every if lanes is None else every[lanes]


def _invalidate(
    accumulator: Accumulator, machine: Machine, frame: Frame, number: int, lanes: Any
) -> None:
    """Record that another instruction writes a register, given by its index."""
    valid = accumulator.valid[:, number]
    if not valid.any():
        return
    accumulator.all_valid = (), None
    if lanes is None:
        valid[:] = False
        return
    rows = _rows_of(accumulator, machine, lanes)
    if rows is not None:
        valid[rows] = False
        return
    found = accumulator.row_of[np.unique(numbers_of(machine, lanes))]
    found = found[found >= 0]
    # Only some threads of a warpgroup write: the others' values go back to the frame first.
    for row in found[valid[found]]:
        here = accumulator.first[row] + np.arange(WARPGROUP)
        value = _registers(accumulator, np.array([row]))[number]
        scatter_lanes(frame, accumulator.slots[number], value, here)
        valid[row] = False


def _read_frame(machine: Machine, frame: Frame, slot: int, lanes: Any) -> Any:
    return machine.flat(frame[slot]) if lanes is None else gather_lanes(frame, slot, lanes)


def new_accumulator(machine: Machine, slots: tuple[int, ...], kind: str) -> Accumulator:
    """Return an accumulator without tiles, for the warpgroups of a machine."""
    return Accumulator(int(numbers_of(machine, machine.lanes[-1:])[0]) + 1, slots, kind)


def accumulator_of(
    machine: Machine, frame: Frame, slots: tuple[int, ...], kind: str
) -> Accumulator:
    """Return the accumulator of registers in a frame; create it if there is none."""
    found = frame.accumulators.get(slots[0])
    if found is None or found[0].kind != kind:
        if found is not None:
            # The registers are those of a D of another type now: it takes them from the frame.
            old = found[0]
            for number, slot in enumerate(old.slots):
                rows = np.flatnonzero(old.valid[:, number])
                if len(rows):
                    lanes = (old.first[rows][:, None] + np.arange(WARPGROUP)).reshape(-1)
                    scatter_lanes(frame, slot, _registers(old, rows)[number], lanes)
            old.valid[:] = False
            old.all_valid = (), None
        made = new_accumulator(machine, slots, kind)
        for number, slot in enumerate(slots):
            frame.accumulators[slot] = (made, number)
        return made
    return found[0]


def unload(accumulator: Accumulator, numbers: Any) -> None:
    """Record that the registers of warpgroups, given by their indices, are in the frame again."""
    rows = accumulator.row_of[numbers]
    accumulator.valid[rows[rows >= 0]] = False
    accumulator.recent_registers.clear()
    accumulator.all_valid = (), None


def read_accumulator(machine: Machine, frame: Frame, slot: int, lanes: Any) -> Any:
    """Return the value of a register that belongs to an accumulator of some `wgmma`."""
    found = frame.accumulators.get(slot)
    if machine.access_hooks is not None:
        first = slot if found is None else found[0].slots[0]
        machine.access_hooks.accumulator_accessed(frame, (slot, first), lanes, write=False)
    if found is None:
        return _read_frame(machine, frame, slot, lanes)
    return _read(found[0], machine, frame, found[1], lanes)


def discard_accumulator(machine: Machine, frame: Frame, slot: int, lanes: Any) -> None:
    """Record that another instruction writes a register that is an accumulator."""
    found = frame.accumulators.get(slot)
    if machine.access_hooks is not None:
        first = slot if found is None else found[0].slots[0]
        machine.access_hooks.accumulator_accessed(frame, (slot, first), lanes, write=True)
    if found is not None:
        _invalidate(found[0], machine, frame, found[1], lanes)
