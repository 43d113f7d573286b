"""`ptx.wgmma`: the MMA of a warpgroup, and the descriptors of its matrices in shared memory.

PTX ISA 9.7.15; the descriptors are in 9.7.15.5.1.2. Everything here is for sm_90a.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final

from ptxpy.dsl.helpers.warp_matrices import registers_of, type_name
from ptxpy.dsl.shared_memory import matrix_descriptors as descriptors
from ptxpy.dsl.shared_memory.handles import SharedAlloc, SharedObject
from ptxpy.dsl.shared_memory.wgmma_layouts import (
    K_BYTES,
    Geometry,
    GmmaLayout,
    Major,
    major_of,
    pick_gmma_layout,
    striped_layout,
)
from ptxpy.dsl.tracing.instructions import ExplicitOperation, explicit, helper
from ptxpy.dsl.tracing.pending_results import PendingResult
from ptxpy.dsl.values.operand_conversion import Register
from ptxpy.dsl.values.operators import operation
from ptxpy.dsl.values.registers import RegisterFile
from ptxpy.dsl.values.types import Type
from ptxpy.isa import (
    TYPES,
    UNIT_BYTES,
    WGMMA_CODES,
    standard_swizzle,
    swizzle_code,
    wgmma_descriptor,
)

_DIMENSIONS: Final = 3
"""Dimensions of the shape of an MMA: M, N and K."""
_M_SIZE: Final = 64
"""The size of an MMA along M."""
_N_SIZES: Final = range(8, 257, 8)
"""Sizes of an MMA along N."""
_HALVES: Final = ("f16", "bf16")
_INTEGERS: Final = ("s8", "u8")
_FLOATS: Final = ("tf32", "e4m3", "e5m2")
_A_REGISTERS: Final = 4
MAX_PENDING_GROUPS: Final = 7
"""Groups that a wait may leave pending (PTX ISA 9.7.15.7.4)."""


@helper("wgmma.mma_async")
def mma_async(
    *,
    shape: tuple[int, int, int],
    dtype_d: Type,
    dtype_a: Type,
    dtype_b: Type,
    d: Any,
    a: Any,
    b: Any,
    scale_d: Any = False,
    scale_a: int = 1,
    scale_b: int = 1,
    trans_a: int = 0,
    trans_b: int = 0,
    a_k_offset: int = 0,
    b_k_offset: int = 0,
    pred: Any = None,
) -> None:
    """Start D = A * B, or D += A * B, of a warpgroup's matrices: `wgmma.mma_async.sync.aligned…`.

    Before it come the instructions that make the descriptor of an `a` or `b` that is an array:
    `mov.u32`, `bfe.u32`, `cvt.u64.u32`, `or.b64`.

    Args:
        shape: `(64, n, k)`: n is a multiple of 8 up to 256, k as many elements as have 32 bytes.
        dtype_d: f32, f16 or s32.
        dtype_a: f16, bf16, tf32, e4m3, e5m2, s8 or u8.
        dtype_b: The same; only of e4m3 and e5m2, and of s8 and u8, can it differ from `dtype_a`.
        d: The accumulator as `reg.wgmma_frag` declares it: n / 2 registers, of f16 n / 4. Register
            i of thread t of the warpgroup is row 16 * (t // 32) + t % 32 // 4 + 8 * (i // 2 % 2)
            and column 8 * (i // 4) + 2 * (t % 4) + i % 2 (PTX ISA 9.7.15.5.1).
        a: An array in shared memory or a stage of one (`smem.wgmma_tile`, or `smem.alloc` with a
            swizzle), a descriptor in a register of 64 bits, or four registers with A itself.
        b: The same without the four registers.
        scale_d: Whether D is added: a bool, 0 or 1 are an immediate, else a predicate register.
        scale_a: 1, or -1 for a negated A; not of integers.
        scale_b: The same for B.
        trans_a: 1 if A is MN-major; of f16 and bf16 alone.
        trans_b: The same for B: 1 for rows of (K, N), 0 for rows of (N, K).
        a_k_offset: Bytes from the start of A to the part for this product. `ptx.wgmma.k_offset`
            returns their number for an index along K.
        b_k_offset: The same for B.
        pred: A guard.

    Raises `ValueError` or `TypeError` for a tile, an offset or a register that the product cannot
    take.
    """
    types = tuple(map(type_name, (dtype_d, dtype_a, dtype_b)))
    _check_form(shape, types, (scale_a, scale_b), (trans_a, trans_b))
    accumulator = _accumulator(d, shape[1], types[0])
    # Products of integers have no operands that negate A and B.
    immediates: list[int] = [] if types[1] in _INTEGERS else [scale_a, scale_b]
    held = isinstance(a, list | tuple | RegisterFile)
    if held:
        if a_k_offset or trans_a:
            msg = "an A in registers is K-major and has no offset: a_k_offset and trans_a are 0"
            raise ValueError(msg)
        left: Any = registers_of(a)
        if len(left) != _A_REGISTERS:
            msg = f"a thread holds an A in 4 registers of 32 bits, not in {len(left)}"
            raise ValueError(msg)
    else:
        left = _matrix("a", a, types[1], (_M_SIZE, shape[2]), trans_a, a_k_offset)
    right = _matrix("b", b, types[2], shape[1:], trans_b, b_k_offset)
    # Only products of halves have operands that say which matrix is MN-major.
    if types[1] in _HALVES:
        immediates += [trans_b] if held else [trans_a, trans_b]
    emitted = _operation(shape, types)
    emitted(accumulator, left, right, _added(scale_d), *map(int, immediates), when=pred)


@helper("wgmma.fence")
def fence(*, pred: Any = None) -> None:
    """Emit `wgmma.fence.sync.aligned`: before the first product that reads written registers."""
    operation("wgmma.fence.sync.aligned")(when=pred)


@helper("wgmma.commit_group")
def commit_group(*, pred: Any = None) -> None:
    """Emit `wgmma.commit_group.sync.aligned`: the products started so far are a group."""
    operation("wgmma.commit_group.sync.aligned")(when=pred)


@helper("wgmma.wait_group")
def wait_group(n: int, *, pred: Any = None) -> None:
    """Emit `wgmma.wait_group.sync.aligned n`: wait until at most `n` groups are pending."""
    if type(n) is not int or not 0 <= n <= MAX_PENDING_GROUPS:
        msg = f"the number of pending groups must be 0 to {MAX_PENDING_GROUPS}, got {n!r}"
        raise ValueError(msg)
    operation("wgmma.wait_group.sync.aligned")(n, when=pred)


def _check_form(
    shape: tuple[int, int, int],
    types: tuple[str, ...],
    scales: tuple[int, int],
    transposed: tuple[int, int],
) -> None:
    d, a, b = types
    if a not in (*_HALVES, *_INTEGERS, *_FLOATS):
        msg = f"wgmma multiplies f16, bf16, tf32, e4m3, e5m2, s8 and u8, not {a}"
        raise TypeError(msg)
    # The two floats of 8 bits multiply each other, and so do the two integers; others only
    # themselves.
    fitting = {a} if a in (*_HALVES, "tf32") else {"s8", "u8"} if a in _INTEGERS else {*_FLOATS[1:]}
    if b not in fitting:
        msg = f"wgmma multiplies {a} by {' or '.join(sorted(fitting))}, not by {b}"
        raise TypeError(msg)
    sums = ("s32",) if a in _INTEGERS else ("f32",) if a in ("bf16", "tf32") else ("f32", "f16")
    if d not in sums:
        msg = f"products of {a} are added in {' or '.join(sums)}, not in {d}"
        raise TypeError(msg)
    depth = K_BYTES * 8 // TYPES[a].bits
    sizes = tuple(shape) if type(shape) in (tuple, list) else ()
    if (
        len(sizes) != _DIMENSIONS
        or (sizes[0], sizes[2]) != (_M_SIZE, depth)
        or sizes[1] not in _N_SIZES
    ):
        msg = (
            f"a product of {a} has the shape (64, n, {depth}) with n a multiple of 8 "
            f"from 8 to 256, not {shape!r}"
        )
        raise ValueError(msg)
    for scale in scales:
        if scale not in (1, -1) or (scale == -1 and a in _INTEGERS):
            allowed = "1" if a in _INTEGERS else "1 or -1"
            msg = f"scale_a and scale_b of {a} must be {allowed}, got {scale!r}"
            raise ValueError(msg)
    for flag in transposed:
        if flag not in (0, 1) or (flag and a not in _HALVES):
            allowed = "0 or 1" if a in _HALVES else "0: it is K-major"
            msg = f"trans_a and trans_b of {a} must be {allowed}, got {flag!r}"
            raise ValueError(msg)


def _accumulator(d: Any, columns: int, kind: str) -> tuple[Any, ...]:
    # 128 threads share 64 rows, half a column for each thread; two f16 are in one register.
    count = columns // (4 if kind == "f16" else 2)
    found = registers_of(d)
    if len(found) != count:
        msg = (
            f"a thread holds {count} registers of a D of 64 x {columns} in {kind}, not "
            f"{len(found)}: reg.wgmma_frag(m=64, n={columns}, dtype={kind})"
        )
        raise ValueError(msg)
    return found


def _added(scale: Any) -> Any:
    if isinstance(scale, int):
        if scale not in (0, 1):
            msg = f"scale_d must be False or True, 0 or 1, or a predicate register, got {scale!r}"
            raise ValueError(msg)
        return int(scale)
    if descriptors.declared_type(scale) not in ("", "pred"):
        msg = f"scale_d is a predicate, but {scale!r} is .{descriptors.declared_type(scale)}"
        raise TypeError(msg)
    return scale


@lru_cache(maxsize=256)
def _operation(shape: tuple[int, int, int], types: tuple[str, ...]) -> ExplicitOperation:
    m, n, k = shape
    return explicit(f"wgmma.mma_async.sync.aligned.m{m}n{n}k{k}.{'.'.join(types)}")


def _matrix(
    name: str, value: Any, kind: str, extents: Iterable[int], transposed: int, offset: int
) -> Any:
    """Return the descriptor of A or B in a register."""
    if type(offset) is not int:
        msg = f"{name}_k_offset must be a number of bytes known while tracing, got {offset!r}"
        raise TypeError(msg)
    if descriptors.array_of(value) is None:
        number = isinstance(value, int | float)
        if number or isinstance(value, SharedObject) or descriptors.is_wide(value) is False:
            msg = (
                f"{name} must be an array in shared memory or a descriptor in a register of 64 "
                f"bits (ptx.wgmma.auto_descriptor makes one), got {value!r}"
            )
            raise TypeError(msg)
        if isinstance(value, descriptors.TileDescriptor):
            _check_part(name, value.tile, kind, extents, transposed, value.distance + offset)
        return descriptors.advanced(value, offset)
    layout = _check_part(name, value, kind, extents, transposed, offset)
    return descriptors.described(value, constant_of(layout), offset)


def _check_part(
    name: str, value: Any, kind: str, extents: Iterable[int], transposed: int, offset: int
) -> GmmaLayout:
    """Return the layout of a tile; raise an error if the product refuses the part at `offset`."""
    geometry, layout = tile_of(value, transposed)
    if geometry.elem_bytes * 8 != TYPES[kind].bits:
        msg = f"{name}: {value!r} has elements of {geometry.elem_bytes} bytes, {kind} has others"
        raise TypeError(msg)
    # `Major` has the numbers of the operands imm-trans-a and imm-trans-b.
    if geometry.major != transposed:
        msg = (
            f"{name}: {value!r} is {geometry.major.name}-major: "
            f"a product that takes it has trans_{name}={int(geometry.major)}"
        )
        raise ValueError(msg)
    extent, k = extents
    try:
        geometry.check(offset, extent, k)
        descriptors.check_pattern(value, offset, layout.swizzle)
    except ValueError as error:
        msg = f"{name} ({value!r}): {error}"
        raise ValueError(msg) from None
    return layout


@helper("wgmma.auto_descriptor")
def auto_descriptor(
    smem_base: Any, *, dtype: Type, shape: tuple[int, int], major: str | int
) -> Register:
    """Return a b64 register with the descriptor of a tile as `smem.wgmma_tile` lays it out.

    Emits `bfe.u32`, `cvt.u64.u32`, `or.b64` after the address has been computed.

    Args:
        smem_base: The start of the tile: an array or a stage of one, or a register.
        dtype: The type of the elements.
        shape: Rows, and elements of a row, as `smem.wgmma_tile` takes them.
        major: `"K"` or 0, `"MN"` or 1: as trans_a or trans_b of the product.

    `ValueError` for a shape without a layout, or an array with another swizzle.
    """
    along = major_of(major)
    if type(shape) not in (tuple, list) or [type(size) for size in shape] != [int, int]:
        msg = f"the shape of a tile must be rows, and elements of a row: (64, 64), got {shape!r}"
        raise ValueError(msg)
    rows, columns = shape
    m_or_n, k = (rows, columns) if along is Major.K else (columns, rows)
    size = TYPES[type_name(dtype)].bits // 8
    layout = pick_gmma_layout(elem_bytes=size, m_or_n=m_or_n, k=k, major=along)
    _same_swizzle(smem_base, layout.tma_swizzle)
    descriptors.check_pattern(smem_base, 0, layout.swizzle)
    made = descriptors.described(smem_base, constant_of(layout))
    is_sum = isinstance(smem_base, PendingResult) and smem_base.distance is not None
    tile = smem_base.stage if is_sum else smem_base
    found = descriptors.array_of(tile)
    # A part of a tile, or a tile seen with other rows, has other bounds than the tile.
    if found is None or found[0].gmma_layout != layout or found[1] != tuple(shape):
        return made
    return descriptors.TileDescriptor(made, tile, smem_base.distance if is_sum else 0)


@helper("wgmma.make_descriptor")
def make_descriptor(
    smem_base: Any,
    *,
    leading_byte_offset: int,
    stride_byte_offset: int,
    swizzle: int | str = 0,
    base_offset: int = 0,
    addr_byte_offset: int = 0,
) -> Register:
    """Return a b64 register with a descriptor of these fields (PTX ISA 9.7.15.5.1.2).

    Emits `bfe.u32`, `cvt.u64.u32`, `or.b64` after the address has been computed.

    Args:
        smem_base: An array in shared memory or a stage of one, a name, or a register.
        leading_byte_offset: Bytes, a multiple of 16.
        stride_byte_offset: Bytes, a multiple of 16.
        swizzle: 0 or `"NONE"`, 1 or `"128B"`, 2 or `"64B"`, 3 or `"32B"`.
        base_offset: 0 if the swizzle's pattern begins at a multiple of 8 of its rows, else
            bits 7 to 9 of the address of its start.
        addr_byte_offset: Bytes that are added to the address.
    """
    constant = wgmma_descriptor(leading_byte_offset, stride_byte_offset, swizzle, base_offset)
    code = swizzle_code(swizzle, WGMMA_CODES)
    name = next(name for name, known in WGMMA_CODES.items() if known == code)
    array = descriptors.array_around(smem_base)
    if array is not None and array.swizzle not in (None, "NONE"):
        _same_swizzle(smem_base, name)
        _check_rows(array, stride_byte_offset)
    # A base offset says where in the pattern the matrix begins; without one, it is at a first row.
    if not base_offset:
        descriptors.check_pattern(smem_base, addr_byte_offset, standard_swizzle(name))
    return descriptors.described(smem_base, constant, addr_byte_offset)


@helper("wgmma.descriptor_bits")
def descriptor_bits(
    *,
    leading_byte_offset: int = 0,
    stride_byte_offset: int = 0,
    swizzle: int | str = 0,
    base_offset: int = 0,
) -> int:
    """Return a descriptor of these fields without its address; nothing is emitted.

    Args:
        leading_byte_offset: Bytes, a multiple of 16.
        stride_byte_offset: Bytes, a multiple of 16.
        swizzle: 0 or `"NONE"`, 1 or `"128B"`, 2 or `"64B"`, 3 or `"32B"`.
        base_offset: As for `make_descriptor`.
    """
    return wgmma_descriptor(leading_byte_offset, stride_byte_offset, swizzle, base_offset)


@helper("wgmma.masked_descriptor")
def masked_descriptor(
    smem_addr: Any,
    *,
    byte_offset: int = 0,
    mask: int = 0x3FF80,
    const_bits: int = descriptors.MASKED_DESC_B128,
) -> Register:
    """Return a b64 register: `(smem_addr + byte_offset & mask) >> 4 | const_bits`.

    Emits `and.b32`, `shr.u32`, `cvt.u64.u32`, `or.b64` after the address is computed. The constant
    is that of K-major tiles in stripes of 128 bytes. The mask keeps addresses of whole lines of
    128 bytes: for a step within a line give 0x3FFF0.
    """
    if type(byte_offset) is not int or byte_offset % 16:
        msg = (
            f"byte_offset must be a multiple of 16, as descriptors' addresses, got {byte_offset!r}"
        )
        raise ValueError(msg)
    if byte_offset & ~mask & 0x3FFF0:
        msg = f"the mask {mask:#x} cuts off bits of byte_offset={byte_offset}: use mask=0x3FFF0"
        raise ValueError(msg)
    return descriptors.masked(smem_addr, byte_offset, mask, const_bits)


@helper("wgmma.k_offset")
def k_offset(tile: Any, k: int, m_or_n: int = 0, *, major: str | int | None = None) -> int:
    """Return the bytes from a tile's start to an element; nothing is emitted.

    It is the `a_k_offset` or `b_k_offset` of a product that begins at index `k` along K, and at row
    `m_or_n` of A or column of B. `major` is for arrays that are not of `smem.wgmma_tile`.
    """
    geometry, _ = tile_of(tile, major)
    columns = geometry.row_bytes // geometry.elem_bytes
    ends = (columns, geometry.rows) if geometry.major is Major.K else (geometry.rows, columns)
    for name, index, end in zip(("k", "m_or_n"), (k, m_or_n), ends, strict=True):
        if type(index) is not int or not 0 <= index <= end:
            msg = (
                f"{name} must be an index that is known while tracing, up to {end} in {tile!r}, "
                f"got {index!r}"
            )
            raise ValueError(msg)
    return geometry.offset(k, m_or_n)


def constant_of(layout: GmmaLayout) -> int:
    """Return the descriptor of a layout, without an address."""
    return wgmma_descriptor(
        layout.leading_byte_offset, layout.stride_byte_offset, layout.swizzle_code
    )


def tile_of(value: Any, major: Any) -> tuple[Geometry, GmmaLayout]:
    """Return the geometry of a tile in shared memory, and its layout.

    `major` is for an array that is not of `smem.wgmma_tile`. `TypeError` for anything but a tile,
    `ValueError` for one in an order that wgmma does not read.
    """
    found = descriptors.array_of(value)
    if found is None or len(found[1]) != 2:  # noqa: PLR2004 - rows and columns
        msg = (
            f"{value!r} is not a tile: a tile in shared memory has rows and columns, "
            "and tile[stage] is one of several"
        )
        raise TypeError(msg)
    array, (rows, columns) = found
    size = TYPES[array.dtype.fundamental].bits // 8
    layout = array.gmma_layout
    if layout is not None:
        along = major_of(array.gmma_major)
    else:
        along = major_of(Major.K if major is None else major)
        width = standard_swizzle(array.swizzle).width
        span = width or UNIT_BYTES
        # Without a swizzle, wgmma reads 8 rows of 16 bytes in one piece, which longer rows are not.
        if not width and columns * size != span:
            msg = (
                f"{value!r} has rows of {columns * size} bytes and no swizzle: wgmma reads no "
                "such order; smem.wgmma_tile allocates one that it reads"
            )
            raise ValueError(msg)
        layout = striped_layout(size, (rows, columns), along, span)
    return Geometry(rows, columns * size, size, layout.span, along), layout


def _check_rows(array: SharedAlloc, stride: int) -> None:
    """Raise `ValueError` for a stride by which 8 rows of a swizzled tile begin among 8 others."""
    lines = standard_swizzle(array.swizzle).pattern_bytes
    layout = array.gmma_layout
    if layout is not None and array.gmma_major == Major.K.name and 0 < stride < lines:
        msg = (
            f"8 rows of {array!r} take {lines} bytes, and by stride_byte_offset={stride} the next "
            f"8 begin among them: it is {layout.stride_byte_offset}, and leading_byte_offset, "
            f"which is not used, {layout.leading_byte_offset}"
        )
        raise ValueError(msg)


def _same_swizzle(value: Any, wanted: str) -> None:
    array = descriptors.array_around(value)
    if array is not None and (array.swizzle or "NONE") != wanted:
        msg = (
            f"{value!r} has the swizzle {array.swizzle or 'NONE'}, and the descriptor is for "
            f"{wanted}: allocate it with smem.wgmma_tile, or with swizzle={wanted!r}"
        )
        raise ValueError(msg)
