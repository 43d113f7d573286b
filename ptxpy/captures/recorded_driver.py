"""Recording the launches of other libraries of a Python program, before the CUDA driver.

The interposer is a library, `libcuda.so.1`, that has to be loaded before the driver's own; the
launches are recorded by a process that this one starts.
"""

from __future__ import annotations

import ctypes
import json
import os
import platform
import subprocess
import sys
import warnings
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import IO, TYPE_CHECKING, Any, Final, Self

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.captures.recorder import Recorder

__all__ = ["RecordedDriver", "recorded_driver"]

_DEVICES: Final = ("/dev/nvidiactl", "/dev/dxg")
"""The devices of a machine with a GPU, on Linux and in its subsystem on Windows."""
_DRIVER: Final = "/libcuda.so"
_EXEC_SOCKET: Final = "PTXPY_EXEC_SOCKET"
"""The environment variable of programs on the emulated device, which is as good as a GPU."""
_CAPTURE_SOCKET: Final = "PTXPY_CAPTURE_SOCKET"
"""The environment variable of programs that `ptxpy capture --gpu` has started."""


class RecordedDriver:
    """The interposer, if it is in this process."""

    def __init__(self, library: ctypes.CDLL | None) -> None:
        """Take the library; None if there is none."""
        self._library = library

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Leave out the launches of this thread: they are recorded otherwise."""
        if self._library is None:
            yield
            return
        self._library.ptxpy_capture_pause(1)
        try:
            yield
        finally:
            self._library.ptxpy_capture_pause(-1)


@contextmanager
def recorded_driver(
    recorder: Recorder, kernel: str, nth: frozenset[int], max_bytes: int
) -> Iterator[RecordedDriver]:
    """Record the launches of the driver, if the machine has one.

    Args:
        recorder: Gets the names of the files in the end.
        kernel: Only this kernel; empty for all.
        nth: Only these launches of the kernel; empty for all.
        max_bytes: The most bytes of a launch.
    """
    # The interposer is built for Linux on x86-64; without a GPU there is no driver to record.
    is_supported = sys.platform == "linux" and platform.machine() == "x86_64"
    has_gpu = _EXEC_SOCKET in os.environ or any(Path(path).exists() for path in _DEVICES)
    if not (is_supported and has_gpu):
        yield RecordedDriver(None)
        return
    # None stands for all that the process has loaded: the interposer may be preloaded already, or
    # be that of an outer block.
    loaded = ctypes.CDLL(None)
    library = loaded if hasattr(loaded, "ptxpy_capture_start") else None
    # A driver that others have loaded stays the one that they call: a library that comes later
    # intercepts nothing.
    if library is None and _DRIVER in Path("/proc/self/maps").read_text("utf-8", "surrogateescape"):
        _warn(
            "the CUDA driver has been loaded already: enter ptxpy.capture before CUDA is first "
            "used, or start the program with `ptxpy capture --gpu`"
        )
        yield RecordedDriver(None)
        return
    options = {
        "folder": str(recorder.folder.absolute()),
        "kernel": kernel,
        "nth": sorted(nth),
        "max_bytes": max_bytes,
    }
    with _RecorderProcess(options, recorder) as process:
        try:
            place = process.first_line()
            if library is None:
                # Global, and with the name of the driver: a later `dlopen("libcuda.so.1")` finds
                # this library.
                library = ctypes.CDLL(place["library"], mode=ctypes.RTLD_GLOBAL)
        except OSError as error:
            _warn(str(error))
            yield RecordedDriver(None)
            return
        library.ptxpy_capture_start(place["socket"].encode())
        try:
            yield RecordedDriver(library)
        finally:
            # Under `ptxpy capture --gpu` the rest of the program is recorded by the outer recorder
            # again.
            outer = os.environ.get(_CAPTURE_SOCKET)
            if outer:
                library.ptxpy_capture_start(outer.encode())
            else:
                library.ptxpy_capture_stop()


def _warn(reason: str) -> None:
    message = f"launches of other libraries are not recorded: {reason}"
    warnings.warn(message, RuntimeWarning, stacklevel=7)  # where the block is entered


class _RecorderProcess:
    """The process that records: `python -m ptxpy.interposer`."""

    def __init__(self, options: dict[str, Any], recorder: Recorder) -> None:
        self._recorder = recorder
        self._process = subprocess.Popen(  # noqa: S603 - this Python
            [sys.executable, "-m", "ptxpy.interposer", json.dumps(options)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._reader: Thread | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.stdin is not None:
            # The process ends with its standard input, and writes the names of the files last: the
            # reader is awaited.
            self._process.stdin.close()
        if self._reader is not None:
            self._reader.join()
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()

    def first_line(self) -> dict[str, str]:
        """Return where the interposer and the socket are, and read on; raises `OSError`."""
        stream = self._process.stdout
        assert stream is not None  # noqa: S101 - it is a pipe
        line = stream.readline()
        if not line:
            message = "the process that records them cannot be started"
            raise OSError(message)
        # A thread reads on, so that a full pipe never stops the recorder, for which a launch waits.
        self._reader = Thread(target=self._read, args=(stream,), daemon=True)
        self._reader.start()
        found: dict[str, str] = json.loads(line)
        if "problem" in found:
            raise OSError(found["problem"])
        return found

    def _read(self, stream: IO[str]) -> None:
        for line in stream:
            values = json.loads(line)
            if "say" in values:
                self._recorder.say(values["say"])
            else:
                self._recorder.files += map(Path, values.get("files", ()))
                self._recorder.skipped += values.get("skipped", 0)
