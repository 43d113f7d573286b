"""The sequences that compilers write for a division by a constant, and for its remainder.

| Function | Is | Instructions |
|---|---|---|
| `sdiv` | `x / d`, towards zero as in C | `x + ((x >> 31) >>> 30) >> 2`, or half a product |
| `srem` | `x - x / d * d`, with the sign of `x` | those, a product and a difference |
| `strunc` | `x / 2**k * 2**k` | a mask in the place of the last shift |
| `sdivrem` | `x / 2**k` and its remainder | the shift, the mask and the difference |
| `udiv`, `urem` | the same of an unsigned `x` | half a product |

`ptxpy.dsl` emits these steps, and `ptxpy.lift` finds them: one list is both. The multipliers are
those of Granlund and Montgomery, "Division by Invariant Integers using Multiplication", in the
algorithms of Warren, "Hacker's Delight", chapter 10, as LLVM has them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ptxpy._records import NamedTuple

__all__ = ["DIVISIONS", "Literal", "Magic", "Step", "division_steps", "signed_magic"]

DIVISIONS: Final = ("sdivrem", "srem", "strunc", "sdiv", "urem", "udiv")
"""The functions, those that take more instructions of one sequence first."""

WIDE_WIDTH: Final = 32
"""The width of which the upper half of a product may be that of `mul.wide`."""


class Literal(NamedTuple):
    """A number that an instruction has."""

    value: int


class Step(NamedTuple):
    """An instruction of a sequence."""

    opcode: str
    """The opcode with its modifiers, `shr.s32`."""
    sources: tuple[int | Literal, ...]
    """The operands: a literal, 0 for the dividend, or an earlier step's number, from 1."""


class Magic(NamedTuple):
    """A division as a multiplication."""

    multiplier: int
    """The multiplier without a sign; in `signed_magic` with one."""
    shift: int
    """By how much the upper half of the product is shifted to the right."""
    adds: bool = False
    """Whether the multiplier has a bit more than the type, which an addition makes up for."""


def division_steps(
    name: str, bits: int, divisor: int, *, wide: bool = True
) -> tuple[tuple[Step, ...], tuple[int, ...]] | None:
    """Return the instructions of a division, and the numbers of the steps that are its results.

    The result is None for a divisor that is no power of two in `strunc` and `sdivrem`, and for one
    that is out of the range of the type or makes no division.

    Args:
        name: One of `DIVISIONS`.
        bits: The width of the type: 16 (unsigned alone), 32 or 64.
        divisor: The divisor.
        wide: Whether the upper half of a product of 32 unsigned bits is taken from `mul.wide.u32`,
            and not made by `mul.hi.u32`.

    >>> steps, results = division_steps("srem", 32, 4)
    >>> for step in steps: print(*step)
    shr.s32 (0, Literal(value=31))
    shr.u32 (1, Literal(value=30))
    add.s32 (0, 2)
    and.b32 (3, Literal(value=-4))
    sub.s32 (0, 4)
    """
    if name[0] == "s":
        return _signed(name, bits, divisor)
    return _unsigned(name, bits, divisor, wide=wide and bits == WIDE_WIDTH)


@lru_cache(maxsize=1024)
def _signed(name: str, bits: int, divisor: int) -> tuple[tuple[Step, ...], tuple[int, ...]] | None:
    size = abs(divisor)
    is_power = size & (size - 1) == 0
    if size < 2 or size >= 1 << (bits - 1):  # noqa: PLR2004 - 1 divides nothing
        return None
    steps = _Steps(bits)
    if not is_power:
        if name not in ("sdiv", "srem"):
            return None
        # The remainder has the sign of the dividend, whatever that of the divisor is.
        quotient = _signed_product(steps, divisor if name == "sdiv" else size)
        if name == "srem":
            _remainder(steps, quotient, size)
        return tuple(steps.found), (len(steps.found),)
    power = size.bit_length() - 1
    sign = 0 if power == 1 else steps.add("shr.s", 0, Literal(bits - 1))
    # A negative number is rounded up: what is added is `2**k - 1`, or nothing.
    bias = steps.add("shr.u", sign, Literal(bits - power))
    total = steps.add("add.s", 0, bias)
    results: tuple[int, ...] = ()
    if name in ("sdiv", "sdivrem"):
        quotient = steps.add("shr.s", total, Literal(power))
        if divisor < 0:
            quotient = steps.add("neg.s", quotient)
        results = (quotient,)
    if name != "sdiv":
        last = steps.add("and.b", total, Literal(-size))
        if name != "strunc":
            last = steps.add("sub.s", 0, last)
        results += (last,)
    return tuple(steps.found), results


def _signed_product(steps: _Steps, divisor: int) -> int:
    """Add the quotient of a signed division by multiplication."""
    bits = steps.bits
    magic = signed_magic(bits, divisor)
    high = steps.add("mul.hi.s", 0, Literal(magic.multiplier))
    # The multiplier stands for one of more bits: the dividend makes up for it.
    if divisor > 0 > magic.multiplier:
        high = steps.add("add.s", high, 0)
    elif divisor < 0 < magic.multiplier:
        high = steps.add("sub.s", high, 0)
    sign = steps.add("shr.u", high, Literal(bits - 1))
    shifted = steps.add("shr.s", high, Literal(magic.shift)) if magic.shift else high
    return steps.add("add.s", shifted, sign)


def _remainder(steps: _Steps, quotient: int, divisor: int) -> None:
    """Add the dividend less the product of quotient and divisor."""
    steps.add("sub.s", 0, steps.add("mul.lo.s", quotient, Literal(divisor)))


@lru_cache(maxsize=1024)
def _unsigned(
    name: str, bits: int, divisor: int, *, wide: bool
) -> tuple[tuple[Step, ...], tuple[int, ...]] | None:
    if not 2 <= divisor < 1 << bits:  # noqa: PLR2004 - 1 divides nothing
        return None
    steps = _Steps(bits)
    if divisor & (divisor - 1) == 0:
        if name == "udiv":
            steps.add("shr.u", 0, Literal(divisor.bit_length() - 1))
        else:
            steps.add("and.b", 0, Literal(divisor - 1))
        return tuple(steps.found), (1,)
    magic = unsigned_magic(bits, divisor)
    start, before = 0, 0
    if magic.adds and divisor % 2 == 0:
        # An even dividend of fewer bits needs no multiplier of more.
        before = (divisor & -divisor).bit_length() - 1
        start = steps.add("shr.u", 0, Literal(before))
        magic = unsigned_magic(bits, divisor >> before, leading_zeros=before)
    quotient = _upper_half(steps, start, magic, wide=wide)
    if magic.adds:
        rest = steps.add("shr.u", steps.add("sub.s", start, quotient), Literal(1))
        quotient = steps.add("shr.u", steps.add("add.s", rest, quotient), Literal(magic.shift - 1))
    if name == "urem":
        _remainder(steps, quotient, divisor)
    return tuple(steps.found), (len(steps.found),)


def _upper_half(steps: _Steps, value: int, magic: Magic, *, wide: bool) -> int:
    """Add the upper half of the product with a multiplier, shifted unless it is to be added to."""
    bits = steps.bits
    shift = 0 if magic.adds else magic.shift
    # Compilers write the multiplier as a signed number.
    multiplier = magic.multiplier
    if multiplier >> (bits - 1):
        multiplier -= 1 << bits
    if not wide:
        high = steps.add("mul.hi.u", value, Literal(multiplier))
        return steps.add("shr.u", high, Literal(shift)) if shift else high
    product = steps.add("mul.wide.u", value, Literal(multiplier))
    double = steps.add("shr.u64", product, Literal(bits + shift))
    return steps.add("cvt.u32.u64", double)


class _Steps:
    """A sequence while it is made."""

    def __init__(self, bits: int) -> None:
        self.bits = bits
        self.found: list[Step] = []

    def add(self, opcode: str, *sources: int | Literal) -> int:
        """Add an instruction, whose type has the width unless it says one; return its number."""
        named = opcode if opcode[-1].isdigit() else f"{opcode}{self.bits}"
        self.found.append(Step(named, sources))
        return len(self.found)


@lru_cache(maxsize=1024)
def signed_magic(bits: int, divisor: int) -> Magic:
    """Return the multiplier of a signed division, as a signed number, and the shift.

    >>> signed_magic(32, 7)
    Magic(multiplier=-1840700269, shift=2, adds=False)
    """
    size = abs(divisor)
    # The largest dividend whose remainder is the largest, of the sign that is harder.
    bound = (1 << (bits - 1)) + (divisor < 0)
    largest = bound - 1 - bound % size
    exponent = bits
    while 1 << exponent <= largest * (size - (1 << exponent) % size):
        exponent += 1
    multiplier = ((1 << exponent) + size - (1 << exponent) % size) // size
    if divisor < 0:
        multiplier = -multiplier
    half = 1 << (bits - 1)
    return Magic((multiplier + half) % (1 << bits) - half, exponent - bits)


@lru_cache(maxsize=1024)
def unsigned_magic(bits: int, divisor: int, *, leading_zeros: int = 0) -> Magic:
    """Return the multiplier of an unsigned division, and the shift.

    >>> unsigned_magic(32, 7)
    Magic(multiplier=613566757, shift=3, adds=True)
    """
    most = (1 << (bits - leading_zeros)) - 1
    largest = most - (most + 1 - divisor) % divisor
    exponent = bits
    while 1 << exponent <= largest * (divisor - 1 - ((1 << exponent) - 1) % divisor):
        exponent += 1
    multiplier = ((1 << exponent) + divisor - 1 - ((1 << exponent) - 1) % divisor) // divisor
    return Magic(multiplier % (1 << bits), exponent - bits, multiplier >> bits > 0)
