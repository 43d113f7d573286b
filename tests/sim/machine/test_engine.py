"""The engine: divergence, warps, barriers, calls, faults."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import ptxpy
from ptxpy.sim import SimulationError, StepLimitExceededError, UnsupportedError
from ptxpy.sim.loaded_module import LoadedModule
from ptxpy.sim.machine.geometry import Geometry

FRAME = """\
.version 8.0
.target sm_80
.address_size 64
.shared .align 16 .b8 smem[1024];
{functions}
.visible .entry kernel(.param .u64 out)
{{
    .reg .pred %p<9>;
    .reg .b32 %r<20>;
    .reg .b64 %rd<9>;
{body}
    ld.param.u64 %rd1, [out];
    mov.u32 %r15, %ctaid.x;
    mov.u32 %r16, %ntid.x;
    mov.u32 %r17, %tid.x;
    mad.lo.u32 %r18, %r15, %r16, %r17;
    mul.wide.u32 %rd2, %r18, 4;
    add.u64 %rd1, %rd1, %rd2;
    st.global.u32 [%rd1], %r1;
    ret;
}}
"""


class Case(NamedTuple):
    """A kernel and what its threads find."""

    name: str
    body: str
    expected: str
    grid: int
    block: int


def cases() -> list[Case]:
    """Return the cases of `engine.txt`."""
    text = Path(__file__).with_name("engine.txt").read_text(encoding="utf-8")
    found = []
    for part in re.split(r"^-- ", text, flags=re.MULTILINE)[1:]:
        name, _, rest = part.partition("\n")
        body, _, expected = rest.partition("\n== ")
        launch = re.search(r"^# launch (\d+) (\d+)\n", body, re.MULTILINE)
        grid, block = (int(launch[1]), int(launch[2])) if launch else (2, 32)
        body = re.sub(r"^# launch .*\n", "", body, flags=re.MULTILINE)
        found.append(Case(name, body, expected.strip(), grid, block))
    return found


def launch(text: str, grid: int, block: int, **options: Any) -> list[int]:
    """Run the kernel of a file; return what its threads wrote."""
    loaded = LoadedModule(ptxpy.parse(text))
    threads = grid * block
    out = loaded.memory.allocate(4 * threads, "the result")
    loaded.run(
        "kernel",
        out.to_bytes(8, "little"),
        Geometry((grid, 1, 1), (block, 1, 1), (1, 1, 1)),
        **options,
    )
    view = loaded.memory.view("u4")
    return [int(value) for value in view[out // 4 : out // 4 + threads]]


def run(body: str, grid: int = 2, block: int = 32, functions: str = "", **options: Any) -> Any:
    """Run a body of a kernel; return what its threads found."""
    return launch(FRAME.format(body=body, functions=functions), grid, block, **options)


@pytest.mark.parametrize("lanes", [32, 64, 16384])
@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_threads_find(case: Case, lanes: int) -> None:
    """What the case says, however many CTAs run side by side."""
    found = run(case.body, case.grid, case.block, lanes=lanes)
    wanted = [eval(case.expected, {"t": t}) for t in range(case.grid * case.block)]  # noqa: S307
    assert found == wanted


RECURSIVE = """
.func (.param .u32 result) triangle(.param .u32 n)
{
    .reg .pred %p<2>;
    .reg .b32 %r<5>;
    ld.param.u32 %r1, [n];
    setp.eq.u32 %p1, %r1, 0;
    mov.u32 %r3, 0;
    @%p1 bra DONE;
    sub.u32 %r2, %r1, 1;
    {
        .param .u32 given;
        .param .u32 got;
        st.param.u32 [given], %r2;
        call (got), triangle, (given);
        ld.param.u32 %r3, [got];
    }
    add.u32 %r3, %r3, %r1;
DONE:
    st.param.u32 [result], %r3;
    ret;
}
.func (.param .u32 result) twice(.param .u32 n)
{
    .reg .b32 %r<3>;
    ld.param.u32 %r1, [n];
    shl.b32 %r2, %r1, 1;
    st.param.u32 [result], %r2;
    ret;
}
"""


def test_recursion() -> None:
    """Each thread has its own depth."""
    body = """
    mov.u32 %r2, %tid.x;
    {
        .param .u32 given;
        .param .u32 got;
        st.param.u32 [given], %r2;
        call (got), triangle, (given);
        ld.param.u32 %r1, [got];
    }
    """
    assert run(body, functions=RECURSIVE) == [t * (t + 1) // 2 for t in range(32)] * 2


def test_calls_by_address() -> None:
    """Threads of a warp call different functions."""
    body = """
    mov.u32 %r2, %tid.x;
    and.b32 %r3, %r2, 1;
    setp.eq.u32 %p1, %r3, 1;
    mov.u64 %rd3, triangle;
    mov.u64 %rd4, twice;
    selp.b64 %rd5, %rd3, %rd4, %p1;
    {
        .param .u32 given;
        .param .u32 got;
        st.param.u32 [given], %r2;
        proto: .callprototype (.param .u32 _) _ (.param .u32 _);
        call (got), %rd5, (given), proto;
        ld.param.u32 %r1, [got];
    }
    """
    expected = [t * (t + 1) // 2 if t % 2 else 2 * t for t in range(32)]
    assert run(body, functions=RECURSIVE) == expected * 2


def test_a_deadlock_is_told_group_by_group() -> None:
    """Half of the CTA waits at another barrier than the rest."""
    body = """
    setp.lt.u32 %p1, %tid.x, 32;
    @%p1 bra ONE;
    bar.sync 2, 64;
    bra END;
ONE:
    bar.sync 1, 64;
END:
    """
    with pytest.raises(SimulationError) as caught:
        run(body, 1, 64)
    text = str(caught.value)
    assert "deadlock" in text
    assert "32 threads wait, such as CTA (0, 0, 0), thread (32, 0, 0), at barrier 2" in text
    assert "32 threads wait, such as CTA (0, 0, 0), thread (0, 0, 0), at barrier 1" in text
    assert "bar.sync 2, 64;" in text


def test_an_endless_kernel_ends() -> None:
    """After as many steps as it may make."""
    with pytest.raises(SimulationError, match="has not ended"):
        run("TOP:\n    bra TOP;\n", max_steps=1000)


def test_steps_are_counted_over_all_ctas() -> None:
    """However many of them run side by side."""
    loop = "mov.u32 %r1, 0;\nTOP:\n    add.u32 %r1, %r1, 1;\n    setp.lt.u32 %p1, %r1, 100;\n"
    body = f"{loop}    @%p1 bra TOP;\n"
    run(body, max_steps=210, lanes=32)
    with pytest.raises(StepLimitExceededError, match="has not ended after 150 steps"):
        run(body, max_steps=150, lanes=32)
    run(body, max_steps=150, lanes=64)


ENDS = """\
.version 8.0
.target sm_80
.address_size 64
.func nothing() {{ }}
.visible .entry kernel(.param .u64 out)
{{
    .reg .pred %p<2>;
    .reg .b32 %r<2>;
    .reg .b64 %rd<3>;
TOP:
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    setp.lt.u32 %p1, %r1, 0;
    mul.wide.u32 %rd2, %r1, 4;
    add.u64 %rd1, %rd1, %rd2;
    st.global.u32 [%rd1], %r1;
    {last}
}}
.visible .entry other(.param .u64 out)
{{
    .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [out];
    st.global.u32 [%rd1], 99;
    ret;
}}
"""


@pytest.mark.parametrize(
    "last",
    [
        "bar.sync 0;",
        "@%p1 ret;",
        "@%p1 bra TOP;",
        "call nothing, ();",
        "@%p1 exit;",
        "bar.warp.sync -1;",
    ],
)
def test_a_kernel_ends_without_ret(last: str) -> None:
    """Its closing brace is one, and no thread runs on into the next function."""
    assert launch(ENDS.format(last=last), 1, 32) == [*range(32)]


WAITING = """
    mov.u32 %r1, 0;
    mov.u32 %r2, 0;
    st.volatile.shared.u32 [smem], 0;
    bar.sync 0;
    setp.ge.u32 %p1, %tid.x, 2;
    @%p1 bra END;
TURN:
    add.u32 %r2, %r2, 1;
    mul.lo.u32 %r3, %r2, 2;
    sub.u32 %r3, %r3, %tid.x;
    sub.u32 %r3, %r3, 1;
WAIT:
    ld.volatile.shared.u32 %r4, [smem];
    setp.ne.u32 %p2, %r4, {awaited};
    @%p2 bra WAIT;
    add.u32 %r1, %r1, %r4;
    add.u32 %r4, %r4, 1;
    st.volatile.shared.u32 [smem], %r4;
    setp.lt.u32 %p3, %r2, 100;
    @%p3 bra TURN;
END:
"""
"""Two threads of a warp that take 100 turns each: thread 1 the even, thread 0 the odd ones."""


def test_threads_that_wait_in_a_loop_let_others_run() -> None:
    """A loop that nothing but others' writes ends is left after one turn, not after hundreds."""
    found = run(WAITING.format(awaited="%r3"), grid=1, block=32, max_steps=2000)
    assert found[:3] == [sum(range(1, 200, 2)), sum(range(0, 200, 2)), 0]


def test_threads_that_wait_for_ever_are_stopped() -> None:
    """Nobody ever writes the value."""
    with pytest.raises(StepLimitExceededError):
        run(WAITING.format(awaited="12345"), grid=1, block=32, max_steps=2000)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            "mov.u64 %rd3, 64; ld.global.u32 %r1, [%rd3];",
            "0x40 are outside of global memory: 64 bytes behind a null pointer",
        ),
        ("ld.shared.u32 %r1, [smem+1024];", "outside of the 1,024 bytes of shared memory"),
        ("ld.shared.u32 %r1, [smem+2];", "0x2 in shared memory is not a multiple of the 4 bytes"),
        ("ld.param.u64 %rd3, [out]; ld.global.u32 %r1, [%rd3+256];", "right behind the result"),
        (
            "ld.param.u64 %rd3, [out]; ld.global.u32 %r1, [%rd3+-1000000];",
            ", 1,000,000 bytes before the result of 256 bytes",
        ),
        ("trap;", "trap"),
        ("mov.u32 %r2, 99; bar.sync %r2;", "barrier 99"),
    ],
)
def test_faults_say_what_and_where(body: str, message: str) -> None:
    """The statement, its line, CTA and thread."""
    with pytest.raises(SimulationError, match=re.escape(message)) as caught:
        run(f"    {body}\n")
    assert "CTA (0, 0, 0), thread (0, 0, 0)" in str(caught.value)
    assert "at line 11: " in str(caught.value)


def test_what_is_missing_is_refused_before_anything_runs() -> None:
    """With its lines."""
    body = "    mov.u32 %r1, 1;\n    multimem.st.async.release.gpu.global.u32 [%rd3], %r1;\n"
    with pytest.raises(UnsupportedError) as caught:
        run(body)
    assert "line 12: multimem.st.async.release.gpu.global.u32 [%rd3], %r1;" in str(caught.value)
    assert "of multimem, ld_reduce, st and red are simulated" in str(caught.value)


def test_global_variables_hold_their_initial_values() -> None:
    """Of every shape; symbols stand for addresses."""
    functions = """
.global .align 4 .u32 table[4] = {5, 6, 7};
.global .u64 pointer = generic(table)+4;
.const .f32 half = 0f3F000000;
"""
    body = """
    ld.global.u64 %rd3, [pointer];
    ld.global.u32 %r1, [%rd3];
    ld.const.u32 %r2, [half];
    shr.u32 %r2, %r2, 24;
    add.u32 %r1, %r1, %r2;
    ld.global.u32 %r2, [table+12];
    add.u32 %r1, %r1, %r2;
    """
    assert run(body, functions=functions) == [6 + 0x3F] * 64


def test_numpy_is_not_told_of_overflows() -> None:
    """What wraps around is no warning, and neither is infinity."""
    assert run("    mov.u32 %r2, 0xffffffff;\n    mul.lo.u32 %r1, %r2, %r2;\n") == [1] * 64
    assert np.geterr()["over"] == "warn"
