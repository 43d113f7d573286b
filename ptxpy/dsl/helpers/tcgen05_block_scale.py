"""`ptx.tcgen05`: products with block scaling, and their scale factors (PTX ISA 9.7.16.10.7).

A scale factor belongs to a row of A, or of B as (N, K), and to 16 or 32 elements along K. Factors
lie in tensor memory, a byte each: that of row r and block j is in lane r % 32 of each quarter of
the lanes, in column r / 32 from their address on, byte j of the word. In shared memory 128 rows of
four blocks are the 512 bytes that `ptx.tcgen05.cp` of the size 32x128b.warpx4 brings there: byte
r % 32 * 16 + r / 32 * 4 + j.
"""

from __future__ import annotations

from typing import Any

from ptxpy.dsl.helpers.tcgen05 import enabled
from ptxpy.dsl.helpers.tcgen05_descriptors import matrix
from ptxpy.dsl.helpers.tcgen05_memory import bits_address, group_of
from ptxpy.dsl.shared_memory.wgmma_layouts import major_of
from ptxpy.dsl.tracing.instructions import helper
from ptxpy.dsl.values.operators import operation
from ptxpy.isa.block_scale_descriptors import (
    BLOCK_SCALE_KINDS,
    BlockScaleFields,
    block_scale_descriptor,
)


@helper("tcgen05.mma_block_scale")
def mma_block_scale(
    d_tmem: Any,
    a_desc: Any,
    b_desc: Any,
    idesc: Any,
    scale_a_tmem: Any,
    scale_b_tmem: Any,
    *,
    cta_group: int = 1,
    kind: str = "mxf8f6f4",
    scale_vec: str = "block32",
    enable_input_d: Any = True,
    a_is_tmem: bool = False,
    pred: Any = None,
) -> None:
    """Start D = A * B or D += A * B, where blocks of A and B have scale factors.

    Emits `tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.block32 [d], a, b, i, [sa], [sb], p`,
    and before it what makes the descriptor of each matrix that is a tile of shared memory, and
    `mov.b32` for an address in tensor memory that is not of type b32.

    Args:
        d_tmem: A register with the address of D in tensor memory.
        a_desc: A descriptor in a register of 64 bits, or a tile of `smem.wgmma_tile`; with
            `a_is_tmem` a register with an address in tensor memory.
        b_desc: A descriptor, or a tile.
        idesc: The instruction descriptor, a number or a register (`make_block_scale_instr_desc`).
        scale_a_tmem: A register with the address of the scale factors of A in tensor memory;
            `[register, columns]` for an offset to one of type b32.
        scale_b_tmem: The same for B.
        cta_group: 1, or 2 for a pair of CTAs.
        kind: `"mxf8f6f4"`, `"mxf4"` or `"mxf4nvf4"`.
        scale_vec: `"block32"`, or `"block16"` of mxf4nvf4: how many elements along K share a
            factor; or as PTX ISA 8.7 says it, `"scale_vec::1X"`, `"scale_vec::2X"`,
            `"scale_vec::4X"`: how many factors a row has in a product.
        enable_input_d: Whether D is added: a bool, or a predicate register.
        a_is_tmem: Whether A lies in tensor memory.
        pred: A guard.
    """
    found = BLOCK_SCALE_KINDS.get(kind)
    if found is None:
        msg = f"the kind is one of {', '.join(BLOCK_SCALE_KINDS)}, not {kind!r}"
        raise ValueError(msg)
    if scale_vec not in found.vectors:
        msg = f"scale_vec of kind::{kind} is one of {', '.join(found.vectors)}, not {scale_vec!r}"
        raise ValueError(msg)
    text = f"tcgen05.mma.{group_of(cta_group)}.kind::{kind}.block_scale.{scale_vec}"
    a = bits_address(a_desc) if a_is_tmem else matrix(a_desc)
    factors = bits_address(scale_a_tmem), bits_address(scale_b_tmem)
    adds = enabled(enable_input_d)
    operation(text)(bits_address(d_tmem), a, matrix(b_desc), idesc, *factors, adds, when=pred)


@helper("tcgen05.make_block_scale_instr_desc")
def make_block_scale_instr_desc(
    kind: str = "mxf8f6f4",
    *,
    m: int,
    n: int,
    dtype_a: Any,
    dtype_b: Any = None,
    scale_type: str = "ue8m0",
    a_scale_id: int = 0,
    b_scale_id: int = 0,
    a_major: str | int = "K",
    b_major: str | int = "K",
    scale_a: int = 1,
    scale_b: int = 1,
    sparse: bool = False,
    k: int | None = None,
) -> int:
    """Return the instruction descriptor of a product with block scaling; nothing is emitted.

    Args:
        kind: `"mxf8f6f4"`, `"mxf4"` or `"mxf4nvf4"`.
        m: Rows of D: 128, or 256 for a pair of CTAs.
        n: Columns of D: a multiple of 8 up to 256.
        dtype_a: e4m3, e5m2, e2m3, e3m2 or e2m1, of which the last alone for mxf4 and mxf4nvf4.
        dtype_b: The same; that of A without it.
        scale_type: `"ue8m0"`, a power of two; `"ue4m3"` for mxf4nvf4.
        a_scale_id: The byte of a word at which the scale factors of A begin for this product: 0 to
            3 for mxf8f6f4 and with a `k` of 96, 0 or 2 for the others.
        b_scale_id: The same for B.
        a_major: `"K"`, or `"MN"` for elements of 8 bits.
        b_major: The same.
        scale_a: 1, or -1 for a negated A.
        scale_b: The same for B.
        sparse: Whether A is sparse.
        k: Elements along K: 96 for the longer products of dense matrices that mxf4 and mxf4nvf4
            have on sm_103; by default 32 for mxf8f6f4 and 64 for the others, twice that if sparse.
    """
    dtype_a = getattr(dtype_a, "fundamental", dtype_a)
    fields = BlockScaleFields(
        m,
        n,
        dtype_a,
        dtype_a if dtype_b is None else getattr(dtype_b, "fundamental", dtype_b),
        scale_type,
        a_scale_id,
        b_scale_id,
        int(major_of(a_major)),
        int(major_of(b_major)),
        scale_a,
        scale_b,
        int(sparse),
        k,
    )
    return block_scale_descriptor(kind, fields)
