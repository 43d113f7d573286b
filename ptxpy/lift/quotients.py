"""Quotients and remainders of divisions whose divisor is not known before the program runs.

Compilers and libraries divide by such a number in two ways. A quotient of 64 bits is computed in 32
bits if both numbers are small: two branches write one register. A number that divides often has a
multiplier and a shift, `mul.hi(x, multiplier) >> shift`. What a product of the quotient leaves of
the same dividend is the remainder.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.isa import TYPES
from ptxpy.pytree import tree as t

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["HIGH_PRODUCT", "QUOTIENT", "REMAINDER", "Quotients", "is_high_product"]

QUOTIENT: Final = "quotient"
REMAINDER: Final = "remainder"
HIGH_PRODUCT: Final = "high_product"
"""The upper half of a product, which a shift makes a quotient."""
_WORDS: Final = frozenset({QUOTIENT, REMAINDER, HIGH_PRODUCT})
_DIVISIONS: Final = ("ptx.div.", "ptx.udiv", "ptx.sdiv")
_SIGNS: Final = (31, 63)
_MAX_HOPS: Final = 6
"""The most registers between a remainder and the dividend in its quotient."""


def is_high_product(expression: t.Expression) -> bool:
    """Return whether an expression is the upper half of a product."""
    function = expression.function if isinstance(expression, t.Call) else ""
    return type(function) is str and function.startswith("ptx.mul.hi.")


class Quotients:
    """The quotients and remainders among the values of a function."""

    def __init__(
        self,
        written: Mapping[t.Expression, Sequence[tuple[t.Expression, int]]],
        results: Mapping[str, Sequence[str]],
    ) -> None:
        """Take the values of each register, each with its place in a tuple of results.

        `results` has the names of what functions of the program return.
        """
        self._written = written
        self._results = results
        self._words: dict[t.Expression, str] = {}

    def word(self, expression: t.Expression, part: int = 0) -> str:
        """Return `quotient` or `remainder`, "" for another value.

        `part` is the place of the value in a tuple that the expression makes.
        """
        found = self._word(expression, part)
        return "" if found == HIGH_PRODUCT else found

    def _word(self, expression: t.Expression, part: int = 0) -> str:
        expression = _unwrapped(expression)
        if isinstance(expression, t.Register):
            return self._of_register(expression)
        if isinstance(expression, t.Call):
            return self._of_call(expression, part)
        if not isinstance(expression, t.Binary):
            return ""
        if expression.operator in ("/", "%"):
            return QUOTIENT if expression.operator == "/" else REMAINDER
        if expression.operator == ">>":
            # What is left of all bits but one is the sign.
            is_sign = t.number_of(expression.right) in _SIGNS
            is_scaled = not is_sign and self._word(expression.left) == HIGH_PRODUCT
            return QUOTIENT if is_scaled else ""
        right = _unwrapped(expression.right)
        if expression.operator == "-" and isinstance(right, t.Binary) and right.operator == "*":
            whole = _unwrapped(expression.left)
            for factor in (right.left, right.right):
                if self._word(factor) == QUOTIENT and self._has(factor, whole, _MAX_HOPS):
                    return REMAINDER
        return ""

    def _of_register(self, register: t.Register) -> str:
        if register not in self._words:
            # A value that is made of itself is none of these.
            self._words[register] = ""
            words = {self._word(*each) for each in self._written.get(register, ())}
            # Without a multiplier the dividend is in the place of the product.
            if HIGH_PRODUCT in words:
                words.discard("")
            self._words[register] = words.pop() if len(words) == 1 else ""
        return self._words[register]

    def _of_call(self, call: t.Call, part: int) -> str:
        function = call.function
        if type(function) is not str:
            return ""
        if is_high_product(call):
            return HIGH_PRODUCT
        root, *words = function.split(".")
        if root != "ptx":
            own = self._results.get(function, ())
            name = own[part] if part < len(own) else ""
            first, _, letter = name.rpartition("_")
            name = first if len(letter) == 1 else name
            return name if name in _WORDS else ""
        if function.startswith("ptx.cvt."):
            kinds = [TYPES[each].kind for each in words if each in TYPES]
            return self._word(call.arguments[0]) if kinds and "float" not in kinds else ""
        if function.startswith("ptx.rem."):
            return REMAINDER
        return QUOTIENT if function.startswith(_DIVISIONS) else ""

    def _has(self, expression: t.Expression, wanted: t.Expression, hops: int) -> bool:
        """Return whether a value is made of another one, in a few steps."""
        for part in t.walk_expression(expression):
            if part == wanted:
                return True
            if hops and isinstance(part, t.Register):
                values = self._written.get(part, ())
                if any(self._has(value, wanted, hops - 1) for value, _ in values):
                    return True
        return False


def _unwrapped(expression: t.Expression) -> t.Expression:
    """Return an expression without what leaves its value as it is."""
    while isinstance(expression, t.Value | t.View):
        expression = expression.expression if isinstance(expression, t.Value) else expression.value
    return expression
