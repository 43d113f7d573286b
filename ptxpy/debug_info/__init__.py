"""The source of a module: names of variables by DWARF, and lines by `.loc`."""

from ptxpy.debug_info.debug_names import DebugNames, debug_names
from ptxpy.debug_info.source_locations import SourceLine, SourceLines

__all__ = ["DebugNames", "SourceLine", "SourceLines", "debug_names"]
