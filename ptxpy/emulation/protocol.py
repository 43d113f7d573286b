"""The messages between a program and its device process, as `native/protocol.h` declares them."""

from __future__ import annotations

import socket
import struct
from enum import IntEnum
from typing import Any, Final

from ptxpy._records import NamedTuple

__all__ = [
    "ADDRESS",
    "ALLOCATE",
    "BIND",
    "FOUND_FAULTS",
    "HEADER",
    "HELLO",
    "KERNEL",
    "LAUNCH",
    "LIMIT",
    "NUMBER",
    "OBJECT",
    "PARAMETER",
    "PROTOCOL_VERSION",
    "RANGE",
    "SOCKET_VARIABLE",
    "TENSOR_MAP",
    "VARIABLE",
    "WELCOME",
    "ConnectionLostError",
    "ObjectFields",
    "Request",
    "TensorMapFields",
    "receive",
    "receive_exactly",
]

PROTOCOL_VERSION: Final = 2
SOCKET_VARIABLE: Final = "PTXPY_EXEC_SOCKET"
"""The environment variable with the path of the socket."""

FOUND_FAULTS: Final = 3
"""The exit status of a device process whose strict mode has found faults."""

MAX_PAYLOAD_BYTES: Final = 1 << 32
"""The largest payload that is read: a container of all kernels of a large library."""


class Request(IntEnum):
    """The requests of a program."""

    HELLO = 1
    ALLOCATE = 2
    FREE = 3
    LOAD = 4
    UNLOAD = 5
    KERNEL = 6
    VARIABLE = 7
    LAUNCH = 8
    TENSOR_MAP = 9
    LIMIT = 10
    RESET = 11
    DESCRIBE = 12
    KERNELS = 13
    OBJECT = 14
    DESTROY_OBJECT = 15
    BIND = 16
    RESERVE = 17
    UNRESERVE = 18
    MAP = 19
    ACCESS = 20


HEADER: Final = struct.Struct("<IIQ")
"""The number of the request, or the status of a reply; the bytes of its payload."""
HELLO: Final = struct.Struct("<4I2Q")
WELCOME: Final = struct.Struct("<4I3Q")
ALLOCATE: Final = struct.Struct("<QII")
LAUNCH: Final = struct.Struct("<12I2Q")
KERNEL: Final = struct.Struct("<16I")
PARAMETER: Final = struct.Struct("<2I")
VARIABLE: Final = struct.Struct("<2Q")
LIMIT: Final = struct.Struct("<IIQ")
BIND: Final = struct.Struct("<IIQ")
RANGE: Final = struct.Struct("<3Q")
ADDRESS: Final = struct.Struct("<Q")
NUMBER: Final = struct.Struct("<I")
TENSOR_MAP: Final = struct.Struct("<8IQ5Q5Q5I5I3i3iII")
"""The fields of a tensor map, as the interposed driver sends them."""
OBJECT: Final = struct.Struct("<4IQ3QQII3IIIII3f4fII")


class TensorMapFields(NamedTuple):
    """The arguments of `cuTensorMapEncodeTiled` or `cuTensorMapEncodeIm2col`.

    Enumerations have the numbers of the driver API.
    """

    kind: int
    """0 tiled, 1 im2col, 2 im2col in the wide mode."""
    data_type: int
    rank: int
    interleave: int
    swizzle: int
    promotion: int
    fill: int
    channels: int
    """Channels per pixel, for im2col."""
    address: int
    sizes: tuple[int, ...]
    """Elements in each dimension, the innermost first."""
    strides: tuple[int, ...]
    """Bytes from element to element in each dimension but the innermost."""
    box: tuple[int, ...]
    element_strides: tuple[int, ...]
    lower: tuple[int, ...]
    """The lower corner, for im2col."""
    upper: tuple[int, ...]
    pixels: int
    """Pixels per column, for im2col."""

    @classmethod
    def unpack(cls, payload: bytes) -> TensorMapFields:
        """Return the fields of a request; its rank must be 1 to 5."""
        values: tuple[Any, ...] = TENSOR_MAP.unpack(payload)
        # The message has five numbers of each kind, of which those of the rank are used.
        rank = max(1, min(5, values[2]))
        kind, data_type, _, interleave, swizzle, promotion, fill, channels, address = values[:9]
        return cls(
            kind,
            data_type,
            rank,
            interleave,
            swizzle,
            promotion,
            fill,
            channels,
            address,
            sizes=values[9 : 9 + rank],
            strides=values[14 : 14 + rank - 1],
            box=values[19 : 19 + rank],
            element_strides=values[24 : 24 + rank],
            lower=values[29 : 29 + max(0, rank - 2)],
            upper=values[32 : 32 + max(0, rank - 2)],
            pixels=values[35],
        )


class ObjectFields(NamedTuple):
    """The description of a texture or surface object; enumerations as in the driver API."""

    kind: int
    """0 texture, 1 surface."""
    resource: int
    """0 array, 1 mipmapped array, 2 linear memory, 3 pitched memory."""
    format: int
    """`CUarray_format`."""
    channels: int
    address: int
    width: int
    height: int
    depth: int
    """Elements in each dimension; 0 for one that is not there."""
    pitch: int
    """Bytes from row to row."""
    flags: int
    """Of the array: layered 1, surface 2, cubemap 4, gather 8."""
    levels: int
    address_modes: tuple[int, int, int]
    filter_mode: int
    texture_flags: int
    """Read as integer 1, normalized coordinates 2, sRGB 16."""
    max_anisotropy: int
    mipmap_filter: int
    level_bias: float
    minimum_level: float
    maximum_level: float
    border: tuple[float, float, float, float]
    view_format: int
    """`CUresourceViewFormat`; 0 without a view."""

    @classmethod
    def unpack(cls, payload: bytes) -> ObjectFields:
        """Return the fields of a request."""
        v: tuple[Any, ...] = OBJECT.unpack(payload)
        return cls._make((*v[:11], v[11:14], *v[14:21], v[21:25], v[25]))


class ConnectionLostError(Exception):
    """The program has closed the connection, or ended."""


def receive_exactly(connection: socket.socket, size: int) -> bytes:
    """Receive bytes; raises `ConnectionLostError` at the end of the connection."""
    data = bytearray(size)
    view = memoryview(data)
    while view:
        try:
            # A message may come in several parts.
            count = connection.recv_into(view)
        except ConnectionError:
            count = 0
        if not count:
            raise ConnectionLostError
        view = view[count:]
    return bytes(data)


def receive(connection: socket.socket) -> tuple[int, bytes]:
    """Receive a request: its number and its payload."""
    number, _, size = HEADER.unpack(receive_exactly(connection, HEADER.size))
    if size > MAX_PAYLOAD_BYTES:
        raise ConnectionLostError
    return number, receive_exactly(connection, size) if size else b""
