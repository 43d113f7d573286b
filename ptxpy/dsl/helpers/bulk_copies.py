"""`ptx.cp.async_.bulk`: copies of boxes of tensors by their PTX names, and their groups.

`ptx.cp.async_bulk` has the same names. Loads report their bytes to an mbarrier, which must have
been given their number by `ptx.mbarrier.arrive_expect_tx`; stores are waited for as groups.
Coordinates count elements, innermost dimension first; left out, they are zeros. `dst` and `src` in
shared memory are an array of `smem.alloc`, a stage of an array, or a register with an address.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ptxpy.dsl.helpers import tensor_copies
from ptxpy.dsl.tracing.instructions import helper
from ptxpy.dsl.tracing.pending_results import PendingResult
from ptxpy.dsl.values.operators import operation


def _helper(
    *names: str, instruction: bool = False
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Make a function a helper in `cp.async.bulk` and in `cp.async_bulk`."""
    spelled = (f"cp.{bulk}.{name}" for bulk in ("async.bulk", "async_bulk") for name in names)
    return helper(*spelled, instruction=instruction)


def _shown(name: str) -> str:
    return f"ptx.cp.async_.bulk.{name}"


@helper("cp.async_bulk.commit_group")
def commit_group(*, pred: Any = None) -> None:
    """Close the group of the stores since the last one: `cp.async.bulk.commit_group;`."""
    operation("cp.async.bulk.commit_group")(when=pred)


@_helper("wait_group", instruction=True)
def wait_group(n: int, *, read: bool = False, pred: Any = None, **options: Any) -> PendingResult:
    """Wait until at most `n` groups of stores are in flight.

    Emits `cp.async.bulk.wait_group n;`, or with `read` `cp.async.bulk.wait_group.read n;`: the
    memory that the copies read may be written again, while they may still be writing. `options` are
    those of any instruction.
    """
    if type(n) is not int or n < 0:
        msg = f"the groups in flight must be a number of at least 0, got {n!r}"
        raise ValueError(msg)
    name = "cp.async.bulk.wait_group" + (".read" if read else "")
    return operation(name)(n, pred=pred, **options)


def _tensor(rank: int) -> None:
    """Register `tensor_2d`, `tensor_2d.store` and `tensor_2d.shared_cta_global_tile`.

    They are also names in `tensor`.
    """
    name = f"tensor_{rank}d"

    @_helper(name, f"tensor.{name}")
    def load(
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any = None,
        cta_group: int = 1,
        multicast_mask: Any = None,
        pred: Any = None,
    ) -> None:
        tensor_copies.load(
            dst,
            src,
            coord,
            mbar,
            what=_shown(name),
            rank=rank,
            multicast=multicast_mask,
            cta_group=cta_group,
            pred=pred,
        )

    # Python takes no f-string for a docstring.
    load.__doc__ = f"""Load a box of a tensor of rank {rank} into shared memory.

    Emits `cp.async.bulk.tensor.{rank}d.shared::cluster.global.mbarrier::complete_tx::bytes
    [dst], [src, {{coord}}], [mbar];`, with `.multicast::cluster` and the mask behind it for all
    CTAs whose ranks are bits of `multicast_mask`, and with `.cta_group::2` (sm_100a) for a pair.
    """

    @_helper(f"{name}.store", f"tensor.{name}.store")
    def store(
        *, dst: Any, src: Any, coord: tuple[Any, ...] | None = None, pred: Any = None
    ) -> None:
        tensor_copies.store(dst, src, coord, what=_shown(f"{name}.store"), rank=rank, pred=pred)

    store.__doc__ = f"""Store a box of shared memory to a tensor of rank {rank}.

    Emits `cp.async.bulk.tensor.{rank}d.global.shared::cta.bulk_group [dst, {{coord}}], [src];`.
    """

    @_helper(f"{name}.shared_cta_global_tile", f"tensor.{name}.shared_cta_global_tile")
    def shared_cta_global_tile(
        *,
        dst: Any,
        src: Any,
        coord: tuple[Any, ...] | None = None,
        mbar: Any,
        cta_group: int = 1,
        pred: Any = None,
    ) -> None:
        tensor_copies.load(
            dst,
            src,
            coord,
            mbar,
            what=_shown(f"{name}.shared_cta_global_tile"),
            rank=rank,
            mode=".tile",
            space="cta",
            cta_group=cta_group,
            pred=pred,
        )

    shared_cta_global_tile.__doc__ = f"""Load a box into the shared memory of this CTA.

    Emits `cp.async.bulk.tensor.{rank}d.shared::cta.global.tile.mbarrier::complete_tx::bytes
    [dst], [src, {{coord}}], [mbar];` (PTX 8.6). With `.cta_group::2` (sm_100a) the mbarrier may be
    that of the other CTA of a pair, as `ptx.cluster.map_shared_u32` gives its address.
    """


def _load(rank: int, prefix: str, mode: str, says: str, space: str = "cluster") -> None:
    """Register a load by its mode: `tile_3d`, `im2col_4d`."""
    name = f"{prefix}_{rank}d"
    what = _shown(f"tensor.{name}")

    @_helper(f"tensor.{name}")
    def load(
        dst: Any,
        src: Any,
        coord: tuple[Any, ...],
        *,
        mbar: Any = None,
        cache_hint: Any = None,
        multicast_mask: Any = None,
        pred: Any = None,
    ) -> None:
        tensor_copies.load(
            dst,
            src,
            coord,
            mbar,
            what=what,
            rank=rank,
            mode=mode,
            # The address of a copy to several CTAs is one in the window of the cluster.
            space=space if multicast_mask is None else "cluster",
            multicast=multicast_mask,
            cache_hint=cache_hint,
            pred=pred,
        )

    load.__doc__ = f"""{says}

    Emits `cp.async.bulk.tensor.{rank}d.shared::{space}.global{mode}.mbarrier::complete_tx::bytes`,
    with `.multicast::cluster` for a mask of CTAs and `.L2::cache_hint` for a cache policy.
    """


def _store(rank: int) -> None:
    """Register `store_3d`."""

    @_helper(f"tensor.store_{rank}d")
    def store(
        dst: Any, src: Any, coord: tuple[Any, ...], *, cache_hint: Any = None, pred: Any = None
    ) -> None:
        what = _shown(f"tensor.store_{rank}d")
        tensor_copies.store(dst, src, coord, what=what, rank=rank, cache_hint=cache_hint, pred=pred)

    store.__doc__ = f"""Store a box of shared memory to a tensor of rank {rank}.

    Emits `cp.async.bulk.tensor.{rank}d.global.shared::cta.bulk_group [dst, {{coord}}], [src];`.
    """


@_helper("tensor.tile_2d")
def tile_2d(
    dst: Any,
    src: Any,
    coord: tuple[Any, ...],
    *,
    mbar: Any = None,
    cache_hint: Any = None,
    multicast_mask: Any = None,
    cta_group: int = 1,
    pred: Any = None,
) -> None:
    """Load a box of a tensor of rank 2.

    Emits `cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes`, with
    `.multicast::cluster` for a mask of CTAs, `.cta_group::2` (sm_100a) for a pair, and
    `.L2::cache_hint` for a cache policy.
    """
    tensor_copies.load(
        dst,
        src,
        coord,
        mbar,
        what=_shown("tensor.tile_2d"),
        rank=2,
        multicast=multicast_mask,
        cta_group=cta_group,
        cache_hint=cache_hint,
        pred=pred,
    )


@_helper("tensor.scatter4_2d")
def scatter4_2d(
    dst: Any, src: Any, coord: tuple[Any, ...], *, mbar: Any = None, pred: Any = None
) -> None:
    """Store four rows of shared memory to four rows of a matrix: a column and four rows.

    Emits `cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group` (PTX 8.6,
    sm_100a). It is waited for as a group: `TypeError` for an mbarrier.
    """
    what = _shown("tensor.scatter4_2d")
    if mbar is not None:
        msg = f"{what}: a store reports to no mbarrier; wait with bulk.wait_group"
        raise TypeError(msg)
    tensor_copies.store(dst, src, coord, what=what, rank=2, mode=".tile::scatter4", pred=pred)


# TMA copies tensors of 1 to 5 dimensions.
for _rank in range(1, 6):
    _tensor(_rank)
    _store(_rank)
    if _rank != 2:  # noqa: PLR2004 - tile_2d has an argument more
        _load(_rank, "tile", "", f"Load a box of a tensor of rank {_rank}.")
    if _rank > 2:  # noqa: PLR2004 - there are a channel, a batch, and something between
        _load(
            _rank,
            "im2col",
            ".im2col",
            f"Load pixels by an im2col map of rank {_rank}: {_rank} coordinates, then offsets.",
        )
_load(
    2,
    "gather4",
    ".tile::gather4",
    "Load four rows of a matrix (PTX 8.6, sm_100): a column and four rows.",
    "cta",
)
