"""The Pythons that pyproject.toml names, and where this machine has them."""

from __future__ import annotations

import os
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

_CLASSIFIER: Final = "Programming Language :: Python :: 3."
_ASK: Final = (
    "import sys, sysconfig; print(*sys.version_info[:3], sep='.', end='');"
    "print('t' if sysconfig.get_config_var('Py_GIL_DISABLED') else '')"
)


class Interpreter(NamedTuple):
    """A Python of this machine."""

    version: str
    """Such as `3.12.1`; with a `t` at its end, one without a global lock."""
    path: Path

    @property
    def minor(self) -> str:
        """The version that a classifier names, such as `3.12`."""
        return ".".join(self.version.split(".")[:2])


def promised(pyproject: Path) -> list[str]:
    """Return the versions that a project's classifiers name, such as `3.12`."""
    project = tomllib.loads(pyproject.read_text(encoding="utf-8"))["project"]
    return [
        "3." + classifier.removeprefix(_CLASSIFIER)
        for classifier in project["classifiers"]
        if classifier.startswith(_CLASSIFIER)
    ]


def interpreters(minor: str) -> list[Interpreter]:
    """Return the Pythons of a version that this machine has, each of its releases once."""
    found: dict[str, Interpreter] = {}
    for path in _candidates(minor):
        version = _version(path)
        if version.startswith(f"{minor}."):
            found.setdefault(version, Interpreter(version, path))
    return sorted(found.values(), key=lambda each: int(each.version.split(".")[2].rstrip("t")))


def _candidates(minor: str) -> Iterator[Path]:
    """Yield where a Python may lie: the system's, those on the PATH, those that pyenv keeps."""
    folders = [Path("/usr/bin"), Path("/usr/local/bin")]
    folders += [Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep) if folder]
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    folders += sorted(pyenv.glob(f"versions/{minor}.*/bin"))
    for folder in folders:
        path = folder / f"python{minor}"
        # A virtual environment is not for others to be made from.
        if path.is_file() and not (folder.parent / "pyvenv.cfg").exists():
            yield path


def _version(path: Path) -> str:
    """Return the version of a Python; empty where it does not run, as pyenv's shims may not."""
    asked = subprocess.run([path, "-I", "-c", _ASK], capture_output=True, text=True, check=False)
    return asked.stdout.strip() if asked.returncode == 0 else ""
