"""Divisions by constants: the instructions that nvcc writes, and what they compute."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ptxpy.dialect import DIVISIONS, Literal, Step, division_steps

_WRITTEN = [
    line.split(" -> ")
    for line in Path(__file__).with_name("divisions.txt").read_text(encoding="utf-8").splitlines()
    if " -> " in line and line[0] != "#"
]


def test_there_are_cases() -> None:
    """No line has been lost on the way."""
    assert len(_WRITTEN) >= 97


@pytest.mark.parametrize(("call", "expected"), _WRITTEN, ids=[each[0] for each in _WRITTEN])
def test_nvcc_writes_the_same(call: str, expected: str) -> None:
    """The instructions are those of the compiler, down to order and sign of the numbers."""
    name, bits, divisor = call.split()
    found = division_steps(name, int(bits), int(divisor))
    assert found is not None
    steps, _ = found
    assert "; ".join(
        _shown(step, target) for target, step in zip("abcdefghi", steps, strict=False)
    ) == (expected)


def _shown(step: Step, target: str) -> str:
    sources = [
        str(each.value) if isinstance(each, Literal) else "xabcdefghi"[each]
        for each in step.sources
    ]
    return " ".join([step.opcode, target, *sources])


def _signed(value: int, bits: int) -> int:
    value %= 1 << bits
    return value - (value >> (bits - 1) << bits)


def _computed(steps: tuple[Step, ...], dividend: int) -> list[int]:
    """Return the values of a dividend and of all steps, each as an unsigned number."""
    values = [dividend]
    for opcode, sources in steps:
        name, *words = opcode.split(".")
        bits = int(words[-1][1:])
        given = [each.value if isinstance(each, Literal) else values[each] for each in sources]
        a, b = (given * 2)[:2]
        if words[-1][0] == "s" and name != "shr":
            a, b = _signed(a, bits), _signed(b, bits)
        elif name == "shr" and words[-1][0] == "s":
            a = _signed(a, bits)
        elif words[-1][0] == "u" and name == "mul":
            a, b = a % (1 << bits), b % (1 << bits)
        wide = "wide" in words
        result = {
            "add": a + b,
            "sub": a - b,
            "mul": a * b >> (bits if "hi" in words else 0),
            "and": a & b,
            "shr": a >> b if name == "shr" else 0,
            "neg": -a,
            "cvt": a % (1 << 32),
        }[name]
        values.append(result % (1 << (2 * bits if wide else bits)))
    return values


_WIDTHS = {"s": (32, 64), "u": (16, 32, 64)}


@st.composite
def _divisions(draw: st.DrawFn) -> tuple[str, int, int, bool, list[int]]:
    name = draw(st.sampled_from(DIVISIONS))
    bits = draw(st.sampled_from(_WIDTHS[name[0]]))
    most = (1 << (bits - (name[0] == "s"))) - 1
    size = draw(
        st.one_of(
            st.integers(2, 1000),
            st.integers(2, most),
            st.integers(1, bits - 2).map(lambda power: 1 << power),
            st.integers(2, bits - 2).map(lambda power: (1 << power) - 1),
            st.integers(2, bits - 2).map(lambda power: (1 << power) + 1),
        )
    )
    if name in ("strunc", "sdivrem"):
        size = 1 << min(size.bit_length() - 1, bits - 2)
    is_negative = name == "sdiv" and draw(st.booleans())
    divisor = -size if is_negative else size
    dividends = draw(st.lists(st.integers(0, (1 << bits) - 1), max_size=8))
    return name, bits, divisor, draw(st.booleans()), dividends


@given(_divisions())
@settings(max_examples=500, deadline=None)
def test_arithmetic(case: tuple[str, int, int, bool, list[int]]) -> None:
    """Quotient and remainder are those of C, for the ends of the type and of each quotient too."""
    name, bits, divisor, wide, dividends = case
    found = division_steps(name, bits, divisor, wide=wide)
    assert found is not None
    steps, results = found
    size, half = abs(divisor), 1 << (bits - 1)
    ends = [0, 1, size - 1, size, size + 1, half - 1, half, half + 1, 2 * half - 1]
    ends += [half - half % size - 1, half - half % size, -size, -size - 1, 1 - size]
    ends += [2 * half - 2 * half % size - 1, 2 * half - 2 * half % size]
    for given_dividend in (*dividends, *ends):
        dividend = given_dividend % (1 << bits)
        value = _signed(dividend, bits) if name[0] == "s" else dividend
        quotient = abs(value) // size * (1 if (value < 0) == (divisor < 0) else -1)
        remainder = value - quotient * divisor
        wanted = {
            "div": [quotient],
            "rem": [remainder],
            "trunc": [quotient * divisor],
            "divrem": [quotient, remainder],
        }[name[1:]]
        values = _computed(steps, dividend)
        assert [values[each] for each in results] == [each % (1 << bits) for each in wanted]


@pytest.mark.parametrize(
    ("name", "bits", "divisor"),
    [
        *[(name, 32, divisor) for name in DIVISIONS for divisor in (0, 1, 1 << 32)],
        *[(name, 32, divisor) for name in ("sdiv", "srem") for divisor in (-1, 1 << 31, -1 << 31)],
        *[(name, 64, divisor) for name in ("strunc", "sdivrem") for divisor in (3, 12)],
        ("udiv", 16, 1 << 16),
        ("urem", 64, -3),
    ],
)
def test_no_division(name: str, bits: int, divisor: int) -> None:
    """There are no instructions for a divisor that divides nothing, or that the type has not."""
    assert division_steps(name, bits, divisor) is None
