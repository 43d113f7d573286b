"""The functions that compiled kernels call, as LLVM IR, compiled once for all kernels."""

from __future__ import annotations

from functools import cache

from ptxpy.sim.native.accesses import access_text
from ptxpy.sim.native.address_search import LOCATE
from ptxpy.sim.native.scheduler import SCHEDULER

__all__ = ["function_text"]


@cache
def function_text(name: str) -> str:
    """Return the LLVM IR of a function of the run-time, with its declarations."""
    if name == "locate":
        return LOCATE
    if name == "run_ctas":
        return SCHEDULER
    return access_text(name)
