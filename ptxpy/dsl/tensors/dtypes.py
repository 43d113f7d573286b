"""Types of elements, and their names in array libraries."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from ptxpy.dsl.values.types import Type
from ptxpy.isa import TYPES

DTYPES: Final = {
    "u8": ("uint8", "bool"),
    "s8": ("int8",),
    "u16": ("uint16",),
    "s16": ("int16",),
    "u32": ("uint32",),
    "s32": ("int32",),
    "u64": ("uint64",),
    "s64": ("int64",),
    "b8": ("uint8", "int8", "bool", "float8_e4m3fn", "float8_e5m2"),
    "b16": ("uint16", "int16", "float16", "bfloat16"),
    "b32": ("uint32", "int32", "float32"),
    "b64": ("uint64", "int64", "float64"),
    "f16": ("float16",),
    "bf16": ("bfloat16", "uint16"),
    "tf32": ("float32",),
    "f32": ("float32",),
    "f64": ("float64",),
    "f16x2": ("uint32",),
    "bf16x2": ("uint32",),
    "e4m3": ("float8_e4m3fn", "uint8"),
    "e5m2": ("float8_e5m2", "uint8"),
}
"""The dtypes that hold elements of a PTX type; new arrays have the first.

`bf16`, `e4m3` and `e5m2` may also come as their bits, since NumPy has no such types of its own.
"""


def element_type(dtype: Any) -> Type:
    """Return the type of a tensor's elements; `TypeError` for one that tensors do not have."""
    if not isinstance(dtype, Type):
        msg = f"dtype is {dtype!r}; it is a type of PTX, such as ptxpy.bf16"
        raise TypeError(msg)
    plain = len(dtype.specifiers) == 1 and not dtype.dimensions and dtype.parameter is None
    if not plain or dtype.fundamental not in DTYPES:
        shown = dtype.fundamental if plain else repr(dtype)
        msg = f"a tensor has no elements of type {shown}; there are {', '.join(DTYPES)}"
        raise TypeError(msg)
    return dtype


def element_bytes(dtype: Type) -> int:
    """Return the bytes of an element of a tensor."""
    return TYPES[dtype.fundamental].bits // 8


@lru_cache(maxsize=256)
def dtype_name(dtype: Any) -> str:
    """Return the name of an array's dtype, without its library: `float32`, `bfloat16`."""
    name = getattr(dtype, "name", None)
    # A dtype of PyTorch has no name, and is shown as `torch.float32`.
    return name if isinstance(name, str) else str(dtype).rpartition(".")[2]
