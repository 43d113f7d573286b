"""`wgmma` in kernels, register by register."""

from __future__ import annotations

import numpy as np
import pytest

from ptxpy.sim.semantics.matrices.wgmma import Form
from tests.sim.semantics.matrices.warpgroup import LANES, Array
from tests.sim.semantics.matrices.wgmma_kernels import (
    COMMIT,
    F32,
    THREADS,
    TYPES,
    WARPGROUPS,
    Case,
    vector,
)
from tests.sim.semantics.matrices.wgmma_operands import CTAS, registers, result


def _check(found: list[Array], form: Form, expected: list[Array]) -> None:
    for one, other in zip(found, registers(form, expected), strict=True):
        assert (one == other).all()


def _times(case: Case, count: float) -> list[Array]:
    """Return D after so many products."""
    expected = case.starts
    for _ in range(int(count)):
        expected = [
            result(case.form, start, product, adds=True)
            for start, product in zip(expected, case.operands.products, strict=True)
        ]
    return expected


@pytest.mark.parametrize("modifiers", TYPES)
def test_types(modifiers: str) -> None:
    """Two products of a group, then one with other threads' D in a loop."""
    case = Case(modifiers)
    d = vector(0, case.form.registers)
    body = f"""
        {case.instruction(d)}
        {case.instruction(d)}
        {COMMIT}
        mov.u32 %r20, 0;
    again:
        {case.instruction(d)}
        {COMMIT}
        add.u32 %r20, %r20, 1;
        setp.le.u32 %p1, %r20, %r8;
        @%p1 bra again;
    """
    found = case.run(body)
    three, four = _times(case, 3), _times(case, 4)
    expected = [four[w] if w % 2 else three[w] for w in range(WARPGROUPS)]
    _check(found, case.form, expected)


@pytest.mark.parametrize("modifiers", TYPES)
def test_first_product_overwrites(modifiers: str) -> None:
    """What D held does not count when scale-d is false; a later one of the group adds to it."""
    case = Case(modifiers)
    d = vector(0, case.form.registers)
    body = f"setp.ne.u32 %p2, %r8, 0;\n{case.instruction(d, '%p2')}\n{case.instruction(d)}{COMMIT}"
    expected = []
    for w, (start, product) in enumerate(zip(case.starts, case.operands.products, strict=True)):
        once = result(case.form, start, product, adds=bool(w % 2))
        expected.append(result(case.form, once, product, adds=True))
    _check(case.run(body), case.form, expected)
    body = f"{case.instruction(d)}\n{case.instruction(d, '0')}{COMMIT}"
    expected = [
        result(case.form, start, product, adds=False)
        for start, product in zip(case.starts, case.operands.products, strict=True)
    ]
    _check(case.run(body), case.form, expected)


def test_signs() -> None:
    """A product that is subtracted between others."""
    case = Case(F32)
    d = vector(0, case.form.registers)
    plus, minus = case.instruction(d), case.instruction(d, negative=True)
    _check(case.run(f"{plus}{minus}{plus}{plus}{COMMIT}"), case.form, _times(case, 2))


def test_other_instructions_use_the_accumulators() -> None:
    """Registers of D are read and written between products, by all threads and by some."""
    case = Case(F32)
    count = case.form.registers
    mma = case.instruction(vector(0, count))
    body = f"""
        mov.f32 %d3, 0f40400000;                 // 3
        {mma}{COMMIT}
        mov.b32 %e0, %d0;
        mul.f32 %d1, %d1, 0f40000000;
        setp.lt.u32 %p2, %r0, 150;
        @%p2 add.f32 %d2, %d2, 0f3F800000;
        {mma}{COMMIT}
        @%p2 bra low;
        mov.b32 %d4, 0;
        bra join;
    low:
        mov.b32 %d5, %d6;
    join:
        {mma}
        mov.b32 %d7, %e0;
        {mma}{COMMIT}
    """
    found = case.run(body)
    start = [x.view(np.float32).astype(np.float64) for x in registers(case.form, case.starts)]
    products = [product.astype(np.float32) for product in case.operands.products]
    each = [x.view(np.float32).astype(np.float64) for x in registers(case.form, products)]
    low = np.arange(CTAS * THREADS) % THREADS < 150
    start[3] = np.full(CTAS * THREADS, 3.0)
    first = [x + y for x, y in zip(start, each, strict=True)]
    saved = first[0]
    first[1] = 2 * first[1]
    first[2] = first[2] + low
    second = [x + y for x, y in zip(first, each, strict=True)]
    second[4] = np.where(low, second[4], 0)
    second[5] = np.where(low, second[6], second[5])
    third = [x + y for x, y in zip(second, each, strict=True)]
    third[7] = saved
    third = [x + y for x, y in zip(third, each, strict=True)]
    for one, other in zip(found, third, strict=True):
        assert (one.view(np.float32) == other).all()


def test_warpgroups_in_turn() -> None:
    """Warpgroups that come alone and together, in other orders than that of their numbers."""
    case = Case(F32)
    mma = case.instruction(vector(0, case.form.registers))
    body = f"""
        setp.eq.u32 %p2, %r8, 1;
        @%p2 bra second;
        bar.sync 1;
        {mma}{COMMIT}
        bra join;
    second:
        {mma}{COMMIT}
        bar.sync 1;
    join:
        {mma}{COMMIT}
        @%p2 bra out;
        {mma}{COMMIT}
    out:
        {mma}{COMMIT}
    """
    three, four = _times(case, 3), _times(case, 4)
    expected = [three[w] if w % 2 else four[w] for w in range(WARPGROUPS)]
    _check(case.run(body), case.form, expected)


@pytest.mark.parametrize("limit", [0, 1, 2])
def test_guard(limit: int) -> None:
    """Warpgroups whose guard is false keep what they have."""
    case = Case(F32)
    mma = case.instruction(vector(0, case.form.registers))
    body = f"setp.lt.u32 %p2, %r8, {limit};\n@%p2 {mma}\n@!%p2 {mma}\n@%p2 {mma}{COMMIT}"
    one, two = _times(case, 1), _times(case, 2)
    expected = [two[w] if w % 2 < limit else one[w] for w in range(WARPGROUPS)]
    _check(case.run(body), case.form, expected)


@pytest.mark.parametrize("guard", ["", "@%p2 "])
def test_lists_that_overlap(guard: str) -> None:
    """Registers that are accumulators of D in several orders stay registers."""
    case = Case("mma_async.sync.aligned.m64n8k16.f32.bf16.bf16")
    start = registers(case.form, case.starts)
    mma = [case.instruction(vector(first, 4)) for first in (0, 4, 2)]
    body = f"setp.eq.u32 %p2, %r8, 1;\n{guard}{mma[0]}\n{mma[1]}{COMMIT}{guard}{mma[2]}{COMMIT}"
    found = case.run(body, [*start, *start])
    products = [product.astype(np.float32) for product in case.operands.products]
    each = [x.view(np.float32).astype(np.float64) for x in registers(case.form, products)]
    here = np.arange(CTAS * THREADS) // LANES % 2 == 1 if guard else True
    expected = [x.view(np.float32).astype(np.float64) for x in [*start, *start]]
    for first, mask in ((0, here), (4, True), (2, here)):
        for i in range(4):
            expected[first + i] = expected[first + i] + np.where(mask, each[i], 0)
    for one, other in zip(found, expected, strict=True):
        assert (one.view(np.float32) == other).all()


def test_result_of_a_barrier() -> None:
    """An accumulator that is the result of a barrier's reduction stays a register."""
    case = Case(TYPES[5])
    mma = case.instruction(vector(0, case.form.registers))
    body = f"""
        {mma}{COMMIT}
        setp.lt.u32 %p2, %r0, 100;
        bar.red.popc.u32 %d0, 0, %p2;
        {mma}{COMMIT}
    """
    found = case.run(body)
    each = registers(case.form, [each.astype(np.int32) for each in case.operands.products])
    expected = registers(case.form, _times(case, 2))
    expected[0] = np.uint32(100) + each[0]
    for one, other in zip(found, expected, strict=True):
        assert (one == other).all()


def test_two_accumulators() -> None:
    """Products of two groups of registers, one after the other in turn."""
    case = Case("mma_async.sync.aligned.m64n16k16.f32.f16.f16")
    count = case.form.registers
    start = registers(case.form, case.starts)
    low, high = case.instruction(vector(0, count)), case.instruction(vector(count, count))
    found = case.run(f"{low}{high}{high}{low}{high}{COMMIT}", [*start, *start])
    _check(found[:count], case.form, _times(case, 2))
    _check(found[count:], case.form, _times(case, 3))


def test_nan_is_canonical() -> None:
    """A NaN among the registers of D gives 0x7fffffff, or 0x7fff in `.f16`."""
    for modifiers, nan, expected in ((F32, 0xFF812345, 0x7FFFFFFF), (TYPES[2], 0xFE01, 0x7FFF)):
        case = Case(modifiers)
        start = registers(case.form, case.starts)
        start[1] = np.full_like(start[1], nan)
        found = case.run(f"{case.instruction(vector(0, len(start)))}{COMMIT}", start)
        mask = 0xFFFF if expected == 0x7FFF else 0xFFFFFFFF
        assert (found[1] & mask == expected).all()


def test_warps_wait_for_each_other() -> None:
    """Threads that a branch has parted meet before a product, across the warps of a warpgroup."""
    case = Case(F32)
    mma = case.instruction(vector(0, case.form.registers))
    body = f"""
        setp.lt.u32 %p2, %r0, 40;
        mov.u32 %r20, 0;
        @%p2 bra low;
        add.u32 %r20, %r20, 1;
        bra join;
    low:
        add.u32 %r20, %r20, 2;
    join:
        {mma}{COMMIT}
    """
    _check(case.run(body), case.form, _times(case, 1))
