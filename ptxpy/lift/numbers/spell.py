"""The spelling of one literal: the rules are asked in turn, and their answer is proved."""

from __future__ import annotations

import re
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final

from ptxpy.dialect import vocabulary
from ptxpy.ir import nodes as n
from ptxpy.lift.numbers.evaluate import literal_text
from ptxpy.lift.numbers.floats import float_expression
from ptxpy.lift.numbers.generators import GENERATOR
from ptxpy.lift.numbers.rules import (
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
)
from ptxpy.lift.numbers.uses import use_of
from ptxpy.pytree import tree as t

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ptxpy.lift.numbers.rules import Rule
    from ptxpy.lift.numbers.uses import Use

__all__ = ["FLOATS", "PART_RULES", "RULES", "spell", "spell_uses", "spell_value"]

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
"""What each rule spells, by its name."""

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
        An expression that evaluates to the very text of the literal; None where no rule is sure
        what it means.
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
        double: Whether a Python float has 64 bits where the literal stands; that of the first use
            by default.
    """
    wide = uses[0].is_double if double is None else double
    return _spelled(tuple(uses), literal, frozenset(without), double=wide)


@lru_cache(maxsize=_CACHE_SIZE)
def _spelled(
    uses: tuple[Use, ...], literal: n.Literal, without: frozenset[str], *, double: bool
) -> t.Expression | None:
    text = literal.text
    if _FLOAT.match(text):
        found = None if FLOATS in without or (text[1] == "d") != double else float_expression(text)
        return found if found is not None and literal_text(found, double=double) == text else None
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
    """Return what a function makes of the value of an integer, if it is the text of the literal."""
    text = literal.text
    value = _integer(text)
    found = None if value is None else spell_bits(value)
    written = None if found is None else _as_written(text, found)
    return written if written is not None and literal_text(written, double=False) == text else None


def _integer(text: str) -> int | None:
    """Return the value of an integer that Python can spell."""
    if _DECIMAL.match(text):
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
