"""Fixtures: a machine with emulated GPUs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ptxpy.assemble import Assembly
from ptxpy.launch.backends import registry
from ptxpy.launch.cuda import assembling, cache, driver
from ptxpy.launch.cuda.device import device

if TYPE_CHECKING:
    from tests.launch.cuda.fake_driver import FakeDriver

collect_ignore = ["test_launch.py", "test_bindings.py"] if sys.platform == "darwin" else []
"""NVIDIA has no cuda-bindings for macOS."""


class Gpus:
    """What a test has instead of a GPU and an assembler."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._patch = patch
        self._drivers: dict[FakeDriver, driver.Driver] = {}
        self.assembled: list[tuple[bytes, str]] = []
        patch.setattr(assembling, "assemble", self._assemble)
        patch.setattr(assembling, "_assembled", {})

    def _assemble(self, source: bytes, *, arch: str) -> Assembly:
        self.assembled.append((source, arch))
        return Assembly(b"cubin for " + arch.encode(), arch, (), (), "fake 1.0")

    def use(self, fake: FakeDriver) -> FakeDriver:
        """Make a driver that of this machine."""
        device.cache_clear()
        registry.version += 1  # what was prepared for another driver is not used
        made = self._drivers.setdefault(fake, driver.Driver(fake))
        self._patch.setattr(driver, "_driver", lambda: made)
        return fake


@pytest.fixture
def gpus(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gpus]:
    """Return what makes a driver that of this machine, for one test."""
    monkeypatch.setenv(cache.VARIABLE, "off")
    yield Gpus(monkeypatch)
    device.cache_clear()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of an empty cache."""
    path = tmp_path / "home" / "cubins"
    monkeypatch.setenv(cache.VARIABLE, str(path))
    return path
