"""Bit patterns of f32 and f64 values that arithmetic gets wrong first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tests.sim.reference import floats as reference

__all__ = ["EDGES", "FORMATS", "REAL", "WORD", "hard", "values"]

FORMATS: Final = {"f32": reference.F32, "f64": reference.F64}
WORD: Final = {"f32": np.uint32, "f64": np.uint64}
REAL: Final = {"f32": np.float32, "f64": np.float64}


def _edges(form: reference.Binary) -> list[int]:
    """Return zeros, subnormal numbers, neighbours of powers of two, infinities and NaNs."""
    last = form.fraction_bits
    smallest = 1 << last
    sizes = [0, 1, 2, 3, smallest // 2, smallest - 1, smallest, smallest + 1]
    sizes += [form.infinity - 1, form.infinity - 2, form.infinity, form.infinity + 1, form.nan]
    for power in (0, 1, -1, last, last + 1, -last, -last - 1, 60, -60, form.bias // 2):
        bits = form.one + (power << last)
        sizes += [bits - 1, bits, bits + 1, bits | 1 << (last - 1)]
    sizes = [size & ~form.sign for size in sizes]
    return sizes + [size | form.sign for size in sizes]


EDGES: Final = {name: _edges(form) for name, form in FORMATS.items()}


def hard(name: str, count: int, seed: int) -> list[list[int]]:
    """Return random triples: near each other, with few digits, and products near halfway cases."""
    random = np.random.default_rng(seed)
    form, real, word = FORMATS[name], REAL[name], WORD[name]
    digits = form.fraction_bits + 1

    def bits(value: npt.NDArray[Any]) -> list[int]:
        kept: list[int] = value.astype(real).view(word).tolist()
        return kept

    def scale(low: int, high: int) -> npt.NDArray[Any]:
        return np.ldexp(1.0, random.integers(low, high, count))

    triples: list[Sequence[int]] = []
    wild = random.integers(0, 1 << (1 + form.exponent_bits + form.fraction_bits), (count, 3), "u8")
    triples += wild.tolist()
    # Around a number c whose last digit is 1, the product a * b is half a unit and a little.
    little = np.ldexp(random.integers(-3, 4, count).astype("f8"), 1 - digits)
    odd = np.ldexp(1.0, digits - 1) + 2.0 * random.integers(0, 1 << (digits - 2), count) + 1.0
    signs = random.choice([-1.0, 1.0], count)
    for unit in (scale(-40, 40), np.ldexp(1.0, np.full(count, 3 - form.bias - digits))):
        halves = (0.5 * (1 + little) * signs, (1 - little + np.roll(little, 1)), odd * unit)
        triples += zip(bits(halves[0]), bits(halves[1] * unit), bits(halves[2]), strict=True)
    # The product cancels most of c, or exactly all of it.
    a, b = random.standard_normal(count) * scale(-4, 4), random.standard_normal(count)
    rounded = a.astype(real).astype("f8") * b.astype(real).astype("f8")
    triples += zip(bits(a), bits(b), bits(-rounded), strict=True)
    small = [random.integers(-9, 9, count).astype("f8") for _ in range(3)]
    triples += zip(*(bits(values) for values in small), strict=True)
    # Results in the subnormal range.
    tiny = np.ldexp(1.0, np.full(count, -(form.bias // 2) - digits // 2))
    parts = (random.standard_normal(count) * tiny, random.standard_normal(count) * tiny)
    units = random.integers(-8, 9, count) * np.float64(2.0) ** max(-1074, 2 - form.bias - digits)
    triples += zip(bits(parts[0]), bits(parts[1]), bits(units), strict=True)
    return [list(triple) for triple in triples]


def values(name: str, bits: list[int]) -> npt.NDArray[Any]:
    """Return an array of floats of the given bits."""
    return np.array(bits, WORD[name]).view(REAL[name])
