"""Checking modules: instructions against the instruction table, and everything else by rules."""

from ptxpy.analysis.symbol_table import SymbolTable
from ptxpy.check.catalog import Entry, catalog
from ptxpy.check.checker import Checker, Scope
from ptxpy.check.diagnose import diagnose_module
from ptxpy.check.diagnostic import Diagnostic
from ptxpy.check.instructions import Finding, check_module
from ptxpy.check.operands import operand_of
from ptxpy.check.report import Located, check_text, located, located_in_python
from ptxpy.check.retarget import RetargetError, retarget
from ptxpy.check.subject import platform_of

__all__ = [
    "Checker",
    "Diagnostic",
    "Entry",
    "Finding",
    "Located",
    "RetargetError",
    "Scope",
    "SymbolTable",
    "catalog",
    "check_module",
    "check_text",
    "diagnose_module",
    "located",
    "located_in_python",
    "operand_of",
    "platform_of",
    "retarget",
]
