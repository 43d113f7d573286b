"""One call for all devices."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

import numpy as np
import pytest

import ptxpy.launch.cuda.driver
import ptxpy.sim
from ptxpy.launch import load, register
from ptxpy.launch.cuda import DriverMissingError
from ptxpy.launch_request import ArgumentError, LaunchError, LaunchRequest, Limits, Signature

PTX = """\
.version 8.0
.target sm_80
.address_size 64
.visible .entry add(.param .u64 x, .param .f32 y)
.reqntid 32
{
\tret;
}
"""


class Recorder:
    """A back end that keeps what it is asked to run."""

    def __init__(self, devices: int = 1) -> None:
        self.devices = devices
        self.requests: list[LaunchRequest] = []

    def count(self) -> int:
        """Return how many there are."""
        return self.devices

    def limits(self, number: int, signature: Signature) -> Limits:
        """Return those of a small device."""
        del signature
        return Limits(f"recorder {number}", 1000, threads=64)

    def run(self, request: LaunchRequest) -> None:
        """Keep the request."""
        self.requests.append(request)


@pytest.fixture
def recorder() -> Recorder:
    """Return a back end."""
    return Recorder()


@pytest.fixture
def cpu(recorder: Recorder) -> Iterator[Recorder]:
    """Make the back end that of the CPU."""
    before = register("cpu", recorder)
    assert before is not None
    yield recorder
    register("cpu", before)


@pytest.fixture
def cuda() -> Iterator[Recorder]:
    """Make another back end that of the GPUs, of which there are none."""
    recorder = Recorder(0)
    before = register("cuda", recorder)
    assert before is not None
    yield recorder
    register("cuda", before)


def test_what_a_back_end_gets(cpu: Recorder) -> None:
    """The request has all that the launch says, and the defaults of the kernel."""
    x = np.zeros(4, np.float32)
    made = load(PTX)
    made.launch(x, 1.5, grid=(2, 3), shared_bytes=8, device="cpu", stream=7)
    (request,) = cpu.requests
    assert request.source is made.source
    assert request.signature is made.signature
    assert request.geometry == ((2, 3, 1), (32, 1, 1), None, 8)
    assert request.arguments.parameters == bytes(8) + b"\0\0\xc0\x3f"
    assert request.arguments.pointers == ((0, 0, 0),)
    assert (request.stream, request.device) == (7, 0)


@pytest.mark.parametrize(
    ("key", "geometry", "stream"),
    [
        (8, ((8, 1, 1), (32, 1, 1), None, 0), 0),
        ((8, 32), ((8, 1, 1), (32, 1, 1), None, 0), 0),
        (((8, 4), None), ((8, 4, 1), (32, 1, 1), None, 0), 0),
        (((8, 4), (32, 1)), ((8, 4, 1), (32, 1, 1), None, 0), 0),
        ((8, 32, 100), ((8, 1, 1), (32, 1, 1), None, 100), 0),
        ((8, 32, 100, 5), ((8, 1, 1), (32, 1, 1), None, 100), 5),
        ((8, 32, 0, SimpleNamespace(ptr=6)), ((8, 1, 1), (32, 1, 1), None, 0), 6),
    ],
)
def test_the_short_form(cpu: Recorder, key: object, geometry: object, stream: int) -> None:
    """It is written as between `<<<` and `>>>`."""
    load(PTX)[key](None, 1, device="cpu")
    assert (cpu.requests[0].geometry, cpu.requests[0].stream) == (geometry, stream)


def test_the_short_form_has_at_most_four_parts(cpu: Recorder) -> None:
    """And a kernel is not called without."""
    with pytest.raises(LaunchError, match=r"add\[…\] has 5 parts"):
        load(PTX)[1, 2, 3, 4, 5]
    with pytest.raises(LaunchError, match="add needs a grid and a block"):
        load(PTX)(None, 1)
    assert cpu.requests == []


def test_the_default_device(cpu: Recorder, cuda: Recorder) -> None:
    """A GPU if there is one."""
    made = load(PTX)
    made[1](None, 1)
    cuda.devices = 1
    made[1](None, 2)
    assert (len(cpu.requests), len(cuda.requests)) == (1, 1)
    made.launch(None, 1, grid=1, device="cuda:3")
    assert cuda.requests[1].device == 3


@pytest.mark.parametrize("device", ["gpu", "cuda:", "cuda:-1", "", "CPU", 0])
def test_devices_that_there_are_not(device: str) -> None:
    """The message lists those that there are."""
    with pytest.raises(LaunchError, match=r"no device .*; expected one of 'cpu' 'cuda'"):
        load(PTX).launch(None, 1, grid=1, device=device)


def test_other_back_ends(recorder: Recorder) -> None:
    """They are found by their names, and have limits of their own."""
    assert register("mine", recorder) is None
    made = load(PTX.replace(".reqntid 32", ""))
    made.launch(None, 1, grid=1, block=64, device="mine:2")
    assert recorder.requests[0].device == 2
    with pytest.raises(
        LaunchError, match=r"block \(65, 1, 1\) has 65 threads; a block has at most"
    ):
        made.launch(None, 1, grid=1, block=65, device="mine")
    with pytest.raises(LaunchError, match=r"needs 1,001 bytes .* recorder 0 has 1,000"):
        made.launch(None, 1, grid=1, block=1, shared_bytes=1001, device="mine")
    with pytest.raises(ValueError, match="'a:1' is not a valid device name"):
        register("a:1", recorder)


def test_nothing_runs_after_an_error(cpu: Recorder) -> None:
    """Arguments and geometry are checked first."""
    made = load(PTX)
    with pytest.raises(ArgumentError, match=r"add takes 2 arguments \(x \.u64, y \.f32\); 1 given"):
        made.launch(None, grid=1, device="cpu")
    with pytest.raises(LaunchError, match=r"block is \(8, 1, 1\); add requires \(32, 1, 1\)"):
        made.launch(None, 1, grid=1, block=8, device="cpu")
    assert cpu.requests == []


def test_the_simulator_is_found_when_it_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """`device="cpu"` means `ptxpy.sim.run`."""
    requests: list[LaunchRequest] = []
    monkeypatch.setattr(ptxpy.sim, "run", requests.append, raising=False)
    load(PTX).launch(None, 1, grid=1, device="cpu")
    assert len(requests) == 1


def test_without_a_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    """One line says what works; the default is the CPU."""
    monkeypatch.setattr(ptxpy.launch.cuda.driver, "_LIBRARIES", {})
    ptxpy.launch.cuda.driver._driver.cache_clear()  # noqa: SLF001 - likewise
    with pytest.raises(
        DriverMissingError, match=r'no CUDA driver .*; device="cpu" runs kernels'
    ) as caught:
        load(PTX).launch(None, 1, grid=1, device="cuda")
    assert "\n" not in str(caught.value)
    assert ptxpy.launch.cuda.count() == 0
    ptxpy.launch.cuda.driver._driver.cache_clear()  # noqa: SLF001 - likewise
