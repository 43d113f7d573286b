"""Launches like an earlier one take a short way, and it does not change what is launched."""

from __future__ import annotations

import struct
import sys
import threading
from collections import defaultdict
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from ptxpy.launch import load, register
from ptxpy.launch.cuda import CudaError
from ptxpy.launch.kernel import MAX_PREPARED_LAUNCHES
from ptxpy.launch_request import ArgumentError, LaunchError
from tests.launch.cuda.conftest import Gpus
from tests.launch.cuda.fake_driver import REAL, FakeDriver, FakeKernel
from tests.launch.cuda.test_launch import kernel
from tests.launch_request.devices import DlpackArray, InterfaceArray


def driver(
    gpus: int = 1,
    *,
    name: str = "scale",
    sizes: tuple[int, ...] = (8, 4, 8, 1),
    body: Any = lambda *_: None,
) -> FakeDriver:
    """Return a driver of GPUs, to the first of which all memory belongs."""
    made = FakeDriver({name: FakeKernel(sizes, body)}, 80, gpus)
    made.owners = defaultdict(int)
    return made


def arguments(address: int = 1 << 20, by: Any = 2.0, n: Any = 5) -> tuple[Any, ...]:
    """Return arguments whose arrays are on a GPU."""
    return InterfaceArray(address, (5,)), by, InterfaceArray(address + 64, (5,)), n


def parameters(address: int, by: float, n: int) -> list[bytes]:
    """Return what the driver is given for these arguments."""
    pointers = [each.to_bytes(8, "little") for each in (address, address + 64)]
    return [pointers[0], struct.pack("<f", by), pointers[1], bytes([n])]


def test_values_and_addresses_are_those_of_the_launch(gpus: Gpus) -> None:
    """Of each launch; nothing but the launch itself is asked of the driver."""
    fake = gpus.use(driver())
    made = kernel()
    made.launch(*arguments(), grid=(2, 3), block=4, shared_bytes=50_000, stream=7)
    first = fake.launches[0]
    for count in range(1, 4):
        fake.calls.clear()
        given = arguments(4096 * count, count / 2, count)
        made.launch(*given, grid=(2, 3), block=4, shared_bytes=50_000, stream=7)
        assert fake.launches[-1] == first._replace(
            parameters=parameters(4096 * count, count / 2, count)
        )
        assert fake.names() == [
            *(
                "cuCtxGetCurrent",
                "cuCtxPushCurrent",
                "cuLaunchKernelEx",
                "cuCtxPopCurrent",
            )
        ]
    fake.contexts.append(100)
    fake.calls.clear()
    made.launch(*arguments(), grid=(2, 3), block=4, shared_bytes=50_000, stream=7)
    assert fake.names() == ["cuCtxGetCurrent", "cuLaunchKernelEx"], "its context is current"
    fake.contexts[:] = [77]
    made.launch(*arguments(), grid=(2, 3), block=4, shared_bytes=50_000, stream=7)
    assert fake.contexts == [77], "another context is current again"


def test_each_configuration_has_its_own(gpus: Gpus) -> None:
    """Grid, block, shared memory, stream and cluster, in any order, as often as there are such."""
    fake = gpus.use(driver())
    made = kernel()
    wanted = []
    for turn in range(3):
        for grid in (1, (2, 1), [3, 3]):
            choices: list[Any] = [{}, {"shared_bytes": 16}, {"stream": 5}]
            for options in choices:
                made.launch(*arguments(), grid=grid, block=1 + turn % 2, **options)
                extents = (*([grid] if isinstance(grid, int) else grid), 1, 1)[:3]
                found = (options.get("shared_bytes", 0), options.get("stream", 0))
                wanted.append((extents, (1 + turn % 2, 1, 1), *found))
    assert [(x.grid, x.block, x.shared_bytes, x.stream) for x in fake.launches] == wanted
    configured = made[(2, 1), 1, 16]
    for _ in range(2):
        configured(*arguments())
        last = fake.launches[-1]
        assert (last.grid, last.shared_bytes, last.stream) == ((2, 1, 1), 16, 0)


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"n": 256}, "n: int 256"),
    ({"n": -200}, "n: int -200"),
    ({"n": 2.0}, "n: float 2.0"),
    ({"n": np.int64(2)}, r"n: np\.int64 2"),
    ({"by": np.float64(2)}, r"by: np\.float64 2"),
    ({"by": "2"}, "by: str"),
    ({"by": 1e300}, "by: float 1e"),
]


@pytest.mark.parametrize(("change", "message"), WRONG)
def test_wrong_numbers_are_refused_as_the_first_time(
    gpus: Gpus, change: dict[str, Any], message: str
) -> None:
    """By the launch with all checks, whose message it is; nothing is launched."""
    fake = gpus.use(driver())
    made = kernel()
    with pytest.raises(ArgumentError, match=message) as first:
        made.launch(*arguments(**change), grid=1, block=1)
    for _ in range(2):
        made.launch(*arguments(), grid=1, block=1)
    with pytest.raises(ArgumentError, match=message) as again:
        made.launch(*arguments(**change), grid=1, block=1)
    assert str(again.value) == str(first.value)
    assert len(fake.launches) == 2


FLOATS = """
.version 8.0
.target sm_80
.address_size 64
.visible .entry _Z4fillPff(.param .u64 .ptr .global .align 16 p, .param .f32 v) { ret; }
"""


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (InterfaceArray(1 << 20, (5,), strides=(8,)), "not contiguous"),
        (InterfaceArray((1 << 20) + 4, (5,)), "a multiple of 16"),
        (InterfaceArray(1 << 20, (5,), read_only=True), "cannot be written to"),
    ],
)
def test_wrong_arrays_are_refused_as_the_first_time(
    gpus: Gpus, array: InterfaceArray, message: str
) -> None:
    """Strides, alignment and permission may differ from array to array of a type."""
    fake = gpus.use(driver(name="_Z4fillPff", sizes=(8, 4)))
    made = load(FLOATS)
    for _ in range(2):
        made.launch(InterfaceArray(1 << 20, (5,)), 1.0, grid=1, block=1)
    with pytest.raises(ArgumentError, match=message):
        made.launch(array, 1.0, grid=1, block=1)
    assert len(fake.launches) == 2


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ({"strides": (8,)}, "not contiguous"),
        ({"mask": InterfaceArray(1 << 20, (5,))}, "mask"),
    ],
)
def test_what_an_interface_has_left_out_is_looked_at(
    gpus: Gpus, entries: dict[str, Any], message: str
) -> None:
    """An array of the same type may have strides or a mask where the first one had none."""
    fake = gpus.use(driver(name="_Z4fillPff", sizes=(8, 4)))
    made = load(FLOATS)
    plain, other = InterfaceArray(1 << 20, (5,)), InterfaceArray(1 << 20, (5,))
    for each in (plain, other):
        for key in ("strides", "stream"):
            del each.__cuda_array_interface__[key]
    for _ in range(2):
        made.launch(plain, 1.0, grid=1, block=1)
    other.__cuda_array_interface__ |= entries
    with pytest.raises(ArgumentError, match=message):
        made.launch(other, 1.0, grid=1, block=1)
    assert len(fake.launches) == 2


def test_a_stream_that_an_interface_has_left_out_is_waited_for(gpus: Gpus) -> None:
    """An array of the same type may be written by a stream where the first one named none."""
    fake = gpus.use(driver())
    made = kernel()
    array = InterfaceArray(1 << 20, (5,))
    del array.__cuda_array_interface__["stream"]
    for _ in range(2):
        made.launch(array, 2.0, array, 5, grid=1, block=1)
    array.__cuda_array_interface__["stream"] = 9
    made.launch(array, 2.0, array, 5, grid=1, block=1)
    assert fake.names().count("cuStreamWaitEvent") == 1


class Dtype(str):
    """A dtype of PyTorch."""

    __slots__ = ()
    is_complex = False


class Tensor(InterfaceArray):
    """An array that prepared launches take for a tensor of PyTorch on a GPU."""

    is_cuda = True
    requires_grad = False
    dtype: Any = Dtype("torch.float32")
    device = "cuda:0"

    def is_contiguous(self) -> bool:
        """Return whether it has no strides."""
        return self.__cuda_array_interface__["strides"] is None

    def get_device(self) -> int:
        """Return the number of its GPU."""
        return 0

    def data_ptr(self) -> int:
        """Return its address."""
        interface: dict[str, Any] = self.__cuda_array_interface__
        address: int = interface["data"][0]
        return address


Tensor.__module__ = "torch"


def test_tensors_of_pytorch(gpus: Gpus, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their addresses are read; strides, alignment and another stream are left to the checks."""
    now = [7]
    monkeypatch.setitem(
        sys.modules,
        "torch",
        SimpleNamespace(
            Tensor=Tensor,
            nn=SimpleNamespace(Parameter=Tensor),
            cuda=SimpleNamespace(current_stream=lambda _: now[-1]),
            _C=SimpleNamespace(_cuda_getCurrentRawStream=lambda _: now[-1]),
        ),
    )
    fake = gpus.use(driver(name="_Z4fillPff", sizes=(8, 4)))
    made = load(FLOATS)
    for address in (1 << 20, 2 << 20):
        fake.calls.clear()
        made.launch(Tensor(address, (5,)), 1.0, grid=1, block=1)
        assert fake.launches[-1].parameters[0] == address.to_bytes(8, "little")
    assert "cuLaunchKernelEx" in fake.names()
    assert len(fake.names()) == 4, "the second launch is a prepared one"
    now.append(8)
    made.launch(Tensor(1 << 20, (5,)), 1.0, grid=1, block=1)
    assert [launch.stream for launch in fake.launches] == [7, 7, 8]
    for wrong in (Tensor(1 << 20, (5,), strides=(8,)), Tensor((1 << 20) + 4, (5,))):
        with pytest.raises(ArgumentError, match=r"not contiguous|a multiple of 16"):
            made.launch(wrong, 1.0, grid=1, block=1)
    assert len(fake.launches) == 3


class Typed(InterfaceArray):
    """An array that has a dtype, as those of CuPy do."""

    dtype: Any = np.dtype(np.float32)


def test_elements_of_another_type_are_refused(gpus: Gpus) -> None:
    """`float*` takes no `float64`, after launches with `float32` either."""
    gpus.use(driver(name="_Z4fillPff", sizes=(8, 4)))
    made = load(FLOATS)
    for _ in range(2):
        made.launch(Typed(1 << 20, (5,)), 1.0, grid=1, block=1)
    doubles = Typed(1 << 20, (5,), typestr="<f8")
    doubles.dtype = np.dtype(np.float64)
    with pytest.raises(ArgumentError, match="an array of float64 given"):
        made.launch(doubles, 1.0, grid=1, block=1)


def test_other_streams_are_waited_for(gpus: Gpus) -> None:
    """An array that another stream writes takes the way with all checks, which waits."""
    fake = gpus.use(driver())
    made = kernel()
    for stream in (None, 1, 9):
        fake.calls.clear()
        array = InterfaceArray(1 << 20, (5,), stream=stream)
        made.launch(array, 2.0, array, 5, grid=1, block=1)
        made.launch(array, 2.0, array, 5, grid=1, block=1)
        assert fake.names().count("cuStreamWaitEvent") == (2 if stream == 9 else 0)


def test_current_stream_of_a_package(gpus: Gpus, monkeypatch: pytest.MonkeyPatch) -> None:
    """Launches follow it, though they are prepared for another one."""
    fake = gpus.use(driver())
    made, now = kernel(), [21]
    cuda = SimpleNamespace(get_current_stream=lambda: now[-1])
    monkeypatch.setitem(sys.modules, "cupy", SimpleNamespace(cuda=cuda))
    kind = type("Array", (InterfaceArray,), {"__module__": "cupy.core"})
    for stream in (21, 21, 22, 21, 21):
        now.append(stream)
        x = kind(1 << 20, (5,), stream=stream)
        made.launch(x, 2.0, x, 5, grid=1, block=1)
    assert [launch.stream for launch in fake.launches] == [21, 21, 22, 21, 21]
    made.launch(x, 2.0, x, 5, grid=1, block=1, stream=3)
    assert fake.launches[-1].stream == 3


def test_arrays_on_one_of_several_gpus_are_checked_each_time(gpus: Gpus) -> None:
    """Their interface does not say on which GPU they are."""
    fake = gpus.use(driver(gpus=2))
    made = kernel()
    for _ in range(2):
        made.launch(*arguments(), grid=1, block=1)
    fake.owners[1 << 20] = 1
    with pytest.raises(ArgumentError, match="on cuda:1, but the launch is on cuda:0"):
        made.launch(*arguments(), grid=1, block=1)


def test_host_arrays_after_device_arrays(gpus: Gpus) -> None:
    """Types of arguments decide, so that the copies are made."""
    fake = gpus.use(driver())
    made = kernel()
    x = np.ones(5, np.float32)
    for _ in range(2):
        made.launch(*arguments(), grid=1, block=1)
        made.launch(x, 2.0, x, 5, grid=1, block=1)
        made.launch(DlpackArray(x, (2, 0)), 2.0, None, 5, grid=1, block=1)
    assert fake.names().count("cuMemAlloc") == 2
    assert fake.launches[-1].parameters[2] == bytes(8)


def test_errors_of_the_driver(gpus: Gpus) -> None:
    """They are those of any launch."""
    fake = gpus.use(driver())
    made = kernel()
    made.launch(*arguments(), grid=1, block=1)
    fake.fails["cuLaunchKernelEx"] = REAL.CUresult.CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES
    with pytest.raises(CudaError, match="scale: CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES"):
        made.launch(*arguments(), grid=1, block=1)
    assert fake.contexts == []


def test_another_driver_is_used(gpus: Gpus) -> None:
    """What was prepared for one is not used with the other."""
    first, made = gpus.use(driver()), kernel()
    made.launch(*arguments(), grid=1, block=1)
    second = gpus.use(driver())
    made.launch(*arguments(), grid=1, block=1)
    assert (len(first.launches), len(second.launches)) == (1, 1)


def test_a_back_end_that_is_registered_later_is_used(gpus: Gpus) -> None:
    """In place of that for which launches were prepared."""

    class Recorder:
        """A back end that counts."""

        runs = 0

        def count(self) -> int:
            return 1

        def limits(self, number: int, signature: Any) -> Any:
            return before.limits(number, signature)  # type: ignore[union-attr]

        def run(self, request: Any) -> None:
            del request
            self.runs += 1

    fake, made, recorder = gpus.use(driver()), kernel(), Recorder()
    made.launch(*arguments(), grid=1, block=1)
    before = register("cuda", recorder)
    try:
        made.launch(*arguments(), grid=1, block=1)
    finally:
        assert before is not None
        register("cuda", before)
    assert (recorder.runs, len(fake.launches)) == (1, 1)


def test_many_configurations_are_bounded(gpus: Gpus) -> None:
    """A kernel that is launched with ever new grids keeps no more than a number of launches."""
    gpus.use(driver())
    made = kernel()
    for grid in range(1, MAX_PREPARED_LAUNCHES + 20):
        made.launch(*arguments(), grid=grid, block=1)
    assert len(made._prepared) <= MAX_PREPARED_LAUNCHES  # noqa: SLF001 - what is bounded


def test_threads_launch_at_the_same_time(gpus: Gpus) -> None:
    """Each with its own values."""
    seen: list[list[bytes]] = []
    inside = threading.Barrier(2)

    def body(fake: FakeDriver, values: list[bytes]) -> None:
        del fake
        if values[3] != b"\0":
            inside.wait(10)
        seen.append(values)

    gpus.use(driver(body=body))
    made = kernel()
    made.launch(*arguments(n=0), grid=1, block=1)
    threads = [
        threading.Thread(
            target=made.launch, args=arguments(4096 * n, n, n), kwargs={"grid": 1, "block": 1}
        )
        for n in (1, 2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert sorted(seen[1:]) == sorted(parameters(4096 * n, n, n) for n in (1, 2))


def test_wrong_options_are_refused_as_the_first_time(gpus: Gpus) -> None:
    """A grid that is no grid."""
    gpus.use(driver())
    made = kernel()
    made.launch(*arguments(), grid=1, block=1)
    wrong: list[Any] = [0, "1", {}, None]
    for grid in wrong:
        with pytest.raises(LaunchError):
            made.launch(*arguments(), grid=grid, block=1)
