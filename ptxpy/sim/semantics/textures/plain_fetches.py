"""Fetches as programs have them by the million, in few operations on arrays.

All lanes fetch from one texture, at its first level, with finite coordinates, and no address mode
needs more than a comparison. The results are those of `textures.fetch`, which runs all others.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from ptxpy.launch_request import Sampler, Texture

__all__ = ["plain_fetch"]

_MAX_EXTENT: Final = 1 << 23
"""The most elements of an axis: their indices are numbers of `float32`."""
_ONE: Final = 0x3F800000


def plain_fetch(
    texture: Texture,
    sampler: Sampler,
    layer: Any,
    axes: list[Any],
    *,
    normalized: bool,
    linear: bool,
) -> Any:
    """Return the bits of the four channels, of shape (4, lanes); None for a fetch of another kind.

    Args:
        texture: The texture.
        sampler: Its sampler.
        layer: The layer, a number or one for each lane.
        axes: A coordinate for each lane, x first.
        normalized: Whether coordinates are fractions of the extents.
        linear: Whether neighbours are mixed.
    """
    data = texture.levels[0]
    places = []
    for axis, value in enumerate(axes):
        mode = sampler.address[axis]
        if not normalized and mode in ("wrap", "mirror"):
            mode = "clamp"
        if mode not in ("clamp", "wrap"):
            return None
        found = _places(value, data.shape[3 - axis], mode, normalized=normalized, linear=linear)
        if found is None:
            return None
        places.append(found)
    held = _rows(data)
    if held is None:
        return None
    rows, steps = held
    total: Any = None
    for corner in product(*places):
        at = layer * steps[0]
        for (index, _), step in zip(corner, steps[:0:-1], strict=False):
            at = at + (index if step == 1 else index * step)
        values = rows.take(at, axis=0, mode="clip")
        if not linear and texture.read != "normalized":
            return _bits(texture, values)
        wide = values.astype(np.float64)
        if texture.read == "normalized":
            # The least signed integer is beyond -1.
            wide = np.maximum(wide / np.iinfo(texture.dtype).max, -1.0)
        for _, weight in corner:
            if weight is not None:
                wide = wide * (weight if wide.ndim == 1 else weight[:, None])
        total = wide if total is None else total + wide
    return _bits(texture, total.astype(np.float32))


def _places(
    value: Any, extent: int, mode: str, *, normalized: bool, linear: bool
) -> list[tuple[Any, Any]] | None:
    """Return the elements along an axis with weights, None for 1; None if that is not plain."""
    last = extent - 1
    if value.dtype.kind in "iu":
        index = value.view(f"i{value.dtype.itemsize}")
        return [(np.minimum(np.maximum(index, 0), last).astype(np.int64), None)]
    if extent > _MAX_EXTENT:
        return None
    if mode == "clamp" and not (normalized or linear) and value.dtype == np.float32:
        # What is no number is 0, and what is below 0 is there before its fraction is cut off.
        return [(np.fmin(np.fmax(value, np.float32(0)), np.float32(last)).astype(np.int64), None)]
    if not np.isfinite(value).all():
        return None
    at = value
    if normalized or linear or at.dtype != np.float32:
        at = at.astype(np.float64)
    if normalized:
        if mode == "wrap":
            at = at - np.floor(at)
        at = at * extent
    if linear:
        at = at - 0.5
        first = np.floor(at)
        weight = np.rint((at - first) * 256) / 256
        return [
            (_addressed(first, extent, mode), 1 - weight),
            (_addressed(first + 1, extent, mode), weight),
        ]
    return [(_addressed(np.floor(at), extent, mode), None)]


def _addressed(index: Any, extent: int, mode: str) -> Any:
    """Return indices, whole numbers as floating-point ones, by an address mode."""
    if mode == "wrap":
        # A fraction of the extent is in it, but for a neighbour or the rounding of the product.
        index = np.where(index < 0, index + extent, index)
        index = np.where(index >= extent, index - extent, index)
    else:
        index = np.minimum(np.maximum(index, 0), extent - 1)
    return index.astype(np.int64)


def _rows(data: Any) -> tuple[Any, tuple[int, ...]] | None:
    """Return the elements of a level in the order of their addresses, and the steps of each axis.

    An element is a number, or a row of its channels. None if there is no such order.
    """
    channels, size = data.shape[4], data.itemsize
    width = size * channels
    strides = data.strides
    if channels > 1 and strides[4] != size:
        return None
    steps = []
    count = 1
    for extent, stride in zip(data.shape[:4], strides[:4], strict=True):
        if extent == 1:
            steps.append(0)
            continue
        if stride < 0 or stride % width:
            return None
        steps.append(stride // width)
        count += (extent - 1) * steps[-1]
    shape = (count,) if channels == 1 else (count, channels)
    by = (width,) if channels == 1 else (width, size)
    return np.lib.stride_tricks.as_strided(data, shape, by), tuple(steps)


def _bits(texture: Texture, values: Any) -> Any:
    """Return the bits of four channels of elements; those that a texture lacks are 0, 0, 1."""
    found = np.zeros((4, len(values)), np.uint32)
    if values.dtype.kind == "f":
        found[3] = _ONE
        bits = values.astype(np.float32).view(np.uint32)
    else:
        found[3] = 1
        bits = values.astype(np.int64).astype(np.uint32)
    found[: texture.channels] = bits.T
    return found
