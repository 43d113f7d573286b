"""`ptx.tcgen05`: matrix descriptors and the instruction descriptor (PTX ISA 9.7.16.4)."""

from __future__ import annotations

from typing import Any

from ptxpy.dsl.shared_memory import matrix_descriptors as descriptors
from ptxpy.dsl.shared_memory.wgmma_layouts import major_of
from ptxpy.dsl.tracing.instructions import helper
from ptxpy.dsl.values.operand_conversion import Register
from ptxpy.isa import (
    MATRIX_SWIZZLES,
    InstructionFields,
    MatrixFields,
    instruction_descriptor,
    tcgen05_bits,
    tcgen05_descriptor,
)


@helper("tcgen05.make_instr_desc")
def make_instr_desc(
    kind: str,
    *,
    m: int,
    n: int,
    dtype_d: Any,
    dtype_a: Any,
    dtype_b: Any = None,
    a_major: str | int = "K",
    b_major: str | int = "K",
    scale_a: int = 1,
    scale_b: int = 1,
    saturate: bool = False,
    sparse: bool = False,
    sparsity_selector: int = 0,
    max_shift: int = 0,
) -> int:
    """Return the instruction descriptor of `tcgen05.mma`, 32 bits; nothing is emitted.

    Args:
        kind: `"f16"` (of f16 and bf16), `"tf32"`, `"f8f6f4"` or `"i8"`.
        m: Rows of D: 64, 128 or 256; 32 for `tcgen05.mma.ws`.
        n: Columns of D: a multiple of 8 up to 256.
        dtype_d: f16, f32 or s32, a type or its name.
        dtype_a: f16, bf16, tf32, e4m3, e5m2, e2m3, e3m2, e2m1, s8 or u8.
        dtype_b: The same; that of A without it.
        a_major: `"K"` or `"MN"`.
        b_major: The same.
        scale_a: 1, or -1 for a negated A; not of integers.
        scale_b: The same for B.
        saturate: Whether sums of integers are kept within s32.
        sparse: Whether A is sparse.
        sparsity_selector: Which of 4 parts of the metadata a sparse A has.
        max_shift: For `tcgen05.mma.ws`, how far B is shifted at most: 0 for none, 1, 2, 3 for 8,
            16, 32 rows.
    """
    dtype_a = _type_name(dtype_a)
    fields = InstructionFields(
        m,
        n,
        _type_name(dtype_d),
        dtype_a,
        dtype_a if dtype_b is None else _type_name(dtype_b),
        major_of(a_major),
        major_of(b_major),
        scale_a,
        scale_b,
        bool(saturate),
        bool(sparse),
        sparsity_selector,
        max_shift,
    )
    return instruction_descriptor(kind, fields)


@helper("tcgen05.make_instr_desc_f16bf16_f32")
def make_instr_desc_f16bf16_f32(
    *,
    m: int = 128,
    n: int = 256,
    ab_dtype: str = "bf16",
    a_major: str = "K",
    b_major: str = "K",
    scale_a: int = 1,
    scale_b: int = 1,
    saturate: bool = False,
    sparse: bool = False,
    max_shift: int = 0,
) -> int:
    """Return the instruction descriptor of a product of f16 or bf16 with a D of f32.

    The arguments are those of `make_instr_desc`; a product of 128 x 256 in bf16 is 0x8400490.
    """
    return make_instr_desc(
        "f16",
        m=m,
        n=n,
        dtype_d="f32",
        dtype_a=ab_dtype,
        a_major=a_major,
        b_major=b_major,
        scale_a=scale_a,
        scale_b=scale_b,
        saturate=saturate,
        sparse=sparse,
        max_shift=max_shift,
    )


def _type_name(dtype: Any) -> Any:
    return getattr(dtype, "fundamental", dtype)


@helper("tcgen05.descriptor")
def descriptor(
    smem_addr: Any,
    *,
    byte_offset: int = 0,
    stride_bytes: int,
    leading_bytes: int = 16,
    swizzle: str = "128B",
    version: int = 1,
    base_offset: int = 0,
    lbo_mode: int = 0,
) -> Register:
    """Return a b64 register with a descriptor for `tcgen05` (PTX ISA 9.7.16.4.1).

    Emits `bfe.u32`, `cvt.u64.u32`, `or.b64` after the address has been computed.

    Args:
        smem_addr: An array in shared memory or a stage of one, a name, or a register.
        byte_offset: Bytes that are added to the address.
        stride_bytes: From 8 rows to the next 8, a multiple of 16.
        leading_bytes: Bytes, a multiple of 16.
        swizzle: `"NONE"`, `"32B"`, `"64B"`, `"128B"` or `"128B_BASE32B"`.
        version: 1.
        base_offset: 0 if the swizzle's pattern begins at a multiple of 8 of its rows.
        lbo_mode: 0 if `leading_bytes` is an offset.
    """
    if swizzle not in MATRIX_SWIZZLES:
        msg = f"the swizzle must be one of {', '.join(MATRIX_SWIZZLES)}, got {swizzle!r}"
        raise ValueError(msg)
    constant = tcgen05_descriptor(
        leading_bytes, stride_bytes, swizzle, version, base_offset, lbo_mode
    )
    # A base offset says where in the pattern the matrix begins; without one, it is at a first row.
    if not base_offset:
        descriptors.check_pattern(smem_addr, byte_offset, MATRIX_SWIZZLES[swizzle])
    return descriptors.described(smem_addr, constant, byte_offset)


@helper("tcgen05.auto_descriptor")
def auto_descriptor(tile: Any) -> Register:
    """Return a b64 register with the descriptor of a tile as `smem.wgmma_tile` lays it out.

    Emits `bfe.u32`, `cvt.u64.u32`, `or.b64` after the address has been computed. The tile has rows
    and columns: of an array with stages it is one stage. For a place within a tile, add a sixteenth
    of the bytes of `ptx.wgmma.k_offset`. `TypeError` for anything but such a tile.
    """
    found = descriptors.array_of(tile)
    layout = found[0].gmma_layout if found else None
    if found is None or layout is None or len(found[1]) != 2:  # noqa: PLR2004 - rows and columns
        msg = (
            f"{tile!r} is not a tile of smem.wgmma_tile with rows and columns: "
            "ptx.tcgen05.descriptor describes other arrays"
        )
        raise TypeError(msg)
    return descriptor(
        tile,
        stride_bytes=layout.stride_byte_offset,
        leading_bytes=layout.leading_byte_offset,
        swizzle=layout.tma_swizzle,
    )


@helper("tcgen05.descriptor_bits")
def descriptor_bits(
    *,
    stride_bytes: int = 0,
    leading_bytes: int = 0,
    swizzle: str = "NONE",
    base_offset: int = 0,
    lbo_mode: int = 0,
    version: int = 1,
) -> int:
    """Return a descriptor of these fields without its address; nothing is emitted.

    The arguments are those of `descriptor`; the version may be 0, too.
    """
    return tcgen05_bits(
        MatrixFields(leading_bytes, stride_bytes, swizzle, base_offset, lbo_mode, version)
    )


@helper("tcgen05.masked_descriptor")
def masked_descriptor(
    smem_addr: Any,
    *,
    byte_offset: int = 0,
    mask: int = 0x3FFF0,
    const_bits: int = descriptors.TCGEN05_MASKED_DESC_B128,
) -> Register:
    """Return a b64 register: `(smem_addr + byte_offset & mask) >> 4 | const_bits`.

    Emits `and.b32`, `shr.u32`, `cvt.u64.u32`, `or.b64` after the address is computed. The constant
    is that of K-major tiles in stripes of 128 bytes.
    """
    if byte_offset % 16:
        msg = f"byte_offset must be a multiple of 16, as descriptors' addresses, got {byte_offset}"
        raise ValueError(msg)
    return descriptors.masked(smem_addr, byte_offset, mask, const_bits)


def matrix(value: Any) -> Any:
    """Return a descriptor in a register: a tile gets one, and a register is taken for one."""
    found = descriptors.array_of(value)
    if found is None:
        # A register of an unknown type may be a descriptor.
        if descriptors.is_wide(value) is False:
            msg = (
                "a matrix must be a tile of smem.wgmma_tile or a descriptor in a register of 64 "
                f"bits (ptx.tcgen05.descriptor makes one), got {value!r}"
            )
            raise TypeError(msg)
        return value
    return auto_descriptor(value)
