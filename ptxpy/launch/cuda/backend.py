"""The back end `cuda`: launches, and accesses to memory and module variables of a GPU."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

from ptxpy._counts import format_count
from ptxpy.launch.cuda.device import current_context, device, with_own_context
from ptxpy.launch.cuda.driver import driver
from ptxpy.launch.cuda.errors import CudaError, DriverMissingError
from ptxpy.launch.cuda.launching import launch
from ptxpy.launch.cuda.loading import load_module
from ptxpy.launch.cuda.prepared import Repeat, prepare
from ptxpy.launch_request import LaunchError

if TYPE_CHECKING:
    from ptxpy.launch.cuda.device import Device
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
    """Return the bytes of a module's variable, after the work enqueued on the default stream."""
    used = with_own_context(device(request.device))
    with current_context(used):
        address = _address(request, used)
        data = ctypes.create_string_buffer(request.size)
        used.driver.copy_out(ctypes.addressof(data), address, request.size, 0)
        used.driver.synchronize(0, request.name)
    return data.raw


def write_variable(request: VariableRequest, data: bytes) -> None:
    """Set the bytes of a module's variable, after the work enqueued on the default stream."""
    used = with_own_context(device(request.device))
    with current_context(used):
        address = _address(request, used)
        held = ctypes.create_string_buffer(data, request.size)
        used.driver.copy_in(address, ctypes.addressof(held), request.size, 0)
        used.driver.synchronize(0, request.name)


def read_memory(address: int, size: int, request: LaunchRequest) -> bytes:
    """Return the bytes of memory on the GPU of a launch, after the work of its streams."""
    used = with_own_context(device(request.device))
    with current_context(used):
        for _, array in request.arguments.device_arrays:
            # The work that fills an array may be on another stream than the launch.
            used.driver.synchronize(array.stream, request.signature.name)
        data = ctypes.create_string_buffer(size)
        used.driver.copy_out(ctypes.addressof(data), address, size, request.stream)
        used.driver.synchronize(request.stream, request.signature.name)
    return data.raw


def _address(request: VariableRequest, used: Device) -> int:
    module = load_module(request.source, request.target, used)
    address, size = used.driver.variable(module, request.name)
    if size != request.size:
        message = (
            f"{request.name} has {format_count(request.size, 'byte')} "
            f"in the PTX, but {size:,} on {used}"
        )
        raise LaunchError(message)
    return address
