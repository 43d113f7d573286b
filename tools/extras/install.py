"""The extras that tests use, installed into an environment: builds for the CPU alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

__all__ = ["EXTRAS", "MISSING", "ROOT", "install"]

ROOT: Final = Path(__file__).resolve().parents[2]

EXTRAS: Final = ("dask", "jax", "notebook", "pyright", "triton")
"""Extras of pyproject.toml that are installed as they stand there."""

PYTORCH: Final = "torch==2.13.0+cpu" if sys.platform == "linux" else "torch"
"""PyTorch without CUDA. On Linux, only the builds for the CPU have that label; a package index that
lacks them gives nothing, not the build for CUDA of several gigabytes."""

MISSING: Final = "tools/test --all installs it"
"""What the reason of a test says that is skipped without an extra."""

_PIP: Final = ("install", "--quiet", "--quiet", "--disable-pip-version-check")


def install(python: Path, *, needs_pytorch: bool = False) -> bool:
    """Install the extras into the environment of a Python; return whether PyTorch is among them.

    Nothing is done if they are there, or if PyTorch is needed and has no build for the CPU and this
    Python. Raises `SystemExit` if pip fails for the others.
    """
    stamp = python.parent.parent / "ptxpy-extras"
    key = _key(python)
    found = stamp.read_text(encoding="utf-8") if stamp.is_file() else ""
    if not found.startswith(key):
        names = ", ".join(EXTRAS)
        print(f"installing PyTorch, {names} for the CPU", file=sys.stderr, flush=True)
        has_pytorch = not _pip(python, PYTORCH, quiet=True).returncode
        if needs_pytorch and not has_pytorch:
            return False
        if _pip(python, "--editable", f"{ROOT}[{','.join(EXTRAS)}]").returncode:
            raise SystemExit(f"pip cannot install {names}")
        found = f"{key}{PYTORCH if has_pytorch else ''}"
        stamp.write_text(found, encoding="utf-8")
    return found != key


def _key(python: Path) -> str:
    """Return what the environment follows from."""
    files = [ROOT / "pyproject.toml", ROOT / "ptxpy" / "__about__.py"]
    made = [python.parent.parent / "pyvenv.cfg"]
    texts = [path.read_text(encoding="utf-8") for path in (*files, *made)]
    return "\n".join([str(ROOT), *EXTRAS, PYTORCH, *texts, ""])


def _pip(python: Path, *wanted: str, quiet: bool = False) -> subprocess.CompletedProcess[bytes]:
    output = subprocess.DEVNULL if quiet else None
    command = [sys.executable, "-m", "pip", "--python", str(python), *_PIP, *wanted]
    return subprocess.run(command, cwd=ROOT, stderr=output, check=False)
