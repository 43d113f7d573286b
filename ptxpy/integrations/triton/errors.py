"""Errors of the integration of Triton."""

from __future__ import annotations

from importlib.util import find_spec

from ptxpy._extras import MissingPackageError
from ptxpy.launch_request import LaunchError

__all__ = ["OverrideError", "StaleOverrideWarning", "TritonError", "require_triton"]


class TritonError(LaunchError):
    """A kernel of Triton cannot be simulated, read or replaced."""


class OverrideError(TritonError):
    """An edited kernel does not fit the kernel in whose place it is to run."""


class StaleOverrideWarning(UserWarning):
    """An edited kernel was not used: it may have been made from another form of the kernel."""


def require_triton() -> None:
    """Raise `MissingPackageError` unless Triton is installed."""
    if find_spec("triton") is None:
        message = "Triton is not installed"
        raise MissingPackageError(message, "triton")
