"""The PTX that each helper emits, to the letter, and what each refuses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ptxpy import (
    Register,
    Tile,
    TraceError,
    b32,
    b64,
    cpasync,
    f32,
    kernel,
    pred,
    ptx,
    reg,
    smem,
    u64,
)
from ptxpy.assemble import assemble
from ptxpy.dsl.values.types import b8
from ptxpy.ir import nodes as n

TENSOR = "cp.async.bulk.tensor"
REDUCE = "cp.reduce.async.bulk.tensor"


def written(emit: Callable[[Any], None], arch: str = "sm_90a", version: str = "8.0") -> list[str]:
    """Return the statements that a function emits behind the registers; the whole assembles."""

    @kernel(arch=arch, version=version)
    def k(source: b8[128].align(64), x: u64) -> None:
        tile = smem.alloc(f32, (2, 8, 32), name="tile")
        bar = smem.mbarrier(2, name="bar")
        reg.scalar(b64, "%map", "%src")
        reg.scalar(b32, "%c", "%bytes")
        reg.scalar(pred, "%ok")
        ptx.inst.mov.u64("%map", source)
        ptx.inst.ld.param.u64("%src", [x])
        ptx.inst.mov.u32("%c", ptx.special.tid.x)
        ptx.inst.mov.u32("%bytes", 4)
        ptx.inst.setp.eq.u32("%ok", "%c", 0)
        for index in range(2):
            ptx.mbarrier.init.shared__cta.b64([bar[index]], 1)
        emit(Given(tile, bar, source))
        ptx.ret()

    text = k.ptx()
    assemble(text, assembler="nvjitlink")
    lines = [line.strip() for line in text.splitlines()]
    begin = lines.index("mbarrier.init.shared::cta.b64 [bar+8], 1;")
    return lines[begin + 1 : lines.index("ret;")]


class Given:
    """What there is to give to the helpers."""

    def __init__(self, tile: Any, bar: Any, source: Any) -> None:
        """Take shared memory and the parameter."""
        self.tile = tile
        self.bar = bar
        self.source = source
        self.map, self.src = (_register(name, "b64") for name in ("%map", "%src"))
        self.c, self.bytes = (_register(name, "b32") for name in ("%c", "%bytes"))
        self.ok = _register("%ok", "pred")


def _register(name: str, declared: str) -> Any:
    return Register(n.Register(name), declared)


CASES: dict[str, tuple[Callable[[Given], Any], list[str]]] = {
    "gs 16": (
        lambda g: cpasync.cp_async_gs(16, g.tile, g.src),
        ["cp.async.cg.shared.global [tile], [%src], 16;"],
    ),
    "gs 8": (
        lambda g: cpasync.cp_async_gs(8, g.tile[1], [g.src, 8]),
        ["cp.async.ca.shared.global [tile+1024], [%src+8], 8;"],
    ),
    "gs 4": (
        lambda g: cpasync.cp_async_gs(4, [g.c, 16], g.src),
        ["cp.async.ca.shared.global [%c+16], [%src], 4;"],
    ),
    "conditional": (
        lambda g: cpasync.cp_async_gs_conditional(16, g.tile, g.src, g.ok),
        ["@%ok cp.async.cg.shared.global [tile], [%src], 16;"],
    ),
    "shared_global ca": (
        lambda g: cpasync.cp_async_shared_global(g.tile, g.src, 16, "ca"),
        ["cp.async.ca.shared.global [tile], [%src], 16;"],
    ),
    "shared_global by number": (
        lambda g: cpasync.cp_async_shared_global(g.tile, g.src, 8, 0, src_size=3),
        ["cp.async.ca.shared.global [tile], [%src], 8, 3;"],
    ),
    "shared_global cg": (
        lambda g: cpasync.cp_async_shared_global(g.tile, g.src, 16, 1, src_size=g.bytes, ip=0),
        ["cp.async.cg.shared.global [tile], [%src], 16, %bytes;"],
    ),
    "pointer of a parameter": (
        lambda g: cpasync.prefetch_tma_descriptor(cpasync.extract_tensormap_ptr(g.source)),
        ["mov.b64 %rd0, source;", "cvta.param.u64 %rd1, %rd0;", "prefetch.tensormap [%rd1];"],
    ),
    "pointer by name": (
        lambda _: cpasync.prefetch_tma_descriptor("source"),
        ["mov.b64 %rd0, source;", "cvta.param.u64 %rd1, %rd0;", "prefetch.tensormap [%rd1];"],
    ),
    "prefetch": (
        lambda g: cpasync.prefetch_tma_descriptor(g.map, loc=None),
        ["prefetch.tensormap [%map];"],
    ),
    "store": (
        lambda g: cpasync.tma_store(g.map, g.tile[1], (g.c, 8)),
        [f"{TENSOR}.2d.global.shared::cta.bulk_group [%map, {{%c, 8}}], [tile+1024];"],
    ),
    "reduce": (
        lambda g: cpasync.tma_reduce(g.map, g.tile, (0, g.c, -1)),
        [
            f"{REDUCE}.3d.global.shared::cta.add.bulk_group [%map, {{0, %c, -1}}], [tile];",
        ],
    ),
    "arrive": (lambda _: cpasync.tma_store_arrive(), ["cp.async.bulk.commit_group;"]),
    "wait": (lambda _: cpasync.tma_store_wait(2), ["cp.async.bulk.wait_group.read 2;"]),
    "wait read": (
        lambda _: cpasync.tma_store_wait(0, read=True),
        ["cp.async.bulk.wait_group.read 0;"],
    ),
    "wait all": (lambda _: cpasync.tma_store_wait(1, read=False), ["cp.async.bulk.wait_group 1;"]),
    "barrier": (
        lambda g: cpasync.mbarrier_wait(g.bar[1], g.c),
        [
            "$L__BB0_1:",
            "mbarrier.try_wait.parity.shared::cta.b64 %p0, [bar+8], %c, 10000000;",
            "@!%p0 bra $L__BB0_1;",
        ],
    ),
    "barrier in time": (
        lambda g: cpasync.mbarrier_wait(g.bar, 1, 20),
        [
            "$L__BB0_1:",
            "mbarrier.try_wait.parity.shared::cta.b64 %p0, [bar], 1, 20;",
            "@!%p0 bra $L__BB0_1;",
        ],
    ),
    "arrive when copied": (
        lambda g: cpasync.mbarrier_cp_async_arrive(g.bar[0]),
        ["cp.async.mbarrier.arrive.shared.b64 [bar];"],
    ),
    "fence": (lambda _: cpasync.fence_proxy_async(), ["fence.proxy.async;"]),
    "fence init": (
        lambda _: cpasync.fence_barrier_init(),
        ["fence.mbarrier_init.release.cluster;"],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_text(name: str) -> None:
    """One call, and the statements that it emits."""
    emit, expected = CASES[name]
    assert written(emit) == expected


@pytest.mark.parametrize("rank", range(1, 6))
def test_load(rank: int) -> None:
    """One to five coordinates, in the order in which they are given."""
    listed = ", ".join(map(str, range(rank)))
    (line,) = written(lambda g: cpasync.tma_load(g.map, g.bar[0], g.tile, tuple(range(rank))))
    assert line == (
        f"{TENSOR}.{rank}d.shared::cluster.global.mbarrier::complete_tx::bytes "
        f"[tile], [%map, {{{listed}}}], [bar];"
    )


def test_older_targets() -> None:
    """What copies 4 to 16 bytes is there from sm_80 on."""
    lines = written(lambda g: cpasync.cp_async_gs(16, g.tile, g.src), "sm_80", "7.8")
    assert lines == ["cp.async.cg.shared.global [tile], [%src], 16;"]


REFUSED: dict[str, tuple[Callable[[Given], Any], type[Exception], str]] = {
    "size": (lambda g: cpasync.cp_async_gs(12, g.tile, g.src), ValueError, "4, 8 or 16 bytes"),
    "size on the device": (
        lambda g: cpasync.cp_async_gs(g.c, g.tile, g.src),
        ValueError,
        "known while tracing",
    ),
    "cg": (
        lambda g: cpasync.cp_async_shared_global(g.tile, g.src, 8, "cg"),
        ValueError,
        "for copies of 16 bytes, not of 8: use 'ca'",
    ),
    "modifier": (
        lambda g: cpasync.cp_async_shared_global(g.tile, g.src, 16, "cv"),
        ValueError,
        r"'ca' \(0\) or 'cg' \(1\), got 'cv'",
    ),
    "src_size": (
        lambda g: cpasync.cp_async_shared_global(g.tile, g.src, 4, "ca", src_size=8),
        ValueError,
        "0 to 4 come from the source, not 8",
    ),
    "source": (
        lambda g: cpasync.cp_async_gs(16, g.tile, g.tile),
        TypeError,
        "is in shared memory",
    ),
    "condition": (
        lambda g: cpasync.cp_async_gs_conditional(16, g.tile, g.src, g.c),
        TypeError,
        "guard must be a predicate register",
    ),
    "no condition": (
        lambda g: cpasync.cp_async_gs_conditional(16, g.tile, g.src, True),  # noqa: FBT003
        TypeError,
        "cond must be a predicate register",
    ),
    "map in 32 bits": (
        lambda g: cpasync.tma_store(g.c, g.tile, (0,)),
        TypeError,
        "has 64 bits",
    ),
    "map": (lambda g: cpasync.tma_store(7, g.tile, (0,)), TypeError, "64-bit register, got 7"),
    "rank 0": (lambda g: cpasync.tma_store(g.map, g.tile, ()), ValueError, "one to five"),
    "rank 6": (lambda g: cpasync.tma_store(g.map, g.tile, (0,) * 6), ValueError, "one to five"),
    "coordinates": (lambda g: cpasync.tma_store(g.map, g.tile, 3), ValueError, "in a tuple"),
    "groups": (lambda _: cpasync.tma_store_wait(-1), ValueError, "known while tracing, got -1"),
    "mbarrier": (
        lambda _: cpasync.mbarrier_wait(smem.mbarrier(1), 0),
        TraceError,
        "used before ptx.mbarrier.init",
    ),
    "phase": (lambda g: cpasync.mbarrier_wait(g.bar, 2), ValueError, "n & 1"),
    "time": (lambda g: cpasync.mbarrier_wait(g.bar, 0, -1), ValueError, "nanoseconds, got -1"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    """An error where the helper is called, which says what would be right."""
    emit, error, message = REFUSED[name]
    with pytest.raises(error, match=message):
        written(emit)


def test_a_target_without_them() -> None:
    """The instruction table says from when on there is such an instruction."""
    with pytest.raises(TraceError, match="sm_90"):
        written(lambda _: cpasync.fence_proxy_async(), "sm_80")


def test_maps_of_tensors() -> None:
    """A tensor, or the register with its map's address, stands for the map."""

    @kernel(arch="sm_90a", version="8.0", in_specs=(Tile(64, 32, f32),))
    def k(a: Any) -> None:
        tile = smem.alloc(f32, (8, 32), name="tile")
        cpasync.prefetch_tma_descriptor(a)
        own = a.tma_desc()
        cpasync.tma_store(own, tile, (0, 8))
        with pytest.raises(ValueError, match="have 2 coordinates, and 1 are given"):
            cpasync.tma_store(own, tile, (0,))
        ptx.ret()

    text = k.ptx()
    assemble(text, assembler="nvjitlink")
    lines = [line.strip() for line in text.splitlines()]
    begin = lines.index("mov.b64 %rd0, a_tma_desc;")
    assert lines[begin : lines.index("ret;")] == [
        "mov.b64 %rd0, a_tma_desc;",
        "cvta.param.u64 %rd1, %rd0;",
        "prefetch.tensormap [%rd1];",
        "mov.b64 %rd2, a_tma_desc;",
        "cvta.param.u64 %rd3, %rd2;",
        f"{TENSOR}.2d.global.shared::cta.bulk_group [%rd3, {{0, 8}}], [tile];",
    ]
