"""Launches in forked processes, while a stream is captured, and after a context was destroyed."""

from __future__ import annotations

import os
import re
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from ptxpy.launch.cuda import CudaError, driver
from ptxpy.launch_request import ArgumentError, LaunchError
from tests.launch.cuda.conftest import Gpus
from tests.launch.cuda.fake_driver import REAL
from tests.launch.cuda.test_launch import kernel
from tests.launch.cuda.test_prepared import arguments
from tests.launch.cuda.test_prepared import driver as fake_driver
from tests.launch_request.devices import InterfaceArray


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no fork")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning", "ignore:.*fork:RuntimeWarning")
def test_forked_process(gpus: Gpus, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It is told what to do, for a launch that its parent has prepared as well."""
    fake = gpus.use(fake_driver())
    monkeypatch.setattr(driver, "_in_use", threading.Event())
    made = kernel()
    made.launch(*arguments(), grid=1, block=1)
    said = tmp_path / "said"
    child = os.fork()
    if not child:
        try:
            made.launch(*arguments(), grid=1, block=1, device="cuda")
        except RuntimeError as error:
            said.write_text(f"{type(error).__name__}: {error}")
        finally:
            os._exit(len(fake.launches))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 1, "of the parent alone"
    assert said.read_text().startswith("DriverMissingError: this process was forked from one that")
    made.launch(*arguments(), grid=1, block=1)
    assert len(fake.launches) == 2


def test_captured_stream(gpus: Gpus) -> None:
    """Arrays of the GPU are launched without waiting; the host's memory is no part of a graph."""
    fake = gpus.use(fake_driver())
    fake.captured = {7}
    made = kernel()
    message = r"scale is not loaded on cuda:0 \(Fake GPU\) yet, .* launch it once before"
    with pytest.raises(LaunchError, match=message):
        made.launch(*arguments(), grid=1, block=1, stream=7)
    assert "cuModuleLoadData" not in fake.names()
    made.launch(*arguments(), grid=1, block=1)
    fake.calls.clear()
    for _ in range(2):
        made.launch(*arguments(), grid=1, block=1, stream=7)
    assert not {"cuStreamSynchronize", "cuMemAlloc", "cuEventCreate"} & {*fake.names()}
    x = np.ones(5, np.float32)
    message = "x: the stream is being captured into a graph"
    with pytest.raises(ArgumentError, match=message) as caught:
        made.launch(InterfaceArray(1 << 20, (5,)), 2.0, x, 5, grid=1, block=1, stream=7)
    assert caught.value.parameter == "x"
    assert "cuMemAlloc" not in fake.names()
    made.launch(InterfaceArray(1 << 20, (5,)), 2.0, None, 5, grid=1, block=1, stream=7)


@pytest.mark.parametrize("name", ["CONTEXT_IS_DESTROYED", "INVALID_CONTEXT"])
def test_destroyed_context(gpus: Gpus, name: str) -> None:
    """The message says what happened and what helps."""
    fake = gpus.use(fake_driver())
    made = kernel()
    made.launch(*arguments(), grid=1, block=1)
    fake.fails["cuLaunchKernelEx"] = getattr(REAL.CUresult, f"CUDA_ERROR_{name}")
    message = f"scale: CUDA_ERROR_{name}: .*was destroyed or reset: start a new process"
    for options in ({}, {"programmatic": False, "grid": 2}):
        with pytest.raises(CudaError, match=re.compile(message)):
            made.launch(*arguments(), **{"grid": 1, "block": 1, **options})  # type: ignore[arg-type]


def test_context_of_the_program(gpus: Gpus) -> None:
    """A context that the program has made on the GPU is used, since its arrays are there."""
    fake = gpus.use(fake_driver())
    made = kernel()
    made.launch(*arguments(), grid=1, block=1)
    assert fake.names().count("cuModuleLoadData") == 1
    fake.contexts.append(200)  # of GPU 0, whose primary context is 100
    for _ in range(3):
        made.launch(*arguments(), grid=1, block=1)
        assert fake.contexts == [200]
    pushed = [call[1] for call in fake.calls if call[0] == "cuCtxPushCurrent"]
    assert pushed == [100, 200, 200, 200], "the module is loaded there as well"
    assert fake.names().count("cuModuleLoadData") == 2
    fake.contexts[:] = [301]  # of another GPU
    made.launch(*arguments(), grid=1, block=1)
    assert fake.contexts == [301]
    assert [call[1] for call in fake.calls if call[0] == "cuCtxPushCurrent"][-1] == 100
    assert fake.names().count("cuModuleLoadData") == 2


def test_one_text_is_assembled_once(gpus: Gpus) -> None:
    """Also where the cache on disk is off; another text, or another GPU, is another cubin."""
    gpus.use(fake_driver())
    for _ in range(2):
        kernel().launch(*arguments(), grid=1, block=1)
    assert len(gpus.assembled) == 1
    kernel(directives=".maxntid 32").launch(*arguments(), grid=1, block=1)
    assert len(gpus.assembled) == 2
