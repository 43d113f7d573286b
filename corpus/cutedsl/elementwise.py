"""Element-wise and warp-level kernels in CuTe DSL."""

import cutlass
import cutlass.cute as cute

THREADS = 128


@cute.kernel
def add_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    thread, _, _ = cute.arch.thread_idx()
    block, _, _ = cute.arch.block_idx()
    index = block * THREADS + thread
    rows, columns = a.shape
    if index < rows * columns:
        row = index // columns
        column = index % columns
        c[row, column] = a[row, column] + b[row, column]


@cute.jit
def add(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    """One element for each thread."""
    blocks = (cute.size(a) + THREADS - 1) // THREADS
    add_kernel(a, b, c).launch(grid=(blocks, 1, 1), block=(THREADS, 1, 1))


@cute.kernel
def add_vectors_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor, scale: cutlass.Float32):
    thread, _, _ = cute.arch.thread_idx()
    block, _, _ = cute.arch.block_idx()
    tiler = (1, 4 * THREADS)
    tile_a = cute.local_tile(a, tiler, (block, 0))
    tile_b = cute.local_tile(b, tiler, (block, 0))
    tile_c = cute.local_tile(c, tiler, (block, 0))
    part_a = cute.local_tile(tile_a, (1, 4), (0, thread))
    part_b = cute.local_tile(tile_b, (1, 4), (0, thread))
    part_c = cute.local_tile(tile_c, (1, 4), (0, thread))
    part_c.store(part_a.load() * scale + part_b.load())


@cute.jit
def add_vectors(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor, scale: cutlass.Float32):
    """Four elements at a time."""
    add_vectors_kernel(a, b, c, scale).launch(grid=(a.shape[0], 1, 1), block=(THREADS, 1, 1))


@cute.kernel
def row_softmax_kernel(x: cute.Tensor, out: cute.Tensor, columns: cutlass.Constexpr):
    lane, _, _ = cute.arch.thread_idx()
    row, _, _ = cute.arch.block_idx()
    peak = cutlass.Float32(-3.0e38)
    for step in cutlass.range_constexpr(columns // 32):
        peak = cute.arch.fmax(peak, x[row, step * 32 + lane])
    for offset in cutlass.range_constexpr(5):
        peak = cute.arch.fmax(peak, cute.arch.shuffle_sync_bfly(peak, offset=1 << offset))
    total = cutlass.Float32(0.0)
    for step in cutlass.range_constexpr(columns // 32):
        total += cute.math.exp(x[row, step * 32 + lane] - peak, fastmath=True)
    for offset in cutlass.range_constexpr(5):
        total += cute.arch.shuffle_sync_bfly(total, offset=1 << offset)
    for step in cutlass.range_constexpr(columns // 32):
        column = step * 32 + lane
        out[row, column] = cute.math.exp(x[row, column] - peak, fastmath=True) / total


@cute.jit
def row_softmax(x: cute.Tensor, out: cute.Tensor):
    """A warp for each row, reductions by shuffles."""
    row_softmax_kernel(x, out, x.shape[1]).launch(grid=(x.shape[0], 1, 1), block=(32, 1, 1))


@cute.kernel
def transpose_kernel(x: cute.Tensor, out: cute.Tensor, trace: cutlass.Int32):
    column, row, _ = cute.arch.thread_idx()
    block_column, block_row, _ = cute.arch.block_idx()
    memory = cutlass.utils.SmemAllocator()
    tile = memory.allocate_tensor(x.element_type, cute.make_layout((32, 32), stride=(33, 1)), 16)
    source = cute.local_tile(x, (32, 32), (block_row, block_column))
    target = cute.local_tile(out, (32, 32), (block_column, block_row))
    for step in cutlass.range(0, 32, 8):
        tile[row + step, column] = source[row + step, column]
    cute.arch.sync_threads()
    for step in cutlass.range(0, 32, 8, unroll=1):
        target[row + step, column] = tile[column, row + step]
    if trace != 0:
        cute.printf("block ({}, {}) is done", block_row, block_column)


@cute.jit
def transpose(x: cute.Tensor, out: cute.Tensor, trace: cutlass.Int32):
    """A transposition through padded shared memory, with output to the console."""
    rows, columns = x.shape
    transpose_kernel(x, out, trace).launch(grid=(columns // 32, rows // 32, 1), block=(32, 8, 1))
