"""Running kernels on the CPU, with NumPy."""

from ptxpy.sim.backend import executed, limited, read_variable, run, unsupported, write_variable
from ptxpy.sim.errors import FoundFault, SimulationError, StepLimitExceededError, UnsupportedError

EndlessError = StepLimitExceededError
"""The former name."""

__all__ = [
    "EndlessError",
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
