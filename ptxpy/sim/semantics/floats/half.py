"""Arithmetic of `.f16`, `.bf16` and pairs of them (PTX ISA 9.0, section 9.7.4).

Values are bits. Results are computed exactly and rounded once; NaN results are 0x7FFF. What only
moves the sign, `neg` and `abs`, keeps the payload of a NaN, which PTX leaves open.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

import numpy as np

from ptxpy.sim.number_formats import BY_NAME, OOB_NAN, Format, element
from ptxpy.sim.semantics.floats.half_arithmetic import fused, product, total
from ptxpy.sim.semantics.floats.half_functions import exponential, hyperbolic_tangent
from ptxpy.sim.semantics.floats.half_order import extremum, flushed_codes, half_comparison
from ptxpy.sim.semantics.lanewise import Array, Function, halves, lanewise, tabulated

__all__ = ["half_comparison", "half_operation"]

_TYPES: Final = frozenset({"f16", "bf16", "f16x2", "bf16x2"})
_SIGN: Final = np.uint16(0x8000)
_MAGNITUDE: Final = np.uint16(0x7FFF)
_ROUNDINGS: Final = frozenset({"rn", "rz", "rm", "rp"})
_ALLOWED: Final[dict[str, frozenset[str]]] = {
    "add": frozenset({"rn", "ftz", "sat"}),
    "sub": frozenset({"rn", "ftz", "sat"}),
    "mul": frozenset({"rn", "ftz", "sat"}),
    "fma": _ROUNDINGS | {"ftz", "sat", "relu", "oob"},
    "neg": frozenset({"ftz"}),
    "abs": frozenset({"ftz"}),
    "min": frozenset({"ftz", "NaN", "xorsign", "abs"}),
    "max": frozenset({"ftz", "NaN", "xorsign", "abs"}),
    "ex2": frozenset({"approx", "ftz"}),
    "tanh": frozenset({"approx"}),
}


@cache
def half_operation(opcode: str, modifiers: tuple[str, ...]) -> Function | None:
    """Return the function of an instruction on halves, or None if there is none.

    It takes and gives `uint16`, or `uint32` for pairs.

    Args:
        opcode: The instruction: `add`, `fma`, `tanh` and so on.
        modifiers: Its modifiers with their dots, as `(".rn", ".ftz", ".f16x2")`.
    """
    names = [part for name in modifiers for part in name.removeprefix(".").split(".")]
    if opcode not in _ALLOWED or not names or names[-1] not in _TYPES:
        return None
    *flags, kind = names
    name, count = element(kind)
    if not _ALLOWED[opcode].issuperset(flags) or (
        name == "f16" and {"rz", "rm", "rp"} & set(flags)
    ):
        return None
    function = _function(opcode, BY_NAME[name], frozenset(flags))
    return lanewise(function) if count == 1 else halves(function)


def _function(opcode: str, layout: Format, flags: frozenset[str]) -> Callable[..., Array]:
    """Return the function of an instruction on arrays of codes."""
    ftz = "ftz" in flags
    if opcode in {"neg", "abs"}:
        return _sign(layout, opcode, ftz=ftz)
    if opcode in {"min", "max"}:
        return extremum(opcode, layout, ftz=ftz, nan="NaN" in flags, xorsign="xorsign" in flags)
    if opcode in {"ex2", "tanh"}:
        compute = exponential if opcode == "ex2" else hyperbolic_tangent
        return tabulated(lambda code: compute(layout, code, ftz=ftz))
    return _arithmetic(opcode, layout, flags)


def _sign(layout: Format, opcode: str, *, ftz: bool) -> Callable[..., Array]:
    """Return the function of `neg` or `abs`."""

    def change(code: Array) -> Array:
        if ftz:
            code = flushed_codes(layout, code)
        return code ^ _SIGN if opcode == "neg" else code & _MAGNITUDE

    return change


def _arithmetic(opcode: str, layout: Format, flags: frozenset[str]) -> Callable[..., Array]:
    """Return the function of `add`, `sub`, `mul` or `fma`, limited as its modifiers say."""
    ftz = "ftz" in flags
    rounding = next(iter(flags & _ROUNDINGS), "rn")
    compute: Callable[..., Array]
    if opcode == "fma":
        compute = fused(layout, rounding, ftz=ftz, relu="relu" in flags)
    else:
        compute = (product if opcode == "mul" else total)(layout, ftz=ftz)
    infinity = np.uint16(layout.maximum + 1)
    one = np.uint16(layout.one)
    oob = np.uint16(OOB_NAN)

    def operate(*codes: Array) -> Array:
        if opcode == "sub":
            codes = (codes[0], codes[1] ^ _SIGN)
        result: Array = compute(*codes)
        if ftz:
            result = flushed_codes(layout, result)
        if "sat" in flags:
            result = np.minimum(result, one) * (result <= infinity)
        if "oob" in flags:
            result *= (codes[0] != oob) & (codes[1] != oob)
        return result

    return operate
