"""Kernels that multiply matrices, against NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from tests.sim.semantics.matrices.kernels import CORPUS, launch, loaded, wrapped

Array = npt.NDArray[Any]

FRAGMENTS = """
    mov.u32 %r0, %tid.x;
    and.b32 %r1, %r0, 31;
    shr.u32 %r2, %r0, 5;
    shr.u32 %r3, %r1, 2;        // g
    and.b32 %r4, %r1, 3;        // t
    mad.wide.u32 %a0, %r2, 512, %a0;
    mad.wide.u32 %a1, %r2, 256, %a1;
    mad.wide.u32 %a2, %r2, 512, %a2;
    mad.lo.u32 %r5, %r3, 8, %r4;            // words: row g, column 2t
    mul.wide.u32 %l0, %r5, 4;
    add.u64 %l1, %a0, %l0;
    ld.global.u32 %r10, [%l1];
    ld.global.u32 %r11, [%l1+256];
    ld.global.u32 %r12, [%l1+16];
    ld.global.u32 %r13, [%l1+272];
    add.u64 %l2, %a1, %l0;
    ld.global.u32 %r14, [%l2];
    ld.global.u32 %r15, [%l2+16];
    mul.wide.u32 %l3, %r5, 8;
    mad.lo.u32 %r6, %r3, 4, %r4;
    mul.wide.u32 %l3, %r6, 8;
    add.u64 %l4, %a2, %l3;
    ld.global.v2.f32 {%f0,%f1}, [%l4];
    ld.global.v2.f32 {%f2,%f3}, [%l4+256];
"""
STORE = """
    st.global.v2.f32 [%l4], {%f0,%f1};
    st.global.v2.f32 [%l4+256], {%f2,%f3};
"""
MMA = (
    "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f0,%f1,%f2,%f3}, "
    "{%r10,%r11,%r12,%r13}, {%r14,%r15}, {%f0,%f1,%f2,%f3};"
)


def _tiles(warps: int) -> tuple[Array, Array, Array]:
    """Return A, transposed B and C of each warp, of small integers."""
    random = np.random.default_rng(7)
    a = random.integers(-8, 8, (warps, 16, 16)).astype(np.float16)
    b = random.integers(-8, 8, (warps, 8, 16)).astype(np.float16)
    return a, b, random.integers(-99, 99, (warps, 16, 8)).astype(np.float32)


def _times(a: Array, b: Array) -> Array:
    return a.astype(np.float64) @ b.astype(np.float64).transpose(0, 2, 1)


@pytest.mark.parametrize("warps", [1, 3, 32])
def test_chain(warps: int) -> None:
    """Each product's D is the next one's C."""
    a, b, c = _tiles(warps)
    module = loaded(wrapped(3, FRAGMENTS + 3 * MMA + STORE))
    found = launch(module, "k", [a, b, c], block=(32 * warps, 1, 1))[2]
    assert (found == c + 3 * _times(a, b)).all()


def test_changed_between() -> None:
    """A register that is written between two products counts in the second."""
    a, b, c = _tiles(2)
    change = "add.f32 %f1, %f1, 0f3f800000;\nmov.u32 %r14, 0;\nmov.u32 %r15, %r14;\n"
    module = loaded(wrapped(3, FRAGMENTS + MMA + change + MMA + STORE))
    found = launch(module, "k", [a, b, c], block=(64, 1, 1))[2]
    expected = c + _times(a, b)
    expected[:, :8, 1::2] += 1
    assert (found == expected).all()


def test_results_in_part() -> None:
    """Results may be left out with `_`, or swapped."""
    a, b, c = _tiles(1)
    once = MMA.replace("{%f0,%f1,%f2,%f3}, {%r", "{%f1,_,%f0,%f3}, {%r", 1)
    module = loaded(wrapped(3, FRAGMENTS + once + STORE))
    found = launch(module, "k", [a, b, c])[2][0]
    full = (c + _times(a, b))[0]
    assert (found[:8, 1::2] == full[:8, 0::2]).all()
    assert (found[:8, 0::2] == full[8:, 0::2]).all()
    assert (found[8:, 0::2] == c[0, 8:, 0::2]).all()
    assert (found[8:, 1::2] == full[8:, 1::2]).all()


def test_guard() -> None:
    """Only warps whose guard holds multiply."""
    a, b, c = _tiles(4)
    test = "and.b32 %r7, %r2, 1; setp.eq.u32 %p1, %r7, 1;\n"
    text = wrapped(3, FRAGMENTS + test + f"@%p1 {MMA}\n@!%p1 {MMA}\n@!%p1 {MMA}" + STORE)
    found = launch(loaded(text), "k", [a, b, c], block=(128, 1, 1))[2]
    times = np.array([2, 1, 2, 1])[:, None, None]
    assert (found == c + times * _times(a, b)).all()


def _mma(d: int, a: tuple[int, ...], b: tuple[int, int], c: int) -> str:
    """Return a product whose D and C begin at registers `%f`, and A and B are registers `%r`."""
    d4, c4 = ("{" + ",".join(f"%f{first + i}" for i in range(4)) + "}" for first in (d, c))
    a4 = "{" + ",".join(f"%r{each}" for each in a) + "}"
    shape = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"
    return f"{shape} {d4}, {a4}, {{%r{b[0]},%r{b[1]}}}, {c4};\n"


SWAPPED = (11, 10, 13, 12)
"""A with its upper and lower rows exchanged."""
ZERO = "mov.u32 %r20, 0;\n"


def _halves_exchanged(matrix: Array) -> Array:
    return np.concatenate([matrix[:, 8:], matrix[:, :8]], axis=1)


@pytest.mark.parametrize("warps", [1, 2, 32])
def test_shared_operands(warps: int) -> None:
    """Products that share A or B, in grids, chains and out of order, are those of each alone."""
    a, b, c = _tiles(warps)
    count = len(a)
    plain, exchanged = _times(a, b), _times(_halves_exchanged(a), b)
    cut = b.copy()
    cut[:, :, 8:] = 0
    part, part_exchanged = _times(a, cut), _times(_halves_exchanged(a), cut)
    full, lower = (14, 15), (14, 20)
    straight = (10, 11, 12, 13)
    body = ZERO
    body += _mma(4, straight, full, 0) + _mma(8, straight, lower, 0)  # one A
    body += _mma(12, SWAPPED, lower, 0) + _mma(16, SWAPPED, full, 0)
    body += _mma(4, straight, full, 4) + _mma(20, SWAPPED, full, 16)  # one B
    body += _mma(8, straight, lower, 8) + _mma(8, straight, full, 8)  # a chain within
    for first in (4, 8, 12, 16, 20):
        store = STORE.replace("%l4", "%l6")
        for index in range(4):
            store = store.replace(f"%f{index}", f"%g{first + index}")
        body += f"add.u64 %l6, %l4, {(first // 4 - 1) * 512 * count};\n{store.replace('%g', '%f')}"
    out = np.concatenate([c, np.zeros((4 * count, 16, 8), np.float32)])
    module = loaded(wrapped(3, FRAGMENTS + body))
    found = launch(module, "k", [a, b, out], block=(32 * count, 1, 1))[2].reshape(5, count, 16, 8)
    assert (found[0] == c + 2 * plain).all()
    assert (found[1] == c + 2 * part + plain).all()
    assert (found[2] == c + part_exchanged).all()
    assert (found[3] == c + exchanged).all()
    assert (found[4] == c + 2 * exchanged).all()


def test_loop_of_some_warps() -> None:
    """Warps that go round a loop a different number of times."""
    a, b, c = _tiles(4)
    body = f"""
        mov.u32 %r30, 0;
    again:
        {MMA}{MMA}
        add.u32 %r30, %r30, 1;
        setp.le.u32 %p1, %r30, %r2;
        @%p1 bra again;
    """
    found = launch(loaded(wrapped(3, FRAGMENTS + body + STORE)), "k", [a, b, c], block=(128, 1, 1))
    times = 2 * np.array([1, 2, 3, 4])[:, None, None]
    assert (found[2] == c + times * _times(a, b)).all()


@pytest.mark.parametrize("name", ["mma.sm_80.ptx", "mma.sm_86.ptx"])
def test_pipeline(name: str) -> None:
    """`mma_pipeline` of the corpus: cp.async, ldmatrix and mma, in a loop."""
    module = loaded((CORPUS / "nvcc" / name).read_bytes())
    random = np.random.default_rng(3)
    m, n, k = 128, 192, 160
    a = random.integers(-4, 5, (m, k)).astype(np.float16)
    b = random.integers(-4, 5, (k, n)).astype(np.float16)
    c = np.zeros((m, n), np.float32)
    found = launch(
        module,
        "_Z12mma_pipelinePK6__halfS1_Pfiii",
        [a, b, c, m, n, k],
        grid=(n // 64, m // 64, 1),
        block=(128, 1, 1),
    )[2]
    assert (found == a.astype(np.float64) @ b.astype(np.float64)).all()


def test_sparse_kernel() -> None:
    """`mma_sparse` of the corpus, with the first two of each four elements."""
    module = loaded((CORPUS / "nvcc" / "mma.sm_80.ptx").read_bytes())
    random = np.random.default_rng(5)
    a = random.integers(-8, 8, (16, 16)).astype(np.float16)
    b = random.integers(-8, 8, (32, 8)).astype(np.float16)
    lane = np.arange(32)
    g, t = lane // 4, lane % 4
    words_a, words_b = a.view(np.uint32), np.ascontiguousarray(b.T).view(np.uint32)
    left = np.stack([words_a[g + 8 * (j & 1), t + 4 * (j >> 1)] for j in range(4)])
    right = np.stack([words_b[g, t + 4 * j] for j in range(4)])
    metadata = np.full(32, 0x44444444, np.uint32)
    out = np.zeros(128, np.float32)
    found = launch(module, "_Z10mma_sparsePKjS0_S0_Pf", [left, right, metadata, out])[3]
    dense = np.zeros((16, 32))
    dense[:, 0::4], dense[:, 1::4] = a[:, 0::2], a[:, 1::2]
    expected = dense @ b.astype(np.float64)
    for i in range(4):
        assert (found[i::4] == expected[g + 8 * (i >> 1), 2 * t + (i & 1)]).all()


WMMA = [
    ("I6__halffLi16ELi16ELi16E", np.float16, np.float32, (16, 16, 16)),
    ("I6__halfS0_Li32ELi8ELi16E", np.float16, np.float16, (32, 8, 16)),
    ("IaiLi8ELi32ELi16E", np.int8, np.int32, (8, 32, 16)),
    ("IddLi8ELi8ELi4E", np.float64, np.float64, (8, 8, 4)),
]


@pytest.mark.parametrize(("part", "source", "result", "shape"), WMMA, ids=str)
def test_wmma_kernels(
    part: str, source: type[Any], result: type[Any], shape: tuple[int, int, int]
) -> None:
    """`multiply` of the corpus: twice the product, through the C++ interface of `wmma`."""
    module = loaded((CORPUS / "nvcc" / "wmma.sm_80.ptx").read_bytes())
    name = next(name for name in module.program.routines if part in name)
    rows, columns, depth = shape
    m, n, k = 2 * rows, 3 * columns, 5 * depth
    random = np.random.default_rng(9)
    a = random.integers(-3, 4, (m, k)).astype(source)
    b = random.integers(-3, 4, (n, k)).astype(source)
    c = np.zeros((m, n), result)
    found = launch(module, name, [a, b, c, n, k], grid=(3, 2, 1))[2]
    assert (found == 2 * (a.astype(np.float64) @ b.astype(np.float64).T)).all()
