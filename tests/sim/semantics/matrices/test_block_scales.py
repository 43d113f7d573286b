"""`mma` with `.block_scale` in all forms of the instruction table, against the manual."""

from __future__ import annotations

import zlib
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest

from ptxpy.sim.semantics.matrices.forms import Form, form_of, sparse_form_of
from tests.sim.reference import matrices as reference
from tests.sim.reference.matrices import Matrix
from tests.sim.semantics.matrices.fragments import Case, case_of, matrix, sparse_matrix
from tests.sim.semantics.matrices.operand_registers import (
    WARPS,
    accumulator,
    check,
    joined,
    metadata,
    operand,
    results,
    sparse_registers,
)
from tests.sim.semantics.numbers.forms import modifiers_of

FORMS = [
    words
    for words in modifiers_of("mma")
    if ".block_scale" in words and not {".scale_vec::2X", ".ue4m3"} <= set(words)
]
BLOCKS = {"1X": 1, "2X": 2, "4X": 4}
IDS = {1: range(4), 2: (0, 2), 4: (0,)}

Factors = list[list[Fraction]]


def _blocks(case: Case) -> int:
    for word in case.modifiers:
        if word.startswith(".scale_vec::"):
            return BLOCKS[word[-2:]]
    return 1 if ".kind::mxf8f6f4" in case.modifiers else 2


def _factors(
    case: Case, side: str, ids: tuple[int, int], random: Random
) -> tuple[Factors, list[int]]:
    """Return scale factors, and registers with them; bytes that do not count are random."""
    type_ = case.modifiers[-1][1:]
    registers = [random.getrandbits(32) for _ in range(32)]
    values: Factors = []
    for place in range(16 if side == "a" else 8):
        codes = [
            random.randint(122, 132) if type_ == "ue8m0" else random.randint(0x20, 0x60)
            for _ in range(_blocks(case))
        ]
        values.append([reference.scale_factor(type_, code) for code in codes])
        for block, code in enumerate(codes):
            lane, byte = reference.scale_place(side, place, *ids, block)
            registers[lane] = registers[lane] & ~(255 << 8 * byte) | code << 8 * byte
    return values, registers


class _Warp:
    """Random operands of a warp."""

    def __init__(self, case: Case, ids: dict[str, tuple[int, int]], random: Random) -> None:
        m, n, k = case.extents
        _, a_type, b_type, c_type = case.types
        self.kept: list[list[int]] = []
        if case.modifiers[0].startswith(".sp"):
            self.a, self.kept = sparse_matrix(a_type, m, k, random)
        else:
            self.a = matrix(a_type, m, k, random)
        self.b, self.c = matrix(b_type, k, n, random), matrix(c_type, m, n, random)
        self.factors_a, self.scale_a = _factors(case, "a", ids["a"], random)
        self.factors_b, self.scale_b = _factors(case, "b", ids["b"], random)

    def product(self, case: Case) -> Matrix:
        factors = (self.factors_a, self.factors_b)
        return reference.scaled_product(case.types, self.a, self.b, self.c, factors)


def _multiply(
    case: Case, form: Form, warps: list[_Warp], ids: dict[str, tuple[int, int]], random: Random
) -> Any:
    _, a_type, b_type, _ = case.types
    words_a = np.concatenate([np.array(warp.scale_a, np.uint32) for warp in warps])
    words_b = np.concatenate([np.array(warp.scale_b, np.uint32) for warp in warps])
    more: list[Any] = []
    if form.sparsity is not None:
        held_a = [sparse_registers(case, warp.a, warp.kept) for warp in warps]
        more = [np.concatenate([metadata(case, warp.kept, 0, random) for warp in warps]), 0]
    else:
        held_a = [operand(case, "a", a_type, warp.a) for warp in warps]
    id_a, id_b = ([np.uint16(each) for each in ids[side]] for side in ("a", "b"))
    a = form.left(joined(held_a, form.kind), WARPS, *more, words_a, *id_a)
    held_b = [operand(case, "b", b_type, warp.b) for warp in warps]
    b = form.right(joined(held_b, form.kind), WARPS, words_b, *id_b)
    held_c = [accumulator(case, warp.c) for warp in warps]
    return form.multiply(a, b, form.start(joined(held_c, form.source_kind), WARPS))


@pytest.mark.parametrize("modifiers", FORMS, ids="".join)
def test_products(modifiers: tuple[str, ...]) -> None:
    """Products with random scale factors are exact, and rounded once, with each selector."""
    case = case_of(modifiers)
    form = (sparse_form_of if modifiers[0].startswith(".sp") else form_of)(modifiers)
    assert form is not None
    random = Random(zlib.crc32(" ".join(modifiers).encode()))  # noqa: S311 - test data
    byte_ids = IDS[_blocks(case)]
    for step in range(4):
        ids = {
            "a": (byte_ids[step % len(byte_ids)], step % 2),
            "b": (byte_ids[-1 - step % len(byte_ids)], 3 - step),
        }
        warps = [_Warp(case, ids, random) for _ in range(WARPS)]
        found = results(form, _multiply(case, form, warps, ids, random))
        for warp, registers in zip(warps, found, strict=True):
            check(case, registers, warp.product(case))


def test_table_has_kinds() -> None:
    """The table names each kind, dense and sparse."""
    kinds = {(words[0][:3], next(w for w in words if ".kind" in w)) for words in FORMS}
    names = (".kind::mxf8f6f4", ".kind::mxf4", ".kind::mxf4nvf4")
    assert kinds == {(form, kind) for form in (".sy", ".sp") for kind in names}


def test_nan() -> None:
    """The scale factor that is no number, of `ue8m0` 255 and of `ue4m3` 127, makes NaNs."""
    words = (".sync", ".aligned", ".m16n8k64", ".row", ".col", ".kind::mxf4nvf4", ".block_scale")
    types = (".f32", ".e2m1", ".e2m1", ".f32")
    for vectors, scale, nan in (("2X", ".ue8m0", 0xFF), ("4X", ".ue4m3", 0x7F)):
        form = form_of((*words, f".scale_vec::{vectors}", *types, scale))
        assert form is not None
        one = np.uint32(0x38383838 if scale == ".ue4m3" else 0x7F7F7F7F)
        factors = np.full(32, one)
        factors[4 * 3 + 1] = nan  # row 11, block 0
        zero = np.uint16(0)
        twos = (np.uint32(0x22222222),)
        a = form.left(twos * 4, 1, factors, zero, zero)
        b = form.right(twos * 2, 1, one, zero, zero)
        with np.errstate(all="ignore"):
            d = form.multiply(a, b, form.start((np.float32(0),) * 4, 1)).reshape(16, 8)
        assert (d[11].view(np.uint32) == 0x7FFFFFFF).all()
        assert (np.delete(d, 11, axis=0) == 64).all()


def test_subnormal_factors() -> None:
    """Code 0 of `ue8m0` is 2^-127, and the largest 2^127."""
    words = (".sync", ".aligned", ".m16n8k32", ".row", ".col", ".kind::mxf8f6f4", ".block_scale")
    form = form_of((*words, ".f32", ".e4m3", ".e4m3", ".f32", ".ue8m0"))
    assert form is not None
    ones = (np.uint32(0x38383838),)
    zero = np.uint16(0)
    a = form.left(ones * 4, 1, np.uint32(0), zero, zero)
    b = form.right(ones * 2, 1, np.uint32(0xFE), zero, zero)
    assert (form.multiply(a, b, form.start((np.float32(0),) * 4, 1)) == 32).all()
    small = form.right(ones * 2, 1, np.uint32(126), zero, zero)
    d = form.multiply(a, small, form.start((np.float32(0),) * 4, 1))
    assert (d == np.float32(2.0**-123)).all()
