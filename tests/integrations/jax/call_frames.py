"""Call frames as XLA makes them, for handlers that are called without XLA."""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple

from ptxpy.integrations.jax import structs
from ptxpy.integrations.jax.handler import HANDLE
from ptxpy.integrations.jax.structs import XLA_TYPES

__all__ = ["Given", "Xla"]

_S64 = 5
_ERROR = 0xE440
"""What stands for a pointer to an error."""


class Given(NamedTuple):
    """A buffer that is passed to a handler."""

    address: int
    shape: tuple[int, ...]
    dtype: str = "float32"


class Xla:
    """What calls a handler: it has a stream, and keeps the errors that it is told."""

    def __init__(self, stream: int | None = None, minor: int = 3) -> None:
        """Take the stream of all calls; without one, it has none to give."""
        self.stream = stream
        self.errors: list[tuple[int, str]] = []
        self._kept: list[Any] = []
        self.api = structs.Api(struct_size=ctypes.sizeof(structs.Api))
        self.api.api_version.major, self.api.api_version.minor = structs.API_MAJOR, minor
        self.api.create_error = structs.CreateError(self._create_error)
        self.api.get_stream = structs.GetStream(self._get_stream)

    def _create_error(self, given: Any) -> int:
        self.errors.append((given.contents.code, given.contents.message.decode()))
        return _ERROR

    def _get_stream(self, given: Any) -> int | None:
        if self.stream is None:
            return _ERROR
        given.contents.stream = self.stream
        return None

    def call(
        self,
        handler: Any,
        handle: int | None,
        inputs: list[Given],
        outputs: list[Given],
        stage: int = structs.STAGE_EXECUTE,
    ) -> bool:
        """Call a handler; return whether it returned no error."""
        frame = structs.CallFrame(struct_size=ctypes.sizeof(structs.CallFrame))
        frame.api = ctypes.pointer(self.api)
        frame.stage = stage
        frame.arguments = self._buffers(inputs)
        frame.results = self._buffers(outputs)
        if handle is not None:
            frame.attributes = self._attributes(handle)
        returned = handler(ctypes.byref(frame))
        assert returned in {None, _ERROR}
        return returned is None

    def ask_version(self, handler: Any) -> tuple[int, int]:
        """Return the version that a handler answers."""
        metadata = structs.Metadata(struct_size=ctypes.sizeof(structs.Metadata), traits=9)
        extension = structs.MetadataExtension(metadata=ctypes.pointer(metadata))
        extension.base.type = structs.METADATA
        frame = structs.CallFrame(struct_size=ctypes.sizeof(structs.CallFrame))
        frame.extension_start = ctypes.pointer(extension.base)
        assert handler(ctypes.byref(frame)) is None
        assert metadata.traits == 0
        return metadata.api_version.major, metadata.api_version.minor

    def _keep(self, value: Any) -> Any:
        self._kept.append(value)
        return value

    def _buffers(self, given: list[Given]) -> structs.Buffers:
        numbers = {name: number for number, (name, _) in XLA_TYPES.items()}
        pointers = (ctypes.POINTER(structs.Buffer) * len(given))()
        for position, each in enumerate(given):
            dims = self._keep((ctypes.c_int64 * len(each.shape))(*each.shape))
            buffer = structs.Buffer(
                struct_size=ctypes.sizeof(structs.Buffer),
                dtype=numbers[each.dtype],
                data=each.address,
                rank=len(each.shape),
                dims=dims,
            )
            pointers[position] = ctypes.pointer(self._keep(buffer))
        return structs.Buffers(size=len(given), values=self._keep(pointers))

    def _attributes(self, handle: int) -> structs.Attributes:
        """Return two attributes, the second of them the handle."""
        names = (ctypes.POINTER(structs.ByteSpan) * 2)()
        for number, name in enumerate((b"another", HANDLE.encode())):
            text = self._keep(ctypes.create_string_buffer(name))
            span = structs.ByteSpan(ctypes.addressof(text), len(name))
            names[number] = ctypes.pointer(self._keep(span))
        value = self._keep(ctypes.c_int64(handle))
        scalar = self._keep(structs.Scalar(_S64, ctypes.addressof(value)))
        values = (ctypes.c_void_p * 2)(0, ctypes.addressof(scalar))
        types = (ctypes.c_int * 2)(1, structs.SCALAR)
        return structs.Attributes(
            size=2,
            types=self._keep(types),
            names=self._keep(names),
            values=self._keep(values),
        )
