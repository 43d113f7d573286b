"""The sparse A of `mma.sp`: half of its elements, and metadata with their positions.

PTX ISA 9.7.14.6. Of 4 neighbours in a row 2 are held (with elements of 4 bits of 4 pairs 2, with
`.tf32` of 2 neighbours 1), and four bits say which. With elements of 16 and 32 bits the lower half
of a register of metadata is of row g and the upper of row g + 8, and the next thread has the
following columns; with smaller elements a register is of one row, and threads alternate between the
two. If one or two threads of each four are enough to hold metadata, the selector says which.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.sim.errors import FaultError
from ptxpy.sim.semantics.matrices.elements import BITS, NARROW
from ptxpy.sim.semantics.matrices.whole_warps import WARP, spread, warps_of

if TYPE_CHECKING:
    from ptxpy.sim.machine.machine import Machine

__all__ = ["Sparsity", "dense", "find_invalid_metadata", "selectors"]

_HALF: Final = 16
_SIZES: Final = {**BITS, **NARROW}


def _row_bits(type_: str, depth: int) -> int:
    bits = _SIZES[type_]
    return depth * 2 if type_ == "tf32" else depth if bits > 4 else depth // 2  # noqa: PLR2004


def selectors(type_: str, depth: int) -> int:
    """Return the number of values of the selector."""
    return 4 * _HALF // _row_bits(type_, depth)


def _metadata(type_: str, depth: int, metadata: Any, selector: int, warps: int) -> Any:
    """Return the bits of each row as octets, [warp, row, octet]."""
    words = spread(metadata, warps).reshape(warps, 8, 4)
    held = _row_bits(type_, depth) // _HALF
    # Of the four threads of a row, those that the selector names hold the metadata.
    words = np.ascontiguousarray(words[:, :, selector * held : (selector + 1) * held])
    if _SIZES[type_] >= _HALF:
        parts = words.view(np.uint16).reshape(warps, 8, held, 2)
    else:
        parts = words.reshape(warps, 8, held // 2, 2)
    rows = np.ascontiguousarray(parts.transpose(0, 3, 1, 2))
    return rows.reshape(warps, 16, -1).view(np.uint8)


def find_invalid_metadata(
    type_: str,
    depth: int,
    metadata: Any,
    selector: int,
    warps: int,
    *,
    ordered: bool = False,
    values: Any = None,
) -> tuple[int, int, int] | None:
    """Return the warp, the row and the bits of invalid metadata; None if all is valid.

    With `.tf32` all but 0b0100 and 0b1110 are, else two equal positions (PTX ISA 9.7.14.6.1), or
    with `ordered` two that do not increase. With `values`, [block of 8 rows, warp, row, k / 2],
    those of elements that are all zero do not matter. Takes what `dense` takes.
    """
    octets = _metadata(type_, depth, metadata, selector, warps)
    bits = np.stack([octets & 15, octets >> 4], axis=-1).reshape(warps, _HALF, -1)
    first, second = bits & 3, bits >> 2
    if type_ == "tf32":
        wrong = ~np.isin(bits, (0b0100, 0b1110))
    else:
        wrong = first >= second if ordered else first == second
    if values is not None and wrong.any():
        held = values.transpose(1, 0, 2, 3).reshape(*bits.shape, -1)
        wrong = wrong & (held != 0).any(axis=-1)
    if not wrong.any():
        return None
    warp, row, place = (int(each) for each in np.argwhere(wrong)[0])
    return warp, row, int(bits[warp, row, place])


def dense(
    type_: str,
    depth: int,
    values: Any,
    metadata: Any,
    selector: int,
    warps: int,
) -> Any:
    """Return A with zeros for missing elements, [block of 8 rows, warp, row, k].

    Args:
        type_: The type of its elements.
        depth: Its columns.
        values: The elements that are held, [block of 8 rows, warp, row, k / 2], in their natural
            order.
        metadata: A register for each lane.
        selector: Which threads of each four hold the metadata.
        warps: How many warps.
    """
    octets = _metadata(type_, depth, metadata, selector, warps)
    if type_ == "tf32":
        # 0b0100 names the first of two neighbours, 0b1110 the second: bit 1 tells them apart.
        steps = np.stack([octets >> 1 & 1, octets >> 5 & 1], axis=-1)
        group, run = 2, 1
    else:
        steps = np.stack([octets >> 2 * k & 3 for k in range(4)], axis=-1)
        run = 2 if _SIZES[type_] == 4 else 1  # noqa: PLR2004 - bits
        group = 4
    count = depth // 2 // run
    steps = steps.reshape(warps, 16, count).astype(np.intp)
    per = 1 if group == 2 else 2  # noqa: PLR2004 - of which one is held
    columns = steps + np.arange(count) // per * group
    result = np.zeros((warps * 16, depth // run, run), values.dtype)
    row = np.arange(warps * 16)[:, None]
    # Rows in order: the two blocks of 8 rows of a warp follow each other.
    held = np.ascontiguousarray(values.transpose(1, 0, 2, 3))
    result[row, columns.reshape(warps * 16, count)] = held.reshape(warps * 16, count, run)
    return result.reshape(warps, 2, 8, depth).transpose(1, 0, 2, 3)


class Sparsity(NamedTuple):
    """The metadata of an `mma.sp`."""

    type: str
    """The type of the elements of A."""
    depth: int
    """The columns of A."""
    ordered: bool
    """Whether positions have to increase, as with `::ordered_metadata`."""

    @property
    def selectors(self) -> int:
        """The number of values of the selector."""
        return selectors(self.type, self.depth)

    def check(self, machine: Machine, lanes: Any, metadata: Any, selector: int) -> None:
        """Raise `FaultError` for metadata that means nothing."""
        warps = warps_of(machine, lanes)
        found = find_invalid_metadata(
            self.type, self.depth, metadata, selector, warps, ordered=self.ordered
        )
        if found is None:
            return
        warp, row, bits = found
        # The first of the four threads that hold the row is named.
        position = warp * WARP + row % 8 * 4
        order = ": its positions have to increase" if self.ordered else ""
        text = f"the metadata {bits:#06b} of row {row} of A means nothing{order}"
        raise FaultError(text, position if lanes is None else int(lanes[position]))
