"""The runtime of the device: launches of kernels by kernels, and what a kernel asks of its graph.

The names are those that nvcc calls for `<<<…>>>` and the functions of `cuda_device_runtime_api.h`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy.sim.errors import FaultError
from ptxpy.sim.semantics.device_calls import (
    bytes_at,
    heap_of,
    lanes_of,
    put,
    put_at,
    read,
    word,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.machine.frame import Frame
    from ptxpy.sim.machine.grid_launches import GridLaunches
    from ptxpy.sim.machine.machine import Machine

__all__ = ["DEVICE_RUNTIME", "NAMES_WITH_BLOCKS"]

_TAIL_LAUNCH: Final = 3
"""`cudaStreamTailLaunch`."""
_INVALID_VALUE: Final = 1
_OUT_OF_MEMORY: Final = 2
_STREAM: Final = 0x100
"""The handle of each stream and event that a kernel creates: the order is that of the calls."""


def _launches(machine: Machine, lane: int) -> GridLaunches:
    launches = machine.grid_launches
    if launches is None or launches.depth is None:
        text = "a kernel that launches kernels; only `ptxpy exec` runs what it launches"
        raise FaultError(text, lane)
    return launches


def _end(machine: Machine, frame: Frame, lane: int, result: int, error: int) -> None:
    """Return a `cudaError_t`, and keep it for cudaGetLastError."""
    if error:
        _launches(machine, lane).errors[lane] = error
    put(machine, frame, lane, result, error, 4)


def _get_parameter_buffer(
    machine: Machine, frame: Frame, offsets: tuple[int, ...], guard: Any, lanes: Any
) -> None:
    result, function, grid, block, shared = offsets
    for lane in lanes_of(machine, guard, lanes):
        launches = _launches(machine, lane)
        extents = [
            int.from_bytes(read(machine, lane, int(frame.local) + start + at, 4), "little")
            for start in (grid, block)
            for at in (0, 4, 8)
        ]
        prepared, size = launches.prepare(
            word(machine, frame, lane, function),
            (extents[0], extents[1], extents[2]),
            (extents[3], extents[4], extents[5]),
            word(machine, frame, lane, shared, 4),
        )
        address = 0
        if prepared is not None:
            address = heap_of(machine.memory).allocate(max(size, 8))
        if address and prepared is not None:
            launches.prepared[address] = prepared._replace(parameters=bytes(size))
            machine.memory.bytes[address : address + size] = 0
            if machine.access_hooks is not None:
                machine.access_hooks.block_allocated(address, max(size, 8))
        put(machine, frame, lane, result, address, 8)


def _launch_device(
    machine: Machine, frame: Frame, offsets: tuple[int, ...], guard: Any, lanes: Any
) -> None:
    result, buffer, stream = offsets
    for lane in lanes_of(machine, guard, lanes):
        launches = _launches(machine, lane)
        address = word(machine, frame, lane, buffer)
        prepared = launches.prepared.pop(address, None)
        if prepared is None:
            _end(machine, frame, lane, result, _INVALID_VALUE)
            continue
        given = prepared._replace(
            parameters=bytes_at(machine, lane, address, len(prepared.parameters)),
            is_tail=word(machine, frame, lane, stream) == _TAIL_LAUNCH,
        )
        heap_of(machine.memory).free(address)
        _end(machine, frame, lane, result, launches.launch(given))


def _create(
    machine: Machine, frame: Frame, offsets: tuple[int, ...], guard: Any, lanes: Any
) -> None:
    """Write a handle for a stream, or for an event."""
    result, target, _ = offsets
    for lane in lanes_of(machine, guard, lanes):
        put_at(machine, lane, word(machine, frame, lane, target), _STREAM, 8)
        _end(machine, frame, lane, result, 0)


def _succeed(
    machine: Machine, frame: Frame, offsets: tuple[int, ...], guard: Any, lanes: Any
) -> None:
    """Do nothing: work is in the order of the calls, which every stream and event allows."""
    for lane in lanes_of(machine, guard, lanes):
        _end(machine, frame, lane, offsets[0], 0)


def _allocate(
    machine: Machine, frame: Frame, offsets: tuple[int, ...], guard: Any, lanes: Any
) -> None:
    """Allocate on the heap of the device, from which `malloc` takes, too."""
    result, target, size = offsets
    for lane in lanes_of(machine, guard, lanes):
        wanted = word(machine, frame, lane, size)
        address = heap_of(machine.memory).allocate(wanted)
        if address:
            machine.memory.bytes[address : address + wanted] = machine.fill
            if machine.access_hooks is not None:
                machine.access_hooks.block_allocated(address, wanted)
            put_at(machine, lane, word(machine, frame, lane, target), address, 8)
        _end(machine, frame, lane, result, 0 if address else _OUT_OF_MEMORY)


def _release(
    machine: Machine, frame: Frame, offsets: tuple[int, ...], guard: Any, lanes: Any
) -> None:
    result, pointer = offsets
    for lane in lanes_of(machine, guard, lanes):
        address = word(machine, frame, lane, pointer)
        wrong = heap_of(machine.memory).free(address) if address else ""
        if wrong:
            raise FaultError(wrong, lane)
        _end(machine, frame, lane, result, 0)


def _device(
    machine: Machine, frame: Frame, offsets: tuple[int, ...], guard: Any, lanes: Any
) -> None:
    result, target = offsets
    for lane in lanes_of(machine, guard, lanes):
        put_at(machine, lane, word(machine, frame, lane, target), 0, 4)
        _end(machine, frame, lane, result, 0)


def _last_error(
    machine: Machine, frame: Frame, offsets: tuple[int, ...], guard: Any, lanes: Any
) -> None:
    for lane in lanes_of(machine, guard, lanes):
        put(machine, frame, lane, offsets[0], _launches(machine, lane).errors.pop(lane, 0), 4)


def _peek_at_last_error(
    machine: Machine, frame: Frame, offsets: tuple[int, ...], guard: Any, lanes: Any
) -> None:
    for lane in lanes_of(machine, guard, lanes):
        put(machine, frame, lane, offsets[0], _launches(machine, lane).errors.get(lane, 0), 4)


def _set_conditional(
    machine: Machine, frame: Frame, offsets: tuple[int, ...], guard: Any, lanes: Any
) -> None:
    """Set the value of a handle, which is the address of a word in global memory."""
    handle, value = offsets
    for lane in lanes_of(machine, guard, lanes):
        address = word(machine, frame, lane, handle)
        if not machine.memory.holds(address, address + 4, write=True):
            text = f"{address:#x} is no handle of a condition of a graph"
            raise FaultError(text, lane, "address")
        data = word(machine, frame, lane, value, 4).to_bytes(4, "little")
        machine.memory.bytes[address : address + 4] = bytearray(data)


DEVICE_RUNTIME: Final[dict[str, Callable[..., None]]] = {
    "cudaGraphSetConditional": _set_conditional,
    "__cudaCDP2GetParameterBufferV2": _get_parameter_buffer,
    "__cudaCDP2LaunchDeviceV2": _launch_device,
    "__cudaCDP2LaunchDeviceV2_ptsz": _launch_device,
    "__cudaCDP2Malloc": _allocate,
    "__cudaCDP2Free": _release,
    "__cudaCDP2GetDevice": _device,
    "__cudaCDP2GetLastError": _last_error,
    "__cudaCDP2PeekAtLastError": _peek_at_last_error,
    "__cudaCDP2StreamCreateWithFlags": _create,
    "__cudaCDP2StreamDestroy": _succeed,
    "__cudaCDP2StreamWaitEvent": _succeed,
    "__cudaCDP2StreamWaitEvent_ptsz": _succeed,
    "__cudaCDP2EventCreateWithFlags": _create,
    "__cudaCDP2EventDestroy": _succeed,
    "__cudaCDP2EventRecord": _succeed,
    "__cudaCDP2EventRecord_ptsz": _succeed,
}
"""The functions by name. Offsets are those of the return value and the arguments, in order."""

NAMES_WITH_BLOCKS: Final = frozenset(
    {"malloc", "__cudaCDP2GetParameterBufferV2", "__cudaCDP2Malloc"}
)
"""The functions that allocate on the heap."""
