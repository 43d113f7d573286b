"""Kernels compiled to machine code: see README.md."""

from ptxpy.sim.engine.launches import CompiledKernel, compile_kernel, run, why_not

__all__ = ["CompiledKernel", "compile_kernel", "run", "why_not"]
