"""The section `jax`: kernels that take the arrays of JAX, on the device."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from typing import Any, Final

import numpy as np

from gpu_checking.worker import Result, Settings
from ptxpy import SimulationError
from ptxpy.examples.hopper_one_tile import one_tile
from ptxpy.launch import LaunchError
from tests.integrations.jax import kernels as k

__all__ = ["JOBS", "Session"]

_COUNT: Final = 10_000
_LAUNCHES: Final = 200


class Session:
    """Calls kernels with arrays on the device, and compares with what JAX computes."""

    def __init__(self, settings: Settings, jobs: list[str]) -> None:
        """Take the device and its architecture."""
        del jobs
        self._device: str = settings["devices"][1]
        self._target: str = settings["target"]

    def run(self, job: str) -> Result:
        """Do a job; without JAX, or without its CUDA, it is skipped."""
        if find_spec("jax") is None:
            return {"status": "skipped", "message": "no JAX"}
        os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # others run beside it
        import jax  # noqa: PLC0415 - it may be missing

        platform = "gpu" if self._device.startswith("cuda") else "cpu"
        try:
            device = jax.devices(platform)[0]
        except RuntimeError as error:
            text = str(error).partition("\n")[0]
            return {"status": "skipped", "message": f"JAX {jax.__version__}: {text}"}
        if job == "tensor_maps" and not self._target.startswith("sm_90"):
            return {"status": "skipped", "message": f"{self._target} has no wgmma"}
        with jax.default_device(device):
            measured = JOBS[job](jax)
        return {"status": "ok"} if measured is None else {"status": "ok", "measured": measured}


def _pair(jax: Any, count: int = _COUNT) -> list[Any]:
    return [jax.random.normal(jax.random.key(seed), (count,)) for seed in range(2)]


def _check(found: Any, expected: Any) -> None:
    np.testing.assert_array_equal(np.asarray(found), np.asarray(expected))


def _eager(jax: Any) -> None:
    x, y = _pair(jax)
    found = k.vector_add(x, y)
    if found.devices() != x.devices():
        raise AssertionError(f"the result is on {found.devices()}, not on {x.devices()}")
    _check(found, x + y)
    _check(k.scale(x, alpha=2.0, STEP=0), 2 * x)


def _types(jax: Any) -> None:
    x = jax.random.normal(jax.random.key(0), (k.BLOCK,)).astype("bfloat16")
    _check(k.negate(x), -x)


def _programs(jax: Any) -> None:
    """Several kernels between JAX's own: each comes after what its inputs need."""
    x, y = _pair(jax)

    def program(x: Any, y: Any) -> Any:
        for _ in range(20):
            x = k.vector_add(x * 1, y) * 1
        return k.scale(x, alpha=2.0, STEP=0)

    expected = x
    for _ in range(20):
        expected = expected + y
    compiled = jax.jit(program)
    for _ in range(5):
        _check(compiled(x, y), 2 * expected)
    _check(jax.lax.fori_loop(0, 9, lambda _, x: k.vector_add(x, x), x), 512 * x)


def _maps(jax: Any) -> None:
    x, y = (each[:9000].reshape(9, 1000) for each in _pair(jax))
    _check(jax.jit(jax.vmap(k.vector_add))(x, y), x + y)
    _check(jax.vmap(k.vector_add, in_axes=(0, None))(x, y[0]), x + y[0])


def _shards(jax: Any) -> None:
    """All GPUs of the machine."""
    devices = np.array(jax.local_devices())
    x, y = _pair(jax, 1024 * len(devices))
    spec = jax.sharding.PartitionSpec("i")
    mesh = jax.sharding.Mesh(devices, ("i",))
    function = jax.shard_map(k.vector_add, mesh=mesh, in_specs=(spec, spec), out_specs=spec)
    _check(jax.jit(function)(x, y), x + y)


def _donated(jax: Any) -> None:
    x, y = _pair(jax)
    expected = np.where(np.arange(_COUNT) % 2 == 0, np.asarray(x + y), np.asarray(y))
    _check(k.accumulate(x, y=y), expected)
    before = y.unsafe_buffer_pointer()
    found = jax.jit(lambda x, y: k.accumulate(x, y=y), donate_argnums=1)(x, y)
    if found.unsafe_buffer_pointer() != before:
        raise AssertionError("the donated buffer is not the output")
    _check(found, expected)


def _columns(jax: Any) -> None:
    x = jax.numpy.arange(12, dtype="float32").reshape(4, 3)
    _check(jax.jit(k.transposed_copy)(x)[:, 0], x[:, 0])


def _tensor_maps(jax: Any) -> None:
    a = jax.random.normal(jax.random.key(0), (64, 64), "bfloat16")
    b = jax.random.normal(jax.random.key(1), (64, 256), "bfloat16")
    expected = np.asarray(a, np.float32) @ np.asarray(b, np.float32)
    for function in (one_tile, jax.jit(one_tile)):
        np.testing.assert_allclose(np.asarray(function(a, b)), expected, atol=1e-3)


def _errors(jax: Any) -> None:
    """What is known before the launch is raised by the call."""
    x, y = _pair(jax)
    for call in (
        partial(k.vector_add, x, y[:5]),
        partial(k.vector_add, x, y, stream=1),
        partial(k.scale, x, alpha="2"),
    ):
        try:
            call()
        except (ValueError, LaunchError):
            continue
        except SimulationError as error:
            raise AssertionError("the kernel was launched") from error
        raise AssertionError("a wrong call is not refused")


def _overhead(jax: Any) -> dict[str, float]:
    """Measure calls that do not wait, in microseconds; JAX's own addition next to them."""
    x, y = _pair(jax, 1024)
    own, ours = jax.jit(lambda x, y: x + y), jax.jit(k.vector_add)
    calls: dict[str, Callable[[], Any]] = {
        "vector_add(x, y)": lambda: k.vector_add(x, y),
        "jit(vector_add)(x, y)": lambda: ours(x, y),
        "jit(add)(x, y)": lambda: own(x, y),
    }
    found = {}
    for name, call in calls.items():
        times = []
        for _ in range(9):
            jax.block_until_ready(call())
            begun = time.perf_counter()
            for _ in range(_LAUNCHES):
                last = call()
            times.append(1e6 * (time.perf_counter() - begun) / _LAUNCHES)
            jax.block_until_ready(last)
        found[name] = round(statistics.median(times), 2)
    return found


JOBS: Final[dict[str, Callable[[Any], dict[str, float] | None]]] = {
    "eager": _eager,
    "types": _types,
    "programs": _programs,
    "maps": _maps,
    "shards": _shards,
    "donated": _donated,
    "columns": _columns,
    "tensor_maps": _tensor_maps,
    "errors": _errors,
    "overhead": _overhead,
}
"""What is done, by the name of the job."""
