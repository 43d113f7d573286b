"""Spellings of numbers that say what they mean: which expression evaluates to which literal."""

from ptxpy.lift.numbers.flow import spell_function
from ptxpy.lift.numbers.spell import RULES, spell

__all__ = ["RULES", "spell", "spell_function"]
