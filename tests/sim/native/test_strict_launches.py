"""Strict mode compiled: what the interpreter accuses is suspected, and right kernels are not."""

from __future__ import annotations

import warnings
from concurrent.futures import Future
from itertools import count
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ptxpy.launch import load
from ptxpy.sim import SimulationError, engine
from tests.launch.test_reads_of_new_outputs import RIGHT as NEW_RIGHT
from tests.launch.test_reads_of_new_outputs import WRONG as NEW_WRONG
from tests.launch.test_reads_of_new_outputs import defined
from tests.sim.native.random_accesses import random_kernel
from tests.sim.races.test_faults import ALL, Case, cases, run

pytest.importorskip("llvmlite")

_SUSPECTED = "what may be a fault of strict mode, of which the interpreter judges"
_HEAD = """\
.version 8.6
.target sm_90
.address_size 64
.shared .align 16 .b8 tile[4096];
.visible .entry kernel(.param .u64 data, .param .u64 out)
{
    .reg .pred %p<4>;
    .reg .b16 %h<4>;
    .reg .b32 %r<12>;
    .reg .f32 %f<8>;
    .reg .b64 %rd<9>;
    ld.param.u64 %rd1, [data];
    ld.param.u64 %rd2, [out];
    mov.u32 %r0, %tid.x;
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, %ntid.x;
    mad.lo.u32 %r3, %r1, %r2, %r0;
    mul.wide.u32 %rd3, %r3, 4;
    add.u64 %rd4, %rd1, %rd3;
    add.u64 %rd5, %rd2, %rd3;
    mov.u32 %r4, tile;
    mad.lo.u32 %r5, %r0, 4, %r4;
"""


def _launch(body: str, *, grid: int = 2, block: int = 64, **options: Any) -> tuple[Any, str]:
    """Run a kernel strictly, compiled; return what it has written, and why it was interpreted."""
    out = np.zeros(4096, np.uint32)
    with engine("compiled") as report:
        load(f"{_HEAD}{body}\n    ret;\n}}\n").launch(
            np.arange(4096, dtype=np.uint32), out, grid=grid, block=block, device="cpu",
            **{"strict": True, **options},
        )  # fmt: skip
    assert bool(report.compiled) != bool(report.interpreted)
    return out, report.interpreted.get("kernel", "")


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_fault_is_named_as_by_the_interpreter(case: Case) -> None:
    """Each planted fault is suspected, or its kernel left to the interpreter, which names it."""
    messages = []
    for name in ("interpreted", "compiled"):
        with engine(name) as report, pytest.raises(SimulationError) as caught:
            run(case, case.wrong, strict=case.strict)
        messages.append(str(caught.value))
        assert not report.compiled
    assert messages[0] == messages[1]


_JUDGED_BY_THE_INTERPRETER = frozenset({
    # Lanes write the same value to one word, which is no fault.
    "two warps write different values to a word",
    "other warps read what all lanes of a warp have written",
    "a warp reads another word than the one that its lanes have written",
    "threads write different values with one instruction",
    # What nothing has been written to is read, and does not matter.
    "shared memory that is read for nothing",
    # Some lanes of a warp are at a collective.
    "a member mask without the thread itself",
    "a member mask with a thread that its guard keeps away",
    "member masks that overlap",
    "a barrier of a warp with two masks that overlap",
})  # fmt: skip


@pytest.mark.parametrize("case", cases("memory.txt"), ids=lambda case: case.name)
def test_right_kernel_runs_compiled(case: Case) -> None:
    """Where all instructions are modelled, the kernel without the fault needs no interpreter."""
    expected = run(case, case.right, strict=False)
    with engine("compiled") as report:
        np.testing.assert_array_equal(run(case, case.right, strict=True), expected)
    reason = report.interpreted.get("kernel", "")
    assert (reason == _SUSPECTED) == (case.name in _JUDGED_BY_THE_INTERPRETER)
    assert not reason or reason == _SUSPECTED or reason.endswith("in strict mode")


@settings(max_examples=15)
@given(random=st.randoms(use_true_random=False))
def test_whatever_is_accused_is_suspected(random: Random) -> None:
    """The law of the filter, on random kernels."""
    text = random_kernel(random)
    grid, block = random.choice(((1, 64), (2, 64), (1, 32), (1, 40), (2, 96), (1, 1), (2, 33)))
    accused = []
    for name in ("interpreted", "compiled"):
        data, out = np.arange(4096, dtype=np.uint32), np.zeros(4096, np.uint32)
        with engine(name) as report:
            try:
                load(text).launch(data, out, grid=grid, block=block, device="cpu", strict=True)
                accused.append("")
            except SimulationError as error:
                accused.append(str(error).partition("\n")[0])
    assert accused[0] == accused[1]
    assert not (accused[0] and report.compiled)


@pytest.mark.parametrize("seed", range(3))
def test_random_kernels_with_faults_and_without(seed: int) -> None:
    """The law says something: of each few random kernels some run compiled, and some do not."""
    compiled = 0
    for number in range(10):
        random = Random(100 * seed + number)  # noqa: S311 - no secret
        text = random_kernel(random)
        with engine("compiled") as report:
            try:
                load(text).launch(
                    np.arange(4096, dtype=np.uint32), np.zeros(4096, np.uint32), grid=2, block=64,
                    device="cpu", strict=True,
                )  # fmt: skip
            except SimulationError:
                assert not report.compiled
        compiled += bool(report.compiled)
    assert 0 < compiled < 10


_TILE = """
    ld.global.u32 %r6, [%rd4];
    mov.u32 %r9, 0;
NEXT:
    st.shared.u32 [%r5], %r6;
    bar.sync 0;
    xor.b32 %r7, %r0, 33;
    mad.lo.u32 %r7, %r7, 4, %r4;
    ld.shared.u32 %r8, [%r7];
    add.u32 %r6, %r6, %r8;
BARRIER
    add.u32 %r9, %r9, 1;
    setp.lt.u32 %p1, %r9, 4;
    @%p1 bra NEXT;
    st.global.u32 [%rd5], %r6;
"""


@pytest.mark.parametrize("missing", [False, True])
def test_tile(missing: bool) -> None:
    """A tile that is written again needs a second barrier."""
    body = _TILE.replace("BARRIER", "" if missing else "    bar.sync 0;")
    if missing:
        with pytest.raises(SimulationError, match="nothing orders it after the read"):
            _launch(body)
        return
    out, reason = _launch(body)
    assert not reason
    np.testing.assert_array_equal(out, _launch(body, strict=False)[0])


_RIGHT = {
    "halves of words": """
    mad.lo.u32 %r6, %r0, 2, %r4;
    cvt.u16.u32 %h1, %r3;
    st.shared.u16 [%r6], %h1;
    bar.sync 0;
    mad.lo.u32 %r7, %r0, -2, 126;
    add.u32 %r7, %r7, %r4;
    ld.shared.u16 %h2, [%r7];
    cvt.u32.u16 %r6, %h2;
    st.global.u32 [%rd5], %r6;
""",
    "vectors beside scalars": """
    mad.lo.u32 %r6, %r0, 16, %r4;
    st.shared.v4.u32 [%r6], {%r0, %r1, %r2, %r3};
    bar.sync 0;
    ld.shared.u32 %r7, [%r5];
    ld.shared.v2.u32 {%r8, %r9}, [%r6];
    add.u32 %r7, %r7, %r9;
    st.global.u32 [%rd5], %r7;
""",
    "generic addresses": """
    mov.u64 %rd6, tile;
    cvta.shared.u64 %rd6, %rd6;
    mul.wide.u32 %rd7, %r0, 4;
    add.u64 %rd6, %rd6, %rd7;
    st.u32 [%rd6], %r3;
    bar.sync 0;
    xor.b32 %r7, %r0, 40;
    mad.lo.u32 %r7, %r7, 4, %r4;
    ld.shared.u32 %r8, [%r7];
    st.u32 [%rd5], %r8;
""",
    "sums by shuffles": """
    ld.global.u32 %r6, [%rd4];
    shfl.sync.bfly.b32 %r7, %r6, 16, 31, -1;
    add.u32 %r6, %r6, %r7;
    shfl.sync.bfly.b32 %r7, %r6, 1, 31, -1;
    add.u32 %r6, %r6, %r7;
    st.global.u32 [%rd5], %r6;
""",
    "lanes that come together": """
    st.shared.u32 [%r5], %r3;
    bar.warp.sync -1;
    xor.b32 %r7, %r0, 5;
    mad.lo.u32 %r7, %r7, 4, %r4;
    ld.shared.u32 %r8, [%r7];
    bar.warp.sync -1;
    st.shared.u32 [%r5], %r8;
    ld.shared.u32 %r9, [%r5];
    st.global.u32 [%rd5], %r9;
""",
    "a histogram in shared memory": """
    mov.u32 %r6, 0;
    st.shared.u32 [%r5], %r6;
    bar.sync 0;
    ld.global.u32 %r6, [%rd4];
    and.b32 %r6, %r6, 7;
    mad.lo.u32 %r6, %r6, 4, %r4;
    red.shared.add.u32 [%r6], 1;
    bar.sync 0;
    ld.shared.u32 %r8, [%r5];
    mad.wide.u32 %rd6, %r0, 4, %rd2;
    red.global.add.u32 [%rd6], %r8;
""",
    "threads beyond the end": """
    setp.ge.u32 %p1, %r3, 100;
    @%p1 bra DONE;
    ld.global.nc.u32 %r6, [%rd4];
    st.global.u32 [%rd5], %r6;
DONE:
""",
    "a float sum that is only added to": """
    cvt.rn.f32.u32 %f1, %r3;
    red.global.add.f32 [%rd2], %f1;
""",
}


@pytest.mark.parametrize("name", _RIGHT)
def test_plain_kernels_run_compiled(name: str) -> None:
    """What most kernels do is not suspected."""
    out, reason = _launch(_RIGHT[name])
    assert not reason
    np.testing.assert_array_equal(out, _launch(_RIGHT[name], strict=False)[0])


_WRONG = {
    "CTAs add with a float that one of them has set": """
    setp.eq.u32 %p1, %r3, 0;
    mov.f32 %f2, 0f00000000;
    @%p1 st.global.f32 [%rd2], %f2;
    bar.sync 0;
    cvt.rn.f32.u32 %f1, %r3;
    red.global.add.f32 [%rd2], %f1;
""",
    "a CTA counts what it has set to zero, and so does another": """
    setp.eq.u32 %p1, %r3, 5;
    mov.u32 %r6, 0;
    @%p1 st.global.u32 [%rd2], %r6;
    bar.sync 0;
    red.global.add.u32 [%rd2], 1;
""",
    "the last byte of a word": """
    mad.lo.u32 %r6, %r0, 4, %r4;
    cvt.u16.u32 %h1, %r3;
    st.shared.u8 [%r6], %h1;
    st.shared.u8 [%r6+1], %h1;
    st.shared.u8 [%r6+2], %h1;
    bar.sync 0;
    ld.shared.u32 %r7, [%r6];
    st.global.u32 [%rd5], %r7;
""",
    "a warp that has ended before the barrier": """
    st.shared.u32 [%r5], %r3;
    setp.ge.u32 %p1, %r0, 32;
    @%p1 ret;
    bar.sync 0;
    ld.shared.u32 %r7, [%r5+128];
    st.global.u32 [%rd5], %r7;
""",
    "reads of two warps before a write": """
    ld.global.u32 %r6, [%rd1];
    setp.eq.u32 %p1, %r0, 63;
    add.u32 %r6, %r6, 3;
    @%p1 st.global.u32 [%rd1], %r6;
    st.global.u32 [%rd5], %r6;
""",
}


@pytest.mark.parametrize("name", _WRONG)
def test_races_are_suspected(name: str) -> None:
    """Where the interpreter accuses, it has been asked."""
    try:
        _, reason = _launch(_WRONG[name])
    except SimulationError:
        return
    assert reason == _SUSPECTED


def test_new_output() -> None:
    """A new output that is written, and not read before, is no reason to interpret."""
    from ptxpy.examples.vector_add import vector_add  # noqa: PLC0415 - it is traced

    x = np.ones(1000, np.float32)
    with engine("compiled") as report:
        np.testing.assert_array_equal(vector_add(x, x), x + x)
    assert report.compiled


@pytest.mark.parametrize("name", [*NEW_WRONG, *NEW_RIGHT])
def test_reads_of_new_outputs(name: str) -> None:
    """They are suspected, and so are elements that no thread writes: the interpreter says which."""
    messages = []
    for which in ("interpreted", "compiled"):
        made = defined(NEW_WRONG[name][0] if name in NEW_WRONG else NEW_RIGHT[name])
        with engine(which) as report, warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                made(np.ones(45, np.float32), device="cpu", strict=True)
                messages.append([str(each.message) for each in caught])
            except SimulationError as error:
                messages.append([str(error).partition(", ")[0]])
        assert not (report.compiled and messages[-1])
    assert messages[0] == messages[1]


def test_memory_is_as_it_was_before_the_interpreter_runs() -> None:
    """A launch that is suspected at its end leaves what the interpreter leaves, once."""
    body = """
    ld.global.u32 %r6, [%rd5];
    add.u32 %r6, %r6, 1;
    st.global.u32 [%rd5], %r6;
    mov.u32 %r7, 7;
    st.global.u32 [%rd2+8192], %r7;
"""
    out, reason = _launch(body)
    assert reason == _SUSPECTED
    expected = np.zeros(4096, np.uint32)
    expected[:128], expected[2048] = 1, 7
    np.testing.assert_array_equal(out, expected)


_PRIMARY = "    st.global.u32 [%rd5], %r3;"
_DEPENDENT = """
    ld.global.u32 %r6, [%rd4];
    st.global.u32 [%rd5], %r6;
"""


def test_dependent_launch_knows_what_a_compiled_one_has_written() -> None:
    """A grid that may start before its primary has ended is compared with that one's accesses."""
    first, second = (load(f"{_HEAD}{body}\n    ret;\n}}\n") for body in (_PRIMARY, _DEPENDENT))
    data, middle, out = (np.zeros(4096, np.uint32) for _ in range(3))
    shape: dict[str, Any] = {"grid": 2, "block": 64, "device": "cpu", "strict": True}
    with engine("compiled") as report:
        first.launch(data, middle, **shape)
        assert report.compiled
        with pytest.raises(
            SimulationError, match=r"before griddepcontrol.wait.*a thread of kernel"
        ):
            second.launch(middle, out, programmatic=True, **shape)


def test_long_launches_are_compiled_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """With `auto`, a kernel that is interpreted strictly for long is compiled."""
    monkeypatch.setattr("ptxpy.sim.native.tiers._WORTHWHILE_SECONDS", 0.0)
    kernel = load(f"{_HEAD}{_TILE.replace('BARRIER', '    bar.sync 0;')}\n    ret;\n}}\n")
    out = np.zeros(4096, np.uint32)
    with engine("auto") as report:
        for _ in range(1000):
            kernel.launch(
                np.arange(4096, dtype=np.uint32), out, grid=2, block=64, device="cpu", strict=True
            )
            if report.compiled:
                break
    assert report.compiled
    expected = _launch(_TILE.replace("BARRIER", "    bar.sync 0;"), strict=False)[0]
    np.testing.assert_array_equal(out, expected)


_COUNTED = """
    ld.global.u32 %r6, [%rd5];
    mov.u32 %r9, 0;
NEXT:
    add.u32 %r9, %r9, 1;
    setp.lt.u32 %p1, %r9, 200;
    @%p1 bra NEXT;
    add.u32 %r6, %r6, 1;
    st.global.u32 [%rd5], %r6;
"""


def test_memory_is_set_back_when_machine_code_takes_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """A launch whose first CTAs have counted already counts each thread once."""
    asked = count()
    done: Future[None] = Future()
    done.set_result(None)
    monkeypatch.setattr("ptxpy.sim.machine.scheduler._MAX_WATCHED_STEPS", 1)
    monkeypatch.setattr("ptxpy.sim.native.tiers._WORTHWHILE_SECONDS", 0.0)
    monkeypatch.setattr(
        "ptxpy.sim.native.tiers.Tier.is_ready", property(lambda _: next(asked) > 2000)
    )
    monkeypatch.setattr("ptxpy.sim.native.strict_tiers.compile_in_background", lambda _: done)
    kernel = load(f"{_HEAD}{_COUNTED}\n    ret;\n}}\n")
    out = np.zeros(1 << 19, np.uint32)
    with engine("auto") as report:
        kernel.launch(
            np.zeros(4096, np.uint32), out, grid=1 << 13, block=64, device="cpu", strict=True
        )
    assert report.compiled
    assert (out == 1).all()
