"""The accumulators of `wgmma`, kept as tiles from one product to the next.

A register of D has two of its elements in each of its threads' rows, so products would have to
gather D from dozens of registers and to spread it again. Here D stays a matrix, and registers are
made of it when another instruction reads one. Until then a frame has nothing of use in their place.
Of each 8 columns, those stand together that a register of four neighbouring threads holds.

With g = lane / 4 and t = lane % 4 register i holds row 16 * warp + g + 8 * (i / 2 % 2), column
8 * (i / 4) + 2 * t + i % 2; in `.f16` one holds both of these columns, and i counts them so (PTX
ISA 9.7.15.5.1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.machine.frame import placed, taken
from ptxpy.sim.semantics.floats.rounding import canonical
from ptxpy.sim.semantics.matrices.warpgroups import WARPGROUP, Warpgroups, numbers_of

if TYPE_CHECKING:
    from ptxpy.sim.machine.frame import Frame
    from ptxpy.sim.machine.machine import Machine

__all__ = [
    "ROWS",
    "Accumulator",
    "accumulator_of",
    "forgotten",
    "held",
    "loaded",
    "order",
    "spread",
]

ROWS: Final = 64
_NAN_F16: Final = np.uint16(0x7FFF).view(np.float16)


def order(columns: int, kind: str) -> Any:
    """Return which column of D stands at each place of a tile.

    Args:
        columns: How many there are.
        kind: The NumPy type of an element. In `f2` a register holds neighbours, so all stay.
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
        words = np.ascontiguousarray(_turned(tiles)).view(np.float16).reshape(-1)
        nans = np.isnan(words)
        if nans.any():
            words[nans] = _NAN_F16
        return words.view(np.uint32).reshape(columns // 4, count * WARPGROUP)
    # Four neighbours are of four neighbouring threads: they are moved together.
    fours = tiles.view(np.complex128).reshape(count, 4, 2, 8, columns // 8, 2)
    words = np.ascontiguousarray(fours.transpose(4, 2, 5, 0, 1, 3)).reshape(-1)
    if tiles.dtype == np.float32:
        canonical(words.view(np.float32))
    return words.view(np.uint32).reshape(columns // 2, count * WARPGROUP)


def _turned(tiles: Any) -> Any:
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


def loaded(tiles: Any, registers: list[Any]) -> None:
    """Fill tiles from registers, which are scalars or have an element a thread."""
    first = registers[0]
    if not first.ndim and all(not each.ndim and each == first for each in registers):
        tiles.view(np.uint32)[...] = first
        return
    target = _turned(tiles)
    _, halves, pair, *inner = target.shape
    for number, register in enumerate(registers):
        block, rest = divmod(number, halves * pair)
        value = register.reshape(inner) if register.ndim else register
        target[block, rest // pair, rest % pair] = value


class Accumulator:
    """The accumulators of one list of registers, in one frame."""

    def __init__(self, machine: Machine, slots: tuple[int, ...], kind: str) -> None:
        """Begin without tiles.

        Args:
            machine: The batch.
            slots: The registers, in the order of the instruction.
            kind: The NumPy type of an element: `f4`, `i4` or `f2`.
        """
        self.slots = slots
        self.columns = len(slots) * (4 if kind == "f2" else 2)
        self.kind = kind
        every = int(numbers_of(machine, machine.lanes[-1:])[0]) + 1
        self._row_of = np.full(every, -1)
        """The row of each warpgroup, -1 when it has none."""
        self._first = np.zeros(every, np.int64)
        """For each row the first lane of its warpgroup."""
        self._count = 0
        self.tiles = np.empty((0, ROWS, self.columns), kind)
        """[row, row of D, column]; columns stand in `order`."""
        self.valid = np.zeros((0, len(slots)), bool)
        """Whether a register's value is that of the tile, and not that of the frame."""
        self._made: dict[bytes, Any] = {}
        """Registers made of tiles that have not changed since, by the rows."""
        self._seen: tuple[Any, Any] = ((), None)
        self._whole: tuple[Any, Any] = ((), None)
        """Lanes for which all registers are those of the tiles, and these."""

    # ------------------------------------------------------------------ products

    def rows(self, groups: Warpgroups) -> Any:
        """Return the rows of warpgroups, as a slice if possible; new ones get one."""
        rows = self._row_of[groups.numbers]
        new = np.flatnonzero(rows < 0)
        if len(new):
            first = self._count
            self._count += len(new)
            rows[new] = np.arange(first, self._count)
            self._row_of[groups.numbers] = rows
            self._first[rows] = groups.first
            if self._count > len(self.tiles):
                self._grow(self._count)
        return _sliced(rows)

    def _grow(self, count: int) -> None:
        tiles = np.empty((count, *self.tiles.shape[1:]), self.kind)
        tiles[: len(self.tiles)] = self.tiles
        valid = np.zeros((count, len(self.slots)), bool)
        valid[: len(self.valid)] = self.valid
        self.tiles, self.valid = tiles, valid

    def fetch(self, frame: Frame, rows: Any) -> None:
        """Take what the tiles of rows lack from the frame."""
        valid = self.valid[rows]
        if valid.all():
            return
        lanes = (self._first[: self._count][rows][:, None] + np.arange(WARPGROUP)).reshape(-1)
        registers = [taken(frame, slot, lanes) for slot in self.slots]
        if valid.any():
            here = spread(self.tiles[rows])
            for number, register in enumerate(registers):
                keep = np.repeat(valid[:, number], WARPGROUP)
                registers[number] = np.where(keep, here[number], register)
        tiles = self.tiles[rows]
        loaded(tiles, registers)
        if not isinstance(rows, slice):
            self.tiles[rows] = tiles

    def changed(self, rows: Any) -> None:
        """Take note that the tiles of rows hold the accumulators now, and hold others."""
        self.valid[rows] = True
        self._made.clear()
        self._whole = (), None

    # ----------------------------------------------------------------- registers

    def start(self, groups: Warpgroups, registers: list[Any]) -> None:
        """Fill the tiles of warpgroups that have none yet from registers."""
        rows = self.rows(groups)
        tiles = self.tiles[rows]
        loaded(tiles, registers)
        self.tiles[rows] = tiles
        self.changed(rows)

    def registers(self, groups: Warpgroups) -> Any:
        """Return all registers of warpgroups, [register, thread]."""
        return self._registers(self.rows(groups))

    def _rows_of(self, machine: Machine, lanes: Any) -> Any:
        """Return the rows of lanes that are whole warpgroups with tiles; None for others."""
        if lanes is self._seen[0]:
            return self._seen[1]
        every = machine.lanes if lanes is None else lanes
        first, last = every[::WARPGROUP], every[WARPGROUP - 1 :: WARPGROUP]
        rows = None
        if len(first) == len(last) and (last - first == WARPGROUP - 1).all():
            found = self._row_of[numbers_of(machine, first)]
            if (found >= 0).all() and (self._first[found] == first).all():
                rows = _sliced(found)
                self._seen = (lanes, rows)
        return rows

    def _registers(self, rows: Any) -> Any:
        """Return all registers of rows, [register, thread]."""
        key = repr(rows).encode() if isinstance(rows, slice) else rows.tobytes()
        made = self._made.get(key)
        if made is None:
            made = self._made[key] = spread(self.tiles[rows])
            made.setflags(write=False)
        return made

    def read(self, machine: Machine, frame: Frame, number: int, lanes: Any) -> Any:
        """Return a register, by its number: a scalar, or an element for each lane."""
        if lanes is self._whole[0]:
            return self._whole[1][number]
        rows = self._rows_of(machine, lanes)
        slot = self.slots[number]
        if rows is not None:
            valid = self.valid[rows, number]
            if valid.all():
                made = self._registers(rows)
                if self.valid[rows].all():
                    self._whole = lanes, made
                return made[number]
            if not valid.any():
                return _of_frame(machine, frame, slot, lanes)
        every = np.array(np.broadcast_to(_of_frame(machine, frame, slot, None), machine.count))
        self._overlay(every, number)
        return every if lanes is None else every[lanes]

    def _overlay(self, every: Any, number: int) -> None:
        """Put a register's values in the place of those in the frame that are of no use."""
        rows = np.flatnonzero(self.valid[:, number])
        lanes = self._first[rows][:, None] + np.arange(WARPGROUP)
        every[lanes.reshape(-1)] = self._registers(rows)[number]

    def forget(self, machine: Machine, frame: Frame, number: int, lanes: Any) -> None:
        """Take note that a register, by its number, is written by another instruction."""
        valid = self.valid[:, number]
        if not valid.any():
            return
        self._whole = (), None
        if lanes is None:
            valid[:] = False
            return
        rows = self._rows_of(machine, lanes)
        if rows is not None:
            valid[rows] = False
            return
        found = self._row_of[np.unique(numbers_of(machine, lanes))]
        found = found[found >= 0]
        for row in found[valid[found]]:
            here = self._first[row] + np.arange(WARPGROUP)
            placed(frame, self.slots[number], self._registers(np.array([row]))[number], here)
            valid[row] = False

    def settle(self, frame: Frame) -> None:
        """Let the frame hold all registers again."""
        for number, slot in enumerate(self.slots):
            rows = np.flatnonzero(self.valid[:, number])
            if len(rows):
                lanes = (self._first[rows][:, None] + np.arange(WARPGROUP)).reshape(-1)
                placed(frame, slot, self._registers(rows)[number], lanes)
        self.valid[:] = False
        self._whole = (), None


def _sliced(rows: Any) -> Any:
    first = int(rows[0])
    if (rows == np.arange(first, first + len(rows))).all():
        return slice(first, first + len(rows))
    return rows


def _of_frame(machine: Machine, frame: Frame, slot: int, lanes: Any) -> Any:
    return machine.flat(frame[slot]) if lanes is None else taken(frame, slot, lanes)


def accumulator_of(
    machine: Machine, frame: Frame, slots: tuple[int, ...], kind: str
) -> Accumulator:
    """Return the accumulator of registers in a frame, which is made when there is none."""
    found = frame.accumulators.get(slots[0])
    if found is None or found[0].kind != kind:
        if found is not None:
            found[0].settle(frame)
        made = Accumulator(machine, slots, kind)
        for number, slot in enumerate(slots):
            frame.accumulators[slot] = (made, number)
        return made
    return found[0]


def held(machine: Machine, frame: Frame, slot: int, lanes: Any) -> Any:
    """Return what a register holds that is an accumulator of some `wgmma`."""
    if machine.strict is not None:
        machine.strict.products.touch(frame, slot, lanes, write=False)
    found = frame.accumulators.get(slot)
    if found is None:
        return _of_frame(machine, frame, slot, lanes)
    return found[0].read(machine, frame, found[1], lanes)


def forgotten(machine: Machine, frame: Frame, slot: int, lanes: Any) -> None:
    """Take note that another instruction writes a register that is an accumulator."""
    if machine.strict is not None:
        machine.strict.products.touch(frame, slot, lanes, write=True)
    found = frame.accumulators.get(slot)
    if found is not None:
        found[0].forget(machine, frame, found[1], lanes)
