"""The section `launches`: cooperative and dependent launches, graphs, streams and contexts."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import numpy as np

from gpu_checking.facts import number_of
from gpu_checking.worker import Result, Settings
from ptxpy.assemble import AssemblerMissingError, toolchain
from ptxpy.isa.targets import parse_target
from ptxpy.launch import LaunchError, load
from ptxpy.launch.cuda import SourceError, assembling
from ptxpy.launch.cuda.device import current_context
from ptxpy.launch.cuda.device import device as gpu

__all__ = ["JOBS", "Session"]

_FILE: Final = Path(__file__).parents[2] / "tests" / "sim" / "kernels" / "cooperative.ptx"
_COUNT: Final = 1024
_DEPENDENT_ARCHITECTURE: Final = 90
"""The first architecture with programmatic dependent launches."""

_DOUBLE: Final = """.version 8.0
.target {target}
.address_size 64
.visible .entry twice(.param .u64 x)
{{
    .reg .b32 %r<4>;
    .reg .f32 %f<2>;
    .reg .b64 %rd<2>;
    mov.u32 %r0, %ctaid.x;
    mov.u32 %r1, %ntid.x;
    mov.u32 %r2, %tid.x;
    mad.lo.u32 %r3, %r0, %r1, %r2;
    ld.param.u64 %rd0, [x];
    mad.wide.u32 %rd1, %r3, 4, %rd0;
    {wait}
    ld.global.f32 %f0, [%rd1];
    add.f32 %f1, %f0, %f0;
    st.global.f32 [%rd1], %f1;
    ret;
}}
"""


class Session:
    """Launches kernels on the device, and compares with what they should compute."""

    def __init__(self, settings: Settings, jobs: list[str]) -> None:
        """Take the device."""
        del jobs
        self._device: str = settings["devices"][1]
        self._target: str = settings["target"]

    def run(self, job: str) -> Result:
        """Do a job; those that a CPU or an older GPU has nothing for are skipped."""
        if job in _ON_GPU and not self._device.startswith("cuda"):
            return {"status": "skipped", "message": f"{self._device} has none"}
        if job == "dependent" and parse_target(self._target).number < _DEPENDENT_ARCHITECTURE:
            return {"status": "skipped", "message": f"needs sm_90, not {self._target}"}
        JOBS[job](self._device)
        return {"status": "ok"}


def _cooperative(device: str) -> None:
    """All blocks wait for each other."""
    x, sums = np.arange(1, 301, dtype=np.float32), np.zeros(2, np.float32)
    wanted = x / x.sum()
    kernel = load(_FILE, "normalise")
    kernel.launch(x, sums, 300, grid=7, block=64, device=device, cooperative=True)
    np.testing.assert_allclose(x, wanted, rtol=1e-6)


def _too_large(device: str) -> None:
    """A cooperative launch that the device cannot hold is refused before it begins."""
    x, sums = np.ones(4, np.float32), np.zeros(2, np.float32)
    kernel = load(_FILE, "normalise")
    try:
        kernel.launch(x, sums, 4, grid=100_000, block=32, device=device, cooperative=True)
    except LaunchError as error:
        if "resident" not in str(error):
            raise
        return
    message = "a cooperative launch of 100,000 blocks is not refused"
    raise AssertionError(message)


def _dependent(device: str) -> None:
    """Kernels that may begin early wait for the results of the one before them."""
    kernel = load(_DOUBLE.format(target="sm_90", wait="griddepcontrol.wait;"))
    x = np.ones(_COUNT, np.float32)
    if not device.startswith("cuda"):
        kernel.launch(x, grid=4, block=256, device=device, programmatic=True)
        np.testing.assert_array_equal(x, 2)
        return
    address, read = _on_gpu(device, x)
    for _ in range(20):
        kernel.launch(address, grid=4, block=256, device=device, programmatic=True)
    np.testing.assert_array_equal(read(0), 2.0**20)


def _graph(device: str) -> None:
    """Launches during a capture run when the graph does, and not before."""
    chosen = gpu(number_of(device))
    cuda = chosen.driver.api
    kernel = load(_DOUBLE.format(target="sm_80", wait=""))
    address, read = _on_gpu(device, np.ones(_COUNT, np.float32))
    kernel.launch(address, grid=4, block=256, device=device)
    np.testing.assert_array_equal(read(0), 2)
    with current_context(chosen):
        stream = _done(cuda.cuStreamCreate(1))
        _done(cuda.cuStreamBeginCapture(stream, cuda.CUstreamCaptureMode(0)))
        for _ in range(3):
            kernel.launch(address, grid=4, block=256, device=device, stream=stream)
        graph = _done(cuda.cuStreamEndCapture(stream))
        np.testing.assert_array_equal(read(0), 2)
        runnable = _done(cuda.cuGraphInstantiate(graph, 0))
        for _ in range(2):
            _done(cuda.cuGraphLaunch(runnable, stream))
        np.testing.assert_array_equal(read(int(stream)), 2.0**7)


def _context(device: str) -> None:
    """A launch leaves the context of its caller as it was, with one and without."""
    chosen = gpu(number_of(device))
    cuda = chosen.driver.api
    kernel = load(_DOUBLE.format(target="sm_80", wait=""))
    address, read = _on_gpu(device, np.ones(_COUNT, np.float32))
    for _ in range(3):
        before = int(_done(cuda.cuCtxGetCurrent()))
        kernel.launch(address, grid=4, block=256, device=device)
        with current_context(chosen):
            kernel.launch(address, grid=4, block=256, device=device)
        if int(_done(cuda.cuCtxGetCurrent())) != before:
            message = "a launch changes the current context"
            raise AssertionError(message)
    np.testing.assert_array_equal(read(0), 2.0**6)


def _compiled_by_driver(device: str) -> None:
    """Without ptxas and nvJitLink the driver compiles what a launch runs, and names wrong lines."""
    # A comment makes it another text than those of which there is a cubin.
    text = "// compiled by the driver\n" + _DOUBLE.format(target="sm_80", wait="")
    wrong = text.replace("add.f32", "add.f33")
    line = text[: text.index("add.f32")].count("\n") + 1
    missing = patch.object(assembling, "assemble", side_effect=AssemblerMissingError("none"))
    with missing, patch.dict(os.environ):
        os.environ.pop(toolchain.VARIABLE, None)
        address, read = _on_gpu(device, np.ones(_COUNT, np.float32))
        load(text).launch(address, grid=4, block=256, device=device)
        np.testing.assert_array_equal(read(0), 2)
        try:
            load(wrong).launch(address, grid=4, block=256, device=device)
        except SourceError as error:
            if line not in [message.line for message in error.messages]:
                raise
            return
    message = "the driver compiles an instruction that there is not"
    raise AssertionError(message)


def _on_gpu(device: str, x: np.ndarray[Any, Any]) -> tuple[int, Callable[[int], Any]]:
    """Return the address of a copy on the GPU, and what reads it after the work of a stream."""
    chosen = gpu(number_of(device))
    with current_context(chosen):
        address = chosen.driver.allocate(x.nbytes)
        chosen.driver.copy_in(address, x.ctypes.data, x.nbytes, 0)
        chosen.driver.synchronize(0)

    def read(stream: int) -> Any:  # noqa: ANN401 - an array
        found = np.empty_like(x)
        with current_context(chosen):
            chosen.driver.copy_out(found.ctypes.data, address, x.nbytes, stream)
            chosen.driver.synchronize(stream)
        return found

    return address, read


def _done(results: tuple[Any, ...]) -> Any:  # noqa: ANN401 - a handle of the driver
    """Return the result of a function of the driver; raise `RuntimeError` for its error."""
    status, *found = results
    if int(status) != 0:
        raise RuntimeError(str(status))
    return found[0] if found else None


JOBS: Final[dict[str, Callable[[str], None]]] = {
    "cooperative": _cooperative,
    "too large": _too_large,
    "dependent": _dependent,
    "graph": _graph,
    "context": _context,
    "compiled by the driver": _compiled_by_driver,
}

_ON_GPU: Final = frozenset({"graph", "context", "compiled by the driver"})
"""The jobs that a CPU has nothing for."""
