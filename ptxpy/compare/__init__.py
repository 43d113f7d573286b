"""The differences between two modules, ignoring layout and the names of registers and labels."""

from ptxpy.compare.module_diff import Compared, Comparison, compare, compare_in_detail
from ptxpy.compare.python_form import python_diff
from ptxpy.compare.results import (
    FunctionDiff,
    FunctionName,
    Hunk,
    Line,
    ModuleDiff,
    Move,
    count_differences,
)
from ptxpy.compare.side_by_side import (
    SideBySide,
    SideRow,
    rows_of_lines,
    rows_of_texts,
    side_by_side,
)

Named = FunctionName
"""The former name of `FunctionName`."""
compare_closely = compare_in_detail
"""The former name of `compare_in_detail`."""

__all__ = [
    "Compared",
    "Comparison",
    "FunctionDiff",
    "FunctionName",
    "Hunk",
    "Line",
    "ModuleDiff",
    "Move",
    "Named",
    "SideBySide",
    "SideRow",
    "compare",
    "compare_closely",
    "compare_in_detail",
    "count_differences",
    "python_diff",
    "rows_of_lines",
    "rows_of_texts",
    "side_by_side",
]
