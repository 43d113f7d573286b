"""Running kernels on a GPU, through the CUDA driver."""

from ptxpy.launch.cuda.assembling import SourceError, assemble_for
from ptxpy.launch.cuda.backend import (
    Repeat,
    count,
    limits,
    prepare,
    read_variable,
    run,
    write_variable,
)
from ptxpy.launch.cuda.device import target
from ptxpy.launch.cuda.errors import CudaError, DriverMissing, DriverMissingError

__all__ = [
    "CudaError",
    "DriverMissing",
    "DriverMissingError",
    "Repeat",
    "SourceError",
    "assemble_for",
    "count",
    "limits",
    "prepare",
    "read_variable",
    "run",
    "target",
    "write_variable",
]
