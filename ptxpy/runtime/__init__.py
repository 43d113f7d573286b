"""Running kernels on a GPU, through the CUDA driver."""

from ptxpy.runtime.assembling import SourceError, assemble_for
from ptxpy.runtime.backend import count, limits, read_variable, run, write_variable
from ptxpy.runtime.device import target
from ptxpy.runtime.errors import CudaError, DriverMissing

__all__ = [
    "CudaError",
    "DriverMissing",
    "SourceError",
    "assemble_for",
    "count",
    "limits",
    "read_variable",
    "run",
    "target",
    "write_variable",
]
