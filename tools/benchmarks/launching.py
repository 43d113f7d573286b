"""What a warm launch costs beside the driver's function, on a driver that does nothing.

The driver is that of the tests (`tests/launch/cuda/driver.c`), compiled here: its launch returns at
once. The peer is `cuda.bindings` alone, called as its users do, with the values and types of the
arguments; its launch configuration is made once. Both read the addresses of the same two arrays
from `__cuda_array_interface__`.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Final

from benchmarks.corpus import ROOT
from benchmarks.processes import own_python

GOAL: Final = 1.5
"""The most that a launch may take, in times of the bindings alone."""

_DRIVER: Final = ROOT / "tests" / "launch" / "cuda" / "driver.c"
_WORKER: Final = Path(__file__).parent / "workers" / "launching.py"


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Measure the ways to launch in turns, in one process: the least CPU time of each counts."""
    compiler = shutil.which("cc")
    if compiler is None:
        print("needs a C compiler, cc")
        return {}
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder, "libcuda.so.1")
        flags = ["-O2", "-shared", "-fPIC", f"-Wl,-soname,{library.name}"]
        subprocess.run([compiler, *flags, "-o", library, _DRIVER, "-ldl"], check=True)
        environment = {
            **os.environ,
            "LD_LIBRARY_PATH": folder,
            "PTXPY_CUBIN_CACHE": "off",
            "PYTHONPATH": str(ROOT),
            "STAND_IN_QUIET": "1",
        }
        command = [str(own_python()), str(_WORKER), str(options.repeat)]
        done = subprocess.run(
            command, env=environment, stdout=subprocess.PIPE, text=True, check=True
        )
    times: dict[str, float] = json.loads(done.stdout)
    bare = times["cuda.bindings"]
    rows = {}
    for name, seconds in times.items():
        rows[name] = {"microseconds": round(1e6 * seconds, 2), "ratio": round(seconds / bare, 2)}
        print(f"{1e6 * seconds:7.2f} µs  {seconds / bare:5.2f}  {name}")
    return {"goal": GOAL, "launches": rows}
