"""Kernels of Gluon, Triton's language below the level of tiles, for the tests."""

from triton.experimental import gluon
from triton.experimental.gluon import language as gl
from triton.experimental.gluon.language.nvidia.blackwell import (
    TensorMemoryLayout,
    allocate_tensor_memory,
    fence_async_shared,
    mbarrier,
    tcgen05_commit,
    tcgen05_mma,
    tma,
)


@gluon.jit
def matmul(a_map, b_map, c_map, K, OVERLAPS: gl.constexpr):
    M: gl.constexpr = c_map.block_type.shape[0]
    N: gl.constexpr = c_map.block_type.shape[1]
    D: gl.constexpr = a_map.block_type.shape[1]
    row, column = gl.program_id(0) * M, gl.program_id(1) * N
    a = gl.allocate_shared_memory(a_map.dtype, a_map.block_type.shape, a_map.layout)
    b = gl.allocate_shared_memory(b_map.dtype, b_map.block_type.shape, b_map.layout)
    c = gl.allocate_shared_memory(c_map.dtype, c_map.block_type.shape, c_map.layout)
    filled = gl.allocate_shared_memory(gl.int64, [1], mbarrier.MBarrierLayout())
    multiplied = gl.allocate_shared_memory(gl.int64, [1], mbarrier.MBarrierLayout())
    mbarrier.init(filled, count=1)
    mbarrier.init(multiplied, count=1)
    total = allocate_tensor_memory(gl.float32, [M, N], TensorMemoryLayout([M, N], col_stride=1))
    phase = 0
    for k in range(0, K, D):
        mbarrier.expect(filled, a_map.block_type.nbytes + b_map.block_type.nbytes)
        tma.async_load(a_map, [row, k], filled, a)
        tma.async_load(b_map, [k, column], filled, b)
        mbarrier.wait(filled, phase=phase)
        tcgen05_mma(a, b, total, use_acc=k > 0)
        tcgen05_commit(multiplied)
        if not OVERLAPS:
            mbarrier.wait(multiplied, phase=phase)
        phase ^= 1
    if OVERLAPS:
        mbarrier.wait(multiplied, phase=phase ^ 1)
    mbarrier.invalidate(filled)
    mbarrier.invalidate(multiplied)
    c.store(total.load().to(c_map.dtype))
    fence_async_shared()
    tma.async_store(c_map, [row, column], c)
    tma.store_wait(pendings=0)


@gluon.jit
def columns_of_image(image, out, n, y, x, DY: gl.constexpr, DX: gl.constexpr):
    columns = gl.allocate_shared_memory(image.dtype, image.block_type.shape, image.layout)
    filled = gl.allocate_shared_memory(gl.int64, [1], mbarrier.MBarrierLayout())
    mbarrier.init(filled, count=1)
    mbarrier.expect(filled, image.block_type.nbytes)
    tma.async_load_im2col(image, [n, y, x, 0], [DY, DX], filled, columns)
    mbarrier.wait(filled, phase=0)
    mbarrier.invalidate(filled)
    tma.async_store(out, [0, 0], columns)
    tma.store_wait(0)
