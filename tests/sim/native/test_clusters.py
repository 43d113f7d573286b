"""Clusters and cooperative grids compiled: CTAs that wait for each other."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ptxpy
from ptxpy.launch import load
from ptxpy.sim import SimulationError, engine
from ptxpy.sim.loaded_module import LoadedModule
from ptxpy.sim.machine.geometry import Geometry
from tests.sim.kernels.test_cooperative import FILE
from tests.sim.machine.test_clusters import FAULTS, FRAME, PAIR, cases
from tests.sim.machine.test_clusters import run as interpreted

pytest.importorskip("llvmlite")

from ptxpy.sim import native

_NOT_COMPILED = ("st.async", "red.async", "red.global.add.v4.f32")
"""Instructions that leave a kernel of the cases to the interpreter."""


def compiled(body: str, geometry: Geometry, **options: Any) -> tuple[list[int], str]:
    """Run a body of a kernel compiled; return what its threads found, or why it did not run."""
    loaded = LoadedModule(ptxpy.parse(FRAME.format(body=body)))
    threads = geometry.ctas * geometry.threads
    out = loaded.memory.allocate(4 * threads, "the result")
    outcome, reason = native.run(loaded, "kernel", out.to_bytes(8, "little"), geometry, **options)
    view = loaded.memory.view("u4")[out // 4 : out // 4 + threads]
    if outcome is None:
        assert not view.any()
        return [], reason
    return view.tolist(), ""


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_threads_find_what_they_do_interpreted(case: Any) -> None:
    """All cases of the interpreter, but for those with copies that others wait for."""
    found, reason = compiled(case.body, case.geometry)
    if any(each in case.body for each in _NOT_COMPILED):
        assert reason.startswith("the instruction ")
        return
    assert not reason
    assert found == interpreted(case.body, case.geometry)


@pytest.mark.parametrize("message", FAULTS)
def test_faults_are_left_to_the_interpreter(message: str) -> None:
    """Memory is as it was, and nothing is told."""
    _, reason = compiled(f"    {FAULTS[message]}\n", PAIR)
    assert reason


RING = """
    mov.u32 %r1, %cta;
    mad.lo.u32 %r1, %r1, 1000, %r0;
    mov.u32 %r2, mailbox;
    mad.lo.u32 %r2, %r0, 4, %r2;
    mov.u32 %r5, %cluster_nctarank;
    add.u32 %r6, %rank, 1;
    rem.u32 %r6, %r6, %r5;
    mapa.shared::cluster.u32 %r3, %r2, %r6;
    cvt.u64.u32 %rd2, %r2;
    cvta.shared.u64 %rd2, %rd2;
    mapa.u64 %rd3, %rd2, 0;
    mov.u32 %r7, 0;
NEXT:
    st.shared.u32 [%r2], %r1;
    barrier.cluster.arrive.release.aligned;
    barrier.cluster.wait.acquire.aligned;
    ld.shared::cluster.u32 %r4, [%r3];
    mad.lo.u32 %r1, %r1, 3, %r4;
    barrier.cluster.arrive.aligned;
    barrier.cluster.wait.aligned;
    atom.add.u32 %r4, [%rd3], 5;
    red.shared::cluster.add.u32 [%r3+512], 7;
    barrier.cluster.arrive.aligned;
    barrier.cluster.wait.aligned;
    ld.u32 %r4, [%rd3];
    add.u32 %r1, %r1, %r4;
    ld.shared.u32 %r4, [%r2+512];
    add.u32 %r1, %r1, %r4;
    barrier.cluster.arrive.aligned;
    barrier.cluster.wait.aligned;
    add.u32 %r7, %r7, 1;
    setp.lt.u32 %p1, %r7, 5;
    @%p1 bra NEXT;
"""


@pytest.mark.parametrize(("grid", "block", "cluster"), [(4, 64, 2), (16, 100, 8), (96, 128, 4)])
def test_a_ring_of_blocks(grid: int, block: int, cluster: int) -> None:
    """Loads, stores and atomic operations in other CTAs' memory; more clusters than run at once."""
    geometry = Geometry((grid, 1, 1), (block, 1, 1), (cluster, 1, 1), explicit_cluster=True)
    found, reason = compiled(RING, geometry)
    assert not reason
    assert found == interpreted(RING, geometry)


def test_an_end_that_nobody_waits_for() -> None:
    """Whether a CTA accesses the memory of one that has ended may be open: the interpreter says."""
    body = """
    mov.u32 %r1, 1;
    setp.eq.u32 %p1, %rank, RANK;
    @%p1 bra DONE;
    mapa.shared::cluster.u32 %r3, mailbox, RANK;
    ld.shared::cluster.u32 %r1, [%r3];
DONE:
"""
    for rank in "01":
        assert compiled(body.replace("RANK", rank), PAIR)[1]
    body += "    barrier.cluster.arrive;\n    barrier.cluster.wait;\n"
    for rank in "01":
        assert not compiled(body.replace("RANK", rank), PAIR)[1]


def test_threads_that_have_ended_are_not_awaited() -> None:
    """At the barrier of a cluster, whether they arrive before they end or not."""
    body = """
    mov.u32 %r1, 7;
    setp.lt.u32 %p1, %r0, 5;
    setp.ge.u32 %p2, %r0, 60;
    @%p1 exit;
    barrier.cluster.arrive;
    @%p2 exit;
    barrier.cluster.wait;
    barrier.cluster.arrive;
    barrier.cluster.wait;
"""
    geometry = Geometry((8, 1, 1), (64, 1, 1), (4, 1, 1), explicit_cluster=True)
    found, reason = compiled(body, geometry)
    assert not reason
    assert found == interpreted(body, geometry)


DEADLOCK = """
    setp.eq.u32 %p1, %rank, 0;
    @%p1 bra FIRST;
    bar.sync 3, 128;
FIRST:
    barrier.cluster.arrive;
    barrier.cluster.wait;
"""


def test_a_deadlock_is_left_to_the_interpreter() -> None:
    """It says who waits where."""
    _, reason = compiled(DEADLOCK, Geometry((4, 1, 1), (64, 1, 1), (2, 1, 1)))
    assert reason == "loops that run on without an end"


def cooperative(kernel: str, n: int, grid: Any, block: int, which: str) -> tuple[list[int], Any]:
    """Run a kernel of `cooperative.ptx`; return the bits that it leaves, and the report."""
    x, sums = np.arange(1, n + 1, dtype=np.float32), np.zeros(2, np.float32)
    arguments = (x, sums, n) if kernel == "normalise" else (x, n)
    with engine(which) as report:
        load(FILE, kernel).launch(
            *arguments, grid=grid, block=block, device="cpu", cooperative=True
        )
    return [*x.view(np.uint32).tolist(), *sums.view(np.uint32).tolist()], report


@pytest.mark.parametrize("grid", [1, (3, 2), 7, (2, 2, 2), 70])
def test_grids_that_wait_for_themselves(grid: Any) -> None:
    """`grid.sync()`, which is a loop over a word of the workspace."""
    n = 70 * 32
    expected, _ = cooperative("normalise", n, grid, 64, "interpreted")
    found, report = cooperative("normalise", n, grid, 64, "compiled")
    assert report.compiled
    np.testing.assert_allclose(
        np.array(found, np.uint32).view(np.float32),
        np.array(expected, np.uint32).view(np.float32),
        rtol=1e-5,
    )


@pytest.mark.parametrize("blocks", [1, 8, 33])
def test_blocks_with_unequal_work(blocks: int) -> None:
    """The bits are those of the interpreter, launch after launch."""
    expected, _ = cooperative("unequal", 32 * blocks, blocks, 32, "interpreted")
    for _ in range(2):
        found, report = cooperative("unequal", 32 * blocks, blocks, 32, "compiled")
        assert report.compiled
        assert found == expected


WAITS = """\
.version 8.0
.target sm_80
.address_size 64
.visible .entry kernel(.param .u64 out)
{
    .reg .pred %p<3>;
    .reg .b32 %r<5>;
    .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %ctaid.x;
    atom.global.add.u32 %r3, [%rd1], 1;
    mov.u32 %r4, %nctaid.x;
    add.u32 %r4, %r4, MORE;
AGAIN:
    ld.acquire.gpu.global.u32 %r2, [%rd1];
    setp.lt.u32 %p1, %r2, %r4;
    @%p1 bra AGAIN;
    ret;
}
"""


def test_a_grid_that_waits_for_ever() -> None:
    """Each CTA waits for all, and then for one more: the interpreter says so."""
    for more in (0, 1):
        kernel, out = load(WAITS.replace("MORE", str(more))), np.zeros(1, np.uint32)
        shape: dict[str, Any] = {"grid": 40, "block": 1, "device": "cpu", "cooperative": True}
        with engine("compiled") as report, ptxpy.sim.limited(10_000):
            if more:
                with pytest.raises(SimulationError, match="has not ended after 10,000 steps"):
                    kernel.launch(out, **shape)
                assert report.interpreted
            else:
                kernel.launch(out, **shape)
                assert report.compiled
        assert out[0] == (0 if more else 40)
