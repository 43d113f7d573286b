"""Comparisons, tests and selections of f32 and f64."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from ptxpy.sim.semantics.floats.float_operations import operation
from tests.sim.reference.floats import Binary
from tests.sim.semantics.numbers.float_cases import EDGES, FORMATS, values

OUTCOMES = {
    "eq": "=",
    "ne": "<>",
    "lt": "<",
    "le": "<=",
    "gt": ">",
    "ge": ">=",
    "equ": "=?",
    "neu": "<>?",
    "ltu": "<?",
    "leu": "<=?",
    "gtu": ">?",
    "geu": ">=?",
    "num": "<=>",
    "nan": "?",
}
"""For which relations a comparison holds; ? is that of a NaN to anything."""


@pytest.fixture(autouse=True)
def silent() -> Any:
    """Run as the engine does."""
    with np.errstate(all="ignore"):
        yield


def relation(form: Binary, a: int, b: int) -> str:
    """Return how two numbers are related."""
    keys = []
    for bits in (a, b):
        value = form.decode(bits)
        if value == "nan":
            return "?"
        large = Fraction(2) ** (form.bias + 2)
        keys.append({"+inf": large, "-inf": -large}.get(value) if isinstance(value, str) else value)
    left, right = keys
    assert left is not None
    assert right is not None
    return "=" if left == right else "<" if left < right else ">"


@pytest.mark.parametrize("op", OUTCOMES)
@pytest.mark.parametrize("modifiers", [".f32", ".ftz.f32", ".f64", ".and.f32"])
def test_comparisons(op: str, modifiers: str) -> None:
    """All pairs of edge values."""
    kind = modifiers[-3:]
    form = FORMATS[kind]
    rows = list(itertools.product(EDGES[kind][::2] + EDGES[kind][-1:], repeat=2))
    names = tuple("." + name for name in (op + modifiers).split("."))
    for compute in (operation("setp", names), operation("set", (names[0], ".u32", *names[1:]))):
        assert compute is not None
        a, b = (values(kind, list(column)) for column in zip(*rows, strict=True))
        seen = [tuple(form.flush(x) for x in row) if ".ftz" in modifiers else row for row in rows]
        wanted = [relation(form, *row) in OUTCOMES[op] for row in seen]
        result = compute(a, b)
        assert result.dtype == np.bool_
        assert result.tolist() == wanted
        assert [bool(compute(a[i], b[i])) for i in range(0, len(rows), 37)] == wanted[::37]
        assert compute(a[3], b).tolist()[3] == wanted[3]


@pytest.mark.parametrize("kind", FORMATS)
def test_properties(kind: str) -> None:
    """Zero is normal, and an infinity is a number."""
    form = FORMATS[kind]
    a = values(kind, EDGES[kind])
    sizes = [bits & ~form.sign for bits in EDGES[kind]]
    subnormal = [0 < size < 1 << form.fraction_bits for size in sizes]
    wanted = {
        "finite": [size < form.infinity for size in sizes],
        "infinite": [size == form.infinity for size in sizes],
        "number": [size <= form.infinity for size in sizes],
        "notanumber": [size > form.infinity for size in sizes],
        "subnormal": subnormal,
        "normal": [
            size < form.infinity and not low for size, low in zip(sizes, subnormal, strict=True)
        ],
    }
    for name, results in wanted.items():
        compute = operation("testp", ("." + name, "." + kind))
        assert compute is not None
        assert compute(a).tolist() == results
        assert bool(compute(a[1])) == results[1]


@pytest.mark.parametrize(
    ("c", "plain", "flushed"),
    [
        (0.0, 7, 7),
        (-0.0, 7, 7),
        (1.0, 7, 7),
        (-1.0, 9, 9),
        (-(2.0**-130), 9, 7),
        (2.0**-130, 7, 7),
        (float("-inf"), 9, 9),
        (float("nan"), 9, 9),
    ],
)
def test_selection_by_sign(c: float, plain: int, flushed: int) -> None:
    """Slct takes a where c is zero or more; with .ftz, a negative subnormal c is zero."""
    a, b = np.uint64(7), np.full(3, 9, np.uint64)
    for modifiers, wanted in (((".u64", ".f32"), plain), ((".ftz", ".u64", ".f32"), flushed)):
        compute = operation("slct", modifiers)
        assert compute is not None
        assert compute(a, np.uint64(9), np.float32(c)) == wanted
        assert compute(a, b, np.full(3, c, np.float32)).tolist() == [wanted] * 3
