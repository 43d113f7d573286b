"""Capture of standard output, of Python as well as of the driver."""

from __future__ import annotations

import ctypes
import os
import sys
import tempfile

__all__ = ["Capture"]


class Capture:
    """Redirects standard output until the process ends.

    `printf` on a GPU writes to the stream of C, which is not flushed for a file.
    """

    def __init__(self) -> None:
        """Start the redirection."""
        sys.stdout.flush()
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as the process runs
        os.dup2(self._file.fileno(), 1)
        self._c = ctypes.CDLL(None)
        self._place = 0

    def take(self) -> bytes:
        """Return the output since the last call."""
        sys.stdout.flush()
        self._c.fflush(None)
        data = os.pread(1, os.fstat(1).st_size - self._place, self._place)
        self._place += len(data)
        return data
