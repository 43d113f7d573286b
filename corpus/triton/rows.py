"""Kernels that reduce or scan one row of a matrix for each program."""

import triton
import triton.language as tl


@triton.jit
def softmax(x, out, row_stride, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    mask = columns < n
    values = tl.load(x + row * row_stride + columns, mask=mask, other=-float("inf"))
    weights = tl.exp(values - tl.max(values, axis=0))
    tl.store(out + row * row_stride + columns, weights / tl.sum(weights, axis=0), mask=mask)


@triton.jit
def layer_norm(x, weight, bias, out, mean_out, rstd_out, stride, n, eps, BLOCK: tl.constexpr):
    """Three passes over a row that is longer than a block."""
    row = tl.program_id(0)
    x += row * stride
    out += row * stride
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        total += tl.load(x + columns, mask=columns < n, other=0.0).to(tl.float32)
    mean = tl.sum(total, axis=0) / n
    square = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        value = tl.load(x + columns, mask=columns < n, other=0.0).to(tl.float32)
        centred = tl.where(columns < n, value - mean, 0.0)
        square += centred * centred
    rstd = tl.rsqrt(tl.sum(square, axis=0) / n + eps)
    tl.store(mean_out + row, mean)
    tl.store(rstd_out + row, rstd)
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        mask = columns < n
        value = tl.load(x + columns, mask=mask, other=0.0).to(tl.float32)
        scale = tl.load(weight + columns, mask=mask)
        shift = tl.load(bias + columns, mask=mask)
        tl.store(out + columns, (value - mean) * rstd * scale + shift, mask=mask)


@triton.jit
def welford(mean_a, square_a, count_a, mean_b, square_b, count_b):
    delta = mean_b - mean_a
    count = count_a + count_b
    share = tl.where(count == 0.0, 0.0, count_b / count)
    mean = mean_a + delta * share
    return mean, square_a + square_b + delta * delta * count_a * share, count


@triton.jit
def statistics(x, mean_out, variance_out, index_out, n, BLOCK: tl.constexpr):
    """Welford's algorithm as a custom reduction, and the index of the largest value."""
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    mask = columns < n
    values = tl.load(x + row * n + columns, mask=mask, other=0.0)
    count = tl.where(mask, 1.0, 0.0)
    mean, square, total = tl.reduce((values, values * 0.0, count), 0, welford)
    tl.store(mean_out + row, mean)
    tl.store(variance_out + row, square / total)
    tl.store(index_out + row, tl.argmax(values, axis=0))


@triton.jit
def sum_both_axes(x, rows_out, columns_out, M: tl.constexpr, N: tl.constexpr):
    tile = tl.load(x + tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :])
    tl.store(rows_out + tl.arange(0, M), tl.sum(tile, axis=1))
    tl.store(columns_out + tl.arange(0, N), tl.max(tile, axis=0))


@triton.jit
def first_order(gate_left, value_left, gate_right, value_right):
    return gate_left * gate_right, gate_right * value_left + value_right


@triton.jit
def scan(gate, x, out, prefix_out, BLOCK: tl.constexpr):
    """A linear recurrence as an associative scan, and a running sum."""
    row = tl.program_id(0)
    offsets = row * BLOCK + tl.arange(0, BLOCK)
    gates = tl.load(gate + offsets)
    values = tl.load(x + offsets)
    _, state = tl.associative_scan((gates, values), 0, first_order)
    tl.store(out + offsets, state)
    tl.store(prefix_out + offsets, tl.cumsum(values, axis=0, reverse=True))


@triton.jit
def sort_rows(x, out, histogram_out, BLOCK: tl.constexpr, BINS: tl.constexpr):
    """A bitonic sort in registers and shared memory, and a histogram."""
    row = tl.program_id(0)
    values = tl.load(x + row * BLOCK + tl.arange(0, BLOCK))
    tl.store(out + row * BLOCK + tl.arange(0, BLOCK), tl.sort(values, descending=True))
    counts = tl.histogram(values & (BINS - 1), BINS)
    tl.store(histogram_out + row * BINS + tl.arange(0, BINS), counts)
