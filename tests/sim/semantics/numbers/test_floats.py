"""Arithmetic on f32 and f64 agrees with rational arithmetic, bit for bit."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ptxpy.sim.semantics.floats.float_operations import operation
from tests.sim.reference.floats import Binary
from tests.sim.semantics.numbers.float_cases import EDGES, FORMATS, WORD, hard, values

ROUNDINGS = ("rn", "rz", "rm", "rp")
SOURCES = {"add": 2, "sub": 2, "mul": 2, "fma": 3, "div": 2, "rcp": 1, "sqrt": 1}
FLAGS = {
    "add": ("", ".ftz", ".sat", ".ftz.sat"),
    "sub": ("", ".ftz", ".sat", ".ftz.sat"),
    "mul": ("", ".ftz", ".sat", ".ftz.sat"),
    "fma": ("", ".ftz", ".sat", ".ftz.sat"),
    "div": ("", ".ftz"),
    "rcp": ("", ".ftz"),
    "sqrt": ("", ".ftz"),
}
FORMS = [
    (opcode, rounding, flags, kind)
    for opcode, all_flags in FLAGS.items()
    for rounding in ROUNDINGS
    for kind in FORMATS
    for flags in (all_flags if kind == "f32" else ("",))
]


@pytest.fixture(autouse=True)
def silent() -> Any:
    """Run as the engine does."""
    with np.errstate(all="ignore"):
        yield


def function(opcode: str, modifiers: str) -> Callable[..., Any]:
    """Return what does an instruction."""
    found = operation(opcode, tuple("." + name for name in modifiers.split(".") if name))
    assert found is not None
    return found


def expected(form: Binary, opcode: str, sources: list[int], rounding: str, flags: str) -> int:
    """Return the bits that an instruction writes."""
    if ".ftz" in flags:
        sources = [form.flush(bits) for bits in sources]
    result: int = getattr(form, opcode)(*sources, rounding)
    if ".ftz" in flags:
        result = form.flush(result)
    return form.saturate(result) if ".sat" in flags else result


@cache
def triples(kind: str, count: int) -> list[list[int]]:
    """Return edge values combined, and random ones."""
    chance = random.Random(kind)  # noqa: S311 - not a secret
    chosen = [chance.choices(EDGES[kind], k=3) for _ in range(count)]
    return chosen + hard(kind, count // 6, seed=count)


def outcome(kind: str, result: npt.NDArray[Any]) -> list[int]:
    """Return the bits of a result."""
    assert result.dtype == np.dtype(kind.replace("f", "float"))
    bits: list[int] = result.view(WORD[kind]).tolist()
    return bits


def assert_same(kind: str, rows: list[list[int]], got: list[int], wanted: list[int]) -> None:
    """Compare, naming the first few cases that differ."""
    pairs = zip(rows, got, wanted, strict=True)
    wrong = [tuple(map(hex, (*row, g, w))) for row, g, w in pairs if g != w]
    assert not wrong, f"{len(wrong)} wrong, {kind}: sources, got, expected: {wrong[:5]}"


@pytest.mark.parametrize(("opcode", "rounding", "flags", "kind"), FORMS)
def test_arithmetic(opcode: str, rounding: str, flags: str, kind: str) -> None:
    """Edge values and random numbers give what exact arithmetic, rounded once, gives."""
    count = SOURCES[opcode]
    if count == 3:
        rows = triples(kind, 240 if flags else 720)
    else:
        rows = [list(row) for row in itertools.product(EDGES[kind], repeat=count)]
        rows = random.Random(opcode).sample(rows, min(len(rows), 700))  # noqa: S311
        rows += [row[3 - count :] for row in hard(kind, 60, seed=1)]
    compute = function(opcode, f".{rounding}{flags}.{kind}")
    got = compute(*(values(kind, column) for column in map(list, zip(*rows, strict=True))))
    wanted = [expected(FORMATS[kind], opcode, row, rounding, flags) for row in rows]
    assert_same(kind, rows, outcome(kind, got), wanted)


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("opcode", ["add", "fma", "div", "sqrt"])
@pytest.mark.parametrize("rounding", ROUNDINGS)
def test_scalars(opcode: str, kind: str, rounding: str) -> None:
    """Scalars give scalars, and broadcast against arrays, with the same results."""
    count = SOURCES[opcode]
    compute = function(opcode, f".{rounding}.{kind}")
    arrays = [values(kind, EDGES[kind])[::step] for step in (1, -1, 1)[:count]]
    for i in range(0, len(EDGES[kind]), 3):
        lanes = [array[i] for array in arrays]
        alone = compute(*lanes)
        assert isinstance(alone, np.generic)
        mixed = compute(lanes[0], *arrays[1:])
        partly = compute(*arrays[:-1], lanes[-1])
        each = [compute(*(array[i : i + 1] for array in arrays))]
        each += [mixed[i : i + 1]] if count > 1 else []
        each += [partly[i : i + 1]] if count > 1 else []
        for result in each:
            assert result.view(WORD[kind])[0] == alone.view(WORD[kind])


@pytest.mark.parametrize("kind", FORMATS)
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_any_bits(kind: str, data: st.DataObject) -> None:
    """Any bits at all, in any rounding."""
    form = FORMATS[kind]
    pattern = st.integers(0, 2 * form.sign - 1) | st.sampled_from(EDGES[kind])
    rows = data.draw(st.lists(st.tuples(pattern, pattern, pattern), min_size=1, max_size=20))
    rounding = data.draw(st.sampled_from(ROUNDINGS))
    columns = [values(kind, list(column)) for column in zip(*rows, strict=True)]
    for opcode in ("add", "mul", "fma", "div"):
        count = SOURCES[opcode]
        with np.errstate(all="ignore"):
            got = function(opcode, f".{rounding}.{kind}")(*columns[:count])
        kept = [list(row[:count]) for row in rows]
        wanted = [expected(form, opcode, row, rounding, "") for row in kept]
        assert_same(kind, kept, outcome(kind, got), wanted)


def test_double_rounding_is_avoided() -> None:
    """Sums that double precision rounds to halfway between two floats are rounded once."""
    a, b = np.float32(1 + 2**-23), np.float32(0.5 - 2**-24)
    c = np.float32(2**23 + 1)
    assert np.float32(np.float64(a) * np.float64(b) + np.float64(c)) == c + 1
    assert function("fma", ".rn.f32")(a, b, c) == c


@pytest.mark.parametrize("kind", FORMATS)
def test_signs(kind: str) -> None:
    """Negation, absolute value and copied signs touch the sign bit alone, NaNs of f32 aside."""
    form = FORMATS[kind]
    bits = EDGES[kind]
    a, b = values(kind, bits), values(kind, bits[7:] + bits[:7])
    nans = [form.decode(x) == "nan" for x in bits]
    single = kind == "f32"
    negated = [
        form.nan if nan and single else x ^ form.sign for x, nan in zip(bits, nans, strict=True)
    ]
    assert outcome(kind, function("neg", f".{kind}")(a)) == negated
    sizes = [
        (form.nan if single else x) if nan else x & ~form.sign
        for x, nan in zip(bits, nans, strict=True)
    ]
    assert outcome(kind, function("abs", f".{kind}")(a)) == sizes
    copied = [
        (x & form.sign) | (y & ~form.sign) for x, y in zip(bits, bits[7:] + bits[:7], strict=True)
    ]
    assert outcome(kind, function("copysign", f".{kind}")(a, b)) == copied
    for opcode in ("neg", "abs", "copysign"):
        sources = (a[3], b[3]) if opcode == "copysign" else (a[3],)
        assert function(opcode, f".{kind}")(*sources).dtype == a.dtype


def test_signs_flushed() -> None:
    """With .ftz, subnormal numbers are zeros of their signs."""
    bits = [x for x in EDGES["f32"] if FORMATS["f32"].decode(x) != "nan"]
    flushed = [FORMATS["f32"].flush(x) for x in bits]
    sign = FORMATS["f32"].sign
    a = values("f32", bits)
    assert outcome("f32", function("neg", ".ftz.f32")(a)) == [x ^ sign for x in flushed]
    assert outcome("f32", function("abs", ".ftz.f32")(a)) == [x & ~sign for x in flushed]


@pytest.mark.parametrize("opcode", ["add", "sub", "mul", "fma"])
@pytest.mark.parametrize("modifiers", [".rn", ".rz.ftz", ".rp"])
def test_pairs(opcode: str, modifiers: str) -> None:
    """An .f32x2 instruction does the .f32 one to both halves of each register."""
    count = SOURCES[opcode]
    rows = triples("f32", 300)
    columns = [values("f32", list(column)) for column in zip(*rows, strict=True)][:count]
    columns = [column[: len(column) // 2 * 2] for column in columns]
    pairs = [column.view(np.uint64) for column in columns]
    plain = function(opcode, f"{modifiers}.f32")(*columns).view(np.uint64)
    packed = function(opcode, f"{modifiers}.f32x2")
    assert packed(*pairs).tolist() == plain.tolist()
    assert packed(*(pair[5] for pair in pairs)) == plain[5]
    assert packed(pairs[0][5], *pairs[1:])[5] == plain[5]


@pytest.mark.parametrize("kind", ["f16", "bf16"])
@pytest.mark.parametrize("opcode", ["add", "sub", "fma"])
@pytest.mark.parametrize("modifiers", [".rn", ".rz", ".rm.sat"])
def test_mixed_precision(opcode: str, kind: str, modifiers: str) -> None:
    """Halves are widened without error: the result is that of the .f32 instruction."""
    half = np.arange(0, 1 << 16, 7, dtype=np.uint16)
    wide = half.view(np.float16).astype("f4")
    if kind == "bf16":
        wide = (half.astype("u4") << 16).view("f4")
    other = np.random.default_rng(0).integers(0, 1 << 32, half.size, "u4").view("f4")
    halves = (half, half[::-1])[: SOURCES[opcode] - 1]
    floats = (wide, wide[::-1])[: SOURCES[opcode] - 1]
    got = function(opcode, f"{modifiers}.f32.{kind}")(*halves, other)
    wanted = function(opcode, f"{modifiers}.f32")(*floats, other)
    assert got.view("u4").tolist() == wanted.view("u4").tolist()
    assert function(opcode, f"{modifiers}.f32.{kind}")(*(x[9] for x in halves), other[9]).ndim == 0
