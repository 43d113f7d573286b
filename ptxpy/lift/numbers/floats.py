"""Names and formulas of floats: which constant of mathematics a float is.

Only a float whose decimal digits are many is given one, and only one of few expressions: the
constants, their multiples by powers of 2, square roots and small fractions. Of 24 random bits of a
significand one in 50,000 is among them, of 53 bits none.
"""

from __future__ import annotations

import struct
from functools import cache
from typing import TYPE_CHECKING, Final

from ptxpy.isa.named_values import CONSTANTS
from ptxpy.lift.numbers.evaluate import literal_text, negated
from ptxpy.pytree import tree as t

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["float_expression"]

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
"""What is added to 1.5 * 2**23 where exponents are rounded: 1, and the bias of exponents."""
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
