"""Scalars and structs as the bytes of their parameters."""

from __future__ import annotations

import ctypes
import struct
from operator import index
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.isa.types import TYPES
from ptxpy.launch.arguments.errors import ArgumentError
from ptxpy.launch.arguments.signature import typed
from ptxpy.launch.arguments.textures import OPAQUE

if TYPE_CHECKING:
    from ptxpy.analysis.storage import Storage

__all__ = ["described", "packed", "refusal"]

_FLOATS: Final = {"f16": "<e", "f32": "<f", "f64": "<d", "b32": "<f", "b64": "<d"}
"""How a Python float is packed; in an untyped parameter it is the type of that size."""

_LONGEST: Final = 40


def packed(parameter: Storage, value: Any) -> bytes:
    """Return the bytes of a value that is passed by itself, as many as the parameter takes.

    `ArgumentError` where it is not of the parameter's type or size, or out of its range.
    """
    size = parameter.size or 0
    kind = TYPES.get(parameter.type)
    scalar = not parameter.dimensions and kind is not None
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value[()]
    if isinstance(value, bool | np.bool_) and scalar:
        return _boolean(parameter, value)
    if isinstance(value, np.generic):
        return _numpy(parameter, value)
    if isinstance(value, int) and scalar:
        return _integer(parameter, value)
    if isinstance(value, float) and scalar:
        return _float(parameter, value)
    data = _bytes(parameter, value)
    if data is None:
        raise refusal(parameter, value)
    if len(data) != size:
        raise refusal(parameter, value, f"{len(data)} bytes")
    return data


def refusal(parameter: Storage, value: Any, given: str = "") -> ArgumentError:
    """Return the exception for a value of the wrong type or size."""
    message = (
        f"{parameter.name}: {given or described(value)} given; "
        f"{typed(parameter)} takes {_needs(parameter)}"
    )
    return ArgumentError(message, parameter.name)


def described(value: Any) -> str:
    """Return what a value is, for messages: ``an array of float32, shape (4,)``."""
    if isinstance(value, np.ndarray):
        return f"an array of {value.dtype}, shape {value.shape},"
    kind = type(value)
    name = f"np.{kind.__name__}" if isinstance(value, np.generic) else kind.__name__
    if isinstance(value, bool | int | float | np.number | np.bool_):
        text = str(value) if not isinstance(value, int) or value.bit_length() < 1 << 10 else "…"
        return f"{name} {text[:_LONGEST]}"
    return name


def _needs(parameter: Storage) -> str:
    """Return what a parameter takes."""
    size, kind = parameter.size or 0, TYPES.get(parameter.type)
    plural = f"{size} byte{'s' * (size != 1)}"
    if parameter.dimensions or kind is None:
        return f"{plural}: bytes, or a NumPy structure or array of that size"
    if kind.kind == "float":
        numpy = f" or np.float{kind.bits}" if kind.lanes == 1 else ""
        return f"a float{numpy}" if parameter.type in _FLOATS else plural
    if kind.kind == "opaque":
        return f"a ptxpy.launch.{OPAQUE[parameter.type].__name__}, or an int, the handle"
    address = ", an array, or None" if size == 8 else ""  # noqa: PLR2004 - bytes of an address
    number = "an int or a float" if parameter.type in _FLOATS else "an int"
    return f"{number} of {plural}{address}"


def _boolean(parameter: Storage, value: int | np.bool_) -> bytes:
    if isinstance(value, np.bool_) and parameter.size != 1:
        raise refusal(parameter, value)
    return _integer(parameter, int(value))


def _numpy(parameter: Storage, value: np.generic) -> bytes:
    """Return the bytes of a scalar that has a size and a type of its own."""
    data = value.tobytes()
    if len(data) != parameter.size or value.dtype.hasobject:
        raise refusal(parameter, value)
    kind = TYPES.get(parameter.type)
    if not value.dtype.isnative and value.dtype.kind != "V":
        raise refusal(parameter, value, f"{value.dtype} in the byte order of another machine")
    if not parameter.dimensions and kind is not None:
        wrong = "f" if kind.kind in ("unsigned", "signed") else "iu"
        if value.dtype.kind in wrong and kind.kind != "bits" and kind.lanes == 1:
            raise refusal(parameter, value)
    return data


def _integer(parameter: Storage, value: int) -> bytes:
    kind, size = TYPES[parameter.type], parameter.size or 0
    if kind.kind == "float" and parameter.type in _FLOATS:
        return _float(parameter, value)
    if not -(1 << (8 * size - 1)) <= value < 1 << (8 * size):
        message = f"{parameter.name}: {described(value)} is out of the range of {typed(parameter)}"
        raise ArgumentError(message, parameter.name)
    return (value & ((1 << (8 * size)) - 1)).to_bytes(size, "little")


def _float(parameter: Storage, value: float) -> bytes:
    form = _FLOATS.get(parameter.type)
    if form is None or parameter.pointer:
        raise refusal(parameter, value)
    try:
        return struct.pack(form, value)
    except (OverflowError, struct.error):  # struct.error for an int that no float is
        message = f"{parameter.name}: {described(value)} is out of the range of {typed(parameter)}"
        raise ArgumentError(message, parameter.name) from None


def _bytes(parameter: Storage, value: Any) -> bytes | None:
    """Return the bytes of a struct that is passed by value; None for what has none."""
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
    """Whether an array of that type may be passed by value: untyped bytes take any."""
    base = parameter.type.rpartition(".")[2]
    kind = TYPES.get(base)
    if kind is None:
        return False
    if kind.kind == "bits":
        return dtype.isnative or dtype.kind == "V"
    kinds = "f" if kind.kind == "float" else "iu"
    return dtype.isnative and dtype.kind in kinds and dtype.itemsize * 8 == kind.bits
