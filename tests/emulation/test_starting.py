"""Programs that cannot be started, and exit statuses."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() != "x86_64" or shutil.which("cc") is None,
    reason="programs are run on Linux with x86-64 and a C compiler",
)


def run_exec(*words: str, cwd: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run `ptxpy exec`."""
    return subprocess.run(
        [sys.executable, "-m", "ptxpy", "exec", *words],
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd,
        env={**os.environ, **variables},
        timeout=120,
    )


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        ((), 2, "give the program to run: ptxpy exec ./program"),
        (("./nothing",), 127, "./nothing: no such program"),
        (("text",), 127, "text: no such program; the file in this folder is ./text"),
        (("./text",), 126, "./text: permission denied"),
        (("--top", "3", "./x"), 2, "--top needs --profile"),
        (("--strict", "--profile", "./x"), 2, "--strict cannot be combined with --profile"),
        (("--arch", "9.0", "./x"), 2, "'9.0' is not an architecture; expected sm_80, or sm_90"),
        (("--devices", "0", "./x"), 2, "'0' is not a number of devices; expected 1 to 16"),
        (("sh", "-c", "exit 7"), 7, ""),
        (("--", "sh", "-c", "kill -SEGV $$"), -11, ""),
        (("true",), 0, ""),
    ],
)
def test_statuses(words: tuple[str, ...], status: int, message: str, tmp_path: Path) -> None:
    """Those of a shell for what cannot be started; else those of the program."""
    (tmp_path / "text").write_text("no program")
    done = run_exec(*words, cwd=tmp_path)
    assert done.returncode == status, done.stderr
    assert message in done.stderr
    assert done.stderr or not message
    assert not done.stdout


def test_a_missing_compiler_is_told(tmp_path: Path) -> None:
    """In one line."""
    done = run_exec("true", cwd=tmp_path, CC="no-such-compiler")
    assert done.returncode == 2
    needed = "ptxpy: a C compiler is needed once, to build the emulated driver"
    assert done.stderr == f"{needed}: there is no no-such-compiler\n"


def test_a_compiler_that_fails_is_told(tmp_path: Path) -> None:
    """With the first error, and nothing is left in the cache."""
    compiler = tmp_path / "failing"
    compiler.write_text("#!/bin/sh\necho 'x.c:1: error: out of luck' >&2\nexit 1\n")
    compiler.chmod(0o755)
    cache = tmp_path / "cache"
    done = run_exec("true", cwd=tmp_path, CC=str(compiler), PTXPY_NATIVE_CACHE=str(cache))
    assert done.returncode == 2
    assert "cannot build the emulated driver: x.c:1: error: out of luck" in done.stderr
    assert not list(cache.iterdir())
