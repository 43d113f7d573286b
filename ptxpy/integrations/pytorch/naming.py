"""Names of operators: the same in every process, and different for different kernels."""

from __future__ import annotations

import re
from hashlib import blake2b
from types import CodeType, FunctionType
from typing import Any, Final

from ptxpy.dsl import StandaloneKernel, Type
from ptxpy.dsl.tensors import Tile

__all__ = ["digest", "plain_name"]

_PLAIN: Final = (int, float, complex, str, bytes, type(None), Tile, Type)
"""Types whose values show all that they are."""

_DEEPEST: Final = 8
"""Nesting of values beyond which a description says nothing more."""


def plain_name(name: str) -> str:
    """Return a name for an operator or an argument: letters of ASCII, digits and underscores."""
    return re.sub(r"\W", "_", name, flags=re.ASCII)


def digest(*parts: Any) -> str:
    """Return 16 hexadecimal digits for kernels, values and functions.

    They follow from what these say, not from where they lie in memory, so that a program that runs
    again has the same names, which compilers keep in their caches. Different objects may have the
    same digits, so whoever needs a unique name must look for an equal one.
    """
    text = "\n".join(_described(part, 0) for part in parts)
    return blake2b(text.encode("utf-8", "backslashreplace"), digest_size=8).hexdigest()


def _described(value: Any, depth: int) -> str:
    if depth > _DEEPEST:
        return "…"
    depth += 1
    if isinstance(value, tuple | list):
        found = f"{type(value).__name__}{[_described(each, depth) for each in value]}"
    elif isinstance(value, dict):
        found = f"dict{[(repr(key), _described(each, depth)) for key, each in value.items()]}"
    elif isinstance(value, StandaloneKernel):
        found = _kernel(value, depth)
    elif isinstance(value, FunctionType):
        found = _function(value, depth)
    elif isinstance(value, CodeType):
        inner = [_described(each, depth) for each in value.co_consts]
        found = f"{value.co_name} {value.co_names} {value.co_code.hex()} {inner}"
    else:
        found = repr(value) if isinstance(value, _PLAIN) else type(value).__qualname__
    return found


def _kernel(kernel: StandaloneKernel, depth: int) -> str:
    parts = (
        kernel.name,
        kernel.body,
        kernel.in_specs,
        kernel.out_specs,
        kernel.grid,
        kernel.block,
        kernel.cluster,
        kernel.smem,
        kernel.template_params,
    )
    return f"kernel{[_described(part, depth) for part in parts]}"


def _function(function: FunctionType, depth: int) -> str:
    cells = []
    for cell in function.__closure__ or ():
        try:
            cells.append(_described(cell.cell_contents, depth))
        except ValueError:  # not bound yet
            cells.append("")
    where = f"{function.__module__}.{function.__qualname__}"
    defaults = _described(function.__defaults__, depth)
    return f"{where}({defaults}){cells}{_described(function.__code__, depth)}"
