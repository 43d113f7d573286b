"""Functions that device code may call without having them: those of the CUDA runtime.

`printf`, `malloc` and assertions (CUDA C++ programming guide, appendix on C++ language extensions);
launches of kernels by kernels, and conditions of graphs. Their names are those that nvcc calls for
`<<<…>>>` and the functions of `cuda_device_runtime_api.h`. Arguments and return values are in
variables of the caller.
"""

from __future__ import annotations

import re
import struct
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._counts import are, format_count
from ptxpy.sim.errors import FaultError
from ptxpy.sim.machine.address_space import LOCAL_WINDOW, SHARED_WINDOW
from ptxpy.sim.machine.allocations import Heap
from ptxpy.sim.machine.printf_output import MAX_PRINTF_BYTES
from ptxpy.sim.semantics.memory.access import load, store

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.machine.frame import Frame
    from ptxpy.sim.machine.global_memory import Memory
    from ptxpy.sim.machine.grid_launches import GridLaunches
    from ptxpy.sim.machine.machine import Machine

__all__ = ["FUNCTIONS", "NAMES_WITH_BLOCKS"]

_TAIL_LAUNCH: Final = 3
"""`cudaStreamTailLaunch`."""

_INVALID_VALUE: Final = 1
_OUT_OF_MEMORY: Final = 2
_STREAM: Final = 0x100
"""The handle of each stream and event that a kernel creates: the order is that of the calls."""

NAMES_WITH_BLOCKS: Final = frozenset(
    {"malloc", "__cudaCDP2GetParameterBufferV2", "__cudaCDP2Malloc"}
)
"""The functions that allocate on the heap."""

_MAX_CONVERSION_LENGTH: Final = 1 << 16
"""The most characters of a string, or of one conversion of a `printf`."""

_CONVERSION: Final = re.compile(
    rb"%(?P<flags>[-+ #0]*)(?P<width>\*|\d+)?(?:\.(?P<precision>\*|\d+))?"
    rb"(?P<length>hh|h|ll|l|z|j|t)?(?P<type>[diouxXeEfFgGaAcsp%])"
)


def _lanes_of(machine: Machine, guard: Any, lanes: Any) -> list[int]:
    """Return the indices of the lanes that call."""
    running = machine.lanes if lanes is None else lanes
    return [int(lane) for lane in (running if guard is None else running[guard])]


def _read(machine: Machine, lane: int, offset: int, size: int) -> bytes:
    """Return bytes of the local memory of a lane."""
    start = lane * machine.local_bytes + offset
    return bytes(machine.local[start : start + size])


def _word(machine: Machine, frame: Frame, lane: int, offset: int, size: int = 8) -> int:
    """Return an unsigned integer from a variable of the caller."""
    return int.from_bytes(_read(machine, lane, int(frame.local) + offset, size), "little")


def _put(machine: Machine, frame: Frame, lane: int, offset: int, value: int, size: int) -> None:
    """Write an unsigned integer to a variable of the caller."""
    start = lane * machine.local_bytes + int(frame.local) + offset
    data = (value & ((1 << 8 * size) - 1)).to_bytes(size, "little")
    machine.local[start : start + size] = np.frombuffer(data, np.uint8)
    if machine.access_hooks is not None:
        machine.access_hooks.local_written(lane, int(frame.local) + offset, size)


def _bytes_at(machine: Machine, lane: int, address: int, size: int) -> bytes:
    """Return bytes at a generic address of a lane."""
    if address >= LOCAL_WINDOW:
        offset = address - LOCAL_WINDOW
        if offset + size > machine.local_bytes:
            text = (
                f"{format_count(size, 'byte')} at address {offset:#x} "
                f"{are(size)} outside of local memory"
            )
            raise FaultError(text, lane, "address")
        return _read(machine, lane, offset, size)
    if address >= SHARED_WINDOW:
        at = np.full(1, address, np.uint64)
        found = load(machine, "generic", at, "u1", size, None, np.full(1, lane))
        return b"".join(bytes(each) for each in (found if size > 1 else (found,)))
    if not machine.memory.holds(address, address + size, write=False):
        text = (
            f"{format_count(size, 'byte')} at address {address:#x} "
            f"{are(size)} outside of global memory"
        )
        raise FaultError(text, lane, "address")
    return bytes(machine.memory.bytes[address : address + size])


def _put_at(machine: Machine, lane: int, address: int, value: int, size: int) -> None:
    """Write an unsigned integer at a generic address of a lane."""
    data = np.frombuffer(value.to_bytes(size, "little"), np.uint8)
    store(
        machine,
        "generic",
        np.full(1, address, np.uint64),
        "u1",
        tuple(each[None] for each in data),
        None,
        np.full(1, lane),
    )


def _heap_of(memory: Memory) -> Heap:
    """Return the heap of a module; it has one as soon as it is loaded if it can call `malloc`."""
    if memory.heap is None:
        memory.heap = Heap(memory)
    return memory.heap


def _new_block(machine: Machine, size: int) -> int:
    """Return the address of a new block of the heap; 0 if there is no room."""
    address = _heap_of(machine.memory).allocate(size)
    if address:
        machine.memory.bytes[address : address + size] = machine.fill
        if machine.access_hooks is not None:
            machine.access_hooks.block_allocated(address, size)
    return address


def _free_block(machine: Machine, lane: int, address: int) -> None:
    """Free a block of the heap; `FaultError` for another address, except a null pointer."""
    wrong = _heap_of(machine.memory).free(address) if address else ""
    if wrong:
        raise FaultError(wrong, lane)


def _launches(machine: Machine, lane: int) -> GridLaunches:
    launches = machine.grid_launches
    if launches is None or launches.depth is None:
        text = "a kernel that launches kernels; only `ptxpy exec` runs what it launches"
        raise FaultError(text, lane)
    return launches


def _end(machine: Machine, frame: Frame, lane: int, result: int, error: int) -> None:
    """Return a `cudaError_t`, and keep it for cudaGetLastError."""
    # A success does not clear an earlier error, which cudaGetLastError has yet to return.
    if error:
        _launches(machine, lane).errors[lane] = error
    _put(machine, frame, lane, result, error, 4)


def _get_parameter_buffer(
    machine: Machine, frame: Frame, offsets: tuple[int, ...], guard: Any, lanes: Any
) -> None:
    result, function, grid, block, shared = offsets
    for lane in _lanes_of(machine, guard, lanes):
        launches = _launches(machine, lane)
        extents = [
            int.from_bytes(_read(machine, lane, int(frame.local) + start + at, 4), "little")
            for start in (grid, block)
            for at in (0, 4, 8)
        ]
        prepared, size = launches.prepare(
            _word(machine, frame, lane, function),
            (extents[0], extents[1], extents[2]),
            (extents[3], extents[4], extents[5]),
            _word(machine, frame, lane, shared, 4),
        )
        address = 0
        if prepared is not None:
            # A kernel without parameters needs a buffer, too: its address tells launches apart.
            address = _heap_of(machine.memory).allocate(max(size, 8))
        if address and prepared is not None:
            launches.prepared[address] = prepared._replace(parameters=bytes(size))
            machine.memory.bytes[address : address + size] = 0
            if machine.access_hooks is not None:
                machine.access_hooks.block_allocated(address, max(size, 8))
        _put(machine, frame, lane, result, address, 8)


def _launch_device(
    machine: Machine, frame: Frame, offsets: tuple[int, ...], guard: Any, lanes: Any
) -> None:
    result, buffer, stream = offsets
    for lane in _lanes_of(machine, guard, lanes):
        launches = _launches(machine, lane)
        address = _word(machine, frame, lane, buffer)
        prepared = launches.prepared.pop(address, None)
        if prepared is None:
            # A buffer is for one launch: a second one finds no parameters in it.
            _end(machine, frame, lane, result, _INVALID_VALUE)
            continue
        given = prepared._replace(
            parameters=_bytes_at(machine, lane, address, len(prepared.parameters)),
            is_tail=_word(machine, frame, lane, stream) == _TAIL_LAUNCH,
        )
        _heap_of(machine.memory).free(address)
        _end(machine, frame, lane, result, launches.launch(given))


def _create(
    machine: Machine, frame: Frame, offsets: tuple[int, ...], guard: Any, lanes: Any
) -> None:
    """Write a handle for a stream, or for an event."""
    result, target, _ = offsets
    for lane in _lanes_of(machine, guard, lanes):
        _put_at(machine, lane, _word(machine, frame, lane, target), _STREAM, 8)
        _end(machine, frame, lane, result, 0)


def _succeed(
    machine: Machine, frame: Frame, offsets: tuple[int, ...], guard: Any, lanes: Any
) -> None:
    """Do nothing: work is in the order of the calls, which every stream and event allows."""
    for lane in _lanes_of(machine, guard, lanes):
        _end(machine, frame, lane, offsets[0], 0)


def _allocate(
    machine: Machine, frame: Frame, offsets: tuple[int, ...], guard: Any, lanes: Any
) -> None:
    """Allocate on the heap of the device, from which `malloc` takes, too."""
    result, target, size = offsets
    for lane in _lanes_of(machine, guard, lanes):
        address = _new_block(machine, _word(machine, frame, lane, size))
        if address:
            _put_at(machine, lane, _word(machine, frame, lane, target), address, 8)
        _end(machine, frame, lane, result, 0 if address else _OUT_OF_MEMORY)


def _release(
    machine: Machine, frame: Frame, offsets: tuple[int, ...], guard: Any, lanes: Any
) -> None:
    result, pointer = offsets
    for lane in _lanes_of(machine, guard, lanes):
        _free_block(machine, lane, _word(machine, frame, lane, pointer))
        _end(machine, frame, lane, result, 0)


def _device(
    machine: Machine, frame: Frame, offsets: tuple[int, ...], guard: Any, lanes: Any
) -> None:
    result, target = offsets
    for lane in _lanes_of(machine, guard, lanes):
        _put_at(machine, lane, _word(machine, frame, lane, target), 0, 4)
        _end(machine, frame, lane, result, 0)


def _last_error(
    machine: Machine, frame: Frame, offsets: tuple[int, ...], guard: Any, lanes: Any
) -> None:
    for lane in _lanes_of(machine, guard, lanes):
        _put(machine, frame, lane, offsets[0], _launches(machine, lane).errors.pop(lane, 0), 4)


def _peek_at_last_error(
    machine: Machine, frame: Frame, offsets: tuple[int, ...], guard: Any, lanes: Any
) -> None:
    for lane in _lanes_of(machine, guard, lanes):
        _put(machine, frame, lane, offsets[0], _launches(machine, lane).errors.get(lane, 0), 4)


def _set_conditional(
    machine: Machine, frame: Frame, offsets: tuple[int, ...], guard: Any, lanes: Any
) -> None:
    """Set the value of a handle, which is the address of a word in global memory."""
    handle, value = offsets
    for lane in _lanes_of(machine, guard, lanes):
        address = _word(machine, frame, lane, handle)
        if not machine.memory.holds(address, address + 4, write=True):
            text = f"{address:#x} is no handle of a condition of a graph"
            raise FaultError(text, lane, "address")
        data = _word(machine, frame, lane, value, 4).to_bytes(4, "little")
        machine.memory.bytes[address : address + 4] = bytearray(data)


_DEVICE_RUNTIME: Final[dict[str, Callable[..., None]]] = {
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


def _string(machine: Machine, lane: int, address: int) -> bytes:
    """Return the bytes of a string at a generic address, up to its NUL."""
    found = bytearray()
    while len(found) < _MAX_CONVERSION_LENGTH:
        byte = _bytes_at(machine, lane, address + len(found), 1)
        if byte == b"\0":
            return bytes(found)
        found += byte
    text = "a string without an end"
    raise FaultError(text, lane)


class _Arguments:
    """The buffer of arguments of a `vprintf`: each is aligned to its size."""

    def __init__(self, machine: Machine, lane: int, address: int) -> None:
        self.machine = machine
        self.lane = lane
        self.address = address
        self.offset = 0

    def take(self, size: int) -> bytes:
        """Return the next argument."""
        # Arguments of variadic functions are aligned as in a structure of C.
        self.offset += -self.offset % size
        data = _bytes_at(self.machine, self.lane, self.address + self.offset, size)
        self.offset += size
        return data

    def integer(self, size: int, *, signed: bool) -> int:
        """Return the next argument as an integer."""
        return int.from_bytes(self.take(size), "little", signed=signed)


def _shape(match: re.Match[bytes], arguments: _Arguments) -> str:
    """Return flags, width and precision of a conversion; a negative precision is none."""
    given = []
    for part in ("width", "precision"):
        digits = (match[part] or b"").decode()
        if digits == "*":
            digits = str(arguments.integer(4, signed=True))
        # A long run of digits is refused before Python converts it, which takes long.
        significant = digits.lstrip("-0")
        if (
            len(significant) > len(str(_MAX_CONVERSION_LENGTH))
            or int(significant or 0) > _MAX_CONVERSION_LENGTH
        ):
            text = f"a conversion of printf is wider than {_MAX_CONVERSION_LENGTH:,} characters"
            raise FaultError(text, arguments.lane)
        given.append(digits)
    width, digits = given
    exact = match["precision"] is not None and not digits.startswith("-")
    return f"%{match['flags'].decode()}{width}" + (f".{digits}" if exact else "")


def _convert(match: re.Match[bytes], arguments: _Arguments) -> bytes:
    """Return the output of a conversion."""
    kind = match["type"].decode()
    if kind == "%":
        return b"%"
    shape = _shape(match, arguments)
    # A `long` of device code has 64 bits, as on Linux.
    size = 8 if match["length"] in (b"l", b"ll", b"z", b"j", b"t") else 4
    value: Any
    if kind in "di":
        value, kind = arguments.integer(size, signed=True), "d"
    elif kind in "ouxX":
        value = arguments.integer(size, signed=False)
        # Python would write a sign that unsigned conversions of C ignore.
        shape = re.sub(r"[+ ]", "", shape)
        kind = "d" if kind == "u" else kind
    elif kind == "c":
        value = chr(arguments.integer(4, signed=False) & 0xFF)
    elif kind == "s":
        value = _string(
            arguments.machine, arguments.lane, arguments.integer(8, signed=False)
        ).decode("latin-1")
    elif kind == "p":
        value, kind = f"{arguments.integer(8, signed=False):#x}", "s"
    elif kind in "aA":
        (number,) = struct.unpack("<d", arguments.take(8))
        value, kind = float(number).hex(), "s"
    else:
        (value,) = struct.unpack("<d", arguments.take(8))
    text: str = f"{shape}{kind}" % value
    return text.encode("latin-1", "replace")


def _format(format_: bytes, arguments: _Arguments) -> bytes:
    """Return the output of `printf` (C standard, 7.21.6.1)."""
    written = 0

    def convert(match: re.Match[bytes]) -> bytes:
        nonlocal written
        found = _convert(match, arguments)
        written += len(found)
        if written > MAX_PRINTF_BYTES:
            text = f"a printf of more than {MAX_PRINTF_BYTES:,} bytes"
            raise FaultError(text, arguments.lane)
        return found

    return _CONVERSION.sub(convert, format_)


def _vprintf(
    machine: Machine, frame: Frame, offsets: tuple[int, ...], guard: Any, lanes: Any
) -> None:
    result, format_, buffer = offsets
    for lane in _lanes_of(machine, guard, lanes):
        text = _string(machine, lane, _word(machine, frame, lane, format_))
        arguments = _Arguments(machine, lane, _word(machine, frame, lane, buffer))
        machine.output.write(_format(text, arguments))
        # The `printf` of device code returns the number of its arguments, unlike that of C.
        _put(machine, frame, lane, result, text.count(b"%") - 2 * text.count(b"%%"), 4)
    machine.output.flush()


def _malloc(
    machine: Machine, frame: Frame, offsets: tuple[int, ...], guard: Any, lanes: Any
) -> None:
    result, size = offsets
    for lane in _lanes_of(machine, guard, lanes):
        address = _new_block(machine, _word(machine, frame, lane, size))
        _put(machine, frame, lane, result, address, 8)


def _free(machine: Machine, frame: Frame, offsets: tuple[int, ...], guard: Any, lanes: Any) -> None:
    (pointer,) = offsets
    for lane in _lanes_of(machine, guard, lanes):
        _free_block(machine, lane, _word(machine, frame, lane, pointer))


def _assertfail(
    machine: Machine, frame: Frame, offsets: tuple[int, ...], guard: Any, lanes: Any
) -> None:
    for lane in _lanes_of(machine, guard, lanes):
        # The arguments are message, file, line, function, and the size of a character.
        strings = [
            _string(machine, lane, _word(machine, frame, lane, offset)).decode("latin-1")
            for offset in (offsets[0], offsets[1], offsets[3])
        ]
        line = _word(machine, frame, lane, offsets[2], 4)
        text = f"assertion failed: {strings[1]}:{line}: {strings[2]}: {strings[0]}"
        raise FaultError(text, lane, "assertion")


FUNCTIONS: Final[dict[str, Callable[..., None]]] = {
    **_DEVICE_RUNTIME,
    "vprintf": _vprintf,
    "malloc": _malloc,
    "free": _free,
    "__assertfail": _assertfail,
}
"""The functions by name. Offsets are those of the return value and the arguments, in order."""
