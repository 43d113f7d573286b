"""Running of tests as processes, which end at a time limit or when the reduction is interrupted."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Ended", "Processes"]

MAX_OUTPUT_BYTES: Final = 1 << 20
"""The bytes of output that are looked at; a test may print without end."""


class Ended(NamedTuple):
    """How a process ended."""

    status: int | None
    """The exit status, negative for a signal; None if it was stopped at the time limit."""
    output: str
    """The text on standard output and standard error."""
    seconds: float

    def describe(self) -> str:
        """Describe the end: `exit status 1`, `SIGSEGV`, `no end within 10 s`."""
        if self.status is None:
            return f"no end within {self.seconds:.3g} s"
        if self.status >= 0:
            return f"exit status {self.status}"
        try:
            return signal.Signals(-self.status).name
        except ValueError:
            return f"signal {-self.status}"


class Processes:
    """The processes of tests."""

    def __init__(self) -> None:
        """Begin with none."""
        self._running: set[subprocess.Popen[bytes]] = set()
        self._lock = threading.Lock()
        self._is_stopped = False

    def run(self, command: Sequence[str], folder: str, seconds: float) -> Ended:
        """Run a command in a folder, without a shell and with nothing on standard input.

        Raises `OSError` if it cannot be started.
        """
        began = time.monotonic()
        with tempfile.TemporaryFile() as output:
            # A session of its own lets a time-out kill the children of the process, too, and
            # keeps Ctrl-C from them.
            process = subprocess.Popen(  # noqa: S603 - what the user gave; no shell
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                cwd=folder,
                start_new_session=True,
            )
            try:
                with self._lock:
                    self._running.add(process)
                    if self._is_stopped:
                        _kill(process)
                status: int | None = process.wait(seconds)
            except subprocess.TimeoutExpired:
                status = None
            finally:
                _kill(process)
                process.wait()
                with self._lock:
                    self._running.discard(process)
            output.seek(0)
            text = output.read(MAX_OUTPUT_BYTES).decode("utf-8", "backslashreplace")
        elapsed = seconds if status is None else time.monotonic() - began
        return Ended(status, text, elapsed)

    def stop(self) -> None:
        """Kill all processes, and those that begin later at once."""
        with self._lock:
            self._is_stopped = True
            for process in self._running:
                _kill(process)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and its children, those that it left behind included."""
    if sys.platform == "win32":
        process.kill()
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
