"""Kernels of Triton for the tests."""

import triton
import triton.language as tl


@triton.jit
def add(x, y, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = i < n
    total = tl.load(x + i, mask=inside) + tl.load(y + i, mask=inside)
    tl.store(out + i, total, mask=inside)


@triton.jit
def softmax(out, x, stride, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0) * stride
    i = tl.arange(0, BLOCK)
    values = tl.load(x + row + i, mask=i < columns, other=-float("inf"))
    powers = tl.exp(values - tl.max(values, 0))
    tl.store(out + row + i, powers / tl.sum(powers, 0), mask=i < columns)


@triton.jit
def matmul(a, b, c, K, a0, a1, b0, b1, c0, c1, M: tl.constexpr, N: tl.constexpr, D: tl.constexpr):
    rows = tl.program_id(0) * M + tl.arange(0, M)
    columns = tl.program_id(1) * N + tl.arange(0, N)
    depth = tl.arange(0, D)
    pa = a + rows[:, None] * a0 + depth[None, :] * a1
    pb = b + depth[:, None] * b0 + columns[None, :] * b1
    total = tl.zeros((M, N), tl.float32)
    for _ in range(0, K, D):
        total = tl.dot(tl.load(pa), tl.load(pb), total)
        pa += D * a1
        pb += D * b0
    tl.store(c + rows[:, None] * c0 + columns[None, :] * c1, total)


@triton.jit
def matmul_of_descriptors(a, b, c, K, M: tl.constexpr, N: tl.constexpr, D: tl.constexpr):
    row, column = tl.program_id(0) * M, tl.program_id(1) * N
    total = tl.zeros((M, N), tl.float32)
    for k in range(0, K, D):
        total = tl.dot(a.load([row, k]), b.load([k, column]), total)
    c.store([row, column], total.to(tl.float16))


@triton.jit
def doubled_by_descriptors(a, c, R, C, M: tl.constexpr, N: tl.constexpr):
    source = tl.make_tensor_descriptor(a, [R, C], [C, 1], [M, N])
    sink = tl.make_tensor_descriptor(c, [R, C], [C, 1], [M, N])
    row = tl.program_id(0) * M
    sink.store([row, 0], source.load([row, 0]) * 2)


@triton.jit
def histogram(x, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    values = tl.load(x + i, mask=i < n, other=0)
    tl.atomic_add(out + values, 1, mask=i < n)


@triton.jit
def numbers(out, h: tl.float16, b: tl.bfloat16, d: tl.float64, i, flag, pair, wide):
    tl.store(out, h.to(tl.float32))
    tl.store(out + 1, b.to(tl.float32))
    tl.store(out + 2, d.to(tl.float32))
    tl.store(out + 3, i * 1.0)
    if flag:
        tl.store(out + 4, tl.load(pair[0]) + pair[1])
    tl.store(out + 5, wide * 1.0)


@triton.jit
def scale(x, out, n, factor, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i, mask=i < n) * factor, mask=i < n)


CONFIGS = [
    triton.Config({"BLOCK": 128}, num_warps=2),
    triton.Config({"BLOCK": 512}, num_warps=8),
]

tuned = triton.autotune(CONFIGS, key=["n"])(scale)


@triton.jit
def specialized_matmul(a, b, c, K, M: tl.constexpr, N: tl.constexpr, D: tl.constexpr):
    row, column = tl.program_id(0) * M, tl.program_id(1) * N
    total = tl.zeros((M, N), tl.float32)
    for k in tl.range(0, K, D, warp_specialize=True):
        total = tl.dot(a.load([row, k]), b.load([k, column]), total)
    c.store([row, column], total.to(tl.float16))


@triton.jit
def matmul_of_fp8_and_fp4(
    a, a_scales, b, b_scales, c, K, M: tl.constexpr, N: tl.constexpr, D: tl.constexpr
):
    row, column = tl.program_id(0) * M, tl.program_id(1) * N
    rows, columns = row + tl.arange(0, M), column + tl.arange(0, N)
    depth = tl.arange(0, D // 32)
    total = tl.zeros((M, N), tl.float32)
    for k in range(0, K, D):
        scale = k // 32 + depth[None, :]
        total = tl.dot_scaled(
            a.load([row, k]),
            tl.load(a_scales + rows[:, None] * (K // 32) + scale),
            "e4m3",
            b.load([column, k // 2]).T,
            tl.load(b_scales + columns[:, None] * (K // 32) + scale),
            "e2m1",
            total,
        )
    c.store([row, column], total)


@triton.jit
def rotated(x, out, arrived, PROGRAMS: tl.constexpr, BLOCK: tl.constexpr):
    number = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    tl.store(x + number * BLOCK + i, number + i)
    tl.debug_barrier()
    tl.atomic_add(arrived, 1)
    while tl.atomic_add(arrived, 0) < PROGRAMS:
        pass
    tl.debug_barrier()
    tl.store(out + number * BLOCK + i, tl.load(x + (number + 1) % PROGRAMS * BLOCK + i))
