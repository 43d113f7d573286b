"""Structs passed by value that contain pointers and tensor maps."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any

from ptxpy.launch_request.signature import POINTER_BYTES
from ptxpy.launch_request.tensor_maps import TENSOR_MAP_ALIGNMENT, TENSOR_MAP_BYTES, TensorMap

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Struct"]


class Struct:
    """A struct passed by value, some of whose fields are determined at the launch.

    It is an argument for a parameter of bytes (`.param .align 64 .b8 p[512]`), such as the `Params`
    of CUTLASS kernels.
    """

    __slots__ = ("data", "fields")

    data: bytes
    """All bytes; those of `fields` are overwritten."""
    fields: dict[int, Any]
    """The values of the fields by their offsets in bytes, in ascending order."""

    def __init__(self, data: Any, fields: Mapping[int, Any]) -> None:
        """Describe a struct.

        Args:
            data: Its bytes, as `bytes` or another buffer, of the size of the parameter.
            fields: Values by their offsets: an array (of NumPy, or with `__dlpack__` or
                `__cuda_array_interface__`, or in `readonly`) for its address; a `TensorMap` for its
                128 bytes, at a multiple of 64; an integer of 64 bits; `None` for a null pointer.

        Raises:
            ValueError: For an offset that is misaligned, out of bounds or overlaps another field.
        """
        self.data = memoryview(data).tobytes()
        self.fields = {index(offset): value for offset, value in sorted(fields.items())}
        end = 0
        for offset, value in self.fields.items():
            is_map = isinstance(value, TensorMap)
            size = TENSOR_MAP_BYTES if is_map else POINTER_BYTES
            alignment = TENSOR_MAP_ALIGNMENT if is_map else POINTER_BYTES
            if offset % alignment:
                msg = f"offset {offset}: {_describe(value)} must be aligned to {alignment} bytes"
                raise ValueError(msg)
            if not 0 <= offset <= len(self.data) - size:
                msg = f"offset {offset}: {_describe(value)} is not within {len(self.data):,} bytes"
                raise ValueError(msg)
            if offset < end:
                msg = f"offset {offset}: the previous field ends at {end}"
                raise ValueError(msg)
            end = offset + size

    def __repr__(self) -> str:
        return f"<Struct of {len(self.data):,} bytes, {len(self.fields)} fields set at the launch>"


def _describe(value: Any) -> str:
    return "a tensor map" if isinstance(value, TensorMap) else "a pointer"
