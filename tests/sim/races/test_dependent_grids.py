"""Programmatic dependent launches in strict mode: what a grid does before `griddepcontrol.wait`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ptxpy
from ptxpy.launch import load
from ptxpy.sim import SimulationError

FRAME = """\
.version 8.3
.target sm_90a
.address_size 64
.shared .align 128 .b8 tile[128];
.shared .align 8 .b64 bar;
.visible .entry {name}(.param .u64 a, .param .u64 b, .param .u64 c)
{{
    .reg .pred %p<3>;
    .reg .b32 %r<6>;
    .reg .b64 %rd<8>;
    ld.param.u64 %rd1, [a];
    ld.param.u64 %rd2, [b];
    ld.param.u64 %rd3, [c];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd4, %r1, 4;
    add.u64 %rd5, %rd1, %rd4;
    add.u64 %rd6, %rd2, %rd4;
    add.u64 %rd7, %rd3, %rd4;
    setp.ne.u32 %p1, %r1, 0;
{body}
    ret;
}}
"""
RELEASE = "griddepcontrol.launch_dependents;"
WRITE = "st.global.u32 [%rd5], %r1;"
READ = "ld.global.u32 %r2, [%rd6];"
WAIT = "griddepcontrol.wait;"
COPY = """\
    mov.u32 %r3, tile;
    mov.u32 %r4, bar;
    @%p1 bra END;
    mbarrier.init.shared.b64 [%r4], 1;
    fence.proxy.async;
    mbarrier.arrive.expect_tx.shared.b64 _, [%r4], 128;
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r3], [%rd1], 128, [%r4];
L:
    mbarrier.try_wait.parity.shared.b64 %p2, [%r4], 0;
    @!%p2 bra L;
END:
"""
WORDS = """\
    mov.u32 %r3, tile;
    shl.b32 %r4, %r1, 2;
    add.u32 %r3, %r3, %r4;
    cp.async.ca.shared.global [%r3], [%rd5], 4;
    cp.async.wait_all;
"""


def start(name: str, *body: str) -> ptxpy.Kernel:
    """Return a kernel of three arrays: the thread's words are at %rd5, %rd6 and %rd7."""
    return load(FRAME.format(name=name, body="\n".join(body)))


def run(primary: ptxpy.Kernel, dependent: ptxpy.Kernel, *, programmatic: bool = True) -> None:
    """Run two grids of a warp on the same arrays."""
    arrays = [np.zeros(32, np.uint32) for _ in range(3)]
    primary.launch(*arrays, grid=1, block=32, device="cpu", strict=True)
    dependent.launch(
        *arrays, grid=1, block=32, device="cpu", strict=True, programmatic=programmatic
    )


@pytest.mark.parametrize(
    ("primary", "access", "accused"),
    [
        ((RELEASE, WRITE), ("ld.global.u32 %r2, [%rd5];",), "a read of"),
        ((WRITE, RELEASE), ("ld.global.u32 %r2, [%rd5];",), "a read of"),
        ((WRITE,), ("ld.global.u32 %r2, [%rd5];",), "a read of"),
        ((RELEASE, WRITE), ("st.global.u32 [%rd5], 7;",), "a write of"),
        ((RELEASE, WRITE), ("red.global.add.u32 [%rd5], 7;",), "a write of"),
        ((RELEASE, WRITE), (COPY,), "a read of"),
        ((RELEASE, WRITE), (WORDS,), "a read of"),
        ((RELEASE, READ), ("st.global.u32 [%rd6], 7;",), "a write of"),
        ((READ, RELEASE), ("st.global.u32 [%rd6], 7;",), ""),
        ((RELEASE, WRITE), ("ld.global.u32 %r2, [%rd6];",), ""),
        ((RELEASE, READ), ("ld.global.u32 %r2, [%rd6];",), ""),
        ((RELEASE, WRITE), ("st.global.u32 [%rd7], 7;",), ""),
    ],
)
def test_accesses_before_a_wait(
    primary: tuple[str, ...], access: tuple[str, ...], accused: str
) -> None:
    """What the primary writes, or reads when it has let dependents start, is not touched before."""
    first, second = start("first", *primary), start("second", *access)
    run(first, start("second", WAIT, *access))
    run(first, second, programmatic=False)
    if not accused:
        run(first, second)
        return
    with pytest.raises(SimulationError, match=accused) as caught:
        run(first, second)
    (fault,) = caught.value.faults
    assert fault.kind == "dependent launch"
    assert " of first at <ptx>:" in fault.text
    assert fault.missing == f"griddepcontrol.wait; before <ptx>:{fault.line}"
    lines = FRAME.format(name="second", body="\n".join(access)).splitlines()
    lines.insert(fault.line - 1, "griddepcontrol.wait;")
    run(first, load("\n".join(lines) + "\n"))


def test_wait_of_one_thread_holds_for_those_that_meet_it() -> None:
    """A barrier passes on that the primary has ended."""
    body = "@!%p1 griddepcontrol.wait;", "bar.warp.sync -1;", "ld.global.u32 %r2, [%rd5];"
    run(start("first", RELEASE, WRITE), start("second", *body))


def test_grid_before_the_primary() -> None:
    """A grid that has not waited for its primary does not show that that one has ended."""
    arrays = [np.zeros(32, np.uint32) for _ in range(3)]
    first, third = start("first", RELEASE, WRITE), start(
        "third", WAIT, "ld.global.u32 %r2, [%rd5];"
    )
    for wait, accused in ((WAIT, False), ("", True)):
        second = start("second", wait, RELEASE, "st.global.u32 [%rd7], 7;")
        first.launch(*arrays, grid=1, block=32, device="cpu", strict=True)
        options: Any = {
            "grid": 1,
            "block": 32,
            "device": "cpu",
            "strict": True,
            "programmatic": True,
        }
        second.launch(*arrays, **options)
        early = start("third", "ld.global.u32 %r2, [%rd5];")
        if accused:
            with pytest.raises(SimulationError, match="a read of"):
                early.launch(*arrays, **options)
        else:
            third.launch(*arrays, **options)
