"""Values of parameters: scalars and structs as bytes, and structs that contain addresses."""

from __future__ import annotations

import ctypes
import struct
from operator import index
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._counts import format_count
from ptxpy.isa import TYPES
from ptxpy.launch_request.errors import ArgumentError
from ptxpy.launch_request.signature import POINTER_BYTES, describe_type
from ptxpy.launch_request.tensor_maps import TENSOR_MAP_ALIGNMENT, TENSOR_MAP_BYTES, TensorMap
from ptxpy.launch_request.textures import OPAQUE_TYPES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ptxpy.analysis import Storage
    from ptxpy.launch_request.signature import Signature

__all__ = ["Struct", "check_signs", "describe_value", "mismatch_error", "pack_value"]

_FLOATS: Final = {"f16": "<e", "f32": "<f", "f64": "<d", "b32": "<f", "b64": "<d"}
"""The `struct` format of a Python float; for bit types, that of the float type of the same size."""

_MAX_VALUE_CHARACTERS: Final = 40
"""Characters of a value that a message shows."""


def pack_value(parameter: Storage, value: Any) -> bytes:
    """Return the bytes of a value that contains no address, for a parameter of their size.

    Raises `ArgumentError` if the value has another type or size, or is out of range.
    """
    size = parameter.size or 0
    kind = TYPES.get(parameter.type)
    scalar = not parameter.dimensions and kind is not None
    # An array without dimensions is a number, as reductions of some packages return them.
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value[()]
    # Before integers, since a `bool` is one in Python.
    if isinstance(value, bool | np.bool_) and scalar:
        if isinstance(value, np.bool_) and parameter.size != 1:
            raise mismatch_error(parameter, value)
        return _pack_integer(parameter, int(value))
    if isinstance(value, np.generic):
        return _pack_numpy(parameter, value)
    if isinstance(value, int) and scalar:
        return _pack_integer(parameter, value)
    if isinstance(value, float) and scalar:
        return _pack_float(parameter, value)
    data = _pack_bytes(parameter, value)
    if data is None:
        raise mismatch_error(parameter, value)
    if len(data) != size:
        raise mismatch_error(parameter, value, format_count(len(data), "byte"))
    return data


def check_signs(signature: Signature, arguments: Sequence[Any]) -> None:
    """Raise `ArgumentError` for an integer that the type of a parameter has only in its bits.

    `-1` for a `.u32`, `2**31` for an `.s32`: where an author has said which of the two it is.
    """
    if not signature.is_typed:
        return
    for parameter, value in zip(signature.parameters, arguments, strict=True):
        kind = TYPES.get(parameter.type)
        if not isinstance(value, int | np.integer) or kind is None or parameter.dimensions:
            continue
        beyond = 1 << 8 * (parameter.size or 0) - 1
        if value < 0 if kind.kind == "unsigned" else kind.kind == "signed" and value >= beyond:
            raise _range_error(parameter, value)


def mismatch_error(parameter: Storage, value: Any, given: str = "") -> ArgumentError:
    """Return the exception for a value of the wrong type or size."""
    message = (
        f"{parameter.name}: {given or describe_value(value)} given; "
        f"{describe_type(parameter)} takes {_describe_needs(parameter)}"
    )
    return ArgumentError(message, parameter.name)


def describe_value(value: Any) -> str:
    """Return a description of a value for messages: ``an array of float32, shape (4,),``."""
    if isinstance(value, np.ndarray):
        return f"an array of {value.dtype}, shape {value.shape},"
    kind = type(value)
    name = f"np.{kind.__name__}" if isinstance(value, np.generic) else kind.__name__
    if isinstance(value, bool | int | float | np.number | np.bool_):
        # Python refuses to convert integers with more than 4,300 digits to text.
        text = str(value) if not isinstance(value, int) or value.bit_length() < 1 << 10 else "…"
        return f"{name} {text[:_MAX_VALUE_CHARACTERS]}"
    return name


def _describe_needs(parameter: Storage) -> str:
    """Return a description of the values that a parameter takes, for messages."""
    size, kind = parameter.size or 0, TYPES.get(parameter.type)
    plural = f"{size} byte{'s' * (size != 1)}"
    if parameter.dimensions or kind is None:
        return f"{plural}: bytes, or a NumPy structure or array of that size"
    if kind.kind == "float":
        numpy = f" or np.float{kind.bits}" if kind.lanes == 1 else ""
        return f"a float{numpy}" if parameter.type in _FLOATS else plural
    if kind.kind == "opaque":
        return f"a ptxpy.launch.{OPAQUE_TYPES[parameter.type].__name__}, or its handle as an int"
    address = ", an array, or None" if size == 8 else ""  # noqa: PLR2004 - bytes of an address
    number = "an int or a float" if parameter.type in _FLOATS else "an int"
    return f"{number} of {plural}{address}"


def _pack_numpy(parameter: Storage, value: np.generic) -> bytes:
    """Return the bytes of a NumPy scalar, which must have the parameter's size and kind."""
    data = value.tobytes()
    if len(data) != parameter.size or value.dtype.hasobject:
        raise mismatch_error(parameter, value)
    kind = TYPES.get(parameter.type)
    if not value.dtype.isnative and value.dtype.kind != "V":
        raise mismatch_error(
            parameter, value, f"{value.dtype} in the byte order of another machine"
        )
    if not parameter.dimensions and kind is not None:
        wrong = "f" if kind.kind in ("unsigned", "signed") else "iu"
        if value.dtype.kind in wrong and kind.kind != "bits" and kind.lanes == 1:
            raise mismatch_error(parameter, value)
    return data


def _pack_integer(parameter: Storage, value: int) -> bytes:
    kind, size = TYPES[parameter.type], parameter.size or 0
    if kind.kind == "float" and parameter.type in _FLOATS:
        return _pack_float(parameter, value)
    # Compilers write `.u32` for an `int`, so the signed range and the unsigned one are allowed.
    if not -(1 << (8 * size - 1)) <= value < 1 << (8 * size):
        raise _range_error(parameter, value)
    return (value & ((1 << (8 * size)) - 1)).to_bytes(size, "little")


def _pack_float(parameter: Storage, value: float) -> bytes:
    form = _FLOATS.get(parameter.type)
    if form is None or parameter.pointer:
        raise mismatch_error(parameter, value)
    try:
        data = struct.pack(form, value)
    except (OverflowError, struct.error):  # struct.error for an int too large for any float
        raise _range_error(parameter, value) from None
    (taken,) = struct.unpack(form, data)
    # Rounding 0.1 to `.f32` is what everybody means; losing a number altogether, or digits of an
    # integer, is not.
    if taken != value and (taken == 0 or isinstance(value, int)):
        message = (
            f"{parameter.name}: {describe_value(value)} is no number of "
            f"{describe_type(parameter)}; the nearest is {taken!r}: pass that where it is meant"
        )
        raise ArgumentError(message, parameter.name)
    return data


def _range_error(parameter: Storage, value: Any) -> ArgumentError:
    shown = describe_value(value)
    message = f"{parameter.name}: {shown} is out of the range of {describe_type(parameter)}"
    return ArgumentError(message, parameter.name)


def _pack_bytes(parameter: Storage, value: Any) -> bytes | None:
    """Return the bytes of a struct passed by value; None if the value is not a struct."""
    # cuda-python's object, recognised by name: the package need not be installed.
    if type(value).__name__ == "CUtensorMap" and hasattr(value, "getPtr"):
        return ctypes.string_at(index(value.getPtr()), 128)
    if isinstance(value, np.ndarray):
        plain = TYPES.get(parameter.type)
        if value.dtype.hasobject or (plain is not None and not parameter.dimensions):
            return None
        if (parameter.size or 0) != value.nbytes or not _fits(parameter, value.dtype):
            return None
        return value.tobytes()
    try:
        view = memoryview(value)
    except TypeError:
        return None
    return view.tobytes()


def _fits(parameter: Storage, dtype: np.dtype[Any]) -> bool:
    """Return whether elements of a dtype may be passed by value; bit types take any dtype."""
    base = parameter.type.rpartition(".")[2]
    kind = TYPES.get(base)
    if kind is None:
        return False
    if kind.kind == "bits":
        return dtype.isnative or dtype.kind == "V"
    kinds = "f" if kind.kind == "float" else "iu"
    return dtype.isnative and dtype.kind in kinds and dtype.itemsize * 8 == kind.bits


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
                msg = (
                    f"offset {offset}: {_describe(value)} is not within "
                    f"{format_count(len(self.data), 'byte')}"
                )
                raise ValueError(msg)
            if offset < end:
                msg = f"offset {offset}: the previous field ends at {end}"
                raise ValueError(msg)
            end = offset + size

    def __repr__(self) -> str:
        return (
            f"<Struct of {format_count(len(self.data), 'byte')}, "
            f"{format_count(len(self.fields), 'field')} set at the launch>"
        )


def _describe(value: Any) -> str:
    return "a tensor map" if isinstance(value, TensorMap) else "a pointer"
