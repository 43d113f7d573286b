"""Checks of modules: instructions against the instruction table, everything else by rules."""

from ptxpy.analysis.symbol_table import SymbolTable
from ptxpy.check.checker import Checker, Finding, OperandScope, check_module
from ptxpy.check.context import lenient_version_and_target_of, version_and_target_of
from ptxpy.check.diagnose import RetargetError, diagnose_module, retarget
from ptxpy.check.diagnostic import Diagnostic, Entry, catalog
from ptxpy.check.operand_lookup import operand_of
from ptxpy.check.report import Located, check_text, locate, locate_in_python

located = locate
"""The former name of `locate`."""
located_in_python = locate_in_python
"""The former name of `locate_in_python`."""
platform_of = version_and_target_of
"""The former name of `version_and_target_of`."""

__all__ = [
    "Checker",
    "Diagnostic",
    "Entry",
    "Finding",
    "Located",
    "OperandScope",
    "RetargetError",
    "SymbolTable",
    "catalog",
    "check_module",
    "check_text",
    "diagnose_module",
    "lenient_version_and_target_of",
    "locate",
    "locate_in_python",
    "operand_of",
    "platform_of",
    "retarget",
    "version_and_target_of",
]
