"""`ptx.mma.sync`, `ptx.ldmatrix` and `ptx.stmatrix`: matrices in the registers of a warp.

PTX ISA 9.7.14.5. Which thread holds which element is in 9.7.14.5.1 to 9.7.14.5.13.
"""

from __future__ import annotations

from typing import Any, Final

from ptxpy._counts import format_count
from ptxpy.dsl.shared_memory.addresses import address, address_register
from ptxpy.dsl.tracing.instructions import explicit, helper
from ptxpy.dsl.tracing.pending_results import PendingResult
from ptxpy.dsl.values.operand_conversion import Register
from ptxpy.dsl.values.operators import View, operation
from ptxpy.dsl.values.registers import RegisterFile
from ptxpy.dsl.values.types import Type
from ptxpy.ir import nodes as n

_LOADED: Final = {"m8n8": "b16", "m16n16": "b8"}
_STORED: Final = {"m8n8": "b16", "m16n8": "b8"}
_COUNTS: Final = {"x1": 1, "x2": 2, "x4": 4}
_REGISTERS_PER_BLOCK: Final = 8
"""Registers in which a thread holds its part of 16 rows and 16 columns."""


def registers_of(value: Any) -> tuple[Any, ...]:
    """Return registers that are given as a file, a list or tuple, or one alone."""
    if isinstance(value, RegisterFile):
        return tuple(value.regs())
    if isinstance(value, list | tuple):
        return tuple(value)
    if isinstance(value, Register | PendingResult | View | str):
        return (value,)
    msg = f"registers must be a register file, or a list or tuple of registers, got {value!r}"
    raise TypeError(msg)


def type_name(dtype: Any) -> str:
    """Return the name of a type without its dot; `TypeError` for anything but a type."""
    if not isinstance(dtype, Type):
        msg = f"a type must be one of ptxpy.types, as bf16 or f32, got {dtype!r}"
        raise TypeError(msg)
    return dtype.fundamental


@helper("mma.sync")
def sync(
    *,
    shape: tuple[int, int, int],
    dtype_d: Type,
    dtype_a: Type,
    dtype_b: Type,
    dtype_c: Type,
    d: Any,
    a: Any,
    b: Any,
    c: Any,
    a_layout: str = "row",
    b_layout: str = "col",
    pred: Any = None,
) -> None:
    """Emit D = A * B + C of a warp: `mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32`.

    Args:
        shape: `(m, n, k)`.
        dtype_d: The type of the elements of D.
        dtype_a: And of A.
        dtype_b: And of B.
        dtype_c: And of C.
        d: The registers, as many as the shape and the type want: `InstructionError` for others.
        a: Those of A; halves are packed by twos, bytes by fours.
        b: Those of B.
        c: Those of C, which may be those of D; numbers are constants.
        a_layout: `"row"` but for m8n8k4.
        b_layout: `"col"` but for m8n8k4.
        pred: A guard.
    """
    for layout in (a_layout, b_layout):
        if layout not in ("row", "col"):
            msg = f'a_layout and b_layout must be "row" or "col", got {layout!r}'
            raise ValueError(msg)
    if list(map(type, shape)) != [int, int, int]:
        msg = f"the shape of a product must be (m, n, k), got {shape!r}"
        raise ValueError(msg)
    types = ".".join(map(type_name, (dtype_d, dtype_a, dtype_b, dtype_c)))
    m, columns, k = shape
    emitted = explicit(f"mma.sync.aligned.m{m}n{columns}k{k}.{a_layout}.{b_layout}.{types}")
    emitted(*map(registers_of, (d, a, b, c)), when=pred)


@helper("ldmatrix")
def ldmatrix(
    *, dst: Any, src: Any, layout: str = "x4", trans: bool = False, pred: Any = None
) -> None:
    """Load matrices of a warp: `ldmatrix.sync.aligned.m8n8.x4{.trans}.shared.b16 {…}, [src]`.

    Lane 8 * i + r gives the address of row r of matrix i, a multiple of 16 (PTX ISA 9.7.14.5.15).

    Args:
        dst: One register of 32 bits for each matrix.
        src: An address in shared memory: a register, `[register, offset]`, an array.
        layout: `"x1"`, `"x2"` or `"x4"`, with a shape before and `trans` after if wanted:
            `"m8n8.x4.trans"`, `"m16n16.x2.trans"`.
        trans: Whether each matrix is transposed.
        pred: A guard.
    """
    text, count = _form("ldmatrix", layout, "", _LOADED, trans=trans)
    found = registers_of(dst)
    # A matrix of 16 x 16 bytes takes two registers of each of the 32 threads.
    _check_count(found, count * (2 if ".m16n16" in text else 1), text)
    explicit(text)(found, address(src), when=pred)


@helper("stmatrix")
def stmatrix(
    *,
    smem: Any,
    regs: Any,
    layout: str = "x4",
    trans: bool = False,
    shape: str = "m8n8",
    pred: Any = None,
) -> None:
    """Store matrices of a warp: `stmatrix.sync.aligned.m8n8.x4{.trans}.shared.b16 [smem], {…}`.

    Lane 8 * i + r gives the address of row r of matrix i, a multiple of 16 (PTX ISA 9.7.14.5.16).

    Args:
        smem: An address in shared memory: a register, `[register, offset]`, an array.
        regs: One register of 32 bits for each matrix.
        layout: `"x1"`, `"x2"` or `"x4"`, with `trans` after if wanted: `"x4.trans"`.
        trans: Whether each matrix is transposed.
        shape: `"m8n8"` of b16, or on sm_100a `"m16n8"` of b8, which is always transposed.
        pred: A guard.
    """
    text, count = _form("stmatrix", layout, shape, _STORED, trans=trans)
    found = registers_of(regs)
    _check_count(found, count, text)
    explicit(text)(address(smem), found, when=pred)


def _form(
    opcode: str, layout: str, shape: str, shapes: dict[str, str], *, trans: bool
) -> tuple[str, int]:
    """Return the opcode with its modifiers, and the number of matrices."""
    count = ""
    for word in layout.split("."):
        if word == "trans":
            trans = True
        elif word in _COUNTS and not count:
            count = word
        elif word in shapes:
            shape = word
        else:
            known = ", ".join((*_COUNTS, *shapes, "trans"))
            msg = f"the words of the layout of {opcode} must be among {known}, got {layout!r}"
            raise ValueError(msg)
    shape = shape or "m8n8"
    if shape not in shapes or not count:
        msg = f"{opcode} has {' or '.join(shapes)} and {', '.join(_COUNTS)}, not {shape} {layout!r}"
        raise ValueError(msg)
    end = ".trans" if trans else ""
    text = f"{opcode}.sync.aligned.{shape}.{count}{end}.shared.{shapes[shape]}"
    return text, _COUNTS[count]


def _check_count(registers: tuple[Any, ...], count: int, text: str) -> None:
    if len(registers) != count:
        msg = f"{text} has {format_count(count, 'register')}, not {len(registers)}"
        raise ValueError(msg)


@helper("stmatrix_x4_trans_f32_bf16")
def stmatrix_x4_trans_f32_bf16(
    *,
    frag: Any,
    smem_base: Any,
    lane: Any,
    row_stride: int,
    tmp_bf16: list[Any] | None = None,  # noqa: ARG001 - see the docstring
    tmp_pack: list[Any] | None = None,
) -> None:
    """Round the accumulator of a warpgroup to bf16 and store it transposed in shared memory.

    Element (m, n) of D comes to byte `2 * (n * row_stride + m)` after `smem_base`: a column of D
    is a row there. For each 16 columns it emits four `cvt.rn.bf16x2.f32` and
    `stmatrix.sync.aligned.m8n8.x4.trans.shared.b16`, after ten instructions for the address.

    Args:
        frag: A thread's part of D in f32: 8 registers for each 16 columns.
        smem_base: An array or an address, a multiple of 16.
        lane: The thread's number in its warpgroup, a register; in a warp that has 16 rows alone,
            that in the warp.
        row_stride: Elements of bf16 from a row in shared memory to the next: a multiple of 8, of
            which 8 more than a multiple of 64 (72 for 64 rows of D) has no bank conflicts.
        tmp_bf16: Not needed, since one instruction rounds two elements; nothing is written there.
        tmp_pack: Four registers of 32 bits for the elements; fresh ones without it.
    """
    values = registers_of(frag)
    if not values or len(values) % _REGISTERS_PER_BLOCK:
        msg = f"an accumulator must have 8 registers for each 16 columns, got {len(values)}"
        raise ValueError(msg)
    if type(row_stride) is not int or row_stride < 1 or row_stride % 8:
        msg = f"row_stride must be a multiple of 8 elements of bf16 (16 bytes), got {row_stride!r}"
        raise ValueError(msg)
    if tmp_pack is not None and len(tmp_pack) < _REGISTERS_PER_BLOCK // 2:
        msg = f"tmp_pack must be four registers of 32 bits, got {len(tmp_pack)}"
        raise ValueError(msg)
    # Of 16 rows and columns of D, transposed, bits 0 to 2 and 4 of the lane give the row of the
    # address, bit 3 and the number of the warp its column.
    row = operation("and.b32")(lane, 7)
    upper = operation("shr.u32")(operation("and.b32")(lane, 16), 1)
    row = operation("or.b32")(row, upper)
    warp = operation("shr.u32")(operation("and.b32")(lane, 96), 1)
    column = operation("or.b32")(operation("and.b32")(lane, 8), warp)
    start = operation("mad.lo.u32")(row, 2 * row_stride, address_register(smem_base))
    start = operation("mad.lo.u32")(column, 2, start)
    for block in range(0, len(values), _REGISTERS_PER_BLOCK):
        packed = []
        for pair in range(_REGISTERS_PER_BLOCK // 2):
            low, high = values[block + 2 * pair : block + 2 * pair + 2]
            # The first source of `cvt.rn.bf16x2.f32` becomes the upper half.
            rounded = operation("cvt.rn.bf16x2.f32")(high, low)
            if tmp_pack is not None:
                rounded.bind(tmp_pack[pair].node, tmp_pack[pair].declared)
            packed.append(rounded)
        # 16 columns of D are 16 rows in shared memory, of `row_stride` elements of 2 bytes each.
        offset = block // _REGISTERS_PER_BLOCK * 16 * 2 * row_stride
        where = n.Address(start.operand(), n.Literal(str(offset)) if offset else None, ())
        explicit("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16")(where, tuple(packed))
