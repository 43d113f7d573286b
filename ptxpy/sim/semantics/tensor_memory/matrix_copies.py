"""`tcgen05.cp`: from shared to tensor memory, and `tcgen05.shift` (PTX ISA 9.7.16.9).

The manual leaves the direction of `tcgen05.shift` open. Here each of the lanes 0 to 30 of a block
of 32 takes the row of the next lane, and lane 31 keeps its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.sim.errors import FaultError
from ptxpy.sim.machine.tensor_memory import LANES
from ptxpy.sim.semantics.asynchronous.copies import start
from ptxpy.sim.semantics.matrices.descriptors import OperandTile
from ptxpy.sim.semantics.matrices.elements import PADDED_BITS, unpadded
from ptxpy.sim.semantics.tensor_memory import operand_tiles
from ptxpy.sim.semantics.tensor_memory.addresses import (
    check_columns,
    check_group,
    check_pair,
    issuing_lanes,
    pair_of,
)
from ptxpy.sim.semantics.tensor_memory.issue_queue import flush_lane

if TYPE_CHECKING:
    from ptxpy.sim.machine.machine import Machine

__all__ = [
    "SHIFTED_COLUMNS",
    "MatrixCopy",
    "copy",
    "lanes_of",
    "perform_copy",
    "perform_shift",
    "shift",
    "source_tile",
]

_WARP: Final = 32
SHIFTED_COLUMNS: Final = 8
_REPLICAS: Final = {
    "": (0,),
    "4x256b": (0,),
    ".warpx4": (0, 32, 64, 96),
    ".warpx2::02_13": (0, 64),
    ".warpx2::01_23": (0, 32),
}
"""How far apart the lanes are that take a row, by the multicast."""
_SHIFT_IN_BYTE: Final = {4: 2, 6: 1}


class MatrixCopy(NamedTuple):
    """The immediate part of a `tcgen05.cp`."""

    group: int
    """The value of `.cta_group`."""
    rows: int
    octets: int
    """Bytes of a row."""
    multicast: str
    """The modifier; `4x256b` for that shape, empty for others without one."""
    source: str
    """The format of elements that are expanded to bytes, `b4x16_p64` or `b6x16_p32`; or empty."""


def _ctas(machine: Machine, group: int, lane: int, ordinal: int, what: str) -> tuple[int, ...]:
    cta = int(machine.cta_of[lane])
    check_group(machine, cta, group, lane, ordinal)
    if group == 1:
        return (cta,)
    pair = pair_of(machine, cta, lane)
    check_pair(machine, pair, lane, what)
    return pair


def copy(
    machine: Machine, form: MatrixCopy, ordinal: int, target: Any, source: Any, guard: Any,
    lanes: Any,
) -> None:  # fmt: skip
    """Copy matrices that descriptors describe; with a pair each CTA copies from its own memory."""
    for lane, (to, descriptor) in issuing_lanes(machine, guard, lanes, target, source):
        ctas = _ctas(machine, form.group, lane, ordinal, "tcgen05.cp")
        # A copy comes behind the products that its thread has issued.
        flush_lane(machine, lane)
        start(machine, perform_copy, form, ordinal, lane, ctas, to, descriptor)


def perform_copy(
    machine: Machine,
    form: MatrixCopy,
    ordinal: int,
    lane: int,
    ctas: tuple[int, ...],
    target: int,
    descriptor: int,
) -> None:
    """Copy one matrix in each of some CTAs."""
    try:
        for cta in ctas:
            _copy(machine, form, lane, cta, (target, descriptor))
    except FaultError as fault:
        fault.ordinal = ordinal
        raise


def _copy(
    machine: Machine, form: MatrixCopy, lane: int, cta: int, operands: tuple[int, int]
) -> None:
    target, descriptor = operands
    row, column = check_columns(
        machine, cta, target, form.octets // 4, lane, "the destination of tcgen05.cp"
    )
    octets = operand_tiles.read(machine, cta, source_tile(form), (descriptor,), lane)
    octets = octets.reshape(form.rows, -1)
    if form.source:
        bits = PADDED_BITS[form.source]
        octets = unpadded(octets, bits) << np.uint8(_SHIFT_IN_BYTE[bits])
    words = np.ascontiguousarray(octets).view(np.uint32)
    lanes = lanes_of(form, row)
    if int(lanes.max()) >= LANES:
        text = f"tcgen05.cp to lane {row} of tensor memory on: it reaches lane {int(lanes.max())}"
        raise FaultError(text, lane, "address")
    cells = machine.tensor_memory.cells[cta, column : column + form.octets // 4]
    for each in lanes.T:
        cells[:, each] = words.T


def source_tile(form: MatrixCopy) -> OperandTile:
    """Return the tile that a descriptor describes."""
    return OperandTile("the source", form.rows, form.octets, 1, "K")


def lanes_of(form: MatrixCopy, first: int) -> Any:
    """Return the lanes that take each row, [row, replica], given the lane of the address."""
    rows = np.arange(form.rows)
    if form.multicast == "4x256b":
        # The shape `4x256b` has one row in each quarter of the lanes.
        rows = rows * _WARP
    elif form.multicast == ".warpx2::01_23":
        # The first 32 rows go to the lanes of warps 0 and 1, the others to those of 2 and 3.
        rows = rows % _WARP + 2 * _WARP * (rows // _WARP)
    return first + rows[:, None] + np.array(_REPLICAS[form.multicast])


def shift(machine: Machine, group: int, ordinal: int, target: Any, guard: Any, lanes: Any) -> None:
    """Shift the rows of 8 columns by one lane, in a block of 32 lanes."""
    for lane, (to,) in issuing_lanes(machine, guard, lanes, target):
        ctas = _ctas(machine, group, lane, ordinal, "tcgen05.shift")
        flush_lane(machine, lane)
        start(machine, perform_shift, ordinal, lane, ctas, to)


def perform_shift(
    machine: Machine, ordinal: int, lane: int, ctas: tuple[int, ...], target: int
) -> None:
    """Shift one block in each of some CTAs."""
    try:
        for cta in ctas:
            _shift(machine, lane, cta, target)
    except FaultError as fault:
        fault.ordinal = ordinal
        raise


def _shift(machine: Machine, lane: int, cta: int, target: int) -> None:
    what = "the operand of tcgen05.shift"
    row, column = check_columns(machine, cta, target, SHIFTED_COLUMNS, lane, what)
    if row % _WARP:
        text = f"{what} must be at a lane of tensor memory that is a multiple of {_WARP}, got {row}"
        raise FaultError(text, lane, "address")
    cells = machine.tensor_memory.cells[cta, column : column + SHIFTED_COLUMNS]
    # Source and target overlap, hence the copy.
    cells[:, row : row + _WARP - 1] = cells[:, row + 1 : row + _WARP].copy()
