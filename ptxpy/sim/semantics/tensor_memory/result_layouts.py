"""Where the elements of D are in tensor memory (PTX ISA 9.7.16.10.5).

Each is the layout of CUTLASS (cute/atom/mma_traits_sm100_frag.hpp; the manual has figures), but for
128 rows of a pair with a sparse A, where the manual has another one.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np

__all__ = ["Part", "parts_of"]

_ALL_LANES: Final = 128


class Part(NamedTuple):
    """Columns of D, and the lanes in which they are."""

    first: int
    """The first column of D, of those of the part."""
    lanes: Any
    """The lane of each row of the CTA: a slice, or an array."""
    rows: Any
    """The lanes as an array."""


@lru_cache(maxsize=256)
def parts_of(
    m: int, n: int, group: int, ws: bool, sparse: bool, lane: int  # noqa: FBT001
) -> tuple[Part, ...]:
    """Return the parts of D in one CTA, each of as many columns; they begin at the same column.

    Args:
        m: The rows of D, of both CTAs of a pair.
        n: Its columns.
        group: The value of `.cta_group`.
        ws: Whether it is a product with `.ws`.
        sparse: Whether A is sparse.
        lane: The lane of the address of D.

    Raises:
        ValueError: D cannot be at this lane.
    """
    rows = m // group
    halves = (group == 2 and m == 128 and not sparse) or (ws and rows < _ALL_LANES)  # noqa: PLR2004
    spread = rows == 64 and not halves  # noqa: PLR2004 - half of the lanes
    if lane and not (spread and lane == 16):  # noqa: PLR2004 - half of a warp's lanes
        known = "0 or 16" if spread else "0"
        msg = f"D of {m} rows is at lane {lane} of tensor memory, not {known}"
        raise ValueError(msg)
    if spread:
        row = np.arange(rows)
        lanes = row // 16 * 32 + row % 16 + lane
        return (Part(0, lanes, lanes),)
    count = _ALL_LANES // rows
    return tuple(
        Part(part * (n // count), slice(part * rows, (part + 1) * rows),
             np.arange(part * rows, (part + 1) * rows))
        for part in range(count)
    )  # fmt: skip
