"""Values of registers, and adapters of functions on arrays of values.

The adapters are for NumPy scalars, packed values and tables of values.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

__all__ = ["Array", "Function", "Operation", "Value", "halves", "lanewise", "select", "tabulated"]

Value: TypeAlias = Any
"""A NumPy array with one element per lane, or a NumPy scalar: the same value in all lanes."""

Operation: TypeAlias = Callable[..., Any]
"""Takes the sources of an instruction in order, and returns its result."""


def select(condition: Value, a: Value, b: Value) -> Value:
    """Return `a` where the condition holds, else `b`; both have one dtype."""
    if isinstance(condition, np.ndarray):
        return np.where(condition, a, b)
    return a if condition else b


Array: TypeAlias = npt.NDArray[Any]
"""An array with one value for each thread, or with one for all."""

Function: TypeAlias = Callable[..., Any]
"""A function on arrays and NumPy scalars in any mix."""

_ALL_CODES: Final = 1 << 16


def lanewise(function: Callable[..., Array]) -> Function:
    """Return a version of a function on arrays of one dimension that takes NumPy scalars as well.

    A scalar is passed as an array of one element. The result is a scalar if all operands are.
    """

    @wraps(function)
    def call(*operands: Any) -> Any:
        for operand in operands:
            if isinstance(operand, np.ndarray):
                return function(
                    *(x if isinstance(x, np.ndarray) else x.reshape(1) for x in operands)
                )
        return function(*(x.reshape(1) for x in operands))[0]

    return call


def halves(function: Callable[..., Array]) -> Function:
    """Apply a function on arrays of `uint16` to both halves of arrays of `uint32`."""

    @lanewise
    def call(*operands: Array) -> Array:
        size = max(x.size for x in operands)
        # The two halves of a single element would not broadcast to those of all lanes.
        parts = (x if x.size == size else np.repeat(x, size) for x in operands)
        return function(*(np.ascontiguousarray(x).view(np.uint16) for x in parts)).view(np.uint32)

    return call


def tabulated(function: Callable[[Array], Array], codes: int = _ALL_CODES) -> Function:
    """Replace a function of a code by a table of its values, computed when first needed."""

    @cache
    def table() -> Array:
        # Some codes are NaNs, or overflow, of which NumPy would warn.
        with np.errstate(all="ignore"):
            return function(np.arange(codes, dtype=np.min_scalar_type(codes - 1)))

    @wraps(function)
    def call(code: Any) -> Any:
        return table().take(code)

    return call
