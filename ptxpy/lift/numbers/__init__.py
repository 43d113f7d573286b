"""Spellings of numbers that say their meaning: which expression evaluates to which literal."""

from ptxpy.lift.numbers.flow import Spellings, spell_function, spell_instructions
from ptxpy.lift.numbers.spell import RULES, spell

__all__ = ["RULES", "Spellings", "spell", "spell_function", "spell_instructions"]
