"""Timelines: runs, waits, copies and products, at times that are known by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ptxpy
from ptxpy.launch_request import LaunchError
from ptxpy.sim.observe import Timeline
from ptxpy.sim.observe.shared_spans import SharedSpan
from tests.sim.harness import kernel
from tests.sim.kernels.corpus import bfloat
from tests.sim.kernels.corpus import kernel as corpus_kernel
from tests.sim.observe.perfetto import checked

MEET = (
    """\
    setp.lt.u32 %p1, %r0, 32;
    @%p1 bra MEET;
"""
    + "    add.u32 %r1, %r1, 1;\n" * 6
    + """\
MEET:
    bar.sync 0;"""
)

COPY = """\
    mov.u32 %r1, tile;
    mov.u32 %r2, full;
    setp.eq.u32 %p1, %r0, 0;
    @%p1 mbarrier.init.shared::cta.b64 [%r2], 1;
    bar.sync 0;
    setp.ge.u32 %p2, %r0, 32;
    @%p2 bra CONSUMER;
    add.u32 %r5, %r0, 1;
    add.u32 %r5, %r0, 2;
    @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r2], 256;
    @%p1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes
        [%r1], [%out], 256, [%r2];
    bra DONE;
CONSUMER:
    mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r2], 0;
    @!%p3 bra CONSUMER;
    ld.shared.u32 %r3, [%r1];
DONE:
"""
SHARED = ".shared .align 128 .b8 tile[1024]; .shared .align 8 .b64 full;"


def timeline(body: str, *arguments: Any, block: int = 64, grid: int = 1, **how: Any) -> Timeline:
    """Return a timeline of a kernel around some instructions, when its file is right."""
    parts = {name: how.pop(name) for name in ("declarations", "target") if name in how}
    found = ptxpy.load(kernel(body, **parts)).timeline(*arguments, grid=grid, block=block, **how)
    checked(found.to_json())
    return found


def shown(found: Timeline, cta: int = 0) -> list[tuple[str, int, int, str]]:
    """Return the slices of a CTA in order: track, start, end, name."""
    return sorted(
        (each.track.name, each.start, each.end, each.name)
        for each in found.slices
        if each.track.cta == cta
    )


def test_a_barrier() -> None:
    """Four instructions, then a branch that one warp takes: it waits for the other's six."""
    found = timeline(MEET, np.zeros(1))
    assert shown(found) == [
        ("warp 0", 0, 4, "lines 13-22"),
        ("warp 0", 4, 5, "MEET"),
        ("warp 0", 5, 11, "wait: bar.sync 0"),
        ("warp 0", 11, 12, "MEET"),
        ("warp 1", 0, 10, "lines 13-22"),
        ("warp 1", 10, 12, "MEET"),
    ]
    assert [(each.track.name, each.kind, each.time, each.name) for each in found.marks] == [
        ("warp 0", "barrier", 11, "bar.sync 0"),
        ("warp 1", "barrier", 11, "bar.sync 0"),
    ]
    assert found.end == 12
    assert str(found) == (
        "kernel: 1 CTAs, 12 units; warps ran for 18 and waited for 6; 0 asynchronous operations"
    )


LOOP = """\
    mov.u32 %r1, 0;
$L__tmp3:
    .loc 1 9 1
    add.u32 %r1, %r1, 0;
AGAIN:
    .loc 1 11 5
    add.u32 %r1, %r1, 1;
    .loc 1 12 5
    setp.lt.u32 %p1, %r1, 4;
    bar.sync 0;
    @%p1 bra AGAIN;
"""


def test_trips_of_a_loop_and_lines_of_the_source() -> None:
    """A loop is named so, a label of debug information names nothing, and barriers are marked."""
    found = timeline(LOOP, np.zeros(1), declarations='.file 1 "/src/kernel.cu"')
    assert [each[1:] for each in shown(found) if each[0] == "warp 1"] == [
        (0, 3, "lines 13-15"),
        (3, 4, "kernel.cu:9"),
        (4, 20, "loop AGAIN"),
        (20, 21, "kernel.cu:12"),  # what returns is behind the loop
    ]
    loop = next(each.arguments for each in found.slices if each.name == "loop AGAIN")
    assert (loop["trips"], loop["source"]) == (4, "kernel.cu:11-12")
    marks = [(each.kind, each.time) for each in found.marks if each.track.warp == 1]
    assert [time for kind, time in marks if kind == "trip"] == [8, 12, 16]
    assert [time for kind, time in marks if kind == "barrier"] == [7, 11, 15, 19]
    assert "trip 2 of loop AGAIN" in [each.name for each in found.marks]


NESTED = """\
    mov.u32 %r1, 0;
STEP:
    add.u32 %r1, %r1, 1;
WAIT:
    mbarrier.test_wait.parity.shared::cta.b64 %p2, [full], 1;
    @!%p2 bra WAIT;
    mov.u32 %r2, 0;
INNER:
    add.u32 %r2, %r2, 1;
    setp.lt.u32 %p3, %r2, 4;
    @%p3 bra INNER;
    setp.lt.u32 %p1, %r1, 3;
    @%p1 bra STEP;
    add.u32 %r3, %r1, 1;
"""


def test_loops_in_a_loop() -> None:
    """What waits for an mbarrier is a part of the loop around it; each part tells the trips."""
    body = f"mbarrier.init.shared::cta.b64 [full], 1;\n{NESTED}"
    found = timeline(body, np.zeros(1), block=32, declarations=SHARED, target="sm_90")
    rows = [
        (each.start, each.end, each.name, each.arguments["lines"], each.arguments.get("trips"))
        for each in found.slices
    ]
    step, inner = "loop STEP", "loop INNER"
    assert rows == [
        (0, 4, "lines 13-16", "13-16", None),
        (4, 8, step, "18-28", 3),
        (8, 20, inner, "24-26", 4),
        (20, 26, step, "18-28", 3),
        (26, 38, inner, "24-26", 4),
        (38, 44, step, "18-28", 3),
        (44, 56, inner, "24-26", 4),
        (56, 58, step, "18-28", 3),
        (58, 60, "lines 29-31", "29-31", None),
    ]
    whole = {each.arguments["whole loop"] for each in found.slices if each.name == step}
    assert whole == {"4 to 58"}
    assert [mark.time for mark in found.marks if mark.name.endswith(step)] == [22, 40]


def test_a_loop_that_is_tested_first() -> None:
    """Its last test is no trip of it."""
    body = "    mov.u32 %r1, 0;\nTOP:\n    setp.ge.u32 %p1, %r1, 3;\n    @%p1 bra END;\n"
    body += "    add.u32 %r1, %r1, 1;\n    bra TOP;\nEND:\n"
    found = timeline(body, np.zeros(1), block=32)
    (loop,) = (each.arguments for each in found.slices if each.name == "loop TOP")
    assert loop["trips"] == 3
    trips = [mark.name for mark in found.marks if mark.kind == "trip"]
    assert trips == ["trip 2 of loop TOP", "trip 3 of loop TOP"]


def test_marks_have_a_limit() -> None:
    """As slices have, and it is told."""
    found = timeline(LOOP, np.zeros(1), limit=5)
    assert len(found.marks) == 5
    assert found.notes[-1] == "5 marks were recorded, the limit; more may have followed"


def test_a_copy() -> None:
    """A consumer waits until a copy was issued, which ends when it knows; an arrow leads there."""
    found = timeline(COPY, np.arange(64, dtype=np.uint32), declarations=SHARED, target="sm_90")
    assert shown(found) == [
        ("copies", 12, 13, "bulk load"),
        ("warp 0", 0, 14, "lines 13-27"),
        ("warp 0", 14, 15, "DONE"),
        ("warp 1", 0, 9, "lines 13-27"),
        ("warp 1", 9, 10, "CONSUMER"),
        ("warp 1", 10, 13, "wait: mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r2], 0"),
        ("warp 1", 13, 15, "CONSUMER"),
        ("warp 1", 15, 16, "DONE"),
    ]
    (copy,) = [each for each in found.slices if each.kind == "copy"]
    assert copy.arguments == {"line": 25, "issued by warp": 0, "bytes": 256}
    (wait,) = [each for each in found.slices if each.kind == "wait"]
    assert wait.arguments == {"line": 29, "mbarrier": "full at 0x400"}
    (flow,) = found.flows
    assert found.slices[flow.copy] is copy
    assert (flow.track.name, flow.time) == ("warp 1", 12)


def test_accesses_to_shared_memory() -> None:
    """The copy into it and the load of what has arrived, with bytes, times and lines."""
    found = timeline(COPY, np.arange(64, dtype=np.uint32), declarations=SHARED, target="sm_90")
    copy, load = [each for each in found.shared if each.kind in ("copy in", "load")]
    assert copy == SharedSpan(13, 0, 255, "copy in", 25)
    assert (load.time, load.first, load.last, load.line) == (15, 0, 3, 31)
    assert not found.shared_reached


def test_accesses_to_shared_memory_of_the_first_cta() -> None:
    """Each warp has its own bytes; another CTA and other memories do not count."""
    body = """\
    mov.u32 %r1, tile;
    shl.b32 %r2, %r0, 3;
    add.u32 %r1, %r1, %r2;
    setp.ge.u32 %p1, %r0, 32;
    @%p1 st.shared.v2.u32 [%r1+256], {%r0, %r0};
    st.global.u32 [%out], %r0;"""
    found = timeline(body, np.zeros(1), declarations=SHARED, grid=3)
    assert found.error is None
    assert found.shared == [SharedSpan(7, 256 + 32 * 8, 256 + 63 * 8 + 7, "store", 19)]


def test_a_copy_that_is_there_before_it_is_waited_for() -> None:
    """It ends when the consumer knows, without a wait."""
    late = COPY.replace("CONSUMER:\n", "CONSUMER:\n" + "    add.u32 %r4, %r4, 1;\n" * 10)
    late = late.replace("bra CONSUMER;\n    ld", "trap;\n    ld")
    found = timeline(late, np.arange(64, dtype=np.uint32), declarations=SHARED, target="sm_90")
    assert not [each for each in found.slices if each.kind == "wait"]
    (copy,) = [each for each in found.slices if each.kind == "copy"]
    assert (copy.start, copy.end) == (12, 20)
    (flow,) = found.flows
    assert flow.time == 19


def test_groups() -> None:
    """Groups of `cp.async` last from their first copy to the wait that leaves too few open."""
    body = """\
    mov.u32 %r1, tile;
    shl.b32 %r2, %r0, 4;
    add.u32 %r3, %r1, %r2;
    cvt.u64.u32 %rd1, %r2;
    add.u64 %rd2, %out, %rd1;
    cp.async.cg.shared.global [%r3], [%rd2], 16;
    cp.async.cg.shared.global [%r3], [%rd2], 16;
    cp.async.commit_group;
    cp.async.cg.shared.global [%r3], [%rd2], 16;
    cp.async.commit_group;
    cp.async.wait_group 1;
    cp.async.wait_group 0;"""
    found = timeline(body, np.zeros(128, np.uint32), block=32, declarations=SHARED)
    assert shown(found) == [
        ("warp 0", 0, 15, "lines 13-27"),
        ("warp 0: cp.async", 7, 13, "64 cp.async"),
        ("warp 0: cp.async 2", 10, 14, "32 cp.async"),
    ]
    sizes = [each.arguments["bytes"] for each in found.slices if each.kind == "copy"]
    assert sizes == [1024, 512]
    assert [flow.time for flow in found.flows] == [12, 13]


def test_copies_that_tell_an_mbarrier() -> None:
    """Those of `cp.async` before a `cp.async.mbarrier.arrive` end with its phase."""
    body = """\
    mov.u32 %r1, tile;
    mov.u32 %r2, full;
    setp.eq.u32 %p1, %r0, 0;
    @%p1 mbarrier.init.shared::cta.b64 [%r2], 32;
    bar.warp.sync -1;
    cp.async.ca.shared.global [%r1], [%out], 16;
    cp.async.mbarrier.arrive.noinc.shared.b64 [%r2];
    add.u32 %r3, %r3, 1;
WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r2], 0;
    @!%p3 bra WAIT;"""
    found = timeline(body, np.zeros(128, np.uint32), block=32, declarations=SHARED, target="sm_90")
    (copy,) = [each for each in found.slices if each.kind == "copy"]
    assert (copy.track.name, copy.start, copy.end) == ("warp 0: cp.async", 7, 11)
    assert len(found.flows) == 1


def test_a_barrier_of_a_cluster() -> None:
    """Both CTAs wait for the later one; phases do not mix."""
    body = (
        """\
    mov.u32 %r1, %cluster_ctarank;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 bra MEET;
"""
        + "    add.u32 %r2, %r2, 1;\n" * 5
        + """\
MEET:
    barrier.cluster.arrive;
    barrier.cluster.wait;
    barrier.cluster.arrive;
    barrier.cluster.wait;"""
    )
    found = timeline(body, np.zeros(1), block=32, grid=2, cluster=2, target="sm_90")
    waits = [(each.track.cta, each.start, each.end) for each in found.slices if each.kind == "wait"]
    assert waits == [(0, 7, 11)]
    assert found.end == 15


@pytest.mark.parametrize("steps", [2, 7])
def test_a_gemm(steps: int) -> None:
    """A pipeline of Hopper: copies and products of each step, and the store at the end."""
    m, n, k = 64, 128, 64 * steps
    a, b = bfloat(np.ones((m, k), np.float32)), bfloat(np.ones((n, k), np.float32))
    c = np.zeros((m, n), "u2")
    maps = [ptxpy.TensorMap(x, (64, 64), type="bf16", swizzle="128B") for x in (a, b)]
    maps.append(ptxpy.TensorMap(c, (64, 64), type="bf16"))
    loaded = corpus_kernel("nvcc/hopper.sm_90a.ptx", "_Z4gemm14CUtensorMap_stS_S_i")
    how: Any = {
        "grid": (2, 1),
        "block": 256,
        "cluster": (2, 1, 1),
        "shared_bytes": 4 * 2 * 8192 + 8192 + 64 + 1024,
    }
    found = loaded.timeline(*maps, steps, **how)
    assert (c == bfloat(np.full((m, n), k, np.float32))).all()
    assert len(checked(found.to_json())) > len(found.slices)
    assert loaded.timeline(*maps, steps, **how).to_json() == found.to_json()
    for cta in range(2):
        here = [each for each in found.slices if each.track.cta == cta]
        products = [each for each in here if each.kind == "wgmma"]
        loads = [each for each in here if each.name == "tensor load"]
        stores = [each for each in here if each.name == "tensor store"]
        assert [each.name for each in products] == ["4 wgmma m64n64k16"] * steps
        # All four warps of the warpgroup multiply, and wait for the products.
        group = products[0].track.warp
        assert products[0].track.name == f"warps {group} to {group + 3}: wgmma"
        waited = {mark.track.warp for mark in found.marks if mark.name.startswith("wgmma.wait")}
        assert waited == {*range(group, group + 4)}
        assert [each.arguments["bytes"] for each in loads] == [8192] * 2 * steps
        assert len(stores) == 1
        # A product begins when the copies of its step are known to be complete.
        for number, product in enumerate(products):
            assert all(each.end <= product.start for each in loads[2 * number : 2 * number + 2])
    flows = [found.slices[flow.copy].name for flow in found.flows]
    assert flows.count("tensor load") == 4 * steps


def test_blocks_are_chosen() -> None:
    """One, or several; of all, the first."""
    loaded = ptxpy.load(kernel("    bar.sync 0;"))
    how: Any = {"grid": (8, 4), "block": 32}
    assert len(loaded.timeline(np.zeros(1), **how).ctas) == 16
    found = loaded.timeline(np.zeros(1), ctas=(3, 2), **how)
    assert found.ctas == [(3, 2, 0)]
    assert {each.track.cta for each in found.slices} == {0}
    assert loaded.timeline(np.zeros(1), ctas=[0, (1, 1)], **how).ctas == [(0, 0, 0), (1, 1, 0)]
    with pytest.raises(LaunchError, match="no CTA 32"):
        loaded.timeline(np.zeros(1), ctas=[32], **how)
    with pytest.raises(LaunchError, match="a timeline runs on device='cpu' only"):
        loaded.timeline(np.zeros(1), device="cuda", **how)


def test_a_limit_and_an_error(tmp_path: Path) -> None:
    """Both are told; a file has what there is."""
    found = timeline(MEET, np.zeros(1), limit=3)
    assert len(found.slices) == 3
    assert found.notes == ["3 slices were recorded, the limit; more followed"]
    broken = timeline(MEET + "\n    ld.global.u32 %r1, [0];", np.zeros(1))
    assert "outside of global memory" in str(broken.error)
    assert [each for each in broken.slices if each.kind == "wait"]
    path = tmp_path / "timeline.json"
    broken.write(path)
    assert checked(path.read_text(encoding="utf-8"))


def test_a_deadlock() -> None:
    """Who waits for ever is seen to wait, at a barrier and at an mbarrier."""
    body = """\
    mov.u32 %r2, full;
    mbarrier.init.shared::cta.b64 [%r2], 64;
    setp.lt.u32 %p1, %r0, 32;
    @%p1 bra ALONE;
WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r2], 0;
    @!%p3 bra WAIT;
ALONE:
    bar.sync 1, 96;"""
    found = timeline(body, np.zeros(1), block=64, declarations=SHARED, target="sm_90")
    assert "deadlock" in str(found.error)
    waits = [each for each in found.slices if each.kind == "wait"]
    assert {(each.track.name, each.name.split(";")[0].split(".")[0]) for each in waits} == {
        ("warp 0", "wait: bar"),
        ("warp 1", "wait: mbarrier"),
    }
    assert {each.end for each in waits} == {found.end}
    assert all(each.arguments["ended"] is False for each in waits)
