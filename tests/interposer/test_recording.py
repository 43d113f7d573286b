"""`ptxpy capture --gpu`, with the emulated driver as that of the machine.

No GPU runs here: the interposer is the one that a GPU's driver gets, and the driver is ours.
"""

from __future__ import annotations

import importlib.util
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ptxpy.captures import load_capture
from tests.emulation.compiled import NEEDS_NVCC, executable, programs

if TYPE_CHECKING:
    from ptxpy.captures import CapturedLaunch

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() != "x86_64" or shutil.which("cc") is None,
    reason="programs are run on Linux with x86-64 and a C compiler",
)

SCRIPTS = Path(__file__).parents[1] / "emulation" / "scripts"

RECORDED = {
    "driver_entry_points": ["000-scale", "001-copy_tile"],
    "driver_launch_ex": ["000-ranks"],
    "driver_library": ["000-second", "001-first"],
    "driver_link": ["000-squares"],
    "driver_array": [],
    "driver_graph": [],
}
SAID = {
    "driver_array": "launch 0 of add_column is not recorded: it uses textures or surfaces",
    "driver_graph": "add: it becomes a part of a graph, whose launches are not recorded",
}


def record(
    folder: Path, *command: str | Path, options: tuple[str, ...] = (), **variables: str
) -> subprocess.CompletedProcess[str]:
    """Record a program, on the emulated driver."""
    ptxpy = [sys.executable, "-m", "ptxpy"]
    return subprocess.run(
        [*ptxpy, "exec", "--", *ptxpy, "capture", "--gpu", "-o", folder, *options, *command],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env={**os.environ, **variables},
    )


def launches(folder: Path) -> list[CapturedLaunch]:
    """Return the launches that were recorded, in order."""
    return [load_capture(path) for path in sorted(folder.iterdir())]


@NEEDS_NVCC
@pytest.mark.parametrize("name", RECORDED)
def test_programs_on_the_driver(name: str, tmp_path: Path) -> None:
    """Output and status are the program's; each launch is a file, and a replay is equal."""
    (program,) = [each for each in programs() if each.name == name]
    path = executable(program, "driver", tmp_path)
    folder = tmp_path / "launches"
    done = record(folder, path, *program.arguments)
    said = f"status {done.returncode}\n{done.stdout}{done.stderr}"
    assert done.returncode == program.status, said
    assert done.stdout.splitlines() == program.output, said
    wanted = [f"launch-{each}.zip" for each in RECORDED[name]]
    assert sorted(each.name for each in folder.iterdir()) == wanted, said
    assert SAID.get(name, "") in done.stderr
    for launch in launches(folder):
        assert launch.replay(strict=True).equal
    if name == "driver_entry_points":
        check_entry_points(*launches(folder))


def check_entry_points(scale: CapturedLaunch, tile: CapturedLaunch) -> None:
    """A struct and memory with pointers, variables that were set and changed, a tensor map."""
    manifest = scale.manifest
    assert "driver of CUDA" in manifest.device
    assert [each.offset for each in manifest.pointers] == [8]
    assert len(manifest.allocations) == 5
    by_name = {each.variable: number for number, each in enumerate(manifest.allocations)}
    assert scale.arrays[by_name["factor"]].tobytes() == bytes([3, 0, 0, 0])
    assert scale.arrays[by_name["calls"]].tobytes() == bytes(4)
    assert scale.results()[by_name["calls"]].tobytes() == bytes([32, 0, 0, 0])
    table = manifest.allocations[manifest.pointers[0].allocation]
    assert [each.offset for each in table.pointers] == [0, 8]
    (placed,) = tile.manifest.maps
    (encoded,) = tile.manifest.tensor_maps
    assert placed.offset == 0
    assert encoded.layout.dims == (32,)
    assert encoded.layout.box == (16,)


@pytest.mark.parametrize(
    ("script", "package"), [("triton_add", "triton"), ("bindings_saxpy", "cuda.bindings")]
)
def test_python_programs(script: str, package: str, tmp_path: Path) -> None:
    """Triton has its functions by their names, cuda.bindings by cuGetProcAddress."""
    if importlib.util.find_spec(package.split(".", maxsplit=1)[0]) is None:
        pytest.skip(f"needs {package}")
    folder = tmp_path / "launches"
    program = SCRIPTS / f"{script}.py"
    done = record(folder, sys.executable, program, TRITON_CACHE_DIR=str(tmp_path / "cache"))
    assert done.returncode == 0, done.stderr
    assert done.stdout == "PASSED\n"
    (launch,) = launches(folder)
    assert launch.replay(strict=True).equal
    assert "1 launch recorded in " in done.stderr


def test_deprecated_launches_are_told(tmp_path: Path) -> None:
    """They are not recorded, and each function is named, once."""
    done = record(tmp_path / "launches", sys.executable, SCRIPTS / "deprecated_launches.py")
    assert done.stdout == "PASSED\n"
    for name in (
        "cuLaunch",
        "cuLaunchGrid",
        "cuLaunchGridAsync",
        "cuLaunchCooperativeKernelMultiDevice",
    ):
        said = f"{name}: its launches are not recorded, it is deprecated; launch by cuLaunchKernel"
        assert done.stderr.count(said) == 1


def test_a_program_that_is_not_there(tmp_path: Path) -> None:
    """Its absence is said, with the status of a shell."""
    done = record(tmp_path / "launches", tmp_path / "none")
    assert done.returncode == 127
    assert "no such program" in done.stderr


def test_options_of_the_simulator_are_refused(tmp_path: Path) -> None:
    """A GPU has its own architecture, and no steps."""
    done = record(tmp_path / "launches", "true", options=("--arch", "sm_80"))
    assert done.returncode == 2
    assert "--arch is for the simulator" in done.stderr
