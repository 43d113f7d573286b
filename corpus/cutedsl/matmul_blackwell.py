"""A matrix product for Blackwell: TMA loads, tcgen05 products in tensor memory."""

import cutlass
import cutlass.cute as cute
import cutlass.utils.blackwell_helpers as sm100
from cutlass import pipeline
from cutlass.cute.nvgpu import OperandMajorMode, cpasync, tcgen05

TILE = (128, 128, 64)
STAGES = 3


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

    memory = cutlass.utils.SmemAllocator()
    load_barriers = memory.allocate_array(cutlass.Int64, 2 * STAGES)
    done_barriers = memory.allocate_array(cutlass.Int64, 2)
    slot = memory.allocate_array(cutlass.Int32, 1)
    shared_a = memory.allocate_tensor(element, layout_a.outer, 1024, layout_a.inner)
    shared_b = memory.allocate_tensor(element, layout_b.outer, 1024, layout_b.inner)
    stage_bytes = cute.size_in_bytes(
        element, cute.slice_(layout_a, (None, None, None, 0))
    ) + cute.size_in_bytes(element, cute.slice_(layout_b, (None, None, None, 0)))
    loads = pipeline.PipelineTmaUmma.create(
        barrier_storage=load_barriers,
        num_stages=STAGES,
        producer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread),
        consumer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread),
        tx_count=stage_bytes,
    )
    products = pipeline.PipelineUmmaAsync.create(
        barrier_storage=done_barriers,
        num_stages=1,
        producer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread),
        consumer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, 128),
    )
    if warp == 0:
        cute.arch.alloc_tmem(TILE[1], slot)
    cute.arch.sync_threads()
    columns = cute.arch.retrieve_tmem_ptr(
        cutlass.Float32, alignment=16, ptr_to_buffer_holding_addr=slot
    )

    mma = tiled_mma.get_slice(0)
    global_a = cute.local_tile(a, (TILE[0], TILE[2]), (block_m, None))
    global_b = cute.local_tile(b, (TILE[1], TILE[2]), (block_n, None))
    global_c = cute.local_tile(c, (TILE[0], TILE[1]), (block_m, block_n))
    operand_a = tiled_mma.make_fragment_A(shared_a)
    operand_b = tiled_mma.make_fragment_B(shared_b)
    shape = tiled_mma.partition_shape_C(TILE[:2])
    total = cute.make_tensor(columns, tiled_mma.make_fragment_C(shape).layout)
    one = cute.make_layout(1)
    to_a, from_a = cpasync.tma_partition(
        atom_a,
        0,
        one,
        cute.group_modes(shared_a, 0, 3),
        cute.group_modes(mma.partition_A(global_a), 0, 3),
    )
    to_b, from_b = cpasync.tma_partition(
        atom_b,
        0,
        one,
        cute.group_modes(shared_b, 0, 3),
        cute.group_modes(mma.partition_B(global_b), 0, 3),
    )
    steps = cute.size(global_a, mode=[2])

    if warp == 1:
        filling = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, STAGES)
        for k in cutlass.range(steps, unroll=1):
            loads.producer_acquire(filling)
            barrier = loads.producer_get_barrier(filling)
            cute.copy(atom_a, from_a[None, k], to_a[None, filling.index], tma_bar_ptr=barrier)
            cute.copy(atom_b, from_b[None, k], to_b[None, filling.index], tma_bar_ptr=barrier)
            filling.advance()
    if warp == 0:
        draining = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, STAGES)
        finishing = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, 1)
        products.producer_acquire(finishing)
        tiled_mma.set(tcgen05.Field.ACCUMULATE, False)
        for _ in cutlass.range(steps, unroll=1):
            loads.consumer_wait(draining)
            for step in cutlass.range_constexpr(cute.size(operand_a, mode=[2])):
                place = (None, None, step, draining.index)
                cute.gemm(tiled_mma, total, operand_a[place], operand_b[place], total)
                tiled_mma.set(tcgen05.Field.ACCUMULATE, True)
            loads.consumer_release(draining)
            draining.advance()
        products.producer_commit(finishing)

    ready = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, 1)
    products.consumer_wait(ready)
    atom = cute.make_copy_atom(tcgen05.Ld32x32bOp(tcgen05.Repetition.x32), cutlass.Float32)
    read = tcgen05.make_tmem_copy(atom, total)
    mine = read.get_slice(thread)
    source = mine.partition_S(total)
    target = mine.partition_D(mma.partition_C(global_c))
    registers = cute.make_rmem_tensor(target.shape, cutlass.Float32)
    cute.copy(read, source, registers)
    result = cute.make_fragment_like(registers, c.element_type)
    result.store(registers.load().to(c.element_type))
    cute.autovec_copy(result, target)
    cute.arch.sync_threads()
    if warp == 0:
        cute.arch.relinquish_tmem_alloc_permit()
        cute.arch.dealloc_tmem(columns, TILE[1])


@cute.jit
def matmul(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    """Compute c = a @ b.T for operands whose sizes are multiples of the tile."""
    tiled_mma = sm100.make_trivial_tiled_mma(
        a.element_type,
        b.element_type,
        OperandMajorMode.K,
        OperandMajorMode.K,
        cutlass.Float32,
        tcgen05.CtaGroup.ONE,
        TILE[:2],
    )
    layout_a = sm100.make_smem_layout_a(tiled_mma, TILE, a.element_type, STAGES)
    layout_b = sm100.make_smem_layout_b(tiled_mma, TILE, b.element_type, STAGES)
    load = cpasync.CopyBulkTensorTileG2SOp(tcgen05.CtaGroup.ONE)
    stage = (None, None, None, 0)
    atom_a, map_a = cute.nvgpu.make_tiled_tma_atom_A(
        load, a, cute.slice_(layout_a, stage), TILE, tiled_mma
    )
    atom_b, map_b = cute.nvgpu.make_tiled_tma_atom_B(
        load, b, cute.slice_(layout_b, stage), TILE, tiled_mma
    )
    grid = (a.shape[0] // TILE[0], b.shape[0] // TILE[1], 1)
    matmul_kernel(
        tiled_mma, atom_a, map_a, atom_b, map_b, c, layout_a, layout_b, a.element_type
    ).launch(grid=grid, block=(128, 1, 1))
