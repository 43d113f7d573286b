"""Element-wise kernels: vector addition, dropout, activation functions, casts."""

import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def vector_add(x, y, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    total = tl.load(x + offsets, mask=mask) + tl.load(y + offsets, mask=mask)
    tl.store(out + offsets, total, mask=mask)


@triton.jit
def dropout(x, out, n, rate, seed, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    value = tl.load(x + offsets, mask=mask, other=0.0)
    keep = tl.rand(seed, offsets) > rate
    tl.store(out + offsets, tl.where(keep, value / (1.0 - rate), 0.0), mask=mask)


@triton.jit
def activations(x, out, n, BLOCK: tl.constexpr):
    """Mix fast intrinsics, libdevice calls and a grid-stride loop."""
    start = tl.program_id(0) * BLOCK
    step = tl.num_programs(0) * BLOCK
    for base in tl.range(start, n, step):
        offsets = base + tl.arange(0, BLOCK)
        mask = offsets < n
        value = tl.load(x + offsets, mask=mask, other=0.0, cache_modifier=".cg")
        gelu = 0.5 * value * (1.0 + libdevice.erf(value * 0.7071067811865476))
        silu = value * tl.sigmoid(value)
        curve = libdevice.pow(tl.abs(value) + 1.0, 1.5) + libdevice.tanh(value)
        wave = tl.sin(value) + tl.cos(value) + tl.exp2(value) + tl.log2(tl.abs(value) + 1.0)
        result = gelu + silu + curve + wave + tl.sqrt(tl.abs(value))
        tl.store(out + offsets, result, mask=mask, eviction_policy="evict_last")


@triton.jit
def fp8_round_trip(x, quantised, back, scale, n, BLOCK: tl.constexpr):
    """Quantise half precision to an 8-bit float and expand it again."""
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    value = tl.load(x + offsets, mask=mask, other=0.0).to(tl.float32)
    limit = 448.0
    small = tl.clamp(value / tl.load(scale), -limit, limit).to(quantised.dtype.element_ty)
    tl.store(quantised + offsets, small, mask=mask)
    tl.store(back + offsets, small.to(tl.float32) * tl.load(scale), mask=mask)


@triton.jit
def inline_assembly(x, y, out, n, BLOCK: tl.constexpr):
    """Packed byte arithmetic through inline PTX, four elements at a time."""
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    a = tl.load(x + offsets, mask=mask, other=0)
    b = tl.load(y + offsets, mask=mask, other=0)
    mean = tl.inline_asm_elementwise(
        asm="""
        {
            .reg .b32   common, rest;   /* floor of the mean of each byte */
            and.b32     common, $1, $2;
            xor.b32 rest, $1, $2; and.b32 rest, rest, 0xfefefefe;
            shr.u32     rest, rest, 1;
            // no carry can leave a byte
            add.u32     $0, common, rest;
        }
        """,
        constraints="=r,r,r",
        args=[a, b],
        dtype=tl.uint8,
        is_pure=True,
        pack=4,
    )
    tl.store(out + offsets, mean, mask=mask)


@triton.jit
def integers(x, y, out, n, BLOCK: tl.constexpr):
    """Integer division, remainders, shifts and comparisons of 64-bit values."""
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    a = tl.load(x + offsets, mask=mask, other=1)
    b = tl.load(y + offsets, mask=mask, other=1)
    quotient = a // b
    remainder = a % b
    high = tl.umulhi(a.to(tl.uint32), b.to(tl.uint32)).to(tl.int64)
    mixed = (quotient << 3) ^ (remainder >> 2) | (high & 0x7F)
    tl.store(out + offsets, tl.where(a > b, mixed, ~mixed), mask=mask)
