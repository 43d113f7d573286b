"""What checking costs the tracer: generated programs run with and without it, in turn."""

from __future__ import annotations

import argparse
import gc
import time
from statistics import geometric_mean, median
from typing import Any

import ptxpy
from benchmarks.corpus import named, short

FILES = (
    "cutlass/hopper_gemm.ptx",
    "cutlass/blackwell_gemm.ptx",
    "triton/attention_causal_sm_90a.ptx",
    "warp/grid_sm_86.ptx",
    "nvcc/sha256.sm_80.ptx",
)
SHOWN = 36


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Measure five files; the times are medians of CPU seconds, the share is of the plain trace."""
    rows = {}
    for path in named(FILES):
        program = ptxpy.to_python(ptxpy.parse(path.read_bytes()))
        times: dict[bool, list[float]] = {False: [], True: []}
        for _ in range(options.repeat):
            for check in (False, True):
                times[check].append(_seconds(program, check=check))
        plain, checked = median(times[False]), median(times[True])
        rows[short(path)] = {"plain": plain, "checked": checked, "ratio": checked / plain}
        print(
            f"  {short(path):{SHOWN}} {plain:7.3f} s  {checked:7.3f} s  {_ratio(checked / plain)}"
        )
    mean = geometric_mean(row["ratio"] for row in rows.values())
    print(f"  {'geometric mean':{SHOWN}} {'':9}  {'':9}  {_ratio(mean)}")
    return {"files": rows, "ratio": mean}


def _ratio(value: float) -> str:
    return f"{value:5.2f}\N{MULTIPLICATION SIGN}"


def _seconds(program: str, *, check: bool) -> float:
    gc.collect()
    gc.disable()
    try:
        started = time.process_time()
        ptxpy.from_python(program, check=check)
        return time.process_time() - started
    finally:
        gc.enable()
