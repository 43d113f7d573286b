"""Changes to whole modules, from IR to IR: strip, rename, instrument. The guide is README.md.

A pass returns a new module, and the very same one when it has nothing to change.
"""

from ptxpy.passes.canonical import rename
from ptxpy.passes.counters import Counter, Instrumented, instrument
from ptxpy.passes.debug import strip
from ptxpy.passes.edits import replaced
from ptxpy.passes.registry import PASSES, Pass

__all__ = [
    "PASSES",
    "Counter",
    "Instrumented",
    "Pass",
    "instrument",
    "rename",
    "replaced",
    "strip",
]
