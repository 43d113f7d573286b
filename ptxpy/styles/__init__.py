"""Styles: how each producer of PTX lays text out. White space, comments, labels, and no more.

Adding a producer is adding a file here and a line to `STYLES`.
"""

from __future__ import annotations

from ptxpy.styles.kinds import Kind, State, kind_of, module_kind_of
from ptxpy.styles.layout import NO_FACTS, Facts, Layout, comment_kind, facts_of
from ptxpy.styles.plain import PLAIN
from ptxpy.styles.registry import STYLES, detect, style_named, style_of, styled
from ptxpy.styles.style import ASM_BEGIN, ASM_END, ASM_STATES, Style, even_gaps, join

__all__ = [
    "ASM_BEGIN",
    "ASM_END",
    "ASM_STATES",
    "NO_FACTS",
    "PLAIN",
    "STYLES",
    "Facts",
    "Kind",
    "Layout",
    "State",
    "Style",
    "comment_kind",
    "detect",
    "even_gaps",
    "facts_of",
    "join",
    "kind_of",
    "module_kind_of",
    "style_named",
    "style_of",
    "styled",
]
