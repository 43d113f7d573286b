"""Functions that write instructions as LLVM IR; the interpreter runs all others."""

from ptxpy.sim.native.lowering import (
    calls,
    clusters,
    control_flow,
    conversions,
    copies,
    floats,
    integers,
    matrices,
    mbarriers,
    memory,
    moves,
    warps,
)

__all__ = [
    "calls",
    "clusters",
    "control_flow",
    "conversions",
    "copies",
    "floats",
    "integers",
    "matrices",
    "mbarriers",
    "memory",
    "moves",
    "warps",
]
