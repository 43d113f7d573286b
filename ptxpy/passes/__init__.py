"""Passes from IR to IR over whole modules: strip, rename, instrument. The guide is README.md.

A pass returns a new module, or the same object if it changes nothing.
"""

from ptxpy.passes.block_counters import Counter, Instrumented, instrument
from ptxpy.passes.canonical_names import rename
from ptxpy.passes.debug_info import strip
from ptxpy.passes.edits import edit_statements
from ptxpy.passes.registry import PASSES, Pass

replaced = edit_statements
"""The former name of `edit_statements`."""

__all__ = [
    "PASSES",
    "Counter",
    "Instrumented",
    "Pass",
    "edit_statements",
    "instrument",
    "rename",
    "strip",
]
