"""Sweeps: a kernel in the simulator, over shapes, seeds, template parameters or launches."""

from ptxpy.sweeps.records import SweepRecord
from ptxpy.sweeps.sweeping import sweep

__all__ = ["SweepRecord", "sweep"]
