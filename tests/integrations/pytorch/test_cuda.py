"""CUDA tensors on an emulated GPU: what the driver is told, and what it is not."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from typing import Any

import pytest

import ptxpy
from tests.integrations.pytorch import kernels as k
from tests.launch.cuda.conftest import Gpus, gpus

torch = pytest.importorskip(
    "torch", reason="PyTorch is not installed: tools/test --all installs it"
)
if sys.platform == "darwin":
    pytest.skip("NVIDIA has no cuda-bindings for macOS", allow_module_level=True)

fake_driver = pytest.importorskip("tests.launch.cuda.fake_driver")

__all__ = ["gpus"]

POINTER = 8
QUIET = {"cuCtxGetCurrent", "cuCtxSetCurrent", "cuCtxPushCurrent", "cuCtxPopCurrent"}
"""Functions of the driver that neither wait nor allocate."""


class CudaTensor(torch.Tensor):  # type: ignore[misc, name-defined]
    """A tensor on the emulated GPU: its memory is the emulated driver's."""

    address: int
    used_on: list[Any]

    @staticmethod
    def make(fake: Any, size: int, device: str = "cuda:0", dtype: Any = torch.float64) -> Any:
        """Return a vector."""
        found = torch.Tensor._make_wrapper_subclass(
            CudaTensor, (size,), dtype=dtype, device=torch.device(device)
        )
        fake.contexts.append(0)
        found.address = fake.allocate(size * found.element_size())
        fake.contexts.pop()
        found.used_on = []
        return found

    def data_ptr(self) -> int:
        """Return the address."""
        return self.address

    def record_stream(self, stream: Any) -> None:
        """Note the use on a stream."""
        self.used_on.append(stream)

    @classmethod
    def __torch_dispatch__(cls, *_: Any, **__: Any) -> Any:
        """Fail: PyTorch computes nothing with such tensors."""
        raise NotImplementedError


class Stream:
    """A stream of PyTorch."""

    def __init__(self, handle: int) -> None:
        self.cuda_stream = handle


@pytest.fixture
def fake(gpus: Gpus, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return an emulated driver, whose memory PyTorch's tensors have."""
    sizes = (POINTER, POINTER, POINTER, 4)
    made = gpus.use(
        fake_driver.FakeDriver(
            {"multiply": fake_driver.FakeKernel(sizes, lambda *_: None)}, arch=80, gpus=2
        )
    )
    streams = [Stream(77)]
    monkeypatch.setattr(torch.cuda, "Stream", Stream)
    monkeypatch.setattr(torch.cuda, "current_stream", lambda _device: streams[-1])

    @contextlib.contextmanager
    def on(stream: Stream) -> Iterator[None]:
        streams.append(stream)
        yield
        streams.pop()

    def empty(shape: tuple[int, ...], *, dtype: Any, device: Any) -> Any:
        return CudaTensor.make(made, shape[0], str(device), dtype)

    monkeypatch.setattr(torch.cuda, "stream", on)
    monkeypatch.setattr(torch, "empty", empty)
    from ptxpy.integrations.pytorch import execution  # noqa: PLC0415 - loads PyTorch

    monkeypatch.setattr(execution, "_recipes", {})
    return made


def run(x: Any, w: Any, **options: Any) -> Any:
    """Run the kernel as an operator does, beneath all modes of PyTorch."""
    from ptxpy.integrations.pytorch.execution import execute  # noqa: PLC0415 - loads PyTorch
    from ptxpy.launch.call_plans import CallArguments  # noqa: PLC0415

    outputs = {"y": options.pop("y")} if "y" in options else {}
    given = CallArguments({"x": x, "w": w, **outputs}, {}, {}, options)
    return execute(k.multiply, given).get("y")


def addresses(parameters: list[bytes]) -> list[int]:
    """Return the pointers among parameters."""
    return [int.from_bytes(each, "little") for each in parameters if len(each) == POINTER]


def test_the_kernel_gets_addresses_on_the_current_stream(fake: Any) -> None:
    """Of the tensors' device; the output is PyTorch's, and nothing is copied."""
    x, w = (CudaTensor.make(fake, 40) for _ in range(2))
    y = run(x, w)
    (launch,) = fake.launches
    assert (launch.grid, launch.block, launch.stream) == ((2, 1, 1), (32, 1, 1), 77)
    assert addresses(launch.parameters) == [x.address, w.address, y.address]
    assert (y.shape, y.dtype, str(y.device)) == ((40,), torch.float64, "cuda:0")


def test_a_warm_call_neither_waits_nor_allocates(fake: Any) -> None:
    """So it may be captured into a CUDA graph; the driver gives no memory."""
    x, w = (CudaTensor.make(fake, 40) for _ in range(2))
    run(x, w)
    fake.calls.clear()
    run(x, w)
    assert {*fake.names()} - QUIET == {"cuLaunchKernelEx"}
    assert len(fake.launches) == 2


def test_a_warm_call_takes_the_short_way(fake: Any) -> None:
    """The launch is prepared: other tensors of the same form are but other numbers."""
    x, w, v = (CudaTensor.make(fake, 40) for _ in range(3))
    run(x, w)
    y = run(w, v)
    assert addresses(fake.launches[1].parameters) == [w.address, v.address, y.address]
    fake.calls.clear()
    run(v, x)
    assert len(fake.calls) == 4, "the context is asked for, set, and set back"


def test_a_stream_that_is_named_is_recorded(fake: Any) -> None:
    """As PyTorch's allocator must know of uses on other streams."""
    x, w = (CudaTensor.make(fake, 40) for _ in range(2))
    stream = Stream(5)
    run(x, w, stream=stream)
    assert fake.launches[0].stream == 5
    assert x.used_on == w.used_on == [stream]


def test_tensors_of_the_second_gpu_run_there(fake: Any) -> None:
    """Another device in the call is an error that says what to write."""
    x, w = (CudaTensor.make(fake, 40, "cuda:1") for _ in range(2))
    y = run(x, w, device="cuda")
    assert str(y.device) == "cuda:1"
    for device in ("cuda:0", "cpu"):
        pattern = rf'x is on cuda:1, and the launch on device="{device}": pass x\.to'
        with pytest.raises(ptxpy.ArgumentError, match=pattern):
            run(x, w, device=device)


def test_tensors_of_two_devices(fake: Any) -> None:
    """One of them is named."""
    x, w = CudaTensor.make(fake, 40), CudaTensor.make(fake, 40, "cuda:1")
    pattern = r"w is on cuda:1 and x on cuda:0: pass w\.to\(x\.device\)"
    with pytest.raises(ptxpy.ArgumentError, match=pattern):
        run(x, w)
    assert not fake.launches


def test_an_output_in_place(fake: Any) -> None:
    """It is written where it lies, and PyTorch knows that it has changed."""
    x, w, y = (CudaTensor.make(fake, 40) for _ in range(3))
    version = y._version
    assert run(x, w, y=y) is None
    assert addresses(fake.launches[0].parameters)[2] == y.address
    assert y._version == version + 1


def test_prepared_launches_in_compiled_functions(fake: Any) -> None:
    """Each breaks the graph and is done once, whatever the compiler makes of the short way."""
    from ptxpy.launch import load  # noqa: PLC0415 - as the others

    kernel = load(k.multiply.module(), "multiply")
    address = CudaTensor.make(fake, 40).address

    def function(x: Any) -> Any:
        kernel.launch(address, address, address, 40, grid=2, block=32, device="cuda")
        return x + 1

    torch._dynamo.reset()
    compiled = torch.compile(function, backend="eager")
    for count in range(1, 5):
        assert compiled(torch.ones(3)).tolist() == [2, 2, 2]
        assert len(fake.launches) == count
