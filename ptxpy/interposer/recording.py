"""Recording a program: it is started with the interposer before the driver of the machine."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ptxpy.captures import CaptureError
from ptxpy.emulation import forwarded_signals, prepend, start_program
from ptxpy.interposer.library import STAND_IN, interposer_library
from ptxpy.interposer.session import Session
from ptxpy.interposer.wire import SOCKET_VARIABLE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.captures import Recorder

__all__ = ["RecordingServer", "find_driver", "record"]

_FIND: Final = (
    "import ctypes\n"
    "ctypes.CDLL('libcuda.so.1')\n"
    "for line in open('/proc/self/maps'):\n"
    "    if '/libcuda.so' in line:\n"
    "        print(line.split(maxsplit=5)[5].rstrip())\n"
)


def find_driver() -> Path:
    """Return the path of the driver's library; raises `CaptureError` if there is none."""
    done = subprocess.run(  # noqa: S603 - this Python, which looks for it as a program would
        [sys.executable, "-c", _FIND], capture_output=True, text=True, check=False
    )
    found = [Path(line) for line in done.stdout.splitlines()]
    # Under `ptxpy exec` the emulated driver is found, which is no GPU.
    drivers = [path for path in found if not path.with_name(STAND_IN).exists()]
    if done.returncode or not drivers:
        message = (
            "this machine has no CUDA driver (libcuda.so.1): without --gpu the program runs in the "
            "simulator"
        )
        raise CaptureError(message)
    return drivers[0]


class RecordingServer:
    """Listens to the processes of a program, each in a thread of its own."""

    def __init__(self, recorder: Recorder, folder: str, max_bytes: int) -> None:
        """Listen at a socket in a folder."""
        self.path = str(Path(folder, "socket"))
        self._recorder = recorder
        self._max_bytes = max_bytes
        self._lock = threading.Lock()
        self._sessions: list[threading.Thread] = []
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(self.path)
        self._listener.listen(64)
        self._end = f"{self.path}.end"
        """The address of the connection by which the server is told to accept no more."""
        self._accepting = threading.Thread(target=self._accept, daemon=True)
        self._accepting.start()

    def _accept(self) -> None:
        while True:
            try:
                connection, address = self._listener.accept()
            except OSError:
                return
            # Accepting cannot be interrupted from another thread, so a connection ends it.
            if address == self._end:
                connection.close()
                return
            session = Session(connection, self._recorder, self._lock, self._max_bytes)
            thread = threading.Thread(target=session.run, daemon=True)
            self._sessions.append(thread)
            thread.start()

    def close(self, seconds: float | None = None) -> None:
        """Wait for the processes that have connected to end, and listen to no others."""
        # A short program may have ended before its connection is accepted. Connections are accepted
        # in order, so all are known once this last one is.
        with socket.socket(socket.AF_UNIX) as end:
            end.bind(self._end)
            end.connect(self.path)
        self._accepting.join(seconds)
        for each in self._sessions:
            each.join(seconds)
        self._listener.close()


def record(command: Sequence[str], recorder: Recorder, max_bytes: int) -> int:
    """Run a program on the GPU of the machine, and record its launches.

    Returns its exit status, negative for a signal. Raises `NativeBuildError`, `CaptureError` if
    there is no driver, and `ProgramError` if the program cannot be started.
    """
    library = interposer_library(find_driver())
    with (
        tempfile.TemporaryDirectory(prefix="ptxpy-capture-") as folder,
        forwarded_signals() as (_, programs),
    ):
        server = RecordingServer(recorder, folder, max_bytes)
        found = dict(os.environ)
        prepend(found, "LD_PRELOAD", [str(library)])
        prepend(found, "LD_LIBRARY_PATH", [str(library.parent)])
        found[SOCKET_VARIABLE] = server.path
        found["TRITON_LIBCUDA_PATH"] = str(library.parent)
        program = start_program(command, found)
        programs.append(program)
        status = program.wait()
        server.close()
        return status
