"""What commands and imports cost before they do anything, and which modules take that time."""

from __future__ import annotations

import argparse
import os
import re
import tempfile
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from benchmarks.corpus import ROOT
from benchmarks.processes import measure, own_python, spend, warm_bytecode

_SMALL: Final = ROOT / "corpus" / "nvcc" / "saxpy.sm_90a.ptx"
"""A file of about a kilobyte."""

_LARGE: Final = ROOT / "corpus" / "cutlass" / "hopper_gemm.lineinfo.ptx"
"""A file of about a megabyte."""

_UNKNOWN: Final = (
    "import ptxpy; ptxpy.parse('.version 9.0\\n.target sm_90\\n.entry k() {\\nx ~-~-~-1;\\n}')"
)
"""Python that parses a statement with a form that no file of the corpus has."""

_OUT: Final = "{out}"
"""Stands for the name of a file that does not exist before the first command."""

_COMMANDS: Final[dict[str, tuple[tuple[str, ...], float | None]]] = {
    "python -c pass": (("-c", "pass"), None),
    "--version": (("-m", "ptxpy", "--version"), 0.06),
    "--help": (("-m", "ptxpy", "--help"), 0.06),
    "check": (("-m", "ptxpy", "check", str(_SMALL)), 0.15),
    "import": (("-m", "ptxpy", "import", "--check", str(_SMALL)), 0.12),
    "import of 1.1 MB": (("-m", "ptxpy", "import", str(_LARGE), "-o", _OUT), None),
    "import ptxpy": (("-c", "import ptxpy"), None),
    "a form unknown to the package": (("-c", _UNKNOWN), None),
    "from ptxpy import kernel": (("-c", "from ptxpy import kernel"), None),
}
"""The arguments of Python for each, and the CPU time that is wanted, in seconds."""

_AGAIN: Final[dict[str, tuple[tuple[str, ...], float | None]]] = {
    "import of 1.1 MB": (_COMMANDS["import of 1.1 MB"][0], 0.3),
    "a form unknown to the package": (("-c", _UNKNOWN), None),
}
"""The same for commands that find what an earlier process has left on disk."""

_TIMED: Final = re.compile(r"import time:\s+(\d+) \|\s+\d+ \| *(\S+)")
_SHOWN: Final = 15
"""Modules of a breakdown that are listed."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this benchmark alone."""
    parser.add_argument(
        "--breakdown",
        metavar="COMMAND",
        choices=list(_COMMANDS),
        help="cli: list the modules that a command loads slowest, and what else it pays once "
        f"({', '.join(_COMMANDS)})",
    )


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Measure each command in fresh processes: the least CPU time is what it needs."""
    warm_bytecode()
    python = own_python()
    rows: dict[str, dict[str, float | None]] = {}
    with tempfile.TemporaryDirectory() as folder:
        out = str(Path(folder, "out.py"))
        caches = str(Path(folder, "caches"))
        for title, commands, where in (("", _COMMANDS, "off"), (", again", _AGAIN, caches)):
            for name, (arguments, wanted) in commands.items():
                given = [out if word == _OUT else word for word in arguments]
                repeat = options.repeat
                if where != "off":
                    spend([python, *given], caches=where)  # leaves behind what the others find
                elif _OUT in arguments:
                    repeat = min(repeat, 3)  # seconds each
                seconds = min(spend([python, *given], caches=where).cpu for _ in range(repeat))
                rows[name + title] = {"seconds": round(seconds, 4), "wanted": wanted}
                aim = f"  (wanted: {1000 * wanted:.0f} ms)" if wanted else ""
                print(f"{1000 * seconds:7.1f} ms  {name}{title}{aim}", flush=True)
    found: dict[str, Any] = {"commands": rows}
    if options.breakdown:
        arguments = _COMMANDS[options.breakdown][0]
        found["breakdown"] = _breakdown(python, arguments, options.repeat)
        if arguments[:2] == ("-m", "ptxpy"):
            found["once"] = _once(python, arguments[2:], options.repeat)
    return found


def _once(python: Path, arguments: tuple[str, ...], repeat: int) -> dict[str, list[float]]:
    """Print and return what a command pays once: how many, and the least milliseconds."""
    given = [os.devnull if word == _OUT else word for word in arguments]
    least: dict[str, list[float]] = {}
    for _ in range(repeat):
        for kind, (count, seconds) in measure(python, "ptxpy_once", *given).items():
            known = least.setdefault(kind, [count, 1e9])
            known[1] = min(known[1], round(1000 * seconds, 2))
    print("\nof these, and of the command:")
    for kind, (count, milliseconds) in sorted(least.items(), key=lambda item: -item[1][1]):
        print(f"{milliseconds:7.1f} ms  {count:5.0f}  {kind}")
    return least


def _breakdown(python: Path, arguments: tuple[str, ...], repeat: int) -> dict[str, float]:
    """Print and return the milliseconds that each module takes by itself, the most first."""
    least: dict[str, float] = {}
    for _ in range(repeat):
        given = [os.devnull if word == _OUT else word for word in arguments]
        shown = spend([python, "-X", "importtime", *given], errors=True).output
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
