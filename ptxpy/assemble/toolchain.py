"""Search for ptxas, and for other programs of the CUDA toolkit, on this machine."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ptxpy._extras import install_command
from ptxpy._records import NamedTuple
from ptxpy.assemble.child import AssemblerMissingError, Limits, execute, text

__all__ = [
    "VARIABLE",
    "Ptxas",
    "candidates",
    "find_configured",
    "find_program",
    "missing_ptxas",
    "probe",
]

VARIABLE: Final = "PTXPY_PTXAS"
"""The environment variable with the path of the ptxas to use, instead of any other."""

NAME: Final = "ptxas"

WHEEL: Final = "nvidia-cuda-nvcc"
"""The package on PyPI with ptxas, at ``nvidia/cu13/bin`` in version 13."""

_TOOLKITS: Final = ("CUDA_HOME", "CUDA_PATH")
"""Environment variables with the folder of a CUDA toolkit."""

DEFAULT_TOOLKIT: Final = "/usr/local/cuda"

_RELEASE: Final = re.compile(r"^Cuda compilation tools, release (\d+\.\d+)", re.MULTILINE)
"""A line of ``ptxas --version``."""

_MAX_PROBE_SECONDS: Final = 20.0
"""Time limit of ``ptxas --version``."""


class Ptxas(NamedTuple):
    """A ptxas that runs."""

    path: Path
    version: str
    """The version of its CUDA toolkit: ``13.0``."""

    def __str__(self) -> str:
        """Return ``ptxas 13.0``."""
        return f"ptxas {self.version}"


def missing_ptxas() -> str:
    """Return the message that there is no ptxas, with what to do."""
    return f"no ptxas; {install_command('ptxas')}, or set {VARIABLE} to its path"


def find_configured() -> Path | None:
    """Return the path in the environment variable, if it is set."""
    path = os.environ.get(VARIABLE)
    return Path(path).absolute() if path else None


def candidates() -> Iterator[Path]:
    """Yield the files that may be ptxas, the preferred one first.

    They are looked for in the wheel `nvidia-cuda-nvcc`, on ``PATH``, in the toolkits of
    ``CUDA_HOME`` and ``CUDA_PATH``, and in ``/usr/local/cuda``.
    """
    yield from _programs(NAME, WHEEL)


def find_program(name: str, wheel: str) -> Path | None:
    """Return the file of another program of the toolkit, from the wheel `wheel` or as ptxas."""
    return next(_programs(name, wheel), None)


def _programs(name: str, wheel: str) -> Iterator[Path]:
    file = f"{name}.exe" if sys.platform == "win32" else name
    # Its import takes as long as assembling a small kernel, and most commands do not assemble.
    from importlib import metadata  # noqa: PLC0415

    try:
        files = metadata.files(wheel) or []
    except metadata.PackageNotFoundError:
        files = []
    for each in files:
        path = Path(os.fspath(each.locate()))
        if each.name == file and path.is_file():
            yield path
    # As a shell does, only the first file on the path counts; relative folders are skipped.
    for folder in os.get_exec_path():
        path = Path(folder, file)
        if path.is_absolute() and path.is_file() and os.access(path, os.X_OK):
            yield path
            break
    toolkits = [os.environ.get(variable, "") for variable in _TOOLKITS]
    # An empty variable gives a relative path, which is skipped.
    for toolkit in (*toolkits, DEFAULT_TOOLKIT):
        path = Path(toolkit, "bin", file)
        if path.is_absolute() and path.is_file():
            yield path


def probe(path: Path, limits: Limits) -> Ptxas:
    """Run a ptxas for its version; raise `AssemblerMissingError` if it does not run."""
    # A file that is called ptxas may be anything, and must not hang.
    limits = limits._replace(seconds=min(limits.seconds, _MAX_PROBE_SECONDS))
    try:
        finished = execute([str(path), "--version"], limits)
    except OSError as error:
        message = f"{path} does not run: {error.strerror or error}"
        raise AssemblerMissingError(message) from None
    release = _RELEASE.search(text(finished.output))
    if finished.status != 0 or release is None:
        ending = finished.describe_ending()
        what = ending if finished.status != 0 else "it does not print a version of ptxas"
        message = f"{path} does not run: {what}"
        raise AssemblerMissingError(message)
    return Ptxas(path, release[1])
