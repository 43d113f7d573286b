"""`ptxpy check`."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Run


def test_a_good_file(run: Run, kernel: Path) -> None:
    """Nothing on standard output, a count on standard error."""
    assert run("check", kernel) == (0, "", "1 file, 0 errors\n")


def test_all_errors_of_a_file_are_reported(run: Run, broken: Path) -> None:
    """Each with its place, the line and a caret."""
    outcome = run("check", broken)
    assert outcome.status == 1
    assert f"{broken}:4:15: error: " in outcome.out
    assert "\n    \tadd.s32 %r1, ;\n    \t             ^\n" in outcome.out
    assert f"{broken}:6:14: error: " in outcome.out
    assert outcome.err == "1 file, 2 errors\n"


def test_json(run: Run, broken: Path, kernel: Path) -> None:
    """The report for machines has a list of problems on standard output."""
    outcome = run("check", "--json", kernel, broken)
    assert outcome.status == 1
    first, second = json.loads(outcome.out)
    assert (first["file"], first["line"], first["column"]) == (str(broken), 4, 15)
    assert first["expected"]
    assert first["message"]
    assert second["line"] == 6


def test_json_of_good_files_is_an_empty_list(run: Run, kernel: Path) -> None:
    """And is still JSON."""
    assert json.loads(run("check", "--json", kernel).out) == []


def test_standard_input(run: Run, saxpy: str) -> None:
    """It has a name in messages."""
    assert run("check", "-", stdin=saxpy.encode()).status == 0
    outcome = run("check", "-", stdin=b".version 8.0\n.target ;\n")
    assert outcome.status == 1
    assert outcome.out.startswith("<stdin>:2:")


def test_directories_are_walked(run: Run, broken: Path) -> None:
    """For files that are called PTX."""
    outcome = run("check", broken.parent)
    assert outcome.status == 1
    assert f"{broken}:4:" in outcome.out


def test_a_file_that_cannot_be_read_does_not_end_the_run(
    run: Run, broken: Path, tmp_path: Path
) -> None:
    """The others are still checked; the status is that of trouble."""
    outcome = run("check", tmp_path / "missing.ptx", broken)
    assert outcome.status == 2
    assert f"ptxpy: {tmp_path / 'missing.ptx'}: no such file or directory\n" in outcome.err
    assert f"{broken}:4:" in outcome.out
