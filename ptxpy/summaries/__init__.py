"""Summaries of functions: parameters, resources, instructions, control flow."""

from ptxpy.summaries.flow import BlockSummary, FlowSummary, format_statement, summarize_flow
from ptxpy.summaries.functions import Summary, Survey

__all__ = [
    "BlockSummary",
    "FlowSummary",
    "Summary",
    "Survey",
    "format_statement",
    "summarize_flow",
]
