"""`ptxpy.capture` around launches of other libraries, on the emulated driver."""

from __future__ import annotations

import importlib.util
import platform
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from ptxpy.captures import load_capture

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(
    sys.platform != "linux"
    or platform.machine() != "x86_64"
    or shutil.which("cc") is None
    or importlib.util.find_spec("cuda") is None,
    reason="programs are run on Linux with x86-64 and a C compiler, these with cuda-bindings",
)

PROGRAM = '''
import ctypes, sys, warnings
import numpy as np
from cuda.bindings import driver
import ptxpy

PTX = b"""
.version 8.0
.target sm_80
.address_size 64
.visible .entry fill(.param .u64 out, .param .u32 value)
{
    .reg .u64 %rd<4>;
    .reg .u32 %r<3>;
    ld.param.u64 %rd1, [out];
    ld.param.u32 %r1, [value];
    mov.u32 %r2, %tid.x;
    mul.wide.u32 %rd2, %r2, 4;
    add.u64 %rd3, %rd1, %rd2;
    st.global.u32 [%rd3], %r1;
    ret;
}
"""

def checked(result):
    assert not result[0], result
    return result[1] if len(result) > 1 else None

def start():
    checked(driver.cuInit(0))
    checked(driver.cuCtxSetCurrent(checked(driver.cuDevicePrimaryCtxRetain(0))))
    module = checked(driver.cuModuleLoadData(PTX))
    return checked(driver.cuModuleGetFunction(module, b"fill")), checked(driver.cuMemAlloc(128))

def launch(kernel, out, value):
    arguments = ((out, value), (None, ctypes.c_uint32))
    checked(driver.cuLaunchKernel(kernel, 1, 1, 1, 32, 1, 1, 0, 0, arguments, 0))
    checked(driver.cuCtxSynchronize())

if "late" in sys.argv:
    kernel, out = start()
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    with ptxpy.capture(sys.argv[1]) as recorder:
        if "late" not in sys.argv:
            kernel, out = start()
        launch(kernel, out, 1)
launch(kernel, out, 2)
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    with ptxpy.capture(sys.argv[1] + "-again") as again:
        launch(kernel, out, 3)
        ptxpy.load(PTX.decode()).launch(np.zeros(32, np.uint32), 4, grid=1, block=32, device="cpu")
print(*(sorted(path.name for path in each.files) for each in (recorder, again)))
print(*{f"{each.filename.rpartition('/')[2]}: {each.message}" for each in caught})
'''


def run(folder: Path, *words: str) -> list[str]:
    """Run the program, and return what it prints."""
    program = folder / "program.py"
    program.write_text(PROGRAM)
    # The emulated driver is not preloaded, so that Python loads it as it would a GPU's.
    command = [sys.executable, "-m", "ptxpy", "exec", "env", "-u", "LD_PRELOAD", sys.executable]
    done = subprocess.run(
        [*command, program, folder / "launches", *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    return done.stdout.splitlines()


def test_launches_of_other_libraries(tmp_path: Path) -> None:
    """Those in the blocks are recorded, with modules that were loaded before, and no others."""
    files, warned = run(tmp_path)
    assert files == "['launch-000-fill.zip'] ['launch-000-fill.2.zip', 'launch-000-fill.zip']"
    assert not warned
    for name, value in (("launches", 1), ("launches-again", 3)):
        launch = load_capture(tmp_path / name / "launch-000-fill.zip")
        assert launch.manifest.parameters[8] in {value, 4}
        assert launch.replay().equal


def test_a_driver_that_was_loaded_before(tmp_path: Path) -> None:
    """A warning says at the block why nothing is recorded."""
    files, warned = run(tmp_path, "late")
    assert files == "[] ['launch-000-fill.zip']"
    assert warned.startswith("program.py: launches of other libraries are not recorded: the CUDA")
