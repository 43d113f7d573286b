"""Profiles: counts, bytes, bank conflicts, sectors and waits that are known by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ptxpy
from ptxpy.launch_request import LaunchError
from ptxpy.sim import executed
from ptxpy.sim.observe import Profile
from ptxpy.sim.observe.profile import Line, Traffic
from tests.sim.harness import kernel

HERE = Path(__file__).parent
WIDTHS = {1: ".b8", 2: ".b16", 4: ".b32", 8: ".v2.b32", 16: ".v4.b32"}
REGISTERS = {1: "%h1", 2: "%h1", 4: "%r9", 8: "{%r9, %r10}", 16: "{%r9, %r10, %r11, %r12}"}

OFFSETS = """\
    cvt.u64.u32 %rd1, %r0;
    shl.b64 %rd2, %rd1, 2;
    add.u64 %rd3, %out, %rd2;
    ld.global.s32 %r1, [%rd3];
"""


def _rows(name: str, columns: int) -> list[tuple[int, ...]]:
    text = (HERE / name).read_text(encoding="utf-8")
    lines = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    return [tuple(map(int, line[:columns])) for line in lines]


def _offsets(start: int, stride: int, group: int) -> Any:
    return (start + np.arange(32) // group * stride).astype(np.int32)


def profile(body: str, *arguments: Any, block: int = 32, **parts: Any) -> Profile:
    """Return the profile of a kernel around some instructions."""
    return ptxpy.load(kernel(body, **parts)).profile(*arguments, grid=1, block=block)


def line(found: Profile, text: str) -> Line:
    """Return the line whose text contains something."""
    (only,) = [each for each in found.lines if text in each.text]
    return only


def traffic(found: Profile, text: str) -> Traffic:
    """Return the accesses of the line whose text contains something."""
    (only,) = line(found, text).counts.memory.values()
    return only


@pytest.mark.parametrize("case", _rows("shared.txt", 5))
@pytest.mark.parametrize("what", ["load", "store"])
@pytest.mark.parametrize("generic", [False, True])
def test_shared_memory(case: tuple[int, ...], what: str, *, generic: bool) -> None:
    """Wavefronts and conflicts of loads and stores, also by generic addresses."""
    size, stride, group, wavefronts, least = case
    space = "" if generic else ".shared"
    access = {
        "load": f"ld{space}{WIDTHS[size]} {REGISTERS[size]}, [%rd6];",
        "store": f"st{space}{WIDTHS[size]} [%rd6], {REGISTERS[size]};",
    }[what]
    body = OFFSETS + "    mov.u64 %rd4, tile;\n    cvt.s64.s32 %rd5, %r1;\n"
    if generic:
        body += "    cvta.shared.u64 %rd4, %rd4;\n"
    body += f"    add.u64 %rd6, %rd4, %rd5;\n    {access}"
    declarations = ".shared .align 16 .b8 tile[8192];"
    found = traffic(profile(body, _offsets(0, stride, group), declarations=declarations), access)
    assert (found.space, found.what, found.requests) == ("shared", what, 1)
    assert found.bytes == 32 * size
    assert (found.wavefronts, found.least) == (wavefronts, least)
    assert found.conflicts == wavefronts - least
    assert not found.sectors


@pytest.mark.parametrize("case", _rows("global.txt", 6))
@pytest.mark.parametrize("what", ["load", "store"])
def test_global_memory(case: tuple[int, ...], what: str) -> None:
    """Sectors, and the bytes that a warp wants of them."""
    size, start, stride, group, sectors, wanted = case
    access = {
        "load": f"ld.global{WIDTHS[size]} {REGISTERS[size]}, [%rd7];",
        "store": f"st.global{WIDTHS[size]} [%rd7], {REGISTERS[size]};",
    }[what]
    body = (
        OFFSETS
        + "    ld.param.u64 %rd4, [x];\n    cvt.s64.s32 %rd5, %r1;\n"
        + f"    add.u64 %rd7, %rd4, %rd5;\n    {access}"
    )
    x = np.zeros(4096, np.uint8)
    found = traffic(
        profile(body, x, _offsets(start, stride, group), parameters=".param .u64 x"), access
    )
    assert (found.space, found.what, found.requests) == ("global", what, 1)
    assert (found.bytes, found.sectors, found.wanted) == (32 * size, sectors, wanted)
    assert not found.wavefronts


@pytest.mark.parametrize(("count", "lanes"), [(1, 8), (2, 16), (4, 32)])
@pytest.mark.parametrize(("stride", "each"), [(16, 1), (128, 8), (144, 1), (32, 2)])
def test_rows_of_matrices(count: int, lanes: int, stride: int, each: int) -> None:
    """A matrix of 8 rows is a wavefront; only the lanes count whose addresses are used."""
    registers = ", ".join(f"%r{9 + k}" for k in range(count))
    access = f"ldmatrix.sync.aligned.m8n8.x{count}.shared.b16 {{{registers}}}, [%r3];"
    body = OFFSETS + f"    mov.u32 %r2, tile;\n    add.s32 %r3, %r2, %r1;\n    {access}"
    found = traffic(
        profile(body, _offsets(0, stride, 1), declarations=".shared .align 16 .b8 tile[8192];"),
        access,
    )
    assert found.bytes == 16 * lanes
    assert (found.wavefronts, found.least) == (count * each, count)


def test_guards_and_branches() -> None:
    """Threads that are predicated off run an instruction; those of the other side do not."""
    body = """\
    setp.lt.u32 %p1, %r0, 40;
    @%p1 add.u32 %r1, %r0, 1;
    @!%p1 bra ELSE;
    mul.lo.u32 %r1, %r1, 3;
    bra.uni END;
ELSE:
    mul.lo.u32 %r1, %r0, 5;
END:
    mov.u32 %r2, %r1;
    mul.wide.u32 %rd1, %r0, 4;
    add.u64 %rd2, %out, %rd1;
    @%p1 st.global.u32 [%rd2], %r2;"""
    out = np.zeros(64, np.uint32)
    before = executed()
    found = profile(body, out, block=64)
    assert out.tolist() == [*(3 * (k + 1) for k in range(40)), *[0] * 24]
    guarded = line(found, "add.u32").counts
    assert (guarded.warps, guarded.threads, guarded.enabled) == (2, 64, 40)
    then = line(found, "mul.lo.u32 %r1, %r1, 3").counts
    assert (then.warps, then.threads, then.lanes) == (2, 40, 20.0)
    other = line(found, "mul.lo.u32 %r1, %r0, 5").counts
    assert (other.warps, other.threads) == (1, 24)
    joined = line(found, "mov.u32 %r2, %r1").counts
    assert (joined.warps, joined.threads, joined.lanes) == (2, 64, 32.0)
    stored = traffic(found, "st.global")
    assert (stored.requests, stored.bytes, stored.sectors) == (2, 160, 5)
    assert found.total.threads == executed() - before


def test_threads_that_wait_for_others_of_their_warp() -> None:
    """They run an instruction of the warp once, however often they have come to it before."""
    body = """\
    mul.lo.u32 %r1, %r0, 100;
LOOP:
    setp.eq.u32 %p1, %r1, 0;
    @%p1 bra MEET;
    sub.u32 %r1, %r1, 1;
    bra LOOP;
MEET:
    shfl.sync.bfly.b32 %r2, %r0, 1, 31, -1;"""
    before = executed()
    found = profile(body, np.zeros(1))
    rounds = 100 * sum(range(32))
    met = line(found, "shfl").counts
    assert (met.warps, met.threads) == (1, 32)
    assert line(found, "sub.u32").counts.threads == rounds
    assert found.total.threads == executed() - before == 32 * 7 + 4 * rounds


def test_waits_at_a_barrier() -> None:
    """The second warp has six instructions more before the barrier, so the first waits for six."""
    body = (
        """\
    setp.lt.u32 %p1, %r0, 32;
    @%p1 bra MEET;
"""
        + "    add.u32 %r1, %r1, 1;\n" * 6
        + """\
MEET:
    bar.sync 0;
    bar.sync 0;"""
    )
    found = profile(body, np.zeros(1, np.uint32), block=64)
    first, second = [each.counts for each in found.lines if "bar.sync" in each.text]
    assert (first.warps, first.waits, first.waited) == (2, 1, 6)
    assert (second.waits, second.waited) == (0, 0)


def test_copies() -> None:
    """`cp.async` reads global and writes shared memory; a bulk copy moves what it says."""
    body = """\
    mov.u32 %r1, tile;
    shl.b32 %r2, %r0, 4;
    add.u32 %r3, %r1, %r2;
    cvt.u64.u32 %rd1, %r2;
    add.u64 %rd2, %out, %rd1;
    cp.async.cg.shared.global [%r3], [%rd2], 16;
    cp.async.wait_all;
    setp.eq.u32 %p1, %r0, 0;
    @%p1 cp.async.bulk.global.shared::cta.bulk_group [%out], [%r1], 256;
    cp.async.bulk.commit_group;
    cp.async.bulk.wait_group 0;"""
    found = profile(
        body,
        np.zeros(512, np.uint8),
        declarations=".shared .align 16 .b8 tile[8192];",
        target="sm_90",
    )
    memory = line(found, "cp.async.cg").counts.memory
    read, written = memory["global", "load"], memory["shared", "store"]
    assert (read.bytes, read.sectors, written.bytes, written.wavefronts) == (512, 16, 512, 4)
    bulk = traffic(found, "cp.async.bulk.global")
    assert (bulk.space, bulk.what, bulk.requests, bulk.bytes) == ("bulk", "store", 1, 256)


def test_tables_and_json() -> None:
    """A table has the lines that have most of something first; JSON has all of them."""
    body = (
        OFFSETS
        + "    mov.u32 %r2, tile;\n    add.s32 %r3, %r2, %r1;\n    ld.shared.u32 %r4, [%r3];"
    )
    found = profile(
        body, _offsets(0, 128, 1), declarations=".shared .align 16 .b8 tile[8192];", block=32
    )
    heads, first, *_, more, summary = found.table(sort="conflicts", top=3).splitlines()
    assert heads.split() == [
        *("PTX", "warps", "threads", "lanes", "memory", "bytes", "sect/req", "wave/req"),
        *("conflicts", "instruction"),
    ]
    number = line(found, "ld.shared").line
    row = f"{number} 1 32 32.0 shared load 128 32.00 31 ld.shared.u32 %r4, [%r3];"
    assert " ".join(first.split()) == row
    # A column stays where no row that is shown has something in it.
    assert found.table(sort="line", top=1).splitlines()[0].split() == heads.split()
    assert more == f"and {len(found.lines) - 3} lines more"
    assert summary.endswith("32.00 lanes on average; 31 wavefronts by bank conflicts")
    read = json.loads(found.to_json())
    assert read["kernel"] == "kernel"
    assert read["total"]["threads"] == found.total.threads
    (shared,) = [each for each in read["lines"] if each["text"].startswith("ld.shared")]
    assert shared["memory"] == [
        {
            "space": "shared",
            "what": "load",
            "requests": 1,
            "bytes": 128,
            "wavefronts": 32,
            "conflicts": 31,
        }
    ]
    assert found.at(number).counts.warps == 1
    with pytest.raises(KeyError):
        found.at(number + 100)


def test_only_the_cpu() -> None:
    """Another device is refused."""
    with pytest.raises(LaunchError, match="a profile runs on device='cpu' only"):
        ptxpy.load(kernel("")).profile(np.zeros(1), grid=1, block=1, device="cuda")
