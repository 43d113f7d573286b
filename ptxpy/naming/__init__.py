"""True names for the registers of a function: one class a rule, the strongest first."""

from ptxpy.naming.context import context_of
from ptxpy.naming.facts import Context, Facts
from ptxpy.naming.helper_names import (
    COORDINATES,
    Role,
    Title,
    result_name,
    roles_of,
    tells,
    title_of,
)
from ptxpy.naming.rule import Name, Rule, RunName
from ptxpy.naming.rules import RULES
from ptxpy.naming.suggestions import MAX_RIVALS, Run, Suggestion, Suggestions, suggest
from ptxpy.naming.uses import Span

__all__ = [
    "COORDINATES",
    "MAX_RIVALS",
    "RULES",
    "Context",
    "Facts",
    "Name",
    "Role",
    "Rule",
    "Run",
    "RunName",
    "Span",
    "Suggestion",
    "Suggestions",
    "Title",
    "context_of",
    "result_name",
    "roles_of",
    "suggest",
    "tells",
    "title_of",
]
