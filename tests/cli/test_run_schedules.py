"""`ptxpy run --schedules` and `--schedule`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.sim.schedules.test_pipelines import CASES

LAUNCH = (
    *("--grid", "1", "--block", "96", "--arg", "uint32[1024]:arange"),
    *("--arg", "uint32[64]:zeros", "--arg", "uint32[96]:zeros"),
)


@pytest.fixture
def kernels(tmp_path: Path) -> tuple[Path, Path]:
    """Return a kernel with a fault, and without it."""
    case = next(each for each in CASES if each.base == "ring")
    wrong, right = tmp_path / "wrong.ptx", tmp_path / "right.ptx"
    wrong.write_text(case.wrong, encoding="utf-8")
    right.write_text(case.right, encoding="utf-8")
    return wrong, right


def test_a_proof(run: Run, kernels: tuple[Path, Path]) -> None:
    """The verdict says how much was run."""
    outcome = run("run", kernels[1], *LAUNCH, "--schedules")
    assert outcome.status == 0
    assert outcome.out.startswith("proved: no deadlock and no race")
    assert "1 order of" in outcome.out


def test_a_schedule_is_replayed(run: Run, kernels: tuple[Path, Path], tmp_path: Path) -> None:
    """It is printed as a word, which a file may hold."""
    outcome = run("run", kernels[0], *LAUNCH, "--schedules", "--max-schedules", "5")
    assert outcome.status == 1
    found = re.search(r"--schedule '(.*)'", outcome.out)
    assert found is not None
    again = run("run", kernels[0], *LAUNCH, "--schedule", found[1])
    assert again.status == 1
    assert "data race in shared memory" in again.err
    file = tmp_path / "schedule.txt"
    file.write_text(f"# found\n{found[1]}\n", encoding="utf-8")
    assert run("run", kernels[1], *LAUNCH, "--schedule", str(file)).status == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--schedules", "--strict"], "leave --strict out"),
        (["--max-schedules", "5"], "--max-schedules needs --schedules"),
        (["--schedules", "--max-schedules", "0"], "expected 1 or more"),
        (["--schedule", "0*x"], "'0*x' is no turn of a warp"),
        (["--schedule", "7"], "a CTA has 3 warps"),
        (["--schedule", "0*999999999"], "more than 10,000,000 steps"),
    ],
)
def test_wrong_options(
    run: Run, kernels: tuple[Path, Path], options: list[str], message: str
) -> None:
    """They are refused with what to write instead."""
    outcome = run("run", kernels[1], *LAUNCH, *options)
    assert outcome.status == 2
    assert message in outcome.err
