"""The passes by name, for the command line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.passes.block_counters import instrument
from ptxpy.passes.canonical_names import rename
from ptxpy.passes.debug_info import strip

__all__ = ["PASSES", "Pass"]


class Pass(NamedTuple):
    """A pass that takes no arguments."""

    name: str
    summary: str
    """A description in one line, without a full stop."""
    run: Callable[[n.Module], n.Module]


def _instrument(module: n.Module) -> n.Module:
    return instrument(module).module


PASSES: Final[dict[str, Pass]] = {
    each.name: each
    for each in (
        Pass("strip", "removes debug information: positions, debug sections, their labels", strip),
        Pass("rename", "gives registers and labels canonical names: %r1, $L__BB0_1", rename),
        Pass(
            "instrument", "counts the executions of each basic block in global memory", _instrument
        ),
    )
}
"""The passes by name, in the order in which they are usefully combined."""
