"""Child processes with limits of time and memory: assemblers may crash or hang on damaged PTX."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Final

from ptxpy._records import NamedTuple

if sys.platform == "linux":
    import resource

__all__ = [
    "DEFAULT_LIMITS",
    "AssemblerMissing",
    "AssemblerMissingError",
    "FinishedProcess",
    "Limits",
    "execute",
    "text",
]


class AssemblerMissingError(RuntimeError):
    """No assembler was found, or it does not run; the message says what to install."""


AssemblerMissing = AssemblerMissingError
"""The name of this exception in earlier versions."""


class Limits(NamedTuple):
    """The limits of an assembler process, which is killed beyond them."""

    seconds: float = 300.0
    """Wall time."""
    memory: int | None = 8 << 30
    """Bytes of address space; None for no limit. Only Linux supports a limit."""


DEFAULT_LIMITS: Final = Limits()
"""The limits of a child process that the caller does not change."""


class FinishedProcess(NamedTuple):
    """The exit status and the output of a process."""

    status: int | None
    """The exit status, negative for a signal; None if it was killed at the time limit."""
    output: bytes
    errors: bytes

    def describe_ending(self) -> str:
        """Describe its end: ``(SIGSEGV)``, ``(exit status 3): last line of its errors``."""
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
) -> FinishedProcess:
    """Run a command until it exits, or kill it and its children at the time limit.

    It reads `feed` from standard input and runs in `folder`, without a shell. Raises `OSError` if
    it cannot be started.
    """
    # A session of its own lets a time-out kill the children of the process, too.
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
            # Limits are set from outside, so that nothing runs between fork and exec.
            _limit(process.pid, limits.memory)
            try:
                output, errors = process.communicate(feed, limits.seconds)
            except subprocess.TimeoutExpired:
                _kill(process)
                return FinishedProcess(None, *process.communicate())
        except BaseException:
            _kill(process)
            raise
        return FinishedProcess(process.returncode, output, errors)


def text(log: bytes) -> str:
    """Decode the output of a process."""
    return log.rstrip(b"\0").decode("utf-8", "backslashreplace")


def _limit(process: int, memory: int | None) -> None:
    """Limit the address space of a process, and disable core dumps."""
    if sys.platform != "linux":
        return
    with contextlib.suppress(ProcessLookupError):  # it has exited
        resource.prlimit(process, resource.RLIMIT_CORE, (0, 0))
        # The hard limit of the user stays.
        if memory is not None:
            _, most = resource.prlimit(process, resource.RLIMIT_AS)
            size = memory if most == resource.RLIM_INFINITY else min(memory, most)
            resource.prlimit(process, resource.RLIMIT_AS, (size, most))


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and its children."""
    if process.returncode is not None:  # it has exited, and its id may be reused
        return
    if sys.platform == "win32":
        process.kill()
    else:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
