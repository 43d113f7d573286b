"""Copies of boxes of elements of 4 and 6 bits against a reference that goes unit by unit.

A unit is the fewest elements that are whole bytes; `b4x16_p64` and `b6x16_p32` have 16 elements of
8 and 12 bytes, at multiples of 16 bytes in shared memory (cuTensorMapEncodeTiled).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ptxpy.launch_request import TensorMap
from ptxpy.sim.errors import FaultError
from tests.sim.reference import tensors as reference
from tests.sim.semantics.asynchronous.machines import Bench

UNITS = {"b4x16": (2, 1, 1), "b4x16_p64": (16, 8, 16), "b6x16_p32": (16, 12, 16)}
"""Elements of a unit, its bytes in global memory, and from unit to unit in shared memory."""
PADDED = ("b4x16_p64", "b6x16_p32")


@st.composite
def cases(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a tensor, a box of it, and where it begins."""
    kind = draw(st.sampled_from([*UNITS]))
    count, size, _ = UNITS[kind]
    swizzles = ("none", "128B", "128B_ATOM_32B") if kind in PADDED else ("none", "32B", "64B")
    swizzle = draw(st.sampled_from(swizzles))
    most = {"32B": 64, "64B": 128}.get(swizzle, 256)
    inner = 128 if kind in PADDED else 32 * draw(st.integers(1, most // 32))
    rank = draw(st.integers(1, 3))
    box = (inner, *(draw(st.integers(1, 5)) for _ in range(rank - 1)))
    first = 128 * draw(st.integers(1, 3)) if kind in PADDED else 2 * draw(st.integers(1, inner))
    dims = (first, *(draw(st.integers(1, 9)) for _ in box[1:]))
    strides, below = [], dims[0] // count * size
    for extent in dims[1:]:
        below += -below % 32 + 32 * draw(st.integers(0, 1))
        strides.append(below)
        below *= extent
    coordinates = [draw(st.integers(-extent - 1, extent + 1)) for extent in dims]
    coordinates[0] -= coordinates[0] % count
    return {
        "kind": kind,
        "dims": dims,
        "strides": tuple(strides),
        "box": box,
        "swizzle": swizzle,
        "coordinates": tuple(coordinates),
        "target": 128 * draw(st.integers(0, 9)),
        "seed": draw(st.integers(0, 1000)),
    }


def made(case: dict[str, Any]) -> tuple[Bench, int, np.ndarray[Any, Any], int]:
    """Return a machine, the address of a tensor map, the bytes of the tensor and their address."""
    dims, strides = case["dims"], case["strides"]
    length = (strides[-1] if strides else 0) * dims[-1] + dims[0]
    data = np.random.default_rng(case["seed"]).integers(0, 256, length, dtype=np.uint8)
    bench = Bench()
    address = bench.put(data)
    names = {"swizzle": case["swizzle"]}
    described = TensorMap.at(0, dims, strides, case["box"], case["kind"], **names)
    return bench, bench.map(described, address), data, address


def units(case: dict[str, Any]) -> tuple[list[int | None], list[int]]:
    """Return where the units of the box lie in the tensor, and where in shared memory."""
    count, size, shared = UNITS[case["kind"]]

    def of(values: tuple[int, ...]) -> tuple[int, ...]:
        return (values[0] // count, *values[1:])

    tensor = reference.Tensor(of(case["dims"]), case["strides"], size)
    box = of(case["box"])
    offsets = [*reference.box(tensor, of(case["coordinates"]), box, (1,) * len(box))]
    row = box[0] * shared
    rows = len(offsets) // box[0]
    return offsets, [*reference.places(case["target"], rows, row, shared, case["swizzle"])]


@settings(max_examples=150, deadline=None)
@given(cases())
def test_loads(case: dict[str, Any]) -> None:
    """Each unit is at its place, gaps and what is out of bounds are zero; gaps do not count."""
    bench, tensor_map, data, _ = made(case)
    _, size, shared = UNITS[case["kind"]]
    wanted = np.full(len(bench.shared()), 0xEE, np.uint8)
    offsets, places = units(case)
    for offset, place in zip(offsets, places, strict=True):
        wanted[place : place + shared] = 0
        if offset is not None:
            wanted[place : place + size] = data[offset : offset + size]
    bench.load(tensor_map, case["coordinates"], case["target"])
    assert (bench.shared() == wanted).all()
    assert bench.pending_bytes() == -len(offsets) * size


@settings(max_examples=150, deadline=None)
@given(cases().filter(lambda case: case["kind"] != "b4x16_p64"))
def test_stores(case: dict[str, Any]) -> None:
    """What is out of bounds is left out, and so are gaps."""
    bench, tensor_map, data, address = made(case)
    size = UNITS[case["kind"]][1]
    random = np.random.default_rng(case["seed"] + 1)
    bench.shared()[:] = random.integers(0, 256, len(bench.shared()), dtype=np.uint8)
    held, wanted = bench.shared(), data.copy()
    for offset, place in zip(*units(case), strict=True):
        if offset is not None:
            wanted[offset : offset + size] = held[place : place + size]
    bench.store(tensor_map, case["coordinates"], case["target"])
    assert (bench.memory.bytes[address : address + len(data)] == wanted).all()


CASE = {
    "kind": "b4x16_p64",
    "dims": (128, 4),
    "strides": (64,),
    "box": (128, 4),
    "swizzle": "none",
    "coordinates": (0, 0),
    "target": 0,
    "seed": 0,
}


def test_what_is_refused() -> None:
    """Coordinates within a unit, and stores of what is loaded only."""
    bench, tensor_map, *_ = made(CASE)
    with pytest.raises(FaultError, match=r"coordinate 8 of elements of b4x16_p64.* multiple of 16"):
        bench.load(tensor_map, (8, 0), 0)
    with pytest.raises(FaultError, match=r"b4x16_p64 are for copies to shared memory"):
        bench.store(tensor_map, (0, 0), 0)
    bench, tensor_map, *_ = made({**CASE, "kind": "b4x16"})
    with pytest.raises(FaultError, match=r"coordinate 3 of elements of b4x16; .* multiple of 2"):
        bench.store(tensor_map, (3, 0), 0)
