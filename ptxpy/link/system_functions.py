"""Functions that the driver or the device library defines, so that no unit has to."""

from __future__ import annotations

from typing import Final

__all__ = ["SYSTEM_FUNCTIONS"]

SYSTEM_FUNCTIONS: Final = frozenset(
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
