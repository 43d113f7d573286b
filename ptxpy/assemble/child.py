"""A process with limits: an assembler may crash, or not end, on PTX that is damaged."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

if sys.platform == "linux":
    import resource

__all__ = ["DEFAULT_LIMITS", "AssemblerMissing", "Finished", "Limits", "execute", "text"]


class AssemblerMissing(RuntimeError):  # noqa: N818 - what is wrong, and what to do about it
    """There is no assembler, or it does not run; the message says what to do."""


class Limits(NamedTuple):
    """How much the assembler may use before it is stopped."""

    seconds: float = 300.0
    """Of wall time."""
    memory: int | None = 8 << 30
    """Bytes of address space; None is no limit, and only Linux has one."""


DEFAULT_LIMITS: Final = Limits()


class Finished(NamedTuple):
    """How a process ended, and what it wrote."""

    status: int | None
    """The exit status, negative for a signal; None when it was stopped because of its time."""
    output: bytes
    errors: bytes

    def how(self) -> str:
        """Return how it ended and its last words: ``(SIGSEGV)``, ``(exit status 3): no memory``."""
        if self.status is None:
            ending = "stopped"
        elif self.status >= 0:
            ending = f"exit status {self.status}"
        else:
            try:
                ending = signal.Signals(-self.status).name
            except ValueError:
                ending = f"signal {-self.status}"
        last = text(self.errors).strip().rpartition("\n")[2]
        return f"({ending})" + (f": {last}" if last else "")


def execute(
    command: Sequence[str],
    limits: Limits,
    *,
    feed: bytes = b"",
    folder: str | None = None,
    environment: Mapping[str, str] | None = None,
) -> Finished:
    """Run a command to its end, or until its time is over; then what it started is stopped too.

    It reads `feed` and runs in `folder`; no shell is involved. `OSError` when it cannot be started.
    """
    with subprocess.Popen(  # noqa: S603 - an assembler; arguments are not interpreted
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder,
        env=environment,
        start_new_session=True,
    ) as process:
        try:
            _limit(process.pid, limits.memory)
            try:
                output, errors = process.communicate(feed, limits.seconds)
            except subprocess.TimeoutExpired:
                _kill(process)
                return Finished(None, *process.communicate())
        except BaseException:
            _kill(process)
            raise
        return Finished(process.returncode, output, errors)


def text(log: bytes) -> str:
    """Return what was written as text."""
    return log.rstrip(b"\0").decode("utf-8", "backslashreplace")


def _limit(process: int, memory: int | None) -> None:
    """Limit the address space of a process, and keep it from dumping core."""
    if sys.platform != "linux":
        return
    with contextlib.suppress(ProcessLookupError):  # it has ended
        resource.prlimit(process, resource.RLIMIT_CORE, (0, 0))
        if memory is not None:
            _, most = resource.prlimit(process, resource.RLIMIT_AS)
            size = memory if most == resource.RLIM_INFINITY else min(memory, most)
            resource.prlimit(process, resource.RLIMIT_AS, (size, most))


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process, and those that it started."""
    if process.returncode is not None:  # it has ended, and its number may be another's
        return
    if sys.platform == "win32":
        process.kill()
    else:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
