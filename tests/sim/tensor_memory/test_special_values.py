"""NaNs, infinities and overflow in products of `tcgen05.mma`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.sim.tensor_memory.harness import run
from tests.sim.tensor_memory.product_forms import (
    A_CELLS,
    A_FACTORS,
    B_FACTORS,
    B_START,
    Form,
    Image,
    image,
)

NAN = 0x7FFFFFFF
"""What every NaN of f32 is as a result."""
INFINITY, MINUS_INFINITY = 0x7F800000, 0xFF800000
ROW, COLUMN = 37, 5


def with_a(form: Form, words: dict[int, int]) -> Image:
    """Return a product of an A whose rows are 0 but for words of one row, in tensor memory."""
    made = image(form)
    made.cells[0, :, A_CELLS : A_CELLS + 8] = 0
    for at, word in words.items():
        made.cells[0, ROW, A_CELLS + at] = word
    return made


def found_in(form: Form, made: Image) -> Any:
    """Return D."""
    return run(made.body, made.memory, made.cells)[0, :, : form.n]


@pytest.mark.parametrize(
    ("type_", "word"),
    [
        ("f16", 0x7E00),
        ("f16", 0xFC01),
        ("bf16", 0x7FC0),
        ("bf16", 0xFFFF0000),
        ("tf32", 0x7FC00000),
    ],
)
def test_nan(type_: str, word: int) -> None:
    """A NaN in a row of A is the NaN of all of the row, and of no other one."""
    kind = "tf32" if type_ == "tf32" else "f16"
    form = Form(kind, type_, type_, adds=False, in_tensor_memory=True)
    found = found_in(form, with_a(form, {3: word}))
    assert (found[ROW] == NAN).all()
    assert not np.delete(found, ROW, axis=0).any()


@pytest.mark.parametrize(
    ("type_", "byte", "wanted"), [("e4m3", 0x7F, NAN), ("e4m3", 0xFF, NAN), ("e5m2", 0x7D, NAN)]
)
def test_nan_of_eight_bits(type_: str, byte: int, wanted: int) -> None:
    """So is one of 8 bits."""
    form = Form("f8f6f4", type_, "e2m1", adds=False, in_tensor_memory=True)
    found = found_in(form, with_a(form, {7: byte << 24}))
    assert (found[ROW] == wanted).all()


@pytest.mark.parametrize(
    ("kind", "type_", "infinity", "b"),
    [
        ("f16", "f16", 0x7C00, "f16"),
        ("f16", "bf16", 0x7F80, "bf16"),
        ("f8f6f4", "e5m2", 0x7C, "e2m3"),
        ("tf32", "tf32", 0x7F800000, "tf32"),
    ],
)
def test_infinity(kind: str, type_: str, infinity: int, b: str) -> None:
    """An infinity has the sign of what it is multiplied by, and is NaN if that is 0."""
    form = Form(kind, type_, b, adds=False, in_tensor_memory=True, n=128)
    one = {"f16": 0x3C00, "bf16": 0x3F80, "e5m2": 0x3C, "tf32": 0x3F800000}[type_]
    ones = found_in(form, with_a(form, {2: one}))[ROW]
    values = np.ascontiguousarray(ones).view("f4")
    wanted = np.where(values > 0, INFINITY, np.where(values < 0, MINUS_INFINITY, NAN))
    found = found_in(form, with_a(form, {2: infinity}))
    assert len(set(wanted.tolist())) == 3
    assert (found[ROW] == wanted).all()
    assert not np.delete(found, ROW, axis=0).any()


def test_infinities_of_both_signs() -> None:
    """They give NaN, as does one in D with the other in the product."""
    form = Form("f16", "bf16", "bf16", in_tensor_memory=True)
    made = with_a(form, {0: 0x3F80})
    made.cells[0, ROW, : form.n] = 0
    values = found_in(form, made)[ROW].copy().view("f4")
    made = with_a(form, {0: 0x7F80})
    made.cells[0, ROW, : form.n] = MINUS_INFINITY
    wanted = np.where(values < 0, MINUS_INFINITY, NAN)
    assert (found_in(form, made)[ROW] == wanted).all()


def test_overflow_of_halves() -> None:
    """A sum beyond the halves is infinite; a NaN is 0x7FFF; the upper half of a column stays."""
    form = Form("f16", "f16", "f16", d="f16", in_tensor_memory=True, adds=False, n=128)
    made = with_a(form, {1: 0x3C00})
    values = (found_in(form, made)[ROW] & 0xFFFF).astype("u2").view("f2")
    assert set(values.tolist()) == set(range(-4, 5))
    found = found_in(form, with_a(form, {1: 0x7800}))[ROW]
    product = 32768 * values.astype("f8")
    wanted = np.where(np.abs(product) < 65520, product, np.copysign(np.inf, product)).astype("f2")
    assert ((found & 0xFFFF).astype("u2").view("f2") == wanted).all()
    assert (found >> 16 == 0x7FC0).all()
    found = found_in(form, with_a(form, {1: 0x7E01}))[ROW]
    assert (found & 0xFFFF == 0x7FFF).all()


@pytest.mark.parametrize(
    ("kind", "vector", "blocks", "type_", "code"),
    [
        ("mxf8f6f4", "block32", 1, "ue8m0", 0xFF),
        ("mxf4", "block32", 2, "ue8m0", 0xFF),
        ("mxf4nvf4", "block16", 4, "ue8m0", 0xFF),
        ("mxf4nvf4", "scale_vec::4X", 4, "ue4m3", 0x7F),
    ],
)
def test_scale_factors_that_are_nan(
    kind: str, vector: str, blocks: int, type_: str, code: int
) -> None:
    """A factor of a row or of a column that is NaN makes all of it NaN."""
    form = Form(kind, "e2m1", "e2m1", vector=vector, blocks=blocks, scale_type=type_)
    made = image(form)
    byte = 8 * (blocks - 1)
    for column, index in ((A_FACTORS, ROW), (B_FACTORS, COLUMN)):
        for quarter in range(0, 128, 32):
            at = 0, quarter + index % 32, column + index // 32
            made.cells[at] = int(made.cells[at]) & ~(0xFF << byte) | code << byte
    found = run(made.body, made.memory, made.cells)[0, :, : form.n]
    wanted = made.wanted[0, :, : form.n].copy()
    wanted[ROW], wanted[:, COLUMN] = NAN, NAN
    assert (found == wanted).all()


def test_zeroed_columns_that_are_nan() -> None:
    """A column that the mask zeroes counts as 0, whatever it holds; each ninth one is."""
    form = Form("f16", "f16", "f16", ws=True, n=64, mask=0x0007008F00000000)
    made = image(form)
    for column in (*range(0, 64, 9), COLUMN):
        at = B_START + column % 8 * 16 + column // 8 * 256
        made.memory[0, at : at + 2] = 0x00, 0x7E
    found = run(made.body, made.memory, made.cells)[0, :, :64]
    wanted = made.wanted[0, :, :64].copy()
    wanted[:, COLUMN] = NAN
    assert (found == wanted).all()


@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize("exponents", [(100, -100), (-127, 127), (127, -60), (61, -61)])
def test_extreme_scale_factors(exponents: tuple[int, int], times: int) -> None:
    """Factors far beyond what a product of elements can have, which cancel each other."""
    form = Form("mxf4", "e2m1", "e2m1", vector="block32", blocks=2, adds=False, times=times)
    made = image(form)
    results = []
    for pair in (exponents, (sum(exponents), 0)):
        for column, exponent in zip((A_FACTORS, B_FACTORS), pair, strict=True):
            code = exponent + 127
            made.cells[0, :, column : column + 4] = code | code << 8
        found = run(made.body, made.memory, made.cells)[0, :, : form.n]
        results.append(np.ascontiguousarray(found).view("f4"))
    assert (results[0] == results[1]).all()
    assert np.isfinite(results[0]).all()
    assert (results[0] != 0).any()
