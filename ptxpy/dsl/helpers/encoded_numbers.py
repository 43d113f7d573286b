"""Numbers from what they mean: tables of truth, clamps of shuffles, codes of tensor maps.

Nothing here emits an instruction: each function returns an integer.
"""

from __future__ import annotations

from collections.abc import Callable

from ptxpy.dsl.tracing.instructions import helper
from ptxpy.isa.lookup_tables import table_of
from ptxpy.isa.named_values import segment_clamp
from ptxpy.isa.tensor_map_codes import tensor_map_code


@helper("lut")
def lut(function: Callable[[int, int, int], int]) -> int:
    """Return the table of truth that `lop3` takes: `ptx.lut(lambda a, b, c: a & b | c)` is 0xEA."""
    return table_of(function)


@helper("shfl.clamp")
def clamp(width: int, *, up: bool = False) -> int:
    """Return the operand c of `shfl.sync`, with which segments of lanes shuffle apart.

    Args:
        width: Lanes of a segment: 1, 2, 4, 8, 16 or 32.
        up: Whether the mode is `.up`.
    """
    return segment_clamp(width, up=up)


@helper("tensormap.code")
def code(field: str, name: str) -> int:
    """Return the number of a value that `tensormap.replace` takes.

    Args:
        field: `"elemtype"`, `"interleave_layout"`, `"swizzle_mode"`, `"swizzle_atomicity"` or
            `"fill_mode"`.
        name: The value: `"bf16"` of an elemtype, `"128B"` of a swizzle_mode.
    """
    return tensor_map_code(field, name)
