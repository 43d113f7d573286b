"""True names for the registers of a function: a table of rules, the strongest first."""

from ptxpy.naming.facts import Context, Facts, ModuleNames, context_of
from ptxpy.naming.helper_names import (
    COORDINATES,
    LANE_OPERANDS,
    Role,
    Title,
    number_name,
    result_name,
    roles_of,
    tells,
    title_of,
)
from ptxpy.naming.rule import Element, Name, Rule, RunName
from ptxpy.naming.rules import POINTERS_INTO, RULES, STORED
from ptxpy.naming.suggestions import (
    MAX_RIVALS,
    Run,
    Suggestion,
    Suggestions,
    suggest,
    suggest_by,
)
from ptxpy.naming.uses import Span, Uses

__all__ = [
    "COORDINATES",
    "LANE_OPERANDS",
    "MAX_RIVALS",
    "POINTERS_INTO",
    "RULES",
    "STORED",
    "Context",
    "Element",
    "Facts",
    "ModuleNames",
    "Name",
    "Role",
    "Rule",
    "Run",
    "RunName",
    "Span",
    "Suggestion",
    "Suggestions",
    "Title",
    "Uses",
    "context_of",
    "number_name",
    "result_name",
    "roles_of",
    "suggest",
    "suggest_by",
    "tells",
    "title_of",
]
