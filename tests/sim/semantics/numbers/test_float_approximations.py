"""Approximations keep within the manual's bounds, and give what its tables list."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from typing import Any

import mpmath  # type: ignore[import-untyped]
import numpy as np
import pytest

from ptxpy.sim.semantics.floats.float_operations import operation
from tests.sim.semantics.numbers.float_cases import EDGES, values

mpmath.mp.prec = 300

NORMAL = 2.0**-126

INF = math.inf
NAN = math.nan

TABLES: dict[str, list[tuple[float, float]]] = {
    "rcp.approx.f32": [(-INF, -0.0), (-0.0, -INF), (0.0, INF), (INF, 0.0), (NAN, NAN)],
    "sqrt.approx.f32": [(-INF, NAN), (-1.0, NAN), (-0.0, -0.0), (0.0, 0.0), (INF, INF), (NAN, NAN)],
    "rsqrt.approx.f32": [(-INF, NAN), (-1, NAN), (-0.0, -INF), (0.0, INF), (INF, 0.0), (NAN, NAN)],
    "rsqrt.approx.f64": [(-INF, NAN), (-1, NAN), (-0.0, -INF), (0.0, INF), (INF, 0.0), (NAN, NAN)],
    "sin.approx.f32": [(-INF, NAN), (-0.0, -0.0), (0.0, 0.0), (INF, NAN), (NAN, NAN)],
    "cos.approx.f32": [(-INF, NAN), (-0.0, 1.0), (0.0, 1.0), (INF, NAN), (NAN, NAN)],
    "lg2.approx.f32": [(-INF, NAN), (-1, NAN), (-0.0, -INF), (0.0, -INF), (INF, INF), (NAN, NAN)],
    "ex2.approx.f32": [(-INF, 0.0), (-0.0, 1.0), (0.0, 1.0), (INF, INF), (NAN, NAN)],
    "tanh.approx.f32": [(-INF, -1.0), (-0.0, -0.0), (0.0, 0.0), (INF, 1.0), (NAN, NAN)],
    "rcp.approx.ftz.f64": [
        *((-INF, -0.0), (-(2.0**-1030), -INF), (-0.0, -INF), (0.0, INF), (2.0**-1030, INF)),
        *((INF, 0.0), (NAN, NAN), (2.0**1023, 0.0), (-(2.0**1023), -0.0)),
    ],
    "rsqrt.approx.ftz.f64": [
        *((-INF, NAN), (-(2.0**-1030), -INF), (-0.0, -INF), (0.0, INF), (2.0**-1030, INF)),
        *((INF, 0.0), (NAN, NAN), (-1.0, NAN)),
    ],
    "sin.approx.ftz.f32": [(2.0**-130, 0.0), (-(2.0**-130), -0.0)],
    "rcp.approx.ftz.f32": [(2.0**-130, INF), (-(2.0**-130), -INF), (-(2.0**127), -0.0)],
    "sqrt.approx.ftz.f32": [(2.0**-130, 0.0), (-(2.0**-130), -0.0)],
    "rsqrt.approx.ftz.f32": [(2.0**-130, INF), (-(2.0**-130), -INF)],
    "lg2.approx.ftz.f32": [(2.0**-130, -INF), (-(2.0**-130), -INF)],
    "ex2.approx.ftz.f32": [(-130.0, 0.0), (128.0, INF), (-126.0, NORMAL)],
    "ex2.f32": [(-130.0, 0.0)],
    "rcp.f32": [(2.0**-130, INF)],
}
"""Source and result (PTX ISA 9.7.3.13 to 9.7.3.22)."""


@pytest.fixture(autouse=True)
def silent() -> Any:
    """Run as the engine does."""
    with np.errstate(all="ignore"):
        yield


def function(instruction: str) -> Callable[..., Any]:
    """Return what does an instruction."""
    opcode, *modifiers = instruction.split(".")
    found = operation(opcode, tuple("." + name for name in modifiers))
    assert found is not None
    return found


def bits(value: Any) -> int:
    """Return the bits of a value."""
    return int(value.view(np.uint64 if value.dtype == np.float64 else np.uint32))


@pytest.mark.parametrize("instruction", TABLES)
def test_tables(instruction: str) -> None:
    """Zeros, infinities and NaNs, as vectors and scalars."""
    compute = function(instruction)
    real = np.float64 if instruction.endswith("f64") else np.float32
    nan = 0x7FFFFFFF
    if real is np.float64:
        nan = 0x7FFFFFFF00000000 if ".ftz" in instruction else 0
    sources = np.array([source for source, _ in TABLES[instruction]], real)
    results = compute(sources)
    assert results.dtype == real
    for source, result, (_, wanted) in zip(sources, results, TABLES[instruction], strict=True):
        alone = compute(source)
        assert bits(alone) == bits(result)
        if math.isnan(wanted):
            assert math.isnan(result)
            assert not nan or bits(result) == nan
        else:
            assert bits(result) == bits(real(wanted)), (source, result, wanted)


def ulp(value: Any) -> Any:
    """Return the unit in the last place of an f32 result, subnormal ones included."""
    exponent = max(math.floor(mpmath.log(abs(value), 2)), -126) if value else -126
    return mpmath.mpf(2) ** (exponent - 23)


def relative(value: Any, power: float) -> Any:
    """Return a bound on a relative error, or that of rounding to a subnormal number."""
    return max(abs(value) * mpmath.mpf(2) ** power, mpmath.mpf(2) ** -149)


def absolute_within(limit: float, power: float) -> Callable[[Any, float], Any]:
    """Return a bound on absolute errors near zero."""
    return lambda _, a: mpmath.mpf(2) ** (power if abs(a) <= limit else -14.7)


BOUNDS: dict[str, tuple[Callable[[Any], Any], Callable[[Any, float], Any], float, float]] = {
    "rcp.approx.f32": (lambda a: 1 / a, lambda y, _: ulp(y), -127, 127),
    "sqrt.approx.f32": (mpmath.sqrt, lambda y, _: relative(y, -23), -149, 128),
    "rsqrt.approx.f32": (lambda a: 1 / mpmath.sqrt(a), lambda y, _: relative(y, -22.9), -149, 128),
    "sin.approx.f32": (mpmath.sin, absolute_within(2 * math.pi, -20.5), -149, 8),
    "cos.approx.f32": (mpmath.cos, absolute_within(2 * math.pi, -20.5), -149, 8),
    "lg2.approx.f32": (
        lambda a: mpmath.log(a, 2),
        lambda y, a: mpmath.mpf(2) ** -22 if 0.5 < a < 2 else relative(y, -22),
        -149,
        128,
    ),
    "ex2.approx.f32": (lambda a: mpmath.mpf(2) ** a, lambda y, _: 2 * ulp(y), -30, 6.9),
    "tanh.approx.f32": (mpmath.tanh, lambda y, _: relative(y, -11), -149, 128),
    "rsqrt.approx.f64": (lambda a: 1 / mpmath.sqrt(a), lambda y, _: y * 2.0**-51, -1000, 1000),
    "rcp.approx.ftz.f64": (lambda a: 1 / a, lambda y, _: abs(y) * 2.0**-19.4, -1000, 1000),
    "rsqrt.approx.ftz.f64": (
        lambda a: 1 / mpmath.sqrt(a),
        lambda y, _: y * 2.0**-19.4,
        -1000,
        1000,
    ),
}
"""Exact function, bound on the error by result and source, and log2 of the range of sources."""


def samples(instruction: str, low: float, high: float) -> Iterator[float]:
    """Return numbers of all sizes, in both signs if there is a result for negative ones."""
    chance = random.Random(instruction)  # noqa: S311 - not a secret
    signs = (1.0,) if instruction.startswith(("sqrt", "rsqrt", "lg2")) else (1.0, -1.0)
    for i in range(400):
        power = chance.uniform(low, high)
        if i % 2:
            power = chance.uniform(max(low, -3), min(high, 3))
        yield chance.choice(signs) * 2**power


@pytest.mark.parametrize("instruction", BOUNDS)
def test_bounds(instruction: str) -> None:
    """The error is no more than the manual grants, where the result is finite."""
    true, bound, low, high = BOUNDS[instruction]
    real = np.float64 if instruction.endswith("f64") else np.float32
    sources = np.array(list(samples(instruction, low, high)), real)
    results = function(instruction)(sources)
    finite = 0
    for source, result in zip(sources.tolist(), results.tolist(), strict=True):
        if not source or math.isinf(source) or math.isinf(result):
            continue
        exact = true(mpmath.mpf(source))
        assert abs(mpmath.mpf(result) - exact) <= bound(exact, source), (source, result)
        finite += 1
    assert finite > 300


def test_upper_bits() -> None:
    """The .ftz.f64 approximations neither read nor write the lower 32 bits."""
    a = np.abs(values("f64", EDGES["f64"]))
    upper = (a.view(np.uint64) & np.uint64(0xFFFFFFFF00000000)).view(np.float64)
    for instruction in ("rcp.approx.ftz.f64", "rsqrt.approx.ftz.f64"):
        got = function(instruction)(a).view(np.uint64)
        assert got.tolist() == function(instruction)(upper).view(np.uint64).tolist()
        assert not (got & np.uint64(0xFFFFFFFF)).any()
    # The upper word of this NaN is that of an infinity.
    assert function("rcp.approx.ftz.f64")(np.uint64(0x7FF0000000000001).view(np.float64)) == 0


@pytest.mark.parametrize("instruction", ["div.full.f32", "div.approx.f32"])
def test_division(instruction: str) -> None:
    """Quotients are within two units in the last place."""
    chance = np.random.default_rng(3)
    a, b = (np.ldexp(chance.uniform(1, 2, 300), chance.integers(-60, 60, 300)) for _ in range(2))
    a, b = a.astype("f4"), -b.astype("f4")
    for x, y, q in zip(a.tolist(), b.tolist(), function(instruction)(a, b).tolist(), strict=True):
        exact = mpmath.mpf(x) / mpmath.mpf(y)
        assert abs(q - exact) <= 2 * ulp(exact)


@pytest.mark.parametrize(
    ("a", "b", "wanted"),
    [
        (1.0, 2.0**127, 0.0),
        (-1.0, 2.0**127, -0.0),
        (2.0**127, -(2.0**127), -0.0),
        (INF, 2.0**127, NAN),
        (-INF, 1.5 * 2.0**126, NAN),
        (INF, 2.0**126, INF),
        (2.0**126, 2.0**126, 1.0),
        (1.0, INF, 0.0),
        (INF, INF, NAN),
        (0.0, 0.0, NAN),
        (1.0, -0.0, -INF),
        (NAN, 1.0, NAN),
    ],
)
def test_large_divisors(a: float, b: float, wanted: float) -> None:
    """div.approx gives zero for divisors above 2^126, and NaN if the dividend is infinite."""
    result = function("div.approx.f32")(np.float32(a), np.float32(b))
    expected = np.uint32(0x7FFFFFFF) if math.isnan(wanted) else np.float32(wanted)
    assert bits(result) == int(expected.view(np.uint32))


def test_division_of_early_versions() -> None:
    """Before PTX 1.4, div.f32 is div.approx.ftz.f32 and div.f64 rounds to nearest."""
    tiny = np.float32(2.0**-130)
    assert function("div.f32")(tiny, np.float32(1)) == 0
    assert function("div.full.f32")(tiny, np.float32(1)) == tiny
    assert function("div.full.ftz.f32")(np.float32(1), -tiny) == -INF
    assert function("div.f64")(np.float64(1), np.float64(3)) == 1 / 3
