"""Sweeps: a kernel in the simulator, over shapes, seeds, template parameters or launches."""

from ptxpy.sweeps.sweeping import SweepRecord, sweep

__all__ = ["SweepRecord", "sweep"]
