"""Jobs in child processes, so that a crash, a hang or a GPU fault affects one job only."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, NamedTuple

from gpu_checking.worker import Result, Settings

__all__ = ["Limits", "run_jobs"]

_ROOT: Final = Path(__file__).resolve().parents[2]
_POLL: Final = 0.02
_TAIL: Final = 600
MAX_FRUITLESS_CHILDREN: Final = 6
"""Consecutive child processes without a successful job after which the section stops."""


class Limits(NamedTuple):
    """Time limits in seconds."""

    section: float
    """Time limit of all jobs together."""
    job: float
    """Time limit of one job; for the first job of a child, including its imports."""


class _Ended(NamedTuple):
    results: dict[str, Result]
    current: str | None
    """The job that was started and not completed."""
    reason: str
    """Why the child ended."""
    late: bool
    """Whether the time limit of the section was reached."""


def run_jobs(
    section: str, jobs: list[str], settings: Settings, limits: Limits, processes: int = 1
) -> dict[str, Result]:
    """Run jobs, and return the result of each.

    Args:
        section: The module of this package that has them.
        jobs: Their names; neighbours are done by one process.
        settings: What the section is told.
        limits: The time there is.
        processes: How many children run side by side.
    """
    processes = max(1, min(processes, len(jobs)))
    deadline = time.monotonic() + limits.section
    size = -(-len(jobs) // processes) or 1
    shares = [jobs[start : start + size] for start in range(0, len(jobs), size)]

    def share(those: list[str]) -> dict[str, Result]:
        return _run(section, those, settings, limits.job, deadline)

    with ThreadPoolExecutor(processes) as pool:
        found = list(pool.map(share, shares))
    results = {job: result for part in found for job, result in part.items()}
    return {job: results[job] for job in jobs}


def _run(
    section: str, jobs: list[str], settings: Settings, job_limit: float, deadline: float
) -> dict[str, Result]:
    results: dict[str, Result] = {}
    waiting, fruitless = jobs, 0
    while waiting:
        ended = _child(section, waiting, settings, job_limit, deadline)
        results |= ended.results
        if ended.current is not None:
            results[ended.current] = _failed(ended.reason)
        waiting = [job for job in waiting if job not in results]
        right = any(result["status"] != "failed" for result in ended.results.values())
        fruitless = 0 if right else fruitless + 1
        if ended.late:
            results |= {job: _failed("the time of the section was over") for job in waiting}
            break
        if fruitless >= MAX_FRUITLESS_CHILDREN:
            reason = f"not tried, as {fruitless} processes in a row failed; {ended.reason}"
            results |= {job: _failed(reason) for job in waiting}
            break
    return results


def _failed(message: str) -> Result:
    return {"status": "failed", "message": message}


def _child(
    section: str, jobs: list[str], settings: Settings, job_limit: float, deadline: float
) -> _Ended:
    """Run a child process until it exits, or reaches its time limit."""
    path = [str(_ROOT / "tools"), str(_ROOT), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, path))}
    with tempfile.TemporaryDirectory(prefix="gpu_check_") as folder:
        order, out, log = (Path(folder, name) for name in ("order.json", "out.jsonl", "log"))
        order.write_text(json.dumps({"section": section, "jobs": jobs, "settings": settings}))
        out.touch()
        with log.open("wb") as log_file:
            process = subprocess.Popen(
                [sys.executable, "-m", "gpu_checking.worker", str(order), str(out)],
                cwd=_ROOT,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log_file,
                stderr=log_file,
                start_new_session=True,
            )
        try:
            results, current, reason, late = _watched(process, out, job_limit, deadline)
        finally:
            _kill(process)
        if not reason:
            said = log.read_bytes()[-_TAIL:].decode("utf-8", "replace").strip()
            reason = f"the process ended with status {process.returncode}: {said or 'no message'}"
        return _Ended(results, current, reason, late)


def _watched(
    process: subprocess.Popen[bytes], out: Path, job_limit: float, deadline: float
) -> tuple[dict[str, Result], str | None, str, bool]:
    results: dict[str, Result] = {}
    current: str | None = None

    def take(line: dict[str, Any]) -> None:
        nonlocal current
        if "start" in line:
            current = line["start"]
        else:
            results[line.pop("job")] = line
            current = None

    with out.open(encoding="utf-8") as lines:
        reader = _lines(lines.read, take)
        heard = time.monotonic()
        while True:
            over = process.poll() is not None
            if reader():
                heard = time.monotonic()
            elif over:
                return results, current, "", False
            now = time.monotonic()
            if now > deadline:
                return results, current, "the time of the section was over", True
            if now - heard > job_limit:
                return results, current, f"no answer in {job_limit:g} s", False
            time.sleep(_POLL)


def _lines(read: Callable[[], str], take: Callable[[dict[str, Any]], None]) -> Callable[[], bool]:
    """Return what takes the lines that have been written since, and says if there were any."""
    rest = ""

    def reader() -> bool:
        nonlocal rest
        *lines, rest = (rest + read()).split("\n")
        for line in lines:
            take(json.loads(line))
        return bool(lines)

    return reader


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a child and its children; the driver then stops its kernels."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(30)
