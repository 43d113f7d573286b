"""Reductions of bulk copies, element by element (PTX ISA 9.7.9.25.4.2 and 9.7.9.25.5.3)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.semantics.floats import half

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["element_reduction"]

_UFUNCS: Final = {
    "add": np.add,
    "min": np.minimum,
    "max": np.maximum,
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "xor": np.bitwise_xor,
}

_TYPES: Final = {
    "add": {"u32", "s32", "u64", "f16", "bf16", "f32", "f32.ftz", "f64"},
    "min": {"u32", "s32", "u64", "s64", "f16", "bf16"},
    "max": {"u32", "s32", "u64", "s64", "f16", "bf16"},
    "and": {"b32", "b64"},
    "or": {"b32", "b64"},
    "xor": {"b32", "b64"},
    "inc": {"u32"},
    "dec": {"u32"},
}
"""The types of elements of each operation."""


@cache
def element_reduction(operation: str, type_: str) -> Callable[[Any, Any], Any] | None:
    """Return the function of a reduction: from the old and the new elements to the result.

    Both are arrays of unsigned integers that hold the bits of the elements. None for an operation
    that a type does not have.
    """
    if type_ not in _TYPES.get(operation, ()):
        return None
    if operation in ("inc", "dec"):
        return _increment if operation == "inc" else _decrement
    if type_ in ("f16", "bf16"):
        found: Callable[[Any, Any], Any] | None = half.half_operation(operation, (f".{type_}",))
        return found
    function, kind = _UFUNCS[operation], _kind(type_)
    ftz = type_.endswith(".ftz")

    def combine(held: Any, value: Any) -> Any:
        held, value = (np.ascontiguousarray(each) for each in (held, value))
        unsigned = held.dtype
        if ftz:
            held, value = _flush(held), _flush(value)
        result = function(held.view(kind), value.view(kind)).view(unsigned)
        return _flush(result) if ftz else result

    return combine


def _kind(type_: str) -> str:
    """Return the NumPy type of a PTX type."""
    name = type_.partition(".")[0]
    letter = {"u": "u", "b": "u", "s": "i", "f": "f"}[name[0]]
    return f"{letter}{int(name[1:]) // 8}"


def _increment(held: Any, limit: Any) -> Any:
    return np.where(held >= limit, 0, held + 1).astype(held.dtype)


def _decrement(held: Any, limit: Any) -> Any:
    return np.where((held == 0) | (held > limit), limit, held - 1).astype(held.dtype)


def _flush(codes: Any) -> Any:
    """Return `.f32` elements with subnormals flushed to zeros of the same sign."""
    subnormal = (codes & np.uint32(0x7F800000)) == 0
    return np.where(subnormal, codes & np.uint32(0x80000000), codes)
