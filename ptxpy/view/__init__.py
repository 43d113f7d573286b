"""A page that shows a module as Python, PTX and machine code, with facts about each line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy._faces import lazy_names
from ptxpy.view.diff_page import diff_page
from ptxpy.view.machine_code import machine_code
from ptxpy.view.page import page

if TYPE_CHECKING:
    from ptxpy.view.compared_facts import ComparedSide
    from ptxpy.view.diff_page import diff_markup, diff_summary
    from ptxpy.view.machine_code import MachineCode
    from ptxpy.view.markup import Html, join, tag
    from ptxpy.view.page import ShownProgram, page_data
    from ptxpy.view.run import Run

__getattr__ = lazy_names(
    __name__,
    {
        "ptxpy.view.compared_facts": "ComparedSide",
        "ptxpy.view.diff_page": "diff_markup diff_summary",
        "ptxpy.view.machine_code": "MachineCode",
        "ptxpy.view.markup": "Html join tag",
        "ptxpy.view.page": "ShownProgram page_data",
        "ptxpy.view.run": "Run",
    },
)

__all__ = [
    "ComparedSide",
    "Html",
    "MachineCode",
    "Run",
    "ShownProgram",
    "diff_markup",
    "diff_page",
    "diff_summary",
    "join",
    "machine_code",
    "page",
    "page_data",
    "tag",
]
