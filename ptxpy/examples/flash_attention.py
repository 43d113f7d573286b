"""draft."""

from __future__ import annotations

import sys
from math import inf, log2, e, sqrt
from typing import Any

import numpy as np

from ptxpy import Layout, Tile, b32, f16, f32, intrinsic, kernel, ptx, reg, smem, u32, s32

WARPGROUP = 128
ROWS = 64
"""Queries of a warpgroup."""
CONSUMERS = 2
"""Warpgroups that multiply; one more loads."""
QUERIES = CONSUMERS * ROWS
KEYS = 128
"""Keys of a step; the first step alone is masked, so a block's queries are no more than these."""
STRIPE = 64
"""Columns that one copy moves: 128 bytes, a line of the swizzle."""
DEPTH = 16
BLOCK = (1 + CONSUMERS) * WARPGROUP


def rows_of(count: int) -> Tile:
    """Return the tile of Q, K, V or O, of which a copy moves so many rows of a head."""
    return Tile("H", "L", "D", f16, Layout.TMA_128B, tma_box=(1, count, STRIPE))


@kernel(
    arch="sm_90a",
    in_specs=(rows_of(QUERIES), rows_of(KEYS), rows_of(KEYS)),
    out_specs=(rows_of(ROWS),),
    raw_params=[("u32", "L")],
    grid=lambda L, H: (-(-L // QUERIES), H),
    block=BLOCK,
    reqntid=(BLOCK,),
)
def attention(
    q: Any, k: Any, v: Any, o: Any, *, D: int, CAUSAL: bool = False, STAGES: int = 2
) -> None:
    """O = softmax(Q K^T / sqrt(D)) V."""
    stripes = range(0, D, STRIPE)
    queries = smem.wgmma_tile(f16, (QUERIES, D), "K")
    keys = smem.wgmma_tile(f16, (STAGES, KEYS, D), "K")
    values = smem.wgmma_tile(f16, (STAGES, KEYS, D), "MN")
    ready = smem.mbarrier(1)[0]
    full_k, free_k, full_v, free_v = (
        ptx.mbarrier.array(smem.mbarrier(STAGES), 0, STAGES) for _ in range(4)
    )
    map_q, map_k, map_v, map_o = (tensor.tma_desc() for tensor in (q, k, v, o))
    length = ptx.param(u32, "L")
    thread = ptx.special.tid.x()
    head = ptx.special.ctaid.y()
    tile = ptx.special.ctaid.x()
    if CAUSAL:  # the last tiles have most to do, so they go first
        tile = ptx.special.nctaid.x() - tile - 1
    first = tile * QUERIES
    seen = length
    if CAUSAL:
        seen = length.min(first + QUERIES)
    steps = (seen + (KEYS - 1)) / KEYS
    leader = (thread & 127) == 0

    with ptx.if_(thread == 0):
        ready.init(1) if hasattr(ready, "init") else ptx.mbarrier.init(ready, 1)
        for bars in (full_k, full_v):
            bars.init_all(1)
        for bars in (free_k, free_v):
            bars.init_all(CONSUMERS)
        ptx.fence.mbarrier_init()
    ptx.bar.sync(0)

    @intrinsic
    def produce() -> None:
        """One thread: load Q, and fill the rings with K and V from the last step to the first."""
        ptx.mbarrier.arrive_expect_tx(ready, queries.nbytes)
        for x in stripes:
            to = [queries, ptx.wgmma.k_offset(queries, x)]
            ptx.tma.load(to, map_q, (x, first, head), ready)
        ring = ptx.pipeline(STAGES)
        for done in ptx.range_(0, steps):
            stage, phase = ring.advance()
            row = (steps - done - 1) * KEYS
            for array, tensor, full, free in (
                (keys, map_k, full_k, free_k),
                (values, map_v, full_v, free_v),
            ):
                free.at(stage).wait(phase ^ 1)
                slot = full.at(stage)
                slot.arrive_expect_tx(array.stage_bytes)
                base = ptx.mad.lo.u32(stage, array.stage_bytes, ptx.mov.u32(array))
                for x in stripes:
                    ptx.tma.load([base, x * KEYS * 2], tensor, (x, row, head), slot)

    @intrinsic
    def consume(group: Any) -> None:
        """A warpgroup: its rows of O."""
        scores = reg.wgmma_frag(m=ROWS, n=KEYS, dtype=f32)
        sums = reg.wgmma_frag(m=ROWS, n=D, dtype=f32)
        weights = reg.array(b32, KEYS // 4)
        peaks = [reg.scalar(f32, -inf) for _ in range(2)]
        norms = [reg.scalar(f32, 0.0) for _ in range(2)]
        for x in range(len(sums)):
            sums[x] = 0.0
        ring_k, ring_v = ptx.pipeline(STAGES), ptx.pipeline(STAGES)
        desc_q = ptx.wgmma.auto_descriptor(queries, dtype=f16, shape=(QUERIES, D), major="K")
        desc_k = ptx.wgmma.auto_descriptor(keys[0], dtype=f16, shape=(KEYS, D), major="K")
        desc_v = ptx.wgmma.auto_descriptor(values[0], dtype=f16, shape=(KEYS, D), major="MN")
        upper = ptx.wgmma.k_offset(queries, 0, ROWS)
        desc_q = ptx.mad.wide.u32(group, upper >> 4, desc_q)

        def score() -> Any:
            """Start S = Q K^T with the next keys; return the barrier that gives them back."""
            stage, phase = ring_k.advance()
            full_k.at(stage).wait(phase)
            now = ptx.mad.wide.u32(stage, keys.stage_bytes >> 4, desc_k)
            ptx.wgmma.fence()
            for x in range(0, D, DEPTH):
                ptx.wgmma.mma_async(
                    shape=(ROWS, KEYS, DEPTH),
                    dtype_d=f32,
                    dtype_a=f16,
                    dtype_b=f16,
                    d=scores,
                    a=desc_q,
                    b=now,
                    scale_d=x > 0,
                    a_k_offset=ptx.wgmma.k_offset(queries, x),
                    b_k_offset=ptx.wgmma.k_offset(keys[0], x),
                )
            ptx.wgmma.commit_group()
            return free_k.at(stage)

        def weigh() -> Any:
            """Start O += P V with the next values; return the barrier that gives them back."""
            stage, phase = ring_v.advance()
            full_v.at(stage).wait(phase)
            now = ptx.mad.wide.u32(stage, values.stage_bytes >> 4, desc_v)
            ptx.wgmma.fence()
            for x in range(0, KEYS, DEPTH):
                ptx.wgmma.mma_async(
                    shape=(ROWS, D, DEPTH),
                    dtype_d=f32,
                    dtype_a=f16,
                    dtype_b=f16,
                    d=sums,
                    a=weights[x // 4 : x // 4 + 4],
                    b=now,
                    scale_d=True,
                    trans_b=1,
                    b_k_offset=ptx.wgmma.k_offset(values[0], x),
                )
            ptx.wgmma.commit_group()
            return free_v.at(stage)

        def soften() -> list[Any]:
            """Turn scores into weights; return by what is wrong that was added up before."""
            corrections = []
            for half in range(2):
                own = [4 * i + 2 * half + j for i in range(KEYS // 8) for j in range(2)]
                peak = reg.from_(peaks[half], f32)
                for i in own:
                    ptx.inst.max.f32(peak, peak, scores[i])
                ptx.warp.reduce_max(peak, width=4)
                scale = log2(e) / sqrt(D)
                correction = ptx.ex2.approx.ftz.f32((peaks[half] - peak) * scale)
                correction = reg.from_(correction, f32)
                corrections.append(correction)
                ptx.inst.mov.f32(peaks[half], peak)
                ptx.inst.mul.f32(norms[half], norms[half], correction)
                offset = reg.from_(peak * -scale, f32)
                for i in own:
                    ptx.inst.fma.rn.f32(scores[i], scores[i], scale, offset)
                    ptx.inst.ex2.approx.ftz.f32(scores[i], scores[i])
                    ptx.inst.add.f32(norms[half], norms[half], scores[i])
            return corrections

        def pack() -> None:
            for i in range(len(weights)):
                weights[i] = ptx.cvt.rn.f16x2.f32(scores[2 * i + 1], scores[2 * i])

        lane = thread & 31
        row = first + group * ROWS + ((thread & 96) >> 1) + (lane >> 2)
        ptx.mbarrier.wait(ready, 0)
        free = score()
        ptx.wgmma.wait_group(0)
        free.arrive(pred=leader)
        # mask
        start = (steps - 1) * KEYS + (lane & 3) * 2
        for half in range(2):
            limit = length
            if CAUSAL:
                limit = length.min(row + (8 * half + 1))
            visible = reg.from_(ptx.sub.s32(limit, start), s32)
            for i in range(KEYS // 8):
                for j in range(2):
                    x = 4 * i + 2 * half + j
                    scores[x] = ptx.selp.f32(scores[x], -inf, visible > 8 * i + j)
        soften()
        pack()
        for _ in ptx.range_(1, steps):
            free_keys = score()
            free_values = weigh()
            ptx.wgmma.wait_group(1)
            corrections = soften()
            done = ptx.setp.geu.f32(norms[0] + norms[1], 0.0)
            free_keys.arrive(pred=done & leader)
            ptx.wgmma.wait_group(0)
            free_values.arrive(pred=leader)
            for i in range(len(sums)):
                ptx.inst.mul.f32(sums[i], sums[i], corrections[i // 2 % 2])
            pack()
        weigh()
        ptx.wgmma.wait_group(0)

        for half in range(2):
            ptx.warp.reduce_sum(norms[half], width=4)
            ptx.inst.rcp.approx.ftz.f32(norms[half], norms[half])
        for i in range(len(sums)):
            ptx.inst.mul.f32(sums[i], sums[i], norms[i // 2 % 2])
        # store
        mine = ptx.mad.lo.u32(group, upper, ptx.mov.u32(queries))
        line = thread & 15 | (thread & 96) >> 1
        start = mine + line * 128 + (((thread >> 4 & 1) ^ (thread & 7)) << 4)
        for x in range(0, D, 16):
            held = sums[x // 2 : x // 2 + 8]
            packed = [ptx.cvt.rn.f16x2.f32(held[j + 1], held[j]) for j in range(0, 8, 2)]
            stripe = ptx.wgmma.k_offset(queries, x // STRIPE * STRIPE)
            ptx.stmatrix(smem=[start ^ (2 * x % 128), stripe], regs=packed)
        ptx.fence.proxy_async_shared_cta()
        ptx.named_barrier(group + 1, count=WARPGROUP).sync()
        with ptx.if_(leader):
            for x in stripes:
                at = (x, first + group * ROWS, head)
                ptx.tma.store(map_o, [mine, ptx.wgmma.k_offset(queries, x)], at)
            ptx.cp.async_.bulk.commit_group()
            ptx.cp.async_.bulk.wait_group(0, read=True)

    with ptx.if_(thread < WARPGROUP):
        ptx.setmaxnreg(24, inc=False)
        with ptx.if_(thread == 0):
            produce()
    with ptx.else_():
        ptx.setmaxnreg(240)
        consume((thread >> 7) - 1)
    ptx.ret()


if __name__ == "__main__":
    for D in (64, 128):
        for causal in (False, True):
            text = attention.ptx(D=D, CAUSAL=causal)
            open(f"/tmp/h8/fa{D}{int(causal)}.ptx", "w").write(text)
    rng = np.random.default_rng(0)
    import time

    for H, L, D, causal in ((2, 300, 64, False), (1, 500, 128, True), (1, 17, 64, True), (2, 384, 64, True)):
        q, k, v = rng.standard_normal((3, H, L, D)).astype("f2")
        t = time.time()
        o = attention(q, k, v, device="cpu", strict="-s" in sys.argv, CAUSAL=causal)
        t = time.time() - t
        s = q.astype("f8") @ k.astype("f8").transpose(0, 2, 1) / np.sqrt(D)
        if causal:
            s = np.where(np.tri(L) == 1, s, -np.inf)
        w = np.exp(s - s.max(2, keepdims=True))
        w /= w.sum(2, keepdims=True)
        print(np.abs(o - w @ v.astype("f8")).max(), t)
