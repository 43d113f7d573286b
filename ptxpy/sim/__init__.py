"""Running kernels on the CPU, with NumPy."""

from ptxpy.sim.backend import executed, limited, read_variable, run, unsupported, write_variable
from ptxpy.sim.errors import EndlessError, FoundFault, SimulationError, UnsupportedError

__all__ = [
    "EndlessError",
    "FoundFault",
    "SimulationError",
    "UnsupportedError",
    "executed",
    "limited",
    "read_variable",
    "run",
    "unsupported",
    "write_variable",
]
