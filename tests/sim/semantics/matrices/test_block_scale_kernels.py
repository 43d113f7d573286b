"""Kernels with `mma` of sm_120a: scale factors, metadata, and what is wrong with them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import ptxpy
from ptxpy.sim.loaded_module import LoadedModule
from tests.sim.races.everywhere import strictly
from tests.sim.semantics.matrices.kernels import CORPUS, launch, loaded, wrapped

__all__ = ["strictly"]

Array = npt.NDArray[Any]

SCALED = (
    "mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.f32.e4m3.e4m3.f32.ue8m0 "
    "{%f0,%f1,%f2,%f3}, {%r10,%r10,%r10,%r10}, {%r10,%r10}, {%f4,%f4,%f4,%f4}, "
)
SPARSE = (
    "mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.kind::f8f6f4.f32.e4m3.e4m3.f32 "
    "{%f0,%f1,%f2,%f3}, {%r10,%r10,%r10,%r10}, {%r10,%r10,%r10,%r10}, {%f4,%f4,%f4,%f4}, "
)
START = """
    .reg .b16 %h<4>;
    mov.u32 %r0, %tid.x;
    mul.wide.u32 %l0, %r0, 16;
    add.u64 %l1, %a0, %l0;
    mul.wide.u32 %l2, %r0, 4;
    add.u64 %l2, %a1, %l2;
    ld.global.u32 %r1, [%l2];
    mov.b32 %r10, 0x38383838;       // ones
    mov.f32 %f4, 0f00000000;
"""
STORE = "st.global.v4.f32 [%l1], {%f0,%f1,%f2,%f3};"


def _module(body: str) -> LoadedModule:
    return loaded(wrapped(2, START + body + STORE, target="sm_120a"))


def _run(body: str, words: Array) -> Array:
    """Return D of each warp as [warp, row, column]."""
    lanes = len(words)
    out = np.zeros((lanes, 4), np.float32)
    found = launch(_module(body), "k", [out, words], block=(lanes, 1, 1))[0]
    # a lane has columns 2t and 2t + 1 of row g, then of row g + 8
    return found.reshape(-1, 8, 4, 2, 2).transpose(0, 3, 1, 2, 4).reshape(-1, 16, 8)


def test_scale_factors() -> None:
    """Each warp has scale factors of its own, from the bytes and lanes that the ids name."""
    words = np.arange(64, dtype=np.uint32) % 4 + 126 << 16
    found = _run(SCALED + "%r1, {2, 1}, %r1, {2, 3};\n", words)
    # of A lanes 2 and 3 of four: 2^1 for rows below 8, 2^2 for others; of B lane 3: 2^2
    assert (found == np.repeat([32 * 2 * 4, 32 * 4 * 4], 8)[None, :, None]).all()


def test_ids_in_registers() -> None:
    """The byte-id and the thread-id may be registers; a guard chooses warps."""
    words = np.full(128, 0x7F7F7F80, np.uint32)
    body = """
        mov.f32 %f0, 0fBF800000; mov.f32 %f1, %f0; mov.f32 %f2, %f0; mov.f32 %f3, %f0;
        shr.u32 %r2, %r0, 5;
        and.b32 %r3, %r2, 1;
        setp.eq.u32 %p1, %r3, 1;
        shr.u32 %r2, %r2, 1;
        cvt.u16.u32 %h0, %r2;
        mov.u16 %h1, 0;
    """
    found = _run(f"{body}@%p1 {SCALED} {{%r1}}, {{%h0, %h1}}, {{%r1}}, {{1, %h0}};\n", words)
    assert (found == np.array([-1, 64, -1, 32])[:, None, None]).all()


@pytest.mark.parametrize(
    ("ids", "told"),
    [
        ("{%h0, 0}", "the byte-id-a is 9; it has to be one of 0, 1, 2, 3"),
        ("{0, %h0}", "the thread-id-a is 9; it has to be one of 0, 1"),
        ("{0, %h1}", "the thread-id-a is 1; it has to be one of 0, 1, the same in all threads"),
    ],
)
@pytest.mark.parametrize("guard", ["", "@%p0 "])
def test_wrong_ids(ids: str, told: str, guard: str) -> None:
    """Ids that select nothing, or differ between threads, are faults."""
    body = "mov.u16 %h0, 9; and.b32 %r2, %r0, 1; cvt.u16.u32 %h1, %r2; setp.eq.u32 %p0, 0, 0;\n"
    with pytest.raises(ptxpy.SimulationError, match=told):
        _run(f"{body}{guard}{SCALED} %r1, {ids}, %r1, {{0, 0}};\n", np.zeros(32, np.uint32))


@pytest.mark.parametrize(
    ("ids", "told"),
    [
        ("%r1, {4, 0}, %r1, {0, 0}", "mma with the byte-id-a 4, where it may be 0, 1, 2, 3"),
        ("%r1, {0, 2}, %r1, {0, 0}", "mma with the thread-id-a 2, where it may be 0, 1"),
        ("%r1, {0, 0}, %r1, {0, 4}", "mma with the thread-id-b 4, where it may be 0, 1, 2, 3"),
    ],
)
def test_refused_ids(ids: str, told: str) -> None:
    """Constants that select nothing are told before the kernel starts."""
    with pytest.raises(ptxpy.UnsupportedError, match=told):
        _run(f"{SCALED} {ids};\n", np.zeros(32, np.uint32))


@pytest.mark.parametrize("guard", ["", "@%p0 "])
def test_metadata(guard: str) -> None:
    """Valid metadata multiplies; a pair of positions that does not increase is a fault."""
    begin = "setp.eq.u32 %p0, 0, 0;\n"
    words = np.full(64, 0xE9DC84EE, np.uint32)
    assert (_run(f"{begin}{guard}{SPARSE} %r1, 0;\n", words) == 32).all()
    words[41] = 0x4444_4244  # the metadata of row 10: the lanes of row 2, of which the second
    told = "the metadata 0b0010 of row 10 of A means nothing: its positions have to increase"
    with pytest.raises(ptxpy.SimulationError, match=told):
        _run(f"{begin}{guard}{SPARSE} %r1, 0;\n", words)


def test_unordered_metadata() -> None:
    """Without `::ordered_metadata` positions may decrease, but not be equal."""
    sparse = SPARSE.replace("::ordered_metadata", "").replace(".kind::f8f6f4", "")
    assert (_run(f"{sparse} %r1, 0;\n", np.full(32, 0x11111111, np.uint32)) == 32).all()
    with pytest.raises(ptxpy.SimulationError, match="metadata 0b0101 of row 0 of A means nothing"):
        _run(f"{sparse} %r1, 0;\n", np.full(32, 0x55555555, np.uint32))


def test_refused_selector() -> None:
    """A selector beyond those of the shape is told before the kernel starts."""
    with pytest.raises(ptxpy.UnsupportedError, match="mma with the selector 1, where it may be 0"):
        _run(f"{SPARSE} %r1, 1;\n", np.zeros(32, np.uint32))


def check_multiply_scaled() -> None:
    """`multiply_scaled` of the corpus: packed elements of 4 bits with four scale factors a row."""
    module = loaded((CORPUS / "nvcc" / "fp4.sm_120a.ptx").read_bytes())
    random = np.random.default_rng(4)
    rows = random.integers(0, 16, (16, 64))
    columns = random.integers(0, 16, (8, 64))
    lane = np.arange(32)
    g, t = lane // 4, lane % 4
    left = np.stack([_words(rows)[g + 8 * (j & 1), t + 4 * (j >> 1)] for j in range(4)])
    right = np.stack([_words(columns)[g, t + 4 * j] for j in range(2)])
    scales = np.array([0x28383040, 0x38404830], np.uint32)  # of ue4m3: 1/4 1 1/2 2, 1 2 4 1/2
    out = np.zeros((32, 4), np.float32)
    found = launch(module, "_Z15multiply_scaledPKjS0_PfS0_", [left, right, out, scales])[2]
    factors = np.repeat([2 * 0.5, 0.5 * 4, 1 * 2, 0.25 * 1], 16)
    expected = (_numbers(rows) * factors) @ _numbers(columns).T
    for i in range(4):
        assert (found[:, i] == expected[g + 8 * (i >> 1), 2 * t + (i & 1)]).all()


def _words(codes: Array) -> Array:
    """Return words of eight elements of 4 bits, [row, word]."""
    octets = (codes[:, 0::2] | codes[:, 1::2] << 4).astype(np.uint8)
    words: Array = octets.view(np.uint32)
    return words


def _numbers(codes: Array) -> Array:
    magnitudes = np.array([0, 0.5, 1, 1.5, 2, 3, 4, 6])[codes & 7]
    numbers: Array = np.where(codes & 8, -magnitudes, magnitudes)
    return numbers
