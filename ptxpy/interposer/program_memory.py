"""The memory of the device of a program, as captures see it: read while a launch waits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from ptxpy.captures import CaptureError, Range
from ptxpy.emulation import ConnectionLostError
from ptxpy.interposer import wire

if TYPE_CHECKING:
    import socket
    from collections.abc import Iterator, Mapping

    from ptxpy.captures import Bytes, Reached

__all__ = ["ProgramMemory", "UnchangedMemory"]

_STEP: Final = 1 << 26
"""How many bytes are asked for at once."""


class ProgramMemory:
    """The memory that a launch can access, and the variables of its module."""

    def __init__(
        self, connection: socket.socket, variables: Mapping[str, tuple[int, int]], max_bytes: int
    ) -> None:
        """Ask a program for its allocations.

        Args:
            connection: That of a launch that waits.
            variables: The addresses and sizes of the variables of its module, by name.
            max_bytes: The most bytes of an allocation that are read, zeros not counted.
        """
        self._connection = connection
        self._max_bytes = max_bytes
        # The allocation that holds the variables of a module is the driver's own: each variable
        # counts by itself.
        held = {
            address: Range(address, address + size, f"the variable {name}")
            for name, (address, size) in variables.items()
        }
        found = [
            each
            for each in self._ask_ranges()
            if not any(
                each.start < other.stop and other.start < each.stop for other in [*held.values()]
            )
        ]
        self._pieces = sorted((start, stop) for start, stop, _ in [*held.values(), *found])
        """The ranges that can be read at once."""
        self._ranges = sorted([*held.values(), *_joined(found)])

    def _ask_ranges(self) -> list[Range]:
        wire.send_request(self._connection, wire.ASK_RANGES)
        rows = wire.RANGE.iter_unpack(_data(self._connection).payload)
        names = {wire.RANGE_MAPPED: "the mapped memory", wire.RANGE_FOUND: "the memory"}
        return [
            Range(start, start + size, f"{names.get(kind, 'the allocation')} at {start:#x}")
            for start, size, kind in rows
        ]

    def allocations(self) -> list[Range]:
        """Return the allocations in order; those of variables are among them."""
        return self._ranges

    def parts(self, start: int, stop: int) -> Iterator[tuple[int, Bytes]]:
        """Yield addresses and bytes of the parts of a range that are not zero, in order.

        Raises `CaptureError` if the driver cannot copy them, or if they are too many.
        """
        room = self._max_bytes
        # Mappings that touch are one allocation to the program, but one copy cannot cross them.
        for first, last in self._pieces:
            for low in range(max(first, start), min(last, stop), _STEP):
                for address, data in self._read(low, min(low + _STEP, last, stop)):
                    room -= len(data)
                    yield address, data
                if room < 0:
                    text = (
                        f"the memory at {start:#x} has more than {self._max_bytes:,} bytes that "
                        "are not zero, the limit"
                    )
                    raise CaptureError(text)

    def _read(self, start: int, stop: int) -> list[tuple[int, Bytes]]:
        wire.send_request(self._connection, wire.ASK_MEMORY, wire.PAIR.pack(start, stop - start))
        found = []
        # The program leaves out zeros and sends the rest in parts; an empty part is the end.
        while (message := _data(self._connection)).payload:
            (address,) = wire.NUMBER.unpack_from(message.payload)
            found.append((address, np.frombuffer(message.payload, np.uint8, offset=8)))
        if message.value:
            text = f"the memory at {start:#x} cannot be read: error {message.value} of the driver"
            raise CaptureError(text)
        return found


class UnchangedMemory:
    """Memory that cannot be read after a launch, and is taken to be as it was before."""

    def __init__(self, reached: Reached) -> None:
        """Take the memory as it was read before the launch."""
        self._parts = {
            each.address: [(each.address + offset, data) for offset, data in held.runs]
            for each, held in zip(reached.allocations, reached.contents, strict=True)
        }

    def allocations(self) -> list[Range]:
        """Return nothing: the memory that a launch can reach is known."""
        return []

    def parts(self, start: int, stop: int) -> list[tuple[int, Bytes]]:
        """Return the parts of an allocation."""
        del stop
        return self._parts[start]


def _data(connection: socket.socket) -> wire.Message:
    message = wire.receive_message(connection)
    if message.kind != wire.DATA:
        raise ConnectionLostError
    return message


def _joined(ranges: list[Range]) -> list[Range]:
    """Return ranges, of which those of mapped memory that touch are one allocation."""
    found: list[Range] = []
    for each in sorted(ranges):
        mapped = each.name.startswith("the mapped") and found and found[-1].stop == each.start
        if mapped and found[-1].name.startswith("the mapped"):
            found[-1] = found[-1]._replace(stop=each.stop)
        else:
            found.append(each)
    return found
