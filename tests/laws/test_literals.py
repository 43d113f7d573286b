"""Numbers: every spelling comes back, and means what it says."""

from __future__ import annotations

import math
import struct

from hypothesis import given
from hypothesis import strategies as st

import ptxpy
from tests.laws.strategies import HEADER

TYPES = ("f32", "f64", "b32", "u64", "f16x2")

INTEGERS = st.one_of(
    st.integers(0, 2**70).map(str),
    st.integers(0, 2**64).map(lambda value: f"{value}U"),
    st.integers(0, 2**40).map(lambda value: f"0{value:o}"),
    st.integers(0, 2**40).map(lambda value: f"0{value:o}U"),
    st.tuples(
        st.sampled_from("xX"), st.text("0123456789abcdefABCDEF", min_size=1, max_size=20)
    ).map(lambda parts: f"0{parts[0]}{parts[1]}"),
    st.text("0123456789ABCDEF", min_size=1, max_size=16).map(lambda digits: f"0x{digits}U"),
    st.tuples(st.sampled_from("bB"), st.text("01", min_size=1, max_size=70)).map(
        lambda parts: f"0{parts[0]}{parts[1]}"
    ),
)
SINGLES = st.tuples(st.sampled_from("fF"), st.integers(0, 2**32 - 1)).flatmap(
    lambda parts: st.sampled_from((f"0{parts[0]}{parts[1]:08X}", f"0{parts[0]}{parts[1]:08x}"))
)
DOUBLES = st.tuples(st.sampled_from("dD"), st.integers(0, 2**64 - 1)).flatmap(
    lambda parts: st.sampled_from((f"0{parts[0]}{parts[1]:016X}", f"0{parts[0]}{parts[1]:016x}"))
)
SPECIAL = st.sampled_from(
    [
        "0f00000000",
        "0f80000000",
        "0f7F800000",
        "0fFF800000",
        "0f7FC00000",
        "0fFFC00001",
        "0f00000001",
        "0f007FFFFF",
        "0f7F7FFFFF",
        "0f3F800000",
        "0d0000000000000000",
        "0d8000000000000000",
        "0d7FF0000000000000",
        "0dFFF0000000000000",
        "0d7FF8000000000000",
        "0d7FF0000000000001",
        "0d0000000000000001",
        "0d7FEFFFFFFFFFFFFF",
        "0d3FF0000000000000",
        "0.0",
        "1.",
        ".5",
        "1e400",
        "1E-400",
        "00.10",
        "0e0",
    ]
)
DECIMALS = st.tuples(
    st.integers(0, 10**9), st.text("0123456789", max_size=8), st.integers(-400, 400)
).flatmap(
    lambda parts: st.sampled_from(
        (f"{parts[0]}.{parts[1]}", f"{parts[0]}.{parts[1]}e{parts[2]}", f"{parts[0]}E{parts[2]:+d}")
    )
)
NUMBERS = st.one_of(INTEGERS, SINGLES, DOUBLES, SPECIAL, DECIMALS)
SIGNED = st.tuples(st.sampled_from(("", "-", "- ")), NUMBERS).map("".join)


def prove(text: str) -> None:
    """Prove that a text comes back."""
    assert ptxpy.prove(text.encode()).python


@given(st.sampled_from(TYPES), SIGNED, SIGNED)
def test_numbers_as_operands(kind: str, first: str, second: str) -> None:
    """Numbers come back as operands, in vectors and in addresses."""
    prove(
        f"{HEADER}.entry k()\n{{\n\tfma.rn.{kind} \t%x1, {first}, {second};\n"
        f"\tst.v2.{kind} \t[%x1+{first}], {{{first}, {second}}};\n}}\n"
    )


@given(
    st.sampled_from(("f32", "f64", "u32", "b8", "s64")), st.lists(SIGNED, min_size=1, max_size=12)
)
def test_numbers_as_initial_values(kind: str, values: list[str]) -> None:
    """Numbers come back as initial values."""
    listed = ", ".join(values)
    prove(f"{HEADER}.global .{kind} x[{len(values)}] = {{{listed}}};\n")
    prove(f"{HEADER}.global .{kind} x = {values[0]};\n")


@given(st.binary(min_size=1, max_size=300))
def test_bytes_as_initial_values(data: bytes) -> None:
    """Arrays of bytes come back."""
    listed = ", ".join(map(str, data))
    prove(f"{HEADER}.const .align 1 .b8 x[{len(data)}] = {{{listed}}};\n")


@given(st.floats(width=32, allow_nan=False))
def test_floats_in_python(value: float) -> None:
    """A Python float in an instruction has the bits that C gives it."""
    text = float_line(value, "f32")
    packed = struct.pack(">f", value).hex().upper()
    assert f"0f{packed}" in text


@given(st.floats(allow_nan=False))
def test_doubles_in_python(value: float) -> None:
    """In an instruction with `.f64` it is a double."""
    text = float_line(value, "f64")
    assert f"0d{struct.pack('>d', value).hex().upper()}" in text


def float_line(value: float, kind: str) -> str:
    """Return the PTX of an instruction with a float."""
    shown = "1e400" if value == math.inf else "-1e400" if value == -math.inf else repr(value)
    python = (
        "from ptxpy import kernel, module, ptx\n\n"
        'module("ptxpy", version="9.0", target="sm_90")\n\n\n'
        f'@kernel\ndef k():\n    ptx.inst.mov.{kind}("%x1", {shown})\n'
    )
    return ptxpy.emit(ptxpy.from_python(python))
