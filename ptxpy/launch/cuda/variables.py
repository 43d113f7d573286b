"""Reading and writing module variables on a GPU."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

from ptxpy.launch.cuda.device import current_context, with_own_context
from ptxpy.launch.cuda.loading import load_module
from ptxpy.launch_request import LaunchError

if TYPE_CHECKING:
    from ptxpy.launch.cuda.device import Device
    from ptxpy.launch_request import LaunchRequest, VariableRequest

__all__ = ["read", "read_memory", "write"]


def read(request: VariableRequest, device: Device) -> bytes:
    """Return the bytes of a variable, after the work enqueued on the default stream."""
    device = with_own_context(device)
    with current_context(device):
        address = _address(request, device)
        data = ctypes.create_string_buffer(request.size)
        device.driver.copy_out(ctypes.addressof(data), address, request.size, 0)
        device.driver.synchronize(0, request.name)
    return data.raw


def write(request: VariableRequest, device: Device, data: bytes) -> None:
    """Set the bytes of a variable, after the work enqueued on the default stream."""
    device = with_own_context(device)
    with current_context(device):
        address = _address(request, device)
        held = ctypes.create_string_buffer(data, request.size)
        device.driver.copy_in(address, ctypes.addressof(held), request.size, 0)
        device.driver.synchronize(0, request.name)


def read_memory(address: int, size: int, request: LaunchRequest, device: Device) -> bytes:
    """Return the bytes of memory on a GPU, after the work of the streams of a launch."""
    device = with_own_context(device)
    with current_context(device):
        for _, array in request.arguments.device_arrays:
            device.driver.synchronize(array.stream, request.signature.name)
        data = ctypes.create_string_buffer(size)
        device.driver.copy_out(ctypes.addressof(data), address, size, request.stream)
        device.driver.synchronize(request.stream, request.signature.name)
    return data.raw


def _address(request: VariableRequest, device: Device) -> int:
    module = load_module(request.source, request.target, device)
    address, size = device.driver.variable(module, request.name)
    if size != request.size:
        message = f"{request.name} has {request.size:,} bytes in the PTX, but {size:,} on {device}"
        raise LaunchError(message)
    return address
