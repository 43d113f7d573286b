"""Strict mode from Python and from the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from ptxpy import LaunchError
from ptxpy.cli import main
from ptxpy.launch import load
from ptxpy.launch_request import strict_options
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


SEVERAL = """\
.version 8.0
.target sm_80
.address_size 64
.visible .entry several(.param .u64 out)
{
    .reg .b32 %r<9>;
    .reg .b64 %rd<3>;
    .shared .b32 bins[64];
    ld.param.u64 %rd1, [out];
    mov.u32 %r0, %tid.x;
    shl.b32 %r1, %r0, 2;
    mov.u32 %r2, bins;
    add.u32 %r1, %r1, %r2;
    st.shared.u32 [%r1], %r0;
    xor.b32 %r3, %r1, 128;
    ld.shared.u32 %r4, [%r3];
    xor.b32 %r3, %r1, 4;
    ld.shared.u32 %r5, [%r3];
    add.u32 %r4, %r4, %r5;
    mul.wide.u32 %rd2, %r0, 4;
    add.u64 %rd2, %rd2, %rd1;
    st.global.u32 [%rd2], %r4;
    st.global.u32 [%rd1+256], %r0;
    ret;
}
"""


def test_all_faults_are_gathered() -> None:
    """Each once, with the line that is missing; the arrays hold what the kernel wrote."""
    out, plain = np.zeros(65, "u4"), np.zeros(65, "u4")
    load(SEVERAL).launch(plain, grid=1, block=64, device="cpu")
    with pytest.raises(SimulationError, match="3 faults"):
        load(SEVERAL)[1, 64](out, strict="collect")
    np.testing.assert_array_equal(out, plain)
    out[:] = 0
    with pytest.raises(SimulationError) as caught:
        load(SEVERAL).launch(out, grid=1, block=64, strict="collect")
    assert caught.value.ran_to_end
    np.testing.assert_array_equal(out, plain)
    first, second, third = caught.value.faults
    assert [each.kind for each in caught.value.faults] == ["data race"] * 3
    assert [each.line for each in caught.value.faults] == [16, 18, 23]
    assert first.missing == "bar.sync 0; between <ptx>:14 and <ptx>:16"
    assert second.missing == "bar.sync 0; between <ptx>:14 and <ptx>:18"
    assert third.missing == "red, atom, or a place of its own for each thread at <ptx>:23"
    text = str(caught.value)
    assert text.startswith("3 faults in strict mode\n\n1. data race in shared memory, bins+128")
    assert "\n\n2. data race in shared memory, bins+4 at 0x4: a read" in text
    assert f"    missing: {first.missing}\n\n2. " in text


def test_faults_are_counted() -> None:
    """A fault that comes again is one, and so is the same one in other blocks."""
    with pytest.raises(SimulationError) as caught:
        load(RACE).launch(np.zeros(1, "u4"), grid=(1024, 3), block=32, strict="collect")
    (fault,) = caught.value.faults
    assert fault.times > 1
    assert f"and {fault.times - 1:,} times more" in str(caught.value)


def test_faults_are_limited() -> None:
    """So many different ones end a launch."""
    line = "st.global.u32 [%rd1+256], %r0;\n"
    text = SEVERAL.replace(line, 120 * line)
    out = np.zeros(65, "u4")
    with pytest.raises(SimulationError, match="ended at 100 different faults") as caught:
        load(text).launch(out, grid=1, block=64, strict="collect")
    assert len(caught.value.faults) == 100
    assert not caught.value.ran_to_end
    assert not out.any()


def test_what_ends_a_launch_comes_last() -> None:
    """What no launch survives is told behind what was found before."""
    text = SEVERAL.replace("    ret;", "    trap;")
    out = np.zeros(65, "u4")
    with pytest.raises(SimulationError, match="then the kernel ended: trap") as caught:
        load(text).launch(out, grid=1, block=64, strict="collect")
    assert len(caught.value.faults) == 3
    assert not out.any()
    with pytest.raises(SimulationError, match=r"^trap") as caught:
        load(text).launch(out, grid=1, block=1, strict="collect")
    assert not caught.value.faults


def test_reads_of_nothing_are_gathered() -> None:
    """The kernel runs on, and what it leaves is that of the first run."""
    text = SEVERAL.replace("    st.shared.u32 [%r1], %r0;\n", "")
    out = np.zeros(65, "u4")
    with pytest.raises(SimulationError) as caught:
        load(text).launch(out, grid=1, block=64, strict="collect")
    kinds = [each.kind for each in caught.value.faults]
    assert kinds == ["data race", "unset memory"]
    assert caught.value.faults[1].missing == "a write to it before <ptx>:15"
    assert not out[:64].any()
    assert out[64] == 63


def test_other_words_are_refused() -> None:
    """Strings name options."""
    for word in ("all", "collect,", "collect,collect", "fences,all"):
        with pytest.raises(LaunchError, match=f"strict='{word}' is not valid"):
            load(RACE).launch(
                np.zeros(1, "u4"), grid=1, block=1, strict=word  # type: ignore[arg-type]
            )


def test_options_come_in_any_order() -> None:
    """And each is there alone."""
    assert strict_options("collect")[:2] == (True, False)
    assert strict_options("fences")[:2] == (False, True)
    assert strict_options("collect,fences")[:2] == (True, True)
    assert strict_options("fences,collect")[:2] == (True, True)


def test_other_devices_are_refused() -> None:
    """Strict mode is the simulator's."""
    with pytest.raises(LaunchError, match="strict=True runs on device="):
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
    assert main([*command, "--strict=collect", "--print", "0"]) == 1
    told, wrong = capsys.readouterr()
    assert "0 = [1]" in told
    assert "1 fault in strict mode" in wrong
    assert "atom.add or red.add, for this read and write of one address" in wrong
    for option in ("collect,fences", "fences,collect"):
        assert main([*command, f"--strict={option}"]) == 1
        assert "1 fault in strict mode" in capsys.readouterr().err
    assert main([*command, "--strict=fences"]) == 1
    assert capsys.readouterr().err.startswith("ptxpy: data race")
    with pytest.raises(SystemExit):
        main([*command, "--strict=all"])
    assert "--strict" in capsys.readouterr().err
    assert main([*command, "--strict", "--profile"]) != 0
    assert "--strict cannot be combined with" in capsys.readouterr().err
