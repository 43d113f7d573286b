"""Matrix products: pointers, tensor descriptors, persistent, 8-bit and block-scaled."""

import triton
import triton.language as tl


@triton.jit
def swizzle(tile, M, N, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, GROUP: tl.constexpr):
    """Walk the output in groups of rows, so that the second-level cache is reused."""
    rows = tl.cdiv(M, BLOCK_M)
    width = GROUP * tl.cdiv(N, BLOCK_N)
    first = tile // width * GROUP
    height = min(rows - first, GROUP)
    return first + tile % width % height, tile % width // height


@triton.jit
def matmul(
    a,
    b,
    c,
    M,
    N,
    K,
    stride_am,
    stride_bk,
    stride_cm,
    BLOCK_M: tl.constexpr,
    BLOCK_N: tl.constexpr,
    BLOCK_K: tl.constexpr,
    GROUP: tl.constexpr,
    RELU: tl.constexpr,
):
    tile_m, tile_n = swizzle(tl.program_id(0), M, N, BLOCK_M, BLOCK_N, GROUP)
    rows = (tile_m * BLOCK_M + tl.arange(0, BLOCK_M)) % M
    columns = (tile_n * BLOCK_N + tl.arange(0, BLOCK_N)) % N
    depth = tl.arange(0, BLOCK_K)
    a_tile = a + rows[:, None] * stride_am + depth[None, :]
    b_tile = b + depth[:, None] * stride_bk + columns[None, :]
    total = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for k in range(tl.cdiv(K, BLOCK_K)):
        left = tl.load(a_tile, mask=depth[None, :] < K - k * BLOCK_K, other=0.0)
        right = tl.load(b_tile, mask=depth[:, None] < K - k * BLOCK_K, other=0.0)
        total = tl.dot(left, right, total)
        a_tile += BLOCK_K
        b_tile += BLOCK_K * stride_bk
    if RELU:
        total = tl.maximum(total, 0.0)
    row = tile_m * BLOCK_M + tl.arange(0, BLOCK_M)
    column = tile_n * BLOCK_N + tl.arange(0, BLOCK_N)
    mask = (row[:, None] < M) & (column[None, :] < N)
    result = total.to(c.dtype.element_ty)
    tl.store(c + row[:, None] * stride_cm + column[None, :], result, mask=mask)


@triton.jit
def matmul_descriptor(
    a,
    b,
    c,
    M,
    N,
    K,
    BLOCK_M: tl.constexpr,
    BLOCK_N: tl.constexpr,
    BLOCK_K: tl.constexpr,
    WARP_SPECIALIZE: tl.constexpr,
):
    """Operands and result move through tensor maps that the host made."""
    row = tl.program_id(0) * BLOCK_M
    column = tl.program_id(1) * BLOCK_N
    total = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for k in tl.range(0, K, BLOCK_K, warp_specialize=WARP_SPECIALIZE):
        total = tl.dot(a.load([row, k]), b.load([column, k]).T, total)
    c.store([row, column], total.to(c.dtype))


@triton.jit
def matmul_persistent(
    a,
    b,
    c,
    M,
    N,
    K,
    BLOCK_M: tl.constexpr,
    BLOCK_N: tl.constexpr,
    BLOCK_K: tl.constexpr,
    PROGRAMS: tl.constexpr,
    WARP_SPECIALIZE: tl.constexpr,
):
    """One program for each multiprocessor; tensor maps are made on the device."""
    a_map = tl.make_tensor_descriptor(a, [M, K], [K, 1], [BLOCK_M, BLOCK_K])
    b_map = tl.make_tensor_descriptor(b, [N, K], [K, 1], [BLOCK_N, BLOCK_K])
    c_map = tl.make_tensor_descriptor(c, [M, N], [N, 1], [BLOCK_M, BLOCK_N])
    tiles = tl.cdiv(M, BLOCK_M) * tl.cdiv(N, BLOCK_N)
    for tile in tl.range(
        tl.program_id(0), tiles, PROGRAMS, flatten=True, warp_specialize=WARP_SPECIALIZE
    ):
        tile_m, tile_n = swizzle(tile, M, N, BLOCK_M, BLOCK_N, 8)
        total = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
        for k in range(0, K, BLOCK_K):
            left = a_map.load([tile_m * BLOCK_M, k])
            right = b_map.load([tile_n * BLOCK_N, k])
            total = tl.dot(left, right.T, total)
        c_map.store([tile_m * BLOCK_M, tile_n * BLOCK_N], total.to(c.dtype.element_ty))


@triton.jit
def matmul_scaled(
    a,
    a_scale,
    b,
    b_scale,
    c,
    K,
    BLOCK_M: tl.constexpr,
    BLOCK_N: tl.constexpr,
    BLOCK_K: tl.constexpr,
    A_FORMAT: tl.constexpr,
    B_FORMAT: tl.constexpr,
):
    """Operands of 8 or 4 bits with one scale for 32 elements (microscaling formats)."""
    A_PACK: tl.constexpr = 2 if A_FORMAT == "e2m1" else 1
    B_PACK: tl.constexpr = 2 if B_FORMAT == "e2m1" else 1
    row = tl.arange(0, BLOCK_M)[:, None]
    column = tl.arange(0, BLOCK_N)[None, :]
    group = tl.arange(0, BLOCK_K // 32)[None, :]
    total = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for k in range(0, K, BLOCK_K):
        a_depth = k // A_PACK + tl.arange(0, BLOCK_K // A_PACK)[None, :]
        b_depth = k // B_PACK + tl.arange(0, BLOCK_K // B_PACK)[:, None]
        left = tl.load(a + row * (K // A_PACK) + a_depth)
        right = tl.load(b + column * (K // B_PACK) + b_depth)
        left_scale = tl.load(a_scale + row * (K // 32) + k // 32 + group)
        right_scale = tl.load(b_scale + column.T * (K // 32) + k // 32 + group)
        total = tl.dot_scaled(left, left_scale, A_FORMAT, right, right_scale, B_FORMAT, total)
    tl.store(c + row * BLOCK_N + column, total)
