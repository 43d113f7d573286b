"""Summaries of functions: parameters, resources, instructions, control flow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy._faces import lazy_names

if TYPE_CHECKING:
    from ptxpy.summaries.flow import BlockSummary, FlowSummary, format_statement, summarize_flow
    from ptxpy.summaries.functions import Body, Summary, Survey

__getattr__ = lazy_names(
    __name__,
    {
        "ptxpy.summaries.flow": "BlockSummary FlowSummary format_statement summarize_flow",
        "ptxpy.summaries.functions": "Body Summary Survey",
    },
)

__all__ = [
    "BlockSummary",
    "Body",
    "FlowSummary",
    "Summary",
    "Survey",
    "format_statement",
    "summarize_flow",
]
