"""Matrices of 8 by 8 elements of 16 bits in shared memory, as functions of LLVM IR.

`ldmatrix` and `stmatrix` take the addresses of rows from 8 lanes for each matrix, as
`ptxpy.sim.semantics.matrices.movement` has them; the warp is complete. An address that is refused
is noted, and nothing is moved: the interpreter then runs the launch again.
"""

from __future__ import annotations

from typing import Final

from ptxpy.sim.native.address_search import SHARED, WRITES
from ptxpy.sim.native.instruction_text import InstructionText
from ptxpy.sim.native.layout import load_word
from ptxpy.sim.native.transposition import transposed

__all__ = ["TURN", "matrix_rows_name", "matrix_rows_signature", "matrix_rows_text"]

TURN: Final = "matrix.turn"
"""The function that transposes the matrix in a register."""

_ROW: Final = 16
_SIDE: Final = 8


def matrix_rows_name(action: str, count: int, *, transposes: bool) -> str:
    """Return the name of the function that moves matrices: `matrix.load.4.trans`."""
    return f"matrix.{action}.{count}" + (".trans" if transposes else "")


def _registers(count: int) -> str:
    return "{ " + ", ".join(["<32 x i32>"] * count) + " }"


def matrix_rows_signature(name: str) -> tuple[str, str]:
    """Return the type of the result, and the types of the arguments."""
    if name == TURN:
        return "<32 x i32>", "<32 x i32>"
    _, action, size, *_ = name.split(".")
    head = "ptr, ptr, <32 x i64>"
    if action == "load":
        return _registers(int(size)), head
    return "void", head + ", <32 x i32>" * int(size)


def matrix_rows_text(name: str) -> str:
    """Return the LLVM IR of a function, with its declarations."""
    writer = _Writer()
    if name == TURN:
        found = writer.turned("%x")
        return (
            f'define <32 x i32> @"{name}"(<32 x i32> %x) noinline nounwind {{\nentry:\n'
            f"{writer}\n  ret <32 x i32> {found}\n}}\n"
        )
    _, action, size, *transposes = name.split(".")
    count = int(size)
    result, _ = matrix_rows_signature(name)
    formal = "ptr %c, ptr %site, <32 x i64> %a"
    if action == "load":
        held = "poison"
        for number in range(count):
            rows = [writer.let(f"load <8 x i16>, ptr {writer.row(number, k)}, align 16")
                    for k in range(_SIDE)]  # fmt: skip
            if transposes:
                rows = transposed(writer.let, rows, "i16")
            register = writer.joined(rows)
            held = writer.let(f"insertvalue {result} {held}, <32 x i32> {register}, {number}")
        ending = f"  ret {result} {held}\n"
        nothing = f"  ret {result} zeroinitializer\n"
    else:
        formal += "".join(f", <32 x i32> %x{k}" for k in range(count))
        for number in range(count):
            register = writer.turned(f"%x{number}") if transposes else f"%x{number}"
            for k, row in enumerate(writer.rows_of(register)):
                writer.emit(f"store <8 x i16> {row}, ptr {writer.row(number, k)}, align 16")
        ending = nothing = "  ret void\n"
    mask = (1 << _SIDE * count) - 1
    flags = SHARED | (WRITES if action == "store" else 0)
    return f"""
define {result} @"{name}"({formal}) noinline nounwind {{
entry:
  %places = alloca <32 x i64>, align 64
  store <32 x i64> %a, ptr %places, align 64
{_CHECK}
  %bits = bitcast <32 x i1> %good to i32
  %used = and i32 %bits, {mask}
  %fine = icmp eq i32 %used, {mask}
  br i1 %fine, label %known, label %search
known:
  %base.0 = insertelement <32 x i64> poison, i64 %shared, i64 0
  %bases = shufflevector <32 x i64> %base.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %hosts = add <32 x i64> %a, %bases
  store <32 x i64> %hosts, ptr %places, align 64
  br label %move
search:
  %m = call i32 @locate(ptr %c, ptr %site, ptr %places, i32 {mask}, i64 {_ROW}, i32 {flags})
  %found = icmp eq i32 %m, {mask}
  br i1 %found, label %move, label %refused
refused:
{nothing}move:
{writer}
{ending}}}
declare i32 @locate(ptr, ptr, ptr, i32, i64, i32)
"""


_CHECK: Final = f"""{load_word("shared", "shared")}{load_word("shared.bytes", "shared_bytes")}
  %room = sub i64 %shared.bytes, {_ROW - 1}
  %some = icmp sgt i64 %room, 0
  %limit = select i1 %some, i64 %room, i64 0
  %limit.0 = insertelement <32 x i64> poison, i64 %limit, i64 0
  %limits = shufflevector <32 x i64> %limit.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %in = icmp ult <32 x i64> %a, %limits
  %odds = and <32 x i64> %a, splat (i64 {_ROW - 1})
  %evens = icmp eq <32 x i64> %odds, zeroinitializer
  %good = and <32 x i1> %in, %evens
"""


class _Writer(InstructionText):
    """Writes the instructions that move rows."""

    def row(self, matrix: int, number: int) -> str:
        """Return the pointer to a row of a matrix."""
        at = self.let(f"getelementptr i64, ptr %places, i64 {_SIDE * matrix + number}")
        return self.let(f"inttoptr i64 {self.let(f'load i64, ptr {at}')} to ptr")

    def joined(self, rows: list[str]) -> str:
        """Return the register of 8 rows of 8 elements."""
        width = _SIDE
        while len(rows) > 1:
            both = ", ".join(f"i32 {k}" for k in range(2 * width))
            rows = [
                self.let(
                    f"shufflevector <{width} x i16> {rows[k]}, <{width} x i16> {rows[k + 1]}, "
                    f"<{2 * width} x i32> <{both}>"
                )
                for k in range(0, len(rows), 2)
            ]
            width *= 2
        return self.let(f"bitcast <{width} x i16> {rows[0]} to <32 x i32>")

    def rows_of(self, register: str) -> list[str]:
        """Return the 8 rows of a register."""
        whole = self.let(f"bitcast <32 x i32> {register} to <64 x i16>")
        return [
            self.let(
                f"shufflevector <64 x i16> {whole}, <64 x i16> poison, <8 x i32> <"
                + ", ".join(f"i32 {_SIDE * number + k}" for k in range(_SIDE))
                + ">"
            )
            for number in range(_SIDE)
        ]

    def turned(self, register: str) -> str:
        """Return the register of the transposed matrix."""
        return self.joined(transposed(self.let, self.rows_of(register), "i16"))
