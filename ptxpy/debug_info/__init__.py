"""Names of variables and where they live, from the DWARF sections of a module."""

from ptxpy.debug_info.debug_names import DebugNames, debug_names

__all__ = ["DebugNames", "debug_names"]
