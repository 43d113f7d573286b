"""What must be there before anything else is loaded; this imports nothing that may be missing."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from typing import Final

__all__ = ["explain_missing", "missing"]

_OLDEST: Final = (3, 11)

_NEEDED: Final = {
    "lark": "its wheel, lark-*.whl, needs nothing else: add the file itself to PYTHONPATH",
    "numpy": "version 2 or newer",
}


def missing() -> list[str]:
    """Return what this Python lacks, one line each."""
    found = []
    if sys.version_info < _OLDEST:
        version = ".".join(map(str, sys.version_info[:2]))
        found.append(f"this is Python {version}: ptxpy needs 3.11 or newer")
    found += [f"no {name} ({hint})" for name, hint in _NEEDED.items() if find_spec(name) is None]
    return found


def explain_missing() -> None:
    """Leave with exit status 2 and a line for each thing that is missing, if anything is."""
    lines = missing()
    if lines:
        print(f"gpu_check cannot run with {sys.executable}:", *lines, sep="\n  ", file=sys.stderr)
        sys.exit(2)
