"""What differs between two modules, apart from layout and the names of temporaries."""

from ptxpy.compare.modules import Comparison, compare, compare_closely
from ptxpy.compare.python_form import python_diff
from ptxpy.compare.results import FunctionDiff, Hunk, Line, ModuleDiff, Move, Named

__all__ = [
    "Comparison",
    "FunctionDiff",
    "Hunk",
    "Line",
    "ModuleDiff",
    "Move",
    "Named",
    "compare",
    "compare_closely",
    "python_diff",
]
