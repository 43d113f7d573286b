"""CUDA programs run unmodified under `ptxpy exec`: see programs/programs.toml."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.emulation import imported_exec
from tests.emulation.compiled import NEEDS_NVCC, PROGRAMS, Program, executable, programs
from tests.emulation.imported_exec import Done, processes_of
from tests.patience import needs_patience

CASES = [
    pytest.param(
        program,
        runtime,
        id=f"{program.name}-{runtime}",
        marks=[
            *([pytest.mark.xfail(reason=program.pending)] if program.pending else []),
            *([needs_patience] if program.slow else []),
        ],
    )
    for program in programs()
    for runtime in (["driver"] if program.is_driver else program.runtimes)
]


@NEEDS_NVCC
@pytest.mark.parametrize(("program", "runtime"), CASES)
def test_runs(program: Program, runtime: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Exit status and output are the program's own, and neither a process nor a file is left."""
    path = executable(program, runtime, tmp_path_factory.mktemp("built"))
    check(program, path, tmp_path_factory.mktemp("run"))


def check(program: Program, path: Path, folder: Path, **variables: str) -> None:
    """Run a program that has been linked, with variables of the environment."""
    words: list[str | Path] = [*program.exec, "--", path, *program.arguments]
    environment = {**os.environ, **variables, "TMPDIR": str(folder)}
    run = _interrupted if program.interrupted else _run if program.started else imported_exec.run
    done = run(words, environment, folder, program.input)
    said = f"status {done.status}\n{done.output}{done.errors}"
    assert done.status == program.status, said
    assert done.output.splitlines() == program.output, said
    for part in program.errors:
        assert part in done.errors, said
    if not program.errors:
        assert not done.errors, said
    assert not done.processes
    assert not list(folder.iterdir())


def _run(words: list[str | Path], environment: dict[str, str], folder: Path, given: str) -> Done:
    """Start the command as a user does."""
    with _started(words, environment, folder) as process:
        output, errors = process.communicate(given, timeout=300)
    return Done(process.returncode, output, errors, processes_of(process.pid))


def _interrupted(
    words: list[str | Path], environment: dict[str, str], folder: Path, given: str
) -> Done:
    """Start the command and press Ctrl-C after the first line of output."""
    with _started(words, environment, folder) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        time.sleep(1)  # it waits for a kernel then
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        output, errors = process.communicate(given, timeout=300)
    return Done(process.returncode, first + output, errors, processes_of(process.pid))


def _started(
    words: list[str | Path], environment: dict[str, str], folder: Path
) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "ptxpy", "exec", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        env=environment,
        start_new_session=True,
    )


@NEEDS_NVCC
@pytest.mark.parametrize(
    ("kibibytes", "output", "errors"),
    [(12_000_000, "PASSED\n", ""), (2_000_000, "", "raise it (ulimit -v unlimited)")],
)
def test_a_limit_of_address_space(kibibytes: int, output: str, errors: str, tmp_path: Path) -> None:
    """The device has less memory; where there is no room for any, that is told."""
    (program,) = (each for each in programs() if each.name == "vector_add")
    path = executable(program, "shared", tmp_path)
    done = subprocess.run(
        ["sh", "-c", f"ulimit -v {kibibytes} && exec {sys.executable} -m ptxpy exec {path}"],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.stdout == output, done.stderr
    assert errors in done.stderr
    assert bool(done.stderr) == bool(errors)


def test_every_source_is_in_the_table() -> None:
    """A program that is added to the folder is also run."""
    named = {source for each in programs() for source in (*each.files, *each.library)}
    assert named == {path.name for path in PROGRAMS.iterdir() if path.suffix in {".cu", ".c"}}
