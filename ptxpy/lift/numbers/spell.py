"""The spelling of one literal: the rules are asked in turn, and their answer is proved.

A float gets the name of a constant of mathematics, or a formula, only if it has many decimal
digits, and the formula is one of few: the constants, their multiples by powers of 2, square roots,
and small fractions. Of 24 random bits of a significand one in 50,000 is such a number, of 53 none.
"""

from __future__ import annotations

import re
import struct
from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING, Final

from ptxpy.dialect import vocabulary
from ptxpy.isa import CONSTANTS
from ptxpy.lift.numbers.rules import (
    GENERATOR,
    BitMask,
    CachePolicy,
    FullMask,
    InstructionDescriptor,
    LookupTable,
    MatrixDescriptor,
    PowerOfTwo,
    SegmentClamp,
    TensorMapCode,
    Thousands,
    joined,
    negated,
    use_of,
)
from ptxpy.pytree import tree as t

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ptxpy.ir import nodes as n
    from ptxpy.lift.numbers.rules import Rule, Use

__all__ = ["PART_RULES", "RULES", "spell", "spell_uses", "spell_value"]

_PLAIN_DIGITS: Final = 6
"""The most significant digits of a float that is read as it is."""
_SCALED: Final = ("LOG2E", "LN2", "PI", "LN10", "LOG10E", "E")
"""The constants of which multiples by powers of 2 are known."""
_ROOTS: Final = (
    2,
    3,
    5,
    6,
    7,
    8,
    10,
    12,
    20,
    24,
    32,
    40,
    48,
    72,
    80,
    96,
    112,
    128,
    160,
    192,
    320,
    512,
)
"""Numbers of whose square roots the inverse is known: 2, and sizes of heads of attention."""
_FRACTIONS: Final = range(3, 32, 2)
"""Odd denominators of fractions."""
_MAX_SHIFT: Final = 10
_INTEGER_BITS: Final = (23, 24, 31, 32, 52, 53, 54, 63, 64)
"""Powers of 2 that conversions between integers and floats use."""
_ROUNDED: Final = (1, 127)
"""The addends to 1.5 * 2**23 that round exponents: 1, and the bias of exponents."""
_EXPONENTS: Final = range(-149, 128)


def float_expression(text: str) -> t.Expression | None:
    """Return the expression of a float in PTX, `0f3FB8AA3B`; None where its digits are plain."""
    double = text[1:2] == "d"
    value = _value(text)
    if value is None or _is_plain(value, double=double):
        return None
    found = _known(double=double).get(_text(abs(value), double=double))
    if found is None:
        return None
    return negated(found) if value < 0 else found


def _value(text: str) -> float | None:
    size, form = (8, ">f") if text[1:2] == "f" else (16, ">d")
    if text[:2] not in ("0f", "0d") or len(text) != size + 2:
        return None
    value: float = struct.unpack(form, bytes.fromhex(text[2:]))[0]
    return value


def _text(value: float, *, double: bool) -> str:
    return (
        f"0d{struct.pack('>d', value).hex()}" if double else f"0f{struct.pack('>f', value).hex()}"
    )


def _is_plain(value: float, *, double: bool) -> bool:
    """Return whether few decimal digits give the bits of a number."""
    if value != value or value in (float("inf"), -float("inf"), 0.0):  # noqa: PLR0124 - NaN
        return True
    return _text(float(f"{value:.{_PLAIN_DIGITS}g}"), double=double) == _text(value, double=double)


@cache
def _known(*, double: bool) -> dict[str, t.Expression]:
    """Return the expressions by the text of their values; the first of several counts."""
    found: dict[str, t.Expression] = {}
    for expression in _expressions():
        from ptxpy.lift.numbers.evaluate import literal_text  # noqa: PLC0415 - seldom needed

        text = literal_text(expression, double=double)
        if text is not None:
            found.setdefault(text[:2] + text[2:].lower(), expression)
    return found


def _expressions() -> Iterator[t.Expression]:
    for name in CONSTANTS:
        yield f"ptx.{name}"
    for name in _SCALED:
        for shift in range(1, _MAX_SHIFT + 1):
            yield t.Binary(f"ptx.{name}", "/", 1 << shift)
            yield t.Binary(1 << shift, "*", f"ptx.{name}")
    yield t.Binary(1, "/", "ptx.PI")
    yield t.Binary(2, "/", "ptx.PI")
    yield "2**0.5"
    for root in _ROOTS:
        yield f"{root}**-0.5"
        yield t.Binary("ptx.LOG2E", "*", f"{root}**-0.5")
    for exponent in _EXPONENTS:
        yield f"2.0**{exponent}"
    for bits in _INTEGER_BITS:
        rounder = t.Binary("1.5", "*", f"2**{bits}")
        yield rounder
        for more in _ROUNDED:
            yield t.Binary(rounder, "+", more)
    for denominator in _FRACTIONS:
        for shift in range(_MAX_SHIFT + 1):
            yield t.Binary(1, "/", denominator << shift)
    yield t.Binary(2, "/", 3)


INTEGER_RULES: Final[tuple[Rule, ...]] = (
    FullMask(),
    SegmentClamp(),
    LookupTable(),
    CachePolicy(),
    MatrixDescriptor(),
    InstructionDescriptor(),
    TensorMapCode(),
    BitMask(),
    PowerOfTwo(),
    Thousands(),
)
PART_RULES: Final[tuple[Rule, ...]] = (MatrixDescriptor(), InstructionDescriptor())
"""The rules for numbers that are combined with others: their fields are read each alone."""

FLOATS: Final = "float-constant"
"""The name of the rule for floats, which asks for no operand."""
RULES: Final = {
    **{rule.name: rule.help for rule in INTEGER_RULES},
    FLOATS: "constants of mathematics: ptx.LOG2E / 8, 2**-0.5",
    GENERATOR: "constants of generators of random numbers: ptx.PHILOX_M0",
}
"""The numbers that each rule spells, by its name."""

_CACHE_SIZE: Final = 1 << 14

_DECIMAL: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,19})\Z")
_HEX: Final = re.compile(r"(-?)0x([0-9A-F]{1,16}|[0-9a-f]{1,16})(U?)\Z")
_FLOAT: Final = re.compile(r"0(?:f[0-9A-F]{8}|d[0-9A-F]{16})\Z")


def spell(
    instruction: n.Instruction,
    position: int,
    literal: n.Literal,
    without: Iterable[str] = (),
) -> t.Expression | None:
    """Return an expression for a literal that is an operand of an instruction, or in a vector.

    Args:
        instruction: The instruction.
        position: The index of the operand.
        literal: The literal.
        without: Names of `RULES` that are left out.

    Returns:
        An expression that evaluates to the very text of the literal; None if no rule is sure of
        its meaning.
    """
    return spell_uses((use_of(instruction, position),), literal, without)


def spell_uses(
    uses: Sequence[Use],
    literal: n.Literal,
    without: Iterable[str] = (),
    *,
    double: bool | None = None,
) -> t.Expression | None:
    """Return an expression for a literal that reaches some operands and no others.

    Args:
        uses: The operands.
        literal: The literal.
        without: Names of `RULES` that are left out.
        double: Whether a Python float has 64 bits in the place of the literal; as for the first
            use by default.
    """
    wide = uses[0].is_double if double is None else double
    return _spelled(tuple(uses), literal, frozenset(without), double=wide)


@lru_cache(maxsize=_CACHE_SIZE)
def _spelled(
    uses: tuple[Use, ...], literal: n.Literal, without: frozenset[str], *, double: bool
) -> t.Expression | None:
    text = literal.text
    if _FLOAT.match(text):
        # A float of Python has the width of the instruction: a literal of another width stays as it
        # is.
        found = None if FLOATS in without or (text[1] == "d") != double else float_expression(text)
        return None if found is None or not _gives(found, text, double=double) else found
    for rule in INTEGER_RULES:
        if rule.name in without or (rule.is_notation and "0x" in text):
            continue
        found = spell_value(literal, partial(_spell_all, rule, uses))
        if found is not None:
            return found
    return None


def _spell_all(rule: Rule, uses: Sequence[Use], value: int) -> t.Expression | None:
    return joined(rule.spell(use, value) for use in uses)


def spell_value(
    literal: n.Literal, spell_bits: Callable[[int], t.Expression | None]
) -> t.Expression | None:
    """Return a function's expression for an integer, if it gives the text of the literal."""
    text = literal.text
    value = _integer(text)
    found = None if value is None else spell_bits(value)
    written = None if found is None else _as_written(text, found)
    return None if written is None or not _gives(written, text, double=False) else written


def _gives(expression: t.Expression, text: str, *, double: bool) -> bool:
    """Return whether an expression evaluates to the very text of a literal."""
    from ptxpy.lift.numbers.evaluate import literal_text  # noqa: PLC0415 - seldom needed

    return literal_text(expression, double=double) == text


def _integer(text: str) -> int | None:
    """Return the value of an integer that Python can spell."""
    if _DECIMAL.match(text):
        # `-0` is the number of `0`, with another text.
        return int(text) if text != "-0" else None
    match = _HEX.match(text)
    return None if match is None else int(match[1] + match[2], 16)


def _as_written(text: str, expression: t.Expression) -> t.Expression | None:
    """Return an expression with the digits of a literal: `ptx.hex(…)` for hexadecimal ones."""
    match = _HEX.match(text)
    if match is None:
        return expression
    digits = match[2]
    options: list[t.Expression] = []
    if digits != (digits.lstrip("0") or "0"):
        options.append(t.Keyword("digits", len(digits)))
    if digits != digits.upper():
        options.append(t.Keyword("upper", "False"))
    if match[3]:
        options.append(t.Keyword("unsigned", "True"))
    return t.Call(vocabulary.HEX, (expression, *options))
