"""True names for the registers of a function: one class a rule, the strongest first."""

from ptxpy.lift.names.context import context_of
from ptxpy.lift.names.facts import Context, Facts
from ptxpy.lift.names.rule import Name, Rule, RunName
from ptxpy.lift.names.rules import RULES
from ptxpy.lift.names.suggestions import MAX_RIVALS, Run, Suggestion, Suggestions, suggest
from ptxpy.lift.names.uses import Span

__all__ = [
    "MAX_RIVALS",
    "RULES",
    "Context",
    "Facts",
    "Name",
    "Rule",
    "Run",
    "RunName",
    "Span",
    "Suggestion",
    "Suggestions",
    "context_of",
    "suggest",
]
