"""What an installation takes on disk: the wheel, the base, and with extras."""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any, Final

from benchmarks.corpus import ROOT

_EXTRAS: Final = ("", "view", "engine", "all")
"""What is installed beside the base; every combination is an installation of its own."""


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Install from a wheel into folders, bytecode included; needs a package index."""
    del options
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        _pip("wheel", "--no-deps", "-w", folder, ROOT)
        (wheel,) = folder.glob("*.whl")
        found["wheel"] = wheel.stat().st_size
        print(f"  the wheel: {found['wheel'] / 1e6:.1f} MB")
        for extra in _EXTRAS:
            target = folder / (extra or "base")
            _pip("install", "--target", target, f"{wheel}[{extra}]" if extra else wheel)
            by_package = Counter[str]()
            for path in target.rglob("*"):
                if path.is_file() and not path.is_symlink():
                    by_package[path.relative_to(target).parts[0]] += path.stat().st_size
            total = sum(by_package.values())
            found[extra or "base"] = {"bytes": total, "packages": dict(by_package.most_common(8))}
            most = ", ".join(f"{name} {size / 1e6:.0f}" for name, size in by_package.most_common(4))
            print(f"  {extra or 'base'}: {total / 1e6:.0f} MB ({most})", flush=True)
    return found


def _pip(*words: str | Path) -> None:
    command = [sys.executable, "-m", "pip", words[0], "--quiet", *words[1:]]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
