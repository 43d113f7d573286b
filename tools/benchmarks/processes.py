"""Fresh processes that measure one thing and report it as JSON, and what they cost."""

from __future__ import annotations

import json
import math
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.corpus import CACHE, ROOT

PEER = "pyptx==0.1.1"
_WORKERS = Path(__file__).resolve().parent / "workers"


class Cost(NamedTuple):
    """What a process took, in seconds, and what it wrote."""

    wall: float
    cpu: float
    """User and system time."""
    status: int
    output: str


def own_python() -> Path:
    """Return the interpreter that has ptxpy's dependencies."""
    python = ROOT / ".venv" / "bin" / "python"
    return python if python.exists() else Path(sys.executable)


def peer_python() -> Path:
    """Return the interpreter of the peer's virtual environment, which is made when missing."""
    folder = CACHE / "peer"
    python = folder / "bin" / "python"
    installed = folder / "installed"
    if not installed.exists() or installed.read_text() != PEER:
        print(f"making {folder.relative_to(ROOT)} with {PEER}", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
        subprocess.run(
            [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", PEER],
            check=True,
        )
        installed.write_text(PEER)
    return python


def spend(
    command: Sequence[str | Path],
    *,
    quiet: bool = True,
    errors: bool = False,
    caches: str = "off",
) -> Cost:
    """Run a command to its end; return its cost. Its own children count when it waits for them.

    With `errors`, the output has what the command writes to standard error as well. `caches` is the
    folder of ptxpy's caches.
    """
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0"}
    environment["PTXPY_CACHE"] = caches  # what earlier runs left is measured by itself
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # users keep their bytecode
    started = time.perf_counter()
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if errors else subprocess.DEVNULL if quiet else None,
        env=environment,
        cwd=ROOT,
        text=True,
    )
    assert process.stdout is not None  # noqa: S101 - it is a pipe
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    process.stdout.close()
    return Cost(wall, usage.ru_utime + usage.ru_stime, process.returncode, output)


def measure(python: Path, worker: str, *arguments: str | Path) -> dict[str, Any]:
    """Run one of the scripts in `workers/` and return what it measured.

    Raises `RuntimeError` when it fails; its message is on standard error.
    """
    cost = spend([python, _WORKERS / f"{worker}.py", *arguments], quiet=False)
    if cost.status:
        raise RuntimeError(f"{worker} {' '.join(map(str, arguments))} failed")
    found: dict[str, Any] = json.loads(cost.output)
    return found


def warm_bytecode() -> None:
    """Compile what is imported, so that the first process measured is not the only one to do so."""
    spend([own_python(), "-m", "compileall", "-q", "ptxpy"])


class Spread(NamedTuple):
    """Several measurements of one number."""

    median: float
    low: float
    high: float


def spread(values: Sequence[float]) -> Spread:
    """Sum up several measurements."""
    return Spread(statistics.median(values), min(values), max(values))


def median_ratio(numerators: Sequence[float], denominators: Sequence[float]) -> float:
    """Return the median of the rounds' ratios: what slows a machine down slows both of a round."""
    pairs = zip(numerators, denominators, strict=True)
    return statistics.median(above / below for above, below in pairs)


def geometric_mean(values: Iterable[float]) -> float:
    """Return the geometric mean."""
    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values))
