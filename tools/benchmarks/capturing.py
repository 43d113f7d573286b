"""What captured launches cost: time and file of a launch that can reach a large allocation."""

from __future__ import annotations

import argparse
import mmap
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

import numpy as np

from ptxpy.captures import load_capture
from ptxpy.emulation.device import Device
from ptxpy.emulation.device_memory import DeviceMemory
from ptxpy.emulation.device_options import CaptureOptions, DeviceOptions
from ptxpy.emulation.launches import Launch

SIZE_GOAL: Final = 2.0
"""The most bytes of the file for each byte that is not zero."""
SECONDS_GOAL: Final = 1.0
"""The most seconds of the capture of a large allocation that is mostly zero."""

_GIBIBYTE: Final = 1 << 30
_USED_BYTES: Final = 1 << 20
_CAPACITY: Final = 1 << 33
_PTX: Final = b""".version 8.0
.target sm_80
.address_size 64
.visible .entry touch(.param .u64 data)
{
    .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [data];
    st.global.u32 [%rd1+536870912], 1;
    ret;
}
"""


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Measure the capture and the replay of a launch that reaches 1 GiB, of which 1 MiB is used."""
    rounds = [_measure() for _ in range(options.repeat)]
    best = {name: min(each[name] for each in rounds) for name in rounds[0]}
    for name in ("launch", "captured launch", "replay"):
        print(f"{1e3 * best[name]:9.1f} ms  {name}")
    print(
        f"{best['bytes']:9,.0f} bytes in the file; {_USED_BYTES:,} random bytes in 1 GiB of zeros"
    )
    seconds = best["captured launch"] - best["launch"]
    if seconds > SECONDS_GOAL or best["bytes"] > SIZE_GOAL * _USED_BYTES:
        print("beyond the goals: 1 s, 2 bytes for each that is not zero", file=sys.stderr)
    return best


def _measure() -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        plain, _ = _launch(None)
        captured, files = _launch(CaptureOptions(folder))
        (path,) = files
        start = time.perf_counter()
        outcome = load_capture(path).replay()
        replay = time.perf_counter() - start
        if not outcome.equal:
            raise RuntimeError(str(outcome))
        size = path.stat().st_size
    return {"launch": plain, "captured launch": captured, "replay": replay, "bytes": float(size)}


def _launch(capture: CaptureOptions | None) -> tuple[float, list[Path]]:
    """Return the seconds of a launch, and the files that it has left."""
    file = os.memfd_create("benchmark")
    try:
        os.ftruncate(file, _CAPACITY)
        arena = mmap.mmap(file, _CAPACITY)
        memory = DeviceMemory(arena, file=file)
        device = Device(memory, DeviceOptions(capture=capture), lambda _: None)
        module = device.load([_PTX], ["touch"])
        kernel = device.kernel(module, "touch")
        data = device.allocate(_GIBIBYTE)
        used = np.random.default_rng(0).integers(0, 256, _USED_BYTES, np.uint8)
        memory.bytes[data : data + _USED_BYTES] = used
        parameters = data.to_bytes(8, "little")
        request = Launch(kernel.id, (1, 1, 1), (1, 1, 1), parameters)
        start = time.perf_counter()
        device.launch(request)
        seconds = time.perf_counter() - start
    finally:
        os.close(file)
    return seconds, [] if capture is None else [*Path(capture.folder).iterdir()]
