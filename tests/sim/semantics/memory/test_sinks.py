"""Stores of vectors of 32 bytes, some elements of which are `_`: they stay as they are."""

from __future__ import annotations

import numpy as np
import pytest

import ptxpy
from tests.sim.harness import kernel, run
from tests.sim.races.everywhere import strictly

__all__ = ["strictly"]

LANES = 32
PLACE = "mad.wide.u32 %rd1, %r0, 32, %out;\n"


@pytest.mark.parametrize("space", [".global", ""])
@pytest.mark.parametrize("guard", ["", "@%p1 "])
def test_words(guard: str, space: str) -> None:
    """Of eight words."""
    begin = "setp.lt.u32 %p1, %r0, 20;\n"
    store = f"{guard}st{space}.v8.b32 [%rd1], {{%r0, _, 7, _, _, %r0, _, %r0}};\n"
    out = np.full((LANES, 8), 99, np.uint32)
    run(kernel(PLACE + begin + store, target="sm_100"), out)
    expected = np.full((LANES, 8), 99, np.uint32)
    lanes = np.arange(20 if guard else LANES, dtype=np.uint32)
    expected[: len(lanes), [0, 5, 7]] = lanes[:, None]
    expected[: len(lanes), 2] = 7
    assert (out == expected).all()


def test_double_words() -> None:
    """Of four of 64 bits, with the same address in all lanes, and of none."""
    body = """
        st.global.v4.u64 [%out+32], {_, 5, _, 6};
        st.global.v4.u64 [%out+32], {_, _, _, _};
    """
    out = np.full(8, 99, np.uint64)
    run(kernel(body, target="sm_100"), out)
    assert out.tolist() == [99, 99, 99, 99, 99, 5, 99, 6]


def test_alignment() -> None:
    """The whole vector has to be aligned, in the lanes that store."""
    begin = PLACE + "setp.eq.u32 %p1, %r0, 9;\n@%p1 add.u64 %rd1, %rd1, 16;\n"
    store = "st.global.v8.b32 [%rd1], {%r0, _, _, _, _, _, _, _};\n"
    out = np.zeros((LANES + 1, 8), np.uint32)
    with pytest.raises(ptxpy.SimulationError, match=r"multiple of the 32 bytes.*\n.*\n.*\(9, 0, 0"):
        run(kernel(begin + store, target="sm_100"), out)
    run(kernel(f"{begin}@!%p1 {store}", target="sm_100"), out)
    assert out[:LANES, 0].tolist() == [*range(9), 0, *range(10, LANES)]


def test_other_vectors() -> None:
    """Vectors of other sizes have no such elements."""
    with pytest.raises(ptxpy.UnsupportedError, match="_, which is not declared"):
        run(kernel("st.global.v4.b32 [%out], {%r0, _, %r0, %r0};"), np.zeros(4, np.uint32))


def test_trace() -> None:
    """A trace has the values that are stored."""
    store = "st.global.v8.b32 [%rd1], {%r0, _, 7, _, _, %r0, _, %r0};\n"
    out = np.zeros((LANES, 8), np.uint32)
    loaded = ptxpy.load(kernel(PLACE + store, target="sm_100"))
    trace = loaded.trace(out, grid=1, block=LANES)
    assert "st.global.v8.b32" in str(trace)
    assert (out[:, 5] == np.arange(LANES)).all()
