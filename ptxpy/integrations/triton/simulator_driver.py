"""A driver for Triton whose device is the simulator.

Triton's own run time does the rest as on a GPU: it binds and specialises the arguments, compiles,
tunes, and calls the launcher. The names that Triton calls are those of its `DriverBase`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from pathlib import Path
from typing import Any, Final
from weakref import WeakValueDictionary

import numpy as np
from triton import knobs
from triton.backends.compiler import GPUTarget
from triton.runtime.cache import get_cache_manager
from triton.runtime.driver import driver as driver_config

from ptxpy.integrations.triton.errors import TritonError
from ptxpy.integrations.triton.launch_arguments import flat_arguments, packed_arguments
from ptxpy.launch import Kernel
from ptxpy.launch_request import (
    LaunchRequest,
    ModuleSource,
    StrictMode,
    check_limits,
    geometry_of,
    limits_of_target,
)
from ptxpy.sim import run
from ptxpy.syntax import parse

__all__ = ["SimulatorDriver", "active_driver", "is_interpreting", "set_active_driver"]

MAX_FILE_NAME: Final = 150
"""Characters of a kernel's name that Triton names files of its cache with."""

MAX_THREADS: Final = 1024
"""Threads per CTA."""


def active_driver() -> Any:
    """Return the driver that Triton uses now; None if it has not looked for a GPU yet."""
    return driver_config._active  # noqa: SLF001 - `active` fails without a GPU


def is_interpreting() -> bool:
    """Return whether Triton runs kernels in its interpreter."""
    return bool(knobs.runtime.interpret)


def set_active_driver(driver: Any) -> None:
    """Let Triton use a driver; with None, it looks for a GPU when it needs one."""
    driver_config.set_active(driver)


class SimulatorDriver:
    """The driver of one simulated architecture."""

    def __init__(self, architecture: int, strict: StrictMode) -> None:
        """Make a driver for an architecture, 90 for `sm_90`."""
        self.architecture = architecture
        self.strict = strict
        self.utils = _Utilities(architecture)
        self.tuners: dict[int, tuple[Any, dict[Any, Any]]] = {}

    def launcher_cls(self, source: Any, metadata: Any) -> _Launcher:
        """Return the launcher of a kernel that Triton compiled."""
        key = (metadata.hash, metadata.name)
        # Launchers are kept as long as Triton keeps them, so that the PTX is parsed once.
        found = _LAUNCHERS.get(key)
        if found is None:
            found = _LAUNCHERS[key] = _Launcher(source, metadata)
        return found

    def get_current_target(self) -> GPUTarget:
        """Return the architecture to compile for."""
        return GPUTarget("cuda", self.architecture, 32)

    def get_current_device(self) -> str:
        """Return the device; Triton keeps compiled kernels apart by it."""
        return f"ptxpy simulator of sm_{self.architecture}"

    def get_device_capability(self, device: object) -> tuple[int, int]:
        """Return the two numbers of the architecture."""
        del device
        return divmod(self.architecture, 10)

    def get_current_stream(self, device: object) -> int:
        """Return 0: launches return when they have completed."""
        del device
        return 0

    def get_active_torch_device(self) -> Any:
        """Return PyTorch's device for memory that a kernel can use."""
        import torch  # noqa: PLC0415 - only a caller that has PyTorch calls this

        return torch.device("cpu")

    def get_benchmarker(self) -> Callable[..., list[float]]:
        """Return the function by which an autotuner times its configurations."""
        return _benchmark

    def forget_tuning(self) -> None:
        """Make the autotuners that ran in the simulator forget their choices there."""
        # A choice that was made without timing is of no use on a GPU.
        for tuner, before in self.tuners.values():
            tuner.cache.clear()
            tuner.cache.update(before)
        self.tuners.clear()


def _benchmark(call: Callable[[], object], *arguments: Any, **options: Any) -> list[float]:
    """Run a configuration once; return equal times, so that the first that runs is chosen.

    How long the simulator takes says nothing about a GPU. An autotuner keeps this function; when
    another driver is active, it hands the call on to that driver.
    """
    driver = driver_config.active
    if not isinstance(driver, SimulatorDriver):
        times: list[float] = driver.get_benchmarker()(call, *arguments, **options)
        return times
    # The autotuner is a free variable of the function that it times; other callers have none.
    names = getattr(getattr(call, "__code__", None), "co_freevars", ())
    cells = dict(zip(names, getattr(call, "__closure__", None) or (), strict=True))
    found = cells["self"].cell_contents if "self" in cells else None
    tuner = found if hasattr(found, "cache") and hasattr(found, "configs") else None
    if tuner is not None:
        if getattr(tuner, "cache_results", False):
            message = (
                "this autotuner writes what it measures to the disk, where a GPU would find it; "
                "for the simulator, unset cache_results and TRITON_CACHE_AUTOTUNING"
            )
            raise TritonError(message)
        # The choices from before are kept once, however many kernels the tuner tries.
        driver.tuners.setdefault(id(tuner), (tuner, dict(tuner.cache)))
    call()
    # The autotuner asks for quantiles, or for a single time.
    return [1.0] * len(options.get("quantiles") or (0.5,))


class _Utilities:
    """The interface by which Triton asks about a device, and loads binaries."""

    def __init__(self, architecture: int) -> None:
        self.limits = limits_of_target(f"sm_{architecture}")

    def get_device_properties(self, device: object) -> dict[str, int]:
        """Return the limits that Triton compares kernels with."""
        del device
        return {
            "max_shared_mem": self.limits.shared or 0,
            "max_num_regs": 65536,
            "multiprocessor_count": 1,
            "warpSize": 32,
            "sm_clock_rate": 1,
            "mem_clock_rate": 1,
            "mem_bus_width": 1,
        }

    def load_binary(
        self, name: str, binary: bytes, shared: int, device: object
    ) -> tuple[None, str, int, int, int]:
        """Return module, function, registers, spilled bytes and threads.

        There is no module: Triton would unload it by the driver that is active then.
        """
        del binary, shared, device
        return None, name, 0, 0, MAX_THREADS


class _Launcher:
    """A kernel that Triton compiled, in the simulator."""

    def __init__(self, source: Any, metadata: Any) -> None:
        self.signature = dict(source.signature)
        self.metadata = metadata
        path = ptx_in_cache(source.name, metadata.hash)
        data = path.read_bytes()
        module = parse(data, filename=str(path))
        self.kernel = Kernel(ModuleSource(module, str(path), data), metadata.name)

    def __call__(self, *passed: Any) -> None:
        """Run the kernel, with the arguments that Triton passes to a launcher."""
        x, y, z, _stream, _function, _packed, launch_metadata, *rest = passed
        enter_hook, exit_hook, *arguments = rest
        driver = driver_config.active
        if not isinstance(driver, SimulatorDriver):
            message = (
                f"{self.kernel.name} was compiled for the simulator, which is not active any more"
            )
            raise TritonError(message)
        if enter_hook is not None:
            enter_hook(launch_metadata)
        # An empty grid launches nothing, but Triton calls its hooks.
        if x * y * z > 0:
            run(self._request((x, y, z), arguments)._replace(strict=driver.strict))
        if exit_hook is not None:
            exit_hook(launch_metadata)

    def _request(self, grid: tuple[int, int, int], arguments: Sequence[Any]) -> LaunchRequest:
        metadata, kernel = self.metadata, self.kernel
        descriptors = getattr(metadata, "tensordesc_meta", None) or ()
        flat = flat_arguments(self.signature, arguments, descriptors)
        ctas = metadata.num_ctas
        packed = packed_arguments(kernel.signature, flat, self._scratch(prod(grid) * ctas))
        geometry = geometry_of(
            kernel.signature,
            # Triton counts clusters along x, PTX counts blocks.
            (grid[0] * ctas, grid[1], grid[2]),
            metadata.num_warps * 32,
            (ctas, 1, 1) if ctas > 1 else None,
            metadata.shared,
        )
        check_limits(kernel.signature, geometry, limits_of_target(kernel.signature.target))
        return LaunchRequest(
            kernel.source,
            kernel.signature,
            packed,
            geometry,
            cooperative=bool(getattr(metadata, "launch_cooperative_grid", False)),
        )

    def _scratch(self, ctas: int) -> list[Any]:
        """Return the memory of each kind of scratch; None for none."""
        # Each CTA has scratch of its own.
        sizes = [
            getattr(self.metadata, f"{kind}_scratch_size", 0) * ctas
            for kind in ("global", "profile")
        ]
        return [np.zeros(size, np.uint8) if size else None for size in sizes]


def ptx_in_cache(name: str, key: str) -> Path:
    """Return the PTX that Triton's cache has for a kernel and a key."""
    group = get_cache_manager(key).get_group(f"{name[:MAX_FILE_NAME]}.json") or {}
    for path in group.values():
        if path.endswith(".ptx"):
            return Path(path)
    message = (
        f"Triton has no PTX of {name} in its cache; "
        "unset TRITON_STORE_BINARY_ONLY, and compile the kernel again"
    )
    raise TritonError(message)


_LAUNCHERS: Final[WeakValueDictionary[tuple[str, str], _Launcher]] = WeakValueDictionary()
"""The launchers in use, by hash and name of the kernel: Triton asks for one at each launch."""
