"""Functions on flat arrays, for arrays of shapes that broadcast."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.semantics.floats import floats

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.compile.function_writer import FunctionWriter

__all__ = ["computed"]

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


def computed(writer: FunctionWriter, function: Callable[..., Any], *arguments: str) -> str:
    """Return a call of a function that computes each lane on its own, as an expression."""
    if writer.all_lanes and function not in _ANY_SHAPE:
        function = shapewise(function)
    return writer.call(function, *arguments)


@lru_cache(maxsize=1024)
def shapewise(function: Callable[..., Any]) -> Callable[..., Any]:
    """Let a function on flat arrays and scalars take arrays of any shapes that broadcast."""

    def call(*operands: Any) -> Any:
        shapes = {operand.shape for operand in operands if operand.ndim}
        if not shapes:
            return function(*operands)
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
