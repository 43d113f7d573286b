"""Kernels compiled to machine code: see README.md."""

from ptxpy.sim.native.launches import run

__all__ = ["run"]
