"""`clusterlaunchcontrol`: each cluster of a grid is processed once, whoever gets it."""

import numpy as np
import pytest

from ptxpy.launch import load
from ptxpy.sim import loaded_module
from ptxpy.sim.errors import SimulationError
from ptxpy.sim.machine.pending_clusters import ClusterLaunches

# Thread 0 counts each CTA that is processed in out[ctaid], and requests in out[64].
LOOP = """\
.version 8.6
.target sm_100a
.address_size 64
.visible .entry kernel(.param .u64 out)
{cluster}{{
    .reg .pred %p<9>;
    .reg .b32 %r<30>;
    .reg .b64 %rd<20>;
    .reg .b128 %q;
    .shared .align 16 .b8 response[16];
    .shared .align 8 .b64 bar;
    ld.param.u64 %rd0, [out];
    mov.u32 %r0, %tid.x;
    setp.ne.u32 %p0, %r0, 0;
    @%p0 bra DONE;
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r10, %cluster_ctarank;
    mov.u32 %r2, 0;
    mbarrier.init.shared.b64 [bar], 1;
    fence.mbarrier_init.release.cluster;
NEXT:
    mad.wide.u32 %rd1, %r1, 4, %rd0;
    red.global.add.u32 [%rd1], 1;
    fence.proxy.async.shared::cta;
    clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 \
        [response], [bar];
    mbarrier.arrive.expect_tx.shared.b64 _, [bar], 16;
{wait}
    ld.shared.b128 %q, [response];
    clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %p2, %q;
{after}
    @!%p2 bra DONE;
    clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {{%r1, %r5, %r6, _}}, %q;
    clusterlaunchcontrol.query_cancel.get_first_ctaid::x.b32.b128 %r7, %q;
    setp.ne.u32 %p3, %r1, %r7;
    @%p3 trap;
    add.u32 %r1, %r1, %r10;
    xor.b32 %r2, %r2, 1;
    red.global.add.u32 [%rd0+256], 1;
    bra NEXT;
DONE:
    ret;
}}
"""
WAIT = """\
WAIT:
    mbarrier.try_wait.parity.shared.b64 %p1, [bar], %r2;
    @!%p1 bra WAIT;"""


def launch(
    cluster: str = "", wait: str = WAIT, after: str = "", *, strict: bool = False
) -> list[int]:
    """Run the loop on 16 CTAs; return the counts and the requests that got a cluster."""
    out = np.zeros(65, np.uint32)
    text = LOOP.format(cluster=cluster, wait=wait, after=after)
    load(text).launch(out, grid=16, block=32, device="cpu", strict=strict)
    return [*out[:16].tolist(), int(out[64])]


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize(
    ("started", "most", "got"),
    [
        (None, None, 12),
        (16, None, 0),
        (1, 0, 0),
        (4, 0, 0),
        (1, 5, 5),
        (3, None, 13),
        (1, None, 15),
    ],
)
def test_every_cta_is_processed_once(
    monkeypatch: pytest.MonkeyPatch, started: int | None, most: int | None, got: int, strict: bool
) -> None:
    """All policies: none, some, all."""
    launches = ClusterLaunches(started, most)
    monkeypatch.setattr(loaded_module, "ClusterLaunches", lambda: launches)
    assert launch(strict=strict) == [1] * 16 + [got]


def test_get_first_ctaid_of_a_failure_is_an_error() -> None:
    """There is no CTA to name."""
    with pytest.raises(SimulationError, match="test is_canceled first"):
        launch(after="    setp.eq.u32 %p2, %r2, %r2;")


def test_a_query_of_other_memory_is_an_error() -> None:
    """Without a wait in strict mode, what is read is a race or no response."""
    with pytest.raises(SimulationError, match=r"race|copy|response"):
        launch(wait="", strict=True)


def test_a_request_after_a_seen_failure_is_an_error_in_strict_mode() -> None:
    """What it does is undefined."""
    again = "    @!%p2 xor.b32 %r2, %r2, 1;\n    @!%p2 bra NEXT;"
    with pytest.raises(SimulationError, match="has seen that a request failed"):
        launch(after=again, strict=True)
