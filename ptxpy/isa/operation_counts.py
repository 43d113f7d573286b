"""The floating-point operations of instructions, as roofline arithmetic counts them.

An addition or multiplication is one, a fused multiply-add two, a product of matrices of m x n x k
elements 2mnk, sparse ones as if they were dense. Division, roots and functions are not counted.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.isa.types import TYPES

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Matrix", "Work", "matrix_of", "work_of"]

_WARP: Final = 32
_WARPS_OF_GROUP: Final = 4
_SHAPE: Final = re.compile(r"\.m(\d+)n(\d+)k(\d+)\Z")
_THREAD: Final = {"add": 1, "sub": 1, "mul": 1, "fma": 2, "mad": 2}
_SCALARS: Final = {"f64": "f64", "f32": "f32", "f32x2": "f32"}
_HALVES: Final = frozenset({"f16", "f16x2", "bf16", "bf16x2"})
_MATRIX_TYPES: Final = {
    "f64": "tensor f64", "tf32": "tensor tf32", "f16": "tensor f16", "bf16": "tensor f16",
    "e4m3": "tensor f8", "e5m2": "tensor f8",
}  # fmt: skip
_INTEGER: Final = re.compile(r"[sub]\d")
_QUARTERS: Final = (8, 8, 4)
"""The shape of `mma` whose products of halves are four, each of a quarter of the warp."""


class Work(NamedTuple):
    """The floating-point operations of an instruction."""

    kind: str
    """`f32`, `f64`, `f16`; `tensor f16` and others for tensor cores."""
    thread: float
    """How many a thread does, on average over its warp; 0 if that is unknown."""


class Matrix(NamedTuple):
    """A product of matrices."""

    m: int
    n: int
    k: int
    type: str
    """The type of the elements of the first factor; empty if it is not known."""


def matrix_of(opcode: str, modifiers: Sequence[str]) -> Matrix | None:
    """Return the product of matrices that an instruction is; None if its shape is not in it."""
    # Of `tcgen05` the shape is in a descriptor, and so it is no modifier.
    shape = next((found for word in modifiers if (found := _SHAPE.match(word))), None)
    is_product = opcode == "mma" or (
        opcode in ("wmma", "wgmma") and modifiers[0] in (".mma", ".mma_async")
    )
    if shape is None or not is_product:
        return None
    types = [word[1:] for word in modifiers if word[1:] in TYPES]
    sums = "f16" if opcode == "wmma" else ""  # where the types of the sums alone are named
    factor = types[1] if len(types) > len("DC") else sums
    m, n, k = map(int, shape.groups())
    return Matrix(m, n, k, factor)


def work_of(opcode: str, modifiers: Sequence[str]) -> Work | None:
    """Return the floating-point operations of an instruction; None if it does none."""
    if opcode == "tcgen05" and ".mma" in modifiers[:1]:
        return Work("tensor", 0)  # the shape is in a descriptor
    matrix = matrix_of(opcode, modifiers)
    if matrix is not None:
        kind = _MATRIX_TYPES.get(matrix.type)
        if kind is None:
            return None if _INTEGER.match(matrix.type) else Work("tensor", 0)
        group = _WARPS_OF_GROUP if opcode == "wgmma" else 1
        # `mma.m8n8k4` of halves is performed by each quarter of a warp on matrices of its own.
        four = 4 if matrix[:3] == _QUARTERS and matrix.type == "f16" else 1
        return Work(kind, 2 * matrix.m * matrix.n * matrix.k * four / (group * _WARP))
    types = [word[1:] for word in modifiers if word[1:] in TYPES]
    if opcode not in _THREAD or not types:
        return None
    name = types[0]
    # A packed instruction does two operations.
    many = 2 if name.endswith("x2") else 1
    if name in _SCALARS:
        return Work(_SCALARS[name], many * _THREAD[opcode])
    return Work("f16", many * _THREAD[opcode]) if name in _HALVES else None
