"""Styles: the layout of each producer of PTX, that is its white space, comments and labels.

A new producer takes a file in this folder and a line in `STYLES`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy._faces import lazy_names
from ptxpy.styles.comments import (
    LOOP_COMMENT_KINDS,
    comments_in,
    is_gap,
    loop_comment,
    parse_loop_comment,
)
from ptxpy.styles.kinds import (
    ASM_STATES,
    BLOCK_LABEL,
    State,
    StatementKind,
    classify_item,
    classify_statement,
)
from ptxpy.styles.line_ends import detect_line_ends, normalise_line_ends, restore_line_ends
from ptxpy.styles.option_inference import infer_options
from ptxpy.styles.options import check_options, explicit_options
from ptxpy.styles.plain import PLAIN
from ptxpy.styles.predictor import (
    EMPTY_SUMMARY,
    ModuleSummary,
    TriviaPredictor,
    classify_comment,
    summarise_module,
)
from ptxpy.styles.registry import STYLES, detect_style, find_style, style_of, style_with_options
from ptxpy.styles.style import ASM_BEGIN, ASM_END, Style, TableRow, join, stable_gaps

Kind = StatementKind
"""The former name of `StatementKind`."""

if TYPE_CHECKING:
    from ptxpy.styles.dwarf_stream import SIZES, StopReadingError
    from ptxpy.styles.embedded import embedded_styles

__getattr__ = lazy_names(
    __name__,
    {
        "ptxpy.styles.dwarf_stream": "SIZES StopReadingError",
        "ptxpy.styles.embedded": "embedded_styles",
    },
)

__all__ = [
    "ASM_BEGIN",
    "ASM_END",
    "ASM_STATES",
    "BLOCK_LABEL",
    "EMPTY_SUMMARY",
    "LOOP_COMMENT_KINDS",
    "PLAIN",
    "SIZES",
    "STYLES",
    "Kind",
    "ModuleSummary",
    "State",
    "StatementKind",
    "StopReadingError",
    "Style",
    "TableRow",
    "TriviaPredictor",
    "check_options",
    "classify_comment",
    "classify_item",
    "classify_statement",
    "comments_in",
    "detect_line_ends",
    "detect_style",
    "embedded_styles",
    "explicit_options",
    "find_style",
    "infer_options",
    "is_gap",
    "join",
    "loop_comment",
    "normalise_line_ends",
    "parse_loop_comment",
    "restore_line_ends",
    "stable_gaps",
    "style_of",
    "style_with_options",
    "summarise_module",
]
