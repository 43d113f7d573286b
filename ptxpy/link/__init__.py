"""Linking: several relocatable units of PTX become one module. The guide is README.md."""

from ptxpy.link.linking import Linked, Segment, link
from ptxpy.link.problems import LinkError, LinkProblem
from ptxpy.link.symbols import Unit
from ptxpy.link.system_functions import is_system_function

__all__ = [
    "LinkError",
    "LinkProblem",
    "Linked",
    "Segment",
    "Unit",
    "is_system_function",
    "link",
]
