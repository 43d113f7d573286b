"""Tests of `.f16` and `.bf16` arithmetic: every form of the instruction table."""

from __future__ import annotations

import random
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ptxpy.sim.semantics.floats.half import half_comparison, half_operation
from tests.sim.reference.formats import FORMATS, is_nan
from tests.sim.reference.halves import compare, operate
from tests.sim.semantics.numbers.forms import modifiers_of

HALVES = {".f16", ".bf16", ".f16x2", ".bf16x2"}
OPERANDS = {
    "add": 2, "sub": 2, "mul": 2, "fma": 3, "neg": 1, "abs": 1, "min": 2, "max": 2, "tanh": 1,
    "ex2": 1,
}  # fmt: skip
FORMS = [
    (opcode, form)
    for opcode in OPERANDS
    for form in modifiers_of(opcode)
    if form[-1] in HALVES and ".f32" not in form
]
COMPARISONS = ["eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu"]
COMPARISONS += ["num", "nan"]
CASES = [
    line.split("#")[0].split()
    for line in (Path(__file__).parent / "half.txt").read_text("utf-8").splitlines()
    if line.split("#")[0].strip()
]


def edges(name: str) -> list[int]:
    """Return codes of a format at which something changes."""
    layout = FORMATS[name]
    assert layout.infinity is not None
    one = layout.bias << layout.fraction
    codes = [0, 1, 2, 2**layout.fraction - 1, 2**layout.fraction, one - 1, one, one + 1]
    codes += [one + 2**layout.fraction, one >> 1, layout.maximum, layout.infinity]
    codes += [layout.infinity + 1, 0x7FF7, 0x7FFF]
    return codes + [code | 0x8000 for code in codes]


@cache
def operands_of(kind: str, count: int) -> list[list[int]]:
    """Return values of a type for so many operands: edges with edges, and random bits."""
    name = kind.removeprefix(".").removesuffix("x2")
    draw = random.Random(kind)  # noqa: S311 - the same operands each time
    codes = edges(name)
    rows = list(product(codes, repeat=count))
    if len(rows) > 400:
        rows = draw.sample(rows, 400)
    rows += [tuple(draw.getrandbits(16) for _ in range(count)) for _ in range(100)]
    middle = FORMATS[name].bias << FORMATS[name].fraction
    for _ in range(150):  # numbers of about the same size, so that sums round and cancel
        near = [middle + draw.randrange(-6 << FORMATS[name].fraction, 6 << 7) for _ in range(count)]
        rows.append(tuple((code | draw.getrandbits(1) << 15) & 0xFFFF for code in near))
    columns = [list(column) for column in zip(*rows, strict=True)]
    if kind.endswith("x2"):
        other = draw.sample(range(len(rows)), len(rows))
        columns = [
            [x << 16 | column[i] for x, i in zip(column, other, strict=True)] for column in columns
        ]
    return columns


def check(opcode: str, form: tuple[str, ...], columns: list[list[int]]) -> None:
    """Compare what a form computes with exact numbers."""
    function = half_operation(opcode, form)
    assert function is not None
    dtype = np.uint32 if form[-1].endswith("x2") else np.uint16
    with np.errstate(all="ignore"):
        got = function(*(np.array(column, dtype) for column in columns))
    assert got.dtype == dtype
    for result, *codes in zip(got.tolist(), *columns, strict=True):
        want = operate(opcode, form, tuple(codes))
        assert result == want, (opcode, form, [hex(x) for x in codes], hex(result), hex(want))


@pytest.mark.parametrize(
    ("opcode", "form"), FORMS, ids=lambda x: x if isinstance(x, str) else "".join(x)
)
def test_every_form(opcode: str, form: tuple[str, ...]) -> None:
    """Every form gives the bits that exact arithmetic gives."""
    columns = operands_of(form[-1], OPERANDS[opcode])
    if form[-1].endswith("x2") or opcode in {"tanh", "ex2"}:
        columns = [column[::7] for column in columns]
    check(opcode, form, columns)


@given(st.sampled_from(FORMS), st.lists(st.integers(0, 2**32 - 1), min_size=12, max_size=12))
@settings(max_examples=300, deadline=None)
def test_any_bits(case: tuple[str, tuple[str, ...]], drawn: list[int]) -> None:
    """So it does for any bits."""
    opcode, form = case
    mask = 2**32 - 1 if form[-1].endswith("x2") else 0xFFFF
    count = OPERANDS[opcode]
    check(opcode, form, [[x & mask for x in drawn[i::count]] for i in range(count)])


@pytest.mark.parametrize(
    ("opcode", "form"), FORMS, ids=lambda x: x if isinstance(x, str) else "".join(x)
)
def test_scalars(opcode: str, form: tuple[str, ...]) -> None:
    """Scalars give scalars of the same bits, and mix with arrays; no operand is changed."""
    function = half_operation(opcode, form)
    assert function is not None
    dtype = np.uint32 if form[-1].endswith("x2") else np.uint16
    columns = operands_of(form[-1], OPERANDS[opcode])
    operands = [np.array(column[:50], dtype) for column in columns]
    before = [operand.tobytes() for operand in operands]
    with np.errstate(all="ignore"):
        together = function(*operands)
        mixed = function(operands[0], *(operand[3] for operand in operands[1:]))
        turned = function(*(operand[3] for operand in operands[:-1]), operands[-1])
        one = function(*(operand[3] for operand in operands))
    assert isinstance(one, np.generic)
    assert one.dtype == together.dtype == mixed.dtype == turned.dtype
    assert one == together[3] == mixed[3] == turned[3]
    assert together.shape == mixed.shape == turned.shape == operands[0].shape
    assert before == [operand.tobytes() for operand in operands]


@pytest.mark.parametrize("ftz", [False, True])
@pytest.mark.parametrize("name", ["f16", "bf16"])
@pytest.mark.parametrize("operator", COMPARISONS)
def test_comparison(operator: str, name: str, ftz: bool) -> None:
    """Comparisons are those of the numbers, of a pair both its halves'."""
    one = half_comparison(operator, name, ftz=ftz)
    two = half_comparison(operator, f"{name}x2", ftz=ftz)
    assert one is not None
    assert two is not None
    a, b = (
        np.array(column, np.uint16) for column in zip(*product(edges(name), repeat=2), strict=True)
    )
    want = [compare(operator, name, int(x), int(y), ftz=ftz) for x, y in zip(a, b, strict=True)]
    with np.errstate(all="ignore"):
        got = one(a, b)
        pair = a.astype(np.uint32) | b.astype(np.uint32) << 16, b.astype(np.uint32) | 0x3C000000
        low, high = two(*pair)
        scalars = one(a[7], b[7]), two(pair[0][7], pair[1][7])
    assert got.dtype == np.bool_
    assert got.tolist() == low.tolist() == want
    assert high.tolist() == [compare(operator, name, int(x), 0x3C00, ftz=ftz) for x in b]
    assert scalars == (got[7], (low[7], high[7]))


@pytest.mark.parametrize("name", ["f16", "bf16"])
@pytest.mark.parametrize(
    ("opcode", "f16_bound", "bf16_bound"), [("ex2", 2**-9.9, 2**-7), ("tanh", 2**-10.987, 2**-8)]
)
def test_error_bounds(opcode: str, f16_bound: float, bf16_bound: float, name: str) -> None:
    """The manual's bounds hold for all operands: relative for `ex2`, absolute for `tanh`."""
    form = (".approx", *((".ftz",) if (opcode, name) == ("ex2", "bf16") else ()), f".{name}")
    function = half_operation(opcode, form)
    assert function is not None
    codes = np.array([code for code in range(2**16) if not is_nan(name, code)], np.uint16)
    with np.errstate(all="ignore"):
        x, y = (_values(name, code) for code in (codes, function(codes)))
        normal = np.abs(x) < (14 if name == "f16" else 126)
        exact = np.exp2(x[normal]) if opcode == "ex2" else np.tanh(x[normal])
        error = np.abs(y[normal] - exact)
        if opcode == "ex2":
            error /= exact
    assert error.max() <= (f16_bound if name == "f16" else bf16_bound)


def _values(name: str, codes: Any) -> Any:
    """Return codes as `.f64`."""
    if name == "f16":
        return codes.view(np.float16).astype(np.float64)
    return (codes.astype(np.uint32) << 16).view(np.float32).astype(np.float64)


@pytest.mark.parametrize("case", CASES, ids=lambda case: " ".join(case[:-2]))
def test_case(case: list[str]) -> None:
    """The cases written down give the results written down."""
    spelling, *operands, _, result = case
    opcode, *names = spelling.split(".")
    function = half_operation(opcode, tuple(f".{name}" for name in names))
    assert function is not None
    dtype = np.uint32 if names[-1].endswith("x2") else np.uint16
    with np.errstate(all="ignore"):
        got = function(*(dtype(int(x, 16)) for x in operands))
    assert f"{int(got):0{len(result)}x}" == result


@pytest.mark.parametrize(
    ("opcode", "form"),
    [("add", ()), ("add", (".f32",)), ("add", (".rz", ".f16")), ("fma", (".rz", ".f16")),
     ("div", (".f16",)), ("sub", (".relu", ".f16"))],
)  # fmt: skip
def test_no_such_operation(opcode: str, form: tuple[str, ...]) -> None:
    """What is no operation on halves has no function."""
    assert half_operation(opcode, form) is None
    assert half_comparison("lo", "f16", ftz=False) is None
    assert half_comparison("eq", "f32", ftz=False) is None
