"""The emulated driver and runtime under AddressSanitizer and UndefinedBehaviorSanitizer.

What a sanitizer finds is in the error output of a program, which has nothing but what the table of
the programs names.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ptxpy.emulation.native_build import CACHE_VARIABLE
from tests.emulation.compiled import NEEDS_NVCC, executable, programs
from tests.emulation.test_programs import check

SANITIZERS = "-fsanitize=address,undefined"

COMPILER = f"gcc -g {SANITIZERS} -fno-sanitize-recover=undefined -fno-omit-frame-pointer"

CHOSEN = {
    "arrays": "static",
    "conditional_graphs": "shared",
    "destroyed_handles": "static",
    "device_printf": "shared",
    "device_variables": "static",
    "driver_array": "driver",
    "driver_context": "driver",
    "driver_entry_points": "driver",
    "driver_graph": "driver",
    "driver_launch": "driver",
    "driver_link": "driver",
    "driver_memory": "driver",
    "driver_module": "driver",
    "driver_virtual_memory": "driver",
    "fork_before_use": "static",
    "graph_memory": "shared",
    "graph_nodes": "static",
    "graph_update": "shared",
    "host_threads": "static",
    "library_load": "shared",
    "memory_pools": "static",
    "pinned_memory": "shared",
    "registered_memory": "static",
    "stream_waits": "shared",
    "texture_2d": "static",
    "volumes": "shared",
}
"""The programs that run, and how each has its runtime: each file in C has one that tries it."""


@pytest.fixture(scope="session")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder in which the libraries are built, by the first program."""
    return tmp_path_factory.mktemp("sanitized")


@NEEDS_NVCC
@pytest.mark.parametrize("name", CHOSEN)
def test_nothing_is_found(name: str, libraries: Path, tmp_path: Path) -> None:
    """A program does what it does without sanitizers."""
    (program,) = (each for each in programs() if each.name == name)
    path = executable(program, CHOSEN[name], tmp_path, "-fsanitize=address")
    folder = tmp_path / "run"
    folder.mkdir()
    variables = {
        "CC": COMPILER,
        CACHE_VARIABLE: str(libraries),
        "ASAN_OPTIONS": "detect_leaks=0",
    }
    check(program, path, folder, **variables)
