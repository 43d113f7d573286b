"""What groups are called where their statements prove it."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ptxpy.lift.group_meanings import has_meaning, meaning_of
from tests.lift.trees import read

_CLASSES = {"r": "b32", "rd": "b64", "p": "pred", "f": "f32"}


def _name(text: str) -> str:
    meaning = meaning_of(read(text, _CLASSES))
    return "" if meaning is None else meaning.name


def _signed(factor: int, shift: int) -> str:
    """Return a signed division as compilers write it."""
    stored = factor - 2**32 if factor >= 2**31 else factor
    high = "r[4]" if stored < 0 else "r[1]"
    total = "r[4] = r[1] + r[0]\n" if stored < 0 else ""
    shifted = f"r[3] = {high}.s32 >> {shift}\n" if shift else ""
    quotient = "r[3]" if shift else high
    return (
        f"r[1] = ptx.mul.hi.s32(r[0], {stored})\n{total}r[2] = {high} >> 31\n{shifted}"
        f"r[5] = {quotient} + r[2]\n"
    )


def _quotient(dividend: int, factor: int, shift: int) -> int:
    """Return what such statements compute."""
    return (dividend * factor >> (32 + shift)) + (dividend < 0)


@pytest.mark.parametrize("divisor", [3, 5, 7, 9, 10, 11, 25, 125, 625, 1000, 999_983])
def test_divisions(divisor: int) -> None:
    """The factor and the shift of a product say what is divided by."""
    length = (divisor - 1).bit_length()
    factor, shift = -(-(1 << (31 + length)) // divisor), length - 1
    while factor % 2 == 0 and shift:
        factor, shift = factor // 2, shift - 1
    assert _name(_signed(factor, shift)) == f"divide_by_{divisor}"
    rest = f"r[6] = r[5] * {divisor}\nr[7] = r[0] - r[6]\n"
    assert _name(_signed(factor, shift) + rest) == f"remainder_by_{divisor}"
    assert _name(_signed(factor, shift) + rest.replace("r[0]", "r[9]")) == f"divide_by_{divisor}"


@given(st.integers(1, 2**32 - 1), st.integers(0, 12), st.lists(st.integers(-(2**31), 2**31 - 1)))
@settings(max_examples=300, deadline=None)
def test_a_division_is_one_for_all_dividends(factor: int, shift: int, dividends: list[int]) -> None:
    """What is called a division divides, also the numbers at the ends of the type."""
    name = _name(_signed(factor, shift))
    if name:
        _check_division(name, factor, shift, dividends)


@given(
    st.integers(3, 2**20),
    st.integers(0, 20),
    st.integers(-3, 3),
    st.lists(st.integers(-(2**31), 2**31 - 1)),
)
@settings(max_examples=300, deadline=None)
def test_factors_that_are_nearly_right(
    divisor: int, shift: int, off: int, dividends: list[int]
) -> None:
    """A factor that is too large or too small is no division, or divides all the same."""
    factor = -(-(1 << (32 + shift)) // divisor) + off
    assume(0 < factor < 2**32)
    name = _name(_signed(factor, shift))
    if name:
        _check_division(name, factor, shift, dividends)


def _check_division(name: str, factor: int, shift: int, dividends: list[int]) -> None:
    divisor = int(name.rpartition("_")[2])
    last = 2**31 - 1
    ends = [-last - 1, -last, last, last - last % divisor - 1, last - last % divisor]
    for dividend in (*dividends, *ends):
        truncated = abs(dividend) // divisor * (1 if dividend >= 0 else -1)
        assert _quotient(dividend, factor, shift) == truncated


def test_unsigned_division() -> None:
    """A logical shift of an unsigned product divides."""
    text = "r[1] = ptx.mul.hi.u32(r[0], -858993459)\nr[2] = r[1] >> {}\n"
    assert _name(text.format(2)) == "divide_by_5"
    assert _name(text.format(3)) == "divide_by_10"
    assert _name(text.format(3).replace("-858993459", "-858993458")) == ""


_NEXT = """
r[1] = r[0] + 1
p[0] = r[1] == 4
r[2] = ptx.selp.b32(0, r[1], p[0])
r[3] = ptx.selp.u32(1, 0, p[0])
r[4] = r[9] ^ r[3]
"""


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        ("", "", "next_stage_and_phase"),
        ("r[4] = r[9] ^ r[3]\n", "", "next_stage"),
        ("(0, r[1], p[0])", "(r[1], 0, p[0])", ""),
        ("+ 1", "+ 2", ""),
        ("p[0] = r[1] == 4", "p[0] = r[0] == 4", ""),
        ("(1, 0, p[0])", "(0, 1, p[0])", "next_stage"),
    ],
)
def test_stages(old: str, new: str, name: str) -> None:
    """A stage goes on by one and begins anew; nothing that is nearly so is called that."""
    assert _name(_NEXT.replace(old, new)) == name


def test_descriptors() -> None:
    """An address without its last four bits under constant bits is a matrix descriptor."""
    text = (
        "r[1] = r[0] >> 4\nr[2] = r[1] & 16383\nrd[1] = ptx.cvt.u64.u32(r[2])\n"
        "rd[2] = rd[1] | 4611686293305294848\n"
    )
    assert _name(text) == "matrix_descriptor"
    assert _name(text.replace(">> 4", ">> 3")) == ""
    assert _name(text.replace("4611686293305294848", "65536")) == ""


def test_what_has_a_meaning_is_nothing_else() -> None:
    """A group is taken before others only if all its statements are the division."""
    text = _signed(954437177, 1)
    assert has_meaning(read(text, _CLASSES))
    assert not has_meaning(read(text + "r[8] = r[5] ^ 3\n", _CLASSES))
    assert not has_meaning(read("r[8] = r[5] ^ 3\n", _CLASSES))
