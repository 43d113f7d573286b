"""Running kernels on the CPU, with NumPy."""

from ptxpy.sim.backend import executed, limited, run
from ptxpy.sim.errors import SimulationError, UnsupportedError

__all__ = ["SimulationError", "UnsupportedError", "executed", "limited", "run"]
