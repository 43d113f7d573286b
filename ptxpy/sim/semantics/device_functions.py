"""Functions that device code may call without having them: `printf`, `malloc`, assertions.

They are what the CUDA runtime provides (CUDA C++ programming guide, appendix on C++ language
extensions). Arguments and return values lie in variables of the caller.
"""

from __future__ import annotations

import re
import struct
from typing import TYPE_CHECKING, Any, Final

from ptxpy.sim.errors import FaultError
from ptxpy.sim.machine.printf_output import MAX_PRINTF_BYTES
from ptxpy.sim.semantics.device_calls import bytes_at, heap_of, lanes_of, put, word
from ptxpy.sim.semantics.device_runtime import DEVICE_RUNTIME

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.machine.frame import Frame
    from ptxpy.sim.machine.machine import Machine

__all__ = ["FUNCTIONS"]

_MAX_CONVERSION_LENGTH: Final = 1 << 16
"""The most characters of a string, or of one conversion of a `printf`."""


def _string(machine: Machine, lane: int, address: int) -> bytes:
    """Return the bytes of a string at a generic address, up to its NUL."""
    found = bytearray()
    while len(found) < _MAX_CONVERSION_LENGTH:
        byte = bytes_at(machine, lane, address + len(found), 1)
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
        data = bytes_at(self.machine, self.lane, self.address + self.offset, size)
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
    for lane in lanes_of(machine, guard, lanes):
        text = _string(machine, lane, word(machine, frame, lane, format_))
        arguments = _Arguments(machine, lane, word(machine, frame, lane, buffer))
        machine.output.write(_format(text, arguments))
        put(machine, frame, lane, result, text.count(b"%") - 2 * text.count(b"%%"), 4)
    machine.output.flush()


def _malloc(
    machine: Machine, frame: Frame, offsets: tuple[int, ...], guard: Any, lanes: Any
) -> None:
    result, size = offsets
    for lane in lanes_of(machine, guard, lanes):
        wanted = word(machine, frame, lane, size)
        address = heap_of(machine.memory).allocate(wanted)
        if address:
            machine.memory.bytes[address : address + wanted] = machine.fill
            if machine.access_hooks is not None:
                machine.access_hooks.block_allocated(address, wanted)
        put(machine, frame, lane, result, address, 8)


def _free(machine: Machine, frame: Frame, offsets: tuple[int, ...], guard: Any, lanes: Any) -> None:
    (pointer,) = offsets
    for lane in lanes_of(machine, guard, lanes):
        address = word(machine, frame, lane, pointer)
        wrong = heap_of(machine.memory).free(address) if address else ""
        if wrong:
            raise FaultError(wrong, lane)


def _assertfail(
    machine: Machine, frame: Frame, offsets: tuple[int, ...], guard: Any, lanes: Any
) -> None:
    for lane in lanes_of(machine, guard, lanes):
        strings = [
            _string(machine, lane, word(machine, frame, lane, offset)).decode("latin-1")
            for offset in (offsets[0], offsets[1], offsets[3])
        ]
        line = word(machine, frame, lane, offsets[2], 4)
        text = f"assertion failed: {strings[1]}:{line}: {strings[2]}: {strings[0]}"
        raise FaultError(text, lane, "assertion")


FUNCTIONS: Final[dict[str, Callable[..., None]]] = {
    **DEVICE_RUNTIME,
    "vprintf": _vprintf,
    "malloc": _malloc,
    "free": _free,
    "__assertfail": _assertfail,
}
"""The functions by name. Offsets are those of the return value and the arguments, in order."""
