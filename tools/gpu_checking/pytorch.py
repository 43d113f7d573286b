"""The section `pytorch`: kernels that take the tensors of PyTorch, on the device."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, Final

import ptxpy
from gpu_checking.worker import Result, Settings
from tests.integrations.pytorch import kernels as k

__all__ = ["JOBS", "Session"]

_COUNT: Final = 10_000
_LAUNCHES: Final = 200


class Session:
    """Calls kernels with tensors of the device, and compares with what PyTorch computes."""

    def __init__(self, settings: Settings, jobs: list[str]) -> None:
        """Take the device."""
        del jobs
        self._device: str = settings["devices"][1]

    def run(self, job: str) -> Result:
        """Do a job; without PyTorch, or without its CUDA, it is skipped."""
        if find_spec("torch") is None:
            return {"status": "skipped", "message": "no PyTorch"}
        import torch  # noqa: PLC0415 - it may be missing

        on_gpu = self._device.startswith("cuda")
        if on_gpu and not torch.cuda.is_available():
            return {"status": "skipped", "message": f"PyTorch {torch.__version__} has no CUDA here"}
        if job in _ON_GPU and not on_gpu:
            return {"status": "skipped", "message": f"{self._device} has none"}
        torch.manual_seed(0)
        measured = JOBS[job](torch, self._device)
        return {"status": "ok"} if measured is None else {"status": "ok", "measured": measured}


def _pair(torch: Any, device: str) -> list[Any]:
    return [torch.randn(_COUNT, dtype=torch.float64, device=device) for _ in range(2)]


def _check(torch: Any, found: Any, expected: Any) -> None:
    torch.testing.assert_close(found, expected, rtol=0, atol=0)


def _eager(torch: Any, device: str) -> None:
    x, w = _pair(torch, device)
    _check(torch, k.multiply(x, w), x * w)
    out = torch.zeros(_COUNT + 2, dtype=torch.float64, device=device)
    k.multiply(x, w, y=out[1:-1])
    _check(torch, out[1:-1], x * w)
    _check(torch, k.power(x, 2.0, EXPONENT=2), 2.0 * x * x)


def _types(torch: Any, device: str) -> None:
    for kernel, dtype in (
        (k.copy_bf16, torch.bfloat16),
        (k.copy_e4m3, torch.float8_e4m3fn),
        (k.copy_b8, torch.float8_e5m2),
    ):
        x = torch.randn(_COUNT, device=device).to(dtype)
        _check(torch, kernel(x).view(torch.uint8), x.view(torch.uint8))


def _streams(torch: Any, device: str) -> None:
    """A kernel comes after what its stream did before, and before what it does next."""
    for option in (False, True):
        stream = torch.cuda.Stream(device)
        with torch.cuda.stream(stream):
            x, w = _pair(torch, device)
            for _ in range(50):
                w = w * 1.0
            found = x
            for _ in range(20):
                found = k.multiply(found, w, **({"stream": stream} if option else {}))
            expected = x
            for _ in range(20):
                expected = expected * w
        stream.synchronize()
        _check(torch, found, expected)


def _graph(torch: Any, device: str) -> None:
    """A captured call runs again on what lies in the same memory then."""
    x, w = _pair(torch, device)
    k.multiply(x, w)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        found = k.multiply(k.multiply(x, w), w)
    x.copy_(torch.arange(_COUNT, dtype=torch.float64))
    graph.replay()
    torch.cuda.synchronize()
    _check(torch, found, x * w * w)


def _compile(torch: Any, device: str) -> None:
    x, w = _pair(torch, device)
    for options in ({"backend": "aot_eager"}, {}, {"mode": "reduce-overhead"}):
        compiled = torch.compile(lambda x, w: k.multiply(x + 1, w) * 2, fullgraph=True, **options)
        for _ in range(3):
            _check(torch, compiled(x, w).clone(), (x + 1) * w * 2)


def _gradients(torch: Any, device: str) -> None:
    multiply = ptxpy.differentiable_kernel(k.multiply, k.multiply_backward)
    x, w = (each[:40].clone().requires_grad_() for each in _pair(torch, device))
    if not torch.autograd.gradcheck(multiply, (x, w)):
        msg = "gradcheck"
        raise AssertionError(msg)
    multiply(x, multiply(x, w)).sum().backward()
    _check(torch, x.grad, 2 * x.detach() * w.detach())


def _refused(torch: Any, device: str) -> None:
    """Tensors of two devices."""
    x, w = _pair(torch, device)
    try:
        k.multiply(x, w.cpu())
    except ptxpy.ArgumentError as error:
        if "w is on cpu" not in str(error):
            raise
        return
    msg = "a call with tensors of two devices is not refused"
    raise AssertionError(msg)


def _overhead(torch: Any, device: str) -> dict[str, float]:
    """Measure calls that do not wait, in microseconds; PyTorch's own multiplication next to it."""
    x, w = (each[:1024].clone() for each in _pair(torch, device))
    out = torch.empty_like(x)
    calls: dict[str, Callable[[], Any]] = {
        "multiply(x, w)": lambda: k.multiply(x, w),
        "multiply(x, w, y=out)": lambda: k.multiply(x, w, y=out),
        "torch.mul(x, w)": lambda: torch.mul(x, w),
    }
    found = {}
    for name, call in calls.items():
        call()
        times = []
        for _ in range(9):
            torch.cuda.synchronize()
            begun = time.perf_counter()
            for _ in range(_LAUNCHES):
                call()
            times.append(1e6 * (time.perf_counter() - begun) / _LAUNCHES)
        found[name] = round(statistics.median(times), 2)
    return found


JOBS: Final[dict[str, Callable[[Any, str], dict[str, float] | None]]] = {
    "eager": _eager,
    "types": _types,
    "compile": _compile,
    "gradients": _gradients,
    "streams": _streams,
    "graph": _graph,
    "refused": _refused,
    "overhead": _overhead,
}

_ON_GPU: Final = frozenset({"streams", "graph", "refused", "overhead"})
"""The jobs that a CPU has nothing for."""
