"""Commands on several files, by processes, threads and a cluster."""

from __future__ import annotations

import os
import shutil
import socket
import sys
from pathlib import Path
from typing import Any

import pytest

import ptxpy
from ptxpy._extras import install_command
from ptxpy.cli import roundtrip_command
from ptxpy.cli.roundtrip_command import round_trip
from tests.cli.conftest import SAXPY, Outcome, Run, broken, kernel, run

__all__ = ["broken", "kernel", "run"]  # fixtures


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with five files, one of which has errors, and another with nothing but a comment."""
    made = tmp_path / "files"
    made.mkdir()
    for name in "abd":
        shutil.copy(SAXPY, made / f"{name}.ptx")
    (made / "c.ptx").write_text(".version 8.0\n.target sm_90\n.entry k() { mov.u32 %r1 %r2; }\n")
    (made / "e.ptx").write_text(".version 8.0\n.target sm_90\n.address_size 64\n// nothing\n")
    return made


def rows(outcome: Outcome) -> list[tuple[str, str]]:
    """Return status and name of each file of a round trip."""
    lines = [line.split() for line in outcome.out.splitlines() if line.endswith(".ptx")]
    return [(line[0], Path(line[-1]).name) for line in lines]


def die_of_b(job: roundtrip_command.Job) -> roundtrip_command.Result:
    """Carry the round trip out; one file kills the process."""
    if job.file.name.endswith("b.ptx"):
        os._exit(1)
    return round_trip(job)


def test_a_poisoned_file_fails_alone(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has a row, and so have all others."""
    monkeypatch.setattr(roundtrip_command, "round_trip", die_of_b)
    outcome = run("roundtrip", "-j", "2", "--through", "ptx", folder)
    assert outcome.status == 2
    assert rows(outcome) == [
        ("identical", "a.ptx"),
        ("failed", "b.ptx"),
        ("invalid", "c.ptx"),
        ("identical", "d.ptx"),
        ("identical", "e.ptx"),
    ]
    assert f"    {folder}/b.ptx: the worker died while it ran this alone, 2 times" in outcome.out
    assert f"ptxpy: a worker died; trying {folder}/b.ptx again\n" in outcome.err
    assert "5 files: 3 identical, 1 invalid, 1 failed; " in outcome.out


def fail_on_b(job: roundtrip_command.Job) -> roundtrip_command.Result:
    """Carry the round trip out; one file shows a fault of ptxpy."""
    if job.file.name.endswith("b.ptx"):
        message = "no such thing"
        raise AssertionError(message)
    return round_trip(job)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_fault_of_ours_ends_one_file(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, jobs: str
) -> None:
    """It is said to be one; to debug it, it is raised."""
    monkeypatch.setattr(roundtrip_command, "round_trip", fail_on_b)
    outcome = run("roundtrip", "-j", jobs, "--through", "ptx", folder)
    assert outcome.status == 2
    assert [status for status, _ in rows(outcome)].count("identical") == 3
    assert "    internal error: AssertionError: no such thing (please report it" in outcome.out
    monkeypatch.setenv("PTXPY_DEBUG", "1")
    with pytest.raises(AssertionError):
        run("roundtrip", "-j", jobs, "--through", "ptx", folder)


@pytest.mark.parametrize("executor", ["processes", "threads"])
def test_executors_of_this_machine(run: Run, folder: Path, tmp_path: Path, executor: str) -> None:
    """They say what one process says."""
    same_as_here(run, folder, tmp_path, ("--executor", executor, "-j", "2"))


@pytest.mark.filterwarnings("default")  # what Dask and tornado warn of is theirs
def test_a_cluster(run: Run, folder: Path, tmp_path: Path, cluster: Any) -> None:
    """It says what one process says."""
    same_as_here(run, folder, tmp_path, ("--executor", cluster.scheduler_address))


def same_as_here(run: Run, folder: Path, tmp_path: Path, words: tuple[str, ...]) -> None:
    """Run the commands in this process, and by an executor."""
    alone = run("roundtrip", folder)
    others = run("roundtrip", folder, *words)
    assert (others.status, rows(others)) == (alone.status, rows(alone))
    (folder / "one.py").write_text("1 / 0\n")
    names = [folder, folder / "one.py", folder / "missing.ptx"]
    assert run("check", *names, *words) == run("check", *names)
    out = tmp_path / "out"
    made = run("import", folder, "-o", out, *words)
    assert made.status == 1
    assert "5 files: 4 identical, " in made.err
    assert sorted(path.name for path in out.iterdir()) == ["a.py", "b.py", "d.py", "e.py"]
    module = ptxpy.from_python((out / "a.py").read_text(encoding="utf-8"))
    assert ptxpy.emit_bytes(module) == SAXPY.read_bytes()
    again = run("import", folder, "-o", out, *words)
    assert again.err.count(": unchanged\n") == 4


@pytest.mark.filterwarnings("default")
def test_files_are_sent_by_their_contents(
    run: Run, folder: Path, cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker has another current directory, where there are none of these names."""
    monkeypatch.chdir(folder)
    words = ("--executor", cluster.scheduler_address)
    outcome = run("roundtrip", "a.ptx", "-", "no.ptx", *words, stdin=SAXPY.read_bytes())
    assert [line.split()[0] for line in outcome.out.splitlines()[:3]] == [
        "identical",
        "identical",
        "unreadable",
    ]
    assert run("check", "a.ptx", *words).status == 0
    assert run("import", "--check", "a.ptx", "b.ptx", *words).status == 0


def test_mistaken_executors(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Say what to write."""
    outcome = run("roundtrip", folder, "--executor", "dask")
    assert outcome.status == 2
    assert "'dask' is no executor; write processes, threads, or the address" in outcome.err
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    monkeypatch.setitem(sys.modules, "distributed", None)
    outcome = run("check", folder, "--executor", f"tcp://127.0.0.1:{port}")
    assert outcome.status == 2
    assert f"which needs: {install_command('dask')}" in outcome.err
