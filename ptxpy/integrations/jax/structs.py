"""The structures of XLA's C interface for foreign functions, as far as a handler reads them.

The layouts are those of `jaxlib/include/xla/ffi/api/c_api.h`, which every jaxlib ships. Each
structure begins with its size, and versions with the same major number only add fields at the end.
Those that are named here are the same from version 0.1 (jaxlib 0.5.0) to 0.3 (jaxlib 0.10.2).
"""

from __future__ import annotations

import ctypes
from typing import Any, ClassVar, Final

__all__ = [
    "API_MAJOR",
    "METADATA",
    "SCALAR",
    "STAGE_EXECUTE",
    "Api",
    "ApiVersion",
    "Attributes",
    "Buffer",
    "Buffers",
    "ByteSpan",
    "CallFrame",
    "CreateError",
    "ErrorCreateArgs",
    "Extension",
    "GetStream",
    "Handler",
    "Metadata",
    "MetadataExtension",
    "Scalar",
    "StreamGetArgs",
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
    """`XLA_FFI_Metadata`, without what later versions add."""

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
