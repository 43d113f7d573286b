"""Strict mode from Python and from the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from ptxpy import LaunchError
from ptxpy.cli import main
from ptxpy.launch import load
from ptxpy.sim import SimulationError

if TYPE_CHECKING:
    from pathlib import Path

RACE = """\
.version 8.0
.target sm_80
.address_size 64
.visible .entry count(.param .u64 out)
{
    .reg .b32 %r<3>;
    .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [out];
    ld.global.u32 %r1, [%rd1];
    add.u32 %r1, %r1, 1;
    st.global.u32 [%rd1], %r1;
    ret;
}
"""
PYTHON = """\
from ptxpy import kernel, module, ptx, reg, u64

module("ptxpy", version="8.0", target="sm_80")


@kernel
def count(out: u64):
    r, rd = reg.bulk(r=3, rd=2)
    rd[1] = ptx.ld.param.u64([out])
    r[1] = ptx.ld.global_.u32([rd[1]])
    r[1] = ptx.add.u32(r[1], 1)
    ptx.st.global_.u32([rd[1]], r[1])
    ptx.ret()
"""


def test_arguments_are_as_they_were() -> None:
    """An error leaves arrays alone; without strict mode the kernel runs."""
    out = np.zeros(1, "u4")
    kernel = load(RACE)
    message = "data race in global memory, the argument out"
    with pytest.raises(SimulationError, match=message):
        kernel.launch(out, grid=1, block=32, strict=True)
    with pytest.raises(SimulationError, match=message):
        kernel[1, 32](out, strict=True)
    assert not out.any()
    kernel[1, 32](out, device="cpu")
    assert out[0] == 1


def test_one_thread_has_no_race() -> None:
    """And the result is that of other launches, however often the kernel runs."""
    out = np.zeros(1, "u4")
    for _ in range(3):
        load(RACE).launch(out, grid=1, block=1, strict=True)
    assert out[0] == 3


def test_batches_race_too() -> None:
    """CTAs that the simulator runs one after the other may run at the same time on a device."""
    out = np.zeros(1, "u4")
    with pytest.raises(SimulationError, match=r"in CTA \(16, 0, 0\), thread \(0, 0, 0\)"):
        load(RACE.replace("ld.global.u32 %r1, [%rd1];", ONE_WARP)).launch(
            out, grid=17, block=1024, strict=True
        )


ONE_WARP = """\
    .reg .pred %p<3>;
    mov.u32 %r2, %tid.x;
    setp.ne.u32 %p1, %r2, 0;
    mov.u32 %r2, %ctaid.x;
    rem.u32 %r2, %r2, 16;
    setp.ne.or.u32 %p1, %r2, 0, %p1;
    @%p1 ret;
    ld.global.u32 %r1, [%rd1];"""


def test_other_devices_are_refused() -> None:
    """Strict mode is the simulator's."""
    with pytest.raises(LaunchError, match="strict=True is made on the CPU"):
        load(RACE).launch(np.zeros(1, "u4"), grid=1, block=1, device="cuda", strict=True)


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Both accesses have their lines in the Python and in the PTX."""
    path = tmp_path / "count.py"
    path.write_text(PYTHON, encoding="utf-8")
    command = ["run", str(path), "--grid", "1", "--block", "32", "--arg", "uint32[1]"]
    assert main([*command, "--device", "cpu"]) == 0
    capsys.readouterr()
    assert main([*command, "--strict"]) == 1
    told = capsys.readouterr().err
    assert "data race in global memory, the argument out: a write of 0x1 where 0x0 is" in told
    assert f"at {path}:12" in told
    assert f"the read was at {path}:10" in told
    assert main([*command, "--strict", "--profile"]) != 0
    assert "--strict does not go with" in capsys.readouterr().err
