"""The structures of XLA's C interface for foreign functions, as far as a handler reads them.

The layouts are those of `jaxlib/include/xla/ffi/api/c_api.h`, which every jaxlib ships. Each
structure begins with its size, and versions with the same major number only add fields at the end.
Those that are named here are the same from version 0.1 (jaxlib 0.5.0) to 0.3 (jaxlib 0.10.2).
"""

from __future__ import annotations

import ctypes
from math import prod
from typing import Any, ClassVar, Final

import numpy as np

from ptxpy._records import NamedTuple

__all__ = [
    "API_MAJOR",
    "METADATA",
    "SCALAR",
    "STAGE_EXECUTE",
    "XLA_TYPES",
    "Api",
    "ApiVersion",
    "Attributes",
    "Buffer",
    "Buffers",
    "ByteSpan",
    "CallFrame",
    "CreateError",
    "DeviceArray",
    "ErrorCreateArgs",
    "Extension",
    "GetStream",
    "Handler",
    "Metadata",
    "MetadataExtension",
    "Scalar",
    "StreamGetArgs",
    "XlaBuffer",
    "read_buffers",
]


API_MAJOR: Final = 0
"""The major version of the layouts below, `XLA_FFI_API_MAJOR`."""

METADATA: Final = 1
"""`XLA_FFI_Extension_Metadata`: XLA asks for the version of a handler."""

STAGE_EXECUTE: Final = 3
"""`XLA_FFI_ExecutionStage_EXECUTE`."""

SCALAR: Final = 3
"""`XLA_FFI_AttrType_SCALAR`."""


class Extension(ctypes.Structure):
    """`XLA_FFI_Extension_Base`: an element of a list of extensions."""


Extension._fields_ = [
    ("struct_size", ctypes.c_size_t),
    ("type", ctypes.c_int),
    ("next", ctypes.POINTER(Extension)),
]

_HEAD: Final[list[Any]] = [
    ("struct_size", ctypes.c_size_t),
    ("extension_start", ctypes.POINTER(Extension)),
]


class ApiVersion(ctypes.Structure):
    """`XLA_FFI_Api_Version`."""

    _fields_: ClassVar = [*_HEAD, ("major", ctypes.c_int), ("minor", ctypes.c_int)]


class Metadata(ctypes.Structure):
    """`XLA_FFI_Metadata`, without the fields of later versions."""

    _fields_: ClassVar = [
        ("struct_size", ctypes.c_size_t),
        ("api_version", ApiVersion),
        ("traits", ctypes.c_uint32),
    ]


class MetadataExtension(ctypes.Structure):
    """`XLA_FFI_Metadata_Extension`."""

    _fields_: ClassVar = [("base", Extension), ("metadata", ctypes.POINTER(Metadata))]


class Buffer(ctypes.Structure):
    """`XLA_FFI_Buffer`."""

    _fields_: ClassVar = [
        *_HEAD,
        ("dtype", ctypes.c_int),
        ("data", ctypes.c_void_p),
        ("rank", ctypes.c_int64),
        ("dims", ctypes.POINTER(ctypes.c_int64)),
    ]


class Buffers(ctypes.Structure):
    """`XLA_FFI_Args` and `XLA_FFI_Rets`, which are alike."""

    _fields_: ClassVar = [
        *_HEAD,
        ("size", ctypes.c_int64),
        ("types", ctypes.POINTER(ctypes.c_int)),
        ("values", ctypes.POINTER(ctypes.POINTER(Buffer))),
    ]


class ByteSpan(ctypes.Structure):
    """`XLA_FFI_ByteSpan`: a string that does not end with a zero byte."""

    _fields_: ClassVar = [("data", ctypes.c_void_p), ("size", ctypes.c_size_t)]


class Scalar(ctypes.Structure):
    """`XLA_FFI_Scalar`."""

    _fields_: ClassVar = [("dtype", ctypes.c_int), ("value", ctypes.c_void_p)]


class Attributes(ctypes.Structure):
    """`XLA_FFI_Attrs`."""

    _fields_: ClassVar = [
        *_HEAD,
        ("size", ctypes.c_int64),
        ("types", ctypes.POINTER(ctypes.c_int)),
        ("names", ctypes.POINTER(ctypes.POINTER(ByteSpan))),
        ("values", ctypes.POINTER(ctypes.c_void_p)),
    ]


class ErrorCreateArgs(ctypes.Structure):
    """`XLA_FFI_Error_Create_Args`."""

    _fields_: ClassVar = [*_HEAD, ("message", ctypes.c_char_p), ("code", ctypes.c_int)]


class StreamGetArgs(ctypes.Structure):
    """`XLA_FFI_Stream_Get_Args`."""

    _fields_: ClassVar = [*_HEAD, ("context", ctypes.c_void_p), ("stream", ctypes.c_void_p)]


CreateError = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.POINTER(ErrorCreateArgs))
GetStream = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.POINTER(StreamGetArgs))


class Api(ctypes.Structure):
    """`XLA_FFI_Api` up to the last function that a handler calls."""

    _fields_: ClassVar = [
        *_HEAD,
        ("api_version", ApiVersion),
        ("internal_api", ctypes.c_void_p),
        ("create_error", CreateError),
        ("get_error_message", ctypes.c_void_p),
        ("destroy_error", ctypes.c_void_p),
        ("register_handler", ctypes.c_void_p),
        ("get_stream", GetStream),
    ]


class CallFrame(ctypes.Structure):
    """`XLA_FFI_CallFrame`."""

    _fields_: ClassVar = [
        *_HEAD,
        ("api", ctypes.POINTER(Api)),
        ("context", ctypes.c_void_p),
        ("stage", ctypes.c_int),
        ("arguments", Buffers),
        ("results", Buffers),
        ("attributes", Attributes),
    ]


Handler = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.POINTER(CallFrame))
"""`XLA_FFI_Handler`: it returns an error that XLA then owns, or null."""


XLA_TYPES: Final = {
    1: ("bool", "bool"),
    2: ("int8", "int8"),
    3: ("int16", "int16"),
    4: ("int32", "int32"),
    5: ("int64", "int64"),
    6: ("uint8", "uint8"),
    7: ("uint16", "uint16"),
    8: ("uint32", "uint32"),
    9: ("uint64", "uint64"),
    10: ("float16", "float16"),
    11: ("float32", "float32"),
    12: ("float64", "float64"),
    16: ("bfloat16", "uint16"),
    19: ("float8_e5m2", "uint8"),
    20: ("float8_e4m3fn", "uint8"),
}
"""The element types of XLA that tensors of kernels have, by the number in `XLA_FFI_DataType`: the
name of the dtype in JAX, and of the dtype of NumPy that holds its bits."""


class XlaBuffer(NamedTuple):
    """A buffer of XLA in host memory or on a GPU."""

    address: int
    shape: tuple[int, ...]
    type: int
    """The number of the element type, `XLA_FFI_DataType`."""

    @property
    def dtype(self) -> str:
        """The name of the dtype in JAX."""
        return XLA_TYPES[self.type][0] if self.type in XLA_TYPES else f"XLA type {self.type}"

    def on_host(self, *, column_major: bool = False) -> np.ndarray[Any, Any]:
        """Return the buffer as a NumPy array without a copy."""
        dtype = np.dtype(XLA_TYPES[self.type][1])
        size = dtype.itemsize * prod(self.shape)
        # An empty buffer may have no address.
        if not size:
            return np.empty(self.shape, dtype)
        memory: Any = (ctypes.c_char * size).from_address(self.address)
        return np.ndarray(self.shape, dtype, memory, order="F" if column_major else "C")

    def on_gpu(self, *, column_major: bool = False) -> DeviceArray:
        """Return the buffer as an array on a GPU."""
        dtype = np.dtype(XLA_TYPES[self.type][1])
        strides, step = [], dtype.itemsize
        for extent in self.shape if column_major else self.shape[::-1]:
            strides.append(step)
            step *= extent
        ordered = strides if column_major else strides[::-1]
        return DeviceArray(self.address, self.shape, tuple(ordered), dtype)


class DeviceArray(NamedTuple):
    """An array in the memory of a GPU, or a view of one."""

    address: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    """In bytes."""
    dtype: np.dtype[Any]

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        """Address, shape, strides and type, version 3 of Numba's protocol."""
        return {
            "data": (self.address, False),
            "shape": self.shape,
            "strides": self.strides,
            "typestr": self.dtype.str,
            "version": 3,
        }

    def reshape(self, shape: tuple[int, ...]) -> DeviceArray:
        """Return a view with other dimensions; the array is contiguous, the last one fastest."""
        strides, step = [], self.dtype.itemsize
        for extent in shape[::-1]:
            strides.append(step)
            step *= extent
        return self._replace(shape=shape, strides=tuple(strides[::-1]))

    def swapaxes(self, first: int, second: int) -> DeviceArray:
        """Return a view with two dimensions exchanged."""
        shape, strides = list(self.shape), list(self.strides)
        for each in (shape, strides):
            each[first], each[second] = each[second], each[first]
        return self._replace(shape=tuple(shape), strides=tuple(strides))


def read_buffers(given: Buffers) -> list[XlaBuffer]:
    """Return the buffers of the arguments or of the results of a call."""
    return [_read(given.values[number].contents) for number in range(given.size)]


def _read(buffer: Buffer) -> XlaBuffer:
    shape = tuple(buffer.dims[axis] for axis in range(buffer.rank))
    return XlaBuffer(buffer.data or 0, shape, buffer.dtype)
