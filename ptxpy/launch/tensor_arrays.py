"""Arrays as tensors of a kernel: checks against a `Tile`, tensor maps for TMA, new outputs."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

import numpy as np

from ptxpy.dsl import DTYPES, MATRIX_BOX_COLUMNS, PADDED_BOX_COLUMNS, Layout, Tile, dtype_name
from ptxpy.isa import STANDARD_SWIZZLES
from ptxpy.launch_request import ReadOnly, TensorMap, is_immutable, readonly, strided

__all__ = ["allocate_output", "check_contiguous", "check_tensor", "mark_input", "tensor_map"]

_MAP_TYPES: Final = {
    "s8": "u8",
    "b8": "u8",
    "e4m3": "u8",
    "e5m2": "u8",
    "s16": "u16",
    "b16": "u16",
    "b32": "u32",
    "b64": "u64",
    "f16x2": "u32",
    "bf16x2": "u32",
}
"""The element types of tensor maps whose names differ from those of the tile."""

_FORMATS: Final = ("bf16", "e4m3", "e5m2")
"""Types of elements that NumPy has only with `ml_dtypes`."""

_JAX: Final = frozenset({"jax", "jaxlib"})


def strip_readonly(value: Any) -> Any:
    """Return an array without the mark of `readonly`."""
    return value.array if isinstance(value, ReadOnly) else value


def mark_input(value: Any) -> Any:
    """Mark an input as read-only if it is an array that cannot be written to."""
    if isinstance(value, np.ndarray) and not value.flags.writeable:
        return readonly(value)
    return readonly(value) if is_immutable(value) else value


def check_tensor(name: str, tile: Tile, value: Any) -> dict[str, int]:
    """Return the values of the symbolic dimensions of the tensor `name`, given its array.

    Raises `TypeError` if the value is not an array or has elements of another type, and
    `ValueError` if it has another shape.
    """
    array = strip_readonly(value)
    shape, dtype = getattr(array, "shape", None), getattr(array, "dtype", None)
    if shape is None or dtype is None:
        msg = f"{name} must be an array, for {tile!r}; a {type(array).__name__} is not one"
        raise TypeError(msg)
    known = DTYPES[tile.dtype.fundamental]
    if dtype_name(dtype) not in known:
        msg = f"{name} has elements of {dtype_name(dtype)}; {tile!r} takes {' or '.join(known)}"
        raise TypeError(msg)
    try:
        return tile.extract_env(tuple(map(int, shape)))
    except ValueError as error:
        msg = f"{name}: {error}"
        raise ValueError(msg) from None


def check_contiguous(name: str, tile: Tile, value: Any) -> None:
    """Raise `ValueError` unless the array is contiguous in the order of the tile's layout."""
    column = tile.layout is Layout.COL
    if type(value) is np.ndarray:  # a fast path for the usual case
        flags = value.flags
        if flags.writeable and (flags.f_contiguous if column else flags.c_contiguous):
            return
    held = strided(value, name)
    step = 1 if column else -1
    expected = held.size
    for extent, stride in zip(held.shape[::step], held.strides[::step], strict=True):
        # A dimension of one element may have any stride.
        if extent > 1 and stride != expected:
            order, remedy = (
                ("row", "ascontiguousarray") if step < 0 else ("column", "asfortranarray")
            )
            msg = (
                f"{name} must be {order}-major without gaps; this array of shape {held.shape} has "
                f"strides of {held.strides} bytes; pass a copy, np.{remedy}(x)"
            )
            raise ValueError(msg)
        expected *= extent


def tensor_map(name: str, tile: Tile, value: Any, env: Mapping[str, int]) -> TensorMap:
    """Return a new tensor map of an array, with the box and swizzle of the tile.

    A matrix with `tma_rank=3` is described as (width / 64, height, 64). Raises `ValueError` if TMA
    cannot copy the box or the array: rows must begin at multiples of 16 bytes.
    """
    try:
        box: Sequence[int] = tile.resolve_box(env)
        layout = tile.resolve_layout(env)
        array = strip_readonly(value)
        if tile.is_reshaped:
            height, width = tile.resolve_shape(env)
            array = array.reshape(
                (height, width // MATRIX_BOX_COLUMNS, MATRIX_BOX_COLUMNS)
            ).swapaxes(0, 1)
            major, minor = box
            box = (
                minor // MATRIX_BOX_COLUMNS,
                major,
                PADDED_BOX_COLUMNS if tile.tma_padding else MATRIX_BOX_COLUMNS,
            )
        elif layout is Layout.COL:
            array, box = _transpose(array), box[::-1]
        kind = tile.dtype.fundamental
        return TensorMap(
            readonly(array) if isinstance(value, ReadOnly) else array,
            box,
            type=_MAP_TYPES.get(kind, kind),
            swizzle=STANDARD_SWIZZLES[layout.span].name,
        )
    except ValueError as error:
        msg = f"tensor map of {name}: {error}"
        raise ValueError(msg) from None


def _transpose(array: Any) -> Any:
    """Return a view of an array with its dimensions in reverse order."""
    rank = len(array.shape)
    for axis in range(rank // 2):
        array = array.swapaxes(axis, rank - 1 - axis)
    return array


def allocate_output(
    name: str, tile: Tile, shape: tuple[int, ...], inputs: Sequence[tuple[Tile, Any]]
) -> Any:
    """Return a new array for an output, of the library and on the device of the first input.

    Element types that may be represented in two ways (`bf16` as such, or as `uint16`) are
    represented as in the inputs. If no input has such a type, NumPy arrays have that of `ml_dtypes`
    where this package is installed, and else the bits. Without inputs, the output is a NumPy
    array. Raises `TypeError` for libraries whose arrays cannot be written to.
    """
    arrays = [(of.dtype.fundamental, strip_readonly(array)) for of, array in inputs]
    kind = tile.dtype.fundamental
    alike = (array.dtype for other, array in arrays if other == kind)
    dtype = next((found for found in alike if dtype_name(found) != "bool"), None)
    first = arrays[0][1] if arrays else np.empty(0)
    root = type(first).__module__.partition(".")[0]
    if root in _JAX:
        msg = f"{name}: JAX arrays cannot be written to; pass an output array, {name}=np.empty(…)"
        raise TypeError(msg)
    column = tile.layout is Layout.COL
    # Not every library can allocate column-major arrays: this one is row-major, and transposed in
    # the end.
    extents = shape[::-1] if column else shape
    dtypes = DTYPES[kind]
    if kind in _FORMATS and any(
        name in _FORMATS and dtype_name(array.dtype) == DTYPES[name][1] for name, array in arrays
    ):
        dtypes = dtypes[1:]
    made = _allocate(name, root, first, extents, dtype, dtypes)
    return _transpose(made) if column else made


def _allocate(
    name: str, root: str, first: Any, shape: tuple[int, ...], dtype: Any, dtypes: Sequence[str]
) -> Any:
    if isinstance(first, np.ndarray):
        return np.empty(shape, _type_of(name, np, dtypes) if dtype is None else dtype)
    if hasattr(first, "__array_namespace__"):
        library = first.__array_namespace__()
    else:
        library = sys.modules.get(root)
    if not hasattr(library, "empty"):
        msg = (
            f"{name}: cannot allocate an array like the input {type(first).__name__}; "
            f"pass an output array, {name}=…"
        )
        raise TypeError(msg)
    dtype = _type_of(name, library, dtypes) if dtype is None else dtype
    if root == "cupy":
        # CuPy allocates on the current device, which need not be that of the inputs.
        with first.device:
            return library.empty(shape, dtype=dtype)
    return library.empty(shape, dtype=dtype, device=first.device)


def _type_of(name: str, library: Any, dtypes: Sequence[str]) -> Any:
    for title in dtypes:
        if hasattr(library, title):
            return getattr(library, title)
        if library is np and find_spec("ml_dtypes") is not None:
            return getattr(import_module("ml_dtypes"), title)
    msg = f"{name}: {library.__name__} has no {' or '.join(dtypes)}; pass an output array, {name}=…"
    raise TypeError(msg)
