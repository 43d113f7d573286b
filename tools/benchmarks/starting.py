"""What commands and imports cost before they do anything, and which modules take that time."""

from __future__ import annotations

import argparse
import re
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from benchmarks.corpus import ROOT
from benchmarks.processes import own_python, spend, warm_bytecode

_SMALL: Final = ROOT / "corpus" / "nvcc" / "saxpy.sm_90a.ptx"
"""A file of about a kilobyte."""

_COMMANDS: Final[dict[str, tuple[tuple[str, ...], float | None]]] = {
    "python -c pass": (("-c", "pass"), None),
    "--version": (("-m", "ptxpy", "--version"), 0.06),
    "--help": (("-m", "ptxpy", "--help"), 0.06),
    "check": (("-m", "ptxpy", "check", str(_SMALL)), 0.15),
    "import": (("-m", "ptxpy", "import", "--check", str(_SMALL)), 0.15),
    "import ptxpy": (("-c", "import ptxpy"), None),
    "from ptxpy import kernel": (("-c", "from ptxpy import kernel"), None),
}
"""The arguments of Python for each, and the CPU time that is wanted, in seconds."""

_TIMED: Final = re.compile(r"import time:\s+(\d+) \|\s+\d+ \| *(\S+)")
_SHOWN: Final = 15
"""Modules of a breakdown that are listed."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this benchmark alone."""
    parser.add_argument(
        "--breakdown",
        metavar="COMMAND",
        choices=list(_COMMANDS),
        help=f"cli: list the modules that a command loads slowest ({', '.join(_COMMANDS)})",
    )


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Measure each command in fresh processes: the least CPU time is what it needs."""
    warm_bytecode()
    python = own_python()
    rows: dict[str, dict[str, float | None]] = {}
    for name, (arguments, wanted) in _COMMANDS.items():
        seconds = min(spend([python, *arguments]).cpu for _ in range(options.repeat))
        rows[name] = {"seconds": round(seconds, 4), "wanted": wanted}
        aim = f"  (wanted: {1000 * wanted:.0f} ms)" if wanted else ""
        print(f"{1000 * seconds:7.1f} ms  {name}{aim}", flush=True)
    found: dict[str, Any] = {"commands": rows}
    if options.breakdown:
        found["breakdown"] = _breakdown(python, _COMMANDS[options.breakdown][0], options.repeat)
    return found


def _breakdown(python: Path, arguments: tuple[str, ...], repeat: int) -> dict[str, float]:
    """Print and return the milliseconds that each module takes by itself, the most first."""
    least: dict[str, float] = {}
    for _ in range(repeat):
        shown = spend([python, "-X", "importtime", *arguments], errors=True).output
        for microseconds, module in _TIMED.findall(shown):
            least[module] = min(least.get(module, 1e9), int(microseconds) / 1000)
    packages: dict[str, float] = defaultdict(float)
    for module, milliseconds in least.items():
        own = module.split(".")[0] == "ptxpy"
        packages[".".join(module.split(".")[:2]) if own else "others"] += milliseconds
    slowest = _sorted(least)
    print(f"\n{sum(least.values()):7.1f} ms  {len(least)} modules")
    for name, milliseconds in [*_sorted(packages).items(), *list(slowest.items())[:_SHOWN]]:
        print(f"{milliseconds:7.1f} ms  {name}")
    return slowest


def _sorted(times: Mapping[str, float]) -> dict[str, float]:
    return dict(sorted(times.items(), key=lambda item: -item[1]))
