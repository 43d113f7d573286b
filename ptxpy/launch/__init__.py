"""Loading kernels, and running them on the CPU or on a GPU by the same call."""

from ptxpy.launch.backends import Backend, detect_arch, register
from ptxpy.launch.kernel import Kernel
from ptxpy.launch.loading import load
from ptxpy.launch.module_globals import Globals, VariablesBackend
from ptxpy.launch_request import (
    ArgumentError,
    KernelNameError,
    LaunchError,
    Sampler,
    Struct,
    Surface,
    TensorMap,
    Texture,
    multicast,
    readonly,
)

__all__ = [
    "ArgumentError",
    "Backend",
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
    "detect_arch",
    "load",
    "multicast",
    "readonly",
    "register",
]
