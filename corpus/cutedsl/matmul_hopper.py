"""A matrix product for Hopper: one warp group loads by TMA, another multiplies."""

import cutlass
import cutlass.cute as cute
import cutlass.utils.hopper_helpers as sm90
from cutlass import pipeline
from cutlass.cute.nvgpu import OperandMajorMode, cpasync, warpgroup
from cutlass.utils import LayoutEnum

TILE = (128, 128, 64)
STAGES = 4


@cute.kernel
def matmul_kernel(
    tiled_mma: cute.TiledMma,
    atom_a: cute.CopyAtom,
    a: cute.Tensor,
    atom_b: cute.CopyAtom,
    b: cute.Tensor,
    c: cute.Tensor,
    layout_a: cute.ComposedLayout,
    layout_b: cute.ComposedLayout,
    element: cutlass.Constexpr,
):
    thread, _, _ = cute.arch.thread_idx()
    block_m, block_n, _ = cute.arch.block_idx()
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    if warp == 0:
        cpasync.prefetch_descriptor(atom_a)
        cpasync.prefetch_descriptor(atom_b)

    memory = cutlass.utils.SmemAllocator()
    barriers = memory.allocate_array(cutlass.Int64, 2 * STAGES)
    shared_a = memory.allocate_tensor(element, layout_a.outer, 1024, layout_a.inner)
    shared_b = memory.allocate_tensor(element, layout_b.outer, 1024, layout_b.inner)
    stage_bytes = cute.size_in_bytes(
        element, cute.slice_(layout_a, (None, None, 0))
    ) + cute.size_in_bytes(element, cute.slice_(layout_b, (None, None, 0)))
    mainloop = pipeline.PipelineTmaAsync.create(
        barrier_storage=barriers,
        num_stages=STAGES,
        producer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread),
        consumer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, 4),
        tx_count=stage_bytes,
        cta_layout_vmnk=cute.make_layout((1, 1, 1, 1)),
    )

    global_a = cute.local_tile(a, (TILE[0], TILE[2]), (block_m, None))
    global_b = cute.local_tile(b, (TILE[1], TILE[2]), (block_n, None))
    global_c = cute.local_tile(c, (TILE[0], TILE[1]), (block_m, block_n))
    one = cute.make_layout(1)
    to_a, from_a = cpasync.tma_partition(
        atom_a, 0, one, cute.group_modes(shared_a, 0, 2), cute.group_modes(global_a, 0, 2)
    )
    to_b, from_b = cpasync.tma_partition(
        atom_b, 0, one, cute.group_modes(shared_b, 0, 2), cute.group_modes(global_b, 0, 2)
    )
    steps = cute.size(global_a, mode=[2])

    if warp < 4:
        cute.arch.setmaxregister_decrease(40)
        if warp == 0:
            state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, STAGES)
            for k in cutlass.range(steps, unroll=1):
                mainloop.producer_acquire(state)
                barrier = mainloop.producer_get_barrier(state)
                cute.copy(atom_a, from_a[None, k], to_a[None, state.index], tma_bar_ptr=barrier)
                cute.copy(atom_b, from_b[None, k], to_b[None, state.index], tma_bar_ptr=barrier)
                mainloop.producer_commit(state)
                state.advance()
            mainloop.producer_tail(state)
    else:
        cute.arch.setmaxregister_increase(232)
        mma = tiled_mma.get_slice(thread - 128)
        operand_a = tiled_mma.make_fragment_A(mma.partition_A(shared_a))
        operand_b = tiled_mma.make_fragment_B(mma.partition_B(shared_b))
        target = mma.partition_C(global_c)
        total = cute.make_rmem_tensor(target.shape, cutlass.Float32)
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, STAGES)
        tiled_mma.set(warpgroup.Field.ACCUMULATE, False)
        for _ in cutlass.range(steps, unroll=1):
            mainloop.consumer_wait(state)
            warpgroup.fence()
            for step in cutlass.range_constexpr(cute.size(operand_a, mode=[2])):
                place = (None, None, step, state.index)
                cute.gemm(tiled_mma, total, operand_a[place], operand_b[place], total)
                tiled_mma.set(warpgroup.Field.ACCUMULATE, True)
            warpgroup.commit_group()
            warpgroup.wait_group(0)
            mainloop.consumer_release(state)
            state.advance()
        result = cute.make_fragment_like(total, c.element_type)
        result.store(total.load().to(c.element_type))
        cute.autovec_copy(result, target)


@cute.jit
def matmul(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    """Compute c = a @ b.T for operands whose sizes are multiples of the tile."""
    tiled_mma = sm90.make_trivial_tiled_mma(
        a.element_type,
        b.element_type,
        OperandMajorMode.K,
        OperandMajorMode.K,
        cutlass.Float32,
        (1, 1, 1),
        (64, TILE[1]),
    )
    layout_a = sm90.make_smem_layout_a(LayoutEnum.ROW_MAJOR, TILE, a.element_type, STAGES)
    layout_b = sm90.make_smem_layout_b(LayoutEnum.ROW_MAJOR, TILE, b.element_type, STAGES)
    load = cpasync.CopyBulkTensorTileG2SOp()
    atom_a, map_a = cpasync.make_tiled_tma_atom(
        load, a, cute.slice_(layout_a, (None, None, 0)), (TILE[0], TILE[2])
    )
    atom_b, map_b = cpasync.make_tiled_tma_atom(
        load, b, cute.slice_(layout_b, (None, None, 0)), (TILE[1], TILE[2])
    )
    grid = (a.shape[0] // TILE[0], b.shape[0] // TILE[1], 1)
    matmul_kernel(
        tiled_mma, atom_a, map_a, atom_b, map_b, c, layout_a, layout_b, a.element_type
    ).launch(grid=grid, block=(256, 1, 1))
