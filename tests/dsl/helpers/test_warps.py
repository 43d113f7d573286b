"""Reductions and elections of a warp, in the simulator against NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from ptxpy import Tile, b32, f16x2, f32, f64, kernel, pred, ptx, reg, s32, s64, u32, u64
from ptxpy.dsl.values.types import Type

OPERATIONS: dict[str, Any] = {"sum": np.add, "max": np.maximum, "min": np.minimum}
TYPES = [
    (f32, np.float32),
    (f64, np.float64),
    (u32, np.uint32),
    (s32, np.int32),
    (u64, np.uint64),
    (s64, np.int64),
]


def _values(dtype: type[Any]) -> npt.NDArray[Any]:
    numbers = np.random.default_rng(7).integers(-1000, 1000, 32)
    return numbers.astype(dtype)


def _reduced(kind: Type, values: npt.NDArray[Any], name: str, width: int) -> None:
    @kernel(arch="sm_90a", version="8.0")
    def reduce(x: u64) -> None:
        place = reg.from_(ptx.ld.param.u64([x]), u64)
        offset = ptx.mul.wide.u32(ptx.sreg("%laneid"), values.itemsize)
        ptx.add(u64, place, place, offset)
        value = reg.scalar(kind)
        ptx.ld(kind, value, place)
        getattr(ptx.warp, f"reduce_{name}")(value, width=width)
        ptx.st(kind, place, value)
        ptx.ret()

    reduce.launch(values, grid=1, block=32, device="cpu", strict=True)


@pytest.mark.parametrize("width", [2, 4, 8, 16, 32])
@pytest.mark.parametrize("name", OPERATIONS)
@pytest.mark.parametrize(("kind", "dtype"), TYPES)
def test_reduction(kind: Type, dtype: type[Any], name: str, width: int) -> None:
    """Every lane gets the result of its group, and whole numbers exactly so."""
    values = _values(dtype)
    groups = OPERATIONS[name].reduce(values.reshape(-1, width), axis=1, dtype=dtype)
    _reduced(kind, values, name, width)
    np.testing.assert_array_equal(values, np.repeat(groups, width))


def test_pairs_of_halves() -> None:
    """Two halves of a register are reduced side by side."""
    values = np.arange(64, dtype=np.float16)
    expected = values.reshape(32, 2).max(axis=0)
    packed = values.view(np.uint32)
    _reduced(f16x2, packed, "max", 32)
    np.testing.assert_array_equal(
        packed.view(np.float16).reshape(32, 2), np.tile(expected, (32, 1))
    )


def test_a_view_says_the_sign() -> None:
    """An untyped register counts as signed, and otherwise with a view."""

    @kernel(arch="sm_90a", version="8.0")
    def largest(x: u64) -> None:
        place = reg.from_(ptx.ld.param.u64([x]), u64)
        value = reg.scalar(b32)
        ptx.ld(b32, value, ptx.addr(place, 4))
        lane = ptx.sreg("%laneid")
        ptx.add(u32, value, value, lane)
        ptx.warp.reduce_max(value.u32)
        ptx.st(b32, place, value)
        ptx.ret()

    values = np.array([0, -20], np.int32)
    largest.launch(values, grid=1, block=32, device="cpu", strict=True)
    assert values[0] == -1


@pytest.mark.parametrize(("dtype", "name"), [(f32, "f4"), (f64, "f8"), (u32, "u4"), (u64, "u8")])
@pytest.mark.parametrize("form", ["named", "statement", "in a loop", "declared"])
def test_a_value_stays_as_it_is(dtype: Any, name: str, form: str) -> None:
    """It is overwritten where the call is a statement, and a declared register in any case."""

    @kernel(
        arch="sm_80", in_specs=(Tile(32, dtype),), out_specs=(Tile(64, dtype),), grid=1, block=32
    )
    def both(x: Any, out: Any) -> None:
        px, po = ptx.global_ptrs(x, out)
        tid = ptx.special.tid.x()
        load = getattr(ptx.ld.global_, str(dtype.fundamental))
        store = getattr(ptx.st.global_, str(dtype.fundamental))
        size = np.dtype(name).itemsize
        value = load([px + tid * size])
        if form == "statement":
            ptx.warp.reduce_sum(value)
            total = value
        elif form == "named":
            total = ptx.warp.reduce_sum(value)
        elif form == "declared":
            value = reg.from_(value, dtype)
            total = ptx.warp.reduce_sum(value)
        else:
            total = reg.scalar(dtype, 0 if name[0] == "u" else 0.0)
            for _ in ptx.range_(0, 2):
                total += ptx.warp.reduce_sum(value)
        store([po + tid * size], value)
        store([po + tid * size, 32 * size], total)
        ptx.ret()

    x = np.arange(32).astype(name)
    out = both(x, device="cpu", strict=True)
    kept = form in ("named", "in a loop")
    np.testing.assert_array_equal(out[:32], x if kept else np.full(32, 496, name))
    np.testing.assert_array_equal(out[32:], np.full(32, 992 if form == "in a loop" else 496, name))


def test_one_lane_is_elected() -> None:
    """`elect.sync` gives one lane a true predicate, and all lanes its number."""

    @kernel(arch="sm_90a", version="8.0")
    def elect(x: u64) -> None:
        place = reg.from_(ptx.ld.param.u64([x]), u64)
        ptx.add(u64, place, place, ptx.mul.wide.u32(ptx.sreg("%laneid"), 8))
        leader, chosen, mark = reg.scalar(u32), reg.scalar(pred), reg.scalar(u32)
        ptx.elect_sync(leader, chosen, 0xFFFFFFFF)
        ptx.selp(u32, mark, 1, 0, chosen)
        ptx.st(u32.v2, place, (leader, mark))
        ptx.ret()

    values = np.zeros((32, 2), np.uint32)
    elect.launch(values, grid=1, block=32, device="cpu", strict=True)
    leaders = set(values[:, 0].tolist())
    assert len(leaders) == 1
    assert values[:, 1].sum() == 1
    assert values[leaders.pop(), 1] == 1
