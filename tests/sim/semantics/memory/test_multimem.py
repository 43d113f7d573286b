"""`multimem` on multicast objects with one device: what it computes, and what may access them."""

from __future__ import annotations

import numpy as np
import pytest

import ptxpy
from tests.sim.harness import kernel, run
from tests.sim.races.everywhere import strictly

__all__ = ["strictly"]

LANES = 32
BOTH = ".param .u64 many"
PLACE = "ld.param.u64 %rd9, [many];\nmad.wide.u32 %rd2, %r0, 16, %rd9;\n"
OWN = "mad.wide.u32 %rd1, %r0, 16, %out;\n"


def text(body: str, target: str = "sm_100a") -> str:
    """Return a kernel; `%rd2` is the multicast address of its 16 bytes, `%rd1` the other one."""
    return kernel(PLACE + OWN + body, BOTH, target=target)


def words(count: int = 4) -> np.ndarray:
    """Return words for each of 32 threads."""
    return np.arange(1, LANES * count + 1, dtype=np.uint32).reshape(LANES, count)


def test_loads_and_stores() -> None:
    """A vector is loaded and stored through one address, scalars through the other."""
    body = """
        multimem.ld_reduce.relaxed.gpu.global.add.v4.f32 {%f1, %f2, %f3, %f4}, [%rd2];
        multimem.ld_reduce.global.min.u32 %r1, [%rd2+4];
        multimem.st.release.sys.global.v4.f32 [%rd2], {%f4, %f3, %f2, %f1};
        st.global.u32 [%rd1+4], %r1;
        multimem.st.u32 [%rd2+8], %r0;
    """
    data = words()
    expected = data[:, ::-1].copy()
    expected[:, 1], expected[:, 2] = data[:, 1], np.arange(LANES)
    run(text(body), ptxpy.multicast(data), data)
    assert (data == expected).all()


@pytest.mark.parametrize("guard", ["", "@%p1 "])
def test_reductions(guard: str) -> None:
    """Integers and floats, single ones and vectors, of all threads at one place."""
    begin = "setp.lt.u32 %p1, %r0, 20;\ncvt.rn.f32.u32 %f1, %r0;\n"
    body = f"""
        {guard}multimem.red.relaxed.gpu.global.add.u32 [%rd9], %r0;
        {guard}multimem.red.global.max.u32 [%rd9+4], %r0;
        {guard}multimem.red.release.gpu.global.add.v2.f32 [%rd9+8], {{%f1, 1.0}};
    """
    data = np.zeros(4, np.uint32)
    run(text(begin + body), ptxpy.multicast(data), data)
    lanes = np.arange(20 if guard else LANES)
    assert data[:2].tolist() == [lanes.sum(), lanes[-1]]
    assert data[2:].view(np.float32).tolist() == [lanes.sum(), len(lanes)]


def test_small_types() -> None:
    """Halves, pairs of them, and bytes of eight bits."""
    body = """
        multimem.ld_reduce.global.add.acc::f32.v8.f16 {%h1,%h2,%h3,%h4,%h5,%h6,%h7,%h8}, [%rd2];
        multimem.st.global.v8.bf16 [%rd2], {%h8,%h7,%h6,%h5,%h4,%h3,%h2,%h1};
        multimem.ld_reduce.global.max.v2.e4m3x4 {%r1, %r2}, [%rd2];
        multimem.st.global.v2.e5m2x4 [%rd2], {%r2, %r1};
        mov.b32 %r3, 0x3C003C00;
        multimem.red.global.add.f16x2 [%rd2+12], %r3;
    """
    data = np.zeros((LANES, 8), np.float16)
    data[:] = np.arange(8)
    run(text(body), ptxpy.multicast(data), data)
    assert data[5].tolist() == [5, 4, 7, 6, 3, 2, 2, 1]


def test_both_addresses_are_of_one_memory() -> None:
    """What goes through one is read through the other, as an alias, also within a larger array."""
    data = np.zeros((2, 4), np.uint32)
    body = """
        setp.ne.u32 %p1, %r0, 0;
        @%p1 ret;
        multimem.st.global.u32 [%rd9], 7;
        fence.proxy.alias;
        ld.global.u32 %r1, [%out];
        st.global.u32 [%out+4], %r1;
    """
    run(text(body), ptxpy.multicast(data[1]), data[1])
    assert data.tolist() == [[0] * 4, [7, 7, 0, 0]]


WRONG = {
    "multimem.st.global.u32 [%rd1], %r0;": "which is not that of a multicast object",
    "st.global.u32 [%rd2], %r0;": "multicast object of the argument many and out, which only",
    "ld.u32 %r1, [%rd2];": "multicast object of the argument many and out, which only",
    "multimem.red.global.add.v2.f32 [%rd2+4], {%f1, %f1};": "not a multiple of the 8 bytes",
    "multimem.ld_reduce.global.add.u32 %r1, [%rd2+512];": "outside of global memory",
}


@pytest.mark.parametrize(("instruction", "told"), WRONG.items(), ids=str)
def test_wrong_addresses(instruction: str, told: str) -> None:
    """Each kind of address is for its own instructions."""
    data = words()
    with pytest.raises(ptxpy.SimulationError, match=told):
        run(text(instruction), ptxpy.multicast(data), data)


def test_wrong_arguments() -> None:
    """Told before anything runs."""
    data = words()
    with pytest.raises(ptxpy.LaunchError, match=r"many: multicast\(\) is for arrays, not for int"):
        run(text(""), ptxpy.multicast(5), data)
    with pytest.raises(ptxpy.LaunchError, match=r"n: multicast\(\) is an address, not a value of"):
        run(kernel("", ".param .u32 n"), ptxpy.multicast(data), data)


def test_races_are_found() -> None:
    """Accesses through both addresses are those of one memory."""
    body = "mov.u32 %r1, %ctaid.x;\nmultimem.st.global.u32 [%rd9], %r1;\n"
    data = words()
    loaded = ptxpy.load(text(body))
    loaded.launch(ptxpy.multicast(data), data, grid=1, block=1, device="cpu", strict=True)
    with pytest.raises(ptxpy.SimulationError, match="data race"):
        loaded.launch(ptxpy.multicast(data), data, grid=2, block=1, device="cpu", strict=True)


def test_what_needs_more_than_an_address() -> None:
    """Bulk copies and asynchronous stores are refused before a kernel starts."""
    body = "multimem.st.async.release.gpu.global.u32 [%rd2], %r0;\n"
    with pytest.raises(ptxpy.UnsupportedError, match="ld_reduce, st and red are simulated"):
        run(kernel(PLACE + body, BOTH, target="sm_100a").replace("8.0", "9.3"), words(), words())


@pytest.mark.parametrize("order", ["release", "relaxed"])
def test_orders(order: str) -> None:
    """A reduction that releases orders what its thread has stored before, for one that acquires."""
    body = f"""
        mov.u32 %r1, %ctaid.x;
        setp.eq.u32 %p1, %r1, 0;
        @!%p1 bra WAIT;
        st.global.u32 [%out+64], 5;
        multimem.red.{order}.gpu.global.add.u32 [%rd9], 1;
        ret;
    WAIT:
        ld.acquire.gpu.global.u32 %r2, [%out];
        setp.eq.u32 %p2, %r2, 0;
        @%p2 bra WAIT;
        ld.global.u32 %r3, [%out+64];
        st.global.u32 [%out+128], %r3;
    """
    data = np.zeros(LANES * 4, np.uint32)
    loaded, arguments = ptxpy.load(text(body)), (ptxpy.multicast(data), data)
    if order == "relaxed":
        with pytest.raises(ptxpy.SimulationError, match=r"data race"):
            loaded.launch(*arguments, grid=2, block=1, device="cpu", strict=True)
        return
    loaded.launch(*arguments, grid=2, block=1, device="cpu", strict=True)
    assert data[[0, 16, 32]].tolist() == [1, 5, 5]
