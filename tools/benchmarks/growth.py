"""How time and memory grow with the size of a file."""

from __future__ import annotations

import argparse
import math
import statistics
from collections.abc import Sequence
from typing import Any, NamedTuple

from benchmarks import corpus
from benchmarks.processes import geometric_mean, measure, own_python
from benchmarks.shapes import SHAPES, shaped
from benchmarks.synthetic import SOURCE, synthesise

SIZES = (10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000, 20_000_000)
MEMORY_FILES = (
    "cutlass/hopper_gemm.lineinfo.ptx",
    "cutlass/dual_gemm.ptx",
    "cutedsl/row_softmax_long_sm_100a.ptx",
    "tilelang/attention_large_sm_90a.ptx",
    "nvcc/sha256.sm_80.ptx",
)
LARGE = 10_000_000
LIMITS = {"parse": 40, "import": 400}
"""Growth of memory that is allowed, in multiples of the source."""


SHAPE_SIZES = (150_000, 600_000)
MAX_GROWTH = 5.0
"""The most that a file of four times the size may take, in times of the smaller one. It takes more
if a quarter of the larger one's time is quadratic."""
KNOWN = {"loops": 6.5}
"""Shapes that may take more: each block of a function compares all names that the function has."""


class Fit(NamedTuple):
    """How well two laws describe times."""

    slope: float
    """Of the line through the points on logarithmic scales: time ~ size ** slope."""
    r_squared: float
    """Of that line."""
    linear_r_squared: float
    """Of time = a + b * size."""


def fit(sizes: Sequence[float], times: Sequence[float]) -> Fit:
    """Fit by least squares."""
    logarithms = [math.log(size) for size in sizes], [math.log(time) for time in times]
    slope, _ = statistics.linear_regression(*logarithms)
    return Fit(
        round(slope, 3),
        round(statistics.correlation(*logarithms) ** 2, 4),
        round(statistics.correlation(sizes, times) ** 2, 4),
    )


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this benchmark."""
    parser.add_argument(
        "--sizes", type=int, nargs="+", default=SIZES, metavar="BYTES", help="scaling: of the files"
    )


def run_scaling(options: argparse.Namespace) -> dict[str, Any]:
    """Measure files of growing size, print the table and the fits."""
    sources = options.files or [SOURCE]
    return {"sources": [_scale(source, options) for source in sources]}


_MEASURED = ("parse", "warm", "import")


def _scale(source: str, options: argparse.Namespace) -> dict[str, Any]:
    print(f"parts and repetitions of {source}: CPU of a first and a second parse, and of an import")
    print(f"{'bytes':>12}" + "".join(f" {f'{what} ms':>10} {'ns/byte':>8}" for what in _MEASURED))
    rows: list[dict[str, Any]] = []
    for wanted in options.sizes:
        path = synthesise(wanted, source)
        size = path.stat().st_size
        runs = [measure(own_python(), "ptxpy_scaling", path) for _ in range(options.repeat)]
        median = {what: statistics.median(run[what] for run in runs) for what in _MEASURED}
        rows.append(
            {"bytes": size} | {f"{what}_ms": round(1e3 * median[what], 2) for what in _MEASURED}
        )
        print(
            f"{size:>12,}"
            + "".join(
                f" {1e3 * value:>10,.1f} {1e9 * value / size:>8.0f}" for value in median.values()
            ),
            flush=True,
        )
    sizes = [row["bytes"] for row in rows]
    fits = {}
    for what in _MEASURED:
        found = fit(sizes, [row[f"{what}_ms"] for row in rows])
        fits[what] = found._asdict()
        print(
            f"{what}: time ~ size ^ {found.slope:.3f}, R² = {found.r_squared:.4f}; "
            f"time = a + b size, R² = {found.linear_r_squared:.4f}"
        )
    return {"source": source, "rows": rows, "fits": fits}


def run_shapes(options: argparse.Namespace) -> dict[str, Any]:
    """Measure imports of files with much of one thing at two sizes; too fast a growth fails."""
    small, large = SHAPE_SIZES
    print(f"CPU of imports of {small:,} and {large:,} bytes of one kind of statement;")
    print(f"the larger may take {MAX_GROWTH:.0f} times the smaller")
    rows, regressions = {}, []
    for name in options.files or SHAPES:
        paths = [shaped(name, size) for size in SHAPE_SIZES]
        runs = [
            measure(own_python(), "ptxpy_growth", *paths)["seconds"] for _ in range(options.repeat)
        ]
        first, second = (min(times) for times in zip(*runs, strict=True))
        rows[name] = {"small_ms": round(1e3 * first), "times": round(second / first, 2)}
        print(f"{name:14} {1e3 * first:>7,.0f} ms {second / first:>6.2f} times", flush=True)
        if second / first > KNOWN.get(name, MAX_GROWTH):
            regressions.append(name)
    if regressions:
        print(f"grow too fast: {', '.join(regressions)}")
    return {"shapes": rows, "regressions": regressions}


def run_memory(options: argparse.Namespace) -> dict[str, Any]:
    """Measure the growth of peak memory, in multiples of the source."""
    paths = corpus.named(options.files or MEMORY_FILES)
    if not options.files:
        paths.append(synthesise(LARGE))
    print("growth of peak resident memory over that of the loaded program")
    print(f"{'':44} {'bytes':>12} {'parse':>18} {'import':>18}")
    rows = []
    for path in paths:
        size = path.stat().st_size
        row: dict[str, Any] = {"file": corpus.short(path), "bytes": size}
        cells = ""
        for what in ("parse", "import"):
            growth = statistics.median(
                measure(own_python(), "ptxpy_memory", what, path.resolve())["growth"]
                for _ in range(options.repeat)
            )
            row[f"{what}_growth"] = round(growth)
            row[f"{what}_times_source"] = round(growth / size, 1)
            cells += f" {growth / 1e6:>8,.1f} MB {growth / size:>5.0f}x"
        rows.append(row)
        print(f"{row['file']:44} {size:>12,}{cells}", flush=True)
    means = {
        what: round(geometric_mean(max(row[f"{what}_times_source"], 0.1) for row in rows), 1)
        for what in LIMITS
    }
    most = {what: max(row[f"{what}_times_source"] for row in rows) for what in LIMITS}
    for what, limit in LIMITS.items():
        print(f"{what}: at most {most[what]}x the source (wanted: {limit}x)")
    return {"files": rows, "geometric_mean": means, "most": most}
