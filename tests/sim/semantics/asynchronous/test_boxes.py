"""Copies of boxes against an element-wise reference: every swizzle, rank, type, side, step."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ptxpy.launch_request import TensorMap
from tests.sim.reference import tensors as reference
from tests.sim.semantics.asynchronous.machines import Bench

SWIZZLES = tuple(reference.PATTERNS)
NAN = 0x7FF7
NUMBERS = {1: np.uint8, 2: np.uint16, 4: np.uint32, 8: np.uint64}
FLOATS = {2: "bf16", 4: "f32", 8: "f64"}
WHOLE = {1: "u8", 2: "u16", 4: "s32", 8: "u64"}


@st.composite
def cases(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a tensor, a box of it, and where it begins."""
    rank = draw(st.integers(1, 5))
    size = draw(st.sampled_from([1, 2, 4, 8]))
    swizzle = draw(st.sampled_from(SWIZZLES))
    widest = {"none": 256, "32B": 32, "64B": 64}.get(swizzle, 128)
    units = draw(st.integers(1, min(widest // 16, 255 * size // 16)))
    inner = units * 16 // size
    limit = {1: 1, 2: 24, 3: 6, 4: 4, 5: 3}[rank]
    box = (inner, *(draw(st.integers(1, limit)) for _ in range(rank - 1)))
    dims = tuple(draw(st.integers(1, 2 * extent + 2)) for extent in box)
    steps = tuple(draw(st.integers(1, 3)) for _ in box)
    strides, below = [], dims[0] * size
    for extent in dims[1:]:
        below += -below % 16 + 16 * draw(st.integers(0, 2))
        strides.append(below)
        below *= extent
    return {
        "tensor": reference.Tensor(dims, tuple(strides), size),
        "box": box,
        "steps": steps,
        "swizzle": swizzle,
        "coordinates": tuple(
            draw(st.integers(-extent - 1, length + 1))
            for extent, length in zip(box, dims, strict=True)
        ),
        "target": 128 * draw(st.integers(0, 9)),
        "nan": size > 1 and draw(st.booleans()),
        "seed": draw(st.integers(0, 1000)),
    }


def made(case: dict[str, Any]) -> tuple[Bench, int, np.ndarray[Any, Any], int]:
    """Return a machine, the address of a tensor map, the bytes of the tensor and their address."""
    tensor = case["tensor"]
    nan = case["nan"]
    length = (tensor.strides[-1] if tensor.strides else 0) * tensor.dims[-1] + tensor.dims[0] * 8
    data = np.random.default_rng(case["seed"]).integers(0, 256, length, dtype=np.uint8)
    bench = Bench()
    address = bench.put(data)
    described = TensorMap.at(
        0,
        tensor.dims,
        tensor.strides,
        case["box"],
        (FLOATS if nan else WHOLE)[tensor.size],
        element_strides=case["steps"],
        swizzle=case["swizzle"],
        fill="nan" if nan else "zeros",
    )
    return bench, bench.map(described, address), data, address


def sources(case: dict[str, Any]) -> tuple[list[int | None], list[int]]:
    """Return where the elements of the box lie in the tensor, and where in shared memory."""
    tensor = case["tensor"]
    steps = (1, *case["steps"][1:])
    offsets = [*reference.box(tensor, case["coordinates"], case["box"], steps)]
    row = case["box"][0] * tensor.size
    rows = len(offsets) * tensor.size // row
    return offsets, [*reference.places(case["target"], rows, row, tensor.size, case["swizzle"])]


@settings(max_examples=250, deadline=None)
@given(cases())
def test_loads(case: dict[str, Any]) -> None:
    """Each element is at its place, what is out of bounds is filled, nothing else is written."""
    bench, tensor_map, data, _ = made(case)
    size = case["tensor"].size
    wanted = np.full(len(bench.shared()), 0xEE, np.uint8)
    offsets, places = sources(case)
    filler = np.full(size // 2 or 1, NAN if case["nan"] else 0, np.uint16).view(np.uint8)[:size]
    for offset, place in zip(offsets, places, strict=True):
        wanted[place : place + size] = filler if offset is None else data[offset : offset + size]
    bench.load(tensor_map, case["coordinates"], case["target"])
    assert (bench.shared() == wanted).all()
    assert bench.pending_bytes() == -len(offsets) * size


@settings(max_examples=250, deadline=None)
@given(cases())
def test_stores(case: dict[str, Any]) -> None:
    """What is out of bounds is left out; nothing else of the tensor's memory is written."""
    case["swizzle"] = case["swizzle"].removesuffix("_FLIP_8B")
    bench, tensor_map, data, address = made(case)
    size = case["tensor"].size
    random = np.random.default_rng(case["seed"] + 1)
    bench.shared()[:] = random.integers(0, 256, len(bench.shared()), dtype=np.uint8)
    held = bench.shared()
    wanted = data.copy()
    for offset, place in zip(*sources(case), strict=True):
        if offset is not None:
            wanted[offset : offset + size] = held[place : place + size]
    bench.store(tensor_map, case["coordinates"], case["target"])
    assert (bench.memory.bytes[address : address + len(data)] == wanted).all()


@st.composite
def images(draw: st.DrawFn) -> dict[str, Any]:
    """Draw images, and what im2col copies of them."""
    spatial = draw(st.integers(1, 3))
    size = draw(st.sampled_from([2, 4]))
    channels = draw(st.integers(1, 4)) * 16 // size
    extents = [draw(st.integers(2, 6)) for _ in range(spatial)]
    lower = [draw(st.integers(-2, 1)) for _ in extents]
    upper = [draw(st.integers(-1, 2)) for _ in extents]
    upper = [
        max(corner, low - extent + 1)
        for corner, low, extent in zip(upper, lower, extents, strict=True)
    ]
    steps = [1, *(draw(st.integers(1, 2)) for _ in extents), 1]
    base = []
    for low, high, extent, step in zip(lower, upper, extents, steps[1:], strict=False):
        base.append(draw(st.sampled_from(range(low, extent + high, step))))
    count = draw(st.integers(1, 3))
    dims = (draw(st.integers(1, 2)) * channels + 8, *extents, count)
    strides, below = [], dims[0] * size
    for extent in dims[1:]:
        below += -below % 16
        strides.append(below)
        below *= extent
    return {
        "tensor": reference.Tensor(dims, tuple(strides), size),
        "corners": (lower, upper),
        "counts": (channels, draw(st.integers(1, 40))),
        "steps": steps,
        "coordinates": (draw(st.integers(-4, dims[0])), *base, draw(st.integers(0, count))),
        "offsets": [draw(st.integers(0, 2)) for _ in extents],
        "swizzle": draw(st.sampled_from(["none", "64B", "128B"])),
    }


@settings(max_examples=150, deadline=None)
@given(images())
def test_im2col(case: dict[str, Any]) -> None:
    """Pixels follow each other through the bounding box, with padding where there is no image."""
    tensor, (channels, pixels) = case["tensor"], case["counts"]
    shape = tensor.dims[::-1]
    data = np.arange(1, prod(shape) + 1).astype(NUMBERS[tensor.size]).reshape(shape)
    padded = np.zeros(prod(shape[:1]) * tensor.strides[-1] // tensor.size, data.dtype)
    view = np.lib.stride_tricks.as_strided(padded, shape, (*tensor.strides[::-1], tensor.size))
    view[...] = data
    lower, upper = case["corners"]
    described = TensorMap.im2col(
        view,
        lower[::-1],
        upper[::-1],
        channels,
        pixels,
        element_strides=case["steps"][::-1],
        swizzle=case["swizzle"],
    )
    bench = Bench()
    tensor_map = bench.map(described, bench.put(padded))
    bench.load(tensor_map, case["coordinates"], 256, mode="im2col", offsets=case["offsets"])
    offsets = reference.columns(
        tensor,
        case["coordinates"],
        case["offsets"],
        case["corners"],
        case["counts"],
        case["steps"],
    )
    row = channels * tensor.size
    places = reference.places(256, pixels, row, tensor.size, case["swizzle"])
    held = bench.shared().view(padded.dtype)
    for offset, place in zip(offsets, places, strict=True):
        wanted = 0 if offset is None else padded[offset // tensor.size]
        assert held[place // tensor.size] == wanted
    assert bench.pending_bytes() == -pixels * row


@pytest.mark.parametrize("swizzle", ["none", "128B"])
def test_columns_go_back(swizzle: str) -> None:
    """A store with `.im2col_no_offs` writes what a load without offsets has read."""
    images = np.random.default_rng(3).integers(1, 1 << 16, (2, 5, 6, 32), dtype=np.uint16)
    described = TensorMap.im2col(images, (0, 0), (0, 0), 32, 40, swizzle=swizzle)
    bench = Bench()
    bench.load(bench.map(described, bench.put(images)), (0, 3, 2, 0), mode="im2col", offsets=(0, 0))
    target = bench.put(np.zeros_like(images))
    bench.store(bench.map(described, target), (0, 3, 2, 0), mode="im2col_no_offs")
    found = bench.memory.bytes[target : target + images.nbytes].view(np.uint16)
    wanted = np.zeros_like(images).reshape(60, 32)
    wanted[15:55] = images.reshape(60, 32)[15:55]
    assert found.tolist() == wanted.reshape(-1).tolist()


def test_rows_that_are_gathered() -> None:
    """With `.tile::gather4` four rows, each with its own coordinate, and back to others."""
    data = np.arange(20 * 64, dtype=np.uint16).reshape(20, 64)
    described = TensorMap(data, (1, 64), swizzle="128B")
    bench = Bench()
    address = bench.put(data)
    tensor_map = bench.map(described, address)
    bench.load(tensor_map, (0, 3, 19, 20, 0), mode="tile::gather4")
    assert bench.pending_bytes() == -4 * 128
    bench.store(tensor_map, (0, 7, 8, 9, 20), mode="tile::scatter4")
    found = bench.memory.bytes[address : address + data.nbytes].view(np.uint16).reshape(20, 64)
    assert found[7:10].tolist() == [data[3].tolist(), data[19].tolist(), [0] * 64]
    assert found[10:].tolist() == data[10:].tolist()


def test_tf32_is_rounded() -> None:
    """Elements of the type `tf32` are rounded as they are copied; the filler is not."""
    values = np.array([1 + 2**-11, 1 + 3 * 2**-11, -1e-40, np.inf, np.nan], np.float32)
    data = np.zeros(8, np.float32)
    data[:5] = values
    described = TensorMap(data[:6], (8,), type="tf32", fill="nan")
    bench = Bench()
    bench.load(bench.map(described, bench.put(data)), (0,))
    found = bench.shared()[:32].view(np.uint32).tolist()
    wanted = [0x3F800000, 0x3F804000, 0x80012000, 0x7F800000, 0x7FFFE000, 0, 0x7FF77FF7, 0x7FF77FF7]
    assert found == wanted
