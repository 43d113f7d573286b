"""Linking: several relocatable units of PTX become one module. The guide is README.md."""

from ptxpy.link.linking import Linked, Segment, link
from ptxpy.link.problems import LinkError, LinkProblem
from ptxpy.link.symbols import Unit
from ptxpy.link.system_functions import SYSTEM_FUNCTIONS

__all__ = [
    "SYSTEM_FUNCTIONS",
    "LinkError",
    "LinkProblem",
    "Linked",
    "Segment",
    "Unit",
    "link",
]
