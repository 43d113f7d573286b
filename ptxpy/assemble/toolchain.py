"""Finding ptxas on this machine."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from ptxpy.assemble.child import AssemblerMissing, Limits, execute, text

__all__ = ["INSTALL", "VARIABLE", "Ptxas", "candidates", "named", "probe"]

VARIABLE: Final = "PTXPY_PTXAS"
"""The environment variable with the path of the ptxas to use, instead of any other."""

INSTALL: Final = f"pip install 'ptxpy[ptxas]', or set {VARIABLE} to its path"

NAME: Final = "ptxas.exe" if sys.platform == "win32" else "ptxas"

WHEEL: Final = "nvidia-cuda-nvcc"
"""The package on PyPI that has ptxas, at ``nvidia/cu13/bin`` in version 13."""

_TOOLKITS: Final = ("CUDA_HOME", "CUDA_PATH")
"""Environment variables with the folder of a CUDA toolkit."""

DEFAULT_TOOLKIT: Final = "/usr/local/cuda"

_RELEASE: Final = re.compile(r"^Cuda compilation tools, release (\d+\.\d+)", re.MULTILINE)
"""A line of ``ptxas --version``."""

_SECONDS: Final = 20.0
"""How long ptxas may take to tell its version."""


class Ptxas(NamedTuple):
    """A ptxas that runs."""

    path: Path
    version: str
    """Of the CUDA toolkit that it belongs to: ``13.0``."""

    def __str__(self) -> str:
        """Return ``ptxas 13.0``."""
        return f"ptxas {self.version}"


def named() -> Path | None:
    """Return the path that the environment variable names, if it is set."""
    path = os.environ.get(VARIABLE)
    return Path(path).absolute() if path else None


def candidates() -> Iterator[Path]:
    """Yield the files that may be ptxas, the preferred one first.

    That is the one of the wheel `nvidia-cuda-nvcc`, the first on ``PATH``, those of the toolkits
    that ``CUDA_HOME`` and ``CUDA_PATH`` name, and that of ``/usr/local/cuda``.
    """
    yield from _in_wheel()
    yield from _on_path()
    toolkits = [os.environ.get(name, "") for name in _TOOLKITS]
    for toolkit in (*toolkits, DEFAULT_TOOLKIT):
        path = Path(toolkit, "bin", NAME)
        if path.is_absolute() and path.is_file():
            yield path


def probe(path: Path, limits: Limits) -> Ptxas:
    """Return the ptxas with its version; `AssemblerMissing` when it does not run."""
    limits = limits._replace(seconds=min(limits.seconds, _SECONDS))
    try:
        finished = execute([str(path), "--version"], limits)
    except OSError as error:
        message = f"{path} does not run: {error.strerror or error}"
        raise AssemblerMissing(message) from None
    release = _RELEASE.search(text(finished.output))
    if finished.status != 0 or release is None:
        what = finished.how() if finished.status != 0 else "it does not tell a version of ptxas"
        message = f"{path} does not run: {what}"
        raise AssemblerMissing(message)
    return Ptxas(path, release[1])


def _in_wheel() -> Iterator[Path]:
    # Importing it takes as long as assembling a small kernel, and most commands do not assemble.
    from importlib import metadata  # noqa: PLC0415

    try:
        files = metadata.files(WHEEL) or ()
    except metadata.PackageNotFoundError:
        return
    for file in files:
        path = Path(os.fspath(file.locate()))
        if file.name == NAME and path.is_file():
            yield path


def _on_path() -> Iterator[Path]:
    """Yield the first on the path; folders that depend on where this process runs do not count."""
    for folder in os.get_exec_path():
        path = Path(folder, NAME)
        if path.is_absolute() and path.is_file() and os.access(path, os.X_OK):
            yield path
            return
