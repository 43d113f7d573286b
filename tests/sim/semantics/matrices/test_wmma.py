"""`wmma` in kernels: load, multiply, store, in all shapes, types, layouts and state spaces."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pytest

from tests.sim.reference import matrices as reference
from tests.sim.reference.matrices import BITS, Matrix
from tests.sim.semantics.matrices.fragments import matrix
from tests.sim.semantics.matrices.kernels import launch, loaded, wrapped

Array = npt.NDArray[Any]

WARPS = 2


class Kind(NamedTuple):
    """Shapes and types of `wmma.mma`, and the registers of its fragments."""

    shapes: tuple[str, ...]
    d: str
    a: str
    c: str
    flags: tuple[str, ...] = ()


SHAPES = ("m16n16k16", "m8n32k16", "m32n8k16")
KINDS = (
    *(Kind(SHAPES, d, "f16", c) for d, c in product(("f16", "f32"), repeat=2)),
    Kind(SHAPES, "f32", "bf16", "f32"),
    *(
        Kind(SHAPES, "s32", a, "s32", flags)
        for a in ("s8", "u8")
        for flags in ((), (".satfinite",))
    ),
    Kind(("m16n16k8",), "f32", "tf32", "f32"),
    Kind(("m8n8k4",), "f64", "f64", "f64"),
    Kind(("m8n8k32",), "s32", "s4", "s32"),
    Kind(("m8n8k32",), "s32", "u4", "s32", (".satfinite",)),
    Kind(("m8n8k128",), "s32", "b1", "s32", (".and",)),
    Kind(("m8n8k128",), "s32", "b1", "s32", (".xor",)),
)
CASES = [(kind, shape) for kind in KINDS for shape in kind.shapes]


def _extents(shape: str) -> tuple[int, int, int]:
    m, _, rest = shape[1:].partition("n")
    n, _, k = rest.partition("k")
    return int(m), int(n), int(k)


def _count(type_: str, elements: int, *, operand: bool) -> int:
    """Return how many registers a fragment has (PTX ISA 9.7.14.4.1)."""
    if operand and type_ == "f16":
        return 8
    return max(1, elements * BITS[type_] // (32 * max(32, BITS[type_])))


def _laid_out(codes: Matrix, bits: int, layout: str, stride: int) -> Array:
    """Return the bytes of a matrix in memory; elements between rows are ones."""
    lines = codes if layout == "row" else [list(line) for line in zip(*codes, strict=True)]
    flat: list[int] = []
    for line in lines:
        flat += line + [(1 << bits) - 1] * (stride - len(line))
    if bits >= 8:
        return np.array(flat, f"u{bits // 8}").view("u1")
    packed = [
        sum(code << (bits * h) for h, code in enumerate(flat[at : at + 8 // bits]))
        for at in range(0, len(flat), 8 // bits)
    ]
    return np.array(packed, "u1")


def _taken(octets: Array, bits: int, layout: str, stride: int, rows: int, columns: int) -> Matrix:
    """Return the codes of a matrix in memory."""
    lines = octets.view(f"u{bits // 8}").reshape(-1, stride)
    found = lines[:rows, :columns] if layout == "row" else lines[:columns, :rows].T
    return [[int(code) for code in row] for row in found]


def _names(prefix: str, count: int) -> str:
    return "{" + ",".join(f"%{prefix}{index}" for index in range(count)) + "}"


def _run(kind: Kind, shape: str, layouts: tuple[str, str, str], space: str, *, pad: int) -> None:
    m, n, k = _extents(shape)
    random = Random(shape + kind.a)  # noqa: S311 - test data
    sets = [
        (matrix(kind.a, m, k, random), matrix(kind.a, k, n, random), matrix(kind.c, m, n, random))
        for _ in range(WARPS)
    ]
    left, right, last = layouts
    inner = (k if left == "row" else m, k if right == "col" else n, n if last == "row" else m)
    strides = [size + pad for size in inner]
    a, b, c = (
        np.concatenate([_laid_out(each[x], BITS[type_], layout, stride) for each in sets])
        for x, (type_, layout, stride) in enumerate(
            zip((kind.a, kind.a, kind.c), layouts, strides, strict=True)
        )
    )
    d_bytes = (m if last == "row" else n) * strides[2] * BITS[kind.d] // 8
    d = np.full(WARPS * d_bytes, 0xAA, "u1")
    sizes = [len(each) // WARPS for each in (a, b, c, d)]
    flags = "".join(kind.flags)
    single = kind.a == "b1"
    operator = f"{flags}.popc" if single else ""
    types = f".{kind.d}.{kind.c}"
    if kind.a != "f16":
        types = f".{kind.d}.{kind.a}.{kind.a}.{kind.c}"
    tail = "" if single else flags
    where = "" if space == "generic" else space
    given = [f", {stride}" if pad else "" for stride in strides]
    declared = []
    for prefix, type_, count in (
        ("fa", kind.a, _count(kind.a, m * k, operand=True)),
        ("fb", kind.a, _count(kind.a, k * n, operand=True)),
        ("fc", kind.c, _count(kind.c, m * n, operand=False)),
        ("fd", kind.d, _count(kind.d, m * n, operand=False)),
    ):
        register = {"f64": ".f64", "f32": ".f32"}.get(type_, ".b32")
        declared.append((prefix, register, count))
    fa, fb, fc, fd = (_names(prefix, count) for prefix, _, count in declared)
    base = "\n".join(
        f"mad.wide.u32 %a{index}, %r1, {size}, %a{index};" for index, size in enumerate(sizes)
    )
    copy = ""
    if space == ".shared":
        copy = "mov.u32 %r3, tile; mul.lo.u32 %r4, %r1, 16384; add.u32 %r3, %r3, %r4;\n"
        at = 0
        for index, size in enumerate(sizes):
            copy += f"""
                mov.u32 %r5, %r2;
            l{index}:
                cvt.u64.u32 %l1, %r5;
                add.u64 %l2, %a{index}, %l1;
                ld.global.u8 %r6, [%l2];
                add.u32 %r7, %r3, %r5;
                st.shared.u8 [%r7+{at}], %r6;
                add.u32 %r5, %r5, 32;
                setp.lt.u32 %p1, %r5, {size};
                @%p1 bra l{index};
            """
            at += -(-size // 256) * 256
    addresses = [f"[%a{index}]" for index in range(4)]
    ending = ""
    if space == ".shared":
        at, shared = 0, []
        for size in sizes:
            shared.append(f"[%r3+{at}]")
            last_at, at = at, at + -(-size // 256) * 256
        addresses = shared
        ending = f"""
            mov.u32 %r5, %r2;
        out:
            add.u32 %r7, %r3, %r5;
            ld.shared.u8 %r6, [%r7+{last_at}];
            cvt.u64.u32 %l1, %r5;
            add.u64 %l2, %a3, %l1;
            st.global.u8 [%l2], %r6;
            add.u32 %r5, %r5, 32;
            setp.lt.u32 %p1, %r5, {sizes[3]};
            @%p1 bra out;
        """
    body = f"""
        mov.u32 %r0, %tid.x;
        shr.u32 %r1, %r0, 5;
        and.b32 %r2, %r0, 31;
        {base}
        {copy}
        wmma.load.a.sync.aligned.{left}.{shape}{where}.{kind.a} {fa}, {addresses[0]}{given[0]};
        wmma.load.b.sync.aligned.{right}.{shape}{where}.{kind.a} {fb}, {addresses[1]}{given[1]};
        wmma.load.c.sync.aligned.{last}.{shape}{where}.{kind.c} {fc}, {addresses[2]}{given[2]};
        wmma.mma{operator}.sync.aligned.{left}.{right}.{shape}{types}{tail} {fd}, {fa}, {fb}, {fc};
        wmma.store.d.sync.aligned.{last}.{shape}{where}.{kind.d} {addresses[3]}, {fd}{given[2]};
        {ending}
    """
    declarations = "\n".join(f".reg {type_} %{name}<{count}>;" for name, type_, count in declared)
    declarations += "\n.shared .align 256 .b8 tile[32768];"
    module = loaded(wrapped(4, body, declarations=declarations))
    found = launch(module, "k", [a, b, c, d], block=(32 * WARPS, 1, 1))[3]
    names = {flag[1:] for flag in kind.flags}
    for w, (x, y, z) in enumerate(sets):
        expected = reference.product((kind.d, kind.a, kind.a, kind.c), names, x, y, z)
        octets = found[w * d_bytes : (w + 1) * d_bytes]
        assert _taken(octets, BITS[kind.d], last, strides[2], m, n) == expected
        lines = octets.view(f"u{BITS[kind.d] // 8}").reshape(-1, strides[2])
        assert (lines[:, inner[2] :].view("u1") == 0xAA).all()


@pytest.mark.parametrize(("kind", "shape"), CASES, ids=lambda x: x if isinstance(x, str) else x.a)
@pytest.mark.parametrize("pad", [0, 32])
def test_multiply(kind: Kind, shape: str, pad: int) -> None:
    """The usual layouts, with and without a stride, through generic addresses."""
    _run(kind, shape, ("row", "col", "row"), "generic", pad=pad)


@pytest.mark.parametrize("space", [".global", ".shared"])
@pytest.mark.parametrize("layouts", list(product(("row", "col"), repeat=3)), ids="".join)
@pytest.mark.parametrize(
    "kind", [KINDS[1], KINDS[4], KINDS[5], KINDS[9], KINDS[10]], ids=lambda k: k.a
)
def test_layouts(kind: Kind, layouts: tuple[str, str, str], space: str) -> None:
    """All layouts of all sizes of elements, in global and shared memory."""
    for shape in kind.shapes:
        _run(kind, shape, layouts, space, pad=16)
