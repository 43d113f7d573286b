"""Functions that device code may call without having them: `printf`, `malloc`, assertions.

They are what the CUDA runtime provides (CUDA C++ programming guide, appendix on C++ language
extensions). Arguments and return values lie in variables of the caller.
"""

from __future__ import annotations

import re
import struct
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.errors import FaultError
from ptxpy.sim.machine.address_space import LOCAL_WINDOW, SHARED_WINDOW
from ptxpy.sim.machine.heap import Heap
from ptxpy.sim.machine.printf_output import MAX_PRINTF_BYTES
from ptxpy.sim.semantics.memory.access import load

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.machine.frame import Frame
    from ptxpy.sim.machine.global_memory import Memory
    from ptxpy.sim.machine.machine import Machine

__all__ = ["FUNCTIONS"]

_MAX_CONVERSION_LENGTH: Final = 1 << 16
"""The most characters of a string, or of one conversion of a `printf`."""


def _lanes(machine: Machine, guard: Any, lanes: Any) -> list[int]:
    """Return the indices of the lanes that call."""
    running = machine.lanes if lanes is None else lanes
    return [int(lane) for lane in (running if guard is None else running[guard])]


def _read(machine: Machine, lane: int, offset: int, size: int) -> bytes:
    start = lane * machine.local_bytes + offset
    return bytes(machine.local[start : start + size])


def _word(machine: Machine, frame: Frame, lane: int, offset: int, size: int = 8) -> int:
    """Return an unsigned integer from a variable of the caller."""
    return int.from_bytes(_read(machine, lane, int(frame.local) + offset, size), "little")


def _put(machine: Machine, frame: Frame, lane: int, offset: int, value: int, size: int) -> None:
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
            text = f"{size} bytes at address {offset:#x} are outside of local memory"
            raise FaultError(text, lane, "address")
        return _read(machine, lane, offset, size)
    if address >= SHARED_WINDOW:
        at = np.full(1, address, np.uint64)
        found = load(machine, "generic", at, "u1", size, None, np.full(1, lane))
        return b"".join(bytes(each) for each in (found if size > 1 else (found,)))
    if not machine.memory.holds(address, address + size, write=False):
        text = f"{size} bytes at address {address:#x} are outside of global memory"
        raise FaultError(text, lane, "address")
    return bytes(machine.memory.bytes[address : address + size])


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


_CONVERSION: Final = re.compile(
    rb"%(?P<flags>[-+ #0]*)(?P<width>\*|\d+)?(?:\.(?P<precision>\*|\d+))?"
    rb"(?P<length>hh|h|ll|l|z|j|t)?(?P<type>[diouxXeEfFgGaAcsp%])"
)


class _Arguments:
    """The buffer of arguments of a `vprintf`: each is aligned to its size."""

    def __init__(self, machine: Machine, lane: int, address: int) -> None:
        self.machine = machine
        self.lane = lane
        self.address = address
        self.offset = 0

    def take(self, size: int) -> bytes:
        """Return the next argument."""
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
    size = 8 if match["length"] in (b"l", b"ll", b"z", b"j", b"t") else 4
    value: Any
    if kind in "di":
        value, kind = arguments.integer(size, signed=True), "d"
    elif kind in "ouxX":
        value = arguments.integer(size, signed=False)
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
    for lane in _lanes(machine, guard, lanes):
        text = _string(machine, lane, _word(machine, frame, lane, format_))
        arguments = _Arguments(machine, lane, _word(machine, frame, lane, buffer))
        machine.output.write(_format(text, arguments))
        _put(machine, frame, lane, result, text.count(b"%") - 2 * text.count(b"%%"), 4)
    machine.output.flush()


def heap_of(memory: Memory) -> Heap:
    """Return the heap of a module; it has one as soon as it is loaded if it can call `malloc`."""
    if memory.heap is None:
        memory.heap = Heap(memory)
    return memory.heap


def _malloc(
    machine: Machine, frame: Frame, offsets: tuple[int, ...], guard: Any, lanes: Any
) -> None:
    result, size = offsets
    for lane in _lanes(machine, guard, lanes):
        wanted = _word(machine, frame, lane, size)
        address = heap_of(machine.memory).allocate(wanted)
        if address:
            machine.memory.bytes[address : address + wanted] = machine.fill
            if machine.access_hooks is not None:
                machine.access_hooks.block_allocated(address, wanted)
        _put(machine, frame, lane, result, address, 8)


def _free(machine: Machine, frame: Frame, offsets: tuple[int, ...], guard: Any, lanes: Any) -> None:
    (pointer,) = offsets
    for lane in _lanes(machine, guard, lanes):
        address = _word(machine, frame, lane, pointer)
        wrong = heap_of(machine.memory).free(address) if address else ""
        if wrong:
            raise FaultError(wrong, lane)


def _assertfail(
    machine: Machine, frame: Frame, offsets: tuple[int, ...], guard: Any, lanes: Any
) -> None:
    for lane in _lanes(machine, guard, lanes):
        strings = [
            _string(machine, lane, _word(machine, frame, lane, offset)).decode("latin-1")
            for offset in (offsets[0], offsets[1], offsets[3])
        ]
        line = _word(machine, frame, lane, offsets[2], 4)
        text = f"assertion failed: {strings[1]}:{line}: {strings[2]}: {strings[0]}"
        raise FaultError(text, lane, "assertion")


FUNCTIONS: Final[dict[str, Callable[..., None]]] = {
    "vprintf": _vprintf,
    "malloc": _malloc,
    "free": _free,
    "__assertfail": _assertfail,
}
"""The functions by name. Offsets are those of the return value and the arguments, in order."""
