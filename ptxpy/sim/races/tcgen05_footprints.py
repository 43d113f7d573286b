"""The footprints of `tcgen05` operations: the memory that they read and write."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.sim.races.tensor_memory_shadow import UNIT_LANES, Region
from ptxpy.sim.semantics.tensor_memory import commits, matrix_copies, products
from ptxpy.sim.semantics.tensor_memory.product import (
    Product,
    ctas_of,
    fields_of,
    result_parts,
    tiles_of,
    words_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.machine.machine import Machine
    from ptxpy.sim.semantics.matrices.descriptors import OperandTile

__all__ = ["TensorFootprint", "tensor_footprint"]


class TensorFootprint(NamedTuple):
    """The memory that an operation reads and writes."""

    name: str
    lane: int
    """The thread that has started it."""
    reads: tuple[Region, ...] = ()
    writes: tuple[Region, ...] = ()
    tiles: tuple[tuple[int, OperandTile, int], ...] = ()
    """The tiles that it reads from shared memory: CTAs, tiles and their descriptors."""
    barriers: tuple[int, ...] = ()
    """The mbarriers at which it arrives, as indices of 64-bit words."""


def tensor_footprint(
    machine: Machine, effect: Callable[..., None], values: tuple[Any, ...]
) -> TensorFootprint | None:
    """Return the footprint of an operation; None if it is not one of `tcgen05`.

    Raises:
        FaultError: A descriptor is wrong.
    """
    if effect is products.perform:
        return _product(machine, values[0][0])
    if effect is matrix_copies.perform_copy:
        form, _, lane, ctas, target, descriptor = values
        tile = matrix_copies.source_tile(form)
        lanes = matrix_copies.lanes_of(form, target >> 16)
        # Lanes of tensor memory are in the upper half of its addresses, columns in the lower.
        units = tuple(np.unique(lanes // UNIT_LANES).tolist())
        regions = tuple(Region(cta, target & 0xFFFF, form.octets // 4, units) for cta in ctas)
        tiles = tuple((cta, tile, descriptor) for cta in ctas)
        return TensorFootprint("a tcgen05.cp", lane, writes=regions, tiles=tiles)
    if effect is matrix_copies.perform_shift:
        _, lane, ctas, target = values
        unit = (target >> 16) // UNIT_LANES
        columns = matrix_copies.SHIFTED_COLUMNS
        regions = tuple(Region(cta, target & 0xFFFF, columns, (unit, unit + 1)) for cta in ctas)
        return TensorFootprint("a tcgen05.shift", lane, regions, regions)
    if effect is commits.perform:
        lane, _, words = values
        return TensorFootprint("a tcgen05.commit", lane, barriers=words)
    return None


def _product(machine: Machine, product: Product) -> TensorFootprint:
    fields = fields_of(product)
    parts = result_parts(product)
    ctas = ctas_of(machine, product)
    rows = np.concatenate([part.rows for part in parts])
    units = tuple(np.unique(rows // UNIT_LANES).tolist())
    # Where D has fewer than 128 rows, halves or quarters of its columns may be in other lanes
    # instead.
    width = fields.n // len(parts)
    written = [Region(cta, product.d & 0xFFFF, width, units) for cta in ctas]
    reads = [Region(cta, *columns) for cta in ctas for columns in words_of(product)]
    tiles = [(cta, tile, at) for cta in ctas for tile, at in tiles_of(product)]
    return TensorFootprint(
        "a tcgen05.mma",
        product.lane,
        # D is read only where the product is added to it (`enable-input-d`).
        tuple(reads + (written if product.adds else [])),
        tuple(written),
        tuple(tiles),
    )
