"""The handler that XLA calls, with call frames made by hand: on the CPU, and on emulated GPUs."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from ptxpy import Layout, Tile, bf16, f32, jax_support
from ptxpy.examples.hopper_one_tile import one_tile
from ptxpy.integrations.jax.handler import make_handler, take_exception
from ptxpy.integrations.jax.registration import execute, set_mock_ffi_callback
from ptxpy.integrations.jax.structs import XlaBuffer
from ptxpy.launch.cuda import cache
from ptxpy.launch.cuda.device import device
from ptxpy.launch.tensor_arrays import tensor_map
from tests.integrations.jax import kernels as k
from tests.integrations.jax.call_frames import Given, Xla
from tests.launch.cuda.conftest import Gpus
from tests.launch.cuda.fake_driver import FakeDriver, FakeKernel

jax = pytest.importorskip("jax", reason="JAX is not installed: tools/test --all installs it")
jnp = pytest.importorskip("jax.numpy")

VERSION = (0, 3)
STREAM = 0x5EA


@pytest.fixture
def gpus(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gpus]:
    """Return what makes a driver that of this machine, for one test."""
    monkeypatch.setenv(cache.VARIABLE, "off")
    yield Gpus(monkeypatch)
    device.cache_clear()


def handle_of(function: Any, *arguments: Any, **options: Any) -> int:
    """Return the handle of a call of a kernel, which is not launched."""
    handles: list[int] = []
    set_mock_ffi_callback(lambda call: handles.append(call.handle))
    try:
        jax.block_until_ready(function(*arguments, **options))
    finally:
        set_mock_ffi_callback(None)
    return handles[0]


def add(fake: FakeDriver, values: list[bytes]) -> None:
    """Do what `vector_add` does."""
    a, b, c = (int.from_bytes(value, "little") for value in values[:3])
    (count,) = struct.unpack("<i", values[3])
    total = sum(np.frombuffer(fake.piece(each, 4 * count), np.float32) for each in (a, b))
    fake.piece(c, 4 * count)[:] = np.asarray(total, np.float32).tobytes()


def machine(gpus: Gpus, arch: int = 80, **kernels: FakeKernel) -> FakeDriver:
    """Make two GPUs those of this machine."""
    return gpus.use(FakeDriver(kernels, arch, gpus=2))


def memory(fake: FakeDriver, data: np.ndarray[Any, Any], gpu: int = 0) -> int:
    """Return the address of a copy of an array on a GPU."""
    fake.contexts.append(100 + gpu)
    address = fake.allocate(data.nbytes)
    fake.contexts.pop()
    fake.piece(address, data.nbytes)[:] = data.tobytes()
    fake.owners[address] = gpu
    return address


# ----------------------------------------------------------------------- on a GPU


def test_launch_on_the_stream_of_xla(gpus: Gpus) -> None:
    """The addresses are passed as they are, on the GPU that holds them, and nothing is awaited."""
    handle = handle_of(k.vector_add, jnp.ones(300), jnp.ones(300))
    fake = machine(gpus, vector_add=FakeKernel((8, 8, 8, 4), add))
    x = np.arange(300, dtype=np.float32)
    a, b, c = (memory(fake, x, gpu=1) for _ in range(3))
    xla = Xla(STREAM)
    handler = make_handler(execute, VERSION, on_gpu=True)
    inputs, outputs = [Given(a, (300,)), Given(b, (300,))], [Given(c, (300,))]
    assert xla.call(handler, handle, inputs, outputs), xla.errors
    assert bytes(fake.piece(c, x.nbytes)) == (2 * x).tobytes()
    (launch,) = fake.launches
    assert launch[:6] == ("vector_add", (2, 1, 1), (256, 1, 1), None, 0, STREAM)
    assert [int.from_bytes(each, "little") for each in launch.parameters] == [a, b, c, 300]
    assert ("cuCtxPushCurrent", 101) in fake.calls
    assert not {"cuMemAlloc", "cuMemcpyHtoDAsync", "cuStreamSynchronize"} & set(fake.names())
    assert xla.call(handler, handle, inputs, outputs)
    assert fake.names().count("cuModuleLoadData") == 1


def test_tensor_maps_of_each_launch(gpus: Gpus) -> None:
    """Each launch encodes maps with the addresses of its buffers, and passes them by value."""
    a, b = jnp.ones((64, 64), jnp.bfloat16), jnp.ones((64, 256), jnp.bfloat16)
    handle = handle_of(one_tile, a, b)
    seen: list[list[bytes]] = []
    sizes = (8, 8, 8, 128, 128)
    fake = machine(gpus, 90, one_tile=FakeKernel(sizes, lambda _, values: seen.append(values)))
    handler, xla = make_handler(execute, VERSION, on_gpu=True), Xla(STREAM)
    addresses = []
    for _ in range(2):
        ours = [
            memory(fake, np.zeros(64 * 64, np.uint16)),
            memory(fake, np.zeros(64 * 256, np.uint16)),
            memory(fake, np.zeros(64 * 256, np.float32)),
        ]
        addresses += ours[:2]
        inputs = [
            Given(ours[0], (64, 64), "bfloat16"),
            Given(ours[1], (64, 256), "bfloat16"),
        ]
        assert xla.call(handler, handle, inputs, [Given(ours[2], (64, 256))]), xla.errors
    assert [arguments[2] for arguments in fake.encoded] == addresses
    assert [values[3][0] for values in seen] == [1, 3], "the driver numbers its maps"
    assert "cuStreamSynchronize" not in fake.names()


def test_registered_ptx(gpus: Gpus) -> None:
    """Pointers, scalars, and maps after them; the handle of a function of the driver is kept."""
    text = (
        ".version 8.0\n.target sm_90a\n.address_size 64\n.visible .entry scale(.param .u64 x, "
        ".param .u64 y, .param .f32 a, .param .align 64 .b8 map[128]) { ret; }\n"
    )
    handle = jax_support.get_cubin_registry().register(text, "scale", smem_bytes=64)
    kept, *pointers = jax_support.synthesize_tma_descriptor((64, 32), f32, Layout.ROW)
    jax_support.add_scalar_param_to_shim(handle, value_bits=0x40000000, size_bytes=4)
    jax_support.add_tma_spec_to_shim(handle, 0, *pointers)
    jax_support.register_launch_config(handle, 77, (3, 1, 1), (32, 1, 1), (1, 1, 1), 1024)
    fake = machine(gpus, 90, scale=FakeKernel((8, 8, 4, 128), lambda *_: None))
    x, y = (memory(fake, np.zeros((64, 32), np.float32), gpu=1) for _ in range(2))
    xla = Xla(STREAM)
    handler = make_handler(execute, VERSION, on_gpu=True)
    assert xla.call(handler, handle, [Given(x, (64, 32))], [Given(y, (64, 32))]), xla.errors
    (launch,) = fake.launches
    assert launch[:6] == ("scale", (3, 1, 1), (32, 1, 1), None, 1024, STREAM)
    assert [int.from_bytes(each, "little") for each in launch.parameters[:2]] == [x, y]
    assert struct.unpack("<f", launch.parameters[2]) == (2.0,)
    assert [arguments[2] for arguments in fake.encoded] == [x]
    assert not xla.call(handler, handle, [Given(x, (64, 32))], [])
    assert "scale has 4 parameters; 1 inputs and outputs and 1 scalars" in xla.errors[0][1]
    del kept


def test_kernel_for_another_target(gpus: Gpus) -> None:
    """The error says which GPU it is."""
    a, b = jnp.ones((64, 64), jnp.bfloat16), jnp.ones((64, 256), jnp.bfloat16)
    handle = handle_of(one_tile, a, b)
    fake = machine(gpus, 80)
    address = memory(fake, np.zeros(64 * 256, np.float32))
    xla = Xla(STREAM)
    inputs = [Given(address, (64, 64), "bfloat16"), Given(address, (64, 256), "bfloat16")]
    handler = make_handler(execute, VERSION, on_gpu=True)
    assert not xla.call(handler, handle, inputs, [Given(address, (64, 256))])
    assert "sm_90a" in xla.errors[0][1]
    assert "Fake GPU" in xla.errors[0][1]


def test_device_of_the_call(gpus: Gpus) -> None:
    """A call for the CPU is not launched on a GPU."""
    handle = handle_of(k.vector_add, jnp.ones(3), jnp.ones(3), device="cpu")
    fake = machine(gpus)
    address = memory(fake, np.zeros(3, np.float32))
    given = Given(address, (3,))
    xla = Xla(STREAM)
    handler = make_handler(execute, VERSION, on_gpu=True)
    assert not xla.call(handler, handle, [given, given], [given])
    assert xla.errors == [(3, "LaunchError: device='cpu', but JAX runs this call on cuda")]


def test_no_stream() -> None:
    """An error of XLA, not a launch on the default stream."""
    xla = Xla()
    assert not xla.call(make_handler(execute, VERSION, on_gpu=True), 1, [], [])
    assert xla.errors == [(13, "RuntimeError: XLA has no stream for this call")]


@pytest.mark.parametrize(
    "tile",
    [
        Tile(128, 256, bf16, Layout.TMA_128B, tma_box=(64, 64)),
        Tile(128, 256, bf16, Layout.TMA_128B, tma_box=(64, 128), tma_rank=3),
        Tile(128, 256, f32, Layout.COL, tma_box=(64, 64)),
        Tile(4, 8, 16, f32, tma_box=(1, 8, 16)),
    ],
)
def test_maps_of_buffers_on_a_gpu(tile: Tile) -> None:
    """Buffers of XLA have the layout of NumPy arrays."""
    shape = tile.resolve_shape({})
    number, dtype = (16, np.uint16) if tile.dtype == bf16 else (11, np.float32)
    column = tile.layout is Layout.COL
    buffer = XlaBuffer(0x1000, shape, number).on_gpu(column_major=column)
    array = np.zeros(shape, dtype, order="F" if column else "C")
    found, expected = (tensor_map("x", tile, each, {}) for each in (buffer, array))
    assert found.layout == expected.layout


# ----------------------------------------------------------------------- on the CPU


def test_launch_on_the_cpu() -> None:
    """Buffers in host memory are read and written where they are."""
    handle = handle_of(k.vector_add, jnp.ones(5), jnp.ones(5))
    x, y = np.arange(5, dtype=np.float32), np.zeros(5, np.float32)
    given = Given(x.ctypes.data, (5,))
    xla = Xla()
    handler = make_handler(execute, VERSION, on_gpu=False)
    assert xla.call(handler, handle, [given, given], [Given(y.ctypes.data, (5,))]), xla.errors
    assert y.tolist() == [0, 2, 4, 6, 8]


def test_buffers_other_than_planned() -> None:
    """They would be read beyond their end, so they are an error."""
    handle = handle_of(k.vector_add, jnp.ones(5), jnp.ones(5))
    x = np.zeros(8, np.float32)
    good, short = Given(x.ctypes.data, (5,)), Given(x.ctypes.data, (4,))
    other = Given(x.ctypes.data, (5,), "int32")
    handler = make_handler(execute, VERSION, on_gpu=False)
    for inputs, outputs, message in (
        ([good, short], [good], r"b: a buffer of float32 of shape (4,)"),
        ([good, good], [other], r"c: a buffer of int32 of shape (5,)"),
        ([good], [good], "1 buffer of XLA for 2 tensors"),
    ):
        xla = Xla()
        assert not xla.call(handler, handle, inputs, outputs)
        assert xla.errors[0][0] == 3
        assert message in xla.errors[0][1]


def test_alias_that_xla_has_not_kept() -> None:
    """The output does not begin with what was given, so nothing is launched."""
    handle = handle_of(k.accumulate, jnp.ones(5), y=jnp.ones(5))
    x, y = np.ones(5, np.float32), np.ones(5, np.float32)
    given, other = Given(x.ctypes.data, (5,)), Given(y.ctypes.data, (5,))
    xla = Xla()
    handler = make_handler(execute, VERSION, on_gpu=False)
    assert not xla.call(handler, handle, [given, given], [other])
    assert "y: XLA has not put the output into the buffer" in xla.errors[0][1]
    assert xla.call(handler, handle, [other, given], [given])
    assert x.tolist() == [2, 1, 2, 1, 2]


def test_unknown_handle() -> None:
    """As of a program that was compiled in another process; a call without one is an error too."""
    handler, xla = make_handler(execute, VERSION, on_gpu=False), Xla()
    assert not xla.call(handler, 12345, [], [])
    assert not xla.call(handler, None, [], [])
    messages = [message for _, message in xla.errors]
    assert "no kernel is registered with the handle 12345 in this process" in messages[0]
    assert "has no attribute cubin_handle" in messages[1]


@pytest.mark.parametrize("stage", [0, 1, 2])
def test_other_stages(stage: int) -> None:
    """Nothing is launched before a program is executed."""
    launched: list[Any] = []
    handler = make_handler(launched.append, VERSION, on_gpu=False)
    assert Xla().call(handler, 1, [], [], stage=stage)
    assert not launched


def test_version() -> None:
    """The handler answers the version that it was made with."""
    handler = make_handler(execute, (0, 1), on_gpu=False)
    assert Xla().ask_version(handler) == (0, 1)


def test_exceptions_are_kept_for_their_call() -> None:
    """They are taken once, a few at most, without the memory of the frames that they came from."""

    def fail(call: Any) -> None:
        memory = np.zeros(1000)
        msg = f"failure {call.handle} with {memory.size}"
        raise LookupError(msg)

    handler, xla = make_handler(fail, VERSION, on_gpu=False), Xla()
    for number in range(40):
        assert not xla.call(handler, number, [], [])
    assert take_exception("JAX says: LookupError: failure 3 with 1000") is None
    error = take_exception("JAX says: LookupError: failure 39 with 1000")
    assert isinstance(error, LookupError)
    assert take_exception("JAX says: LookupError: failure 39 with 1000") is None
    trace = error.__traceback__
    assert trace is not None
    frames = []
    while trace is not None:
        frames.append(trace.tb_frame)
        trace = trace.tb_next
    assert frames[-1].f_code.co_name == "fail"
    assert not frames[-1].f_locals


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (KeyboardInterrupt(), 1),
        (ValueError("a\0b"), 3),
        (MemoryError("x"), 8),
        (NotImplementedError("x"), 12),
        (ZeroDivisionError("x"), 13),
        (RuntimeError("\ud800"), 13),
    ],
    ids=repr,
)
def test_exceptions_are_errors(error: BaseException, code: int) -> None:
    """No exception passes through XLA, whatever its text."""

    def fail(call: Any) -> None:
        del call
        raise error

    xla = Xla()
    assert not xla.call(make_handler(fail, VERSION, on_gpu=False), 1, [], [])
    assert xla.errors[0][0] == code
    assert xla.errors[0][1].startswith(type(error).__name__)
