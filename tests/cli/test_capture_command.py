"""`ptxpy capture`, and `ptxpy run` of what it writes."""

from __future__ import annotations

import importlib.util
import platform
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

import ptxpy
from tests.captures.launches import ADD, captured

if TYPE_CHECKING:
    from tests.cli.conftest import Run

SCRIPT = Path(__file__).parents[1] / "emulation" / "scripts" / "bindings_saxpy.py"


@pytest.fixture
def launch(tmp_path: Path) -> Path:
    """Return the file of a launch."""
    x = np.arange(64, dtype=np.float32)
    captured(tmp_path, ptxpy.load(ADD), x, np.zeros_like(x), 0.5, grid=1, block=64)
    return tmp_path / "launch-000-add.zip"


def test_equal_results(run: Run, launch: Path) -> None:
    """The launch is described, and the results are equal."""
    ended = run("run", launch)
    assert ended.status == 0
    assert ended.out == "equal: all 516 bytes are as captured\n"
    assert ended.err == (
        "launch 0 of add: grid 1,1,1, block 64,1,1; 3 allocations; on the simulator of ptxpy\n"
    )


def test_an_edited_kernel(run: Run, launch: Path, tmp_path: Path) -> None:
    """What was captured can be imported, edited, and launched with the same arguments."""
    python = tmp_path / "add.py"
    assert run("import", launch, "-o", python).status == 0
    assert run("run", launch, "--with", python).status == 0
    text = python.read_text()
    python.write_text(text.replace(") + by)", ") * by)"))
    assert python.read_text() != text
    ended = run("run", launch, "--with", python)
    assert ended.status == 1
    assert "y: 64 elements differ, first f32 0" in ended.out
    assert run("run", launch, "--with", python, "--tolerance", "0.9").status == 0


@pytest.mark.parametrize(
    ("options", "part"),
    [
        (["--profile"], "warps"),
        (["--trace", "3"], "add.f32"),
        (["--timeline", "t.json"], "equal: all"),
        (["--strict"], "equal: all"),
    ],
)
def test_observed_replays(
    run: Run, launch: Path, options: list[str], part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A captured launch is profiled, traced, timed and checked as any other."""
    monkeypatch.chdir(launch.parent)
    ended = run("run", launch, *options)
    assert ended.status == 0
    assert part in ended.out
    assert "equal: all 516 bytes" in ended.out


def test_other_commands_take_the_ptx(run: Run, launch: Path) -> None:
    """It is a member of the file."""
    assert "kernel add" in run("show", launch).out
    assert run("check", launch).status == 0
    assert run("roundtrip", launch).status == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--arg", "1"], "--arg cannot be given"),
        (["--grid", "1"], "--grid cannot be given"),
        (["--with", "none.py"], "none.py: no such file"),
        (["--tolerance", "x"], "'x' is no tolerance"),
    ],
)
def test_options_that_do_not_fit(run: Run, launch: Path, options: list[str], message: str) -> None:
    """They are refused by name."""
    ended = run("run", launch, *options)
    assert ended.status == 2
    assert message in ended.err


def test_options_of_replays_need_a_capture(run: Run, tmp_path: Path) -> None:
    """`--tolerance` and `--with` say what they are for."""
    (tmp_path / "a.ptx").write_text(ADD)
    for option in (["--tolerance", "0.1"], ["--with", "b.py"]):
        ended = run("run", tmp_path / "a.ptx", *option)
        assert ended.status == 2
        assert f"{option[0]} is for captured launches" in ended.err


def test_folders_and_numbers(run: Run, launch: Path) -> None:
    """Mistakes are told before the program runs."""
    ended = run("capture", "-o", launch.parent, "true")
    assert ended.status == 2
    assert "has captured launches already" in ended.err
    assert "give the program to run" in run("capture", "-o", launch.parent / "x").err
    assert "no list of numbers" in run("capture", "-o", "x", "--nth", "a", "true").err
    assert "no number of bytes" in run("capture", "-o", "x", "--max-bytes", "0", "true").err
    assert "give the directory" in run("capture", "true").err
    assert "give the directory" in run("capture", "--", "true", "-o", launch.parent).err
    assert "give the program to run" in run("capture", "-o", launch.parent, "--").err
    ended = run("capture", "true", "x", "-o", launch.parent)
    assert "has captured launches already" in ended.err


@pytest.mark.skipif(
    sys.platform != "linux"
    or platform.machine() != "x86_64"
    or shutil.which("cc") is None
    or importlib.util.find_spec("cuda") is None,
    reason="programs are run on Linux with x86-64 and a C compiler, this one with cuda.bindings",
)
def test_a_program_is_captured(run: Run, tmp_path: Path) -> None:
    """Output and status are the program's; its launches are files, which are replayed."""
    folder = tmp_path / "launches"
    done = subprocess.run(
        [sys.executable, "-m", "ptxpy", "capture", "-o", folder, sys.executable, SCRIPT],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "PASSED\n"
    files = sorted(folder.iterdir())
    assert files
    for path in files:
        assert f"ptxpy capture: {path}: " in done.stderr
        assert run("run", path).out.endswith("bytes are as captured\n")
