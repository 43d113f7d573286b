"""Launching a kernel on a GPU: copy arguments in, call the driver, copy results out."""

from __future__ import annotations

import contextlib
import ctypes
from math import prod
from typing import TYPE_CHECKING

from ptxpy.launch.cuda.device import current_context, with_own_context
from ptxpy.launch.cuda.errors import CudaError
from ptxpy.launch.cuda.loading import (
    is_loaded,
    load_kernel,
    load_module,
    set_launch_attributes,
)
from ptxpy.launch_request import (
    MAX_PORTABLE_CTAS_PER_CLUSTER,
    MULTICAST_ON_A_GPU,
    POINTER_BYTES,
    UNKNOWN_DEVICE,
    ArgumentError,
    LaunchError,
    find_layout_problem,
)

if TYPE_CHECKING:
    from ptxpy.launch.cuda.device import Device
    from ptxpy.launch.cuda.loading import LoadedKernel
    from ptxpy.launch_request import LaunchRequest, TensorMapArgument

__all__ = ["launch"]


def launch(request: LaunchRequest, device: Device) -> None:
    """Run a kernel on a GPU.

    Host memory is copied to the GPU, and back if it is writable; the kernel has then completed when
    this returns. If all arrays are on the GPU, it may still be running, in the order of its stream.
    """
    if request.references or request.arguments.references:
        message = 'textures, samplers and surfaces need the simulator so far: device="cpu"'
        raise LaunchError(message)
    if request.arguments.multicast_pointers:
        raise LaunchError(MULTICAST_ON_A_GPU)
    device = with_own_context(device)
    with current_context(device):
        # Checks come before anything is allocated, so that a refused launch leaves nothing behind.
        _check_capture(request, device)
        kernel = load_kernel(request, device)
        _check_block(request, kernel, device)
        geometry, calls = request.geometry, device.driver
        large = prod(geometry.cluster or ()) > MAX_PORTABLE_CTAS_PER_CLUSTER
        set_launch_attributes(kernel, device, geometry.shared_bytes, large=large)
        _check_resident(request, kernel, device)
        _wait_for_arrays(request, device)
        # The request may be launched again, so its buffer stays as it is.
        buffer = bytearray(request.arguments.parameters)
        copies: list[int] = []
        try:
            for memory in request.arguments.memories:
                copies.append(calls.allocate(memory.size))
                calls.copy_in(copies[-1], memory.address, memory.size, request.stream)
            for offset, number, displacement in request.arguments.pointers:
                pointer = copies[number] + displacement
                buffer[offset : offset + POINTER_BYTES] = pointer.to_bytes(POINTER_BYTES, "little")
            _relocate(request, device, copies, buffer)
            for each in request.arguments.tensor_maps:
                data = _encode_tensor_map(each, copies, device)
                if each.holder is not None:
                    _put(data, copies[each.holder] + each.offset, request, device)
                    continue
                if not each.by_value:
                    copies.append(device.driver.allocate(len(data)))
                    _put(data, copies[-1], request, device)
                    data = copies[-1].to_bytes(POINTER_BYTES, "little")
                buffer[each.offset : each.offset + len(data)] = data
            calls.launch(kernel.function, request, buffer)
            # Host memory is to hold the results when the call returns; arrays on the GPU need no
            # wait.
            if copies:
                calls.synchronize(request.stream, request.signature.name)
                # The copies of memories come first, then those of tensor maps.
                for memory, address in zip(request.arguments.memories, copies, strict=False):
                    if memory.writable:
                        calls.copy_out(memory.address, address, memory.size, request.stream)
                calls.synchronize(request.stream, request.signature.name)
        finally:
            for address in copies:
                with contextlib.suppress(CudaError):  # the consequence of an earlier error
                    calls.free(address)


def _relocate(request: LaunchRequest, device: Device, copies: list[int], buffer: bytearray) -> None:
    """Write the addresses of memories and variables where they are pointed to from."""
    if request.arguments.placed is not None:
        request.arguments.placed.extend(copies)

    def first(held: int | str) -> int:
        if isinstance(held, int):
            return copies[held]
        module = load_module(request.source, request.signature.target, device)
        return device.driver.variable(module, held)[0]

    for holder, offset, target, displacement in request.arguments.relocations:
        data = (first(target) + displacement).to_bytes(POINTER_BYTES, "little")
        if holder is None:
            buffer[offset : offset + POINTER_BYTES] = data
        else:
            _put(data, first(holder) + offset, request, device)


def _put(data: bytes, address: int, request: LaunchRequest, device: Device) -> None:
    """Write bytes to memory of the GPU, and wait until they are there."""
    held = ctypes.create_string_buffer(data, len(data))
    device.driver.copy_in(address, ctypes.addressof(held), len(data), request.stream)
    device.driver.synchronize(request.stream)


def _encode_tensor_map(argument: TensorMapArgument, copies: list[int], device: Device) -> bytes:
    """Return the driver's bytes of a tensor map; raise `ArgumentError` if it is misaligned."""
    address = argument.map.address
    if argument.memory is not None:
        address = copies[argument.memory] + argument.displacement
    text = find_layout_problem(argument.map.layout, address)
    if text is not None:
        message = f"{argument.name}: {text}"
        raise ArgumentError(message, argument.name)
    return device.driver.tensor_map(argument.map.layout, address)


def _check_block(request: LaunchRequest, kernel: LoadedKernel, device: Device) -> None:
    """Raise `LaunchError` if the registers of the assembled kernel do not allow the block size."""
    threads = prod(request.geometry.block)
    if threads > kernel.threads:
        message = (
            f"block {request.geometry.block} has {threads} threads; {request.signature.name} takes "
            f"at most {kernel.threads} on {device}, at {kernel.registers} registers per thread"
        )
        raise LaunchError(message)


def _check_resident(request: LaunchRequest, kernel: LoadedKernel, device: Device) -> None:
    """Raise `LaunchError` if the GPU cannot hold all blocks of a cooperative launch at once."""
    if not request.cooperative:
        return
    geometry, name = request.geometry, request.signature.name
    threads, blocks = prod(geometry.block), prod(geometry.grid)
    each = device.driver.max_active_blocks(kernel.function, threads, geometry.shared_bytes)
    if blocks > each * device.multiprocessors:
        message = (
            f"a cooperative launch of {name} has all blocks resident: {blocks:,} given; {device} "
            f"holds {each * device.multiprocessors:,} of {threads} threads, {each} on each of its "
            f"{device.multiprocessors} multiprocessors"
        )
        raise LaunchError(message)


def _check_capture(request: LaunchRequest, device: Device) -> None:
    """Raise `LaunchError` for a launch that a stream does not allow while a graph captures it."""
    name = request.signature.name
    copied = [each for memory in request.arguments.memories for each in memory.names]
    copied += [each.name for each in request.arguments.tensor_maps if not each.by_value]
    loaded = is_loaded(request, device)
    if (loaded and not copied) or not device.driver.is_capturing(request.stream):
        return
    if copied:
        message = (
            f"{copied[0]}: the stream is being captured into a graph, which has no memory of the "
            "host to copy from: pass arrays on the GPU, and tensor maps by value"
        )
        raise ArgumentError(message, copied[0])
    message = (
        f"{name} is not loaded on {device} yet, and the stream is being captured into a graph, in "
        "which modules cannot be loaded: launch it once before"
    )
    raise LaunchError(message)


def _wait_for_arrays(request: LaunchRequest, device: Device) -> None:
    """Wait for the streams of device arrays; raise `ArgumentError` for arrays on another GPU."""
    for name, array in request.arguments.device_arrays:
        number = array.device
        if number == UNKNOWN_DEVICE:
            number = device.driver.device_of(array.address) if array.address else device.number
        if number != device.number:
            message = f"{name}: the array is on cuda:{number}, but the launch is on {device}"
            raise ArgumentError(message, name)
    streams = {array.stream for _, array in request.arguments.device_arrays}
    for stream in sorted(streams - {0, request.stream}):
        device.driver.wait_for(request.stream, stream)
