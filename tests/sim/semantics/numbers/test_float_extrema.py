"""min and max of f32 and f64 agree with the manual's pseudocode."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from ptxpy.sim.semantics.floats.float_operations import operation
from tests.sim.reference.floats import Binary
from tests.sim.semantics.numbers.float_cases import EDGES, FORMATS, WORD, values

FORMS = ["f32", "ftz.f32", "NaN.f32", "ftz.NaN.f32", "xorsign.abs.f32", "NaN.xorsign.abs.f32"]
FORMS += ["ftz.NaN.xorsign.abs.f32", "f64"]
FORMS_OF_THREE = ["f32", "ftz.f32", "NaN.f32", "abs.f32", "ftz.NaN.abs.f32"]


@pytest.fixture(autouse=True)
def silent() -> Any:
    """Run as the engine does."""
    with np.errstate(all="ignore"):
        yield


def expected(form: Binary, opcode: str, flags: list[str], sources: tuple[int, ...]) -> int:
    """Return the bits that the pseudocode of PTX ISA 9.7.3.11 and 9.7.3.12 gives."""
    given = [form.flush(x) if "ftz" in flags else x for x in sources]
    compared = [x & ~form.sign if "abs" in flags else x for x in given]
    best = compared[0]
    for x in compared[1:]:
        nans = [form.decode(y) == "nan" for y in (best, x)]
        if all(nans) or ("NaN" in flags and any(nans)):
            best = form.invalid(best, x)
        elif any(nans):
            best = x if nans[0] else best
        else:
            best = (min if opcode == "min" else max)(best, x, key=form.order)
    if form.decode(best) == "nan":
        return form.invalid(*sources)
    if "xorsign" in flags:
        best |= (sources[0] ^ sources[1]) & form.sign
    return best


@pytest.mark.parametrize("opcode", ["min", "max"])
@pytest.mark.parametrize(
    ("modifiers", "count"), [(m, 2) for m in FORMS] + [(m, 3) for m in FORMS_OF_THREE]
)
def test_extrema(opcode: str, modifiers: str, count: int) -> None:
    """All combinations of edge values, as vectors; some as scalars."""
    flags = modifiers.split(".")
    kind = flags[-1]
    edges = EDGES[kind] if count == 2 else EDGES[kind][::5]
    rows = list(itertools.product(edges, repeat=count))
    compute = operation(opcode, tuple("." + flag for flag in flags))
    assert compute is not None
    columns = [values(kind, list(column)) for column in zip(*rows, strict=True)]
    result = compute(*columns).view(WORD[kind]).tolist()
    wanted = [expected(FORMATS[kind], opcode, flags, row) for row in rows]
    wrong = [(*row, g, w) for row, g, w in zip(rows, result, wanted, strict=True) if g != w]
    assert not wrong, [tuple(map(hex, case)) for case in wrong[:5]]
    for i in range(0, len(rows), 41):
        alone = compute(*(column[i] for column in columns))
        assert alone.view(WORD[kind]) == result[i]
        mixed = compute(columns[0][i], *(column[i : i + 2] for column in columns[1:]))
        assert mixed.view(WORD[kind])[0] == result[i]


@pytest.mark.parametrize("opcode", ["min", "max"])
def test_plain_values(opcode: str) -> None:
    """Neither zeros nor NaNs: the fast path."""
    a, b = np.array([1, -2, 3], np.float32), np.array([2, -3, 3], np.float32)
    compute = operation(opcode, (".f32",))
    assert compute is not None
    assert compute(a, b).tolist() == ([1, -3, 3] if opcode == "min" else [2, -2, 3])
