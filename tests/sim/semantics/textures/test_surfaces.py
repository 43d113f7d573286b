"""Surfaces in kernels: places, clamping, formats, reductions."""

from __future__ import annotations

import numpy as np
import pytest

from ptxpy.launch import Surface
from ptxpy.sim import SimulationError
from tests.sim.harness import kernel, run

PARAMETER = ".param .surfref s"


def test_bytes_and_rows() -> None:
    """Unformatted accesses count x in bytes, y and z in rows and slices."""
    body = """
    mov.b16 %h1, 0xABCD;
    shl.b32 %r1, %r0, 3;
    suld.b.2d.v2.b32.trap {%r2, %r3}, [s, {%r1, 1}];
    suld.b.2d.b8.trap %r4, [s, {%r0, 2}];
    mad.wide.u32 %rd1, %r0, 16, %out;
    st.global.v2.u32 [%rd1], {%r2, %r3};
    st.global.u32 [%rd1+8], %r4;
    setp.eq.u32 %p1, %r0, 2;
    @%p1 sust.b.2d.b16.trap [s, {6, 0}], %h1;
"""
    data = np.arange(24, dtype=np.uint32).reshape(3, 8) * 0x01010101
    out = np.zeros((4, 4), np.uint32)
    before = data.copy()
    run(kernel(body, PARAMETER), Surface(data), out, block=4)
    assert out[:, :2].tolist() == before[1].reshape(4, 2).tolist()
    assert out[:, 2].tolist() == before[2].view(np.uint8)[:4].tolist()
    before[0, 1] = 0xABCD0101
    assert data.tolist() == before.tolist()


@pytest.mark.parametrize("geometry", ["1d", "2d", "3d", "a1d", "a2d"])
def test_geometries(geometry: str) -> None:
    """Each element is at its own place; layers come first among the coordinates."""
    axes = {"1d": "x", "2d": "yx", "3d": "zyx", "a1d": "lx", "a2d": "lyx"}[geometry]
    extents = dict(zip("lzyx", (3, 2, 4, 5), strict=True))
    shape = [extents[axis] for axis in axes]
    data = np.zeros(shape, np.uint16)
    count = data.size
    lines = ["mov.u32 %r9, %r0;"]
    names = dict(zip("xyzl", ("%r1", "%r2", "%r3", "%r4"), strict=True))
    for axis in axes[::-1]:
        lines += [
            f"rem.u32 {names[axis]}, %r9, {extents[axis]};",
            f"div.u32 %r9, %r9, {extents[axis]};",
        ]
    listed = [names[axis] for axis in "lxyz" if axis in axes]
    listed += ["%r20"] * ({"3d": 4, "a2d": 4}.get(geometry, len(listed)) - len(listed))
    lines += [
        "shl.b32 %r1, %r1, 1;",
        "cvt.u16.u32 %h1, %r0;",
        f"sust.b.{geometry}.b16.trap [s, {{{', '.join(listed)}}}], %h1;",
    ]
    surface = Surface(data, kind=geometry)
    run(kernel("\n".join(lines), PARAMETER), surface, np.zeros(1), block=count)
    assert data.reshape(-1).tolist() == list(range(count))


@pytest.mark.parametrize(
    ("clamp", "wanted", "left"),
    [("clamp", [1, 1, 2, 3, 3, 3], [50, 52, 55]), ("zero", [0, 1, 2, 3, 0, 0], [1, 52, 53])],
)
def test_outside(clamp: str, wanted: list[int], left: list[int]) -> None:
    """`.clamp` takes the nearest element, `.zero` reads zeros; stores go there, or nowhere."""
    body = f"""
    sub.s32 %r1, %r0, 1;
    mul.lo.u32 %r1, %r1, 4;
    setp.eq.u32 %p1, %r0, 0;
    @%p1 mov.u32 %r1, -400;
    suld.b.1d.b32.{clamp} %r2, [s, {{%r1}}];
    mad.wide.u32 %rd1, %r0, 4, %out;
    st.global.u32 [%rd1], %r2;
    add.u32 %r3, %r0, 50;
    setp.ne.u32 %p2, %r0, 1;
    @%p2 sust.b.1d.b32.{clamp} [s, %r1], %r3;
"""
    data = np.array([1, 2, 3], np.uint32)
    out = np.zeros(6, np.uint32)
    run(kernel(body, PARAMETER), Surface(data), out, block=6)
    assert out.tolist() == wanted
    assert data.tolist() == left


def test_formats() -> None:
    """Formatted stores count elements, and convert what they are given to those."""
    body = """
    sub.s32 %r2, %r0, 2;
    mul.lo.s32 %r2, %r2, 100;
    sust.p.1d.v2.b32.zero [s, {%r0}], {%r2, %r0};
"""
    data = np.full((6, 2), 9, np.int8)
    run(kernel(body, PARAMETER), Surface(data, kind="1d"), np.zeros(1), block=8)
    wanted = [max(min((t - 2) * 100, 127), -128) for t in range(6)]
    assert data.tolist() == [[value, t] for t, value in enumerate(wanted)]
    halves = np.zeros((4, 4), np.float16)
    body = """
    cvt.rn.f32.u32 %f1, %r0;
    mov.f32 %f2, 0f3F000000;
    sust.p.2d.v4.b32.trap [s, {%r0, 0}], {%f1, %f2, %f1, %f2};
"""
    surface = Surface(halves[None], kind="2d")
    run(kernel(body, PARAMETER), surface, np.zeros(1), block=4)
    assert halves.tolist() == [[t, 0.5, t, 0.5] for t in range(4)]


REDUCTIONS: dict[str, tuple[str, tuple[str, list[int]], int]] = {
    "b.add.1d.u32": ("%r0", ("uint32", [5]), 5 + sum(range(32))),
    "b.min.1d.s32": ("%r1", ("int32", [5]), -31),
    "b.max.1d.u32": ("%r0", ("uint32", [5]), 31),
    "b.and.1d.b32": ("%r1", ("uint32", [0xFFFFFFFF]), 0),
    "b.or.1d.b32": ("%r0", ("uint32", [64]), 95),
    "b.max.1d.s64": ("%rd1", ("int32", [0, 0]), 31),
    "p.min.1d.b32": ("%r1", ("int32", [5]), -31),
    "p.max.1d.b32": ("%r1", ("uint32", [5]), 0xFFFFFFFF),
}


@pytest.mark.parametrize("form", REDUCTIONS)
def test_reductions(form: str) -> None:
    """All threads reduce into one element; formatted values have the sign of the surface."""
    register, (dtype, held), wanted = REDUCTIONS[form]
    data = np.array(held, dtype)
    body = f"neg.s32 %r1, %r0; cvt.s64.s32 %rd1, %r0;\nsured.{form}.trap [s, {{0}}], {register};"
    run(kernel(body, PARAMETER), Surface(data), np.zeros(1))
    assert data[0] == wanted


def test_queries() -> None:
    """Extents count elements; the numbers of formats are those of OpenCL."""
    body = """
    suq.width.b32 %r1, [s];
    suq.height.b32 %r2, [s];
    suq.array_size.b32 %r3, [s];
    suq.channel_data_type.b32 %r4, [s];
    suq.channel_order.b32 %r5, [s];
    st.global.v4.u32 [%out], {%r1, %r2, %r3, %r4};
    st.global.u32 [%out+16], %r5;
"""
    out = np.zeros(5, np.uint32)
    surface = Surface(np.zeros((7, 6, 5, 4), np.uint8), kind="a2d")
    run(kernel(body, PARAMETER), surface, out)
    assert out.tolist() == [5, 6, 7, 0x10DA, 0x10B5]


FAULTS = {
    "are outside of a surface of 4 x 1 x 1": "suld.b.1d.b32.trap %r1, [s, {16}];",
    "not a multiple of the 4 accessed": "suld.b.1d.b32.zero %r1, [s, {2}];",
    "of the kind 1d, used as 2d": "suld.b.2d.b32.zero %r1, [s, {0, 0}];",
}


@pytest.mark.parametrize("message", FAULTS)
def test_faults(message: str) -> None:
    """What was written before an error is taken back."""
    data = np.arange(4, dtype=np.uint32)
    text = kernel(f"sust.b.1d.b32.trap [s, {{0}}], -1; {FAULTS[message]}", PARAMETER)
    with pytest.raises(SimulationError, match=message):
        run(text, Surface(data), np.zeros(1))
    assert data.tolist() == [0, 1, 2, 3]


def test_surfaces_that_cannot_be() -> None:
    """They are contiguous and can be written to."""
    data = np.zeros((4, 4), np.float32)
    with pytest.raises(ValueError, match="contiguous"):
        Surface(data[:, ::2])
    data.flags.writeable = False
    with pytest.raises(ValueError, match="must be a writable array"):
        Surface(data)
