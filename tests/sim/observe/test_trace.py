"""Traces: the instructions of chosen threads, with values, addresses and lines."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ptxpy
from ptxpy.launch_request import LaunchError
from ptxpy.sim.observe import Trace
from ptxpy.sim.observe.shown_values import decode, format_bits
from ptxpy.sim.observe.trace import Value
from tests.sim.harness import kernel

SUM = """\
    mul.wide.u32 %rd1, %r0, 4;
    add.u64 %rd2, %out, %rd1;
    ld.global.f32 %f1, [%rd2];
    setp.gt.f32 %p1, %f1, 0f40000000;
    @%p1 bra BIG;
    add.f32 %f1, %f1, 0f3F800000;
BIG:
    @!%p1 neg.f32 %f1, %f1;
    st.global.f32 [%rd2], %f1;
"""


def trace(body: str, *arguments: Any, block: int = 32, grid: int = 1, **how: Any) -> Trace:
    """Return a trace of a kernel around some instructions."""
    parts = {name: how.pop(name) for name in ("declarations", "target") if name in how}
    return ptxpy.load(kernel(body, **parts)).trace(*arguments, grid=grid, block=block, **how)


def last(found: Trace) -> Any:
    """Return the last instruction before `ret`."""
    return found[-2]


def test_a_thread() -> None:
    """Each instruction that thread 1 runs, what it wrote, and where it accessed memory."""
    x = np.arange(32, dtype=np.float32)
    found = trace(SUM, x, threads=1)
    assert x[:4].tolist() == [-1.0, -2.0, -3.0, 3.0]
    head, columns, *rows = str(found).splitlines()
    assert head == "kernel: CTA (0, 0, 0), thread (1, 0, 0)"
    assert columns.split() == ["PTX", "instruction"]
    assert [row.split(maxsplit=1)[1] for row in rows] == [
        f"ld.param.u64 %out, [out];          %out = {found[0].written[0].bits:#x}",
        "mov.u32 %r0, %tid.x;               %r0 = 1",
        "mul.wide.u32 %rd1, %r0, 4;         %rd1 = 4",
        f"add.u64 %rd2, %out, %rd1;          %rd2 = {found[3].written[0].bits:#x}",
        "ld.global.f32 %f1, [%rd2];         %f1 = 1; load global[out+4]",
        "setp.gt.f32 %p1, %f1, 0f40000000;  %p1 = false",
        "@%p1 bra BIG;                      not taken: %p1 = false",
        "add.f32 %f1, %f1, 0f3F800000;      %f1 = 2",
        "@!%p1 neg.f32 %f1, %f1;            %f1 = -2",
        "st.global.f32 [%rd2], %f1;         store global[out+4] = -2",
        "ret;",
    ]
    loaded = found[4]
    assert loaded.written == (Value("%f1", "f32", 0x3F800000),)
    (access,) = loaded.accesses
    assert (access.what, access.space, access.size) == ("load", "global", 4)
    assert access.address == found[0].written[0].bits + 4
    assert access.values == loaded.written
    assert [each.line for each in found] == [*range(13, 21), 22, 23, 25]


def test_several_threads() -> None:
    """They are told apart by a column; what a thread skips is not there, or said."""
    found = trace(SUM, np.arange(32, dtype=np.float32), threads=[5, 0], lines=range(19, 24))
    rows = [" ".join(row.split()) for row in str(found).splitlines()]
    assert rows[:2] == ["kernel: CTA (0, 0, 0)", "PTX thread instruction"]
    assert rows[2:6] == [
        "19 0 @%p1 bra BIG; not taken: %p1 = false",
        "19 5 @%p1 bra BIG; taken",
        "20 0 add.f32 %f1, %f1, 0f3F800000; %f1 = 1",
        "22 0 @!%p1 neg.f32 %f1, %f1; %f1 = -1",
    ]
    assert rows[6] == "22 5 @!%p1 neg.f32 %f1, %f1; skipped: %p1 = true"
    assert not found[4].executed
    assert found[4].written == ()


def test_coordinates() -> None:
    """Threads and blocks by coordinates or by number, x first."""
    body = "    mov.u32 %r1, %tid.y;\n    mov.u32 %r2, %ctaid.y;"
    out = np.zeros(1, np.uint32)
    loaded = ptxpy.load(kernel(body))
    how: Any = {"grid": (2, 3), "block": (4, 2)}
    for threads, cta in (
        ((3, 1), (1, 2)),
        (7, 5),
        ([(3, 1, 0)], (1, 2, 0)),
        (np.array([7]), np.int64(5)),
        (np.uint8(7), (np.int32(1), 2)),
    ):
        found = loaded.trace(out, threads=threads, cta=cta, **how)
        assert {each.thread for each in found} == {(3, 1, 0)}
        assert {each.cta for each in found} == {(1, 2, 0)}
        assert [each.written[0].value for each in found[1:4]] == [3, 1, 2]
    with pytest.raises(LaunchError, match=r"no thread 8: the block is \(4, 2, 1\)"):
        loaded.trace(out, threads=8, **how)
    message = r"no CTA \(0, 3\): the grid is \(2, 3, 1\); several CTAs are a list"
    with pytest.raises(LaunchError, match=message):
        loaded.trace(out, cta=(0, 3), **how)
    with pytest.raises(LaunchError, match="a trace runs on device='cpu' only"):
        loaded.trace(out, device="cuda", **how)


def test_ranks_of_clusters() -> None:
    """A CTA is found where it is in the grid, though CTAs are numbered cluster by cluster."""
    body = "    mov.u32 %r1, %ctaid.x;\n    mov.u32 %r2, %ctaid.y;"
    loaded = ptxpy.load(kernel(body, target="sm_90"))
    for cta in [(x, y) for x in range(4) for y in range(4)]:
        found = loaded.trace(np.zeros(1, np.uint32), grid=(4, 4), block=32, cluster=(2, 2), cta=cta)
        assert tuple(each.written[0].value for each in found[2:4]) == cta


@pytest.mark.parametrize(
    ("instruction", "effect"),
    [
        ("mov.b32 %r1, -3;", "%r1 = 0xfffffffd"),
        ("add.s32 %r1, %r0, -3;", "%r1 = -1"),
        ("cvt.rn.f32.s32 %f1, -7;", "%f1 = -7"),
        ("mov.f32 %f1, 0f7F800000;", "%f1 = inf"),
        ("mov.f32 %f1, 0f3DCCCCCD;", "%f1 = 0.1"),
        ("mov.b32 %r1, 0x3C004000;", "%r1 = 0x3c004000"),
        ("cvt.rn.f16x2.f32 %r1, 0f3F800000, 0f40000000;", "%r1 = (2, 1)"),
        ("cvt.rn.bf16.f32 %h1, 0f3FC00000;", "%h1 = 1.5"),
        ("mov.b64 {%r1, %r2}, 0x0000000700000005;", "%r1 = 5; %r2 = 7"),
        ("setp.eq.u32 %p1|%p2, %r0, 2;", "%p1 = true; %p2 = false"),
        ("shfl.sync.idx.b32 %r1|%p1, %r0, 9, 31, -1;", "%r1 = 9; %p1 = true"),
        ("{ .reg .b128 %q; mov.b128 %q, {%rd1, %rd1}; }", "%q = 0"),
        ("mov.u64 %rd1, 0x123456789A;", "%rd1 = 0x123456789a"),
        ("mul.wide.s32 %rd1, %r0, -5;", "%rd1 = -10"),
    ],
)
def test_values(instruction: str, effect: str) -> None:
    """Registers are shown by the type of the instruction, else by their own."""
    found = trace(f"    {instruction}", np.zeros(1, np.uint32), threads=2, target="sm_90")
    assert last(found).effect == effect


def test_memory() -> None:
    """Vectors, shared memory by its variables, atomic operations, generic addresses."""
    body = """\
    mov.u32 %r1, tile;
    st.shared.v2.u32 [%r1+8], {%r0, 7};
    ld.shared.v4.u32 {%r2, %r3, %r4, %r5}, [%r1];
    cvta.shared.u64 %rd1, 8;
    ld.f32 %f1, [%rd1];
    atom.global.add.u32 %r6, [%out], 5;
    red.shared.add.u32 [tile+4], %r0;"""
    found = trace(
        body,
        np.array([3], np.uint32),
        block=1,
        declarations=".shared .align 16 .b32 head[2]; .shared .align 16 .b32 tile[4];",
    )
    start = found[2].written[0].bits
    stored, loaded, _, generic, atomic, reduced = found[3:9]
    assert stored.effect == "store shared[tile+8] = 0, 7"
    assert (stored.accesses[0].address, stored.accesses[0].size) == (start + 8, 8)
    assert [each.value for each in loaded.written] == [0, 0, 0, 7]
    assert loaded.effect.endswith("load shared[tile]")
    assert (generic.accesses[0].space, generic.accesses[0].address) == ("shared", 8)
    assert atomic.effect == "%r6 = 3; atomic global[out] = 5"
    assert reduced.effect == "atomic shared[tile+4] = 0"


def test_mbarriers_and_copies() -> None:
    """What an mbarrier holds behind an operation, and what a bulk copy brings where."""
    body = """\
    mov.u32 %r1, tile;
    mov.u32 %r2, full;
    mbarrier.init.shared::cta.b64 [%r2], 2;
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r2], 128;
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%out], 64, [%r2];
    mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%r2], 64;
    mbarrier.arrive.shared::cta.b64 %rd1, [%r2];
    mbarrier.test_wait.parity.shared::cta.b64 %p1, [%r2], 0;"""
    found = trace(
        body,
        np.zeros(64, np.uint8),
        block=1,
        target="sm_90",
        declarations=".shared .align 128 .b8 tile[256]; .shared .align 8 .b64 full;",
    )
    effects = [each.effect for each in found[4:-1]]
    assert effects[:4] == [
        "mbarrier full: 2 of 2 pending, tx-count 0, parity 0",
        "mbarrier full: 1 of 2 pending, tx-count 128, parity 0",
        "bulk load shared[tile], 64 bytes; mbarrier full: 1 of 2 pending, tx-count 64, parity 0",
        "mbarrier full: 1 of 2 pending, tx-count 0, parity 0",
    ]
    assert effects[4].endswith("mbarrier full: 2 of 2 pending, tx-count 0, parity 1")
    assert effects[5].startswith("%p1 = true; ")


def test_names_of_cpp() -> None:
    """Variables have the names that they have in C++."""
    name = "_ZZ3sumPfE4tile"
    found = trace(
        f"    ld.shared.u32 %r1, [{name}+4];",
        np.zeros(1),
        declarations=f".shared .align 4 .b8 {name}[8];",
    )
    assert last(found).effect == "%r1 = 0; load shared[tile+4]"


def test_dead_values_are_shown() -> None:
    """What no later instruction reads is computed for a trace."""
    found = trace("    add.u32 %r1, %r0, 1;\n    add.u32 %r1, %r0, 2;", np.zeros(1), threads=3)
    assert [each.effect for each in found[2:4]] == ["%r1 = 4", "%r1 = 5"]


def test_a_limit() -> None:
    """The kernel goes on behind it, and the trace says so."""
    x = np.arange(32, dtype=np.float32)
    found = trace(SUM, x, threads=range(32), limit=40)
    assert len(found) == 40
    assert found.reached
    assert str(found).endswith("40 instructions were recorded, the limit; more followed")
    assert x[3] == 3.0
    assert not trace(SUM, x, limit=11).reached


def test_nothing() -> None:
    """Lines that did not run are told."""
    found = trace(SUM, np.zeros(32, np.float32), lines=999)
    assert str(found) == "no instruction was recorded: the threads or lines did not run"


def test_an_error_ends_a_trace() -> None:
    """What ran before it is there, and the error, which is not raised."""
    body = "    add.u64 %rd1, %out, 4096;\n    ld.global.u32 %r1, [%rd1];\n    mov.u32 %r2, 1;"
    found = trace(body, np.zeros(4, np.uint32))
    assert found[-1].text == "add.u64 %rd1, %out, 4096;"
    assert "outside of global memory" in str(found.error)
    assert f"the kernel ended with an error: {found.error}" in str(found)


def test_json() -> None:
    """All fields; what JSON has no number for is a string."""
    found = trace("    mov.f32 %f1, 0f7FC00000;", np.zeros(1))
    read = json.loads(found.to_json())
    assert (read["kernel"], read["reached"], read["error"]) == ("kernel", False, None)
    assert read["records"][2] == {
        "cta": [0, 0, 0],
        "thread": [0, 0, 0],
        "ordinal": found[2].ordinal,
        "line": 15,
        "python_line": None,
        "text": "mov.f32 %f1, 0f7FC00000;",
        "executed": True,
        "written": [{"register": "%f1", "type": "f32", "value": "nan", "bits": "0x7fc00000"}],
        "read": [],
        "accesses": [],
        "mbarrier": None,
    }


def test_python_lines(tmp_path: Path) -> None:
    """A kernel of Python has them beside those of the PTX, and is chosen by them."""
    path = tmp_path / "fill.py"
    path.write_text(
        "from ptxpy import kernel, module, ptx, reg, u64\n"
        'module("ptxpy", version="8.0", target="sm_80")\n'
        "@kernel\n"
        "def fill(out: u64):\n"
        "    r, rd = reg.bulk(r=3, rd=4)\n"
        "    rd[1] = ptx.ld.param.u64([out])\n"
        "    r[1] = ptx.mov.u32(ptx.special.tid.x)\n"
        "    ptx.st.global_.u32([rd[1]], r[1])\n"
        "    ptx.ret()\n",
        encoding="utf-8",
    )
    loaded = ptxpy.load(path)
    found = loaded.trace(np.zeros(1, np.uint32), grid=1, block=1)
    assert [each.python_line for each in found] == [6, 7, 8, 9]
    assert str(found).splitlines()[1].split() == ["Python", "PTX", "instruction"]
    chosen = loaded.trace(np.zeros(1, np.uint32), grid=1, block=1, lines=[7])
    assert [each.python_line for each in chosen] == [7]
    profiled = loaded.profile(np.zeros(1, np.uint32), grid=1, block=1)
    assert [each.python_line for each in profiled.lines] == [6, 7, 8, 9]
    assert profiled.table().split()[:2] == ["Python", "PTX"]


@ptxpy.kernel(arch="sm_80", grid=2, block=4)
def doubled(x: ptxpy.u64) -> None:
    """Add 1 to a number for each thread."""
    rd = ptxpy.reg.bulk(rd=2)
    rd[1] = ptxpy.ptx.ld.param.u64([x])
    ptxpy.ptx.inst.red.global_.add.u32([rd[1]], 1)  # counted
    ptxpy.ptx.ret()


def test_functions_of_python() -> None:
    """A kernel of Python is looked at as it is, at its lines."""
    lines = Path(__file__).read_text(encoding="utf-8").splitlines()
    number = next(k for k, text in enumerate(lines, 1) if text.endswith("# counted"))
    x = np.zeros(1, np.uint32)
    found = doubled.trace(x, threads=3, cta=1, lines=number)
    assert x[0] == 8
    (only,) = found
    assert (only.python_line, only.thread, only.cta) == (number, (3, 0, 0), (1, 0, 0))
    assert only.effect == "atomic global[x] = 1"
    profiled = doubled.profile(x)
    assert {each.python_line: each.counts.threads for each in profiled.lines}[number] == 8
    assert doubled.timeline(x).end == 3


@pytest.mark.parametrize(
    ("type_", "bits", "value", "text"),
    [
        ("s8", 0xFF, -1, "-1"),
        ("u16x2", 0x00010002, (2, 1), "(2, 1)"),
        ("s16x2", 0x0001FFFF, (-1, 1), "(-1, 1)"),
        ("f16", 0x3C00, 1.0, "1"),
        ("bf16x2", 0x3F80C000, (-2.0, 1.0), "(-2, 1)"),
        ("f64", 0x3FB999999999999A, 0.1, "0.10000000000000001"),
        ("e4m3x2", 0x3840, (0x40, 0x38), "(0x40, 0x38)"),
        ("b64", 1 << 40, 1 << 40, "0x0000010000000000"),
        ("u64", 1 << 40, 1 << 40, "0x10000000000"),
        ("s64", (1 << 64) - 5, -5, "-5"),
        ("b32", 65535, 65535, "65535"),
        ("pred", 1, True, "true"),
    ],
)
def test_types(type_: str, bits: int, value: Any, text: str) -> None:
    """What bits mean, and how that is shown."""
    assert decode(type_, bits) == value
    assert format_bits(type_, bits) == text


def test_not_a_number() -> None:
    """It is told as such."""
    assert math.isnan(decode("f32", 0x7FFFFFFF))  # type: ignore[arg-type]
    assert format_bits("f32", 0x7FFFFFFF) == "nan"
