"""Approximations of functions of `.f16` and `.bf16`: here the nearest number to the exact value.

PTX asks for less: a relative error of `ex2.approx` of at most 2**-9.9 for `.f16` and 2**-7 for
`.bf16`, an absolute error of `tanh.approx` of at most 2**-10.987 and 2**-8 (PTX ISA 9.0, sections
9.7.4.9 and 9.7.4.10).
"""

from __future__ import annotations

import numpy as np

from ptxpy.sim.number_formats import Format
from ptxpy.sim.semantics.conversions.narrowing import narrower, single
from ptxpy.sim.semantics.conversions.widening import flushed, widener
from ptxpy.sim.semantics.lanewise import Array

__all__ = ["exponential", "hyperbolic_tangent"]


def _round(layout: Format, value: Array) -> Array:
    """Round `.f64` to a format."""
    narrow = narrower(layout, "rn", satfinite=False, relu=False)
    codes: Array = narrow(single(value, "odd"))
    return codes.astype(np.uint16)


def exponential(layout: Format, code: Array, *, ftz: bool) -> Array:
    """Raise 2 to the power of codes of a format, with `ftz` (of `.bf16`) without subnormals."""
    value: Array = widener(layout.name)(code)
    if ftz:
        value = flushed(value)
    result = np.exp2(value.astype(np.float64))
    if ftz:
        result *= result >= 2.0 ** (1 - layout.bias)
    return _round(layout, result)


def hyperbolic_tangent(layout: Format, code: Array, *, ftz: bool) -> Array:
    """Return the hyperbolic tangent of codes of a format; there is no `ftz`."""
    del ftz
    value: Array = widener(layout.name)(code)
    return _round(layout, np.tanh(value.astype(np.float64)))
