"""Errors of the CUDA driver."""

from __future__ import annotations

from typing import Final

from ptxpy._pickling import PicklableError

__all__ = ["CudaError", "DriverMissing", "DriverMissingError"]

_FAULTS: Final = frozenset(
    {
        "CUDA_ERROR_ILLEGAL_ADDRESS",
        "CUDA_ERROR_MISALIGNED_ADDRESS",
        "CUDA_ERROR_INVALID_ADDRESS_SPACE",
        "CUDA_ERROR_INVALID_PC",
        "CUDA_ERROR_ILLEGAL_INSTRUCTION",
        "CUDA_ERROR_HARDWARE_STACK_ERROR",
        "CUDA_ERROR_LAUNCH_FAILED",
        "CUDA_ERROR_LAUNCH_TIMEOUT",
        "CUDA_ERROR_ASSERT",
    }
)
"""Errors of a running kernel; after one, the driver refuses all further work of the process."""


_DESTROYED: Final = frozenset({"CUDA_ERROR_CONTEXT_IS_DESTROYED", "CUDA_ERROR_INVALID_CONTEXT"})
"""Errors of a context that something has destroyed, such as `cudaDeviceReset`."""


class DriverMissingError(RuntimeError):
    """No CUDA driver or no GPU was found; the message names the features that work without one."""

    __module__ = "ptxpy"


DriverMissing = DriverMissingError
"""The name of this exception in earlier versions."""


class CudaError(PicklableError, RuntimeError):
    """An error that the CUDA driver returned, for a call or for a kernel that ran."""

    __module__ = "ptxpy"

    def __init__(self, call: str, name: str, text: str, about: str = "") -> None:
        """Format an error of the driver.

        Args:
            call: The driver function that returned it: `cuStreamSynchronize`.
            name: The driver's name of the error: `CUDA_ERROR_ILLEGAL_ADDRESS`.
            text: The driver's description of the error.
            about: The object of the call, such as a kernel's name.
        """
        self.call = call
        self.name = name
        self.text = text
        hint = ""
        if name in _FAULTS:
            hint = (
                '; to find the place, launch on device="cpu". '
                "This process can no longer use the GPU"
            )
        elif name in _DESTROYED:
            hint = (
                "; the GPU's primary context, which all packages share, was destroyed or reset: "
                "start a new process"
            )
        super().__init__(f"{f'{about}: ' if about else ''}{name}: {text} ({call}){hint}")
