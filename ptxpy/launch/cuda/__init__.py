"""Running kernels on a GPU, through the CUDA driver."""

from ptxpy.launch.cuda.assembling import SourceError, assemble_for
from ptxpy.launch.cuda.backend import (
    Repeat,
    count,
    limits,
    prepare,
    read_memory,
    read_variable,
    run,
    write_variable,
)
from ptxpy.launch.cuda.cache import MAX_CACHE_BYTES, CubinCache, cache_folder
from ptxpy.launch.cuda.device import target
from ptxpy.launch.cuda.errors import CudaError, DriverMissing, DriverMissingError

__all__ = [
    "MAX_CACHE_BYTES",
    "CubinCache",
    "CudaError",
    "DriverMissing",
    "DriverMissingError",
    "Repeat",
    "SourceError",
    "assemble_for",
    "cache_folder",
    "count",
    "limits",
    "prepare",
    "read_memory",
    "read_variable",
    "run",
    "target",
    "write_variable",
]
