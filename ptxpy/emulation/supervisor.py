"""Running a program on the emulated device: the process between the terminal and the program.

It starts the program with the emulated driver preloaded, and forks a device process for each
process of the program that uses the device.
"""

from __future__ import annotations

import ctypes
import os
import resource
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ptxpy.emulation.native_build import native_libraries
from ptxpy.emulation.protocol import FOUND_FAULTS, SOCKET_VARIABLE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ptxpy.emulation.device_options import DeviceOptions
    from ptxpy.emulation.native_build import NativeLibraries

__all__ = ["ProgramError", "execute", "forwarded_signals", "prepend", "start_program"]

NOT_FOUND: Final = 127
"""The exit status of a shell for a program that is not there."""
NOT_EXECUTABLE: Final = 126
"""The exit status of a shell for a file that cannot be executed."""
_DEATH_SIGNAL: Final = 1
"""The option PR_SET_PDEATHSIG of prctl(2)."""


class ProgramError(Exception):
    """The program could not be started."""

    def __init__(self, message: str, status: int) -> None:
        """Keep the message and the exit status."""
        self.status = status
        super().__init__(message)


def environment(libraries: NativeLibraries, socket_path: str) -> dict[str, str]:
    """Return the environment of the program: with the emulated driver and the socket."""
    found = dict(os.environ)
    preloaded = [libraries.preload, libraries.cuda, libraries.cudart13, libraries.cudart12]
    folder = str(libraries.cuda.parent)
    prepend(found, "LD_PRELOAD", [str(path) for path in preloaded])
    prepend(found, "LD_LIBRARY_PATH", [folder])
    found[SOCKET_VARIABLE] = socket_path
    # Triton looks for the driver with `ldconfig`, which does not know `LD_LIBRARY_PATH`.
    found.setdefault("TRITON_LIBCUDA_PATH", folder)
    # For a program with AddressSanitizer: the emulated driver is loaded before its own library, and
    # the memory of the device lies where it allows no memory.
    allowed = "verify_asan_link_order=0:protect_shadow_gap=0"
    found["ASAN_OPTIONS"] = ":".join(filter(None, [allowed, found.get("ASAN_OPTIONS")]))
    # CuPy's cache holds machine code, which cannot be simulated, and would take PTX for it.
    found.setdefault("CUPY_CACHE_IN_MEMORY", "1")
    return found


def prepend(variables: dict[str, str], name: str, values: list[str]) -> None:
    """Put values before those of an environment variable that is a list."""
    before = variables.get(name)
    variables[name] = ":".join([*values, before] if before else values)


def execute(command: Sequence[str], options: DeviceOptions) -> int:
    """Run a program on the emulated device; return its exit status, negative for a signal.

    The status of a program that ends with 0 is 1 if strict mode has found faults.

    Raises `NativeBuildError` if the driver cannot be built, and `ProgramError` if the program
    cannot be started.
    """
    libraries = native_libraries()
    with tempfile.TemporaryDirectory(prefix="ptxpy-exec-") as folder:
        path = str(Path(folder, "socket"))
        with socket.socket(socket.AF_UNIX) as listener, forwarded_signals() as (wakeup, forwarded):
            listener.bind(path)
            listener.listen(64)
            program = start_program(command, environment(libraries, path))
            supervisor = _Supervisor(listener, wakeup, program, options)
            forwarded.append(program)
            return supervisor.run()


def start_program(command: Sequence[str], variables: dict[str, str]) -> subprocess.Popen[bytes]:
    """Start a program with an environment; raises `ProgramError`."""
    # What has been written before must come before the output of the program.
    sys.stdout.flush()
    try:
        return subprocess.Popen(command, env=variables)  # noqa: S603 - what the user asked to run
    except FileNotFoundError:
        here = Path(command[0]).is_file() and "/" not in command[0]
        hint = f"; the file in this folder is ./{command[0]}" if here else ""
        message = f"{command[0]}: no such program{hint}"
        raise ProgramError(message, NOT_FOUND) from None
    except OSError as error:
        reason = (error.strerror or "cannot be executed").lower()
        message = f"{command[0]}: {reason}"
        raise ProgramError(message, NOT_EXECUTABLE) from None


@contextmanager
def forwarded_signals() -> Iterator[tuple[socket.socket, list[subprocess.Popen[bytes]]]]:
    """Wake up when a child ends; leave Ctrl-C to the program; forward signals that would end us.

    Yields the socket that becomes readable, and a list for the program that signals go to.
    """
    receiver, sender = socket.socketpair()
    receiver.settimeout(0)
    sender.settimeout(0)
    programs: list[subprocess.Popen[bytes]] = []

    def forward(number: int, frame: object) -> None:
        del frame
        for program in programs:
            program.send_signal(number)

    def ignore(number: int, frame: object) -> None:
        del number, frame  # the terminal sends it to the program, too

    handlers = {
        signal.SIGCHLD: ignore,
        signal.SIGINT: ignore,
        signal.SIGQUIT: ignore,
        signal.SIGTERM: forward,
        signal.SIGHUP: forward,
        signal.SIGUSR1: forward,
        signal.SIGUSR2: forward,
    }
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    wakeup = signal.set_wakeup_fd(sender.fileno(), warn_on_full_buffer=False)
    try:
        yield receiver, programs
    finally:
        signal.set_wakeup_fd(wakeup)
        for number, handler in before.items():
            signal.signal(number, handler)
        receiver.close()
        sender.close()


class _Supervisor:
    """A program, and the device processes of its processes."""

    def __init__(
        self,
        listener: socket.socket,
        wakeup: socket.socket,
        program: subprocess.Popen[bytes],
        options: DeviceOptions,
    ) -> None:
        self._listener = listener
        self._wakeup = wakeup
        self._program = program
        self._options = options
        self._devices: set[int] = set()
        self._parent = os.getpid()
        self._found_faults = False

    def run(self) -> int:
        """Serve until the program and all device processes have ended; return its status."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._listener, selectors.EVENT_READ)
            selector.register(self._wakeup, selectors.EVENT_READ)
            while self._program.poll() is None or self._devices:
                for key, _ in selector.select():
                    if key.fileobj is self._listener:
                        self._accept()
                    else:
                        with suppress(BlockingIOError):
                            self._wakeup.recv(4096)
                for number in [*self._devices]:
                    ended, status = os.waitpid(number, os.WNOHANG)
                    if not ended:
                        continue
                    self._devices.discard(number)
                    if os.WIFEXITED(status) and os.WEXITSTATUS(status) == FOUND_FAULTS:
                        self._found_faults = True
                    if os.WIFSIGNALED(status):
                        name = signal.Signals(os.WTERMSIG(status)).name
                        sys.stderr.write(f"ptxpy exec: the device process was ended by {name}\n")
        return self._program.wait() or int(self._found_faults)

    def _accept(self) -> None:
        """Fork a device process for a connection."""
        from ptxpy.emulation import server  # noqa: PLC0415 - only if the program uses the device

        connection, _ = self._listener.accept()
        # What is buffered here would be written by both processes after the fork.
        sys.stdout.flush()
        sys.stderr.flush()
        number = os.fork()
        if number:
            connection.close()
            self._devices.add(number)
            return
        status = 1
        try:
            # The wake-up socket is that of the parent, which must not hear of signals of this
            # process.
            signal.set_wakeup_fd(-1)
            for each in (signal.SIGCHLD, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1):
                signal.signal(each, signal.SIG_DFL)
            self._listener.close()
            with suppress(OSError, AttributeError):
                ctypes.CDLL(None).prctl(_DEATH_SIGNAL, signal.SIGTERM, 0, 0, 0)
            # The parent may have ended before it was to send the signal.
            if os.getppid() != self._parent:
                os._exit(1)
            status = server.serve(connection, self._options)
        finally:
            with suppress(OSError, ValueError):
                sys.stdout.flush()
                sys.stderr.flush()
            os._exit(status)


def end_as(status: int) -> int:
    """Return an exit status; end this process by the signal that ended the program."""
    if status >= 0:
        return status
    number = -status
    # A core file, if there is one, is that of the program: this process must not write its own over
    # it.
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    sys.stdout.flush()
    sys.stderr.flush()
    with suppress(OSError, ValueError):  # SIGKILL has no handler to set
        signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
    return 128 + number
