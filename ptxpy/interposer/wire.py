"""The messages between the interposer in a program and the recorder; `wire.h` has the same."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.emulation import ConnectionLostError, receive_exactly

if TYPE_CHECKING:
    import socket

    from ptxpy.launch_request import Dim3

__all__ = ["SOCKET_VARIABLE", "LaunchMessage", "Message", "receive_message", "send_request"]

SOCKET_VARIABLE: Final = "PTXPY_CAPTURE_SOCKET"
"""The environment variable with the path of the socket."""

DEVICE: Final = 1
IMAGES: Final = 2
MAP: Final = 3
NOTE: Final = 4
LAUNCH: Final = 5
RAN: Final = 6
DATA: Final = 7

ASK_RANGES: Final = 1
ASK_MEMORY: Final = 2
ASK_VARIABLE: Final = 3
ASK_RUN: Final = 4
ASK_SKIP: Final = 5
ASK_END: Final = 6

RANGE_MAPPED: Final = 2
RANGE_FOUND: Final = 3

HEADER: Final = struct.Struct("<IIQ")
NUMBER: Final = struct.Struct("<Q")
PAIR: Final = struct.Struct("<2Q")
RANGE: Final = struct.Struct("<3Q")
VERSION: Final = struct.Struct("<2I")
FLAG: Final = struct.Struct("<I")
_LAUNCH: Final = struct.Struct("<Q12I")

_MAX_PAYLOAD_BYTES: Final = 1 << 34


class Message(NamedTuple):
    """A message from a program."""

    kind: int
    value: int
    payload: bytes


class LaunchMessage(NamedTuple):
    """A launch that the program is about to make."""

    module: int
    """The number of its module; 0 if its origin is not known."""
    kernel: str
    grid: Dim3
    block: Dim3
    cluster: Dim3
    """Zeros if the launch gives none."""
    shared_bytes: int
    cooperative: bool
    parameters: bytes

    @classmethod
    def unpack(cls, payload: bytes) -> LaunchMessage:
        """Return the launch of a message."""
        module, *numbers = _LAUNCH.unpack_from(payload)
        gx, gy, gz, bx, by, bz, cx, cy, cz, shared, cooperative, size = numbers
        # The parameters have a size of their own, and the name of the kernel is the rest.
        stop = _LAUNCH.size + size
        return cls(
            module,
            payload[stop:].decode("utf-8", "replace"),
            (gx, gy, gz),
            (bx, by, bz),
            (cx, cy, cz),
            shared,
            bool(cooperative),
            payload[_LAUNCH.size : stop],
        )


def receive_message(connection: socket.socket) -> Message:
    """Receive a message; raises `ConnectionLostError` at the end of the connection."""
    kind, value, size = HEADER.unpack(receive_exactly(connection, HEADER.size))
    # A size like this comes from a program that writes something else to the socket.
    if size > _MAX_PAYLOAD_BYTES:
        raise ConnectionLostError
    return Message(kind, value, receive_exactly(connection, size) if size else b"")


def send_request(connection: socket.socket, kind: int, payload: bytes = b"") -> None:
    """Ask a program during a launch; raises `ConnectionLostError`."""
    try:
        connection.sendall(HEADER.pack(kind, 0, len(payload)) + payload)
    except OSError:
        raise ConnectionLostError from None
