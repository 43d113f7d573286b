"""Copies of many CTAs at once do what they do one by one."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

import ptxpy
from ptxpy.sim.semantics.asynchronous import tensor_batches
from tests.sim.harness import kernel

CTAS = 12
MIN_LANES = tensor_batches.MIN_LANES
ROOM = 16384
SHARED = f".shared .align 1024 .b8 tile[{ROOM}]; .shared .align 8 .b64 bar;"
PARAMETERS = ".param .align 64 .b8 source[128], .param .u64 places, .param .u32 mask"
DUMP = f"""
WAIT:
    mbarrier.try_wait.parity.shared.b64 %p2, [%r2], 0;
    @!%p2 bra WAIT;
    mul.wide.u32 %rd3, %r3, {ROOM};
    add.u64 %rd3, %out, %rd3;
    mad.wide.u32 %rd3, %r0, 16, %rd3;
    mad.lo.u32 %r4, %r0, 16, %r1;
    mov.u32 %r5, 0;
DUMP:
    ld.shared.v4.u32 {{%r11, %r12, %r13, %r14}}, [%r4];
    st.global.v4.u32 [%rd3], {{%r11, %r12, %r13, %r14}};
    add.u32 %r4, %r4, 512;
    add.u64 %rd3, %rd3, 512;
    add.u32 %r5, %r5, 1;
    setp.lt.u32 %p2, %r5, {ROOM // 512};
    @%p2 bra DUMP;
    barrier.cluster.arrive.aligned;
    barrier.cluster.wait.aligned;
"""


def body(rank: int, size: int, cluster: int) -> str:
    """Return a kernel whose CTAs load boxes where an array says, to where it says."""
    at = ", ".join(f"%r{20 + axis}" for axis in range(rank))
    loads = "\n".join(f"ld.global.u32 %r{20 + axis}, [%rd2+{4 * axis}];" for axis in range(rank))
    multicast = ".multicast::cluster" if cluster > 1 else ""
    return f"""
    mov.b64 %rd1, source;
    cvta.param.u64 %rd1, %rd1;
    ld.param.u64 %rd2, [places];
    ld.param.u32 %r6, [mask];
    cvt.u16.u32 %h1, %r6;
    mov.u32 %r1, tile;
    mov.u32 %r2, bar;
    mov.u32 %r3, %ctaid.x;
    mad.wide.u32 %rd2, %r3, 24, %rd2;
    {loads}
    ld.global.u32 %r7, [%rd2+20];
    add.u32 %r7, %r7, %r1;
    setp.eq.u32 %p1, %r0, 0;
    @%p1 mbarrier.init.shared.b64 [%r2], 1;
    @%p1 mbarrier.arrive.expect_tx.shared.b64 _, [%r2], {size * cluster};
    fence.mbarrier_init.release.cluster;
    barrier.cluster.arrive.release.aligned;
    barrier.cluster.wait.acquire.aligned;
    @%p1 cp.async.bulk.tensor.{rank}d.shared::cluster.global.mbarrier::complete_tx::bytes{multicast}
        [%r7], [%rd1, {{{at}}}], [%r2]{', %h1' if multicast else ''};
    {DUMP}"""


def case(random: Random) -> tuple[ptxpy.TensorMap, np.ndarray[Any, Any], int, int]:
    """Return a tensor map, places of boxes and of tiles, bytes of a box, and a cluster's size."""
    rank, item = random.randint(1, 5), random.choice([1, 2, 4, 8])
    width = random.choice([0, 32, 64, 128])
    row = width if width and random.random() < 0.8 else random.choice([16, 32, 96])
    row = min(row, width) if width else row
    box = [max(1, row // item)]
    while len(box) < rank:
        box.append(random.randint(1, max(1, min(8, 2048 // (row * int(np.prod(box[1:])))))))
    dims = [random.randint(1, 6 * count + 8) for count in box]
    dims[0] = max(dims[0], 16 // item)
    strided = [-(-dims[0] * item // 16) * 16 // item, *dims[1:]]
    generator = np.random.default_rng(random.randrange(1 << 30))
    held = generator.integers(0, 256, int(np.prod(strided)) * item, dtype=np.uint8)
    view = held.view(f"u{item}").reshape(strided[::-1])[..., : dims[0]]
    places = np.zeros((CTAS, 6), np.int32)
    cluster = random.choice([1, 1, 2, 3])
    inside = random.random() < 0.5
    for cta in range(CTAS):
        for axis, (extent, count) in enumerate(zip(dims, box, strict=True)):
            low, high = (0, max(0, extent - count)) if inside else (-count, extent)
            at = random.randint(low, high)
            whole = not axis and (inside or random.random() < 0.9)
            places[cta, axis] = at // (16 // item) * (16 // item) if whole else at
        # Boxes of CTAs of a cluster, which all get, lie side by side.
        places[cta, 5] = cta % cluster * (ROOM // 4) if cluster > 1 else 0
    made = ptxpy.TensorMap(view, box[::-1], swizzle=f"{width}B" if width else "none")
    return made, places, made.layout.row_bytes * int(np.prod(box[1:])), cluster


@pytest.mark.parametrize("seed", range(24))
def test_together_and_one_by_one(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of shared memory is the same, and all mbarriers hear of the same bytes."""
    made, places, size, cluster = case(Random(seed))  # noqa: S311 - test data
    text = kernel(body(len(made.layout.dims), size, cluster), PARAMETERS, SHARED, "sm_90a")
    found = []
    for few in (MIN_LANES, CTAS + 1):
        monkeypatch.setattr(tensor_batches, "MIN_LANES", few)
        out = np.zeros((CTAS, ROOM), np.uint8)
        ptxpy.load(text).launch(
            *(made, places, (1 << cluster) - 1, out),
            grid=CTAS,
            block=32,
            cluster=cluster,
            device="cpu",
        )
        found.append(out)
    assert (found[0] == found[1]).all()


def test_they_are_moved_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of these cases, some are moved together as a whole, some in part."""
    kinds = set()
    load = tensor_batches.load

    def watched(*arguments: Any) -> Any:
        done = load(*arguments)
        kinds.add("none" if done is None else "all" if done.all() else "some")
        return done

    monkeypatch.setattr(tensor_batches, "load", watched)
    for seed in range(24):
        test_together_and_one_by_one(seed, monkeypatch)
    assert kinds == {"all", "some", "none"}
