"""The functions of the back end `cuda` that the launch layer calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.launch.cuda.device import device
from ptxpy.launch.cuda.driver import driver
from ptxpy.launch.cuda.errors import CudaError, DriverMissingError
from ptxpy.launch.cuda.launching import launch
from ptxpy.launch.cuda.prepared import Repeat, prepare
from ptxpy.launch.cuda.variables import read, write
from ptxpy.launch.cuda.variables import read_memory as read_from

if TYPE_CHECKING:
    from ptxpy.launch_request import LaunchRequest, Limits, VariableRequest

__all__ = [
    "Repeat",
    "count",
    "limits",
    "prepare",
    "read_memory",
    "read_variable",
    "run",
    "write_variable",
]


def count() -> int:
    """Return the number of GPUs; it is 0 without a driver."""
    try:
        return driver().count()
    except (DriverMissingError, CudaError):
        return 0


def limits(number: int) -> Limits:
    """Return the limits of a GPU; raise `DriverMissingError` if there is no such GPU."""
    return device(number).limits


def run(request: LaunchRequest) -> None:
    """Run a kernel on the GPU that the request names."""
    launch(request, device(request.device))


def read_variable(request: VariableRequest) -> bytes:
    """Return the bytes of a module's variable on the GPU that the request names."""
    return read(request, device(request.device))


def read_memory(address: int, size: int, request: LaunchRequest) -> bytes:
    """Return the bytes of memory on the GPU of a launch, after the work of its streams."""
    return read_from(address, size, request, device(request.device))


def write_variable(request: VariableRequest, data: bytes) -> None:
    """Set the bytes of a module's variable on the GPU that the request names."""
    write(request, device(request.device), data)
