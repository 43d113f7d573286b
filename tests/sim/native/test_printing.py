"""Compiled kernels that print, by the interpreter's function."""

from __future__ import annotations

from concurrent.futures import Future
from itertools import count
from typing import Any

import numpy as np
import pytest

import ptxpy
from ptxpy.sim import SimulationError

pytest.importorskip("llvmlite")

HEAD = """\
.version 8.0
.target sm_80
.address_size 64
.extern .func (.param .b32 result) vprintf (.param .b64 format, .param .b64 arguments);
.global .align 1 .b8 text[8] = {37, 117, 32, 37, 117, 10, 0};
"""
CALL = """
    st.local.v2.u32 [%rd8], {%r1, %r2};
    {
    .param .b64 a0;
    .param .b64 a1;
    .param .b32 r0;
    mov.u64 %rd6, text;
    cvta.global.u64 %rd6, %rd6;
    cvta.local.u64 %rd7, %rd8;
    st.param.b64 [a0], %rd6;
    st.param.b64 [a1], %rd7;
    call (r0), vprintf, (a0, a1);
    ld.param.b32 %r3, [r0];
    }
"""
REGISTERS = """
    .local .align 8 .b8 depot[8];
    .reg .pred %p<4>;
    .reg .b32 %r<9>;
    .reg .b64 %rd<9>;
    mov.u64 %rd8, depot;
"""
FUNCTION = f"""
.func (.reg .b32 %out) shown (.reg .b32 %r1, .reg .b32 %r2)
{{{REGISTERS.replace(".reg .b32 %r<9>", ".reg .b32 %r3, %r4")}{CALL}
    add.u32 %out, %r3, %r1;
    ret;
}}
"""
BODIES = {
    "all threads": f"""
    mov.u32 %r2, 7;
    {CALL}
    st.global.u32 [%rd1], %r3;
""",
    "in a loop, some of the threads": f"""
    mov.u32 %r4, 0;
NEXT:
    add.u32 %r2, %r4, 100;
    and.b32 %r5, %r1, 3;
    setp.ne.u32 %p1, %r5, %r4;
    @%p1 bra BEHIND;
    {CALL}
    st.global.u32 [%rd1], %r3;
BEHIND:
    add.u32 %r4, %r4, 1;
    setp.lt.u32 %p2, %r4, 3;
    @%p2 bra NEXT;
""",
    "in a function": """
    mov.u32 %r4, %r1;
    call (%r5), shown, (%r4, 3);
    st.global.u32 [%rd1], %r5;
    call (%r5), shown, (%r4, 4);
    add.u32 %r5, %r5, %r4;
    st.global.u32 [%rd1], %r5;
""",
    "nobody": f"""
    setp.gt.u32 %p1, %r1, 9999;
    @!%p1 bra BEHIND;
    {CALL}
BEHIND:
    st.global.u32 [%rd1], %r1;
""",
}


def kernel(body: str) -> Any:
    """Return a kernel with a word for each thread, whose number is %r1."""
    return ptxpy.load(f"""{HEAD}{FUNCTION}
.visible .entry kernel(.param .u64 out)
{{{REGISTERS}
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r6, %ctaid.x;
    mov.u32 %r7, %ntid.x;
    mad.lo.u32 %r1, %r6, %r7, %r1;
    mul.wide.u32 %rd2, %r1, 4;
    add.u64 %rd1, %rd1, %rd2;
{body}
    ret;
}}
""")


def launch(made: Any, engine: str, grid: int = 2, block: int = 48) -> tuple[Any, Any]:
    """Launch a kernel; return what it has written, and the report."""
    out = np.zeros(grid * block, np.uint32)
    with ptxpy.sim.engine(engine) as report:
        made.launch(out, grid=grid, block=block, device="cpu")
    return out, report


@pytest.mark.parametrize("name", BODIES)
@pytest.mark.parametrize(("grid", "block"), [(2, 48), (300, 32)])
def test_prints_as_the_interpreter(
    name: str, grid: int, block: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """The lines of each thread are in order; PTX leaves open which thread prints first."""
    shown, written = [], []
    for engine in ("interpreted", "compiled"):
        out, report = launch(kernel(BODIES[name]), engine, grid, block)
        shown.append(sorted(capsys.readouterr().out.splitlines(), key=by_thread))
        written.append(out.tolist())
    assert not report.interpreted
    assert shown[0] == shown[1]
    assert written[0] == written[1]
    assert bool(shown[0]) == (name != "nobody")


def by_thread(line: str) -> int:
    """Return the number of the thread that has printed a line."""
    return int(line.partition(" ")[0])


def test_one_cta_prints_in_the_order_of_the_interpreter(capsys: pytest.CaptureFixture[str]) -> None:
    """Where all threads come to the call."""
    for engine in ("interpreted", "compiled"):
        launch(kernel(BODIES["all threads"]), engine, 4, 64)
        assert capsys.readouterr().out == "".join(f"{k} 7\n" for k in range(256))


def test_a_fault_behind_output(capsys: pytest.CaptureFixture[str]) -> None:
    """The interpreter prints it once, and tells the fault."""
    body = f"{BODIES['all threads']}    setp.eq.u32 %p1, %r1, 5;\n    @%p1 trap;\n"
    found = []
    for engine in ("interpreted", "compiled"):
        with pytest.raises(SimulationError) as raised:
            launch(kernel(body), engine)
        found.append((str(raised.value), capsys.readouterr().out))
    assert found[0] == found[1]
    assert found[0][1].count("\n") == 96


def test_much_output_is_left_to_the_interpreter(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A kernel that prints without an end takes no memory for that."""
    monkeypatch.setattr("ptxpy.sim.native.printed._MAX_KEPT_BYTES", 100)
    _, report = launch(kernel(BODIES["all threads"]), "compiled")
    assert report.interpreted == {"kernel": "more output than is kept"}
    assert capsys.readouterr().out.count("\n") == 96


@pytest.mark.parametrize("most", [1 << 30, 64])
def test_output_is_there_once_when_machine_code_takes_over(
    most: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is kept until then; a launch that has shown some is interpreted to its end."""
    asked = count()
    done: Future[None] = Future()
    done.set_result(None)
    monkeypatch.setattr("ptxpy.sim.native.printed._SHOWN_BYTES", most)
    monkeypatch.setattr("ptxpy.sim.machine.scheduler._MAX_WATCHED_STEPS", 1)
    monkeypatch.setattr("ptxpy.sim.native.tiers._WORTHWHILE_SECONDS", 0.0)
    monkeypatch.setattr(
        "ptxpy.sim.native.tiers.Tier.is_ready", property(lambda _: next(asked) > 500)
    )
    monkeypatch.setattr("ptxpy.sim.native.tiers.compile_in_background", lambda _: done)
    body = f"""
    setp.ne.u32 %p1, %r1, 3;
    @%p1 bra BEHIND;
    {BODIES["all threads"]}{CALL}{CALL}{CALL}{CALL}{CALL}{CALL}{CALL}{CALL}{CALL}{CALL}{CALL}{CALL}
{CALL}{CALL}{CALL}{CALL}
BEHIND:
    mov.u32 %r4, 0;
NEXT:
    add.u32 %r4, %r4, 1;
    setp.lt.u32 %p1, %r4, 2000;
    @%p1 bra NEXT;
"""
    _, report = launch(kernel(body), "auto", 1, 64)
    assert bool(report.compiled) == (most > 64)
    assert capsys.readouterr().out == "3 7\n" * 17
