"""What a launch copies to the memory of the simulator, and back."""

from __future__ import annotations

import sys
from threading import Thread

import numpy as np
import pytest

import ptxpy
from ptxpy.launch import Texture
from ptxpy.sim.machine.global_memory import Memory
from tests.sim.harness import kernel, run

COPY = """\
.version 8.0
.target sm_80
.address_size 64
.entry copy(.param .u64 x, .param .u64 y, .param .u32 n)
{{
    .reg .pred %p;
    .reg .b32 %r<5>;
    .reg .b64 %rd<6>;
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [y];
    ld.param.u32 %r1, [n];
    mov.u32 %r2, %tid.x;
    mul.wide.u32 %rd3, %r2, 4;
    add.u64 %rd4, %rd1, %rd3;
    add.u64 %rd5, %rd2, %rd3;
    ld.global.u32 %r3, [%rd4];
    ld.global.u32 %r4, [%rd5];
    setp.lt.u32 %p, %r2, %r1;
    {store}
    ret;
}}
"""

STORES = (
    "@%p st.global.u32 [%rd5], %r3;",
    "@%p st.u32 [%rd5], %r3;",
    "@%p st.volatile.global.u32 [%rd5], %r3;",
    "@%p atom.global.exch.b32 %r4, [%rd5], %r3;",
    "@%p red.global.add.u32 [%rd5], %r3;",
    "@%p bra STORE; ret; STORE: st.global.u32 [%rd5], %r3;",
)


@pytest.fixture
def copied(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the addresses of this process that launches copy to from now on."""
    found: list[int] = []
    copy_out = Memory.copy_out

    def noted(memory: Memory, target: int, start: int, size: int) -> None:
        found.append(target)
        copy_out(memory, target, start, size)

    monkeypatch.setattr(Memory, "copy_out", noted)
    return found


@pytest.mark.parametrize("store", STORES)
@pytest.mark.parametrize("written", [0, 1, 37, 64])
def test_only_what_was_written_to_comes_back(store: str, written: int, copied: list[int]) -> None:
    """Whatever writes, and however few threads do, also behind loads from the same array."""
    x, y = np.arange(1, 65, dtype=np.uint32), np.zeros(64, np.uint32)
    kernel = ptxpy.load(COPY.format(store=store))
    for _ in range(2):
        y[:] = 0
        kernel.launch(x, y, written, grid=1, block=64, device="cpu")
        assert y.tolist() == [*range(1, written + 1), *[0] * (64 - written)]
    assert copied == ([y.ctypes.data] * 2 if written else [])


def test_one_address_for_all_threads(copied: list[int]) -> None:
    """Scalar addresses have a way of their own."""
    text = COPY.format(store="@%p st.global.u32 [%rd2], %r1;")
    y = np.zeros(64, np.uint32)
    ptxpy.load(text).launch(np.ones(64, np.uint32), y, 64, grid=1, block=64, device="cpu")
    assert y.tolist() == [64, *[0] * 63]
    assert copied == [y.ctypes.data]


def test_a_store_that_is_refused_leaves_all_as_it_was(copied: list[int]) -> None:
    """Neither the array that is only read, nor the others."""
    x, y = np.ones(64, np.uint32), np.zeros(64, np.uint32)
    kernel = ptxpy.load(COPY.format(store=STORES[0]))
    with pytest.raises(ptxpy.SimulationError, match="the argument y, which is read-only"):
        kernel.launch(x, ptxpy.readonly(y), 64, grid=1, block=64, device="cpu")
    with pytest.raises(ptxpy.SimulationError, match="outside of global memory"):
        kernel.launch(x, y, 96, grid=1, block=96, device="cpu")
    assert not y.any()
    assert copied == []


def test_arrays_of_every_layout() -> None:
    """In the order of Fortran, read-only, of other bytes, and two that overlap."""
    kernel = ptxpy.load(COPY.format(store=STORES[0]))
    columns = np.asfortranarray(np.arange(64, dtype=np.uint32).reshape(8, 8))
    fixed = np.arange(64, dtype=np.uint32).tobytes()
    held = np.frombuffer(fixed, np.uint32)
    y = np.zeros((8, 8), np.uint32, order="F")
    kernel.launch(columns, y, 64, grid=1, block=64, device="cpu")
    assert (y == columns).all()
    kernel.launch(ptxpy.readonly(held), y, 64, grid=1, block=64, device="cpu")
    assert y.ravel(order="K").tolist() == [*range(64)]
    both = np.arange(96, dtype=np.uint32)
    kernel.launch(both[:64], both[32:], 64, grid=1, block=64, device="cpu")
    assert both.tolist() == [*range(32), *range(64)]


def test_threads_take_turns() -> None:
    """A module has one memory: launches of several threads do not mix."""
    kernel = ptxpy.load(COPY.format(store=STORES[0]))
    x = [np.full(64, number, np.uint32) for number in range(4)]
    wrong = []

    def launch(number: int) -> None:
        y = np.zeros(64, np.uint32)
        for _ in range(50):
            y[:] = 99
            kernel.launch(x[number], y, 64, grid=1, block=64, device="cpu")
            if (y != number).any():
                wrong.append(number)

    threads = [Thread(target=launch, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_new_memory_is_zero() -> None:
    """Also where something lay before; what is to be filled is left as it is."""
    memory = Memory()
    mark = memory.mark()
    for size, then in ((1000, 40), (40, 1000), (700, 700)):
        start = memory.allocate(size, "a")
        assert not memory.bytes[start : start + size].any()
        memory.bytes[start : start + size] = 7
        beside = memory.allocate(100, "b")
        memory.bytes[beside : beside + 100] = 8
        memory.reset(mark)
        second = memory.allocate(then, "c")
        third = memory.allocate(3000, "d")
        assert not memory.bytes[second : second + then].any()
        assert not memory.bytes[third : third + 3000].any()
        memory.bytes[second : second + then] = 9
        memory.reset(mark)
    filled = memory.allocation(40, "e", is_filled=True)
    assert memory.bytes[filled.start : filled.stop].tolist() == [9] * 40
    assert not filled.written
    assert memory.holds(filled.start, filled.stop, write=False)
    assert not memory.writable
    assert memory.holds(filled.start, filled.stop, write=True)
    assert filled.written
    assert memory.writable


def test_a_kernel_that_frees_an_argument() -> None:
    """It is told, as for a variable, and all is there in the next launch."""
    text = """\
.version 8.0
.target sm_80
.address_size 64
.extern .func free(.param .b64 p);
.global .u32 kept = 5;
.entry k(.param .u64 x, .param .u64 what)
{
    .reg .b64 %rd<3>;
    .reg .b32 %r<2>;
    .reg .pred %p;
    ld.param.u64 %rd1, [x];
    ld.global.u32 %r1, [kept];
    st.global.u32 [%rd1], %r1;
    ld.param.u64 %rd1, [what];
    mov.u64 %rd2, kept;
    setp.eq.u64 %p, %rd1, 1;
    selp.u64 %rd1, %rd2, %rd1, %p;
    .param .b64 p;
    st.param.b64 [p], %rd1;
    call free, (p);
    ret;
}
"""
    kernel = ptxpy.load(text)
    for _ in range(2):
        for freed in (np.zeros(4, np.uint32), 1):
            x = np.zeros(4, np.uint32)
            with pytest.raises(ptxpy.SimulationError, match="which malloc did not give"):
                kernel.launch(x, freed, grid=1, block=1, device="cpu")
            assert not x.any()
        kernel.launch(x, None, grid=1, block=1, device="cpu")
        assert x.tolist() == [5, 0, 0, 0]


KEEP = """\
.version 8.0
.target sm_80
.address_size 64
.extern .shared .u32 shared[];
.entry keep(.param .u64 x)
{
    .local .u32 own[2];
    .reg .b32 %r<9>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [x];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %ntid.x;
    mad.lo.u32 %r4, %r2, %r3, %r1;
    mul.wide.u32 %rd2, %r4, 4;
    add.u64 %rd3, %rd1, %rd2;
    shl.b32 %r5, %r1, 2;
    mov.u32 %r6, shared;
    add.u32 %r5, %r5, %r6;
    ld.shared.u32 %r6, [%r5];
    ld.local.u32 %r7, [own+4];
    add.u32 %r6, %r6, %r7;
    add.u32 %r8, %r4, 1;
    add.u32 %r6, %r6, %r8;
    st.shared.u32 [%r5], %r8;
    st.local.u32 [own+4], %r8;
    st.global.u32 [%rd3], %r6;
    ret;
}
"""


def test_launches_have_nothing_of_those_before() -> None:
    """Of the same shape or another: shared and local memory are zero, addresses are new."""
    kernel = ptxpy.load(KEEP)
    shapes = [(1, 64), (1, 64), (2, 64), (1, 96), (300, 64), (300, 64), (44, 64), (1, 64)]
    for grid, block in shapes:
        x = np.zeros(grid * block + 100, np.uint32)
        kernel.launch(x[100:], grid=grid, block=block, shared_bytes=4 * block, device="cpu")
        assert x[100:].tolist() == [*range(1, grid * block + 1)]
    with pytest.raises(ptxpy.SimulationError, match="256 bytes of shared memory"):
        kernel.launch(x, grid=1, block=65, shared_bytes=256, device="cpu")
    with pytest.raises(ptxpy.SimulationError, match="outside of global memory"):
        kernel.launch(x[:10], grid=1, block=64, shared_bytes=256, device="cpu")
    kernel.launch(x, grid=1, block=64, shared_bytes=256, device="cpu")
    assert x[:64].tolist() == [*range(1, 65)]


def test_what_a_launch_was_given_is_let_go() -> None:
    """Textures and arrays are not kept for the next one."""
    text = (
        ".version 8.0\n.target sm_80\n.address_size 64\n"
        ".entry k(.param .u64 x, .param .u64 t) { ret; }\n"
    )
    x, texture = np.zeros(4, np.float32), Texture(np.zeros((2, 2), np.float32))
    before = sys.getrefcount(x), sys.getrefcount(texture)
    kernel = ptxpy.load(text)
    for _ in range(2):
        kernel.launch(x, texture, grid=1, block=32, device="cpu")
    assert (sys.getrefcount(x), sys.getrefcount(texture)) == before


def test_messages_shorten_long_vectors() -> None:
    """The statement of a fault is told with the ends of a vector of many registers."""
    listed = ", ".join(f"%r{k}" for k in range(16))
    body = f"tcgen05.ld.sync.aligned.32x32b.x16.b32 {{{listed}}}, [%r0];"
    with pytest.raises(ptxpy.SimulationError, match=r"x16\.b32 \{%r0, %r1, …, %r15\}, \[%r0\];"):
        run(kernel(body, target="sm_100a"), np.zeros(1, np.uint32), block=32)
