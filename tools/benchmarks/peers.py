"""The simulator against Triton's own interpreter, on one kernel: matmul for sm_80."""

from __future__ import annotations

import argparse
import time
from importlib.util import find_spec
from typing import Any, Final

from benchmarks.corpus import ROOT
from benchmarks.processes import measure, median_ratio, own_python, spread
from benchmarks.simulating import triton_matmul
from ptxpy.sim import engine
from ptxpy.sim.engines import has_llvm

_SIZES: Final = (1024, 1024, 512)
_SOURCE: Final = ROOT / "corpus" / "triton" / "matmul.py"


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Measure launches in CPU time, in turns; each contender's first launch is left out."""
    if find_spec("triton") is None or find_spec("torch") is None:
        raise SystemExit("Triton's interpreter needs triton and torch: tools/test --all")
    launch = triton_matmul(*_SIZES)[-1]
    engines = ("interpreted", "compiled")[: 2 if has_llvm() else 1]
    times: dict[str, list[float]] = {name: [] for name in (*engines, "peer")}
    for name in engines:
        with engine(name):
            launch()
    for _ in range(options.repeat):
        for name in engines:
            with engine(name):
                started = time.process_time()
                launch()
                times[name].append(time.process_time() - started)
        sizes = map(str, (*_SIZES, 1))
        times["peer"] += measure(own_python(), "triton_interpreter", _SOURCE, *sizes)["seconds"]
    m, n, k = _SIZES
    rows = {}
    for name, found in times.items():
        ratio = median_ratio(times["peer"], found)
        rows[name] = {"seconds": spread(found).median, "ratio": ratio}
        who = "Triton's interpreter" if name == "peer" else f"ptxpy, {name}"
        print(f"  matmul {m} x {n} x {k}: {who:24} {spread(found).median:8.3f} s  {ratio:6.1f}x")
    return rows
