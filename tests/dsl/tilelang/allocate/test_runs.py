"""Kernels that use what is allocated, on the CPU, also in strict mode."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ptxpy import allocate, kernel, ptx, reg, u32, u64


@pytest.fixture(params=[False, True], ids=["plain", "strict"])
def strict(request: pytest.FixtureRequest) -> bool:
    """Say whether kernels run in strict mode."""
    chosen: bool = request.param
    return chosen


@pytest.fixture
def random() -> np.random.Generator:
    """Return a source of the same numbers in every run."""
    return np.random.default_rng(8)


@pytest.mark.parametrize("scope", ["shared", "shared.dyn"])
@pytest.mark.parametrize(
    ("dtype", "host", "shape", "block"),
    [
        ("float32", "f4", (16, 64), (128,)),
        ("float64", "f8", (8, 24), (4, 8, 3)),
        ("bfloat16", "u2", (4, 160), (64, 1, 1)),
        ("uint8", "u1", (3, 32), (32, 1, 1)),
        ("bool", "?", (2, 3, 32), (96, 1, 1)),
    ],
)
def test_fragments(
    random: np.random.Generator,
    dtype: str,
    host: str,
    shape: tuple[int, ...],
    block: tuple[int, ...],
    scope: str,
    strict: bool,
) -> None:
    """An array goes from global memory through registers to shared memory, and back."""
    threads = int(np.prod(block))

    @kernel(arch="sm_90a", version="8.0")
    def k(x: u64, out: u64) -> None:
        tile = allocate.alloc_shared(shape, dtype, scope)
        first = allocate.alloc_fragment(shape, dtype, threads=threads)
        second = allocate.alloc_fragment(shape, dtype, threads=threads)
        first.load(ptx.ld.param.u64([x]))
        first.store(tile)
        ptx.bar.sync(0)
        second.load(tile)
        second.store(ptx.ld.param.u64([out]))
        ptx.ret()

    x = random.integers(0, 2 if dtype == "bool" else 200, shape).astype(host)
    out = np.zeros_like(x)
    k.launch(x, out, grid=1, block=block, device="cpu", strict=strict)
    assert (out == x).all()


@pytest.mark.parametrize("shape", [(64,), (4, 64), (2, 8, 12)])
def test_coordinates(shape: tuple[int, ...], strict: bool) -> None:
    """Each thread writes the coordinates of its elements; all elements have an owner."""

    @kernel(arch="sm_90a", version="8.0")
    def k(out: u64) -> None:
        f = allocate.alloc_fragment(shape, "uint32", threads=32)
        for number in range(len(f)):
            value: Any = 0
            for position, extent in zip(f.coordinates(number), shape, strict=True):
                value = ptx.mad.lo.u32(value, extent, position)
            f[number] = value
        f.store(ptx.ld.param.u64([out]))
        ptx.ret()

    out = np.zeros(shape, np.uint32)
    k.launch(out, grid=1, block=32, device="cpu", strict=strict)
    assert (out.ravel() == np.arange(out.size)).all()


@pytest.mark.parametrize("shape", [(64,), (4, 64), (2, 8, 12)])
@pytest.mark.parametrize("dtype", ["float32", "float16", "int8"])
def test_layouts(shape: tuple[int, ...], dtype: str) -> None:
    """Owners and elements are each other's inverse, and each register of a thread has one."""

    @kernel(arch="sm_90a", version="8.0")
    def k() -> None:
        layout = allocate.alloc_fragment(shape, dtype, threads=32).layout
        owners = {layout.owner(*index): index for index in np.ndindex(shape)}
        assert len(owners) == np.prod(shape) == 32 * layout.registers
        assert all(layout.element(*owner) == index for owner, index in owners.items())
        with pytest.raises(IndexError):
            layout.owner(*shape)
        with pytest.raises(IndexError):
            layout.element(32, 0)
        ptx.ret()

    k.ptx()


HOST = {
    "float16": "f2",
    "float32": "f4",
    "float64": "f8",
    "int32": "i4",
    "uint32": "u4",
    "int64": "i8",
    "uint64": "u8",
}


@pytest.mark.parametrize("dtype", HOST)
@pytest.mark.parametrize("op", ["sum", "max", "min"])
@pytest.mark.parametrize("block", [(32,), (8, 4, 3), (1024,)])
def test_reducers(
    random: np.random.Generator, op: str, dtype: str, block: tuple[int, ...], strict: bool
) -> None:
    """Two values a thread, of which all threads get the results of the CTA."""
    threads = int(np.prod(block))
    size = np.dtype(HOST[dtype]).itemsize
    word = {2: "b16", 4: "b32", 8: "b64"}[size]

    @kernel(arch="sm_90a", version="8.0")
    def k(x: u64, out: u64) -> None:
        source = ptx.ld.param.u64([x])
        target = ptx.ld.param.u64([out])
        f = allocate.alloc_fragment((4, threads), dtype, threads=threads)
        f.load(source)
        r = allocate.alloc_reducer(2, dtype, op, threads=threads)
        for number, register in enumerate(f):
            r.update(number % 2, register)
        r.finalize()
        at = ptx.mad.wide.u32(f.thread, 2 * size, target)
        for number in range(2):
            ptx.inst[f"st.global.{word}"]([at, size * number], r[number])
        ptx.ret()

    low = 0 if HOST[dtype].startswith("u") else -9
    x = random.integers(low, 10, (4, threads)).astype(HOST[dtype])
    out = np.zeros((threads, 2), HOST[dtype])
    k.launch(x, out, grid=1, block=block, device="cpu", strict=strict)
    reduce = {"sum": np.add, "max": np.maximum, "min": np.minimum}[op].reduce
    # A thread has elements side by side, so registers 0 and 2 have those with even numbers.
    expected = [reduce(x.reshape(-1, 2)[:, half]) for half in range(2)]
    assert (out == np.array(expected, HOST[dtype])).all()


def test_reducers_in_a_loop(random: np.random.Generator, strict: bool) -> None:
    """A reducer that is filled again; its memory is written again behind a barrier."""

    @kernel(arch="sm_90a", version="8.0")
    def k(x: u64, out: u64) -> None:
        source = reg.from_(ptx.ld.param.u64([x]), u64)
        target = reg.from_(ptx.ld.param.u64([out]), u64)
        f = allocate.alloc_fragment(64, "float32", threads=64)
        r = allocate.alloc_reducer((1, 1), "float32", threads=64)
        i = reg.scalar(u32, 0)
        with ptx.loop() as loop:
            f.load(source)
            r.fill()
            r[0, 0] += f[0]
            r.finalize()
            f[0] = r[0, 0]
            f.store(target)
            ptx.inst.add.u64(source, source, 256)
            ptx.inst.add.u64(target, target, 256)
            i += 1
            loop.again(when=i < 5)
        ptx.ret()

    x = random.integers(-9, 10, (5, 64)).astype("f4")
    out = np.zeros_like(x)
    k.launch(x, out, grid=1, block=64, device="cpu", strict=strict)
    assert (out == x.sum(axis=1, keepdims=True)).all()


def test_a_reducer_of_one_thread() -> None:
    """Without replication there is nothing to reduce."""

    @kernel(arch="sm_90a", version="8.0")
    def k() -> None:
        allocate.alloc_reducer(1, "float32", replication="none").finalize()
        ptx.ret()

    assert "shfl" not in k.ptx()


def test_barriers(random: np.random.Generator, strict: bool) -> None:
    """64 threads arrive at one mbarrier, and one at another; what they have written is there."""

    @kernel(arch="sm_90a", version="8.0")
    def k(x: u64, out: u64) -> None:
        tile = allocate.alloc_shared(64, "float32", "shared")
        bars = allocate.alloc_barrier([64, 1])
        f = allocate.alloc_fragment(64, "float32", threads=64)
        f.load(ptx.ld.param.u64([x]))
        f.store(tile)
        ptx.mbarrier.arrive.shared__cta.b64([bars[0]])
        with ptx.if_(f.thread == 0):
            _wait(bars[0])
            ptx.mbarrier.arrive.shared__cta.b64([bars[1]])
        _wait(bars[1])
        other = ptx.mad.lo.u32(63 - f.thread, 4, ptx.mov.u32(tile))
        f[0] = ptx.ld.shared.f32([other])
        f.store(ptx.ld.param.u64([out]))
        ptx.ret()

    x = random.random(64, dtype=np.float32)
    out = np.zeros_like(x)
    k.launch(x, out, grid=1, block=(16, 4), device="cpu", strict=strict)
    assert (out == x[::-1]).all()


def _wait(bar: Any) -> None:
    with ptx.loop() as loop:
        loop.again(unless=ptx.mbarrier.try_wait.parity.shared__cta.b64([bar], 0))


@pytest.mark.parametrize("dynamic", [False, True])
def test_local(random: np.random.Generator, dynamic: bool, strict: bool) -> None:
    """A thread's own array, in registers and in memory."""

    @kernel(arch="sm_90a", version="8.0")
    def k(x: u64, out: u64) -> None:
        f = allocate.alloc_fragment((8, 32), "float32", threads=32)
        f.load(ptx.ld.param.u64([x]))
        own = allocate.alloc_local((2, 4), "float32", dynamic=dynamic)
        for number, register in enumerate(f):
            own[divmod(number, 4)] = register
        for number in range(8):
            own[number // 4, 3 - number % 4] += 1.0
        for number in range(8):
            f[number] = own[divmod(7 - number, 4)]
        f.store(ptx.ld.param.u64([out]))
        ptx.ret()

    x = random.integers(-9, 10, (8, 32)).astype("f4")
    out = np.zeros_like(x)
    k.launch(x, out, grid=1, block=32, device="cpu", strict=strict)
    pieces = x.reshape(2, 32, 4)
    mine = np.concatenate([pieces[0], pieces[1]], axis=1) + 1
    back = mine[:, ::-1]
    assert (out.reshape(2, 32, 4) == np.stack([back[:, :4], back[:, 4:]])).all()


@pytest.mark.parametrize("dtype", ["int32", "bool", "float16"])
def test_indices_of_threads(dtype: str, strict: bool) -> None:
    """In memory an index may be a register: element i of thread t is the t-th of what it wrote."""

    @kernel(arch="sm_90a", version="8.0")
    def k(out: u64) -> None:
        f = allocate.alloc_fragment(32, dtype, threads=32)
        own = allocate.alloc_local((4, 8), dtype, dynamic=True)
        for number in range(32):
            own[divmod(number, 8)] = number if dtype != "bool" else number % 3 == 0
        f[0] = own[f.thread >> 3, f.thread & 7]
        f.store(ptx.ld.param.u64([out]))
        ptx.ret()

    host = {"int32": "i4", "bool": "?", "float16": "f2"}[dtype]
    out = np.zeros(32, host)
    k.launch(out, grid=1, block=32, device="cpu", strict=strict)
    expected = np.arange(32)
    assert (out == (expected % 3 == 0 if dtype == "bool" else expected.astype(host))).all()


@pytest.mark.parametrize(
    ("dtype", "host"),
    [
        ("float32", "float32"),
        ("bfloat16", "uint16"),
        ("float8_e5m2", "uint8"),
        ("bool", "bool"),
        ("int64", "int64"),
        (u32, "uint32"),
    ],
)
def test_arrays_of_the_host(dtype: Any, host: str) -> None:
    """They have NumPy's dtype, or that of their bits."""
    made = allocate.empty((3, 4), dtype)
    assert (made.shape, made.dtype) == ((3, 4), np.dtype(host))
    assert allocate.empty(5).dtype == np.float32
