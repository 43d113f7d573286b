"""The page of results, and what the README of the project says of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from benchmarks.cli import BENCHMARKS
from benchmarks.results_page import BENCHMARKS_OF_THE_PAGE, PAGE, page, summary_of

ROOT = Path(__file__).resolve().parents[2]

REPORT: dict[str, Any] = {
    "machine": {
        "date": "2026-11-30",
        "cpu": "A Processor",
        "cores": 2,
        "load": 0.1,
        "python": "Python 3.11.7",
        "system": "Linux",
    },
    "parse": {
        "geometric_mean": {"cold_ratio": 5.06, "warm_ratio": 10.94},
        "files": [
            {
                "file": "nvcc/a.ptx",
                "bytes": 1_234_567,
                "cold_ms": [10.04, 9, 11],
                "warm_ms": [5.06, 5, 6],
                "peer_ms": [1050.5, 50, 51],
                "cold_ratio": 5.06,
                "warm_ratio": 10.94,
            }
        ],
    },
    "import": {
        "ptxas": "Build cuda_13.0.r13.0/compiler.36424714_0",
        "geometric_mean": 5.01,
        "files": [
            {
                "file": "nvcc/a.ptx",
                "bytes": 1234,
                "own_ms": [500.4, 1, 2],
                "ptxas_ms": [100.2, 1, 2],
                "ratio": 4.994,
            }
        ],
    },
    "peers": {
        "interpreted": {"seconds": 0.25, "ratio": 67.2},
        "compiled": {"seconds": 0.05, "ratio": 336.0},
        "peer": {"seconds": 16.8, "ratio": 1.0},
    },
    "simulating": {
        "vector add": {"seconds": 1.0, "rate": 3.0},
        "vector add, compiled": {"seconds": 0.0123, "ratio": 8.04, "first": 0.25},
        "hand-over, compiled": 4e-6,
        "warm": 0.0002,
    },
    "sizes": {
        "wheel": 3_331_619,
        "base": {"bytes": 121_000_000, "packages": {"numpy": 59_000_000, "cuda": 31_000_000}},
        "all": {"bytes": 500_000_000, "packages": {}},
    },
    "cli": {
        "commands": {
            "python -c pass": {"seconds": 0.0102, "wanted": None},
            "--version": {"seconds": 0.0404, "wanted": 0.06},
            "check": {"seconds": 0.1, "wanted": 0.15},
            "import": {"seconds": 0.11, "wanted": 0.12},
        }
    },
}


def test_the_page() -> None:
    """Each benchmark has its section, with its command, and its numbers rounded for reading."""
    text = page(REPORT)
    for name in BENCHMARKS_OF_THE_PAGE:
        assert name in BENCHMARKS
        assert f"\n\n`tools/benchmarks/run {name}`\n\n|" in text
    assert "2026-11-30, A Processor, 2 cores, Python 3.11.7, Linux; the load" in text
    assert "| nvcc/a.ptx | 1,235 | 10.0 | 5.1 | 1,050.5 | 5.1 | 10.9 |" in text
    assert "| vector add | 12.30 | 8.0 | 0.25 |" in text
    assert "| base | 121 MB | numpy 59, cuda 31 |" in text
    assert summary_of(text).splitlines()[2:] == [
        (
            "| parsing, against pyptx 0.1.1 | 5.1 times as fast, 10.9 times a second time | "
            "`run parse` |"
        ),
        (
            "| a whole import with its proof, against ptxas 13.0 | "
            "5.0 times as long | `run import` |"
        ),
        (
            "| matmul of Triton on the CPU, against Triton's interpreter | "
            "67 times as fast interpreted and 336 times as fast compiled | `run peers` |"
        ),
        (
            "| a command on a small file | --version 40 ms, check 100 ms, import 110 ms; "
            "Python alone 10 ms | `run cli` |"
        ),
        (
            "| the wheel; installed with all that it needs; with all extras | "
            "3.3 MB; 121 MB; 500 MB | `run sizes` |"
        ),
    ]


def test_the_readme_says_what_was_measured() -> None:
    """Its table is that of the page."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert summary_of(readme) == summary_of(PAGE.read_text(encoding="utf-8"))
