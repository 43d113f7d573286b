"""The checkout, its version, and how steps of a release run programs."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

__all__ = ["ROOT", "StepError", "command", "output", "version"]

ROOT: Final = Path(__file__).resolve().parents[2]


class StepError(Exception):
    """A step of a release that has failed; the message has the output of its program."""


def version() -> str:
    """Return the version of the checkout."""
    about = (ROOT / "ptxpy" / "__about__.py").read_text(encoding="utf-8")
    return about.split('__version__ = "')[1].partition('"')[0]


def command(name: str) -> str:
    """Return the path of a program of this environment."""
    return str(Path(sys.executable).with_name(name))


def output(
    *words: str | Path, cwd: Path = ROOT, environment: Mapping[str, str] | None = None
) -> str:
    """Run a program and return what it prints; raise `StepError` if it fails."""
    try:
        ended = subprocess.run(
            words, cwd=cwd, env=environment, capture_output=True, text=True, check=False
        )
    except OSError as error:
        raise StepError(f"{words[0]}: {error.strerror}") from None
    if ended.returncode:
        shown = (ended.stdout + ended.stderr).strip()
        raise StepError(f"{Path(words[0]).name} ended with {ended.returncode}:\n{shown}")
    return ended.stdout
