"""Errors in a launch that are found before the kernel runs."""

from __future__ import annotations

__all__ = ["ArgumentError", "KernelNameError", "LaunchError"]


class LaunchError(ValueError):
    """An invalid launch; the message states the given and the required value."""

    __module__ = "ptxpy"


class KernelNameError(LaunchError):
    """No kernel with a name, or more than one; the message lists the kernels of the module."""

    __module__ = "ptxpy"


class ArgumentError(LaunchError):
    """An argument that does not fit its parameter."""

    __module__ = "ptxpy"

    def __init__(self, message: str, parameter: str | None = None) -> None:
        """Store the message and the parameter's name; None for a wrong number of arguments."""
        self.parameter = parameter
        super().__init__(message)
