"""Checks of modules: instructions against the instruction table, everything else by rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy._faces import lazy_names
from ptxpy.analysis import SymbolTable
from ptxpy.check.checker import (
    Checker,
    Finding,
    OperandScope,
    check_module,
    lenient_version_and_target_of,
    version_and_target_of,
)
from ptxpy.check.operand_lookup import operand_of

platform_of = version_and_target_of
"""The former name of `version_and_target_of`."""

if TYPE_CHECKING:
    from ptxpy.check.diagnose import PLATFORM_CODES, RetargetError, diagnose_module, retarget
    from ptxpy.check.diagnostic import (
        INSTRUCTION_CODES,
        Diagnostic,
        Entry,
        Related,
        catalog,
        hint_of_code,
        parted,
    )
    from ptxpy.check.diagnostic_places import Located, RelatedPlace
    from ptxpy.check.fixes import Edit, Fix, Suggestion, apply_edits, certain_edits
    from ptxpy.check.ignoring import apply_ignores
    from ptxpy.check.project import NO_PROJECT, Project, ProjectError, error_codes, project_of
    from ptxpy.check.report import (
        Checked,
        HiddenCounts,
        called_from,
        check_text,
        limit_diagnostics,
        locate,
        locate_in_python,
    )
    from ptxpy.check.report import located as located
    from ptxpy.check.report import located_in_python as located_in_python

__getattr__ = lazy_names(
    __name__,
    {
        "ptxpy.check.diagnose": "PLATFORM_CODES RetargetError diagnose_module retarget",
        "ptxpy.check.diagnostic": (
            "INSTRUCTION_CODES Diagnostic Entry Related catalog hint_of_code parted"
        ),
        "ptxpy.check.fixes": "Edit Fix Suggestion apply_edits certain_edits",
        "ptxpy.check.ignoring": "apply_ignores",
        "ptxpy.check.diagnostic_places": "Located RelatedPlace",
        "ptxpy.check.project": "NO_PROJECT Project ProjectError error_codes project_of",
        "ptxpy.check.report": (
            "Checked HiddenCounts called_from check_text limit_diagnostics locate"
            " locate_in_python located located_in_python"
        ),
    },
)

__all__ = [
    "INSTRUCTION_CODES",
    "NO_PROJECT",
    "PLATFORM_CODES",
    "Checked",
    "Checker",
    "Diagnostic",
    "Edit",
    "Entry",
    "Finding",
    "Fix",
    "HiddenCounts",
    "Located",
    "OperandScope",
    "Project",
    "ProjectError",
    "Related",
    "RelatedPlace",
    "RetargetError",
    "Suggestion",
    "SymbolTable",
    "apply_edits",
    "apply_ignores",
    "called_from",
    "catalog",
    "certain_edits",
    "check_module",
    "check_text",
    "diagnose_module",
    "error_codes",
    "hint_of_code",
    "lenient_version_and_target_of",
    "limit_diagnostics",
    "locate",
    "locate_in_python",
    "operand_of",
    "parted",
    "platform_of",
    "project_of",
    "retarget",
    "version_and_target_of",
]
