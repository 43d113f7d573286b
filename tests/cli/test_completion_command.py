"""`ptxpy completion`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ptxpy.check import catalog
from tests.cli.conftest import Run

TRY = """
source {script}
COMP_WORDS=({words})
COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
_ptxpy
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


@pytest.fixture
def script(run: Run, tmp_path: Path) -> Path:
    """What bash reads."""
    path = tmp_path / "completion"
    path.write_text(run("completion", "bash").out)
    return path


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("ptxpy ch", ["check"]),
        ("ptxpy --ver", ["--version"]),
        ("ptxpy check --js", ["--json"]),
        ("ptxpy check a.ptx --sa", ["--sarif"]),
        ("ptxpy import --without ca", ["calls"]),
        ("ptxpy roundtrip --through p", ["ptx", "python"]),
        ("ptxpy completion f", ["fish"]),
        ("ptxpy check some", ["some file.ptx"]),
        ("ptxpy emit -o some", ["some file.ptx"]),
        ("ptxpy run --gird", [""]),
        ("ptxpy run --engine ''", ["interpreted", "compiled", "auto"]),
        ("ptxpy check --arch sm_103", ["sm_103", "sm_103a", "sm_103f"]),
        ("ptxpy check --error-on PTX05", [*(c for c in catalog() if c.startswith("PTX05"))]),
        ("ptxpy help ptxpy.sim.", ["ptxpy.sim.races", "ptxpy.sim.schedules"]),
        ("ptxpy help ex", ["exec", "extras"]),
        ("ptxpy isa mbarrier.try", ["mbarrier.try_wait"]),
        ("ptxpy isa mad.lo.s3", ["mad.lo.s32"]),
        (
            "ptxpy check --explain PTX00",
            [*(code for code in catalog() if code.startswith("PTX00"))],
        ),
        ("ptxpy show k.ptx --kernel re", ["reduce"]),
        ("ptxpy show --kernel sc k.ptx", ["k.ptx"]),
    ],
)
def test_bash(script: Path, tmp_path: Path, words: str, expected: list[str]) -> None:
    """Commands, options, the values that there are, and files."""
    (tmp_path / "some file.ptx").touch()
    (tmp_path / "k.ptx").write_text(".visible .entry reduce() {}\n.entry scan() {}\n")
    (tmp_path / "ptxpy").write_text(f'#!/bin/sh\nexec {sys.executable} -m ptxpy "$@"\n')
    (tmp_path / "ptxpy").chmod(0o755)
    done = subprocess.run(
        ["bash", "-c", TRY.format(script=script, words=words)],
        cwd=tmp_path,
        env={
            **os.environ,
            "PATH": f"{tmp_path}:{os.environ['PATH']}",
            "PYTHONPATH": str(Path(__file__).parents[2]),
        },
        capture_output=True,
        text=True,
        check=True,
    )
    assert (done.stdout.splitlines(), done.stderr) == (expected, "")


def test_zsh(run: Run, script: Path) -> None:
    """It emulates bash."""
    first, _, rest = run("completion", "zsh").out.partition("\n")
    assert first == "autoload -U +X bashcompinit && bashcompinit"
    assert rest == script.read_text()


def test_fish(run: Run) -> None:
    """A line for each command and option, with its help."""
    lines = run("completion", "fish").out.splitlines()
    assert "complete -c ptxpy -n __fish_use_subcommand -f -a run -d 'Run a kernel'" in lines
    when = "complete -c ptxpy -n '__fish_seen_subcommand_from check'"
    assert f"{when} -s j -l jobs -r -d 'processes (default: 1)'" in lines
    assert f"{when} -l json -d 'report in JSON'" in lines
    for line in lines:
        assert line.replace("\\'", "").count("'") % 2 == 0


def test_another_shell(run: Run) -> None:
    """There are three."""
    assert "invalid choice: 'bahs' (did you mean bash?)" in run("completion", "bahs").err
