"""What `ptxpy exec` costs: launches beside the simulator's own time, and copies beside memcpy.

The program is compiled here; it uses the driver API, so nothing of CUDA is needed.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

from benchmarks.corpus import ROOT
from benchmarks.processes import own_python
from ptxpy.emulation.device import Device
from ptxpy.emulation.device_memory import DeviceMemory
from ptxpy.emulation.launches import Launch
from ptxpy.emulation.native_build import native_libraries

OVERHEAD_GOAL: Final = 1e-3
"""The most seconds that a launch may take beside the simulator's own."""
COPY_GOAL: Final = 0.5
"""The least rate of a copy, in that of memcpy."""

_PROGRAM: Final = Path(__file__).parent / "workers" / "executing.c"
_MEBIBYTES: Final = 256
_LAUNCHES: Final = 1000
_PTX: Final = b""".version 8.0
.target sm_80
.address_size 64
.visible .entry empty(.param .u64 out, .param .u32 n) { ret; }
"""


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Measure a program under `ptxpy exec`, and the same launches in this process."""
    compiler = shutil.which("cc")
    if compiler is None:
        print("needs a C compiler, cc")
        return {}
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "program")
        driver = native_libraries().cuda
        subprocess.run([compiler, "-O2", _PROGRAM, driver, "-o", program], check=True)
        words = ["-m", "ptxpy", "exec", "--"]
        command = [str(own_python()), *words, str(program), str(_MEBIBYTES)]
        rounds = []
        for _ in range(options.repeat):
            done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True)
            rounds.append(json.loads(done.stdout))
    times = {name: min(each[name] for each in rounds) for name in rounds[0]}
    simulator = min(_simulated_launch() for _ in range(options.repeat))
    overhead = times["launch"] - simulator
    rows: dict[str, Any] = {
        "launch": times["launch"],
        "launch, simulator alone": simulator,
        "launch, overhead": overhead,
        "allocation and its release": times["allocation"],
    }
    for name, seconds in rows.items():
        print(f"{1e6 * seconds:9.1f} µs  {name}")
    rates = {}
    for name in ("memcpy", "to the device", "from the device"):
        rate = _MEBIBYTES / 1024 / times[name]
        rates[name] = rate
        print(f"{rate:9.1f} GiB/s  {rate / rates['memcpy']:4.2f}  {name}")
    least = min(rates[name] for name in rates if name != "memcpy") / rates["memcpy"]
    if overhead > OVERHEAD_GOAL or least < COPY_GOAL:
        print("beyond the goals: 1 ms a launch, half the rate of memcpy", file=sys.stderr)
    return {"seconds": rows, "GiB/s": rates}


def _simulated_launch() -> float:
    """Return the seconds of one launch of the same kernel in this process."""
    device = Device(DeviceMemory())
    module = device.load([_PTX], ["empty"])
    kernel = device.kernel(module, "empty")
    request = Launch(
        kernel=kernel.id,
        grid=(1, 1, 1),
        block=(32, 1, 1),
        cluster=(0, 0, 0),
        dynamic_shared=0,
        cooperative=False,
        parameters=bytes(kernel.parameter_bytes),
    )
    device.launch(request)
    start = time.perf_counter()
    for _ in range(_LAUNCHES):
        device.launch(request)
    return (time.perf_counter() - start) / _LAUNCHES
