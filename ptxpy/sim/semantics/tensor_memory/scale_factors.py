"""The scale factors of blocks of A and B, in tensor memory (PTX ISA 9.7.16.10.7).

The factor of row m and block j is byte j of column m / 32, counted from the index in the
instruction descriptor, in lane m % 32 and again in the same lane of the other three quarters of
tensor memory. Where blocks go beyond the four bytes of a column (K of 96), they continue behind the
columns of all rows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.sim.errors import FaultError
from ptxpy.sim.machine.tensor_memory import LANES
from ptxpy.sim.semantics.conversions.widening import scale_values
from ptxpy.sim.semantics.tensor_memory.addresses import check_columns

if TYPE_CHECKING:
    from ptxpy.sim.machine.machine import Machine

__all__ = ["Factors", "read", "span"]

_QUARTER: Final = 32
_LANE_BITS: Final = 0x7F
_COLUMN_BITS: Final = 0x1FF
_GROUP_COLUMNS: Final = 4
_BYTES: Final = 4


class Factors(NamedTuple):
    """Which scale factors an instruction reads."""

    name: str
    """`A` or `B`."""
    rows: int
    """Rows of A, or columns of B, in a CTA."""
    blocks: int
    """Blocks along K."""
    first: int
    """The index of the first byte."""
    type: str
    """`ue8m0` or `ue4m3`."""
    copies: tuple[int, ...]
    """The first lanes of the copies that must agree."""


def span(factors: Factors) -> int:
    """Return how many columns scale factors take."""
    # Only with K of 96 the factors of a row may go beyond the four bytes of a column.
    groups = (factors.first + factors.blocks - 1) // _BYTES
    column = -(-factors.rows // _QUARTER)
    return groups * _group(factors.rows) + column


def _group(rows: int) -> int:
    return _GROUP_COLUMNS * -(-rows // LANES)


def read(machine: Machine, cta: int, address: int, factors: Factors, lane: int) -> Any:
    """Return scale factors as `float64`, [row, block].

    Args:
        machine: The machine.
        cta: The CTA in whose tensor memory they are.
        address: Their address; bits 31 and 30 do not count.
        factors: Which they are.
        lane: The thread that issues the instruction.

    Raises:
        FaultError: They are not allocated, or their copies are not the same.
    """
    base = (address >> 16 & _LANE_BITS) << 16 | address & _COLUMN_BITS
    what = f"the operand with the scale factors of {factors.name}"
    row, column = check_columns(machine, cta, base, span(factors), lane, what)
    if row:
        text = f"{what} must be at lane 0 of tensor memory, got {row}"
        raise FaultError(text, lane, "address")
    rows = np.arange(factors.rows)
    place = factors.first + np.arange(factors.blocks)
    columns = column + rows[:, None] // _QUARTER + place // _BYTES * _group(factors.rows)
    cells = machine.tensor_memory.cells[cta]
    found = None
    # No document says which of the copies counts, so all must be the same.
    for copy in factors.copies:
        words = cells[columns, copy + rows[:, None] % _QUARTER]
        octets = words >> (place % _BYTES * 8).astype(np.uint32) & np.uint32(0xFF)
        if found is None:
            found = octets
        elif not (octets == found).all():
            row, block = (int(each) for each in np.argwhere(found != octets)[0])
            text = (
                f"the scale factors of {factors.name} must be the same in lanes "
                + ", ".join(f"{first} to {first + _QUARTER - 1}" for first in factors.copies)
                + f" of tensor memory: that of row {row}, block {block} is "
                f"{int(found[row, block]):#04x} in lane {factors.copies[0] + row % _QUARTER} and "
                f"{int(octets[row, block]):#04x} in lane {copy + row % _QUARTER}"
            )
            raise FaultError(text, lane)
    return scale_values(factors.type).take(found)
