"""Module variables in global and constant memory, as NumPy arrays."""

from __future__ import annotations

from math import prod
from operator import index
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._counts import format_count
from ptxpy._records import NamedTuple
from ptxpy.analysis import variables_of
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES
from ptxpy.launch_request.errors import ArgumentError
from ptxpy.launch_request.textures import OPAQUE_TYPES
from ptxpy.launch_request.values import describe_value

if TYPE_CHECKING:
    from ptxpy.launch_request.module_source import ModuleSource

__all__ = [
    "ModuleVariable",
    "VariableRequest",
    "decode_variable",
    "encode_variable",
    "module_variables",
]

_SPACES: Final = ("global", "const")
_FLOATS: Final = ("f16", "f32", "f64")
_MAX_ELEMENT_BYTES: Final = 8
"""Size of the largest NumPy integer type; larger elements become several."""


class ModuleVariable(NamedTuple):
    """A variable of a module."""

    name: str
    type: str
    """As PTX writes it: `.global .v4.f32`."""
    dtype: np.dtype[Any]
    """The element type: a float for `.f16`, `.f32` and `.f64`, else an integer of its size."""
    shape: tuple[int, ...]
    """The extents, followed by the length of a vector type, and by 2 for the halves of `.b128`."""

    @property
    def size(self) -> int:
        """Bytes."""
        return prod(self.shape) * self.dtype.itemsize


class VariableRequest(NamedTuple):
    """A request to a back end to read or write a variable on a device."""

    source: ModuleSource
    target: str
    """The architecture of the module's `.target`."""
    name: str
    size: int
    """Bytes."""
    device: int = 0
    """The number of the GPU; unused on the CPU."""


def module_variables(module: n.Module) -> dict[str, ModuleVariable]:
    """Return the variables of a module in global or constant memory, by name.

    External and opaque variables, and those of unknown size, are left out.
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
            if base in OPAQUE_TYPES or kind is None:
                continue
            element = max(1, kind.bits // 8)
            code = "f" if base in _FLOATS else "i" if kind.kind == "signed" else "u"
            shape = tuple(extent or 0 for extent in storage.dimensions)
            # `.v4.f32` adds an axis of 4.
            shape += tuple(int(word[1:]) for word in vector)
            if element > _MAX_ELEMENT_BYTES:
                shape += (element // _MAX_ELEMENT_BYTES,)
            dtype = np.dtype(f"<{code}{min(element, _MAX_ELEMENT_BYTES)}")
            made = ModuleVariable(storage.name, f".{storage.space} .{storage.type}", dtype, shape)
            if made.size == storage.size:
                found[storage.name] = made
    return found


def decode_variable(variable: ModuleVariable, data: bytes) -> np.ndarray[Any, Any]:
    """Return the value of a variable as an array of its shape, given its bytes."""
    return np.frombuffer(bytearray(data), variable.dtype).reshape(variable.shape)


def encode_variable(variable: ModuleVariable, value: Any) -> bytes:
    """Return the bytes of a variable for a value to be assigned to it.

    Buffers such as `bytes` are copied without conversion, and so are arrays whose elements have
    the variable's size and kind: integers for integer types, floats for float types, both for bit
    types such as `.b32`. For `.b8`, elements may be structures. Other numbers are converted if
    they are in range; conversion to a float rounds. Shapes are broadcast, as in a NumPy assignment.
    Raises `ArgumentError` if the value does not fit.
    """
    if isinstance(value, bytes | bytearray | memoryview):
        data = bytes(value)
        if len(data) != variable.size:
            raise _mismatch(variable, format_count(len(data), "byte"))
        return data
    try:
        if (
            # Compilers declare structures as arrays of bytes.
            variable.type.endswith(".b8")
            and isinstance(value, np.ndarray | np.void)
            and (value.nbytes == variable.size)
            and (not value.dtype.hasobject)
        ):
            return np.asarray(value).tobytes()
        if isinstance(value, np.ndarray | np.generic):
            array = _convert(variable, np.asarray(value))
        elif variable.dtype.kind == "f":
            array = _convert(variable, np.array(value))
        else:
            array = _wrap_integers(variable.dtype, np.array(value, object))
        return np.broadcast_to(_drop_leading_ones(array, variable), variable.shape).tobytes()
    except (ValueError, TypeError, OverflowError) as error:
        if isinstance(error, ArgumentError):
            raise
        raise _mismatch(variable, describe_value(value).rstrip(",")) from None


def _drop_leading_ones(
    array: np.ndarray[Any, Any], variable: ModuleVariable
) -> np.ndarray[Any, Any]:
    """Return an array without its leading extents of 1, down to the rank of the variable.

    NumPy assignment does the same: an array of shape (1,) can be assigned to one number.
    """
    more = array.ndim - len(variable.shape)
    if more <= 0 or any(extent != 1 for extent in array.shape[:more]):
        return array
    return array.reshape(array.shape[more:])


def _convert(variable: ModuleVariable, array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Convert elements to the variable's type; raise `ValueError` if they cannot be converted."""
    wanted, base = variable.dtype, variable.type.rpartition(".")[2]
    kinds = "f" if wanted.kind == "f" else "iuf" if base.startswith("b") else "iu"
    # Of the same size and kind, bits are copied as they are: a NaN keeps its payload.
    if array.dtype.itemsize == wanted.itemsize and array.dtype.kind in kinds:
        return array.astype(array.dtype.newbyteorder("<")).view(wanted)
    if wanted.kind == "f" and array.dtype.kind in "iuf":
        return array.astype(wanted)
    if array.dtype.kind not in "iub":
        raise ValueError
    return _wrap_integers(wanted, array.astype(object))


def _wrap_integers(wanted: np.dtype[Any], array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Convert Python integers to an integer type; raise `ValueError` if one is out of range.

    The range is the union of the signed and the unsigned range of the type's size.
    """
    bits = 8 * wanted.itemsize
    mask = (1 << bits) - 1
    made = []
    for value in array.reshape(-1).tolist():
        # `index` refuses floats, which would be truncated silently.
        number = index(value)
        if not -(1 << (bits - 1)) <= number <= mask:
            raise ValueError
        made.append(number & mask)
    return np.array(made, f"<u{wanted.itemsize}").view(wanted).reshape(array.shape)


def _mismatch(variable: ModuleVariable, given: str) -> ArgumentError:
    shape = f" of shape {variable.shape}" if variable.shape else ""
    message = (
        f"{variable.name}: {given} given; expected {variable.dtype.name}{shape}, "
        f"{format_count(variable.size, 'byte')}, for {variable.type}"
    )
    return ArgumentError(message, variable.name)
