"""The command line of `tools/test_interpreters`."""

from __future__ import annotations

import argparse
import platform
import shlex
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Final

from interpreters.environments import PYPROJECT, ROOT, make_environment
from interpreters.found import Interpreter, interpreters, promised

PART: Final = (
    "tests/cli/test_show_command.py",
    "tests/dsl/test_early_exits.py",
    "tests/dsl/test_kernels.py",
    "tests/dsl/test_lines.py",
    "tests/dsl/test_meaning.py",
    "tests/dsl/test_verifier.py",
    "tests/ir/test_patterns.py",
    "tests/sim/machine/test_waits.py",
    "tests/syntax/test_identity.py",
)
"""The tests that run everywhere: all of the grammar, and some of each stage."""

MAX_SHOWN_LINES: Final = 60
"""Lines of the output of a failed run that are printed."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the tool; return the exit status."""
    versions = promised(PYPROJECT)
    options = _parser(versions).parse_args(arguments)
    failed: list[str] = []
    for minor in options.versions or versions:
        found = interpreters(minor)
        if not found:
            failed.append(f"{minor}: named in pyproject.toml, and this machine has none")
        for interpreter in found:
            skips = options.others or not options.versions
            if skips and interpreter.version == platform.python_version():
                print(f"== Python {interpreter.version}: runs this, and with tools/test all tests")
                continue
            failed += _tried(interpreter, options.jobs)
    for line in failed:
        print(f"failed: Python {line}", file=sys.stderr)
    return 1 if failed else 0


def _parser(versions: Sequence[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="test_interpreters",
        description="Run the round trip of the corpus and a part of the tests on every Python that "
        "pyproject.toml names and this machine has: the system's, those on the PATH, and those "
        "that pyenv keeps. One of which there is none is a failure.",
        epilog="example: tools/test_interpreters 3.12",
    )
    parser.add_argument(
        "versions", nargs="*", metavar="VERSION", help=f"only these of {', '.join(versions)}"
    )
    parser.add_argument(
        "--others", action="store_true", help="leave out the Python that runs this, even if named"
    )
    parser.add_argument("-j", "--jobs", type=int, default=2, metavar="N", help="processes (2)")
    return parser


def _tried(interpreter: Interpreter, jobs: int) -> list[str]:
    """Try one Python; return what failed."""
    started = time.monotonic()
    print(f"== Python {interpreter.version} ({interpreter.path})", flush=True)
    python = make_environment(interpreter)
    if python is None:
        return [f"{interpreter.version}: no environment could be made"]
    commands = [["-m", "pytest", "-q", "--numprocesses", str(jobs), "--dist", "loadfile", *PART]]
    # Releases of a version differ in the library, and not in the language.
    if interpreter.minor != platform.python_version().rpartition(".")[0]:
        commands += [["-m", "ptxpy", "roundtrip", "corpus", "--through", "python", "-j", str(jobs)]]
    for command in commands:
        ran = subprocess.run(
            [python, "-W", "error", *command],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
        if ran.returncode:
            print("\n".join(ran.stdout.splitlines()[-MAX_SHOWN_LINES:]))
            return [f"{interpreter.version}: {shlex.join(command[1:])}"]
        print(ran.stdout.splitlines()[-1], flush=True)
    print(f"{time.monotonic() - started:.0f} s", flush=True)
    return []
