"""The CPU time of a whole import against that of ptxas on the same file."""

from __future__ import annotations

import argparse
import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

from benchmarks import corpus
from benchmarks.parsing import milliseconds, shown
from benchmarks.processes import (
    geometric_mean,
    median_ratio,
    own_python,
    spend,
    spread,
    warm_bytecode,
)

FILES = (
    "cutlass/hopper_gemm.lineinfo.ptx",
    "cutlass/hopper_gemm.ptx",
    "cutlass/cute_gemm.lineinfo.ptx",
    "cutlass/blackwell_gemm.ptx",
    "cutlass/ampere_gemm.ptx",
    "nvcc/sha256.sm_80.ptx",
)
"""Up to 1.1 MB, by nvcc, with line tables and without; ptxas assembles all of them."""

_TARGET = re.compile(rb"^\s*\.target\s+([a-z0-9_]+)", re.MULTILINE)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this benchmark."""
    parser.add_argument(
        "--ptxas", metavar="PATH", help="import: the assembler (default: on the PATH)"
    )


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Measure, print, and return the table."""
    ptxas = options.ptxas or shutil.which("ptxas")
    if ptxas is None:
        raise SystemExit("no ptxas on the PATH; name one with --ptxas")
    version = spend([ptxas, "--version"]).output.strip().splitlines()[-1]
    warm_bytecode()
    print(f"whole import and ptxas ({version}): CPU ms of the process, median (lowest to highest)")
    print(f"{'':40} {'kB':>6}  {'ptxpy import':26} {'ptxas':26} ratio  over a file")
    with tempfile.TemporaryDirectory() as folder:
        rows = [
            _row(path, ptxas, Path(folder), options.repeat)
            for path in corpus.named(options.files or FILES)
        ]
    mean = geometric_mean(row["ratio"] for row in rows)
    over = geometric_mean(row["over_a_file"] for row in rows)
    print(f"{'geometric mean':102} {mean:.2f}x {over:>8.2f}x")
    return {
        "ptxas": version,
        "files": rows,
        "geometric_mean": round(mean, 3),
        "over_a_file": round(over, 3),
    }


def _row(path: Path, ptxas: str, folder: Path, repeat: int) -> dict[str, Any]:
    source = path.resolve()
    target = _TARGET.search(source.read_bytes())
    if target is None:
        raise SystemExit(f"{corpus.short(path)} names no target")
    arch = target[1].decode()
    own: list[float] = []
    over: list[float] = []
    assembler: list[float] = []
    output = folder / "out.py"
    command: list[str | Path] = [own_python(), "-m", "ptxpy", "import", source, "-o", output]
    commands: list[tuple[list[float], list[str | Path]]] = [
        (own, command),
        # The file that the first has written is there: names of a reader would be kept.
        (over, [*command, "--force"]),
        (assembler, [ptxas, f"-arch={arch}", source, "-o", folder / "out.cubin"]),
    ]
    for _ in range(repeat):
        output.unlink(missing_ok=True)
        for times, each in commands:
            cost = spend(each)
            if cost.status:
                raise SystemExit(f"{each[0]} fails on {corpus.short(path)}")
            times.append(cost.cpu)
    ratio = median_ratio(own, assembler)
    again = median_ratio(over, own)
    row = {
        "file": corpus.short(path),
        "bytes": source.stat().st_size,
        "arch": arch,
        "own_ms": milliseconds(own),
        "ptxas_ms": milliseconds(assembler),
        "ratio": round(ratio, 3),
        "over_a_file": round(again, 3),
    }
    print(
        f"{row['file']:40} {source.stat().st_size / 1000:>6,.0f}  "
        f"{shown(spread(own)):26} {shown(spread(assembler)):26} {ratio:.2f}x {again:>8.2f}x",
        flush=True,
    )
    return row
