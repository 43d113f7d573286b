"""The metadata of a sparse A, in tensor memory: which elements it has (PTX ISA 9.7.16.10.8).

Of 4 neighbours in a row 2 are held, of which two bits each give the place; of elements of 32 bits
one of 2, with four bits; of `.kind::mxf4` two pairs of 4. Elements of 8 and 4 bits have the 64 bits
of a row in its lane. Those of 16 and 32 bits have 32 bits a row: lanes of 16 rows have the halves,
of the first 8 rows in the lower half of a word (the layouts of CUTLASS,
cute/atom/mma_traits_sm100_frag.hpp).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.errors import FaultError
from ptxpy.sim.semantics.tensor_memory.addresses import check_columns

if TYPE_CHECKING:
    from ptxpy.sim.machine.machine import Machine

__all__ = ["dense", "read_metadata", "span"]

_TF32_CODES: Final = (0b0100, 0b1110)


def span(kind: str) -> int:
    """Return how many columns the metadata of one product take."""
    return 1 if kind in ("f16", "tf32") else 2


def read_metadata(
    machine: Machine,
    cta: int,
    address: int,
    kind: str,
    selector: int,
    lanes: Any,
    d: int,
    lane: int,
) -> Any:
    """Return the metadata of rows as codes of four bits, [row, code].

    Args:
        machine: The machine.
        cta: The CTA.
        address: The address of the metadata.
        kind: The kind of the instruction.
        selector: The sparsity selector.
        lanes: The lane of D of each row.
        d: The lane of the address of D, at which the metadata are, too (PTX ISA 9.7.16.10.8).
        lane: The thread that issues the instruction.

    Raises:
        FaultError: They are not allocated or at another lane than D, or the selector is not one of
            the kind.
    """
    whole_rows = span(kind) == 2  # noqa: PLR2004 - columns
    most = 0 if whole_rows else 1
    if selector > most:
        text = (
            "bits 0 and 1 of the instruction descriptor, the sparsity selector, hold "
            f"{selector}; of kind::{kind} the most that can be simulated is {most}"
        )
        raise FaultError(text, lane)
    what = "the operand with the metadata of A"
    if not whole_rows:
        # The selector names one of two columns of metadata.
        address = (address & ~1) + selector
    row, column = check_columns(machine, cta, address, span(kind), lane, what)
    if row != d:
        text = f"{what} is at lane {row} of tensor memory, and D at lane {d}"
        raise FaultError(text, lane, "address")
    cells = machine.tensor_memory.cells[cta]
    if whole_rows:
        words = cells[column : column + 2, lanes].T
        octets = np.ascontiguousarray(words).view(np.uint8)
    else:
        number = np.arange(len(lanes))
        block = lanes - number % 16
        # The first 8 of 16 rows are in the lower halves of words, the others in the upper ones.
        shift = (16 * (number // 8 % 2)).astype(np.uint32)
        halves = [
            cells[column, block + number % 8 + 8 * half] >> shift & np.uint32(0xFFFF)
            for half in (0, 1)
        ]
        octets = np.stack(halves, axis=-1).astype(np.uint16).view(np.uint8)
    return np.stack([octets & 15, octets >> 4], axis=-1).reshape(len(lanes), -1)


def dense(kind: str, values: Any, codes: Any, lane: int) -> Any:
    """Return A with zeros for missing elements, [row, k]; `FaultError` for wrong metadata.

    The metadata of elements that are zero does not matter: CUTLASS's compressor makes it 0b0000.
    """
    ones = kind == "tf32"
    wrong = ~np.isin(codes, _TF32_CODES) if ones else (codes & 3) >= codes >> 2
    if wrong.any():
        wrong = wrong & (values.reshape(*codes.shape, -1) != 0).any(axis=-1)
    if wrong.any():
        row, place = (int(each) for each in np.argwhere(wrong)[0])
        text = f"the metadata {int(codes[row, place]):#06b} of row {row} of A means nothing"
        raise FaultError(text, lane)
    rows = len(values)
    run = 2 if kind in ("mxf4", "mxf4nvf4") else 1
    if ones:
        group, each = 2, (codes >> 1 & 1)[:, :, None]
    else:
        group, each = 4, np.stack([codes & 3, codes >> 2], axis=-1)
    columns = (np.arange(codes.shape[1])[None, :, None] * group + each).reshape(rows, -1)
    result = np.zeros((rows, columns.shape[1] * 2, run), values.dtype)
    result[np.arange(rows)[:, None], columns] = values.reshape(rows, -1, run)
    return result.reshape(rows, -1)
