"""Parse times against the peer's, in warm processes and in fresh ones."""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks import corpus
from benchmarks.processes import (
    Spread,
    geometric_mean,
    measure,
    median_ratio,
    own_python,
    peer_python,
    spend,
    spread,
    warm_bytecode,
)

FILES = (
    "cutlass/hopper_gemm.lineinfo.ptx",
    "cutedsl/matmul_blackwell_sm_100a.ptx",
    "tilelang/matmul_transposed_sm_90a.ptx",
    "triton/attention_causal_sm_90a.ptx",
    "nvcc/sha256.sm_80.ptx",
)
"""Five producers, up to 1.1 MB; the peer parses all of them."""

FRESH_FILES = ("cutlass/dual_gemm.ptx",)

_OURS = "import sys, ptxpy; ptxpy.parse(open(sys.argv[1], newline='').read())"
_THEIRS = "import sys; from pyptx.parser import parse; parse(open(sys.argv[1], newline='').read())"


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Measure, print, and return the table."""
    return _table(options, corpus.named(options.files or FILES))


def run_unshipped(options: argparse.Namespace) -> dict[str, Any]:
    """Measure the same where none of the statement shapes is shipped."""
    return _table(options, corpus.named(options.files or FILES), "--unshipped")


def _table(options: argparse.Namespace, paths: Sequence[Path], *arguments: str) -> dict[str, Any]:
    warm_bytecode()
    print("parse, warm process: CPU ms, median over processes (lowest to highest)")
    print(f"{'':40} {'kB':>6}  {'cold':21} {'warm':21} {'pyptx':21} {'cold':>6} {'warm':>6}")
    rows = [_row(path, options.repeat, *arguments) for path in paths]
    means = {
        key: round(geometric_mean(row[key] for row in rows), 2)
        for key in ("cold_ratio", "warm_ratio")
    }
    print(f"{'geometric mean':115} {means['cold_ratio']:>5.1f}x {means['warm_ratio']:>5.1f}x")
    return {"files": rows, "geometric_mean": means}


def _row(path: Path, repeat: int, *arguments: str) -> dict[str, Any]:
    cold: list[float] = []
    warm: list[float] = []
    peer: list[float] = []
    for _ in range(repeat):
        own = measure(own_python(), "ptxpy_parse", path.resolve(), *arguments)
        cold.append(statistics.median(own["cold"]))
        warm.append(statistics.median(own["warm"]))
        peer.append(
            statistics.median(measure(peer_python(), "pyptx_parse", path.resolve())["parse"])
        )
    row: dict[str, Any] = {
        "file": corpus.short(path),
        "bytes": path.stat().st_size,
        "cold_ms": milliseconds(cold),
        "warm_ms": milliseconds(warm),
        "peer_ms": milliseconds(peer),
        "cold_ratio": round(median_ratio(peer, cold), 2),
        "warm_ratio": round(median_ratio(peer, warm), 2),
    }
    cells = " ".join(f"{shown(spread(values)):21}" for values in (cold, warm, peer))
    print(
        f"{row['file']:40} {row['bytes'] / 1000:>6,.0f}  {cells} "
        f"{row['cold_ratio']:>5.1f}x {row['warm_ratio']:>5.1f}x",
        flush=True,
    )
    return row


def milliseconds(values: Sequence[float]) -> list[float]:
    """Return median, lowest and highest in ms."""
    return [round(value * 1000, 2) for value in spread(values)]


def shown(value: Spread) -> str:
    """Return the median and the range, in ms."""
    median, low, high = (1000 * part for part in value)
    return f"{median:.1f} ({low:.1f}-{high:.1f})"


def run_fresh(options: argparse.Namespace) -> dict[str, Any]:
    """Measure processes that import a parser and parse one file."""
    warm_bytecode()
    rows = []
    print("parse, fresh process: CPU and wall ms of the whole process, median (lowest to highest)")
    for path in corpus.named(options.files or FRESH_FILES):
        costs: dict[str, list[Any]] = {"own": [], "peer": []}
        for _ in range(options.repeat):
            costs["own"].append(spend([own_python(), "-c", _OURS, path.resolve()]))
            costs["peer"].append(spend([peer_python(), "-c", _THEIRS, path.resolve()]))
        if any(cost.status for some in costs.values() for cost in some):
            raise SystemExit(f"{corpus.short(path)} does not parse")
        row: dict[str, Any] = {"file": corpus.short(path), "bytes": path.stat().st_size}
        for kind in ("cpu", "wall"):
            own, peer = ([getattr(cost, kind) for cost in costs[who]] for who in ("own", "peer"))
            ratio = round(median_ratio(peer, own), 2)
            row |= {
                f"own_{kind}_ms": milliseconds(own),
                f"peer_{kind}_ms": milliseconds(peer),
                f"{kind}_ratio": ratio,
            }
            print(
                f"{row['file']:40} {row['bytes'] / 1000:>6,.0f} kB  {kind:4}  "
                f"{shown(spread(own)):24} {shown(spread(peer)):24} {ratio:>5.1f}x"
            )
        rows.append(row)
    return {"files": rows}
