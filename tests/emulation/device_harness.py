"""A device for tests, and PTX to run on it."""

from __future__ import annotations

import mmap
import struct
import tempfile
from typing import Any, Final

from ptxpy.emulation.device import Device
from ptxpy.emulation.device_memory import DeviceMemory
from ptxpy.emulation.device_options import DeviceOptions
from ptxpy.emulation.launches import Launch, LaunchResult

HEADER: Final = """.version 8.0
.target sm_90
.address_size 64
"""

ARENA_BYTES: Final = 6 << 30


def arena() -> mmap.mmap:
    """Return a shared mapping of a file without contents, as the program and the device have."""
    with tempfile.TemporaryFile() as file:
        file.truncate(ARENA_BYTES)
        return mmap.mmap(file.fileno(), ARENA_BYTES)


def device(**options: Any) -> Device:
    """Return a device with memory of its own."""
    return Device(DeviceMemory(arena()), DeviceOptions(**options))


def load(found: Device, *texts: str) -> int:
    """Load units of PTX without their headers as one module."""
    names = [f"unit{number}.ptx" for number in range(len(texts))]
    return found.load([(HEADER + text).encode() for text in texts], names)


def launch(
    found: Device,
    module: int,
    name: str,
    *values: int,
    grid: int = 1,
    block: int = 32,
    **more: Any,
) -> LaunchResult:
    """Launch a kernel whose parameters have 64 bits."""
    info = found.kernel(module, name)
    parameters = struct.pack(f"<{len(values)}Q", *values)
    return found.launch(Launch(info.id, (grid, 1, 1), (block, 1, 1), parameters, **more))


def words(found: Device, address: int, number: int) -> list[int]:
    """Return words of 32 bits at an address."""
    return list(found.memory.view("u4")[address // 4 : address // 4 + number].tolist())


class Fields:
    """Fields of a tensor map or an object; those that are not given are 0."""

    def __init__(self, **given: Any) -> None:
        """Take the fields that are not 0."""
        self.__dict__.update(given)

    def __getattr__(self, name: str) -> Any:
        """Return what a field is that was not given."""
        defaults = {"address_modes": (1, 1, 1), "border": (0.0,) * 4, "lower": (), "upper": ()}
        return defaults.get(name, 0)
