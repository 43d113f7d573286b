"""Tests of `cvt` and `cvt.pack`: every form of the instruction table against exact numbers."""

from __future__ import annotations

import random
from collections import defaultdict
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ptxpy.sim.numpy_types import kind_of
from ptxpy.sim.semantics.conversions.conversions import conversion, packing
from tests.sim.reference.conversions import convert, pack, split
from tests.sim.reference.formats import FORMATS, Value, encode, is_nan, neighbours
from tests.sim.semantics.numbers.forms import modifiers_of

FORMS = [form for form in modifiers_of("cvt") if ".pack" not in form]
PACKING = [form for form in modifiers_of("cvt") if ".pack" in form]
BY_TARGET: dict[str, list[tuple[str, ...]]] = defaultdict(list)
for _form in FORMS:
    BY_TARGET[_form[-2].removeprefix(".")].append(_form)

CASES = [
    line.split("#")[0].split()
    for line in (Path(__file__).parent / "conversions.txt").read_text("utf-8").splitlines()
    if line.split("#")[0].strip()
]
SPECIAL_F32 = [
    0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007FFFFF, 0x00800000, 0x807FFFFF,
    0x00400000, 0x00400001, 0x7F7FFFFF, 0xFF7FFFFF, 0x7F800000, 0xFF800000, 0x7FC00000,
    0xFFC00001, 0x7F800001, 0xFFFFFFFF, 0x7FFFFFFF, 0x3F800000, 0x3F800001, 0xBF800000,
]  # fmt: skip
"""Zeros, subnormal, smallest and largest numbers, infinities, NaN and those around 1."""

LIMITS = [0, 1, 2, 127, 128, 255, 2**15 - 1, 2**15, 2**16 - 1, 2**24 + 1, 2**31 - 1, 2**31]
LIMITS += [2**32 - 1, 2**53 - 1, 2**53 + 1, 2**63 - 2**10 - 1, 2**63 - 1, 2**63, 2**64 - 1]


def dtype_of(name: str) -> np.dtype[Any]:
    """Return the NumPy type of the values of a PTX type."""
    return np.dtype("u2" if name == "s2f6x2" else kind_of(name))


def array(name: str, codes: list[int]) -> Any:
    """Return the values of a type that have these bits."""
    dtype = dtype_of(name)
    return np.array(codes, f"u{dtype.itemsize}").view(dtype)


def bits(values: Any) -> list[int]:
    """Return the bits of an array."""
    return [int(x) for x in values.view(f"u{values.dtype.itemsize}")]


def float_codes(name: str, target: str) -> list[int]:
    """Return codes of `.f32` or `.f64` at and around what a conversion distinguishes."""
    numbers = [Fraction(limit) + quarter for limit in LIMITS for quarter in (0, Fraction(1, 2))]
    numbers += [Fraction(n, 4) for n in range(20)] + [Fraction(n, 128) for n in range(250, 258)]
    if target in FORMATS and FORMATS[target].bits <= 19:
        layout = FORMATS[target]
        sample = range(0, layout.maximum, max(1, layout.maximum // 20))
        for code in {*sample, 0, 1, 2**layout.fraction - 1, 2**layout.fraction, layout.maximum - 1}:
            numbers += neighbours(target, code)
    codes = [
        encode(name, Value(negative, number)) for number in numbers for negative in (False, True)
    ]
    if name == "f32":
        return codes + SPECIAL_F32
    wide = [2.0**-200, 2.0**200, float("inf"), float("nan"), 1 + 2**-40, 1 - 2**-50, 2.0**-150]
    wide += [float(np.uint32(code).view(np.float32)) for code in SPECIAL_F32]
    return codes + bits(np.array(wide)) + bits(-np.array(wide))


@cache
def codes_of(name: str, target: str) -> list[int]:
    """Return operands of a type for a conversion to another."""
    element, count = split(name)
    size = dtype_of(name).itemsize * 8
    draw = random.Random(f"{name} {target}")  # noqa: S311 - the same operands each time
    codes = [draw.getrandbits(size) for _ in range(30)]
    if element in {"f32", "f64"}:
        return codes + float_codes(element, split(target)[0])
    if name[1:].isdigit() and name[0] in "us":
        ends = [sign * limit + near for limit in LIMITS for sign in (1, -1) for near in (-1, 0, 1)]
        return codes + [end % 2**size for end in ends]
    if element in {"f16", "bf16"}:
        layout = FORMATS[element]
        edges = [0, 1, 2**layout.fraction - 1, 2**layout.fraction, layout.maximum]
        edges += [layout.maximum + 1, layout.maximum + 2, 0x7FFF]
        edges += [
            encode(element, Value(negative=False, magnitude=Fraction(x)))
            for x in (*range(9), 255, 448, 60000)
        ]
        edges += [edge | 0x8000 for edge in edges]
        draw.shuffle(edges)
        return codes + [x * (0x10001 if count == 2 else 1) for x in edges]
    return codes + [code | draw.getrandbits(size) & ~0xFF for code in range(min(256, 2**size))]


def operands_of(form: tuple[str, ...]) -> list[tuple[str, list[int]]]:
    """Return the types of the operands of a form and values of each, equally many."""
    source, target = form[-1].removeprefix("."), form[-2].removeprefix(".")
    count = split(target)[1] if split(source)[1] == 1 else 1
    pool = codes_of(source, target)
    operands = [(source, pool[shift * 7 :] + pool[: shift * 7]) for shift in range(count)]
    draw = random.Random(str(form))  # noqa: S311 - the same operands each time
    if ".rs" in form:
        operands.append(("b32", [draw.getrandbits(32) for _ in pool]))
    if ".scaled::n2::ue8m0" in form:
        scales = [draw.choice((127, 126, 130, 0, 254, 255, draw.getrandbits(8))) for _ in pool]
        operands.append(("b16", [scale * 256 + 255 - scale for scale in scales]))
    return operands


def comparable(form: tuple[str, ...], code: int) -> int:
    """Return the bits of a result, with one NaN for all where PTX leaves open which it is."""
    target = form[-2].removeprefix(".")
    free = target in {"f32", "f64"} or form[-1] == form[-2]
    return -1 if free and target in FORMATS and is_nan(target, code) else code


def check(form: tuple[str, ...], operands: list[tuple[str, list[int]]]) -> None:
    """Compare what a form computes with exact numbers."""
    function = conversion(form)
    assert function is not None
    with np.errstate(all="ignore"):
        got = function(*(array(name, codes) for name, codes in operands))
    assert got.dtype == dtype_of(form[-2].removeprefix("."))
    for result, *sources in zip(bits(got), *(codes for _, codes in operands), strict=True):
        want = convert(form, tuple(sources))
        assert comparable(form, result) == comparable(form, want), (
            form,
            [hex(x) for x in sources],
            hex(result),
            hex(want),
        )


@pytest.mark.parametrize("target", BY_TARGET)
def test_every_form(target: str) -> None:
    """Every form of `cvt` gives the bits that exact arithmetic gives."""
    for form in BY_TARGET[target]:
        check(form, operands_of(form))


@given(st.sampled_from(FORMS), st.lists(st.integers(0, 2**64 - 1), min_size=20, max_size=20))
@settings(max_examples=300, deadline=None)
def test_any_bits(form: tuple[str, ...], drawn: list[int]) -> None:
    """So it does for any bits."""
    types = [name for name, _ in operands_of(form)]
    size = len(drawn) // len(types)
    check(
        form,
        [
            (name, [x % 256 ** dtype_of(name).itemsize for x in drawn[i * size : (i + 1) * size]])
            for i, name in enumerate(types)
        ],
    )


@pytest.mark.parametrize("target", BY_TARGET)
def test_scalars(target: str) -> None:
    """Scalars give scalars of the same bits, and mix with arrays; no operand is changed."""
    for form in BY_TARGET[target]:
        function = conversion(form)
        assert function is not None
        operands = [array(name, codes[:40]) for name, codes in operands_of(form)]
        before = [operand.tobytes() for operand in operands]
        with np.errstate(all="ignore"):
            together = function(*operands)
            mixed = function(operands[0], *(operand[3] for operand in operands[1:]))
            one = function(*(operand[3] for operand in operands))
        assert isinstance(one, np.generic)
        assert one.dtype == together.dtype == mixed.dtype
        assert bits(one.reshape(1)) == bits(together)[3:4] == bits(mixed)[3:4]
        assert together.shape == mixed.shape == operands[0].shape
        assert not np.shares_memory(together, operands[0])
        assert before == [operand.tobytes() for operand in operands]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]} {case[1]}")
def test_case(case: list[str]) -> None:
    """The cases written down give the results written down."""
    opcode, *operands, _, result = case
    form = tuple(f".{name}" for name in opcode.split(".")[1:])
    function = conversion(form)
    assert function is not None
    names = [name for name, _ in operands_of(form)]
    with np.errstate(all="ignore"):
        got = function(*(array(n, [int(x, 16)])[0] for n, x in zip(names, operands, strict=True)))
    assert f"{bits(got.reshape(1))[0]:0{got.dtype.itemsize * 2}x}" == result


@pytest.mark.parametrize("form", PACKING, ids="".join)
def test_packing(form: tuple[str, ...]) -> None:
    """`cvt.pack` saturates two integers and puts them below a third operand."""
    function = packing(form)
    assert function is not None
    draw = random.Random(str(form))  # noqa: S311 - the same operands each time
    edges = [*range(-9, 9), 127, 128, -128, -129, 255, 256, 32767, 32768, -32769, 65535, 65536]
    first = [*edges, 2**31 - 1, -(2**31)]
    second = draw.sample(first, len(first))
    third = [draw.getrandbits(32) for _ in first]
    operands = [np.array(first, np.int32), np.array(second, np.int32)]
    if form[-1] == ".b32":
        operands.append(np.array(third, np.uint32))
    got = function(*operands)
    assert got.dtype == np.uint32
    rows = zip(*(operand.tolist() for operand in operands), strict=True)
    assert got.tolist() == [pack(form, *row) for row in rows]
    assert function(*(operand[5] for operand in operands)) == got[5]


@pytest.mark.parametrize(
    "form",
    [(), (".f32",), (".rn", ".f32", ".e4m3x2"), (".rn", ".f16", ".b32"), (".s32", ".f32"),
     (".rn", ".satfinite", ".e4m3x4", ".f32"), (".rq", ".f16", ".f32"), (".f16", ".s32")],
    ids="".join,
)  # fmt: skip
def test_no_such_conversion(form: tuple[str, ...]) -> None:
    """What is no conversion has no function."""
    assert conversion(form) is None


@pytest.mark.parametrize(
    "form", [(), (".sat", ".u8", ".s32"), (".u8", ".s32", ".b32")], ids="".join
)
def test_no_such_packing(form: tuple[str, ...]) -> None:
    """What is no `cvt.pack` has no function."""
    assert packing(form) is None
