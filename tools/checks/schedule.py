"""Running steps side by side: each begins when enough cores are free; a failure ends them all."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, NamedTuple

from checks.steps import ROOT, Step

__all__ = ["Result", "run"]


class Result(NamedTuple):
    """How a step ended."""

    step: Step
    status: int
    seconds: float
    """Wall-clock time."""
    cpu: float
    """CPU time of its processes, in seconds."""


class Running(NamedTuple):
    """A step that has begun."""

    step: Step
    process: subprocess.Popen[bytes]
    output: IO[bytes] | None
    """A file with what it writes; None where that goes to the terminal."""
    started: float


def run(steps: Sequence[Step], cores: int) -> list[Result]:
    """Run steps on a number of cores; return those that ended, a failure last.

    A step that takes all cores runs alone, and writes to the terminal. The output of others is
    written when they end.
    """
    waiting = [step for step in steps if not step.program or shutil.which(step.program)]
    running: dict[int, Running] = {}
    results: list[Result] = []
    try:
        while waiting or running:
            for step in _fitting(waiting, cores - _used(running, cores), cores):
                waiting.remove(step)
                begun = _start(step, alone=step.cores >= cores)
                running[begun.process.pid] = begun
            pid, status, usage = os.wait4(-1, 0)
            if pid in running:
                ended = running.pop(pid)
                results.append(_finish(ended, status, usage.ru_utime + usage.ru_stime))
                if results[-1].status:
                    break
    finally:
        for left in running.values():
            _stop(left)
    return results


def _used(running: dict[int, Running], cores: int) -> int:
    return sum(min(cores, each.step.cores) for each in running.values())


def _fitting(waiting: Sequence[Step], free: int, cores: int) -> list[Step]:
    """Return the steps that can begin now. None overtakes one that needs more cores."""
    found = []
    for step in waiting:
        free -= min(cores, step.cores)
        if free < 0:
            break
        found.append(step)
    return found


def _start(step: Step, *, alone: bool) -> Running:
    output = None if alone else tempfile.TemporaryFile()  # noqa: SIM115 - closed with the step
    if alone:
        print(f"\n== {step.name}", flush=True)
    process = subprocess.Popen(
        step.command,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT if output is not None else None,
        start_new_session=True,
    )
    return Running(step, process, output, time.monotonic())


def _finish(ended: Running, status: int, cpu: float) -> Result:
    ended.process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.monotonic() - ended.started
    if ended.output is not None:
        print(f"\n== {ended.step.name}", flush=True)
        ended.output.seek(0)
        shutil.copyfileobj(ended.output, sys.stdout.buffer)
        sys.stdout.buffer.flush()
        ended.output.close()
    return Result(ended.step, ended.process.returncode, seconds, cpu)


def _stop(left: Running) -> None:
    """End a step with its processes."""
    with suppress(ProcessLookupError):
        os.killpg(left.process.pid, signal.SIGTERM)
    left.process.wait()
    if left.output is not None:
        left.output.close()
