"""Functions on flat arrays, made to take arrays of any shapes that broadcast."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.semantics.floats import floats

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.compile.function_writer import FunctionWriter

__all__ = ["call_lanewise"]

_ANY_SHAPE: Final = frozenset(
    {
        floats.add_f32,
        floats.sub_f32,
        floats.mul_f32,
        floats.fma_f32,
        floats.add_f64,
        floats.sub_f64,
        floats.mul_f64,
    }
)
"""Functions that take arrays of any shapes that broadcast."""


def call_lanewise(writer: FunctionWriter, function: Callable[..., Any], *arguments: str) -> str:
    """Return an expression that calls a lane-wise function."""
    # In a function for some lanes all arrays are flat already.
    if writer.all_lanes and function not in _ANY_SHAPE:
        function = accept_any_shape(function)
    return writer.call(function, *arguments)


# One function has one adapter, so that the text of a piece binds it once.
@lru_cache(maxsize=1024)
def accept_any_shape(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a version of a function on flat arrays that takes any shapes that broadcast."""

    def call(*operands: Any) -> Any:
        shapes = {operand.shape for operand in operands if operand.ndim}
        if not shapes:
            return function(*operands)
        # Operands of one shape need no broadcast, only a view.
        if len(shapes) == 1:
            (shape,) = shapes
            flat = [x.reshape(-1) if x.ndim else x for x in operands]
        else:
            shape = np.broadcast_shapes(*shapes)
            flat = [np.broadcast_to(x, shape).reshape(-1) if x.ndim else x for x in operands]
        result = function(*flat)
        if isinstance(result, tuple):
            return tuple([x.reshape(shape) if x.ndim else x for x in result])
        return result.reshape(shape) if result.ndim else result

    return call
