"""Loading kernels, and running them on the CPU or on a GPU by the same call."""

from ptxpy.calling import (
    ArgumentError,
    KernelNameError,
    LaunchError,
    Sampler,
    Surface,
    Texture,
    readonly,
)
from ptxpy.launch.backends import Backend, BackendMissing, register
from ptxpy.launch.kernel import Kernel
from ptxpy.launch.loading import load

__all__ = [
    "ArgumentError",
    "Backend",
    "BackendMissing",
    "Kernel",
    "KernelNameError",
    "LaunchError",
    "Sampler",
    "Surface",
    "Texture",
    "load",
    "readonly",
    "register",
]
