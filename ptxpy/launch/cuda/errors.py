"""What goes wrong on a GPU."""

from __future__ import annotations

from typing import Final

__all__ = ["CudaError", "DriverMissing"]

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
"""Errors of a kernel that ran; the driver then refuses all further work of the process."""


class DriverMissing(RuntimeError):  # noqa: N818 - what is wrong, and what to do about it
    """There is no CUDA driver, or no GPU; the message says what works without."""

    __module__ = "ptxpy"


class CudaError(RuntimeError):
    """What the CUDA driver refused, or found a kernel to have done."""

    __module__ = "ptxpy"

    def __init__(self, call: str, name: str, text: str, about: str = "") -> None:
        """Keep what the driver says.

        Args:
            call: The function of the driver that told: `cuStreamSynchronize`.
            name: The driver's name of the error: `CUDA_ERROR_ILLEGAL_ADDRESS`.
            text: The driver's words.
            about: What was being done.
        """
        self.call = call
        self.name = name
        self.text = text
        hint = ""
        if name in _FAULTS:
            hint = (
                '; the GPU does not say where: device="cpu" does. '
                "This process cannot use the GPU any more"
            )
        super().__init__(f"{f'{about}: ' if about else ''}{name}: {text} ({call}){hint}")
