"""Colours of PTX: one list of rules, for Pygments and for TextMate grammars.

Only `pygments_lexer` imports Pygments, which loads it by its entry point.
"""

from ptxpy.highlighting.rules import KINDS, Rule, rules
from ptxpy.highlighting.textmate import textmate_grammar

__all__ = ["KINDS", "Rule", "rules", "textmate_grammar"]
