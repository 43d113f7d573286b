"""The command line of `tools/test_frameworks`, and the installation of `tools/test --all`."""

from __future__ import annotations

import argparse
import platform
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from interpreters.environments import make_environment
from interpreters.found import interpreters, promised

from extras.install import EXTRAS, MISSING, ROOT, install

TESTS: Final = ("tests/executors", "tests/integrations")
"""The tests of extras."""


def install_here() -> int:
    """Install the extras into the environment of this process; say what there is none of."""
    if not install(Path(sys.executable)):
        print(
            f"PyTorch has no build for the CPU and Python {platform.python_version()} here: "
            "its tests skip",
            file=sys.stderr,
        )
    return 0


def run_tests(arguments: Sequence[str]) -> int:
    """Run the tests of extras on a Python that has them all; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="test_frameworks",
        description="Run the tests of extras on the newest Python of this machine for which there "
        f"are all: PyTorch, {', '.join(EXTRAS)}, as builds for the CPU. A test that skips because "
        "one is missing is a failure.",
    )
    parser.add_argument(
        "--others", action="store_true", help="do nothing if `tools/test --all` runs them all"
    )
    parser.add_argument("-j", "--jobs", default="auto", metavar="N", help="processes (auto)")
    options = parser.parse_args(arguments)
    for python in _environments():
        if not install(python, needs_pytorch=True):
            continue
        if options.others and python == Path(sys.executable):
            print("tools/test --all runs them")
            return 0
        return _run(python, options.jobs)
    print("no Python here has a build of PyTorch for the CPU", file=sys.stderr)
    return 1


def _environments() -> Iterator[Path]:
    """Yield the Pythons of environments: of this process, and then the others, newest first."""
    yield Path(sys.executable)
    for minor in promised(ROOT / "pyproject.toml")[::-1]:
        for interpreter in interpreters(minor)[::-1]:
            made = make_environment(interpreter)
            if made is not None:
                yield made


def _run(python: Path, jobs: str) -> int:
    with subprocess.Popen(
        [*_command(python, jobs), *TESTS],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as ran:
        lines = []
        for line in ran.stdout or ():
            print(line, end="", flush=True)
            lines.append(line)
    skipped = [line for line in lines if MISSING in line]
    for line in skipped:
        print(f"missing: {line}", end="", file=sys.stderr)
    return ran.returncode or bool(skipped)


def _command(python: Path, jobs: str) -> list[str]:
    return [str(python), "-m", "pytest", "--quiet", "-n", jobs, "--dist", "loadfile"]
