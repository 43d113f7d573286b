"""The fragments of `mma.m8n8k4` with `.f16`: four products, each of eight threads.

The product p (0 to 3) is of the threads 4p to 4p + 3 and 16 + 4p to 16 + 4p + 3 (PTX ISA
9.7.14.5.1). Arrays are [warp * product, …].
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["accumulator", "operand", "part"]


def _stacked(registers: tuple[Any, ...], warps: int, kind: str) -> Any:
    """Return registers as [warp, half, product, thread of four, register]."""
    words = np.empty((warps, 2, 4, 4, len(registers)), kind)
    for index, register in enumerate(registers):
        words[..., index] = register.reshape(warps, 2, 4, 4) if register.ndim else register
    return words


def operand(*, along: bool) -> Callable[[tuple[Any, ...], int], Any]:
    """Return the function that gathers A or B: [product, row of A or column of B, k].

    Args:
        along: Whether a thread holds neighbours along k: A in `.row`, B in `.col`.
    """

    def gather(registers: tuple[Any, ...], warps: int) -> Any:
        halves = _stacked(registers, warps, "u4").view(np.float16)
        order = (0, 2, 1, 3, 4) if along else (0, 2, 1, 4, 3)
        return halves.transpose(order).reshape(4 * warps, 8, 4).astype(np.float64)

    return gather


def accumulator(registers: tuple[Any, ...], warps: int, kind: str) -> Any:
    """Return C as [product, row, column], of `f2` or `f4`."""
    if kind == "f2":
        halves = _stacked(registers, warps, "u4").view(np.float16)
        return halves.transpose(0, 2, 1, 3, 4).reshape(4 * warps, 8, 8)
    words = _stacked(registers, warps, "f4").reshape(warps, 2, 4, 2, 2, 2, 2, 2)
    return words.transpose(0, 2, 1, 6, 4, 5, 3, 7).reshape(4 * warps, 8, 8)


def part(matrix: Any, index: int, kind: str) -> Any:
    """Return a register of D, with one element per lane."""
    warps = len(matrix) // 4
    if kind == "f2":
        words = matrix.view(np.uint32).reshape(warps, 4, 2, 4, 4)
        return words[..., index].transpose(0, 2, 1, 3).reshape(-1)
    words = matrix.reshape(warps, 4, 2, 2, 2, 2, 2, 2)[:, :, :, index >> 1 & 1, :, index >> 2]
    return words[..., index & 1].transpose(0, 2, 1, 4, 3).reshape(-1)
