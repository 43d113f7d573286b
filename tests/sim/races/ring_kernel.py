"""A product of two matrices with a ring of stages, as an author writes one for Hopper.

`ring_faults.txt` plants faults in it.
"""

from typing import Any

from ptxpy import Layout, Tile, bf16, f32, kernel, ptx, reg, smem, u32

M, N, K, STAGES = 64, 64, 64, 3
WARPS = 4
THREADS = 32 * (WARPS + 1)


@kernel(
    arch="sm_90a",
    in_specs=(
        Tile("M", "K", bf16, Layout.TMA_128B, tma_box=(M, K)),
        Tile("N", "K", bf16, Layout.TMA_128B, tma_box=(N, K)),
    ),
    out_specs=(Tile("M", "N", f32),),
    raw_params=[("u32", "K")],
    grid=1,
    block=THREADS,
    reqntid=(THREADS,),
)
def ring(a: Any, b: Any, c: Any) -> None:
    """Multiply A by the transposed B."""
    tid = ptx.special.tid.x()
    warp, lane = tid >> 5, tid & 31
    spare = smem.alloc(bf16, (64, 256), name="spare")
    tile_a = smem.wgmma_tile(bf16, (STAGES, M, K), name="tile_a")
    tile_b = smem.wgmma_tile(bf16, (STAGES, N, K), name="tile_b")
    full = smem.mbarrier(STAGES, name="full")
    empty = smem.mbarrier(STAGES, name="empty")
    map_a, map_b = a.tma_desc(), b.tma_desc()
    with ptx.if_(tid == 0):
        for s in range(STAGES):
            ptx.mbarrier.init(full[s], 1)
            ptx.mbarrier.init(empty[s], WARPS)
        ptx.fence.mbarrier_init()
    ptx.bar.sync(0)
    steps = ptx.param(u32, "K") / K
    stage, phase = reg.scalar(u32, 0), reg.scalar(u32, 0)
    with ptx.if_(warp == WARPS):
        _, chosen = ptx.elect.sync(ptx.FULL_MASK)
        with ptx.if_(chosen):
            for step in ptx.range_(steps):
                ptx.mbarrier.wait(empty.at(stage), phase ^ 1)
                bar = full.at(stage)
                ptx.mbarrier.arrive_expect_tx(bar, tile_a.stage_bytes + tile_b.stage_bytes)
                ptx.tma.load(tile_a.at(stage), map_a, (step * K, 0), bar)
                ptx.tma.load(tile_b.at(stage), map_b, (step * K, 0), bar)
                ptx.advance(stage, STAGES, phase)
    with ptx.else_():
        sums = reg.wgmma_frag(m=M, n=N, dtype=f32)
        sums[:] = 0.0
        for _step in ptx.range_(steps):
            ptx.mbarrier.wait(full.at(stage), phase)
            at_a = tile_a.at(stage)
            desc_a = ptx.wgmma.auto_descriptor(at_a, dtype=bf16, shape=(M, K), major="K")
            ptx.wgmma.fence()
            for k in range(0, K, 16):
                along = ptx.wgmma.k_offset(tile_a[0], k)
                ptx.wgmma.mma_async(
                    shape=(M, N, 16), dtype_d=f32, dtype_a=bf16, dtype_b=bf16, d=sums,
                    a=desc_a, b=tile_b.at(stage), scale_d=True, a_k_offset=along, b_k_offset=along,
                )  # fmt: skip
            ptx.wgmma.commit_group()
            ptx.wgmma.wait_group(0)
            with ptx.if_(lane == 0):
                ptx.mbarrier.arrive(empty.at(stage))
            ptx.advance(stage, STAGES, phase)
        # Each warp writes its rows by way of memory that it shares with the next one.
        (out,) = ptx.global_ptrs(c)
        for j in range(N // 8):
            for half in range(2):
                row = warp * 16 + (lane >> 2) + 8 * half
                at = row * N + 8 * j + (lane & 3) * 2
                pair = sums[4 * j + 2 * half], sums[4 * j + 2 * half + 1]
                ptx.inst.st.global_.v2.f32([ptx.mad.wide.u32(at, 4, out)], pair)
        words = ptx.mov.u32(spare)
        ptx.st.shared.u32([words + tid * 4], tid)
        ptx.bar.sync(1, 32 * WARPS)
        ptx.st.shared.u32([words + 512 + tid * 4], ptx.ld.shared.u32([words + (tid ^ 32) * 4]))
    ptx.ret()
