"""Styles: the layout of each producer of PTX, that is its white space, comments and labels.

A new producer takes a file in this folder and a line in `STYLES`.
"""

from __future__ import annotations

from ptxpy.styles.kinds import ASM_STATES, State, StatementKind, classify_item, classify_statement
from ptxpy.styles.plain import PLAIN
from ptxpy.styles.predictor import (
    EMPTY_SUMMARY,
    ModuleSummary,
    TriviaPredictor,
    classify_comment,
    summarise_module,
)
from ptxpy.styles.registry import STYLES, detect_style, find_style, style_of, style_with_options
from ptxpy.styles.style import ASM_BEGIN, ASM_END, Style, join, stable_gaps

Kind = StatementKind
"""The former name of `StatementKind`."""

__all__ = [
    "ASM_BEGIN",
    "ASM_END",
    "ASM_STATES",
    "EMPTY_SUMMARY",
    "PLAIN",
    "STYLES",
    "Kind",
    "ModuleSummary",
    "State",
    "StatementKind",
    "Style",
    "TriviaPredictor",
    "classify_comment",
    "classify_item",
    "classify_statement",
    "detect_style",
    "find_style",
    "join",
    "stable_gaps",
    "style_of",
    "style_with_options",
    "summarise_module",
]
