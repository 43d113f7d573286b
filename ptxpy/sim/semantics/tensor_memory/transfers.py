"""`tcgen05.ld` and `tcgen05.st`: between registers and tensor memory (PTX ISA 9.7.16.8).

They take effect when they are issued, which a device may do as well. A warp gives one address; that
of its first thread counts, as the manual leaves others open.

Each shape is a layout of CUTLASS (cute/atom/copy_traits_sm100.hpp; the manual has figures).
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.sim.errors import FaultError
from ptxpy.sim.machine.tensor_memory import COLUMNS, LANES
from ptxpy.sim.numpy_types import KINDS
from ptxpy.sim.semantics.floats import float_comparisons
from ptxpy.sim.semantics.matrices.whole_warps import WARP, run_guarded, spread, warps_of
from ptxpy.sim.semantics.tensor_memory.addresses import check_columns
from ptxpy.sim.semantics.tensor_memory.issue_queue import flush_all

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.machine.machine import Machine

__all__ = [
    "Cells",
    "Transfer",
    "bound",
    "cells_of",
    "load",
    "reduced",
    "reduction",
    "store",
    "wait",
]

_WARP: Final = 32

_QUARTER: Final = LANES // 4
_LOW: Final = np.uint32(0xFFFF)
_HALF: Final = np.uint32(16)


class Transfer(NamedTuple):
    """The immediate part of a load or store."""

    shape: str
    """`32x32b`, `16x64b`, `16x128b`, `16x256b` or `16x32bx2`."""
    repeat: int
    """How often the shape is repeated along the columns."""
    packed: bool
    """Whether a register has the lower halves of two columns."""
    split: int
    """Columns from the first to the second half of `16x32bx2`."""

    @property
    def registers(self) -> int:
        """How many registers of a thread it loads or stores."""
        return self.repeat * {"16x128b": 2, "16x256b": 4}.get(self.shape, 1)

    @property
    def rows(self) -> int:
        """How many lanes of tensor memory a warp accesses."""
        return _WARP if self.shape == "32x32b" else _WARP // 2


class Cells(NamedTuple):
    """The cells that a warp accesses, relative to its address."""

    offsets: Any
    """[register, thread]: how many words from the cell of the address on; with `packed` of the
    first of two columns."""
    columns: tuple[tuple[int, int], ...]
    """The ranges of columns, first and number."""


@lru_cache(maxsize=256)
def cells_of(transfer: Transfer) -> Cells:
    """Return the cells of a shape."""
    t, r = np.arange(_WARP), np.arange(transfer.registers)[:, None]
    zero = 0 * t + 0 * r
    if transfer.shape == "32x32b":
        lane, column = t + zero, r + zero
    elif transfer.shape == "16x64b":
        lane, column = (t >> 2) + 8 * (t & 1) + zero, 2 * r + (t >> 1 & 1)
    elif transfer.shape == "16x128b":
        lane, column = (t >> 2) + 8 * (r & 1), 4 * (r >> 1) + (t & 3)
    elif transfer.shape == "16x256b":
        lane, column = (t >> 2) + 8 * (r >> 1 & 1), 8 * (r >> 2) + 2 * (t & 3) + (r & 1)
    else:
        lane, column = (t & 15) + zero, r + zero
    wide = 2 if transfer.packed else 1
    column = column * wide
    extent = int(column.max()) + wide
    ranges: tuple[tuple[int, int], ...] = ((0, extent),)
    if transfer.shape == "16x32bx2":
        column = column + np.where(t < _WARP // 2, 0, transfer.split)
        ranges = ((0, extent), (transfer.split, extent))
    offsets = (column * LANES + lane).astype(np.int64)
    offsets.setflags(write=False)
    return Cells(offsets, ranges)


def _first_cells(
    machine: Machine, lanes: Any, transfer: Transfer, address: Any, *, write: bool
) -> Any:
    """Return the index of the cell of each warp's address; `FaultError` for an invalid one."""
    warps = warps_of(machine, lanes)
    every = machine.lanes if lanes is None else lanes
    first = every[::WARP]
    given = spread(machine.flat(address), warps)[:, 0].astype(np.int64)
    rows, columns = given >> 16, given & 0xFFFF
    ctas = machine.cta_of[first]
    # A warp reaches a quarter of the lanes, by its rank in its warpgroup.
    quarter = machine.thread_of[first] // WARP % 4 * _QUARTER
    within = rows - quarter
    wrong = (within < 0) | (within + transfer.rows > _QUARTER) | (within % transfer.rows != 0)
    what = f"the operand of tcgen05.{'st' if write else 'ld'}"
    if wrong.any():
        warp = int(wrong.argmax())
        begin = int(quarter[warp])
        text = (
            f"{what} is at lane {int(rows[warp])} of tensor memory: this warp, number "
            f"{int(machine.thread_of[first[warp]]) // WARP} of its CTA, reaches lanes {begin} to "
            f"{begin + _QUARTER - 1}, and the shape {transfer.shape} takes {transfer.rows} from a "
            "multiple of them on"
        )
        raise FaultError(text, int(first[warp]), "address")
    ranges = cells_of(transfer).columns
    allocated = machine.tensor_memory.allocated
    low = int(columns.min())
    extent = max(start + number for start, number in ranges)
    fits = int(columns.max()) + extent <= COLUMNS
    least = min(start for start, _ in ranges)
    # One look at what is allocated is enough for right addresses; wrong ones need a message.
    if not fits or low + least < 0 or not allocated[ctas, low : int(columns.max()) + extent].all():
        for warp, at in enumerate(given.tolist()):
            for start, number in ranges:
                moved = at + start
                check_columns(machine, int(ctas[warp]), moved, number, int(first[warp]), what)
    return (ctas * COLUMNS + columns) * LANES + rows


def _notify(machine: Machine, first: Any, transfer: Transfer, lanes: Any, *, write: bool) -> None:
    if machine.access_hooks is not None:
        offsets = cells_of(transfer).offsets
        every = machine.lanes if lanes is None else lanes
        machine.access_hooks.tensor_memory_accessed(
            first, offsets, every[::WARP], packed=transfer.packed, write=write
        )


def load(machine: Machine, lanes: Any, transfer: Transfer, address: Any) -> tuple[Any, ...]:
    """Return the registers that warps load; the lanes are complete warps, None for all."""
    # Products that have been issued may write what is loaded.
    flush_all(machine)
    first = _first_cells(machine, lanes, transfer, address, write=False)
    _notify(machine, first, transfer, lanes, write=False)
    cells = machine.tensor_memory.cells.reshape(-1)
    if transfer.shape == "32x32b" and not transfer.packed:
        # This shape has one column of a warp's lanes in each register, which are adjacent cells.
        rows = first // WARP + np.arange(transfer.registers)[:, None] * (LANES // WARP)
        found = cells.reshape(-1, WARP).take(rows, axis=0)
    else:
        index = first[:, None] + cells_of(transfer).offsets[:, None, :]
        found = cells.take(index)
        if transfer.packed:
            # `.pack::16b` joins the lower halves of two adjacent columns in a register.
            found = found & _LOW | cells.take(index + LANES) << _HALF
    return tuple(found.reshape(transfer.registers, -1))


def store(
    machine: Machine,
    lanes: Any,
    transfer: Transfer,
    address: Any,
    registers: tuple[Any, ...],
    guard: Any = None,
) -> None:
    """Store registers of warps; with `packed` the upper halves of the cells are kept.

    Args:
        machine: The machine.
        lanes: The lanes that come, None for all; those that store are complete warps.
        transfer: The immediate part of the instruction.
        address: The address, for each lane.
        registers: The registers.
        guard: Which lanes store; None for all.
    """
    if guard is not None:
        run_guarded(machine, guard, lanes, (), partial(_store, transfer), ((address,), registers))
        return
    _store(transfer, machine, lanes, (address,), registers)


def _store(
    transfer: Transfer, machine: Machine, lanes: Any, at: tuple[Any], registers: tuple[Any, ...]
) -> tuple[Any, ...]:
    (address,) = at
    flush_all(machine)
    first = _first_cells(machine, lanes, transfer, address, write=True)
    _notify(machine, first, transfer, lanes, write=True)
    cells = machine.tensor_memory.cells.reshape(-1)
    warps = len(first)
    if transfer.shape == "32x32b" and not transfer.packed:
        rows = cells.reshape(-1, WARP)
        rows_at = first // WARP
        for number, register in enumerate(registers):
            rows[rows_at + number * (LANES // WARP)] = spread(register, warps)
        return ()
    for offsets, register in zip(cells_of(transfer).offsets, registers, strict=True):
        index = first[:, None] + offsets
        values = spread(register, warps)
        if transfer.packed:
            cells[index] = cells[index] & ~_LOW | values & _LOW
            index = index + LANES
            cells[index] = cells[index] & ~_LOW | values >> _HALF
        else:
            cells[index] = values
    return ()


def reduced(
    machine: Machine,
    lanes: Any,
    transfer: Transfer,
    kind: str,
    combine: Callable[[Any, Any], Any],
    address: Any,
) -> tuple[Any, ...]:
    """Return the registers that warps load, and one more with the least or greatest.

    Args:
        machine: The machine.
        lanes: The lanes, complete warps; None for all.
        transfer: The load.
        kind: The NumPy type of the elements.
        combine: Returns the least or greatest of two values.
        address: The address, for each lane.
    """
    registers = load(machine, lanes, transfer, address)
    result: Any = registers[0].view(kind)
    for each in registers[1:]:
        result = combine(result, each.view(kind))
    return (*registers, np.ascontiguousarray(result).view(np.uint32))


@lru_cache(maxsize=64)
def reduction(modifiers: tuple[str, ...]) -> tuple[str, Callable[[Any, Any], Any]]:
    """Return the NumPy type and the function of a load with a reduction, from its modifiers."""
    least = ".min" in modifiers
    kind = next(KINDS[word[1:]] for word in reversed(modifiers) if word[1:] in KINDS)
    if kind != "f4":
        return kind, np.minimum if least else np.maximum
    nan, magnitudes = ".NaN" in modifiers, ".abs" in modifiers
    function = float_comparisons.minimum if least else float_comparisons.maximum
    return kind, partial(function, nan=nan, magnitudes=magnitudes)


@lru_cache(maxsize=256)
def bound(transfer: Transfer, modifiers: tuple[str, ...]) -> Callable[..., tuple[Any, ...]]:
    """Return a load as `run_guarded` takes it; with a reduction if the modifiers have one."""

    def plain(machine: Machine, lanes: Any, at: tuple[Any]) -> tuple[Any, ...]:
        return load(machine, lanes, transfer, at[0])

    def with_reduction(machine: Machine, lanes: Any, at: tuple[Any]) -> tuple[Any, ...]:
        return reduced(machine, lanes, transfer, *reduction(modifiers), at[0])

    return with_reduction if ".red" in modifiers else plain


def wait(machine: Machine, kind: str, guard: Any, lanes: Any) -> None:
    """Wait until the `loads` or `stores` of warps are done: they are, when issued."""
    if machine.access_hooks is not None:
        machine.access_hooks.tensor_memory_waited(kind, guard, lanes)
