"""Forward pass of attention with an online softmax."""

import triton
import triton.language as tl


@triton.jit
def attention_steps(
    total,
    norm,
    peak,
    query,
    keys,
    values,
    base,
    first_row,
    low,
    high,
    scale,
    BLOCK_M: tl.constexpr,
    BLOCK_N: tl.constexpr,
    MASKED: tl.constexpr,
    WARP_SPECIALIZE: tl.constexpr,
):
    rows = first_row + tl.arange(0, BLOCK_M)
    columns = tl.arange(0, BLOCK_N)
    for start in tl.range(low, high, BLOCK_N, warp_specialize=WARP_SPECIALIZE):
        scores = tl.dot(query, keys.load([base + start, 0]).T) * scale
        if MASKED:
            visible = rows[:, None] >= start + columns[None, :]
            scores = tl.where(visible, scores, -1.0e6)
        new_peak = tl.maximum(peak, tl.max(scores, 1))
        weights = tl.math.exp2(scores - new_peak[:, None])
        correction = tl.math.exp2(peak - new_peak)
        norm = norm * correction + tl.sum(weights, 1)
        value = values.load([base + start, 0])
        total = tl.dot(weights.to(value.dtype), value, total * correction[:, None])
        peak = new_peak
    return total, norm, peak


@triton.jit
def attention(
    q,
    k,
    v,
    out,
    log_sum,
    scale,
    length,
    BLOCK_M: tl.constexpr,
    BLOCK_N: tl.constexpr,
    HEAD: tl.constexpr,
    CAUSAL: tl.constexpr,
    WARP_SPECIALIZE: tl.constexpr,
):
    """q, k, v and out are (heads * length, HEAD) tensor descriptors."""
    first_row = tl.program_id(0) * BLOCK_M
    base = tl.program_id(1) * length
    peak = tl.full([BLOCK_M], -float("inf"), dtype=tl.float32)
    norm = tl.full([BLOCK_M], 1.0, dtype=tl.float32)
    total = tl.zeros([BLOCK_M, HEAD], dtype=tl.float32)
    query = q.load([base + first_row, 0])
    log2_scale = scale * 1.4426950408889634
    full = first_row if CAUSAL else length
    total, norm, peak = attention_steps(
        total, norm, peak, query, k, v, base, first_row, 0, full, log2_scale,
        BLOCK_M, BLOCK_N, False, WARP_SPECIALIZE,
    )  # fmt: skip
    if CAUSAL:
        total, norm, peak = attention_steps(
            total, norm, peak, query, k, v, base, first_row, full, full + BLOCK_M, log2_scale,
            BLOCK_M, BLOCK_N, True, False,
        )  # fmt: skip
    rows = first_row + tl.arange(0, BLOCK_M)
    tl.store(log_sum + base + rows, peak + tl.math.log2(norm))
    out.store([base + first_row, 0], (total / norm[:, None]).to(out.dtype))


@triton.jit
def attention_pointers(
    q,
    k,
    v,
    out,
    scale,
    length,
    stride,
    BLOCK_M: tl.constexpr,
    BLOCK_N: tl.constexpr,
    HEAD: tl.constexpr,
):
    """The same without descriptors, for machines that have no tensor memory accelerator."""
    rows = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.arange(0, BLOCK_N)
    head = tl.arange(0, HEAD)
    offset = tl.program_id(1).to(tl.int64) * stride
    inside = rows[:, None] < length
    query = tl.load(q + offset + rows[:, None] * HEAD + head[None, :], mask=inside, other=0.0)
    peak = tl.full([BLOCK_M], -float("inf"), dtype=tl.float32)
    norm = tl.zeros([BLOCK_M], dtype=tl.float32)
    total = tl.zeros([BLOCK_M, HEAD], dtype=tl.float32)
    for start in range(0, length, BLOCK_N):
        seen = start + columns
        key = tl.load(
            k + offset + seen[None, :] * HEAD + head[:, None],
            mask=seen[None, :] < length,
            other=0.0,
        )
        scores = tl.dot(query, key) * (scale * 1.4426950408889634)
        scores = tl.where(seen[None, :] < length, scores, -float("inf"))
        new_peak = tl.maximum(peak, tl.max(scores, 1))
        weights = tl.exp2(scores - new_peak[:, None])
        correction = tl.exp2(peak - new_peak)
        value = tl.load(
            v + offset + seen[:, None] * HEAD + head[None, :],
            mask=seen[:, None] < length,
            other=0.0,
        )
        norm = norm * correction + tl.sum(weights, 1)
        total = total * correction[:, None] + tl.dot(weights.to(value.dtype), value)
        peak = new_peak
    result = (total / norm[:, None]).to(out.dtype.element_ty)
    tl.store(out + offset + rows[:, None] * HEAD + head[None, :], result, mask=inside)
