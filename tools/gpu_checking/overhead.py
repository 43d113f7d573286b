"""The section `overhead`: what a launch costs, alone and next to other packages."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, Final

import numpy as np

from gpu_checking.facts import number_of
from gpu_checking.worker import Result, Settings
from ptxpy.launch import Kernel, load
from ptxpy.launch.cuda.device import current_context
from ptxpy.launch.cuda.device import device as gpu

__all__ = ["JOBS", "Session"]

JOBS: Final = ("cold", "arrays", "pointers", "peers")
"""`cold` is the first launch, with assembling; `arrays` a warm one with arrays of NumPy, `pointers`
one with addresses on the GPU; `peers` compares such launches with those of other packages."""

_COUNT: Final = 1024
_BLOCK: Final = 256
_GRID: Final = _COUNT // _BLOCK
_LAUNCHES: Final = 200
_ROUNDS: Final = 15

_SCALE: Final = """.version 8.0
.target {target}
.address_size 64
// {mark}
.visible .entry scale(.param .u64 x, .param .u32 n, .param .f32 by)
{{
    .reg .pred %p;
    .reg .b32 %r<4>;
    .reg .f32 %f<3>;
    .reg .b64 %rd<2>;
    mov.u32 %r0, %ctaid.x;
    mov.u32 %r1, %ntid.x;
    mov.u32 %r2, %tid.x;
    mad.lo.u32 %r0, %r0, %r1, %r2;
    ld.param.u32 %r3, [n];
    setp.ge.u32 %p, %r0, %r3;
    @%p ret;
    ld.param.u64 %rd0, [x];
    mad.wide.u32 %rd1, %r0, 4, %rd0;
    ld.param.f32 %f0, [by];
    ld.global.f32 %f1, [%rd1];
    mul.f32 %f2, %f1, %f0;
    st.global.f32 [%rd1], %f2;
    ret;
}}
"""

_SOURCE: Final = """
extern "C" __global__ void scale(float* x, unsigned n, float by) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= by;
}
"""

Launch = Callable[[], Any]


class Session:
    """Measures launches on the device."""

    def __init__(self, settings: Settings, jobs: list[str]) -> None:
        """Take the device."""
        del jobs
        self._device: str = settings["devices"][1]
        self._target = "sm_80"

    def run(self, job: str) -> Result:
        """Measure; times are in microseconds."""
        on_gpu = self._device.startswith("cuda")
        if not on_gpu and job in ("pointers", "peers"):
            return {"status": "skipped", "message": f"{self._device} has no memory of its own"}
        found: dict[str, float] = getattr(self, f"_{job}")()
        return {"status": "ok", "measured": {name: round(us, 2) for name, us in found.items()}}

    def _kernel(self, mark: str = "") -> Kernel:
        return load(_SCALE.format(target=self._target, mark=mark), "scale")

    def _cold(self) -> dict[str, float]:
        """Measure first launches: of the process, and of another kernel after it."""
        found = {}
        for name in ("first of the process", "first of a kernel"):
            x = np.ones(_COUNT, "f4")
            begun = time.perf_counter()
            kernel = self._kernel(f"{name} {time.time_ns()}")
            parsed = time.perf_counter()
            kernel.launch(x, _COUNT, 2.0, grid=_GRID, block=_BLOCK, device=self._device)
            found[f"{name}: load"] = 1e6 * (parsed - begun)
            found[f"{name}: launch"] = 1e6 * (time.perf_counter() - parsed)
            _check(x, 2.0)
        return found

    def _arrays(self) -> dict[str, float]:
        kernel, x = self._kernel(), np.ones(_COUNT, "f4")

        def launch() -> None:
            kernel.launch(x, _COUNT, 1.0, grid=_GRID, block=_BLOCK, device=self._device)

        def short() -> None:
            kernel[_GRID, _BLOCK](x, _COUNT, 1.0, device=self._device)

        launch()
        return {"kernel.launch": _median(launch), "kernel[grid, block]": _median(short)}

    def _pointers(self) -> dict[str, float]:
        """Measure launches that do not wait, and what is left of the kernels at the end."""
        chosen = gpu(number_of(self._device))
        kernel, address = self._kernel(), self._on_gpu()

        def launch() -> None:
            kernel.launch(address, _COUNT, 1.0, grid=_GRID, block=_BLOCK, device=self._device)

        def short() -> None:
            kernel[_GRID, _BLOCK](address, _COUNT, 1.0, device=self._device)

        def waited() -> None:
            launch()
            with current_context(chosen):
                chosen.driver.synchronize(0)

        launch()
        return {
            "kernel.launch": _median(launch),
            "kernel[grid, block]": _median(short),
            "kernel.launch, waited for": _median(waited),
        }

    def _peers(self) -> dict[str, float]:
        """Measure launches in turns; those of others are told as ratios to `ptxpy`."""
        chosen = gpu(number_of(self._device))
        kernel, address = self._kernel(), self._on_gpu()
        configured = kernel[_GRID, _BLOCK]

        launches: dict[str, Launch] = {
            "ptxpy": lambda: configured(address, _COUNT, 1.0, device=self._device)
        }
        failed = {}
        for name, make in (("cupy", _cupy), ("numba", _numba), ("torch", _torch)):
            if find_spec(name) is None:
                continue
            try:
                launches[name] = make(number_of(self._device))
                launches[name]()
            except Exception as error:  # noqa: BLE001 - a package that does not work is left out
                launches.pop(name, None)
                failed[f"{name} does not work: {error}"[:120]] = 0.0
        times: dict[str, list[float]] = {name: [] for name in launches}
        for _ in range(_ROUNDS):
            for name, launch in launches.items():
                begun = time.perf_counter()
                for _ in range(_LAUNCHES):
                    launch()
                times[name].append(1e6 * (time.perf_counter() - begun) / _LAUNCHES)
                with current_context(chosen):
                    chosen.driver.synchronize(0)
        medians = {name: statistics.median(each) for name, each in times.items()}
        ratios = {
            f"ptxpy / {name}": medians["ptxpy"] / median
            for name, median in medians.items()
            if name != "ptxpy"
        }
        return {**medians, **ratios, **failed}

    def _on_gpu(self) -> int:
        """Return the address of an array of ones on the GPU."""
        chosen = gpu(number_of(self._device))
        x = np.ones(_COUNT, "f4")
        with current_context(chosen):
            address = chosen.driver.allocate(x.nbytes)
            chosen.driver.copy_in(address, x.ctypes.data, x.nbytes, 0)
            chosen.driver.synchronize(0)
        return address


def _median(launch: Launch) -> float:
    """Return the median of single launches, in microseconds."""
    times = []
    for _ in range(_LAUNCHES):
        begun = time.perf_counter()
        launch()
        times.append(time.perf_counter() - begun)
    return 1e6 * statistics.median(times)


def _check(x: Any, expected: float) -> None:  # noqa: ANN401
    if not (x == expected).all():
        raise AssertionError(f"the kernel wrote {x[:4]}, not {expected}")


def _cupy(number: int) -> Launch:
    """Return a launch by `cupy.RawKernel`."""
    import cupy  # type: ignore[import-not-found,unused-ignore]  # noqa: PLC0415

    cupy.cuda.Device(number).use()
    x, kernel = cupy.ones(_COUNT, "f4"), cupy.RawKernel(_SOURCE, "scale")
    count, one = np.uint32(_COUNT), np.float32(1)
    return lambda: kernel((_GRID,), (_BLOCK,), (x, count, one))


def _numba(number: int) -> Launch:
    """Return a launch of a function compiled by Numba."""
    from numba import cuda  # noqa: PLC0415

    cuda.select_device(number)

    def scale(x: Any, n: Any, by: Any) -> None:  # noqa: ANN401
        i = cuda.grid(1)
        if i < n:
            x[i] *= by

    kernel = cuda.jit(scale)
    x = cuda.to_device(np.ones(_COUNT, "f4"))
    configured, count, one = kernel[_GRID, _BLOCK], np.uint32(_COUNT), np.float32(1)
    return lambda: configured(x, count, one)


def _torch(number: int) -> Launch:
    """Return an operation of PyTorch in place, which launches one kernel."""
    import torch  # type: ignore[import-not-found,unused-ignore]  # noqa: PLC0415

    x = torch.ones(_COUNT, device=f"cuda:{number}")
    return lambda: x.mul_(1.0)
