"""The section `facts`: the properties of the device, and the PTX that its assembler supports."""

from __future__ import annotations

import contextlib
import platform
import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import Any, Final

from gpu_checking.worker import Result, Settings
from ptxpy.assemble import AssembleError, AssemblerMissingError, assemble
from ptxpy.isa.targets import TARGETS, Target
from ptxpy.launch.cuda.device import Device, current_context
from ptxpy.launch.cuda.device import device as gpu
from ptxpy.launch.cuda.driver import driver

__all__ = ["FACTS", "Session", "number_of"]

FACTS: Final = "facts"
"""The only job."""

_VERSIONS: Final = ("9.0", "8.8", "8.6", "8.4", "8.1", "8.0")
"""The PTX versions that are tried; the forms compared need no newer version."""

_CPU_TARGET: Final = "sm_90a"


def number_of(device: str) -> int:
    """Return the number of a GPU by its name: 1 for `cuda:1`."""
    return int(device.partition(":")[2] or 0)


class Session:
    """Determines the facts about the device."""

    def __init__(self, settings: Settings, jobs: list[str]) -> None:
        """Store the settings."""
        del jobs
        self._device: str = settings["devices"][1]
        self._target: str | None = settings["target"]

    def run(self, job: str) -> Result:
        """Return the facts, with `target`, `version` and `assemble` for other sections."""
        del job
        found: dict[str, Any] = {
            "python": sys.version.split()[0],
            "machine": platform.machine(),
            "packages": dict(_packages()),
        }
        if self._device.startswith("cuda"):
            found |= self._gpu()
        else:
            found |= {"gpu": self._device, "assemble": ""}
            found |= {"target": self._target or _CPU_TARGET, "version": _VERSIONS[0]}
        return {"status": "ok", "facts": found}

    def _gpu(self) -> dict[str, Any]:
        chosen = gpu(number_of(self._device))
        api = driver().api
        _, cuda = api.cuDriverGetVersion()
        target = self._target or str(_best(chosen.arch))
        found = {
            "gpu": chosen.name,
            "arch": f"sm_{chosen.arch}",
            "cuda": f"{cuda // 1000}.{cuda % 1000 // 10}",
            "driver": _driver_version(),
            "target": target,
            "assemble": target,
        }
        problem = ""
        for version in _VERSIONS:
            text = f".version {version}\n.target {target}\n.address_size 64\n"
            text += ".visible .entry k() { ret; }\n"
            try:
                found["assembler"] = _assembler(chosen, text.encode(), target)
            except AssembleError as error:
                problem = str(error)
                continue
            return {**found, "version": version}
        raise RuntimeError(f"no version of PTX is assembled for {target}: {problem}")


def _assembler(chosen: Device, ptx: bytes, arch: str) -> str:
    """Return the name of the assembler of PTX here; raise `AssembleError` if it refuses it."""
    try:
        return assemble(ptx, arch=arch).assembler
    except AssemblerMissingError:
        with current_context(chosen):
            chosen.driver.unload_module(chosen.driver.compile_module(ptx, "facts"))
        return "the driver"


def _best(arch: int) -> Target:
    """Return the target with all features of a GPU."""
    specific = Target(arch, "a")
    return specific if str(specific) in TARGETS else Target(arch, "")


def _driver_version() -> str:
    """Return the version of the kernel driver: `580.95.05`; empty if unknown."""
    with contextlib.suppress(OSError, StopIteration):
        words = Path("/proc/driver/nvidia/version").read_text(encoding="utf-8").split()
        return next(word for word in words if re.fullmatch(r"\d+\.\d+(\.\d+)?", word))
    command = ["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"]
    with contextlib.suppress(OSError, subprocess.SubprocessError, IndexError):
        told = subprocess.run(command, capture_output=True, text=True, timeout=20, check=True)
        return told.stdout.split()[0]
    return ""


def _packages() -> list[tuple[str, str]]:
    found = []
    for name in ("numpy", "lark", "cuda-bindings", "nvidia-nvjitlink", "cupy-cuda13x", "torch"):
        with contextlib.suppress(metadata.PackageNotFoundError):
            found.append((name, metadata.version(name)))
    return found
