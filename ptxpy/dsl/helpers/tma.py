"""`ptx.tma`: boxes of tensors of any rank, and matrices in tiles of 64 columns.

The functions emit `cp.async.bulk.tensor`, under the rules that `ptx.cp.async_.bulk` has as well.
Functions with `row` and `col` take a map of rank 3 of a matrix, dimensions (64, rows, columns/64):
element (row, col) is at the coordinates (0, row, col/64), for a col that is a multiple of 64.
"""

from __future__ import annotations

from typing import Any, Final

from ptxpy.dsl.helpers import tensor_copies
from ptxpy.dsl.helpers.clusters import rank as cluster_rank
from ptxpy.dsl.shared_memory.addresses import address
from ptxpy.dsl.tracing.instructions import helper
from ptxpy.dsl.tracing.pending_results import PendingResult
from ptxpy.dsl.values.operators import operation
from ptxpy.isa import result_type

TILE_COLUMNS: Final = 64
"""Columns of a tile, and the innermost dimension of its map."""


@helper("tma.load")
def load(
    dst: Any,
    src: Any,
    coords: tuple[Any, ...],
    mbar: Any,
    *,
    multicast: Any = None,
    cta_group: int = 1,
    cache_hint: Any = None,
    pred: Any = None,
) -> None:
    """Load a box into shared memory; the rank is the number of coordinates, innermost first.

    Emits `cp.async.bulk.tensor.Nd.shared::cluster.global.mbarrier::complete_tx::bytes
    [dst], [src, {coords}], [mbar];`, with `.multicast::cluster` for a mask of CTAs in `multicast`,
    `.cta_group::2` for a `cta_group` of 2, and `.L2::cache_hint` for a cache policy of 64 bits.
    With `.cta_group::2` the mbarrier may be that of the other CTA of the pair.
    """
    _load(
        dst,
        src,
        coords,
        mbar,
        "load",
        multicast=multicast,
        cta_group=cta_group,
        cache_hint=cache_hint,
        pred=pred,
    )


@helper("tma.store")
def store(
    dst: Any, src: Any, coords: tuple[Any, ...], *, cache_hint: Any = None, pred: Any = None
) -> None:
    """Store a box of shared memory; the rank is the number of coordinates, innermost first.

    Emits `cp.async.bulk.tensor.Nd.global.shared::cta.bulk_group [dst, {coords}], [src];`.
    """
    rank = tensor_copies.rank_of(coords, "ptx.tma.store")
    tensor_copies.store(
        dst, src, coords, what="ptx.tma.store", rank=rank, cache_hint=cache_hint, pred=pred
    )


@helper("tma.reduce_add")
def reduce_add(
    dst: Any, src: Any, coords: tuple[Any, ...], *, cache_hint: Any = None, pred: Any = None
) -> None:
    """Add a box of shared memory to a tensor, each element atomically.

    Emits `cp.reduce.async.bulk.tensor.Nd.global.shared::cta.add.bulk_group
    [dst, {coords}], [src];`.
    """
    what = "ptx.tma.reduce_add"
    rank = tensor_copies.rank_of(coords, what)
    tensor_copies.store(
        dst, src, coords, what=what, rank=rank, reduce=".add", cache_hint=cache_hint, pred=pred
    )


@helper("tma.prefetch")
def prefetch(desc: Any, *, pred: Any = None) -> None:
    """Bring a tensor map near, before the first copy: `prefetch.tensormap [desc];`."""
    operation("prefetch.tensormap")(address(desc), when=pred)


@helper("tma.load_3d")
def load_3d(
    dst: Any,
    src: Any,
    row: Any = None,
    col: Any = None,
    mbar: Any = None,
    coords: tuple[Any, ...] | None = None,
    *,
    pred: Any = None,
) -> None:
    """Load a box by a map of rank 3, at `row` and `col`, or at three coordinates.

    Emits what `ptx.tma.load` does, and before it `shr.s32 c, col, 6;` where `col` is a register.
    """
    what = "ptx.tma.load_3d"
    coords = _tile(row, col, coords, what)
    tensor_copies.load(dst, src, coords, mbar, what=what, rank=3, pred=pred)


@helper("tma.load_3d_multicast")
def load_3d_multicast(
    dst: Any,
    src: Any,
    row: Any = None,
    col: Any = None,
    mbar: Any = None,
    mask: Any = None,
    coords: tuple[Any, ...] | None = None,
    *,
    issuer: Any = None,
    pred: Any = None,
) -> None:
    """Load a box by a map of rank 3 into all CTAs of the cluster whose ranks are bits of `mask`.

    Emits what `ptx.tma.load` with `multicast` does. `issuer` is the rank of the CTA that does it,
    a number or a register, or a predicate that is true there; `ptx.cluster.rank` is emitted for a
    rank, and `and.pred` where `pred` is given too.
    """
    what = "ptx.tma.load_3d_multicast"
    if mask is None:
        msg = f"{what}: mask= says which CTAs receive the box, a bit for each rank"
        raise TypeError(msg)
    coords = _tile(row, col, coords, what)
    if issuer is not None:
        chosen = issuer if _declared(issuer) == "pred" else cluster_rank(issuer)
        pred = chosen if pred is None else operation("and.pred")(chosen, pred)
    tensor_copies.load(dst, src, coords, mbar, what=what, rank=3, multicast=mask, pred=pred)


@helper("tma.store_3d")
def store_3d(
    dst: Any,
    src: Any,
    row: Any = None,
    col: Any = None,
    coords: tuple[Any, ...] | None = None,
    *,
    pred: Any = None,
) -> None:
    """Store a box by a map of rank 3, at `row` and `col`, or at three coordinates.

    Emits what `ptx.tma.store` does, and before it `shr.s32 c, col, 6;` where `col` is a register.
    """
    what = "ptx.tma.store_3d"
    tensor_copies.store(dst, src, _tile(row, col, coords, what), what=what, rank=3, pred=pred)


def _ranked(rank: int) -> None:
    """Register the load and the store of a rank of their own."""

    @helper(f"tma.load_{rank}d")
    def ranked_load(
        dst: Any,
        src: Any,
        coords: tuple[Any, ...],
        mbar: Any,
        *,
        multicast: Any = None,
        cta_group: int = 1,
        cache_hint: Any = None,
        pred: Any = None,
    ) -> None:
        _load(
            dst,
            src,
            coords,
            mbar,
            f"load_{rank}d",
            rank=rank,
            multicast=multicast,
            cta_group=cta_group,
            cache_hint=cache_hint,
            pred=pred,
        )

    ranked_load.__doc__ = f"Load a box of a tensor of rank {rank}, as `ptx.tma.load` does."

    @helper(f"tma.store_{rank}d")
    def ranked_store(
        dst: Any, src: Any, coords: tuple[Any, ...], *, cache_hint: Any = None, pred: Any = None
    ) -> None:
        what = f"ptx.tma.store_{rank}d"
        tensor_copies.store(
            dst, src, coords, what=what, rank=rank, cache_hint=cache_hint, pred=pred
        )

    ranked_store.__doc__ = f"Store a box to a tensor of rank {rank}, as `ptx.tma.store` does."


def _load(
    dst: Any,
    src: Any,
    coords: Any,
    mbar: Any,
    name: str,
    *,
    rank: int | None = None,
    **options: Any,
) -> None:
    what = f"ptx.tma.{name}"
    if rank is None:
        rank = tensor_copies.rank_of(coords, what)
    tensor_copies.load(dst, src, coords, mbar, what=what, rank=rank, **options)


def _tile(row: Any, col: Any, coords: Any, what: str) -> tuple[Any, ...]:
    """Return the coordinates of a tile, by row and column or as they are given."""
    given = row is not None, col is not None
    if coords is not None:
        if any(given):
            msg = f"{what}: a tile is given by row= and col=, or by coords=, not both"
            raise TypeError(msg)
        return tuple(coords)
    if not all(given):
        msg = f"{what}: the place of the tile is missing: row= and col=, or coords=(x, row, tile)"
        raise TypeError(msg)
    if type(col) is not int:
        # A tile has 64 columns, so the shift by 6 gives its number.
        return (0, row, operation("shr.s32")(col, 6))
    if col % TILE_COLUMNS:
        msg = f"{what}: the column of a tile must be a multiple of {TILE_COLUMNS}, got {col}"
        raise ValueError(msg)
    return (0, row, col // TILE_COLUMNS)


def _declared(value: Any) -> str:
    """Return the type of a register, or of an instruction's result."""
    if isinstance(value, PendingResult):
        return result_type(value.opcode, value.modifiers) or ""
    found: str = getattr(value, "declared", "")
    return found


# The functions of rank 3 also take a row and a column.
for _rank in (1, 2, 4, 5):
    _ranked(_rank)
