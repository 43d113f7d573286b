"""Kernels with a fault that shows in some orders of their warps only, and the same without it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar, Final, NamedTuple

import numpy as np
import pytest

from ptxpy.launch import Kernel, load
from ptxpy.sim import LaunchHooks, SimulationError, limited, run
from ptxpy.sim.machine.scheduler import Scheduler
from ptxpy.sim.schedules.ordered_scheduler import OrderedScheduler

FRAME: Final = """\
.version 8.6
.target sm_90a
.address_size 64
.shared .align 8 .b64 full[4];
.shared .align 8 .b64 empty[4];
.shared .align 128 .b8 buf[4096];
.visible .entry kernel(.param .u64 in, .param .u64 flags, .param .u64 out)
{
    .reg .pred %p<20>;
    .reg .b16 %h<9>;
    .reg .b32 %r<60>;
    .reg .b64 %rd<30>;
    ld.param.u64 %rd1, [in];
    ld.param.u64 %rd2, [flags];
    ld.param.u64 %rd3, [out];
    mov.u32 %r0, %tid.x;
    shr.u32 %r1, %r0, 5;
    and.b32 %r2, %r0, 31;
    setp.eq.u32 %p1, %r2, 0;
    setp.eq.u32 %p2, %r0, 0;
    mov.u32 %r3, full;
    mov.u32 %r4, empty;
    mov.u32 %r5, buf;
    mov.u32 %r9, 0;
    mov.u32 %r19, 0;
    mov.u32 %r20, %ntid.x;
    mov.u32 %r21, %ctaid.x;
    mad.lo.u32 %r22, %r20, %r21, %r0;
    mul.wide.u32 %rd4, %r22, 4;
    add.u64 %rd3, %rd3, %rd4;
    setp.eq.u32 %p3, %r1, 0;
    // body
"""
MACROS: Final = {
    r"WAIT (\S+), (\S+);": (
        r"{ .reg .pred q; W: mbarrier.try_wait.parity.shared::cta.b64 q, [\1], \2; @!q bra W; }"
    ),
    r"ARRIVE (\S+);": r"mbarrier.arrive.shared::cta.b64 _, [\1];",
    r"EXPECT (\S+), (\S+);": r"mbarrier.arrive.expect_tx.shared::cta.b64 _, [\1], \2;",
    r"COPY (\S+), (\S+), (\S+), (\S+);": (
        r"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
        r"[\1], [\2], \3, [\4];"
    ),
    r"INIT (\S+), (\S+);": r"mbarrier.init.shared::cta.b64 [\1], \2;",
    # The stage of round %r9 in %r10 and its parity in %r11, addresses of its mbarriers and bytes.
    r"STAGE (\d+);": (
        r"rem.u32 %r10, %r9, \1; div.u32 %r11, %r9, \1; and.b32 %r11, %r11, 1; "
        r"xor.b32 %r12, %r11, 1; shl.b32 %r13, %r10, 3; add.u32 %r14, %r3, %r13; "
        r"add.u32 %r15, %r4, %r13; shl.b32 %r16, %r10, 7; add.u32 %r16, %r16, %r5; "
        r"mad.lo.u32 %r17, %r2, 4, %r16; mul.wide.u32 %rd5, %r9, 128; add.u64 %rd5, %rd5, %rd1;"
    ),
    r"NEXT (\S+), (\S+);": r"add.u32 %r9, %r9, 1; setp.lt.u32 %p9, %r9, \2; @%p9 bra \1;",
}
SEEDS: Final = range(3)


@pytest.fixture(autouse=True)
def _limit() -> Iterator[None]:
    """End kernels that wait for ever in a loop."""
    with limited(20_000):
        yield


class Case(NamedTuple):
    """A kernel without a fault, and with one."""

    name: str
    base: str
    options: dict[str, int]
    wrong: str
    right: str
    parts: tuple[str, ...]

    @property
    def grid(self) -> int:
        """The CTAs of the launch."""
        return self.options.get("grid", 1)


def expand(body: str) -> str:
    """Return the kernel of a body with macros."""
    for pattern, text in MACROS.items():
        body = re.sub(pattern, text, body)
    return FRAME + body + "    ret;\n}\n"


def cases() -> list[Case]:
    """Read the cases: bases, and edits of these."""
    text = (Path(__file__).parent / "pipelines.txt").read_text(encoding="utf-8")
    bases: dict[str, tuple[str, dict[str, int]]] = {}
    found = []
    for part in re.split(r"^(?=## |-- )", text, flags=re.MULTILINE)[1:]:
        head, _, rest = part.partition("\n")
        name, _, given = head[3:].partition(" | ")
        words = dict(word.split("=") for word in given.split())
        if head.startswith("##"):
            bases[name] = rest.rstrip() + "\n", {key: int(word) for key, word in words.items()}
            continue
        right, options = bases[words["base"]]
        edits, *expected = re.split(r"^== ", rest, flags=re.MULTILINE)
        wrong = right
        for edit in edits.strip().splitlines():
            old, new = (each.strip().replace("\\n", "\n") for each in edit.split("=>"))
            assert wrong.count(old) == 1, f"{name}: {wrong.count(old)} times {old}"
            wrong = wrong.replace(old, new)
        parts = tuple(each.strip() for each in expected)
        found.append(Case(name, words["base"], options, expand(wrong), expand(right), parts))
    return found


CASES: Final = cases()
BASES: Final = [*{case.base: case for case in CASES}.values()]


def arguments(case: Case) -> tuple[Any, ...]:
    """Return the arguments of a launch."""
    threads = case.grid * case.options["block"]
    return (
        np.arange(1, 1025, dtype=np.uint32),
        np.zeros(64, np.uint32),
        np.zeros(threads, np.uint32),
    )


def options(case: Case) -> dict[str, Any]:
    """Return the shape of a launch."""
    shape = {"grid": case.grid, "block": case.options["block"]}
    if "cluster" in case.options:
        shape["cluster"] = case.options["cluster"]
    return shape


class RandomOrder(LaunchHooks):
    """Runs a launch in a random order of its warps, without looking for faults."""

    scheduler_class: ClassVar[type[Scheduler]] = OrderedScheduler
    exposes_synchronisation = True

    def __init__(self, seed: int) -> None:
        """Begin with a seed."""
        self._numbers = np.random.default_rng(seed)
        self._exposed: Sequence[bool] = ()

    def begin(self, scheduler: Scheduler) -> None:
        """Begin a batch."""
        self._exposed = scheduler.pieces.program.exposed  # type: ignore[attr-defined]

    def is_exposed(self, piece: int) -> bool:
        """Return whether a piece begins with an instruction that other warps may notice."""
        return self._exposed[piece]

    def choose(self, scheduler: OrderedScheduler) -> int:
        """Return any warp that is ready."""
        warps = sorted(scheduler.ready.by_warp)
        return warps[int(self._numbers.integers(len(warps)))]

    def step_begins(self, warp: int, group: Any) -> None:
        """Do nothing."""

    def step_ends(self, warp: int, scheduler: OrderedScheduler) -> None:
        """Do nothing."""

    def warps_meet(self, warps: Any) -> None:
        """Do nothing."""

    def before_waiting(self, scheduler: OrderedScheduler) -> None:
        """Do nothing."""

    def waits_expire(self) -> None:
        """Do nothing."""


def result(case: Case, text: str, seed: int | None = None) -> Any:
    """Run a kernel by the plain simulator, in its order or a random one; return what it writes."""
    given = arguments(case)
    kernel = load(text)
    if seed is None:
        kernel.launch(*given, **options(case), device="cpu")
    else:
        run(kernel.request(*given, **options(case)), RandomOrder(seed))
    return given[2]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_fault_is_found(case: Case) -> None:
    """With its schedule, in which it happens again."""
    kernel: Kernel = load(case.wrong)
    given = arguments(case)
    found = kernel.explore(*given, **options(case))
    assert found.verdict == "broken", str(found)
    for part in case.parts:
        assert part in str(found)
    assert not given[2].any()
    if "no arrival is pending" not in found.reasons[0]:
        with pytest.raises(SimulationError) as caught:
            kernel.replay(*given, **options(case), schedule=found.schedule)
        assert found.reasons[0].partition("\n")[0] in str(caught.value)


@pytest.mark.parametrize("case", BASES, ids=lambda case: case.base)
def test_a_right_kernel_is_proved(case: Case) -> None:
    """Without the fault; the memory model is asked where warps communicate by memory."""
    found = load(case.right).explore(*arguments(case), **options(case))
    assert found.verdict == "proved", str(found)
    assert case.base != "locks" or "execution that the memory model allows" in str(found)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_simulator_does_not_notice(case: Case) -> None:
    """In its usual order the kernel with the fault computes the same."""
    assert (result(case, case.wrong) == result(case, case.right)).all()


def test_random_orders_miss_many() -> None:
    """Of all faults in several random orders, many are not noticed."""
    unnoticed, total = 0, 0
    for case in CASES:
        expected = result(case, case.right)
        for seed in SEEDS:
            total += 1
            try:
                unnoticed += bool((result(case, case.wrong, seed) == expected).all())
            except SimulationError:
                continue
    assert unnoticed >= total // 3


def test_there_are_enough() -> None:
    """No case vanishes unnoticed."""
    assert len(CASES) >= 32
