"""`mma` in all forms of the instruction table up to sm_89, against the manual's formulas."""

from __future__ import annotations

import zlib
from random import Random

import numpy as np
import numpy.typing as npt
import pytest

from ptxpy.sim.semantics.matrices.forms import form_of, sparse_form_of
from tests.sim.reference import matrices as reference
from tests.sim.reference.matrices import BITS, Matrix
from tests.sim.semantics.matrices.fragments import Case, case_of, held, matrix, read, sparse_matrix
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
    if ".block_scale" not in words
    and (".kind::f8f6f4" not in words or case_of(words).types[0] == case_of(words).types[3])
]
DENSE = [words for words in FORMS if not words[0].startswith(".sp")]
SPARSE = [
    words
    for words in FORMS
    if words[0] == ".sp" or (words[0].startswith(".sp") and ".kind::f8f6f4" in words)
]


def _random(modifiers: tuple[str, ...]) -> Random:
    return Random(zlib.crc32(" ".join(modifiers).encode()))  # noqa: S311 - test data


def test_table_has_forms() -> None:
    """The table names all families: half, alternate, double, integer, single-bit, sparse."""
    types = {case_of(words).types[1] for words in DENSE}
    narrow = {"e4m3", "e5m2", "e3m2", "e2m3", "e2m1"}
    assert types == {"f16", "bf16", "tf32", "f64", "s8", "u8", "s4", "u4", "b1"} | narrow
    sparse = {case_of(words).types[1] for words in SPARSE}
    assert sparse == {"f16", "bf16", "tf32", "s8", "u8", "s4", "u4"} | narrow


@pytest.mark.parametrize("modifiers", DENSE, ids="".join)
def test_dense(modifiers: tuple[str, ...]) -> None:
    """Products of random matrices are exact, and rounded once."""
    case = case_of(modifiers)
    if case.quads:
        _test_quads(case)
        return
    form = form_of(modifiers)
    assert form is not None
    random = _random(modifiers)
    m, n, k = case.extents
    _, a_type, b_type, c_type = case.types
    sets = [
        (
            matrix(a_type, m, k, random),
            matrix(b_type, k, n, random),
            matrix(c_type, m, n, random),
        )
        for _ in range(WARPS)
    ]
    a = form.left(joined([operand(case, "a", a_type, x) for x, _, _ in sets], form.kind), WARPS)
    b = form.right(joined([operand(case, "b", b_type, y) for _, y, _ in sets], form.kind), WARPS)
    c = form.start(joined([accumulator(case, z) for _, _, z in sets], form.source_kind), WARPS)
    found = results(form, form.multiply(a, b, c))
    for (x, y, z), registers in zip(sets, found, strict=True):
        check(case, registers, reference.product(case.types, case.flags, x, y, z))


def _quad_registers(
    side: str, layout: str, bits: int, codes: list[Matrix], count: int
) -> tuple[npt.NDArray[np.uint64], ...]:
    elements = {}
    for lane in range(32):
        for i in range(count):
            number, row, column = reference.quad_place(side, layout, lane, i)
            elements[lane, i] = codes[number][row][column]
    return held(elements, bits, count * bits // 32)


def _test_quads(case: Case) -> None:
    form = form_of(case.modifiers)
    assert form is not None
    random = _random(case.modifiers)
    d_type, _, _, c_type = case.types
    a = [[matrix("f16", 8, 4, random) for _ in range(4)] for _ in range(WARPS)]
    b = [[matrix("f16", 4, 8, random) for _ in range(4)] for _ in range(WARPS)]
    c = [[matrix(c_type, 8, 8, random) for _ in range(4)] for _ in range(WARPS)]
    left, right = case.layouts
    start = f"c{BITS[c_type]}"
    matrices = form.multiply(
        form.left(joined([_quad_registers("a", left, 16, x, 4) for x in a], "u4"), WARPS),
        form.right(joined([_quad_registers("b", right, 16, x, 4) for x in b], "u4"), WARPS),
        form.start(
            joined([_quad_registers(start, "", BITS[c_type], x, 8) for x in c], form.source_kind),
            WARPS,
        ),
    )
    for w, registers in enumerate(results(form, matrices)):
        expected = [
            reference.product(case.types, case.flags, a[w][p], b[w][p], c[w][p]) for p in range(4)
        ]
        for lane in range(32):
            for i in range(8):
                p, row, column = reference.quad_place(f"c{BITS[d_type]}", "", lane, i)
                assert read(registers, BITS[d_type], lane, i) == expected[p][row][column]


@pytest.mark.parametrize("modifiers", SPARSE, ids="".join)
def test_sparse(modifiers: tuple[str, ...]) -> None:
    """So are products of a sparse A, with each selector."""
    case = case_of(modifiers)
    form = sparse_form_of(modifiers)
    assert form is not None
    assert form.sparsity is not None
    assert sparse_form_of((".sp::ordered_metadata", *modifiers[1:])) is not None
    random = _random(modifiers)
    m, n, k = case.extents
    _, a_type, b_type, c_type = case.types
    for selector in range(form.sparsity.selectors):
        sets = []
        for _ in range(WARPS):
            x, kept = sparse_matrix(a_type, m, k, random)
            y, z = matrix(b_type, k, n, random), matrix(c_type, m, n, random)
            sets.append((x, kept, y, z))
        held_a = joined([sparse_registers(case, x, kept) for x, kept, _, _ in sets], form.kind)
        words = np.concatenate([metadata(case, kept, selector, random) for _, kept, _, _ in sets])
        a = form.left(held_a, WARPS, words, selector)
        b = form.right(joined([operand(case, "b", b_type, y) for _, _, y, _ in sets], "u4"), WARPS)
        c = form.start(joined([accumulator(case, z) for *_, z in sets], form.source_kind), WARPS)
        found = results(form, form.multiply(a, b, c))
        for (x, _, y, z), registers in zip(sets, found, strict=True):
            check(case, registers, reference.product(case.types, case.flags, x, y, z))


def test_selectors() -> None:
    """How many values a selector has (PTX ISA 9.7.14.6.3)."""
    counts = {}
    for modifiers in SPARSE:
        form = sparse_form_of(modifiers)
        assert form is not None
        assert form.sparsity is not None
        case = case_of(modifiers)
        counts[case.shape, BITS[case.types[1]]] = form.sparsity.selectors
    assert counts == {
        ("m16n8k16", 16): 4,
        ("m16n8k32", 16): 2,
        ("m16n8k8", 32): 4,
        ("m16n8k16", 32): 2,
        ("m16n8k32", 8): 2,
        ("m16n8k64", 8): 1,
        ("m16n8k64", 4): 2,
        ("m16n8k128", 4): 1,
    }


HALF = (".sync", ".aligned", ".m16n8k16", ".row", ".col")
NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize(
    ("a", "b", "c", "f32", "f16"),
    [
        (NAN, 1.0, 1.0, 0x7FFFFFFF, 0x7FFF),
        (INF, 0.0, 1.0, 0x7FFFFFFF, 0x7FFF),
        (INF, 1.0, -INF, 0x7FFFFFFF, 0x7FFF),
        (1.0, 1.0, -NAN, 0x7FFFFFFF, 0x7FFF),
        (INF, -2.0, 1.0, 0xFF800000, 0xFC00),
        (65504.0, 65504.0, 0.0, 0x4F7FC004, 0x7C00),
        (2.0**-24, 1.0, 0.0, 0x33800000, 0x0001),
        (-1.0, 0.0, 0.0, 0x00000000, 0x0000),
    ],
)
def test_special_values(a: float, b: float, c: float, f32: int, f16: int) -> None:
    """Infinities, NaNs, which become canonical, overflow, subnormal and zero results."""
    for name, expected in (("f32", f32), ("f16", f16)):
        form = form_of((*HALF, f".{name}", ".f16", ".f16", f".{name}"))
        assert form is not None
        left = np.zeros((1, 16, 16), np.float64)
        right = np.zeros((1, 8, 16), np.float64)
        left[0, 0, 0], right[0, :, 0] = a, b
        start = np.zeros((1, 16, 8), f"f{BITS[name] // 8}")
        start[0, 0, :] = c
        with np.errstate(all="ignore"):
            result = form.multiply(left, right, start)
        assert result.view(f"u{BITS[name] // 8}")[0, 0].tolist() == [expected] * 8


def test_uniform_registers() -> None:
    """Registers that are the same in all lanes may be scalars."""
    form = form_of((*HALF, ".f32", ".f16", ".f16", ".f32"))
    assert form is not None
    ones = np.uint32(0x3C003C00)
    a = form.left((ones,) * 4, WARPS)
    b = form.right((np.full(32 * WARPS, ones), ones), WARPS)
    c = form.start((np.float32(0.5),) * 4, WARPS)
    assert (form.multiply(a, b, c) == 16.5).all()


@pytest.mark.parametrize("type_", ["s8", "u8"])
def test_integers_wrap_or_saturate(type_: str) -> None:
    """Sums beyond 32 bits wrap around, or stay at the limit."""
    words = (".sync", ".aligned", ".m16n8k32", ".row", ".col")
    types = (".s32", f".{type_}", f".{type_}", ".s32")
    for saturates in (False, True):
        form = form_of((*words, *((".satfinite",) if saturates else ()), *types))
        assert form is not None
        ones = np.uint32(0x01010101)
        a, b = form.left((ones,) * 4, 1), form.right((ones,) * 2, 1)
        c = form.start((np.int32(2**31 - 2),) * 4, 1)
        expected = 2**31 - 1 if saturates else -(2**31) + 30
        assert (form.multiply(a, b, c) == expected).all()


def test_many_warps() -> None:
    """Large products, which are computed in parts, are those of each warp alone."""
    form = form_of((*HALF, ".f32", ".f16", ".f16", ".f32"))
    assert form is not None
    random = np.random.default_rng(11)
    warps = 1301
    a = random.integers(-8, 8, (2, warps, 8, 16)).astype(np.float64)
    b = random.integers(-8, 8, (warps, 8, 16)).astype(np.float64)
    c = random.integers(-8, 8, (2, warps, 8, 8)).astype(np.float32)
    found = form.multiply(a, b, c)
    assert found.dtype == np.float32
    assert (found == np.einsum("hwik,wjk->hwij", a, b) + c).all()
