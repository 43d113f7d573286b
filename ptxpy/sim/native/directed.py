"""Operations with a directed rounding, as functions of LLVM IR.

The function of an operation sets the rounding of the processor, and sets it back to nearest before
it returns: the result is rounded once, whatever its size.
"""

from __future__ import annotations

from typing import Final

from ptxpy.sim.native.vector_builder import suffix, vector

__all__ = ["directed_name", "directed_text"]

_MODES: Final = {"rz": 0, "rn": 1, "rp": 2, "rm": 3}
"""The roundings of `llvm.set.rounding`."""
_OPERANDS: Final = {"fadd": 2, "fsub": 2, "fmul": 2, "fdiv": 2, "fma": 3, "sqrt": 1}


def directed_name(operation: str, rounding: str, type_: str) -> str:
    """Return the name of the function of an operation: `directed.fadd.rz.float`."""
    return f"directed.{operation}.{rounding}.{type_}"


def directed_text(name: str) -> str:
    """Return the LLVM IR of an operation with a directed rounding, given its name."""
    _, operation, rounding, type_ = name.split(".")
    kind = vector(type_)
    names = "abc"[: _OPERANDS[operation]]
    formal = ", ".join(f"{kind} %{each}" for each in names)
    types = ", ".join([kind] * len(names))
    intrinsic = f"@llvm.experimental.constrained.{operation}.{suffix(type_)}"
    strict = 'metadata !"round.dynamic", metadata !"fpexcept.ignore"'
    return f"""
define {kind} @"{name}"({formal}) noinline nounwind strictfp {{
  call void @llvm.set.rounding(i32 {_MODES[rounding]}) strictfp
  %result = call {kind} {intrinsic}({formal}, {strict}) strictfp
  call void @llvm.set.rounding(i32 {_MODES["rn"]}) strictfp
  ret {kind} %result
}}
declare void @llvm.set.rounding(i32)
declare {kind} {intrinsic}({types}, metadata, metadata)
"""
