"""Lanes, warps and the index of a thread in the grid: what special registers are combined to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.analysis.storage import constant
from ptxpy.ir import nodes as n
from ptxpy.naming.rule import Name, Rule, singles

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.naming.facts import Facts
    from ptxpy.naming.values import Value

_INDICES: Final = {"x": "i", "y": "j", "z": "k"}
_WARP: Final = 31
_SHIFTS: Final = {5: "warp", 7: "warpgroup"}
_BITS_OF_AXIS: Final = 10
"""A block has 1,024 threads along an axis at most (CUDA programming guide)."""


class Threads(Rule):
    """Some bits of the thread index are a lane or a warp where a block is one row of threads."""

    name = "threads"
    help = "what thread indices are made into: lane, warp, i = ctaid * ntid + tid, stride"

    def names(self) -> Iterator[Name]:
        """Yield names for lanes, warps, indices in the grid and strides of the grid."""
        facts = self.facts
        is_row = _is_row(facts)
        for register in singles(facts):
            value = facts.values[register]
            if value.kind == "index":
                yield Name(register, _INDICES[value.name])
            elif value.kind == "product":
                yield from _product(register, value)
            elif value.kind == "bits" and value.name == "tid.x" and is_row:
                name = _bits_name(value)
                if name:
                    yield Name(register, name)


def _product(register: int, value: Value) -> Iterator[Name]:
    first, _, axis = value.name.partition(".")
    second, _, other = value.other.partition(".")
    if axis != other:
        return
    suffix = "" if axis == "x" else f"_{axis}"
    if (first, second) == ("nctaid", "ntid"):
        yield Name(register, f"grid_stride{suffix}")
    elif (first, second) == ("ctaid", "ntid"):
        yield Name(register, f"block_start{suffix}")


def _bits_name(value: Value) -> str:
    if value.shift == 0:
        return "lane" if value.mask == _WARP else ""
    everything = (1 << _BITS_OF_AXIS) - 1 >> value.shift
    if value.mask < 0 or value.mask & everything == everything:
        return _SHIFTS.get(value.shift, "")
    # The warps of a warpgroup.
    return "warp_in_group" if (value.shift, value.mask) == (5, 3) else ""


def _is_row(facts: Facts) -> bool:
    """Return whether a block is a row of threads: it says so, or only x is ever asked for."""
    for directive in facts.function.directives:
        if type(directive) is n.TuningDirective and directive.name in (".reqntid", ".maxntid"):
            return all(constant(value) == 1 for value in directive.values[1:])
    return not any(
        value.kind == "special" and value.name in ("tid.y", "tid.z") for value in facts.values
    )
