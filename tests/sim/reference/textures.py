"""Texture fetches, lane by lane, with fractions: what the CUDA programming guide says of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from math import floor

__all__ = ["address", "fetch"]

Texel = Callable[[tuple[int, ...]], Fraction]
"""What is at a place; x first."""


def address(index: int, extent: int, mode: str) -> int | None:
    """Return the element that an index stands for; None for the border."""
    if mode == "wrap":
        return index % extent
    if mode == "mirror":
        while not 0 <= index < extent:
            index = -1 - index if index < 0 else 2 * extent - 1 - index
        return index
    if mode == "border":
        return index if 0 <= index < extent else None
    return min(max(index, 0), extent - 1)


def fetch(
    texel: Texel,
    extents: Sequence[int],
    coordinates: Sequence[float],
    modes: Sequence[str],
    *,
    linear: bool,
    normalized: bool,
) -> Fraction:
    """Return the value at a point; extents, coordinates and modes begin with x."""
    choices: list[list[tuple[int | None, Fraction]]] = []
    for extent, coordinate, mode in zip(extents, coordinates, modes, strict=True):
        at = Fraction(coordinate) * (extent if normalized else 1)
        rule = mode if normalized or mode == "border" else "clamp"
        if not linear:
            choices.append([(address(floor(at), extent, rule), Fraction(1))])
            continue
        at -= Fraction(1, 2)
        weight = Fraction(round((at - floor(at)) * 256), 256)
        choices.append(
            [
                (address(floor(at), extent, rule), 1 - weight),
                (address(floor(at) + 1, extent, rule), weight),
            ]
        )
    total = Fraction(0)
    for corner in product(*choices):
        share = Fraction(1)
        for _, weight in corner:
            share *= weight
        places = [index for index, _ in corner if index is not None]
        if len(places) == len(corner):
            total += share * texel(tuple(places))
    return total
