"""Textures in kernels, against fetches with fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from ptxpy.launch import ArgumentError, LaunchError, Sampler, Surface, Texture, load
from ptxpy.sim import SimulationError
from tests.sim.harness import kernel, run
from tests.sim.reference import textures as reference

UNIFIED = "sm_80, texmode_unified"
INDEPENDENT = "sm_80, texmode_independent"

READ = """
    mad.wide.u32 %rd1, %r0, 16, %out;
    ld.global.v4.b32 {{%r1, %r2, %r3, %r4}}, [%rd1];
    {instruction};
    st.global.v4.b32 [%rd1], {{%r5, %r6, %r7, %r8}};
"""
RESULT = "{%r5, %r6, %r7, %r8}"


def read(
    instruction: str,
    rows: np.ndarray[Any, Any],
    *references: Texture | Sampler,
    target: str = UNIFIED,
) -> np.ndarray[Any, Any]:
    """Let each thread fetch with a row of four registers, and return what it got."""
    memory = np.ascontiguousarray(rows).view(np.uint32).copy()
    types = {Texture: ".texref", Sampler: ".samplerref"}
    listed = ", ".join(f".param {types[type(held)]} p{k}" for k, held in enumerate(references))
    text = kernel(READ.format(instruction=instruction), listed, target=target)
    run(text, *references, memory, block=len(memory))
    return memory


def points(random: np.random.Generator, extents: tuple[int, ...]) -> np.ndarray[Any, Any]:
    """Return coordinates inside and outside, on elements, between them, and at the edges."""
    rows = np.zeros((96, 4), np.float32)
    for axis, extent in enumerate(extents):
        rows[:, axis] = random.uniform(-1.5 * extent, 2.5 * extent, 96)
        rows[:32, axis] = random.integers(-extent, 2 * extent, 32) / 2
        rows[32:48, axis] = random.uniform(0, extent, 16)
    return rows


MODES = ("clamp", "border", "wrap", "mirror")


@pytest.mark.parametrize("linear", [False, True], ids=["point", "linear"])
@pytest.mark.parametrize("normalized", [False, True], ids=["elements", "normalized"])
@pytest.mark.parametrize(("kind", "mode"), [*product(("1d", "2d", "3d"), MODES)])
def test_floats(kind: str, mode: str, normalized: bool, linear: bool) -> None:
    """Each geometry, address mode and filter, with coordinates of both sorts."""
    random = np.random.default_rng(len(kind) + len(mode))
    extents = (5, 4, 3)[: int(kind[0])]
    data = random.normal(size=extents[::-1]).astype(np.float32)
    modes = [mode, MODES[MODES.index(mode) - 1], mode][: len(extents)]
    texture = Texture(data, modes, "linear" if linear else "point", normalized=normalized)
    rows = points(random, extents)
    if normalized:
        rows[:, : len(extents)] /= np.array(extents, np.float32)
    listed = ", ".join(f"%r{k + 1}" for k in range(4 if kind == "3d" else len(extents)))
    found = read(f"tex.{kind}.v4.f32.f32 {RESULT}, [p0, {{{listed}}}]", rows, texture)
    for row, got in zip(rows, found.view(np.float32), strict=True):
        wanted = reference.fetch(
            lambda at: Fraction(float(data[at[::-1]])),
            extents,
            [float(value) for value in row[: len(extents)]],
            modes,
            linear=linear,
            normalized=normalized,
        )
        assert got[0] == np.float32(float(wanted)), row
        assert got[1:].tolist() == [0, 0, 1]


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "uint16", "int32", "uint32"])
def test_elements(dtype: str) -> None:
    """Integers come as they are, by numbers of elements; with an offset, and clamped."""
    random = np.random.default_rng(3)
    limits = np.iinfo(dtype)
    data = random.integers(limits.min, limits.max, (6, 7, 4), dtype, endpoint=True)
    rows = random.integers(-3, 12, (64, 4)).astype(np.int32)
    found = read(
        f"tex.2d.v4.s32.s32 {RESULT}, [p0, {{%r1, %r2}}], {{2, -1}}", rows, Texture(data, kind="2d")
    )
    for row, got in zip(rows, found, strict=True):
        x, y = min(max(row[0] + 2, 0), 6), min(max(row[1] - 1, 0), 5)
        assert got.view(np.int32).tolist() == data[y, x].astype(np.int64).astype(np.int32).tolist()


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "uint16"])
def test_fractions(dtype: str) -> None:
    """Integers read as fractions reach from -1 or 0 to 1, and can be filtered."""
    limits = np.iinfo(dtype)
    data = np.array([limits.min, limits.max, 0, 100], dtype)
    rows = np.zeros((5, 4), np.float32)
    rows[:, 0] = [0.5, 1.5, 2.5, 3.5, 2.0]
    texture = Texture(data, filter="linear", read="normalized")
    found = read(f"tex.1d.v4.f32.f32 {RESULT}, [p0, {{%r1}}]", rows, texture).view(np.float32)
    low = -1.0 if limits.min else 0.0
    wanted = [low, 1.0, 0.0, np.float32(100 / limits.max), 0.5]
    assert found[:, 0].tolist() == wanted


def test_halves() -> None:
    """Textures of `f16`, and results in it, one by one and packed."""
    data = np.array([[1.5, -2.0], [0.25, 65504.0]], np.float16)
    rows = np.zeros((2, 4), np.float32)
    rows[:, 0] = [0.5, 1.5]
    one = read(
        "tex.1d.v4.f16.f32 {%h1, %h2, %h3, %h4}, [p0, {%r1}];"
        " mov.b32 %r5, {%h1, %h2}; mov.b32 %r6, {%h3, %h4}; mov.b32 %r7, 0; mov.b32 %r8, 0",
        rows,
        Texture(data, kind="1d"),
    )
    packed = read(
        "tex.1d.v2.f16x2.f32 {%r5, %r6}, [p0, {%r1}]; mov.b32 %r7, 0; mov.b32 %r8, 0",
        rows,
        Texture(data, kind="1d"),
    )
    assert one.tolist() == packed.tolist()
    halves = packed[:, :2].copy().view(np.float16)
    assert halves.tolist() == [[1.5, -2.0, 0, 1], [0.25, 65504.0, 0, 1]]


def test_layers() -> None:
    """A layer is chosen by its number, the last one by too large ones."""
    data = np.arange(24, dtype=np.float32).reshape(3, 2, 4)
    rows = np.zeros((5, 4), np.uint32)
    rows[:, 0] = [0, 1, 2, 3, 0xFFFFFFFF]
    rows[:, 1:3] = np.array([1.5, 1.5], np.float32).view(np.uint32)
    found = read(
        f"tex.a2d.v4.f32.f32 {RESULT}, [p0, {{%r1, %r2, %r3, %r4}}]",
        rows,
        Texture(data, kind="a2d"),
    )
    assert found.view(np.float32)[:, 0].tolist() == [5, 13, 21, 21, 21]


DIRECTIONS = {
    (1.0, 0.1, 0.2): ("-z", "-y"),
    (-1.0, 0.1, 0.2): ("z", "-y"),
    (0.1, 2.0, 0.2): ("x", "z"),
    (0.1, -2.0, 0.2): ("x", "-z"),
    (0.1, 0.2, 0.5): ("x", "-y"),
    (0.1, 0.2, -0.5): ("-x", "-y"),
}
"""Directions, one to each face, and which of their components lead to the right and down there."""


def test_cubes() -> None:
    """The largest component chooses the face; the others the place, as the guide's table says."""
    data = np.arange(2 * 6 * 64, dtype=np.float32).reshape(2, 6, 8, 8)
    rows = np.array([[*direction, 0] for direction in DIRECTIONS], np.float32)
    found = read(
        f"tex.cube.v4.f32.f32 {RESULT}, [p0, {{%r1, %r2, %r3, %r4}}]",
        rows,
        Texture(data[0], kind="cube"),
    ).view(np.float32)
    layered = np.zeros((6, 4), np.uint32)
    layered[:, 0] = 1
    layered[:, 1:] = rows[:, :3].view(np.uint32)
    second = read(
        f"tex.acube.v4.f32.f32 {RESULT}, [p0, {{%r1, %r2, %r3, %r4}}]",
        layered,
        Texture(data, kind="acube"),
    ).view(np.float32)
    for face, (direction, ways) in enumerate(DIRECTIONS.items()):
        major = max(map(abs, direction))
        column, line = (
            int((direction["xyz".index(way[-1])] * (-1 if way[0] == "-" else 1) / major + 1) * 4)
            for way in ways
        )
        assert found[face, 0] == data[0, face, line, column]
        assert second[face, 0] == data[1, face, line, column]


def test_levels() -> None:
    """Levels by number and by derivatives; the nearest one, or between two."""
    levels = [np.full((8 >> k, 8 >> k), 10.0 * k, np.float32) for k in range(4)]
    rows = np.zeros((7, 4), np.float32)
    rows[:, 0] = 0.5
    rows[:, 2] = [-1, 0, 0.25, 0.75, 1.5, 2.25, 9]
    for blend, wanted in (
        ("point", [0, 0, 0, 10, 20, 20, 30]),
        ("linear", [0, 0, 2.5, 7.5, 15, 22.5, 30]),
    ):
        texture = Texture(levels[0], normalized=True, levels=levels[1:], mipmap_filter=blend)
        found = read(
            f"tex.level.2d.v4.f32.f32 {RESULT}, [p0, {{%r1, %r1}}], %r3", rows, texture
        ).view(np.float32)
        assert found[:, 0].tolist() == wanted
    rows[:, 2] = np.array([0, 1, 2, 3, 4, 8, 100], np.float32) / 8
    found = read(
        f"tex.grad.2d.v4.f32.f32 {RESULT}, [p0, {{%r1, %r1}}], {{%r3, %r4}}, {{%r4, %r4}}",
        rows,
        texture,
    ).view(np.float32)
    assert found[:, 0] == pytest.approx([0, 0, 10, 15.85, 20, 30, 30], abs=0.05)


def test_gather() -> None:
    """`tld4` gives one channel of four elements, against the clock from the lower left."""
    data = np.arange(24, dtype=np.float32).reshape(3, 4, 2)
    rows = np.zeros((2, 4), np.float32)
    rows[:, :2] = [[2.0, 1.0], [0.5, 2.9]]
    found = read(
        f"tld4.g.2d.v4.f32.f32 {RESULT}|%p1, [p0, {{%r1, %r2}}]; @!%p1 mov.u32 %r5, -1",
        rows,
        Texture(data, kind="2d"),
    ).view(np.float32)
    g = data[:, :, 1]
    assert found[0].tolist() == [g[1, 1], g[1, 2], g[0, 2], g[0, 1]]
    assert found[1].tolist() == [g[2, 0], g[2, 1], g[2, 1], g[2, 0]]


def test_multisampled() -> None:
    """Samples are chosen before x and y, and before the layer."""
    data = np.arange(2 * 3 * 4 * 5, dtype=np.float32).reshape(2, 3, 4, 5)
    rows = np.array([[4, 2, 1, 0], [0, 3, 2, 0]], np.int32)
    found = read(
        f"tex.2dms.v4.f32.s32 {RESULT}, [p0, {{%r1, %r2, %r3, %r4}}]",
        rows,
        Texture(data[0], kind="2dms"),
    ).view(np.float32)
    assert found[:, 0].tolist() == [data[0, 1, 2, 4], data[0, 2, 3, 0]]
    rows = np.array([[4, 1, 2, 1], [0, 0, 3, 2]], np.int32)
    found = read(
        f"tex.a2dms.v4.f32.s32 {RESULT}, [p0, {{%r1, %r2, %r3, %r4}}]",
        rows,
        Texture(data, kind="a2dms"),
    ).view(np.float32)
    assert found[:, 0].tolist() == [data[1, 1, 2, 4], data[0, 2, 3, 0]]


SAMPLERS = """
.global .texref image;
.global .samplerref smooth = {addr_mode_0 = wrap, addr_mode_1 = mirror,
    addr_mode_2 = clamp_to_border, filter_mode = linear};
.global .samplerref sharp = {addr_mode_0 = clamp_to_border, filter_mode = nearest,
    force_unnormalized_coords = 1};
"""


def test_samplers_and_variables() -> None:
    """Samplers have initial values; a texture of the module is given by its name."""
    body = """
    tex.1d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [image, smooth, {0f3F800000}];
    tex.1d.v4.f32.f32 {%f2, %f5, %f6, %f7}, [image, sharp, {0f3F800000}];
    txq.width.b32 %r1, [image];
    txq.filter_mode.b32 %r2, [smooth];
    txq.addr_mode_1.b32 %r3, [smooth];
    txq.addr_mode_2.b32 %r4, [smooth];
    txq.force_unnormalized_coords.b32 %r5, [sharp];
    txq.channel_data_type.b32 %r6, [image];
    txq.channel_order.b32 %r7, [image];
    txq.normalized_coords.b32 %r8, [image];
    mov.u64 %rd1, image;
    istypep.texref %p1, %rd1;
    istypep.samplerref %p2, %rd1;
    selp.u32 %r9, 1, 0, %p1;
    selp.u32 %r10, 1, 0, %p2;
    st.global.f32 [%out], %f1;
    st.global.f32 [%out+4], %f2;
    st.global.v4.u32 [%out+16], {%r1, %r2, %r3, %r4};
    st.global.v4.u32 [%out+32], {%r5, %r6, %r7, %r8};
    st.global.v2.u32 [%out+48], {%r9, %r10};
"""
    out = np.zeros(14, np.uint32)
    texture = Texture(np.array([1, 2, 4, 8], np.float32), normalized=True)
    text = kernel(body, declarations=SAMPLERS, target=INDEPENDENT)
    run(text, out, references={"image": texture})
    assert out[:2].view(np.float32).tolist() == [4.5, 2.0]
    assert out[4:].tolist() == [4, 1, 1, 4, 1, 0x10DE, 0x10B0, 1, 1, 0]
    with pytest.raises(SimulationError, match="variable image refers to nothing"):
        run(text, out)
    with pytest.raises(ArgumentError, match="no texture, sampler or surface 'imago'; did you mean"):
        run(text, out, references={"imago": texture})
    with pytest.raises(ArgumentError, match="takes a Sampler"):
        run(text, out, references={"smooth": texture})


def test_samplers_as_parameters() -> None:
    """A sampler that is given says how the texture is read, whatever that says itself."""
    rows = np.zeros((1, 4), np.float32)
    rows[0, 0] = 1.25
    data = np.array([1, 2, 4, 8], np.float32)
    for sampler, wanted in (
        (Sampler("border", "linear", normalized=False), 1.75),
        (Sampler("wrap", "point", normalized=True), 2.0),
        (Sampler("border", normalized=True), 0.0),
    ):
        found = read(
            f"tex.1d.v4.f32.f32 {RESULT}, [p0, p1, {{%r1}}]",
            rows,
            Texture(data),
            sampler,
            target=INDEPENDENT,
        )
        assert found.view(np.float32)[0, 0] == wanted


def test_handles() -> None:
    """Handles are 64-bit numbers: each thread may read another texture."""
    body = """
    ld.param.u64 %rd1, [first];
    ld.param.u64 %rd2, [second];
    and.b32 %r1, %r0, 1;
    setp.eq.u32 %p1, %r1, 0;
    selp.b64 %rd3, %rd1, %rd2, %p1;
    setp.ne.u32 %p2, %r0, 6;
    mov.u32 %r2, 77;
    @%p2 tex.1d.v4.u32.s32 {%r2, %r3, %r4, %r5}, [%rd3, {%r0}];
    mad.wide.u32 %rd4, %r0, 4, %out;
    st.global.u32 [%rd4], %r2;
"""
    text = kernel(body, ".param .u64 first, .param .u64 second", target=UNIFIED)
    out = np.zeros(8, np.uint32)
    data = np.arange(8, dtype=np.uint8)
    run(text, Texture(data), Texture(data + 100), out, block=8)
    assert out.tolist() == [0, 101, 2, 103, 4, 105, 77, 107]
    with pytest.raises(SimulationError, match="no texture: 0x1234"):
        run(text, 0x1234, Texture(data), out, block=8)
    with pytest.raises(SimulationError, match="is a surface"):
        run(text, Surface(data), Texture(data), out, block=8)
    with pytest.raises(SimulationError, match="of the kind 2d, used as 1d"):
        run(text, Texture(data.reshape(2, 4)), Texture(data), out, block=8)


WRONG: dict[str, tuple[Any, dict[str, Any]]] = {
    "address 'warp'": (np.zeros(3, "f4"), {"address": "warp"}),
    "filter 'cubic'": (np.zeros(3, "f4"), {"filter": "cubic"}),
    "elements of float64": (np.zeros(3), {}),
    "3 channels": (np.zeros((4, 4, 3), "f4"), {"kind": "2d"}),
    "5 faces": (np.zeros((5, 4, 4), "f4"), {"kind": "cube"}),
    'filter="linear" of int32 needs': (np.zeros(3, "i4"), {"filter": "linear"}),
    'read="normalized" must have integers of 8 or 16 bits, got uint32': (
        np.zeros(3, "u4"),
        {"read": "normalized"},
    ),
    "an array of shape": (np.zeros((2, 2), "f4"), {"kind": "3d"}),
    "levels of a texture": (np.zeros(4, "f4"), {"levels": [np.zeros(2, "u1")]}),
}


@pytest.mark.parametrize("message", WRONG)
def test_textures_that_cannot_be(message: str) -> None:
    """They are refused when they are made."""
    array, options = WRONG[message]
    with pytest.raises(ValueError, match=message):
        Texture(array, **options)


def test_textures_are_for_opaque_and_wide_parameters() -> None:
    """Others refuse them, and what is of another type."""
    loaded = load(kernel("", ".param .u32 x"))
    texture = Texture(np.zeros(4, "f4"))
    with pytest.raises(LaunchError, match="Texture given"):
        loaded.launch(texture, np.zeros(1), grid=1, block=1, device="cpu")
    opaque = load(kernel("", ".param .texref x", target=UNIFIED))
    with pytest.raises(ArgumentError, match="takes a Texture"):
        opaque.launch(Surface(np.zeros(4, "f4")), np.zeros(1), grid=1, block=1, device="cpu")
