"""`ptx.mma.sync`, `ptx.ldmatrix`, `ptx.stmatrix`, in the simulator."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ptxpy
from ptxpy import b8, b32, bf16, f16, f32, f64, kernel, ptx, reg, s8, s32, smem, tf32, u32, u64
from ptxpy.dsl.values.types import Type
from tests.dsl.helpers.tiles import written


def test_a_product_of_loaded_matrices() -> None:
    """A of 16 x 16 by four matrices, B of 16 x 8 transposed by two, D = A * B + C."""

    @kernel(arch="sm_90a", version="8.0")
    def k(x: u64, y: u64, z: u64) -> None:
        left, right, out = (ptx.ld.param.u64([each]).register() for each in (x, y, z))
        lane = reg.from_(ptx.special.tid.x(), u32)
        tiles = smem.alloc(f16, (32, 8))
        base = ptx.mov.u32(tiles).register()
        tile_b = smem.alloc(f16, (16, 8))
        where = ptx.mad.lo.u32(lane, 16, base).register()
        row = ptx.and_.b32(lane, 15).register()
        half = ptx.mul.lo.u32(ptx.shr.u32(lane, 4), 16)
        source = ptx.mad.wide.u32(ptx.mad.lo.u32(row, 32, half), 1, left).register()
        words = [ptx.ld.global_.b32([source, 4 * i]) for i in range(4)]
        ptx.st.shared.v4.b32([where], tuple(words))
        source = ptx.mad.wide.u32(row, 16, right).register()
        words = [ptx.ld.global_.b32([source, 4 * i]) for i in range(4)]
        other = ptx.mad.lo.u32(row, 16, ptx.mov.u32(tile_b)).register()
        ptx.st.shared.v4.b32([other], tuple(words))
        ptx.bar.sync(0)
        a, b = reg.array(b32, 4), reg.array(b32, 2)
        ptx.ldmatrix(dst=a, src=where)
        ptx.ldmatrix(dst=b, src=[other], layout="x2", trans=True)
        d = reg.array(f32, 4)
        ptx.mma.sync(
            shape=(16, 8, 16),
            dtype_d=f32,
            dtype_a=f16,
            dtype_b=f16,
            dtype_c=f32,
            d=d,
            a=a,
            b=b,
            c=[1.0, 1.0, 1.0, 1.0],
        )
        pairs = ptx.mad.wide.u32(lane, 8, out).register()
        ptx.st.global_.v2.f32([pairs], (d[0], d[1]))
        ptx.st.global_.v2.f32([pairs, 256], (d[2], d[3]))
        ptx.ret()

    random = np.random.default_rng(1)
    a, b = (random.integers(-4, 5, shape).astype(np.float16) for shape in ((16, 16), (16, 8)))
    d = np.zeros((16, 8), np.float32)
    k.launch(a, b, d, grid=1, block=32, device="cpu", strict=True)
    assert (d == a.astype(np.float32) @ b.astype(np.float32) + 1).all()


@pytest.mark.parametrize("trans", [False, True])
@pytest.mark.parametrize("count", [1, 2, 4])
def test_stored_and_loaded_back(count: int, trans: bool) -> None:
    """What stmatrix stores, ldmatrix loads; transposed, with rows and columns exchanged."""

    @kernel(arch="sm_90a", version="8.0")
    def k(x: u64) -> None:
        out = ptx.ld.param.u64([x]).register()
        lane = reg.from_(ptx.special.tid.x(), u32)
        tile = smem.alloc(f16, (8 * count, 8))
        row = ptx.rem.u32(lane, 8 * count)
        where = ptx.mad.lo.u32(row, 16, ptx.mov.u32(tile)).register()
        pair = ptx.mad.lo.u32(lane, 0x20002, 0x10000).register()
        held = [ptx.add.u32(pair, 0x400040 * i).register() for i in range(count)]
        ptx.stmatrix(smem=where, regs=held, layout=f"x{count}", trans=trans)
        loaded = reg.array(b32, count)
        ptx.ldmatrix(dst=loaded, src=where, layout=f"m8n8.x{count}")
        target = ptx.mad.wide.u32(lane, 4, out).register()
        for index, register in enumerate(loaded):
            ptx.st.global_.b32([target, 128 * index], register)
        ptx.ret()

    out = np.zeros((count, 8, 8), np.uint16)
    k.launch(out, grid=1, block=32, device="cpu", strict=True)
    expected = np.arange(64 * count, dtype=np.uint16).reshape(count, 8, 8)
    assert (out == (expected.transpose(0, 2, 1) if trans else expected)).all()


@pytest.mark.parametrize("given", [False, True])
def test_an_accumulator_stored_transposed(given: bool) -> None:
    """Each element of D at row n, column m of bf16 in rows of 72."""

    @kernel(arch="sm_90a", version="8.0")
    def k(x: u64, y: u64) -> None:
        source, out = (ptx.ld.param.u64([each]).register() for each in (x, y))
        thread = reg.from_(ptx.special.tid.x(), u32)
        tile = smem.alloc(bf16, (32, 72))
        own = ptx.mad.wide.u32(thread, 64, source).register()
        frag = [ptx.ld.global_.f32([own, 4 * i]).register() for i in range(16)]
        pack = list(reg.array(b32, 4)) if given else None
        ptx.stmatrix_x4_trans_f32_bf16(
            frag=frag, smem_base=tile, lane=thread, row_stride=72, tmp_pack=pack
        )
        ptx.bar.sync(0)
        base = ptx.mad.lo.u32(thread, 4, ptx.mov.u32(tile)).register()
        target = ptx.mad.wide.u32(thread, 4, out).register()
        for word in range(9):
            ptx.st.global_.b32([target, 512 * word], ptx.ld.shared.b32([base, 512 * word]))
        ptx.ret()

    thread, i = np.arange(128)[:, None], np.arange(16)
    rows = 16 * (thread // 32) + thread % 32 // 4 + 8 * (i // 2 % 2)
    columns = 8 * (i // 4) + 2 * (thread % 4) + i % 2
    d = np.random.default_rng(2).standard_normal((64, 32)).astype(np.float32)
    out = np.zeros((32, 72), np.uint16)
    k.launch(np.ascontiguousarray(d[rows, columns]), out, grid=1, block=128, device="cpu")
    bits = d.T.view(np.uint32) if d.flags.f_contiguous else np.ascontiguousarray(d.T).view("u4")
    rounded = bits + 0x7FFF + (bits >> 16 & 1) >> 16
    assert (out[:, :64] == rounded).all()


@pytest.mark.parametrize(
    ("shape", "types", "counts", "text"),
    [
        ((16, 8, 8), (f32, tf32, tf32, f32), (4, 4, 2, 4), "m16n8k8.row.col.f32.tf32.tf32.f32"),
        ((16, 8, 16), (f32, bf16, bf16, f32), (4, 4, 2, 4), "m16n8k16.row.col.f32.bf16.bf16.f32"),
        ((16, 8, 16), (f16, f16, f16, f16), (2, 4, 2, 2), "m16n8k16.row.col.f16.f16.f16.f16"),
        ((16, 8, 32), (s32, s8, s8, s32), (4, 4, 2, 4), "m16n8k32.row.col.s32.s8.s8.s32"),
        ((8, 8, 4), (f64, f64, f64, f64), (2, 1, 1, 2), "m8n8k4.row.col.f64.f64.f64.f64"),
    ],
)
def test_products(
    shape: tuple[int, int, int], types: tuple[Type, ...], counts: tuple[int, ...], text: str
) -> None:
    """The opcode of shapes and types, and that other numbers of registers are refused."""

    def product(more: int) -> None:
        registers = []
        for dtype, count in zip(types, counts, strict=True):
            kind = dtype if dtype in (f32, f64, s32) else b32
            registers.append(list(reg.array(kind, count + more)))
            for register in registers[-1]:
                register.set(0.0 if kind in (f32, f64) else 0)
        d, a, b, c = registers
        given: dict[str, Any] = {"shape": shape, "d": d, "a": a, "b": b, "c": c}
        names = ("dtype_d", "dtype_a", "dtype_b", "dtype_c")
        given.update(zip(names, types, strict=True))
        ptx.mma.sync(**given)

    assert f"mma.sync.aligned.{text} {{" in written(lambda: product(0))
    with pytest.raises(ptxpy.InstructionError):
        written(lambda: product(1))


def test_the_text() -> None:
    """Shapes, numbers and transposition, in any order in the layout."""

    def body() -> None:
        r = reg.array(b32, 4, "%x")
        ptx.ldmatrix(dst=r, src="%p", layout="x4.trans")
        ptx.ldmatrix(dst=r[0:2], src=["%p", 16], layout="m16n16.x1", trans=True)
        ptx.stmatrix(smem="%p", regs=r, layout="x4", trans=True)
        ptx.stmatrix(smem="%p", regs=[r[0]], layout="x1.trans", shape="m16n8")

    text = written(body, arch="sm_100a")
    for line in (
        "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%x0, %x1, %x2, %x3}, [%p];",
        "ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%x0, %x1}, [%p+16];",
        "stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%p], {%x0, %x1, %x2, %x3};",
        "stmatrix.sync.aligned.m16n8.x1.trans.shared.b8 [%p], {%x0};",
    ):
        assert line in text


BAD: list[tuple[Callable[[], object], type[Exception], str]] = [
    (lambda: ptx.ldmatrix(dst=reg.array(b32, 2), src="%p"), ValueError, "has 4 registers, not 2"),
    (lambda: ptx.ldmatrix(dst=4, src="%p"), TypeError, "register file"),
    (lambda: ptx.ldmatrix(dst="%a", src="%p", layout="x3"), ValueError, "x1, x2, x4"),
    (lambda: ptx.ldmatrix(dst="%a", src="%p", layout="m8n8"), ValueError, "x1, x2, x4, not m8n8"),
    (lambda: ptx.stmatrix(smem="%p", regs="%a", layout="x2"), ValueError, "2 registers, not 1"),
    (
        lambda: ptx.stmatrix(smem="%p", regs="%a", layout="x1", shape="m8n16"),
        ValueError,
        "m8n8 or m16n8",
    ),
    (
        lambda: ptx.stmatrix_x4_trans_f32_bf16(
            frag=reg.array(f32, 4), smem_base="%p", lane="%l", row_stride=72
        ),
        ValueError,
        "8 registers for each 16 columns",
    ),
    (
        lambda: ptx.stmatrix_x4_trans_f32_bf16(
            frag=reg.array(f32, 8), smem_base="%p", lane="%l", row_stride=68
        ),
        ValueError,
        "multiple of 8 elements",
    ),
    (
        lambda: ptx.stmatrix_x4_trans_f32_bf16(
            frag=reg.array(f32, 8), smem_base="%p", lane="%l", row_stride=72, tmp_pack=[]
        ),
        ValueError,
        "four registers",
    ),
    (lambda: product_of(a_layout="column"), ValueError, '"row" or "col"'),
    (lambda: product_of(shape=(16, 8)), ValueError, r"\(m, n, k\)"),
    (lambda: product_of(dtype_a="bf16"), TypeError, "ptxpy.types"),
    (lambda: product_of(shape=(16, 16, 16)), ptxpy.InstructionError, "m16n16k16"),
    (lambda: product_of(a=reg.array(b8, 4)), ptxpy.InstructionError, "each a .b32"),
]


def product_of(**given: Any) -> None:
    """Multiply what fits, but for what is given."""
    common: dict[str, Any] = {
        "shape": (16, 8, 16),
        "dtype_d": f32,
        "dtype_a": bf16,
        "dtype_b": bf16,
        "dtype_c": f32,
        "d": reg.array(f32, 4),
        "a": reg.array(b32, 4),
        "b": reg.array(b32, 2),
        "c": reg.array(f32, 4),
    }
    ptx.mma.sync(**{**common, **given})


@pytest.mark.parametrize(("body", "error", "message"), BAD)
def test_refused(body: Callable[[], object], error: type[Exception], message: str) -> None:
    """What is no instruction is an error where it is written."""
    with pytest.raises(error, match=message):
        written(body)
