"""Comparisons of depths, against fetches from textures that were compared beforehand."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ptxpy.launch import Sampler, Texture
from ptxpy.sim import SimulationError
from tests.sim.semantics.textures.test_textures import INDEPENDENT, RESULT, points, read

COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "never": lambda _, element: np.zeros(element.shape),
    "less": operator.lt,
    "equal": operator.eq,
    "less_equal": operator.le,
    "greater": operator.gt,
    "not_equal": operator.ne,
    "greater_equal": operator.ge,
    "always": lambda _, element: np.ones(element.shape),
}
"""The depth on the left, the element on the right."""
HALF = "0f3F000000"
GEOMETRIES = {
    "1d": ("{%r1}", (7,)),
    "2d": ("{%r1, %r2}", (5, 7)),
    "a1d": ("{0, %r1}", (2, 7)),
    "a2d": ("{1, %r1, %r2, %r2}", (2, 5, 7)),
    "cube": ("{%r1, %r2, %r3, %r3}", (6, 4, 4)),
    "acube": ("{1, %r1, %r2, %r3}", (12, 4, 4)),
}


def depths(shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
    """Return elements of which some are a half, and some the largest depth."""
    random = np.random.default_rng(len(shape))
    found = random.random(shape, np.float32)
    found[random.random(shape) < 0.3] = 0.5
    found[random.random(shape) < 0.1] = 1.0
    return found.reshape(2, 6, 4, 4) if len(shape) == 3 and shape[0] == 12 else found


@pytest.mark.parametrize("comparison", COMPARISONS)
@pytest.mark.parametrize("linear", [False, True], ids=["point", "linear"])
@pytest.mark.parametrize("geometry", GEOMETRIES)
def test_elements_are_compared_before_they_are_filtered(
    geometry: str, linear: bool, comparison: str
) -> None:
    """As if the texture held what the comparisons give."""
    where, shape = GEOMETRIES[geometry]
    data = depths(shape)
    ones = COMPARISONS[comparison](np.float32(0.5), data).astype(np.float32)
    mode = "linear" if linear else "point"
    rows = points(np.random.default_rng(3), (7, 5, 4))
    instruction = f"tex.{geometry}.v4.f32.f32 {RESULT}, [p0, {where}]"
    held = Texture(data, "clamp", mode, kind=geometry, compare=comparison)
    found = read(f"{instruction}, {HALF}", rows, held)
    assert (
        found.tolist()
        == read(instruction, rows, Texture(ones, "clamp", mode, kind=geometry)).tolist()
    )


def test_the_border_is_compared_too() -> None:
    """It has the depth 0; a depth for each thread, behind offsets, of one dimension and two."""
    data = np.full((3, 3), 0.5, np.float32)
    rows = np.array([[0, 0, 0.25, 0], [9, 9, 0.25, 0], [1, 1, 0.75, 0], [9, 9, 0, 0]], np.float32)
    held = Texture(data, "border", compare="less_equal")
    for instruction in (
        f"tex.2d.v4.f32.f32 {RESULT}, [p0, {{%r1, %r2}}], %r3",
        f"tex.2d.v4.f32.f32 {RESULT}, [p0, {{%r1, %r2}}], {{1, 1}}, %r3",
        f"tex.level.2d.v4.f32.f32 {RESULT}, [p0, {{%r1, %r2}}], 0f00000000, %r3",
    ):
        found = read(instruction, rows, held).view(np.float32)
        assert found[:, 0].tolist() == [1, 0, 0, 1]
        assert found[:, 1:].tolist() == [[0, 0, 1]] * 4
    line = Texture(data[0], "border", compare="less_equal")
    found = read(f"tex.1d.v4.f32.f32 {RESULT}, [p0, {{%r1}}], 1, %r3", rows, line)
    assert found.view(np.float32)[:, 0].tolist() == [1, 0, 0, 1]


def test_between_levels() -> None:
    """Each level is compared, and what comes of them mixed."""
    base, small = np.full((4, 4), 0.25, np.float32), np.full((2, 2), 0.75, np.float32)
    held = Texture(base, levels=[small], mipmap_filter="linear", compare="less")
    rows = np.array([[0, 0.5, 0, 0], [0.25, 0.5, 0, 0], [1, 0.5, 0, 0]], np.float32)
    instruction = f"tex.level.2d.v4.f32.f32 {RESULT}, [p0, {{%r4, %r4}}], %r1, %r2"
    found = read(instruction, rows, held).view(np.float32)
    assert found[:, 0].tolist() == [0, 0.25, 1]


def test_gather() -> None:
    """The four elements, each compared."""
    data = np.arange(16, dtype=np.float32).reshape(4, 4)
    rows = np.array([[2, 2, 6, 0], [2, 2, 5, 0], [2, 2, 99, 0]], np.float32)
    instruction = f"tld4.r.2d.v4.f32.f32 {RESULT}, [p0, {{%r1, %r2}}], %r3"
    found = read(instruction, rows, Texture(data, compare="less")).view(np.float32)
    assert data[1:3, 1:3].tolist() == [[5, 6], [9, 10]]
    assert found.tolist() == [[1, 1, 0, 0], [1, 1, 1, 0], [0, 0, 0, 0]]


def test_a_sampler_compares() -> None:
    """Not the texture, where both are given; halves take the same way."""
    rows = np.array([[0, 0, 0.5, 0], [1, 0, 0.5, 0]], np.float32)
    data = np.array([[0.25, 0.75]], np.float16)
    instruction = f"tex.2d.v4.f32.f32 {RESULT}, [p0, p1, {{%r1, %r2}}], %r3"
    given = (Texture(data, compare="less"), Sampler(compare="greater"))
    found = read(instruction, rows, *given, target=INDEPENDENT)
    assert found.view(np.float32)[:, 0].tolist() == [1, 0]


def test_what_cannot_be_compared() -> None:
    """A sampler that does not say how, and integers; and a comparison that does not exist."""
    rows = np.zeros((2, 4), np.float32)
    instruction = f"tex.2d.v4.f32.f32 {RESULT}, [p0, {{%r1, %r2}}], %r3"
    with pytest.raises(SimulationError, match=r"compare='less_equal'"):
        read(instruction, rows, Texture(np.zeros((2, 2), np.float32)))
    with pytest.raises(SimulationError, match="elements of uint32, which are no fractions"):
        read(instruction, rows, Texture(np.zeros((2, 2), np.uint32), compare="less"))
    with pytest.raises(ValueError, match="compare 'more' is not one of never less equal"):
        Sampler(compare="more")
