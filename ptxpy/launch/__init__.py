"""Loading kernels, and running them on the CPU or on a GPU by the same call."""

from ptxpy.calling import (
    ArgumentError,
    KernelNameError,
    LaunchError,
    Sampler,
    Struct,
    Surface,
    TensorMap,
    Texture,
    readonly,
)
from ptxpy.launch.backends import Backend, BackendMissing, register
from ptxpy.launch.kernel import Kernel
from ptxpy.launch.loading import load
from ptxpy.launch.variables import Globals, VariablesBackend

__all__ = [
    "ArgumentError",
    "Backend",
    "BackendMissing",
    "Globals",
    "Kernel",
    "KernelNameError",
    "LaunchError",
    "Sampler",
    "Struct",
    "Surface",
    "TensorMap",
    "Texture",
    "VariablesBackend",
    "load",
    "readonly",
    "register",
]
