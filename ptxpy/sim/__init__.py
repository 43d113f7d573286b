"""Running kernels on the CPU, with NumPy."""

from ptxpy.sim.backend import executed, limited, read_variable, run, unsupported, write_variable
from ptxpy.sim.errors import FoundFault, SimulationError, StepLimitExceededError, UnsupportedError

__all__ = [
    "FoundFault",
    "SimulationError",
    "StepLimitExceededError",
    "UnsupportedError",
    "executed",
    "limited",
    "read_variable",
    "run",
    "unsupported",
    "write_variable",
]
