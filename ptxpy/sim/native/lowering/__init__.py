"""Functions that write instructions as LLVM IR; the interpreter runs all others."""

from ptxpy.sim.native.lowering import conversions, floats, integers, memory, moves, warps

__all__ = ["conversions", "floats", "integers", "memory", "moves", "warps"]
