"""The wheel of pyptx, in a cache folder; nothing of it is copied into the repository."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Final

__all__ = ["PACKAGE", "VERSION", "WheelError", "install"]

PACKAGE: Final = "pyptx"
VERSION: Final = "0.1.1"

_DIGEST: Final = "a9e9565dd0d3f627658977d5326247e5a08906e376c32c764b42253c3aa67da9"
"""Of the wheel for Python 3.11 on Linux, whose Python code runs on later versions as well."""

_PLATFORM: Final = ("--python-version", "3.11", "--platform", "manylinux_2_28_x86_64")


class WheelError(Exception):
    """The wheel cannot be had; the message says why."""


def install(cache: Path) -> Path:
    """Return a folder that contains the package, downloaded by pip at the first call.

    Raises `WheelError` where pip does not reach PyPI, or the file is another than the known one.
    """
    folder = cache / f"{PACKAGE}-{VERSION}"
    if folder.is_dir():
        return folder
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache) as temporary:
        path = _download(Path(temporary))
        if hashlib.sha256(path.read_bytes()).hexdigest() != _DIGEST:
            message = f"{path.name} is not the file whose digest tools/peering/wheel.py has"
            raise WheelError(message)
        unpacked = Path(temporary, "unpacked")
        with zipfile.ZipFile(path) as archive:
            archive.extractall(unpacked)
        shutil.move(unpacked, folder)
    return folder


def _download(folder: Path) -> Path:
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", *_PLATFORM]
    command += ["--only-binary", ":all:", "--dest", str(folder), f"{PACKAGE}=={VERSION}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = [*folder.glob("*.whl")]
    if done.returncode or not found:
        reason = done.stderr.strip().rpartition("\n")[2]
        message = f"pip does not download {PACKAGE} {VERSION}: {reason}"
        raise WheelError(message)
    return found[0]
