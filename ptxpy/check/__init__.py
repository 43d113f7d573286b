"""Checking a module against the instruction table."""

from ptxpy.check.checker import Checker, Scope
from ptxpy.check.instructions import Finding, check_module, platform_of
from ptxpy.analysis.names import Names
from ptxpy.check.operands import operand_of

__all__ = [
    "Checker",
    "Finding",
    "Names",
    "Scope",
    "check_module",
    "operand_of",
    "platform_of",
]
