"""The back end `cuda`, as the launch layer uses it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.launch.cuda.device import device
from ptxpy.launch.cuda.driver import driver
from ptxpy.launch.cuda.errors import CudaError, DriverMissing
from ptxpy.launch.cuda.launching import launch
from ptxpy.launch.cuda.variables import read, write

if TYPE_CHECKING:
    from ptxpy.launch.request import LaunchRequest, Limits, VariableRequest

__all__ = ["count", "limits", "read_variable", "run", "write_variable"]


def count() -> int:
    """Return how many GPUs there are: 0 without a driver, too."""
    try:
        return driver().count()
    except (DriverMissing, CudaError):
        return 0


def limits(number: int) -> Limits:
    """Return what a GPU can launch; `DriverMissing` when there is no such GPU."""
    return device(number).limits


def run(request: LaunchRequest) -> None:
    """Run a kernel on the GPU that the request names."""
    launch(request, device(request.device))


def read_variable(request: VariableRequest) -> bytes:
    """Return what a variable of a module holds on the GPU that the request names."""
    return read(request, device(request.device))


def write_variable(request: VariableRequest, data: bytes) -> None:
    """Let a variable of a module hold something else on the GPU that the request names."""
    write(request, device(request.device), data)
