"""A matrix product with the warp-level tensor instructions of Ampere."""

import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync, warp

TILE_M, TILE_N, TILE_K = 64, 64, 32
THREADS = 128


@cute.kernel
def matmul_kernel(
    a: cute.Tensor,
    b: cute.Tensor,
    c: cute.Tensor,
    tiled_mma: cute.TiledMma,
    tiled_copy: cute.TiledCopy,
    layout: cute.ComposedLayout,
):
    thread, _, _ = cute.arch.thread_idx()
    block_m, block_n, _ = cute.arch.block_idx()
    memory = cutlass.utils.SmemAllocator()
    shared_a = memory.allocate_tensor(a.element_type, layout, 128)
    shared_b = memory.allocate_tensor(b.element_type, layout, 128)
    global_a = cute.local_tile(a, (TILE_M, TILE_K), (block_m, None))
    global_b = cute.local_tile(b, (TILE_N, TILE_K), (block_n, None))
    global_c = cute.local_tile(c, (TILE_M, TILE_N), (block_m, block_n))

    copy = tiled_copy.get_slice(thread)
    from_a, to_a = copy.partition_S(global_a), copy.partition_D(shared_a)
    from_b, to_b = copy.partition_S(global_b), copy.partition_D(shared_b)

    mma = tiled_mma.get_slice(thread)
    registers_a = tiled_mma.make_fragment_A(mma.partition_A(shared_a))
    registers_b = tiled_mma.make_fragment_B(mma.partition_B(shared_b))
    target = mma.partition_C(global_c)
    total = tiled_mma.make_fragment_C(target)
    total.fill(0.0)

    load = cute.make_copy_atom(warp.LdMatrix8x8x16bOp(False, 4), a.element_type)
    load_a = cute.make_tiled_copy_A(load, tiled_mma)
    load_b = cute.make_tiled_copy_B(load, tiled_mma)
    matrix_a = load_a.get_slice(thread).partition_S(shared_a)
    matrix_b = load_b.get_slice(thread).partition_S(shared_b)
    view_a = load_a.retile(registers_a)
    view_b = load_b.retile(registers_b)

    for k in range(cute.size(global_a, mode=[2])):
        cute.copy(tiled_copy, from_a[None, None, None, k], to_a)
        cute.copy(tiled_copy, from_b[None, None, None, k], to_b)
        cute.arch.cp_async_commit_group()
        cute.arch.cp_async_wait_group(0)
        cute.arch.sync_threads()
        for step in cutlass.range_constexpr(cute.size(registers_a, mode=[2])):
            cute.copy(load_a, matrix_a[None, None, step], view_a[None, None, step])
            cute.copy(load_b, matrix_b[None, None, step], view_b[None, None, step])
            cute.gemm(
                tiled_mma,
                total,
                registers_a[None, None, step],
                registers_b[None, None, step],
                total,
            )
        cute.arch.sync_threads()
    result = cute.make_fragment_like(total, c.element_type)
    result.store(total.load().to(c.element_type))
    cute.autovec_copy(result, target)


@cute.jit
def matmul(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    """Compute c = a @ b.T for half-precision operands whose sizes are multiples of the tile."""
    operation = warp.MmaF16BF16Op(a.element_type, cutlass.Float32, (16, 8, 16))
    tiled_mma = cute.make_tiled_mma(operation, (2, 2, 1), permutation_mnk=(32, 32, 16))
    atom = cute.make_copy_atom(
        cpasync.CopyG2SOp(cache_mode=cpasync.LoadCacheMode.GLOBAL),
        a.element_type,
        num_bits_per_copy=128,
    )
    tiled_copy = cute.make_tiled_copy_tv(
        atom, cute.make_layout((32, 4), stride=(4, 1)), cute.make_layout((1, 8))
    )
    layout = cute.make_composed_layout(
        cute.make_swizzle(2, 3, 3), 0, cute.make_layout((64, 32), stride=(32, 1))
    )
    grid = (a.shape[0] // TILE_M, b.shape[0] // TILE_N, 1)
    matmul_kernel(a, b, c, tiled_mma, tiled_copy, layout).launch(grid=grid, block=(THREADS, 1, 1))
