"""A device that has chosen otherwise, for processes that load this module."""

from __future__ import annotations

from typing import Any
from unittest import mock

import numpy as np

from ptxpy.launch import register
from ptxpy.launch_request import LaunchRequest, Limits, Signature, limits_of_target
from ptxpy.sim import run
from ptxpy.sim.machine.tensor_memory import TensorMemory
from ptxpy.sim.semantics.tensor_memory import (
    matrix_copies,
    operand_tiles,
    products,
    scale_factors,
)

__all__ = ["Otherwise"]

_TRUNCATED = [1, 1 - 2.0**-24, 1 + 2.0**-23, 1, 1, 1 + 2.0**-21, 1 + 2.0**-23]


def _shift(machine: Any, lane: int, cta: int, target: int) -> None:
    """Shift all four blocks of lanes."""
    del lane
    cells = machine.tensor_memory.cells[cta, target & 0xFFFF :][:8]
    for row in range(0, 128, 32):
        cells[:, row : row + 31] = cells[:, row + 1 : row + 32].copy()


def _find(memory: TensorMemory, ctas: tuple[int, ...], columns: int) -> int | None:
    """Find the last place with enough columns."""
    used: Any = memory.allocated[list(ctas)].any(axis=0)
    starts = range(512 - columns, -1, -32)
    return next((at for at in starts if not used[at : at + columns].any()), None)


def _update(machine: Any, cta: int, product: Any, fields: Any, place: Any, *operands: Any) -> None:
    """Update D, with truncated sums where there are tiny products, and zeros beside `f16`."""
    _REAL_UPDATE(machine, cta, product, fields, place, *operands)
    column, width, _ = place
    cells = machine.tensor_memory.cells[cta, column : column + width]
    if fields.d == "f16":
        cells &= np.uint32(0xFFFF)
    elif product.adds:
        cells.view(np.float32)[:, : len(_TRUNCATED)] = _TRUNCATED


def _read(*arguments: Any) -> Any:
    """Read the scale factors of the first quarter."""
    *those, factors, lane = arguments
    return _REAL_READ(*those, factors._replace(copies=(0,)), lane)


def _layout(constant: int) -> Any:
    """Take a base offset for 0."""
    return _REAL_LAYOUT(constant & ~(7 << 49))


_REAL_UPDATE: Any = vars(products)["_update"]
_REAL_READ: Any = scale_factors.read
_REAL_LAYOUT: Any = vars(operand_tiles)["_layout"]


def _forget() -> None:
    """Forget the tiles of descriptors."""
    for name in ("units_of", "_joined"):
        vars(operand_tiles)[name].cache_clear()


class Otherwise:
    """The simulator with other choices."""

    def count(self) -> int:
        """Return 1."""
        return 1

    def limits(self, number: int, signature: Signature) -> Limits:
        """Return those of the simulator."""
        del number
        return limits_of_target(signature.target)

    def run(self, request: LaunchRequest) -> None:
        """Run a kernel."""
        _forget()
        with (
            mock.patch.object(matrix_copies, "_shift", _shift),
            mock.patch.object(TensorMemory, "find", _find),
            mock.patch.object(products, "_update", _update),
            mock.patch.object(scale_factors, "read", _read),
            mock.patch.object(operand_tiles, "_layout", _layout),
        ):
            run(request)
        _forget()


register("otherwise", Otherwise())
