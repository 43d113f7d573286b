"""Checks of modules: instructions against the instruction table, everything else by rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy._faces import lazy_names
from ptxpy.analysis import SymbolTable
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

if TYPE_CHECKING:
    from ptxpy.check.report import Checked, HiddenCounts, limit_diagnostics

__getattr__ = lazy_names(
    __name__,
    {
        "ptxpy.check.report": "Checked HiddenCounts limit_diagnostics",
    },
)

__all__ = [
    "Checked",
    "Checker",
    "Diagnostic",
    "Entry",
    "Finding",
    "HiddenCounts",
    "Located",
    "OperandScope",
    "RetargetError",
    "SymbolTable",
    "catalog",
    "check_module",
    "check_text",
    "diagnose_module",
    "lenient_version_and_target_of",
    "limit_diagnostics",
    "locate",
    "locate_in_python",
    "operand_of",
    "platform_of",
    "retarget",
    "version_and_target_of",
]
