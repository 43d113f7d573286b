"""How instructions are written as LLVM IR; what has no function here is left to the interpreter."""

from ptxpy.sim.native.lowering import conversions, floats, integers, memory, moves, warps

__all__ = ["conversions", "floats", "integers", "memory", "moves", "warps"]
