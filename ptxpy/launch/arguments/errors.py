"""What is wrong with a launch, told before anything runs."""

from __future__ import annotations

__all__ = ["ArgumentError", "KernelNameError", "LaunchError"]


class LaunchError(ValueError):
    """A launch that cannot be: the message names what was given and what is needed."""

    __module__ = "ptxpy"


class KernelNameError(LaunchError):
    """No kernel of that name, or more than one; the message lists those that there are."""

    __module__ = "ptxpy"


class ArgumentError(LaunchError):
    """An argument that does not fit its parameter."""

    __module__ = "ptxpy"

    def __init__(self, message: str, parameter: str | None = None) -> None:
        """Keep the message and the name of the parameter; None when their number is wrong."""
        self.parameter = parameter
        super().__init__(message)
