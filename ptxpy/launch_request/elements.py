"""The known element types of the arrays that pointer parameters take.

PTX pointers are untyped, but C++ symbols encode the parameter types of the source, and kernels
written in Python have a `Tile` for each tensor. Elements of another type would be misinterpreted.
"""

from __future__ import annotations

import re
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.demangle import demangled
from ptxpy.dsl import DTYPES, dtype_name
from ptxpy.launch_request.errors import ArgumentError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ptxpy.dsl import Tile
    from ptxpy.launch_request.signature import Signature

__all__ = ["Elements", "check_elements", "declared_elements", "declared_types", "tile_elements"]

Elements = tuple[str, tuple[str, ...]]
"""The declared type of a parameter, and the dtypes of the arrays that it takes."""

_OF_TYPES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "float": ("float32",),
        "double": ("float64",),
        "__half": ("float16", "uint16"),
        "__nv_bfloat16": ("bfloat16", "uint16"),
        "__nv_fp8_e4m3": ("float8_e4m3fn", "uint8"),
        "__nv_fp8_e5m2": ("float8_e5m2", "uint8"),
        **{
            f"{sign}{name}": (f"{kind}{bits}", f"{other}{bits}")
            for bits, names in ((16, ["short"]), (32, ["int"]), (64, ["long", "long long"]))
            for name in names
            for sign, kind, other in (("", "int", "uint"), ("unsigned ", "uint", "int"))
        },
    }
)
"""The dtypes of arrays that C++ element types take; the first has the same signedness."""

_RAW: Final = frozenset({"uint8", "int8", "bool"})
"""Dtypes of bytes, which may hold elements of any type."""

_POINTER: Final = re.compile(r"(?:const )?([\w ]+?)(?: const)?[*&](?: const)?")


def declared_types(name: str, count: int) -> list[str]:
    """Return the parameter types of a C++ symbol; empty strings if they are not known.

    Args:
        name: The symbol.
        count: The number of parameters; if the symbol has another number, no type is known.
    """
    text = demangled(name).signature
    depth, parts, start = 0, [], 0
    opened = -1
    if text.endswith(")"):
        # A template argument may have brackets of its own, `Gemm<(Layout)2>`.
        for at in range(len(text) - 1, -1, -1):
            depth += (text[at] == ")") - (text[at] == "(")
            if not depth:
                opened = at
                break
        depth = 0
    for at in range(opened + 1, len(text) - 1 if opened >= 0 else 0):
        # A comma in `Vec<float, 4>` separates no parameters.
        depth += (text[at] in "<[(") - (text[at] in ">])")
        if text[at] == "," and not depth:
            parts.append(text[start or opened + 1 : at].strip())
            start = at + 1
    if opened >= 0:
        parts.append(text[start or opened + 1 : -1].strip())
    return parts if len(parts) == count else [""] * count


def declared_elements(signature: Signature) -> Mapping[str, Elements]:
    """Return the elements that parameters of known C++ type take, by the parameter's name."""
    names = tuple(parameter.name for parameter in signature.parameters)
    return _declared(signature.name, names)


@lru_cache(maxsize=1024)
def _declared(name: str, parameters: tuple[str, ...]) -> Mapping[str, Elements]:
    found: dict[str, Elements] = {}
    for parameter, type_ in zip(parameters, declared_types(name, len(parameters)), strict=True):
        match = _POINTER.fullmatch(type_)
        # Pointers to other types, classes say, may point to anything.
        if match is not None and match[1] in _OF_TYPES:
            found[parameter] = type_, _OF_TYPES[match[1]]
    return MappingProxyType(found)


def tile_elements(tensors: Iterable[tuple[str, Tile]]) -> dict[str, Elements]:
    """Return the elements that the tensor parameters of a kernel take, by name."""
    return {name: (repr(tile), DTYPES[tile.dtype.fundamental]) for name, tile in tensors}


def check_elements(name: str, elements: Elements, value: Any) -> None:
    """Raise `ArgumentError` if an array's elements do not match its parameter.

    Bytes, structures and values without a dtype match every parameter.
    """
    # `readonly(x)` and `multicast(x)` hold the array.
    dtype = getattr(getattr(value, "array", value), "dtype", None)
    if dtype is None or getattr(dtype, "names", None) is not None:
        return
    given = dtype_name(dtype)
    declared, known = elements
    if given in known or given in _RAW or given.startswith(("void", "bytes")):
        return
    wanted = known[0]
    remedy = f"x.astype(np.{wanted}) converts, and x.view(np.{wanted}) takes its bytes as they are"
    # NumPy has no `bfloat16` of its own, so no `astype` can be suggested.
    if not hasattr(np, wanted):
        wanted = " or ".join(known)
        remedy = f"x.view(np.{known[-1]}) takes its bytes as they are"
    message = f"{name}: an array of {given} given; {declared} takes {wanted}: {remedy}"
    raise ArgumentError(message, name)
