"""The real bindings, on a driver that is compiled here: what crosses the border to C."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent

EXPECTED_OUTPUT = """\
[0.0, 2.0, 4.0, 6.0, 8.0]
[0.0, 1.0, 2.0, 3.0, 4.0]
[0.0, 3.0, 6.0, 9.0, 12.0]
128 {3}
128 {1}
128 {4}
line 3: error: no such word
scale: CUDA_ERROR_ILLEGAL_ADDRESS: some words (cuLaunchKernelEx); to find the place, launch on \
device="cpu". This process can no longer use the GPU
"""

EXPECTED_CALLS = """\
set 8 50000
launch 2 3 1, 4 5 6, 50000 bytes, stream 0x7
wait 0x7
wait 0x7
set 14 1
launch 16 2 1, 1 1 1, 0 bytes, stream (nil), 4: 8 2 1
wait (nil)
wait (nil)
record 0x9
behind (nil)
launch 1 1 1, 1 1 1, 0 bytes, stream (nil)
encode type 9 at 0x10000000000, dims 64 5 3, strides 128 640, box 32 4 1, steps 1 1 1, 0 2 0 0
encode type 0 at 0x20, dims 4294967296, strides, box 16, steps 1, 0 0 0 0
encode type 7 at 0x40, dims 64 7 6 2, strides 256 1792 10752, lower -2 -1, upper 2 1, \
steps 1 1 1 1, 40 of 16, 0 0 0 1
compile 137 characters, messages in 65536 bytes
compile 9 characters, messages in 65536 bytes
launch 1 1 1, 1 1 1, 0 bytes, stream (nil)
"""


@pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("cc") is None, reason="needs a C compiler on Linux"
)
def test_launches_through_the_real_bindings(tmp_path: Path) -> None:
    """Handles, structures, attributes, parameters and errors arrive as they are meant."""
    library = tmp_path / "libcuda.so.1"
    flags = ["-shared", "-fPIC", "-Wall", "-Wl,-soname,libcuda.so.1"]
    command = ["cc", *flags, "-o", str(library), str(FOLDER / "driver.c"), "-ldl"]
    subprocess.run(command, check=True, timeout=60)
    environment = {
        **os.environ,
        "LD_LIBRARY_PATH": str(tmp_path),
        "PTXPY_CUBIN_CACHE": str(tmp_path / "cubins"),
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
    }
    finished = subprocess.run(
        [sys.executable, str(FOLDER / "through_bindings.py")],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert finished.stderr == EXPECTED_CALLS
    assert finished.stdout == EXPECTED_OUTPUT
    assert finished.returncode == 0
