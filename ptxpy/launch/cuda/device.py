"""The GPUs of this machine and their limits."""

from __future__ import annotations

import os
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

from ptxpy._records import NamedTuple
from ptxpy.isa import TARGETS
from ptxpy.launch.cuda.driver import Driver, driver
from ptxpy.launch.cuda.errors import DriverMissingError
from ptxpy.launch_request import Limits, max_cluster

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "Device",
    "current_context",
    "device",
    "target",
    "with_own_context",
]


class Device(NamedTuple):
    """A GPU."""

    driver: Driver
    number: int
    """0 is the first."""
    name: str
    arch: int
    """Its architecture: 86 for compute capability 8.6."""
    context: Any
    """The primary context, which is retained as long as the process runs."""
    limits: Limits
    multiprocessors: int
    """The number of streaming multiprocessors."""

    def __str__(self) -> str:
        """Return ``cuda:0 (NVIDIA H200)``."""
        return f"cuda:{self.number} ({self.name})"


@cache
def device(number: int) -> Device:
    """Return a GPU by its number; raise `DriverMissingError` if there is no such GPU."""
    calls = driver()
    count = calls.count()
    if not 0 <= number < count:
        found = f"there are {count}, from cuda:0 on" if count else "there is none"
        message = f'no GPU cuda:{number}: {found}; device="cpu" runs kernels without a GPU'
        raise DriverMissingError(message)
    handle = calls.device(number)
    arch = 10 * calls.device_attribute(handle, "COMPUTE_CAPABILITY_MAJOR")
    arch += calls.device_attribute(handle, "COMPUTE_CAPABILITY_MINOR")
    name = calls.device_name(handle)
    threads = calls.device_attribute(handle, "MAX_THREADS_PER_BLOCK")
    x, y, z = (calls.device_attribute(handle, f"MAX_BLOCK_DIM_{axis}") for axis in "XYZ")
    columns, rows, layers = (
        calls.device_attribute(handle, f"MAX_GRID_DIM_{axis}") for axis in "XYZ"
    )
    limits = Limits(
        f"cuda:{number} ({name})",
        calls.device_attribute(handle, "MAX_SHARED_MEMORY_PER_BLOCK_OPTIN"),
        max_cluster(arch),
        threads,
        (x, y, z),
        (columns, rows, layers),
    )
    multiprocessors = calls.device_attribute(handle, "MULTIPROCESSOR_COUNT")
    context = calls.retain_context(handle)
    return Device(calls, number, name, arch, context, limits, multiprocessors)


if hasattr(os, "register_at_fork"):
    # The driver does not work in a process that was forked: `driver` says so.
    os.register_at_fork(after_in_child=device.cache_clear)


def target(number: int) -> str:
    """Return the target for a GPU with all its specific features: `sm_90a`."""
    name = f"sm_{device(number).arch}"
    # `wgmma` and `tcgen05` exist only in targets with a letter.
    return f"{name}a" if f"{name}a" in TARGETS else name


def with_own_context(chosen: Device) -> Device:
    """Return a GPU with the context that is current for this thread, if that is one of the GPU.

    Memory belongs to a context: a program that has made one of its own has its arrays there.
    Without one, or with one of another GPU, it is the primary context, which packages share.
    """
    current = chosen.driver.current()
    if current in (None, chosen.context) or chosen.driver.current_device() != chosen.number:
        return chosen
    return chosen._replace(context=current)


@contextmanager
def current_context(chosen: Device) -> Iterator[None]:
    """Make the context of a GPU current for this thread, in a `with` block."""
    chosen.driver.push(chosen.context)
    try:
        yield
    finally:
        chosen.driver.pop()
