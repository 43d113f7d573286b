"""The differences between two modules, ignoring layout and the names of registers and labels."""

from ptxpy.compare.module_diff import Comparison, compare, compare_in_detail
from ptxpy.compare.python_form import python_diff
from ptxpy.compare.results import FunctionDiff, FunctionName, Hunk, Line, ModuleDiff, Move

Named = FunctionName
"""The former name of `FunctionName`."""
compare_closely = compare_in_detail
"""The former name of `compare_in_detail`."""

__all__ = [
    "Comparison",
    "FunctionDiff",
    "FunctionName",
    "Hunk",
    "Line",
    "ModuleDiff",
    "Move",
    "Named",
    "compare",
    "compare_closely",
    "compare_in_detail",
    "python_diff",
]
