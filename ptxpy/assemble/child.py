"""Running nvJitLink in a process of its own, with limits."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from ptxpy.assemble.messages import failure

__all__ = ["DEFAULT_LIMITS", "AssemblerMissing", "Limits", "Reply", "run"]

WORKER: Final = Path(__file__).with_name("_worker.py")

INSTALL: Final = "pip install cuda-bindings nvidia-nvjitlink"


class AssemblerMissing(RuntimeError):  # noqa: N818 - what is wrong, and what to do about it
    """nvJitLink is not installed, or cannot be loaded; the message says what to install."""


class Limits(NamedTuple):
    """How much the assembler may use before it is stopped."""

    seconds: float = 300.0
    """Of wall time."""
    memory: int | None = 8 << 30
    """Bytes of address space; None is no limit, and Windows has none."""


DEFAULT_LIMITS: Final = Limits()


class Reply(NamedTuple):
    """What nvJitLink answered."""

    status: str
    """`FINE`, or nvJitLink's name of the error: ``ERROR_PTX_COMPILE``."""
    version: str
    """Of nvJitLink: ``13.5``."""
    cubin: bytes
    errors: str
    """The error log."""
    infos: str
    """The info log."""

    @property
    def fine(self) -> bool:
        """Whether there is a cubin."""
        return self.status == "fine"


def run(ptx: bytes, arch: str, options: Sequence[str], limits: Limits) -> Reply:
    """Assemble in a process of its own.

    `AssembleError` when the process crashes or is stopped, `AssemblerMissing` when there is no
    nvJitLink.
    """
    request = {"arch": arch, "options": list(options), "memory": limits.memory}
    try:
        process = subprocess.run(  # noqa: S603 - this Python, and a script beside this file
            [sys.executable, "-P", str(WORKER)],
            input=json.dumps(request).encode("ascii") + b"\n" + ptx,
            capture_output=True,
            timeout=limits.seconds,
            check=False,
            env=_environment(),
        )
    except subprocess.TimeoutExpired:
        message = f"the assembler was stopped: it took more than {limits.seconds:g} s"
        raise failure(message) from None
    if process.returncode:
        raise failure(_last_words(process.returncode, process.stderr))
    header, _, rest = process.stdout.partition(b"\n")
    reply = json.loads(header)
    if reply["status"] == "missing":
        message = (
            f"assembling needs nvJitLink, which cannot be loaded; {INSTALL} ({reply['detail']})"
        )
        raise AssemblerMissing(message)
    cubin, errors, _ = reply["sizes"]
    return Reply(
        status=reply["status"],
        version=reply["version"],
        cubin=rest[:cubin],
        errors=_text(rest[cubin : cubin + errors]),
        infos=_text(rest[cubin + errors :]),
    )


def _environment() -> dict[str, str]:
    """Return the environment of the process, which imports from where this one does."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


def _last_words(status: int, errors: bytes) -> str:
    """Return how the process ended."""
    if status < 0:
        try:
            how = signal.Signals(-status).name
        except ValueError:
            how = f"signal {-status}"
    else:
        how = f"exit status {status}"
    last = _text(errors).strip().rpartition("\n")[2]
    return f"the assembler crashed ({how})" + (f": {last}" if last else "")


def _text(log: bytes) -> str:
    return log.rstrip(b"\0").decode("utf-8", "backslashreplace")
