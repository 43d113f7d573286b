"""Fragments of A and B decoded to numbers in memory, as functions of LLVM IR.

A becomes [row][k], B [k][column] with the columns in the order of `COLUMN_ORDER`. The order of k is
that of the quick form of `ptxpy.sim.semantics.matrices.fragments`: thread of four, register,
element.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.sim.native.instruction_text import InstructionText
from ptxpy.sim.native.transposition import transposed
from ptxpy.sim.native.vector_builder import LANES
from ptxpy.sim.semantics.matrices.elements import BITS
from ptxpy.sim.semantics.matrices.fragments import Operand

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "COLUMNS", "COLUMN_ORDER", "FRAGMENT_BYTES", "NUMBER_BYTES", "ROWS", "SUMS", "fragment_name",
    "fragment_signature", "fragment_text",
]  # fmt: skip

ROWS: Final = 16
COLUMNS: Final = 8
COLUMN_ORDER: Final = (0, 2, 4, 6, 1, 3, 5, 7)
"""The even columns are in one register of C and D, and the odd ones in another."""
FRAGMENT_BYTES: Final = 8 * 16 * 32
"""The most bytes of the numbers of a fragment."""

SUMS: Final = {
    "f16": "double", "bf16": "double", "tf32": "double", "e4m3": "double", "e5m2": "double",
    "s8": "float", "u8": "float",
}  # fmt: skip
"""The type of numbers and sums, by that of elements: sums of integers are exact in `float`."""
NUMBER_BYTES: Final = {"double": 8, "float": 4}


def _splat(type_: str, bits: int) -> str:
    return f"splat ({type_} {bits})"


def fragment_name(side: str, type_: str, depth: int) -> str:
    """Return the name of the function that decodes A or B: `fragment.a.f16.16`."""
    return f"fragment.{side}.{type_}.{depth}"


def _operand(side: str, type_: str, depth: int) -> Operand:
    return Operand(side, ROWS if side == "a" else COLUMNS, depth, BITS[type_])


def fragment_signature(name: str) -> str:
    """Return the types of the arguments of a function that decodes a fragment."""
    _, side, type_, depth = name.split(".")
    return ", ".join(["ptr", *["<32 x i32>"] * _operand(side, type_, int(depth)).registers])


def fragment_text(name: str) -> str:
    """Return a function that stores the numbers of a fragment."""
    _, side, type_, size = name.split(".")
    depth = int(size)
    operand = _operand(side, type_, depth)
    sums = SUMS[type_]
    _, steps, halves = operand.counts
    text = InstructionText()
    words = 4 * steps
    text.emit(f"%words = alloca [{LANES * steps * halves} x i32], align 64")
    for half in range(halves):
        held = [f"%r{step * halves + half}" for step in range(steps)]
        for stage, joined in enumerate(_interleaved(text, held)):
            count = LANES * steps
            at = text.place("%words", 4 * count * (half + stage))
            text.emit(f"store <{count} x i32> {joined}, ptr {at}, align 64")
    decode = _DECODERS[type_]
    if side == "a":
        for row in range(ROWS):
            at = text.place("%words", 4 * words * row)
            value = text.let(f"load <{words} x i32>, ptr {at}, align 16")
            numbers = decode(text, value, words, sums, None)
            target = text.place("%out", NUMBER_BYTES[sums] * depth * row)
            text.emit(f"store <{depth} x {sums}> {numbers}, ptr {target}, align 16")
    else:
        per = operand.per
        for block in range(0, words, COLUMNS):
            rows = []
            for column in COLUMN_ORDER:
                at = text.place("%words", 4 * (words * column + block))
                width = min(words, COLUMNS)
                value = text.let(f"load <{width} x i32>, ptr {at}, align 16")
                if width < COLUMNS:
                    picked = ", ".join(f"i32 {min(k, width)}" for k in range(COLUMNS))
                    value = text.let(
                        f"shufflevector <{width} x i32> {value}, <{width} x i32> poison, "
                        f"<{COLUMNS} x i32> <{picked}>"
                    )
                rows.append(value)
            turned = transposed(text.let, rows, "i32")[: words - block]
            for number, value in enumerate(turned):
                for element in range(per):
                    numbers = decode(text, value, COLUMNS, sums, element)
                    k = (block + number) * per + element
                    target = text.place("%out", NUMBER_BYTES[sums] * COLUMNS * k)
                    text.emit(f"store <{COLUMNS} x {sums}> {numbers}, ptr {target}, align 16")
    formal = ", ".join(f"<32 x i32> %r{k}" for k in range(operand.registers))
    body = "\n".join(["entry:", *text.lines, "  ret void"])
    return f'define void @"{name}"(ptr noalias %out, {formal}) noinline nounwind {{\n{body}\n}}\n'


def _interleaved(text: InstructionText, held: list[str]) -> list[str]:
    """Return registers as one vector: for each lane the words of all registers."""
    width = LANES
    order = [[register] for register in range(len(held))]
    while len(held) > 1:
        joined, orders = [], []
        for k in range(0, len(held), 2):
            both = ", ".join(f"i32 {each}" for each in range(2 * width))
            joined.append(
                text.let(
                    f"shufflevector <{width} x i32> {held[k]}, <{width} x i32> {held[k + 1]}, "
                    f"<{2 * width} x i32> <{both}>"
                )
            )
            orders.append(order[k] + order[k + 1])
        held, order, width = joined, orders, 2 * width
    registers = width // LANES
    if registers > 1:
        places = ", ".join(
            f"i32 {LANES * register + lane}" for lane in range(LANES) for register in order[0]
        )
        held = [
            text.let(
                f"shufflevector <{width} x i32> {held[0]}, <{width} x i32> poison, "
                f"<{width} x i32> <{places}>"
            )
        ]
    return held


def _half(text: InstructionText, words: str, count: int, sums: str, element: int | None) -> str:
    if element is None:
        halves, count = (
            text.let(f"bitcast <{count} x i32> {words} to <{2 * count} x half>"),
            2 * count,
        )
    else:
        lower = _element(text, words, count, 16 * element, "i16")
        halves = text.let(f"bitcast <{count} x i16> {lower} to <{count} x half>")
    singles = text.let(f"fpext <{count} x half> {halves} to <{count} x float>")
    return text.let(f"fpext <{count} x float> {singles} to <{count} x {sums}>")


def _element(text: InstructionText, words: str, count: int, shift: int, type_: str) -> str:
    if shift:
        words = text.let(f"lshr <{count} x i32> {words}, {_splat('i32', shift)}")
    return text.let(f"trunc <{count} x i32> {words} to <{count} x {type_}>")


def _brain(text: InstructionText, words: str, count: int, sums: str, element: int | None) -> str:
    if element is None:
        halves, count = (
            text.let(f"bitcast <{count} x i32> {words} to <{2 * count} x i16>"),
            2 * count,
        )
        words = text.let(f"zext <{count} x i16> {halves} to <{count} x i32>")
        element = 0
    if element:
        words = text.let(f"and <{count} x i32> {words}, {_splat('i32', 0xFFFF0000)}")
    else:
        words = text.let(f"shl <{count} x i32> {words}, {_splat('i32', 16)}")
    return _single(text, words, count, sums)


def _single(text: InstructionText, words: str, count: int, sums: str) -> str:
    singles = text.let(f"bitcast <{count} x i32> {words} to <{count} x float>")
    return text.let(f"fpext <{count} x float> {singles} to <{count} x {sums}>")


def _tf32(text: InstructionText, words: str, count: int, sums: str, _element: int | None) -> str:
    kept = text.let(f"and <{count} x i32> {words}, {_splat('i32', 0xFFFFE000)}")
    return _single(text, kept, count, sums)


def _spread_octets(
    text: InstructionText, words: str, count: int, element: int | None
) -> tuple[str, int]:
    """Return octets of words, or one of each, as vectors of `i8`, and their number."""
    if element is not None:
        return _element(text, words, count, 8 * element, "i8"), count
    return text.let(f"bitcast <{count} x i32> {words} to <{4 * count} x i8>"), 4 * count


def _octets(extension: str) -> Callable[[InstructionText, str, int, str, int | None], str]:
    def decode(
        text: InstructionText, words: str, count: int, sums: str, element: int | None
    ) -> str:
        octets, count = _spread_octets(text, words, count, element)
        wide = text.let(f"{extension} <{count} x i8> {octets} to <{count} x i32>")
        return text.let(f"sitofp <{count} x i32> {wide} to <{count} x {sums}>")

    return decode


def _e5m2(text: InstructionText, words: str, count: int, sums: str, element: int | None) -> str:
    octets, count = _spread_octets(text, words, count, element)
    # An e5m2 is the upper half of an f16.
    wide = text.let(f"zext <{count} x i8> {octets} to <{count} x i16>")
    upper = text.let(f"shl <{count} x i16> {wide}, {_splat('i16', 8)}")
    halves = text.let(f"bitcast <{count} x i16> {upper} to <{count} x half>")
    singles = text.let(f"fpext <{count} x half> {halves} to <{count} x float>")
    return text.let(f"fpext <{count} x float> {singles} to <{count} x {sums}>")


def _e4m3(text: InstructionText, words: str, count: int, sums: str, element: int | None) -> str:
    octets, count = _spread_octets(text, words, count, element)
    wide = text.let(f"zext <{count} x i8> {octets} to <{count} x i16>")
    size = text.let(f"and <{count} x i16> {wide}, {_splat('i16', 0x7F)}")
    sign = text.let(f"and <{count} x i16> {wide}, {_splat('i16', 0x80)}")
    # Exponent and fraction at those of an f16 are the number divided by 2^8.
    placed = text.let(f"shl <{count} x i16> {size}, {_splat('i16', 7)}")
    upper = text.let(f"shl <{count} x i16> {sign}, {_splat('i16', 8)}")
    bits = text.let(f"or <{count} x i16> {placed}, {upper}")
    halves = text.let(f"bitcast <{count} x i16> {bits} to <{count} x half>")
    small = text.let(f"fpext <{count} x half> {halves} to <{count} x float>")
    singles = text.let(f"fmul <{count} x float> {small}, splat (float 256.0)")
    nan = text.let(f"icmp eq <{count} x i16> {size}, {_splat('i16', 0x7F)}")
    found = text.let(
        f"select <{count} x i1> {nan}, <{count} x float> splat (float 0x7FF8000000000000), "
        f"<{count} x float> {singles}"
    )
    return text.let(f"fpext <{count} x float> {found} to <{count} x {sums}>")


_DECODERS: Final[dict[str, Callable[[InstructionText, str, int, str, int | None], str]]] = {
    "f16": _half, "bf16": _brain, "tf32": _tf32, "e4m3": _e4m3, "e5m2": _e5m2,
    "s8": _octets("sext"), "u8": _octets("zext"),
}  # fmt: skip
"""Functions from words to numbers: of all elements, or of one of each word."""
