"""Products of the matrices of a warp as functions of LLVM IR: D = A * B + C of `mma`.

A product of 16 rows and 8 columns takes A and B as numbers in memory (`fragments.py`), and the
registers of C. Its sums have the order and the rounding of
`ptxpy.sim.semantics.matrices.products`: products are exact, they are added in `double` from the
first k on, then C, and the sum is rounded once.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

import llvmlite.binding as llvm

from ptxpy.sim.native.fragments import COLUMN_ORDER, COLUMNS, NUMBER_BYTES, ROWS
from ptxpy.sim.native.instruction_text import InstructionText
from ptxpy.sim.native.vector_builder import LANES

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["product_name", "product_text"]

_NANS: Final = {"float": 0x7FFFFFFF, "half": 0x7FFF}


@cache
def _rows_at_once() -> int:
    """Return the rows whose sums are in the registers of this computer."""
    return 8 if llvm.get_host_cpu_features().get("avx512f") else 4


def product_name(sums: str, source: str, result: str, depth: int, *, saturates: bool) -> str:
    """Return the name of a product: `product.double.f4.f4.16`.

    Args:
        sums: The type of its sums.
        source: The NumPy type of C.
        result: The NumPy type of D.
        depth: The columns of A.
        saturates: Whether sums of integers are limited to `.s32`.
    """
    return f"product.{sums}.{source}.{result}.{depth}" + (".sat" if saturates else "")


def product_text(name: str) -> str:
    """Return a function that takes A, B, and the registers of C, and stores those of D."""
    _, sums, source, result, size, *saturates = name.split(".")
    depth, rows = int(size), _rows_at_once()
    text = InstructionText()
    wide = f"<{COLUMNS} x {sums}>"
    totals = []
    for row in range(rows):
        totals.append(f"splat ({sums} 0.0)")
        text.emit(f"%a{row} = getelementptr {sums}, ptr %a.block, i64 {depth * row}")
    for k in range(depth):
        at = text.place("%b", NUMBER_BYTES[sums] * COLUMNS * k)
        right = text.let(f"load {wide}, ptr {at}, align 16")
        for row in range(rows):
            at = text.place(f"%a{row}", NUMBER_BYTES[sums] * k)
            one = text.let(f"load {sums}, ptr {at}")
            first = text.let(f"insertelement {wide} poison, {sums} {one}, i64 0")
            left = text.let(
                f"shufflevector {wide} {first}, {wide} poison, <{COLUMNS} x i32> zeroinitializer"
            )
            # A product is exact, so fusing it with the addition changes nothing.
            totals[row] = text.let(
                f"call {wide} @llvm.fmuladd.v{COLUMNS}f{8 * NUMBER_BYTES[sums]}"
                f"({wide} {left}, {wide} {right}, {wide} {totals[row]})"
            )
    for row, total in enumerate(totals):
        _finish(text, row, total, sums, source, result, saturates=bool(saturates))
    kinds = [wide, wide, wide]
    # As far as LLVM knows, a row of D may be in B: it would move all of B into the frame of the
    # function else, before the loop.
    return f"""
define void @"{name}"(ptr noalias %a, ptr %b, ptr noalias %c, ptr %d)
    noinline nounwind {{
entry:
  br label %block
block:
  %row = phi i64 [ 0, %entry ], [ %row.next, %block ]
  %a.offset = mul i64 %row, {depth}
  %a.block = getelementptr {sums}, ptr %a, i64 %a.offset
  %half = lshr i64 %row, 3
  %in.half = and i64 %row, 7
  %lanes = mul i64 %in.half, 16
  %c.half = mul i64 %half, {_half_bytes(source)}
  %c.offset = add i64 %c.half, %lanes
  %c.block = getelementptr i8, ptr %c, i64 %c.offset
  %d.half = mul i64 %half, {_half_bytes(result)}
  %d.offset = add i64 %d.half, %lanes
  %d.block = getelementptr i8, ptr %d, i64 %d.offset
{text}
  %row.next = add i64 %row, {rows}
  %more = icmp ult i64 %row.next, {ROWS}
  br i1 %more, label %block, label %done
done:
  ret void
}}
declare {wide} @llvm.fmuladd.v{COLUMNS}f{8 * NUMBER_BYTES[sums]}({", ".join(kinds)})
declare <8 x double> @llvm.fabs.v8f64(<8 x double>)
declare <{COLUMNS} x i32> @llvm.sadd.sat.v{COLUMNS}i32(<{COLUMNS} x i32>, <{COLUMNS} x i32>)
"""


def _half_bytes(kind: str) -> int:
    """Return the bytes of the registers of 8 rows of C or D."""
    return 4 * LANES * (1 if kind == "f2" else 2)


def _picked(order: Sequence[int]) -> str:
    return f"<{len(order)} x i32> <{', '.join(f'i32 {each}' for each in order)}>"


def _back() -> list[int]:
    """Return where each column is in the order of `COLUMN_ORDER`."""
    return [COLUMN_ORDER.index(column) for column in range(COLUMNS)]


def _load_row(text: InstructionText, row: int, kind: str) -> str:
    """Return a row of C as `float`, or `i32`: the even columns, then the odd ones."""
    at = text.place("%c.block", 16 * row)
    if kind == "f2":
        pairs = text.let(f"load <8 x half>, ptr {at}, align 16")
        halves = text.let(
            f"shufflevector <8 x half> {pairs}, <8 x half> poison, {_picked(COLUMN_ORDER)}"
        )
        return text.let(f"fpext <8 x half> {halves} to <8 x float>")
    type_ = "i32" if kind == "i4" else "float"
    even = text.let(f"load <4 x {type_}>, ptr {at}, align 16")
    behind = text.place(at, 4 * LANES)
    odd = text.let(f"load <4 x {type_}>, ptr {behind}, align 16")
    return text.let(
        f"shufflevector <4 x {type_}> {even}, <4 x {type_}> {odd}, {_picked(range(COLUMNS))}"
    )


def _finish(
    text: InstructionText,
    row: int,
    total: str,
    sums: str,
    source: str,
    result: str,
    *,
    saturates: bool,
) -> None:
    """Add a row of C, round, and store the row of D."""
    start = _load_row(text, row, source)
    at = text.place("%d.block", 16 * row)
    if result == "i4":
        whole = text.let(f"fptosi <8 x {sums}> {total} to <8 x i32>")
        if saturates:
            found = text.let(
                f"call <8 x i32> @llvm.sadd.sat.v8i32(<8 x i32> {whole}, <8 x i32> {start})"
            )
        else:
            found = text.let(f"add <8 x i32> {whole}, {start}")
        _store_row(text, at, found, "i32")
        return
    wide = text.let(f"fpext <8 x float> {start} to <8 x double>")
    exact = text.let(f"fadd <8 x double> {total}, {wide}")
    if result == "f4":
        _store_row(text, at, _canonical(text, _rounded(text, exact), "float"), "float")
        return
    # Rounding to odd first keeps the second rounding from being one of a rounded number.
    odd = _rounded_to_odd(text, exact)
    halves = text.let(f"fptrunc <8 x float> {odd} to <8 x half>")
    found = _canonical(text, halves, "half")
    pairs = text.let(f"shufflevector <8 x half> {found}, <8 x half> poison, {_picked(_back())}")
    text.emit(f"store <8 x half> {pairs}, ptr {at}, align 16")


def _rounded(text: InstructionText, exact: str) -> str:
    return text.let(f"fptrunc <8 x double> {exact} to <8 x float>")


def _rounded_to_odd(text: InstructionText, exact: str) -> str:
    near = _rounded(text, exact)
    back = text.let(f"fpext <8 x float> {near} to <8 x double>")
    inexact = text.let(f"fcmp one <8 x double> {back}, {exact}")
    bits = text.let(f"bitcast <8 x float> {near} to <8 x i32>")
    last = text.let(f"trunc <8 x i32> {bits} to <8 x i1>")
    even = text.let(f"xor <8 x i1> {last}, splat (i1 true)")
    moves = text.let(f"and <8 x i1> {inexact}, {even}")
    size = text.let(f"call <8 x double> @llvm.fabs.v8f64(<8 x double> {exact})")
    size_near = text.let(f"call <8 x double> @llvm.fabs.v8f64(<8 x double> {back})")
    larger = text.let(f"fcmp ogt <8 x double> {size}, {size_near}")
    step = text.let(f"select <8 x i1> {larger}, <8 x i32> splat (i32 1), <8 x i32> splat (i32 -1)")
    moved = text.let(f"add <8 x i32> {bits}, {step}")
    found = text.let(f"select <8 x i1> {moves}, <8 x i32> {moved}, <8 x i32> {bits}")
    return text.let(f"bitcast <8 x i32> {found} to <8 x float>")


def _canonical(text: InstructionText, value: str, type_: str) -> str:
    """Return a row whose NaNs are canonical."""
    whole = {"float": "i32", "half": "i16"}[type_]
    nan = text.let(f"fcmp uno <8 x {type_}> {value}, {value}")
    bits = text.let(f"bitcast <8 x {type_}> {value} to <8 x {whole}>")
    found = text.let(
        f"select <8 x i1> {nan}, <8 x {whole}> splat ({whole} {_NANS[type_]}), <8 x {whole}> {bits}"
    )
    return text.let(f"bitcast <8 x {whole}> {found} to <8 x {type_}>")


def _store_row(text: InstructionText, at: str, row: str, type_: str) -> None:
    for first in (0, 1):
        picked = _picked(range(4 * first, 4 * first + 4))
        part = text.let(f"shufflevector <8 x {type_}> {row}, <8 x {type_}> poison, {picked}")
        place = text.place(at, 4 * LANES * first)
        text.emit(f"store <4 x {type_}> {part}, ptr {place}, align 16")
