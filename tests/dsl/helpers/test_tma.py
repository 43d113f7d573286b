"""`ptx.cp.async_.bulk` and `ptx.tma`: what they emit, and that it assembles."""

from __future__ import annotations

import pytest

from ptxpy import TraceError, ptx, reg, u16, u32
from ptxpy.dsl.shared_memory.handles import MbarrierRef, SharedAlloc
from ptxpy.dsl.tracing.pending_results import PendingResult
from tests.dsl.helpers.written import Call, frame, lines, written

BULK = "cp.async.bulk.tensor"
REPORTS = "mbarrier::complete_tx::bytes"


def spaced(rank: int) -> str:
    """Return coordinates 1 to a rank."""
    return ", ".join(map(str, range(1, rank + 1)))


@pytest.mark.parametrize("rank", range(1, 6))
def test_ranks(rank: int) -> None:
    """Loads and stores of all ranks by all their names."""
    at = tuple(range(1, rank + 1))

    def loads(tile: SharedAlloc, desc: PendingResult, bar: MbarrierRef) -> None:
        for bulk in (ptx.cp.async_.bulk, ptx.cp.async_bulk):
            for names in (bulk, bulk.tensor):
                getattr(names, f"tensor_{rank}d")(dst=tile[1], src=desc, coord=at, mbar=bar)
            getattr(bulk.tensor, f"tile_{rank}d")(tile[1], desc, at, mbar=bar)
        ptx.tma.load(tile[1], desc, at, bar)
        if rank == 3:
            ptx.tma.load_3d(tile[1], desc, coords=at, mbar=bar)
        else:
            getattr(ptx.tma, f"load_{rank}d")(tile[1], desc, at, bar)

    def stores(tile: SharedAlloc, desc: PendingResult, _: object) -> None:
        for bulk in (ptx.cp.async_.bulk, ptx.cp.async_bulk):
            for names in (bulk, bulk.tensor):
                getattr(names, f"tensor_{rank}d").store(dst=desc, src=tile[1], coord=at)
            getattr(bulk.tensor, f"store_{rank}d")(desc, tile[1], at)
        ptx.tma.store(desc, tile[1], at)
        if rank == 3:
            ptx.tma.store_3d(desc, tile[1], coords=at)
        else:
            getattr(ptx.tma, f"store_{rank}d")(desc, tile[1], at)

    load = f"{BULK}.{rank}d.shared::cluster.global.{REPORTS}"
    assert set(lines(loads)) == {f"{load} [tile+8192], [%rd1, {{{spaced(rank)}}}], [bars+8];"}
    store = f"{BULK}.{rank}d.global.shared::cta.bulk_group"
    assert set(lines(stores)) == {f"{store} [%rd1, {{{spaced(rank)}}}], [tile+8192];"}


@pytest.mark.parametrize("rank", [3, 4, 5])
def test_im2col(rank: int) -> None:
    """Offsets stand behind the coordinates, and are zeros without."""

    def loads(tile: SharedAlloc, desc: PendingResult, bar: MbarrierRef) -> None:
        load = getattr(ptx.cp.async_.bulk.tensor, f"im2col_{rank}d")
        load(tile, desc, tuple(range(1, rank + 1)), mbar=bar)
        load(tile, desc, (*range(1, rank + 1), *[7] * (rank - 2)), mbar=bar, multicast_mask=3)

    load = f"{BULK}.{rank}d.shared::cluster.global.im2col.{REPORTS}"
    assert lines(loads) == [
        f"{load} [tile], [%rd1, {{{spaced(rank)}}}], [bars+8], {{{', '.join('0' * (rank - 2))}}};",
        (
            f"{load}.multicast::cluster [tile], [%rd1, {{{spaced(rank)}}}], [bars+8], "
            f"{{{', '.join('7' * (rank - 2))}}}, 3;"
        ),
    ]


CLUSTER = f"{BULK}.2d.shared::cluster.global"
ONLY = f"{BULK}.2d.shared::cta.global"


@pytest.mark.parametrize(
    ("call", "line"),
    [
        (
            lambda t, d, b: ptx.tma.load(t, d, (1, 2), b, multicast=3, cache_hint=1 << 60),
            (
                f"{CLUSTER}.{REPORTS}.multicast::cluster.L2::cache_hint [tile], [%rd1, {{1, 2}}], "
                "[bars+8], 3, 1152921504606846976;"
            ),
        ),
        (
            lambda t, d, b: ptx.tma.load(t, d, (1, 2), b, multicast=reg.scalar(u16, 3)),
            f"{CLUSTER}.{REPORTS}.multicast::cluster [tile], [%rd1, {{1, 2}}], [bars+8], %rs0;",
        ),
        (
            lambda t, d, b: ptx.tma.load(t, d, (1, 2), b, multicast=ptx.special.laneid()),
            f"{CLUSTER}.{REPORTS}.multicast::cluster [tile], [%rd1, {{1, 2}}], [bars+8], %rs0;",
        ),
        (
            lambda _, d, b: ptx.tma.load("tile", d, (reg.scalar(u32, 1), 2), b, cache_hint=d),
            f"{CLUSTER}.{REPORTS}.L2::cache_hint [tile], [%rd1, {{%r0, 2}}], [bars+8], %rd1;",
        ),
        (
            lambda t, d, b: ptx.cp.async_.bulk.tensor_2d(dst=t, src=d, mbar=b),
            f"{CLUSTER}.{REPORTS} [tile], [%rd1, {{0, 0}}], [bars+8];",
        ),
        (
            lambda t, d, b: ptx.tma.load(t, d, (1, 2), b, pred=ptx.cluster.rank(0)),
            f"@%p0 {CLUSTER}.{REPORTS} [tile], [%rd1, {{1, 2}}], [bars+8];",
        ),
        (
            lambda t, d, _: ptx.tma.load(
                t, d, (1, 2), ptx.mbarrier.array("bars", 8, 1).at(ptx.special.laneid())
            ),
            f"{CLUSTER}.{REPORTS} [tile], [%rd1, {{1, 2}}], [%r2+8];",
        ),
        (
            lambda t, d, _: ptx.tma.store(d, t[1], (1, 2), cache_hint=d, pred=ptx.cluster.rank(0)),
            (
                f"@%p0 {BULK}.2d.global.shared::cta.bulk_group.L2::cache_hint [%rd1, {{1, 2}}], "
                "[tile+8192], %rd1;"
            ),
        ),
        (
            lambda t, d, _: ptx.tma.reduce_add(d, t[1], (1, 2)),
            (
                "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.bulk_group [%rd1, {1, 2}], "
                "[tile+8192];"
            ),
        ),
        (lambda _, d, __: ptx.tma.prefetch(d), "prefetch.tensormap [%rd1];"),
        (
            lambda t, d, b: ptx.tma.load_3d(t, d, 5, 128, b),
            f"{BULK}.3d.shared::cluster.global.{REPORTS} [tile], [%rd1, {{0, 5, 2}}], [bars+8];",
        ),
        (
            lambda t, d, _: ptx.tma.store_3d(d, t, reg.scalar(u32, 5), reg.scalar(u32, 64)),
            f"{BULK}.3d.global.shared::cta.bulk_group [%rd1, {{0, %r0, %r2}}], [tile];",
        ),
    ],
)
def test_what_is_emitted(call: Call, line: str) -> None:
    """Masks, policies, predicates, registers and slots."""
    assert lines(call)[-1] == line


@pytest.mark.parametrize(
    ("issuer", "guard"),
    [(None, ""), (1, "@%p0 "), (lambda: ptx.special.laneid() == 0, "@%p0 ")],
)
def test_issuers(issuer: object, guard: str) -> None:
    """The CTA that loads for others is named by its rank or by a predicate."""

    def call(tile: SharedAlloc, desc: PendingResult, bar: MbarrierRef) -> None:
        who = issuer() if callable(issuer) else issuer
        ptx.tma.load_3d_multicast(tile, desc, 1, 64, bar, 3, issuer=who)

    load = f"{BULK}.3d.shared::cluster.global.{REPORTS}.multicast::cluster"
    assert lines(call)[-1] == f"{guard}{load} [tile], [%rd1, {{0, 1, 1}}], [bars+8], 3;"


def test_issuer_and_predicate() -> None:
    """Both must be true."""

    def call(tile: SharedAlloc, desc: PendingResult, bar: MbarrierRef) -> None:
        first = ptx.special.laneid() == 0
        at = (0, 1, 2)
        rank = reg.scalar(u32, 1)
        ptx.tma.load_3d_multicast(tile, desc, mbar=bar, mask=3, coords=at, issuer=rank, pred=first)

    assert "setp.eq.u32 %p0, %r2, %r1;" in lines(call)
    assert lines(call)[-2] == "and.pred %p2, %p0, %p1;"
    assert lines(call)[-1].startswith("@%p2 ")


@pytest.mark.parametrize(
    ("call", "line"),
    [
        (
            lambda t, d, b: ptx.cp.async_.bulk.tensor_2d(dst=t, src=d, mbar=b, cta_group=2),
            f"{CLUSTER}.{REPORTS}.cta_group::2 [tile], [%rd1, {{0, 0}}], [bars+8];",
        ),
        (
            lambda t, d, b: ptx.cp.async_.bulk.tensor.tile_2d(
                t, d, (1, 2), mbar=b, cache_hint=d, multicast_mask=3, cta_group=2
            ),
            (
                f"{CLUSTER}.{REPORTS}.multicast::cluster.cta_group::2.L2::cache_hint [tile], "
                "[%rd1, {1, 2}], [bars+8], 3, %rd1;"
            ),
        ),
        (
            lambda t, d, b: ptx.cp.async_.bulk.tensor_2d.shared_cta_global_tile(
                dst=t, src=d, coord=(1, 2), mbar=b, cta_group=2
            ),
            f"{ONLY}.tile.{REPORTS}.cta_group::2 [tile], [%rd1, {{1, 2}}], [bars+8];",
        ),
        (
            lambda t, d, b: ptx.cp.async_.bulk.tensor.gather4_2d(t, d, (1, 2, 3, 4, 5), mbar=b),
            f"{ONLY}.tile::gather4.{REPORTS} [tile], [%rd1, {{1, 2, 3, 4, 5}}], [bars+8];",
        ),
        (
            lambda t, d, b: ptx.cp.async_.bulk.tensor.gather4_2d(
                t, d, (1, 2, 3, 4, 5), mbar=b, multicast_mask=1
            ),
            (
                f"{CLUSTER}.tile::gather4.{REPORTS}.multicast::cluster [tile], "
                "[%rd1, {1, 2, 3, 4, 5}], [bars+8], 1;"
            ),
        ),
        (
            lambda t, d, _: ptx.cp.async_.bulk.tensor.scatter4_2d(d, t, (1, 2, 3, 4, 5)),
            (
                f"{BULK}.2d.global.shared::cta.tile::scatter4.bulk_group "
                "[%rd1, {1, 2, 3, 4, 5}], [tile];"
            ),
        ),
    ],
)
def test_blackwell(call: Call, line: str) -> None:
    """Pairs of CTAs, and rows that are gathered and scattered."""
    assert lines(call, "sm_100a", "8.6")[-1] == line
    with pytest.raises(TraceError):
        written(frame(call), "sm_90a", "8.6")
