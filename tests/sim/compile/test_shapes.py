"""Kernels of several axes: what a thread computes does not depend on who runs beside it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ptxpy.sim.loaded_module import LoadedModule
from ptxpy.sim.machine.geometry import Geometry
from ptxpy.syntax import parse

HEAD = """\
.version 8.0
.target sm_80
.address_size 64
.shared .align 8 .b8 tile[8192];
.visible .entry kernel(.param .u64 out, .param .u64 data, .param .u32 number)
{
    .reg .pred %p<4>;
    .reg .b32 %r<16>;
    .reg .f32 %f<8>;
    .reg .b64 %rd<16>;
    .local .align 8 .b8 mine[64];
    ld.param.u64 %rd1, [out];
    ld.param.u64 %rd2, [data];
    ld.param.u32 %r1, [number];
    mov.u32 %r2, %tid.x;
    mov.u32 %r3, %tid.y;
    mov.u32 %r4, %ctaid.x;
    mov.u32 %r5, %ctaid.y;
    mov.u32 %r6, %ntid.x;
    mad.lo.u32 %r7, %r3, %r6, %r2;
    mov.u32 %r8, %laneid;
    cvt.rn.f32.u32 %f1, %r2;
    cvt.rn.f32.u32 %f2, %r4;
    mov.f32 %f3, 0f3FC00000;
    setp.lt.u32 %p1, %r2, 3;
"""
TAIL = """
    add.u32 %r1, %r1, %r9;
    mov.b32 %r10, %f3;
    xor.b32 %r1, %r1, %r10;
    mov.u32 %r11, %ntid.y;
    mul.lo.u32 %r11, %r11, %r6;
    mov.u32 %r12, %nctaid.x;
    mad.lo.u32 %r12, %r5, %r12, %r4;
    mad.lo.u32 %r12, %r12, %r11, %r7;
    mul.wide.u32 %rd9, %r12, 4;
    add.s64 %rd9, %rd1, %rd9;
    st.global.u32 [%rd9], %r1;
    ret;
}
"""
STEPS = (
    "add.u32 %r{a}, %r{b}, %r{c};",
    "mad.lo.u32 %r{a}, %r{b}, %r{c}, %r4;",
    "mul.wide.u32 %rd8, %r{b}, %r{c};\n    cvt.u32.u64 %r{a}, %rd8;",
    "xor.b32 %r{a}, %r{b}, %r{c};",
    "shr.u32 %r{a}, %r{b}, %r{c};",
    "popc.b32 %r{a}, %r{b};",
    "setp.gt.u32 %p1, %r{b}, %r{c};",
    "selp.b32 %r{a}, %r{b}, %r{c}, %p1;",
    "@%p1 add.u32 %r{a}, %r{b}, 7;",
    "@!%p1 mov.u32 %r{a}, %r{b};",
    "fma.rn.f32 %f3, %f1, %f3, %f2;",
    "add.f32 %f2, %f2, %f1;",
    "mul.f32 %f1, %f3, %f2;",
    # Memory: of the grid, of the CTA, of the thread.
    (
        "and.b32 %r13, %r{b}, 255;\n    mul.wide.u32 %rd3, %r13, 4;\n"
        "    add.s64 %rd4, %rd2, %rd3;\n"
        "    ld.global.u32 %r{a}, [%rd4+8];\n    @%p1 ld.global.u32 %r9, [%rd4+4];"
    ),
    (
        "and.b32 %r13, %r{b}, 12;\n    cvt.u64.u32 %rd5, %r13;\n    mov.u64 %rd6, mine;\n"
        "    add.s64 %rd5, %rd6, %rd5;\n    st.local.u32 [%rd5+4], %r{c};\n"
        "    ld.local.u32 %r{a}, [%rd5+8];"
    ),
    (
        "mov.u32 %r13, tile;\n    shl.b32 %r14, %r7, 2;\n    add.u32 %r14, %r13, %r14;\n"
        "    st.shared.u32 [%r14], %r{b};\n    bar.sync 0;\n    ld.shared.u32 %r{a}, [tile+12];\n"
        "    bar.sync 0;"
    ),
    "shfl.sync.bfly.b32 %r{a}, %r{b}, 3, 31, -1;",
    "vote.sync.ballot.b32 %r{a}, %p1, -1;",
    (
        "@%p1 bra $A{n};\n    add.u32 %r{a}, %r{b}, 3;\n    bra $B{n};\n"
        "$A{n}:\n    sub.u32 %r{a}, %r{c}, %r2;\n    mov.f32 %f3, %f1;\n$B{n}:"
    ),
    # Loops of different lengths, sides of branches that are run together, atomics, vectors.
    (
        "and.b32 %r15, %r{b}, 7;\n$L{n}:\n    add.u32 %r{a}, %r{a}, %r{c};\n"
        "    sub.u32 %r15, %r15, 1;\n    setp.gt.s32 %p2, %r15, 0;\n    @%p2 bra $L{n};"
    ),
    (
        "setp.lt.u32 %p3, %r8, 9;\n    @%p3 bra $X{n};\n    mul.lo.u32 %r{a}, %r{b}, 5;\n"
        "    selp.b32 %r9, %r{a}, %r{b}, %p1;\n$X{n}:"
    ),
    (
        "atom.shared.add.u32 %r14, [tile+64], 1;\n    bar.sync 0;\n"
        "    ld.shared.u32 %r{a}, [tile+64];\n    bar.sync 0;"
    ),
    (
        "and.b32 %r13, %r7, 63;\n    mul.wide.u32 %rd3, %r13, 8;\n    add.s64 %rd4, %rd2, %rd3;\n"
        "    ld.global.v2.u32 {{%r{a}, %r14}}, [%rd4+16];\n    add.u32 %r{a}, %r{a}, %r14;"
    ),
)

register = st.sampled_from((1, 2, 3, 4, 5, 7, 8, 9))
step = st.tuples(st.sampled_from(STEPS), st.sampled_from((1, 9)), register, register)
shapes = st.sampled_from(((16, 4), (4, 16), (32, 2), (64, 1), (1, 64), (10, 3), (7, 5), (128, 1)))


def outcome(
    text: str, grid: tuple[int, int], block: tuple[int, int], lanes: int, *, plain: bool = False
) -> Any:
    """Return what a kernel leaves, with at most so many lanes side by side.

    With `plain`, sides of branches are never run together.
    """
    loaded = LoadedModule(parse(text))
    if plain:
        loaded.code.if_converted = lambda *_, **__: None  # type: ignore[method-assign]
    memory = loaded.memory
    size = 4 * grid[0] * grid[1] * block[0] * block[1]
    out = memory.allocate(size, "out")
    data = memory.allocate(2048, "data")
    memory.bytes[data : data + 2048] = np.arange(2048) * 7 % 251
    parameters = np.array([out, data, 5], np.uint64).tobytes()
    loaded.run("kernel", parameters[:20], Geometry((*grid, 1), (*block, 1), (1, 1, 1)), lanes=lanes)
    return memory.bytes[out : out + size].view(np.uint32).copy()


@settings(max_examples=60, deadline=None)
@given(st.lists(step, min_size=2, max_size=14), shapes)
def test_batches(steps: list[tuple[str, int, int, int]], block: tuple[int, int]) -> None:
    """The same whether CTAs run side by side or one after the other, and in any order of axes."""
    lines = [text.format(a=a, b=b, c=c, n=n) for n, (text, a, b, c) in enumerate(steps)]
    text = HEAD + "    " + "\n    ".join(lines) + TAIL
    together = outcome(text, (3, 2), block, 16384)
    alone = outcome(text, (3, 2), block, 1)
    plain = outcome(text, (3, 2), block, 200, plain=True)
    assert (together == alone).all()
    assert (together == plain).all()


@pytest.mark.parametrize("block", [(16, 4), (4, 16), (64, 1), (1, 64), (10, 3), (7, 5, 2)])
def test_coordinates(block: tuple[int, ...]) -> None:
    """Each thread of each CTA finds its own coordinates."""
    text = HEAD + (
        "    mov.u32 %r9, %tid.z;\n    mad.lo.u32 %r1, %r5, 10, %r4;\n"
        "    mad.lo.u32 %r1, %r1, 100, %r9;\n    mad.lo.u32 %r1, %r1, 100, %r3;\n"
        "    mad.lo.u32 %r1, %r1, 100, %r2;\n"
        "    mov.u32 %r13, %ntid.y;\n    mad.lo.u32 %r7, %r9, %r13, %r3;\n"
        "    mad.lo.u32 %r7, %r7, %r6, %r2;\n"
        "    mov.u32 %r11, %ntid.z;\n    mul.lo.u32 %r11, %r11, %r13;\n"
        "    mul.lo.u32 %r11, %r11, %r6;\n    mov.u32 %r12, %nctaid.x;\n"
        "    mad.lo.u32 %r12, %r5, %r12, %r4;\n    mad.lo.u32 %r12, %r12, %r11, %r7;\n"
        "    mul.wide.u32 %rd9, %r12, 4;\n    add.s64 %rd9, %rd1, %rd9;\n"
        "    st.global.u32 [%rd9], %r1;\n    ret;\n}\n"
    )
    x, y, z = (*block, 1)[:3]
    loaded = LoadedModule(parse(text))
    out = loaded.memory.allocate(4 * 6 * x * y * z, "out")
    parameters = np.array([out, 0, 5], np.uint64).tobytes()[:20]
    loaded.run("kernel", parameters, Geometry((3, 2, 1), (x, y, z), (1, 1, 1)))
    found = loaded.memory.bytes[out : out + 24 * x * y * z].view(np.uint32)
    cta_y, cta_x, tz, ty, tx = np.indices((2, 3, z, y, x)).reshape(5, -1)
    assert (found == (((cta_y * 10 + cta_x) * 100 + tz) * 100 + ty) * 100 + tx).all()
