"""Matrix instructions lane by lane and element by element, by the formulas of the manual.

PTX ISA 9.7.14.5.1 to 9.7.14.5.13 and 9.7.14.6.2: for the element `i` of the fragment that a thread
holds, its row and column. `g` is the group of the thread, `t` its number in that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import lcm
from operator import mul

from tests.sim.reference.formats import Value, decode, encode

__all__ = [
    "BITS",
    "Matrix",
    "accumulator_place",
    "contained",
    "metadata_place",
    "operand_place",
    "product",
    "quad_place",
    "scale_factor",
    "scale_place",
    "scaled_product",
]

Matrix = list[list[int]]
"""Rows of the codes of elements."""

# Elements of 4 and 6 bits are in 8 bits, except for the kinds of `mma` that pack those of 4 bits.

Place = tuple[int, int]
Formula = Callable[[int, int, int], Place]

BITS = {
    **dict.fromkeys(("f64",), 64),
    **dict.fromkeys(("tf32", "f32", "s32"), 32),
    **dict.fromkeys(("f16", "bf16"), 16),
    **dict.fromkeys(("e4m3", "e5m2", "s8", "u8"), 8),
    **dict.fromkeys(("e3m2", "e2m3", "e2m1"), 8),
    **dict.fromkeys(("s4", "u4", "packed e2m1"), 4),
    "b1": 1,
}

# The row and column of ai, by the shape and the size of an element.
A: dict[tuple[str, int], Formula] = {
    ("m8n8k4", 64): lambda g, t, _: (g, t),
    ("m8n8k16", 8): lambda g, t, i: (g, t * 4 + i),
    ("m8n8k32", 4): lambda g, t, i: (g, t * 8 + i),
    ("m8n8k128", 1): lambda g, t, i: (g, t * 32 + i),
    ("m16n8k4", 32): lambda g, t, i: (g if i == 0 else g + 8, t),
    ("m16n8k4", 64): lambda g, t, i: (g if i == 0 else g + 8, t),
    ("m16n8k8", 16): lambda g, t, i: (g if i < 2 else g + 8, t * 2 + (i & 1)),
    ("m16n8k8", 32): lambda g, t, i: (g if i in (0, 2) else g + 8, t if i < 2 else t + 4),
    ("m16n8k8", 64): lambda g, t, i: (g if i in (0, 2) else g + 8, t if i < 2 else t + 4),
    ("m16n8k16", 16): lambda g, t, i: (
        g if i < 2 or 4 <= i < 6 else g + 8,
        t * 2 + (i & 1) if i < 4 else t * 2 + (i & 1) + 8,
    ),
    ("m16n8k16", 64): lambda g, t, i: (
        g if i % 2 == 0 else g + 8,
        i * 2 + t if i % 2 == 0 else i * 2 - 2 + t,
    ),
    ("m16n8k16", 8): lambda g, t, i: (g if i < 4 else g + 8, t * 4 + (i & 3)),
    ("m16n8k32", 4): lambda g, t, i: (g if i < 8 else g + 8, t * 8 + (i & 7)),
    ("m16n8k32", 8): lambda g, t, i: (
        g if i < 4 or 8 <= i < 12 else g + 8,
        t * 4 + (i & 3) if i < 8 else t * 4 + (i & 3) + 16,
    ),
    ("m16n8k64", 4): lambda g, t, i: (
        g if i < 8 or 16 <= i < 24 else g + 8,
        t * 8 + (i & 7) if i < 16 else t * 8 + (i & 7) + 32,
    ),
    ("m16n8k128", 1): lambda g, t, i: (g if i < 32 else g + 8, t * 32 + (i & 31)),
    ("m16n8k256", 1): lambda g, t, i: (
        g if i < 32 or 64 <= i < 96 else g + 8,
        t * 32 + (i & 31) if i < 64 else t * 32 + (i & 31) + 128,
    ),
}

# The row and column of bi, likewise; those of sparse products are the last four.
B: dict[tuple[str, int], Formula] = {
    ("m8n8k4", 64): lambda g, t, _: (t, g),
    ("m8n8k16", 8): lambda g, t, i: (t * 4 + i, g),
    ("m8n8k32", 4): lambda g, t, i: (t * 8 + i, g),
    ("m8n8k128", 1): lambda g, t, i: (t * 32 + i, g),
    ("m16n8k4", 32): lambda g, t, _: (t, g),
    ("m16n8k4", 64): lambda g, t, _: (t, g),
    ("m16n8k8", 16): lambda g, t, i: (t * 2 + i, g),
    ("m16n8k8", 32): lambda g, t, i: (t if i == 0 else t + 4, g),
    ("m16n8k8", 64): lambda g, t, i: (t if i == 0 else t + 4, g),
    ("m16n8k16", 16): lambda g, t, i: (t * 2 + (i & 1) + (0 if i < 2 else 8), g),
    ("m16n8k16", 64): lambda g, t, i: (t + i * 4, g),
    ("m16n8k16", 8): lambda g, t, i: (t * 4 + i, g),
    ("m16n8k32", 4): lambda g, t, i: (t * 8 + i, g),
    ("m16n8k32", 8): lambda g, t, i: (t * 4 + (i & 3) + (0 if i < 4 else 16), g),
    ("m16n8k64", 4): lambda g, t, i: (t * 8 + (i & 7) + (0 if i < 8 else 32), g),
    ("m16n8k128", 1): lambda g, t, i: (t * 32 + i, g),
    ("m16n8k256", 1): lambda g, t, i: (t * 32 + (i & 31) + (0 if i < 32 else 128), g),
    ("m16n8k16", 32): lambda g, t, i: (t + i * 4, g),
    ("m16n8k32", 16): lambda g, t, i: (t * 2 + (i & 1) + 8 * (i // 2), g),
    ("m16n8k64", 8): lambda g, t, i: (t * 4 + (i & 3) + 16 * (i // 4), g),
    ("m16n8k128", 4): lambda g, t, i: (t * 8 + (i & 7) + 32 * (i // 8), g),
}

# The row of ai of a sparse A, and the first of the columns that it may be of.
SPARSE_A: dict[tuple[str, int], Formula] = {
    ("m16n8k16", 16): lambda g, t, i: (g if i < 2 else g + 8, t * 4),
    ("m16n8k32", 16): lambda g, t, i: (
        g if i < 2 or 4 <= i < 6 else g + 8,
        t * 4 if i < 4 else t * 4 + 16,
    ),
    ("m16n8k8", 32): lambda g, t, i: (g if i == 0 else g + 8, t * 2),
    ("m16n8k16", 32): lambda g, t, i: (
        g if i in (0, 2) else g + 8,
        t * 2 if i < 2 else t * 2 + 8,
    ),
    ("m16n8k32", 8): lambda g, t, i: (g if i < 4 else g + 8, t * 8),
    ("m16n8k64", 8): lambda g, t, i: (
        g if i < 4 or 8 <= i < 12 else g + 8,
        t * 8 if i < 8 else t * 8 + 32,
    ),
    ("m16n8k64", 4): lambda g, t, i: (g if i < 8 else g + 8, t * 16),
    ("m16n8k128", 4): lambda g, t, i: (
        g if i < 8 or 16 <= i < 24 else g + 8,
        t * 16 if i < 16 else t * 16 + 64,
    ),
}


def operand_place(
    side: str, shape: str, bits: int, lane: int, i: int, *, sparse: bool = False
) -> Place:
    """Return the row and column of an element of A or B; of a sparse A the first column."""
    table = SPARSE_A if sparse and side == "a" else A if side == "a" else B
    return table[shape, bits](lane >> 2, lane % 4, i)


def accumulator_place(shape: str, lane: int, i: int) -> Place:
    """Return the row and column of an element of C or D."""
    g, t = lane >> 2, lane % 4
    if shape.startswith("m8"):
        return g, t * 2 + (i & 1)
    return g if i < 2 else g + 8, t * 2 + (i & 1)


def metadata_place(shape: str, bits: int, row: int, first: int, selector: int) -> tuple[int, int]:
    """Return the lane and the lowest of the four bits for the columns from `first` on of a row."""
    g, half = row % 8, row // 8
    if bits >= 16:
        per = 16 if bits == 16 else 8
        chunk, inside = first // per, first % per
        count = int(shape.partition("k")[2]) // per
        return 4 * g + selector * count + chunk, 16 * half + inside * 16 // per
    per = 32 if bits == 8 else 64
    chunk, inside = first // per, first % per
    count = int(shape.partition("k")[2]) // per
    return 4 * g + selector * 2 * count + 2 * chunk + half, inside * 32 // per


def quad_place(side: str, layout: str, lane: int, i: int) -> tuple[int, int, int]:
    """Return the product, row and column of an element in `mma.m8n8k4` with `.f16`.

    `side` is `a`, `b`, `c16` or `c32`.
    """
    number = lane % 16 // 4
    low = lane < 16
    q = lane % 4
    if side == "a" and layout == "row":
        return number, q if low else q + 4, i
    if side == "a":
        return number, i % 4 if low else i % 4 + 4, q
    if side == "b" and layout == "row":
        return number, q, i if low else i + 4
    if side == "b":
        return number, i, q if low else q + 4
    if side == "c16":
        return number, q if low else q + 4, i
    x = lane & 1 if low else (lane & 1) + 4
    return number, x if i & 2 == 0 else x + 2, (i & 4) + (lane & 2) + (i & 1)


def contained(type_: str, code: int) -> int:
    """Return the bits of a register that hold an element: of 4 bits the middle ones of 8."""
    return code << 2 if type_ == "e2m1" else code


def scale_place(side: str, place: int, byte_id: int, thread_id: int, block: int) -> Place:
    """Return the lane and the byte with a scale factor of a row of A or a column of B.

    PTX ISA 9.7.14.3, and what a program measured on sm_120 for `.scale_vec::1X`.
    """
    if side == "a":
        return 4 * (place % 8) + 2 * thread_id + place // 8, byte_id + block
    return 4 * place + thread_id, byte_id + block


def scale_factor(type_: str, code: int) -> Fraction:
    """Return the value of the code of a scale factor; the sign of `ue4m3` does not count."""
    return Fraction(2) ** (code - 127) if type_ == "ue8m0" else decode("e4m3", code & 127).number


def value(type_: str, code: int) -> Fraction:
    """Return what the code of a finite number stands for."""
    if type_[0] in "su":
        bits = int(type_[1:])
        return Fraction(code - (1 << bits) if type_[0] == "s" and code >> (bits - 1) else code)
    if type_ == "tf32":
        return decode("f32", code & ~0x1FFF).number
    return decode(type_.removeprefix("packed "), code).number


def scaled_product(
    types: tuple[str, str, str, str],
    a: Matrix,
    b: Matrix,
    c: Matrix,
    factors: tuple[list[list[Fraction]], list[list[Fraction]]],
) -> Matrix:
    """Return the codes of D with scale factors, [row of A][block] and [column of B][block]."""
    d_type, a_type, b_type, c_type = types
    depth = len(b)
    width = depth // len(factors[0][0])
    left = _scaled(a_type, a, factors[0], width)
    right = _scaled(b_type, [*zip(*b, strict=True)], factors[1], width)
    start = [[value(c_type, code) for code in row] for row in c]
    return [[_result(d_type, set(), total) for total in row] for row in _sums(left, right, start)]


def _scaled(
    type_: str, rows: Sequence[Sequence[int]], factors: list[list[Fraction]], width: int
) -> list[list[Fraction]]:
    """Return numbers times the factors of their blocks."""
    return [
        [value(type_, code) * scales[k // width] for k, code in enumerate(row)]
        for row, scales in zip(rows, factors, strict=True)
    ]


def _sums(
    left: Sequence[Sequence[Fraction]],
    right: Sequence[Sequence[Fraction]],
    start: Sequence[Sequence[Fraction]],
) -> list[list[Fraction]]:
    """Return start + left * right, exactly; `right` is given by its columns."""
    # Sums of fractions are slow: over a common denominator, they are sums of integers.
    scale_left, whole_left = _over_common_denominator(left)
    scale_right, whole_right = _over_common_denominator(right)
    return [
        [
            first + Fraction(sum(map(mul, row, column)), scale_left * scale_right)
            for first, column in zip(firsts, whole_right, strict=True)
        ]
        for firsts, row in zip(start, whole_left, strict=True)
    ]


def _over_common_denominator(rows: Sequence[Sequence[Fraction]]) -> tuple[int, list[list[int]]]:
    """Return a denominator that all numbers have, and their numerators over it."""
    common = lcm(*{number.denominator for row in rows for number in row})
    return common, [
        [number.numerator * (common // number.denominator) for number in row] for row in rows
    ]


def product(
    types: tuple[str, str, str, str], flags: set[str], a: Matrix, b: Matrix, c: Matrix
) -> Matrix:
    """Return the codes of D = A * B + C, from those of the others; types are of D, A, B and C."""
    d_type, a_type, b_type, c_type = types
    rows, depth, columns = len(a), len(b), len(b[0])
    if a_type == "b1":
        counts = [
            [
                sum(
                    a[i][k] & b[k][j] if "and" in flags else a[i][k] ^ b[k][j] for k in range(depth)
                )
                for j in range(columns)
            ]
            for i in range(rows)
        ]
        return [[(counts[i][j] + c[i][j]) % 2**32 for j in range(columns)] for i in range(rows)]
    left = [[value(a_type, code) for code in row] for row in a]
    right = [[value(b_type, code) for code in column] for column in zip(*b, strict=True)]
    start = [[value(c_type, code) for code in row] for row in c]
    if d_type == "f64":
        return [
            [
                _rounded_sum(flags, first, row, column)
                for first, column in zip(firsts, right, strict=True)
            ]
            for firsts, row in zip(start, left, strict=True)
        ]
    return [[_result(d_type, flags, total) for total in row] for row in _sums(left, right, start)]


def _rounded_sum(
    flags: set[str], total: Fraction, row: Sequence[Fraction], column: Sequence[Fraction]
) -> int:
    """Return the code of a sum in `f64`, which is rounded behind each product."""
    for x, y in zip(row, column, strict=True):
        total = value("f64", _result("f64", flags, total + x * y))
    return _result("f64", flags, total)


def _result(type_: str, flags: set[str], total: Fraction) -> int:
    if type_ == "s32":
        whole = int(total)
        if "satfinite" in flags:
            whole = max(-(2**31), min(2**31 - 1, whole))
        return whole % 2**32
    rounding = next((flag for flag in flags if flag in {"rz", "rm", "rp"}), "rn")
    return encode(type_, Value(total < 0, abs(total)), rounding)
