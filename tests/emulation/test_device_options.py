"""Strict mode, profiles, traces and timelines over the launches of a program."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from ptxpy.emulation.statuses import Status
from tests.emulation.device_harness import device, launch, load, words

RACE = """
.visible .entry race(.param .u64 p)
{
    .reg .u64 %rd<2>;
    .reg .u32 %r<3>;
    .reg .pred %q;
    ld.param.u64 %rd1, [p];
    ld.global.u32 %r1, [%rd1];
    mov.u32 %r2, %tid.x;
    add.u32 %r1, %r1, %r2;
    setp.ne.u32 %q, %r2, 99;
    .loc 1 7 3
    @%q st.global.u32 [%rd1], %r1;
    ret;
}
.visible .entry fine(.param .u64 p)
{
    .reg .u64 %rd<4>;
    .reg .u32 %r<3>;
    ld.param.u64 %rd1, [p];
    mov.u32 %r2, %tid.x;
    mul.wide.u32 %rd2, %r2, 4;
    add.u64 %rd3, %rd1, %rd2;
    st.global.u32 [%rd3], %r2;
    ret;
}
.file 1 "race.cu"
"""


def test_strict_mode_finds_a_race() -> None:
    """A race is an error of the launch, which names both accesses."""
    found = device(strict=True)
    module = load(found, RACE)
    result = launch(found, module, "race", found.allocate(4), block=64)
    assert result.status == Status.LAUNCH_FAILED
    assert "race.cu:7 (unit0.ptx:16)" in result.message
    assert found.faults == 1


def test_strict_mode_goes_on_with_collect() -> None:
    """With `collect` the launch succeeds, and each fault is told once."""
    found = device(strict="collect")
    module = load(found, RACE)
    address = found.allocate(4)
    first = launch(found, module, "race", address, block=64)
    assert first.status == Status.SUCCESS
    assert "race.cu:7" in first.message
    assert launch(found, module, "race", address, block=64).message == ""
    assert found.faults == len(first.message.split("race: ")) - 1 > 0


def test_only_one_kernel_is_strict() -> None:
    """Kernels that `only` does not name run without strict mode."""
    found = device(strict=True, only="fine")
    module = load(found, RACE)
    address = found.allocate(256)
    assert launch(found, module, "race", address, block=64).status == Status.SUCCESS
    assert launch(found, module, "fine", address, block=64).status == Status.SUCCESS
    assert words(found, address, 3) == [0, 1, 2]


def test_strict_launches_do_not_copy_what_they_do_not_write() -> None:
    """A launch beside a GiB of data takes no longer than without."""
    found = device(strict=True)
    big = found.allocate(1 << 30)
    found.memory.bytes[big : big + (64 << 20)] = 1
    module = load(found, RACE)
    address = found.allocate(256)
    launch(found, module, "fine", address, block=64)
    begin = time.perf_counter()
    for _ in range(20):
        assert launch(found, module, "fine", address, block=64).status == Status.SUCCESS
    assert time.perf_counter() - begin < 1  # the copies alone would take 5 s


def test_strict_mode_lists_what_is_not_freed() -> None:
    """Allocations of the program that are left at its end are listed."""
    found = device(strict=True)
    kept = found.allocate(100)
    found.allocate(50, kind="managed")
    found.free(found.allocate(10))
    text = found.finish()
    assert text.startswith("2 allocations of 150 bytes not freed:")
    assert f"allocation at {kept:#x} of 100 bytes" in text
    assert "managed allocation at" in text
    assert device().finish() == ""


def test_after_a_fault_nothing_is_called_a_leak() -> None:
    """The program cannot free its memory then; faults that are collected end no kernel."""
    for mode, expected in ((True, ""), ("collect", "1 allocation of 256 bytes not freed:")):
        found = device(strict=mode)
        module = load(found, RACE)
        launch(found, module, "race", found.allocate(256), block=64)
        assert found.finish().splitlines()[:1] == expected.splitlines()


def test_profiles_count_all_launches() -> None:
    """Launches of a kernel are counted together, a table for each kernel."""
    found = device(profile=True)
    module = load(found, RACE)
    address = found.allocate(256)
    for _ in range(3):
        launch(found, module, "fine", address, block=64)
    launch(found, module, "race", address)
    text = found.finish()
    assert "fine: 36 instructions by warps, 1,152 by threads" in text
    assert "race: 7 instructions by warps" in text


def test_only_one_kernel_is_profiled() -> None:
    """A profile leaves out what `only` does not name."""
    found = device(profile=True, only="race")
    module = load(found, RACE)
    launch(found, module, "fine", found.allocate(256))
    assert found.finish() == ""


def test_traces_show_the_chosen_threads() -> None:
    """Each launch has a table with the instructions of the threads that exist in it."""
    found = device(trace=(1, (40,)))
    module = load(found, RACE)
    address = found.allocate(256)
    launch(found, module, "fine", address, block=64)
    launch(found, module, "fine", address, block=32)
    text = found.finish()
    assert text.count("launch 1\nfine: CTA (0, 0, 0)") == 1
    assert text.count("launch 2\nfine: CTA (0, 0, 0), thread (1, 0, 0)") == 1
    assert text.count("st.global.u32 [%rd3], %r2;") == 3


def test_the_limit_of_a_trace_is_that_of_all_launches() -> None:
    """When it is reached, later launches are not traced."""
    found = device(trace=(0,), limit=8)
    module = load(found, RACE)
    for _ in range(3):
        launch(found, module, "fine", found.allocate(256))
    assert found.finish().count("mul.wide.u32") == 1


def test_timelines_follow_each_other(tmp_path: Path) -> None:
    """The timeline of a launch begins when that of the last one has ended."""
    path = tmp_path / "out.json"
    found = device(timeline=str(path))
    module = load(found, RACE)
    for _ in range(2):
        launch(found, module, "fine", found.allocate(256), block=64)
    assert f"{path}: a timeline of 2 launches, " in found.finish()
    events = json.loads(path.read_text())["traceEvents"]
    names = [each["args"]["name"] for each in events if each["name"] == "process_name"]
    assert names == ["launch 1: fine, CTA (0, 0, 0)", "launch 2: fine, CTA (0, 0, 0)"]
    ends = [each["ts"] + each["dur"] for each in events if each.get("pid") == 1 and "dur" in each]
    starts = [each["ts"] for each in events if each.get("pid") == 2 and "ts" in each]
    assert max(ends) < min(starts)


HEAP = """
.extern .func (.param .b64 r) malloc (.param .b64 n);
.extern .func free (.param .b64 p);
.visible .entry make(.param .u64 p, .param .u64 n)
{
    .reg .u64 %rd<4>;
    ld.param.u64 %rd1, [p];
    ld.param.u64 %rd2, [n];
    {
        .param .b64 n0;
        .param .b64 r0;
        st.param.b64 [n0], %rd2;
        call.uni (r0), malloc, (n0);
        ld.param.b64 %rd3, [r0];
    }
    st.global.u64 [%rd1], %rd3;
    ret;
}
.visible .entry fill(.param .u64 p)
{
    .reg .u64 %rd<3>;
    ld.param.u64 %rd1, [p];
    ld.global.u64 %rd2, [%rd1];
    st.global.u32 [%rd2], 77;
    ret;
}
.visible .entry drop(.param .u64 p)
{
    .reg .u64 %rd<3>;
    ld.param.u64 %rd1, [p];
    ld.global.u64 %rd2, [%rd1];
    {
        .param .b64 p0;
        st.param.b64 [p0], %rd2;
        call.uni free, (p0);
    }
    ret;
}
"""


@pytest.mark.parametrize("strict", [False, True])
def test_blocks_of_malloc_outlive_launches(strict: bool) -> None:
    """A block is there for later kernels, also of another module, until one frees it."""
    found = device(strict=strict)
    one, other = load(found, HEAP), load(found, HEAP)
    place = found.allocate(8)
    launch(found, one, "make", place, 16, block=1)
    assert launch(found, other, "fill", place, block=1).status == Status.SUCCESS
    assert words(found, words(found, place, 1)[0] + (words(found, place + 4, 1)[0] << 32), 1) == [
        77
    ]
    assert launch(found, one, "drop", place, block=1).status == Status.SUCCESS
    result = launch(found, one, "fill", place, block=1)
    assert result.status == Status.ILLEGAL_ADDRESS
    assert "in a block from malloc that has been freed" in result.message


def test_the_limit_of_the_heap_can_be_set() -> None:
    """`malloc` gives a null pointer beyond the limit."""
    found = device()
    module = load(found, HEAP)
    place = found.allocate(8)
    assert found.heap_limit == 8 << 20
    launch(found, module, "make", place, 16 << 20, block=1)
    assert words(found, place, 2) == [0, 0]
    found.set_limit(2, 64 << 20)
    launch(found, module, "make", place, 16 << 20, block=1)
    assert words(found, place, 2) != [0, 0]
    found.set_limit(2, 32 << 20)
    launch(found, module, "make", place, 17 << 20, block=1)
    assert words(found, place, 2) == [0, 0]
