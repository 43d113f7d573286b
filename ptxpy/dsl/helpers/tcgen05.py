"""`ptx.tcgen05`: the MMA of fifth-generation tensor cores, with block scaling, and its ordering.

PTX ISA 9.7.16.10 to 9.7.16.12. Everything here is for sm_100a and its relatives.

A scale factor (9.7.16.10.7) belongs to a row of A, or of B as (N, K), and to 16 or 32 elements
along K. Each factor is a byte in tensor memory: that of row r and block j is in lane r % 32 of each
quarter of the lanes, r / 32 columns after their address, byte j of the word. In shared memory 128
rows of four blocks are the 512 bytes that `ptx.tcgen05.cp` of the size 32x128b.warpx4 copies there:
byte r % 32 * 16 + r / 32 * 4 + j.
"""

from __future__ import annotations

from typing import Any, Final

from ptxpy.dsl.helpers.mbarriers import ready_address
from ptxpy.dsl.helpers.tcgen05_descriptors import matrix
from ptxpy.dsl.helpers.tcgen05_memory import bits_address, group_of
from ptxpy.dsl.shared_memory import matrix_descriptors as descriptors
from ptxpy.dsl.shared_memory.wgmma_layouts import major_of
from ptxpy.dsl.tracing.instructions import helper
from ptxpy.dsl.values.operators import operation
from ptxpy.isa import BLOCK_SCALE_KINDS, KINDS, BlockScaleFields, block_scale_descriptor

_COLLECTORS: Final = ("fill", "use", "lastuse", "discard")
MAX_SCALE_EXPONENT: Final = 15
"""The largest exponent of scale-input-d (PTX ISA 9.7.16.10.9.1)."""
_CTA_MASK_END: Final = 1 << 16
"""One more than the largest mask of CTAs in a cluster, of 16 bits."""


@helper("tcgen05.mma")
def mma(
    d_tmem: Any,
    a_desc: Any,
    b_desc: Any,
    idesc: Any,
    *,
    cta_group: int = 1,
    kind: str = "f16",
    enable_input_d: Any = True,
    scale_d: Any = None,
    sparse: bool = False,
    ashift: bool = False,
    collector_a: str | None = None,
    a_is_tmem: bool = False,
    sparse_metadata: Any = None,
    pred_operand: Any = None,
    scale_c: int | None = None,
    pred: Any = None,
) -> None:
    """Start D = A * B, or D += A * B: `tcgen05.mma{.sp}.cta_group::1.kind::f16 [d], a, b, i, p`.

    Before it come the instructions that make the descriptor of each matrix that is a tile of shared
    memory, `mov.b32` for an address in tensor memory that is not of type b32, and `setp.ne.b32` for
    a `scale_d` of 32 bits.

    Args:
        d_tmem: A register with the address of D in tensor memory.
        a_desc: A descriptor in a register of 64 bits, or a tile of `smem.wgmma_tile`; with
            `a_is_tmem` a register with an address in tensor memory.
        b_desc: A descriptor, or a tile.
        idesc: The instruction descriptor, a number or a register (`make_instr_desc`).
        cta_group: 1, or 2 for a pair of CTAs.
        kind: `"f16"`, `"tf32"`, `"f8f6f4"` or `"i8"`.
        enable_input_d: Whether D is added: a bool, or a predicate register.
        scale_d: The same as a number in a register; it takes precedence over `enable_input_d`.
        sparse: Whether A is sparse.
        ashift: Whether the rows of A in tensor memory are shifted by one.
        collector_a: The use of the collector for A: `"fill"`, `"use"`, `"lastuse"` or `"discard"`.
        a_is_tmem: Whether A is in tensor memory.
        sparse_metadata: A register with the address of the metadata in tensor memory.
        pred_operand: A predicate register, in place of `enable_input_d`.
        scale_c: From 0 to 15: D is multiplied by 2 ** -scale_c; of kind f16 and tf32.
        pred: A guard.
    """
    text = f"tcgen05.mma{'.sp' if sparse else ''}.{group_of(cta_group)}.{_kind(kind)}"
    if ashift:
        if not a_is_tmem:
            msg = "ashift is for an A in tensor memory: a_is_tmem=True"
            raise ValueError(msg)
        text += ".ashift"
    if collector_a is not None:
        # PTX forbids `fill` and `use` together with `.ashift`.
        if collector_a not in _COLLECTORS or (ashift and collector_a in _COLLECTORS[:2]):
            allowed = _COLLECTORS[2:] if ashift else _COLLECTORS
            msg = f"collector_a must be one of {', '.join(allowed)}, got {collector_a!r}"
            raise ValueError(msg)
        text += f".collector::a::{collector_a}"
    if sparse != (sparse_metadata is not None):
        msg = "a sparse A has metadata, and only that has: sparse=True with sparse_metadata=…"
        raise ValueError(msg)
    if scale_c is not None and (
        kind not in ("f16", "tf32")
        or type(scale_c) is not int
        or not 0 <= scale_c <= MAX_SCALE_EXPONENT
    ):
        msg = f"scale_c must be 0 to 15, for the kinds f16 and tf32, got {scale_c!r} for {kind}"
        raise ValueError(msg)
    a = bits_address(a_desc) if a_is_tmem else matrix(a_desc)
    operands = [bits_address(d_tmem), a, matrix(b_desc)]
    if sparse:
        operands.append(bits_address(sparse_metadata))
    operands += [idesc, enabled(enable_input_d, scale_d, pred_operand)]
    if scale_c is not None:
        operands.append(scale_c)
    operation(text)(*operands, when=pred)


def _kind(kind: str) -> str:
    if kind not in KINDS:
        msg = (
            f"the kind must be one of {', '.join(KINDS)}, got {kind!r}; products with block "
            "scaling are ptx.tcgen05.mma_block_scale(…)"
        )
        raise ValueError(msg)
    return f"kind::{kind}"


def enabled(enable: Any, scale: Any = None, predicate: Any = None) -> Any:
    """Return the operand that says whether D is added: predicate, scale or enable."""
    if scale is not None and predicate is not None:
        msg = "scale_d and pred_operand both say whether D is added: give one of them"
        raise TypeError(msg)
    # `enable` always has a value, its default, and so comes last.
    for value in (predicate, scale, enable):
        if value is not None:
            break
    if isinstance(value, int):
        if value not in (0, 1):
            msg = f"whether D is added must be False, True or a register, got {value!r}"
            raise ValueError(msg)
        return int(value)
    if value is None:
        return 0
    kind = descriptors.declared_type(value)
    if kind in ("", "pred"):
        return value
    if value is scale and kind in ("b32", "u32", "s32"):
        return operation("setp.ne.b32")(value, 0)
    msg = f"whether D is added is in a predicate register, but {value!r} is .{kind}"
    raise TypeError(msg)


@helper("tcgen05.fence_before_thread_sync")
def fence_before_thread_sync(*, pred: Any = None) -> None:
    """Emit `tcgen05.fence::before_thread_sync`: before a barrier that others wait at."""
    operation("tcgen05.fence::before_thread_sync")(when=pred)


@helper("tcgen05.fence_after_thread_sync")
def fence_after_thread_sync(*, pred: Any = None) -> None:
    """Emit `tcgen05.fence::after_thread_sync`: after a barrier, before its results are used."""
    operation("tcgen05.fence::after_thread_sync")(when=pred)


@helper("tcgen05.commit")
def commit(
    mbar: Any,
    *,
    cta_group: int = 1,
    multicast: bool = False,
    multicast_mask: Any = None,
    space: str = "cluster",
    pred: Any = None,
) -> None:
    """Let an mbarrier count one arrival once the thread's operations so far are done.

    Emits `tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [mbar]`, and
    with `multicast` `.multicast::cluster` and the mask after it; `mov.b16` before it for a number.

    Args:
        mbar: An mbarrier, or an address.
        cta_group: As that of the operations.
        multicast: Whether the mbarriers at the same place in several CTAs count it.
        multicast_mask: Those CTAs: a bit for each rank in the cluster, a number or a register of
            16 bits.
        space: `"cluster"` for an address in shared memory, `""` for a generic one.
        pred: A guard.
    """
    if space not in ("cluster", ""):
        msg = f'the space must be "cluster", or "" for a generic address, got {space!r}'
        raise ValueError(msg)
    if multicast != (multicast_mask is not None):
        msg = "several CTAs are named by a mask: multicast=True with multicast_mask=…"
        raise ValueError(msg)
    barrier = ready_address(mbar, "ptx.tcgen05.commit")
    where = f".shared::{space}" if space else ""
    text = f"tcgen05.commit.{group_of(cta_group)}.mbarrier::arrive::one{where}"
    if not multicast:
        operation(f"{text}.b64")(barrier, when=pred)
        return
    mask = multicast_mask
    if isinstance(mask, int):
        if not 0 < mask < _CTA_MASK_END:
            msg = f"the mask must have a bit for each of up to 16 CTAs, got {mask!r}"
            raise ValueError(msg)
        mask = operation("mov.b16")(mask)
    operation(f"{text}.multicast::cluster.b64")(barrier, mask, when=pred)


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
    """Start D = A * B or D += A * B with scale factors of the blocks of A and B.

    Emits `tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.block32 [d], a, b, i, [sa], [sb], p`,
    and before it the instructions that make the descriptor of each matrix that is a tile of shared
    memory, and `mov.b32` for an address in tensor memory that is not of type b32.

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
        a_is_tmem: Whether A is in tensor memory.
        pred: A guard.
    """
    found = BLOCK_SCALE_KINDS.get(kind)
    if found is None:
        msg = f"the kind must be one of {', '.join(BLOCK_SCALE_KINDS)}, got {kind!r}"
        raise ValueError(msg)
    if scale_vec not in found.vectors:
        known = ", ".join(found.vectors)
        msg = f"scale_vec of kind::{kind} must be one of {known}, got {scale_vec!r}"
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
