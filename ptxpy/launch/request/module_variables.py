"""Variables of a module in global and constant memory, as arrays of NumPy."""

from __future__ import annotations

from math import prod
from operator import index
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from ptxpy.analysis.storage import variables_of
from ptxpy.ir import nodes as n
from ptxpy.isa.types import TYPES
from ptxpy.launch.arguments.errors import ArgumentError
from ptxpy.launch.arguments.textures import OPAQUE
from ptxpy.launch.arguments.values import described

if TYPE_CHECKING:
    from ptxpy.launch.request.module_source import ModuleSource

__all__ = ["ModuleVariable", "VariableRequest", "decoded", "encoded", "module_variables"]

_SPACES: Final = ("global", "const")
_FLOATS: Final = ("f16", "f32", "f64")
_WIDEST: Final = 8
"""Bytes of the largest element that NumPy has a type for."""


class ModuleVariable(NamedTuple):
    """A variable of a module."""

    name: str
    type: str
    """As PTX writes it: `.global .v4.f32`."""
    dtype: np.dtype[Any]
    """Of an element: that of `.f16`, `.f32` and `.f64`, else an integer of its size."""
    shape: tuple[int, ...]
    """The extents, and behind them the elements of a vector, and the halves of a `.b128`."""

    @property
    def size(self) -> int:
        """Bytes."""
        return prod(self.shape) * self.dtype.itemsize


class VariableRequest(NamedTuple):
    """A variable on a device, for the back end that has it."""

    source: ModuleSource
    target: str
    """The architecture of the module's `.target`."""
    name: str
    size: int
    """Bytes."""
    device: int = 0
    """The number of the GPU; the CPU has none."""


def module_variables(module: n.Module) -> dict[str, ModuleVariable]:
    """Return the variables of a module that lie in global or constant memory, by name.

    Those are left out that another module defines, that are without a size, or opaque.
    """
    found: dict[str, ModuleVariable] = {}
    for item in module.body:
        if type(item) is not n.Variable:
            continue
        for storage in variables_of(item):
            *vector, base = storage.type.split(".")
            kind = TYPES.get(base)
            if storage.space not in _SPACES or storage.extern or not storage.size:
                continue
            if base in OPAQUE or kind is None:
                continue
            element = max(1, kind.bits // 8)
            code = "f" if base in _FLOATS else "i" if kind.kind == "signed" else "u"
            shape = tuple(extent or 0 for extent in storage.dimensions)
            shape += tuple(int(word[1:]) for word in vector)
            if element > _WIDEST:
                shape += (element // _WIDEST,)
            dtype = np.dtype(f"<{code}{min(element, _WIDEST)}")
            made = ModuleVariable(storage.name, f".{storage.space} .{storage.type}", dtype, shape)
            if made.size == storage.size:
                found[storage.name] = made
    return found


def decoded(variable: ModuleVariable, data: bytes) -> np.ndarray[Any, Any]:
    """Return what a variable holds as an array of its shape, given its bytes."""
    return np.frombuffer(bytearray(data), variable.dtype).reshape(variable.shape)


def encoded(variable: ModuleVariable, value: Any) -> bytes:
    """Return the bytes of what a variable is to hold.

    `bytes` and the like are taken as they are, and arrays of elements of the variable's size whose
    type fits: integers for integers, floats for floats, both for `.b32` and so on. For `.b8`, they
    may be structures. Other numbers are converted if they are in range, to floats with rounding.
    Shapes are broadcast, as NumPy does in an assignment.
    `ArgumentError` for what does not fit.
    """
    if isinstance(value, bytes | bytearray | memoryview):
        data = bytes(value)
        if len(data) != variable.size:
            raise _refusal(variable, f"{len(data)} bytes")
        return data
    try:
        if _is_bytes(variable, value):
            return np.asarray(value).tobytes()
        if isinstance(value, np.ndarray | np.generic):
            array = _converted(variable, np.asarray(value))
        elif variable.dtype.kind == "f":
            array = _converted(variable, np.array(value))
        else:
            array = _integers(variable.dtype, np.array(value, object))
        return np.broadcast_to(_fitted(array, variable), variable.shape).tobytes()
    except (ValueError, TypeError, OverflowError) as error:
        if isinstance(error, ArgumentError):
            raise
        raise _refusal(variable, described(value).rstrip(",")) from None


def _fitted(array: np.ndarray[Any, Any], variable: ModuleVariable) -> np.ndarray[Any, Any]:
    """Return an array without the extents of 1 that it has in front of those of the variable.

    So assignment works in NumPy: an array of shape (1,) is one number.
    """
    more = array.ndim - len(variable.shape)
    if more <= 0 or any(extent != 1 for extent in array.shape[:more]):
        return array
    return array.reshape(array.shape[more:])


def _converted(variable: ModuleVariable, array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return elements of the variable's type; `ValueError` where they cannot be."""
    wanted, base = variable.dtype, variable.type.rpartition(".")[2]
    kinds = "f" if wanted.kind == "f" else "iuf" if base.startswith("b") else "iu"
    if array.dtype.itemsize == wanted.itemsize and array.dtype.kind in kinds:
        return array.astype(array.dtype.newbyteorder("<")).view(wanted)
    if wanted.kind == "f" and array.dtype.kind in "iuf":
        return array.astype(wanted)
    if array.dtype.kind not in "iub":
        raise ValueError
    return _integers(wanted, array.astype(object))


def _integers(wanted: np.dtype[Any], array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return integers, given as objects, in a type; `ValueError` where one is out of range.

    The range is that of the type's size, signed or unsigned.
    """
    bits = 8 * wanted.itemsize
    mask = (1 << bits) - 1
    made = []
    for value in array.reshape(-1).tolist():
        number = index(value)
        if not -(1 << (bits - 1)) <= number <= mask:
            raise ValueError
        made.append(number & mask)
    return np.array(made, f"<u{wanted.itemsize}").view(wanted).reshape(array.shape)


def _is_bytes(variable: ModuleVariable, value: Any) -> bool:
    """Return whether a structure or an array is taken as bytes, by a variable of type `.b8`."""
    return (
        variable.type.endswith(".b8")
        and isinstance(value, np.ndarray | np.void)
        and value.nbytes == variable.size
        and not value.dtype.hasobject
    )


def _refusal(variable: ModuleVariable, given: str) -> ArgumentError:
    shape = f" of shape {variable.shape}" if variable.shape else ""
    message = (
        f"{variable.name}: {given} given; it is {variable.type}, "
        f"{variable.dtype.name}{shape}, {variable.size:,} bytes"
    )
    return ArgumentError(message, variable.name)
