"""`.ci/run`: its steps run side by side, and a failure is seen and ends the run."""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path

import pytest
from checks.cli import main
from checks.schedule import run
from checks.steps import ROOT, Step, all_steps, scripts


def python(name: str, code: str, cores: int = 1, program: str = "") -> Step:
    """Return a step that runs some Python."""
    return Step(name, (sys.executable, "-c", code), cores, program)


def log(path: Path, word: str, seconds: float = 0.3) -> str:
    """Return Python that writes when it begins and when it ends."""
    note = f"print({word!r}, file=open({str(path)!r}, 'a'), flush=True)"
    return f"import time; {note}; time.sleep({seconds}); {note}"


def test_steps_run_side_by_side_in_their_order(tmp_path: Path) -> None:
    """As many as there are cores; one that needs all of them waits, and is not overtaken."""
    path = tmp_path / "log"
    steps = [
        python("a", log(path, "a", 0.6)),
        python("both", log(path, "both"), cores=2),
        python("c", log(path, "c", 1.0)),
        python("d", log(path, "d")),
    ]
    results = run(steps, 2)
    assert [result.step.name for result in results] == ["a", "both", "d", "c"]
    words = path.read_text().split()
    assert words[:4] == ["a", "a", "both", "both"]
    assert sorted(words[4:6]) == ["c", "d"]
    assert all(result.status == 0 and result.cpu > 0 for result in results)


def test_a_failure_ends_the_others(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """What it wrote is shown; steps that run are stopped, and the rest do not begin."""
    started = time.monotonic()
    steps = [
        python("long", "import time; time.sleep(60)"),
        python("bad", "import sys; print('broken'); sys.exit(3)"),
        python("never", log(tmp_path / "log", "never")),
    ]
    (result,) = run(steps, 2)
    assert (result.step.name, result.status) == ("bad", 3)
    assert time.monotonic() - started < 30
    assert "== bad\nbroken\n" in capfd.readouterr().out
    assert not (tmp_path / "log").exists()


def test_a_step_without_its_program_is_left_out() -> None:
    """Users may not have ptxas."""
    assert not run([python("a", "", program="no-such-program")], 1)


@pytest.mark.parametrize("cores", [1, 2, 16])
def test_no_step_needs_more_than_there_is(cores: int) -> None:
    """Each has a name of its own, and a command that is there."""
    steps = all_steps(cores)
    assert len({step.name for step in steps}) == len(steps)
    for step in steps:
        assert 1 <= step.cores <= cores
        assert (ROOT / step.command[0]).exists()


def test_scripts_are_linted() -> None:
    """Commands without a suffix are Python too."""
    assert "tools/check_all" in scripts()
    assert "tools/test" not in scripts()


def test_commits_are_linted_as_in_ci() -> None:
    """The hooks of pre-commit are the steps that lint."""
    config = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    entries = re.findall(r"^ +entry: \.ci/run (.+)$", config, re.MULTILINE)
    assert entries == ["ruff", "black", "mypy"]
    assert {*entries} <= {step.name for step in all_steps(1)}


def test_the_command(capfd: pytest.CaptureFixture[str]) -> None:
    """Steps by name, their list, and the times of each."""
    assert main(["--list", "--cores", "2"]) == 0
    assert "python3.12   tools/test_interpreters --others" in capfd.readouterr().out
    assert main(["no-such-step"]) == 2
    assert "no such step: no-such-step" in capfd.readouterr().err
    assert main(["visitors"]) == 0
    assert "visitors" in capfd.readouterr().out.splitlines()[-2]
