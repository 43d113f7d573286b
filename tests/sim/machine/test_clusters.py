"""Clusters: ranks, shared memory of other CTAs, the barrier of a cluster, and what is wrong."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import ptxpy
from ptxpy.sim import SimulationError
from ptxpy.sim.loaded_module import LoadedModule
from ptxpy.sim.machine.geometry import Geometry, coordinates

FRAME = """\
.version 8.6
.target sm_90a
.address_size 64
.shared .align 16 .b8 mailbox[1024];
.shared .align 8 .b64 bar;
.shared .align 8 .b64 full[4];
.visible .entry kernel(.param .u64 out)
{{
    .reg .pred %p<9>;
    .reg .b32 %r<30>;
    .reg .b32 %rank;
    .reg .b32 %cta;
    .reg .b64 %rd<9>;
    .reg .f32 %f<9>;
    mov.u32 %r0, %tid.x;
    mov.u32 %rank, %cluster_ctarank;
    mov.u32 %r20, %ctaid.x;
    mov.u32 %r21, %ctaid.y;
    mov.u32 %r22, %ctaid.z;
    mov.u32 %r23, %nctaid.x;
    mov.u32 %r24, %nctaid.y;
    mad.lo.u32 %r22, %r22, %r24, %r21;
    mad.lo.u32 %cta, %r22, %r23, %r20;
{body}
    ld.param.u64 %rd1, [out];
    mov.u32 %r26, %ntid.x;
    mad.lo.u32 %r25, %cta, %r26, %r0;
    mad.wide.u32 %rd1, %r25, 4, %rd1;
    st.global.u32 [%rd1], %r1;
    ret;
}}
"""


class Case(NamedTuple):
    """A kernel and what its threads find."""

    name: str
    body: str
    expected: str
    geometry: Geometry


def extents(text: str) -> tuple[int, int, int]:
    """Return three extents of `4,2`."""
    x, y, z = ([int(each) for each in text.split(",")] + [1, 1])[:3]
    return x, y, z


def cases() -> list[Case]:
    """Return the cases of `clusters.txt`."""
    text = Path(__file__).with_name("clusters.txt").read_text(encoding="utf-8")
    found = []
    for part in re.split(r"^-- ", text, flags=re.MULTILINE)[1:]:
        name, _, rest = part.partition("\n")
        body, _, expected = rest.partition("\n== ")
        launch = re.search(r"^# launch (\S+) (\S+) (\S+)\n", body, re.MULTILINE)
        grid, block, cluster = (
            extents(each) for each in (launch.groups() if launch else ("4", "32", "2"))
        )
        geometry = Geometry(grid, block, cluster, explicit_cluster=True)
        body = re.sub(r"^# launch .*\n", "", body, flags=re.MULTILINE)
        found.append(Case(name, body, expected.strip(), geometry))
    return found


def run(body: str, geometry: Geometry, **options: Any) -> list[int]:
    """Run a body of a kernel; return what its threads found."""
    loaded = LoadedModule(ptxpy.parse(FRAME.format(body=body)))
    threads = geometry.ctas * geometry.threads
    out = loaded.memory.allocate(4 * threads, "the result")
    loaded.run("kernel", out.to_bytes(8, "little"), geometry, **options)
    view = loaded.memory.view("u4")
    return [int(value) for value in view[out // 4 : out // 4 + threads]]


@pytest.mark.parametrize("lanes", [32, 256, 16384])
@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_threads_find(case: Case, lanes: int) -> None:
    """What the case says, however many clusters run side by side."""
    geometry = case.geometry
    found = run(case.body, geometry, lanes=lanes)
    wanted = []
    for i in range(geometry.ctas):
        place = coordinates(i, geometry.grid)
        a, b, c = (k % extent for k, extent in zip(place, geometry.cluster, strict=True))
        rank = a + geometry.cluster[0] * (b + geometry.cluster[1] * c)
        names = {"i": i, "rank": rank, "n": geometry.cluster_size}
        for t in range(geometry.threads):
            wanted.append(eval(case.expected, {**names, "t": t}))  # noqa: PERF401, S307
    assert found == wanted


PAIR = Geometry((2, 1, 1), (32, 1, 1), (2, 1, 1))

FAULTS = {
    "mapa to rank 2; the cluster has 2 CTAs": "mapa.shared::cluster.u32 %r3, mailbox, 2;",
    "is in the shared memory of CTA (1, 0, 0), which only instructions with ::cluster": (
        "mapa.shared::cluster.u32 %r3, mailbox, 1; ld.shared::cta.u32 %r1, [%r3];"
    ),
    "is in the shared memory of CTA (0, 0, 0), which only instructions with ::cluster": (
        "mapa.shared::cluster.u32 %r3, mailbox, 0; st.shared.u32 [%r3], %r0;"
    ),
    "of rank 5; the cluster has 2 CTAs": (
        "mov.u32 %r3, 0x5000000; ld.shared::cluster.u32 %r1, [%r3];"
    ),
    "0x1000440 are outside of the 1,064 bytes of shared memory of CTA (1, 0, 0)": (
        "mapa.shared::cluster.u32 %r3, mailbox, 1; ld.shared::cluster.u32 %r1, [%r3+1088];"
    ),
    "address 0x1000002 in shared memory is not a multiple of the 4 bytes": (
        "mapa.shared::cluster.u32 %r3, mailbox, 1; ld.shared::cluster.u32 %r1, [%r3+2];"
    ),
    "mapa of 0x": "ld.param.u64 %rd1, [out]; mapa.u64 %rd2, %rd1, 1;",
    "getctarank of 0x": "ld.param.u64 %rd1, [out]; getctarank.u64 %r1, %rd1;",
    "shared memory of CTA (1, 0, 0), all threads of which have ended": (
        "setp.eq.u32 %p1, %rank, 1; @%p1 exit; bar.sync 0;"
        "mapa.shared::cluster.u32 %r3, mailbox, 1; st.shared::cluster.u32 [%r3], 1;"
    ),
    "a second barrier.cluster.arrive": "barrier.cluster.arrive; barrier.cluster.arrive;",
    "a barrier.cluster.wait without a barrier.cluster.arrive": "barrier.cluster.wait;",
    "its mbarrier 0x400 in that of rank 0": (
        "mbarrier.init.shared.b64 [bar], 1; mapa.shared::cluster.u32 %r3, mailbox, 1;"
        "mapa.shared::cluster.u32 %r4, bar, 0;"
        "st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r3], %r0, [%r4];"
    ),
    "no mbarrier object: bar at 0x400 of CTA (1, 0, 0) was not initialised": (
        "mapa.shared::cluster.u32 %r4, bar, 1; mbarrier.arrive.shared::cluster.b64 _, [%r4];"
    ),
    "which only instructions with ::cluster access from another CTA": (
        "mapa.shared::cluster.u32 %r4, bar, 1; mbarrier.init.shared.b64 [%r4], 1;"
    ),
}


@pytest.mark.parametrize("message", FAULTS)
def test_faults(message: str) -> None:
    """They name the CTA whose memory it is, and the thread that accesses it."""
    with pytest.raises(SimulationError, match=re.escape(message)) as caught:
        run(f"    {FAULTS[message]}\n", PAIR)
    assert re.search(r"\n    at line \d+: .*\n    in CTA \([01], 0, 0\), thread", str(caught.value))


def test_messages_name_ctas_of_the_grid() -> None:
    """CTAs of a cluster run one behind the other, wherever they are in the grid."""
    body = "    setp.eq.u32 %p1, %cta, 9;\n    @%p1 trap;\n"
    geometry = Geometry((4, 4, 1), (32, 1, 1), (1, 4, 1))
    with pytest.raises(SimulationError, match=r"in CTA \(1, 2, 0\), thread \(0, 0, 0\)"):
        run(body, geometry)


def test_a_deadlock_at_the_barrier_of_the_cluster() -> None:
    """It says how many have arrived, and what the others wait for."""
    body = """
    setp.eq.u32 %p1, %rank, 0;
    @%p1 bra FIRST;
    bar.sync 3, 128;
FIRST:
    barrier.cluster.arrive;
    barrier.cluster.wait;
"""
    with pytest.raises(SimulationError) as caught:
        run(body, Geometry((4, 1, 1), (64, 1, 1), (2, 1, 1)))
    everyone = "128 threads of 2 CTAs wait, such as CTA"
    come = "64 of 128 threads have arrived, line 27: bar.sync 3, 128;"
    arrived = "where 64 of 128 have arrived, line 30: barrier.cluster.wait;"
    assert str(caught.value).splitlines() == [
        "deadlock: no thread can make progress",
        f"    {everyone} (1, 0, 0), thread (0, 0, 0), at barrier 3, where {come}",
        f"    {everyone} (0, 0, 0), thread (0, 0, 0), at the barrier of the cluster, {arrived}",
    ]
