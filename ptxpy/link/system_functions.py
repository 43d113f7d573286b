"""Functions that the driver or the device runtime library defines, so that no unit has to."""

from __future__ import annotations

from typing import Final

__all__ = ["is_system_function"]

_FUNCTIONS: Final = frozenset(
    {
        "__assertfail",
        "cudaCGGetIntrinsicHandle",
        "cudaCGSynchronize",
        "cudaDeviceSynchronize",
        "cudaFree",
        "cudaGetParameterBuffer",
        "cudaGetParameterBufferV2",
        "cudaLaunchDevice",
        "cudaLaunchDeviceV2",
        "cudaMalloc",
        "free",
        "malloc",
        "vprintf",
    }
)
"""System calls (CUDA C++ programming guide, "PTX interoperability and ABI"), and functions of the
device runtime library."""

_RUNTIME: Final = "__cudaCDP2"
"""How the functions of the device runtime library begin since CUDA 12."""


def is_system_function(name: str) -> bool:
    """Return whether the driver or the device runtime library defines a function."""
    return name in _FUNCTIONS or name.startswith(_RUNTIME)
