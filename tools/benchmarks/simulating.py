"""How fast the simulator runs: instructions, products and copies for Hopper, launches."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from benchmarks.blackwell import jobs as blackwell_jobs
from benchmarks.corpus import named
from benchmarks.hopper.jobs import jobs as hopper_jobs
from ptxpy.launch import load
from ptxpy.sim import engine, executed
from ptxpy.sim.engines import has_llvm

HEAD = ".version 8.0\n.target sm_80\n.address_size 64\n"

VECTOR_ADD = HEAD + """
.visible .entry vector_add(.param .u64 a, .param .u64 b, .param .u64 c, .param .u32 n)
{
    .reg .pred %p<2>;
    .reg .b32 %r<6>;
    .reg .f32 %f<4>;
    .reg .b64 %rd<11>;
    ld.param.u64 %rd1, [a];
    ld.param.u64 %rd2, [b];
    ld.param.u64 %rd3, [c];
    ld.param.u32 %r2, [n];
    mov.u32 %r3, %ctaid.x;
    mov.u32 %r4, %ntid.x;
    mov.u32 %r5, %tid.x;
    mad.lo.s32 %r1, %r3, %r4, %r5;
    setp.ge.s32 %p1, %r1, %r2;
    @%p1 bra DONE;
    cvta.to.global.u64 %rd4, %rd1;
    mul.wide.s32 %rd5, %r1, 4;
    add.s64 %rd6, %rd4, %rd5;
    cvta.to.global.u64 %rd7, %rd2;
    add.s64 %rd8, %rd7, %rd5;
    ld.global.f32 %f1, [%rd8];
    ld.global.f32 %f2, [%rd6];
    add.f32 %f3, %f2, %f1;
    cvta.to.global.u64 %rd9, %rd3;
    add.s64 %rd10, %rd9, %rd5;
    st.global.f32 [%rd10], %f3;
DONE:
    ret;
}
"""

COLLATZ = HEAD + """
.visible .entry collatz(.param .u64 steps)
{
    .reg .pred %p<3>;
    .reg .b32 %r<9>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [steps];
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, %ntid.x;
    mov.u32 %r3, %tid.x;
    mad.lo.u32 %r4, %r1, %r2, %r3;
    add.u32 %r5, %r4, 1;
    mov.u32 %r6, 0;
TOP:
    setp.le.u32 %p1, %r5, 1;
    @%p1 bra DONE;
    and.b32 %r7, %r5, 1;
    setp.eq.u32 %p2, %r7, 0;
    @%p2 bra EVEN;
    mad.lo.u32 %r5, %r5, 3, 1;
    bra NEXT;
EVEN:
    shr.u32 %r5, %r5, 1;
NEXT:
    add.u32 %r6, %r6, 1;
    bra TOP;
DONE:
    mul.wide.u32 %rd2, %r4, 4;
    add.u64 %rd3, %rd1, %rd2;
    st.global.u32 [%rd3], %r6;
    ret;
}
"""


HAND_OVERS = 1000
HANDING_OVER = HEAD + """
.visible .entry hand_over(.param .u64 sum)
{
    .reg .pred %p<4>;
    .reg .b32 %r<9>;
    .reg .b64 %rd<2>;
    .shared .u32 full;
    .shared .u32 empty;
    .shared .u32 value;
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, 0;
    mov.u32 %r3, 0;
    st.volatile.shared.u32 [full], 0;
    st.volatile.shared.u32 [empty], 0;
    bar.sync 0;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra PRODUCER;
CONSUMER:
    add.u32 %r2, %r2, 1;
UNTIL_FULL:
    ld.volatile.shared.u32 %r4, [full];
    setp.ne.u32 %p2, %r4, %r2;
    @%p2 bra UNTIL_FULL;
    ld.volatile.shared.u32 %r5, [value];
    add.u32 %r3, %r3, %r5;
    st.volatile.shared.u32 [empty], %r2;
    setp.lt.u32 %p3, %r2, COUNT;
    @%p3 bra CONSUMER;
    ld.param.u64 %rd1, [sum];
    st.global.u32 [%rd1], %r3;
    ret;
PRODUCER:
    setp.ne.u32 %p1, %r1, 32;
    @%p1 bra DONE;
UNTIL_EMPTY:
    ld.volatile.shared.u32 %r4, [empty];
    setp.ne.u32 %p2, %r4, %r2;
    @%p2 bra UNTIL_EMPTY;
    st.volatile.shared.u32 [value], %r2;
    add.u32 %r2, %r2, 1;
    st.volatile.shared.u32 [full], %r2;
    setp.lt.u32 %p3, %r2, COUNT;
    @%p3 bra UNTIL_EMPTY;
DONE:
    ret;
}
""".replace("COUNT", str(HAND_OVERS))
"""Two threads of two warps that hand over values through flags in shared memory."""


_STRICT_GOALS: Final = {"vector add of 1M": 0.04, "tiled matmul 256": 0.08}
"""The seconds of CPU time that are wanted of strict launches, compiled."""


class Job(NamedTuple):
    """A launch to measure."""

    name: str
    goal: float
    """Million thread-instructions a second that are wanted."""
    launch: Callable[[], None]


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Measure; each time is the best of several launches, the first left out."""
    with engine("interpreted"):
        rows = _interpreted(options.repeat) | _products(options.repeat) | _strict(options.repeat)
    rows |= _launches(options.repeat)
    rows |= _engines(options.repeat) | _strict_engines(options.repeat)
    rows |= _hand_overs(options.repeat)
    rows |= _processors(options.repeat)
    return rows


def _interpreted(repeat: int) -> dict[str, Any]:
    """Measure the interpreter, in instructions of threads a second."""
    rows: dict[str, Any] = {}
    for job in _jobs():
        job.launch()
        best, instructions = float("inf"), 0
        for _ in range(repeat):
            before = executed()
            started = time.perf_counter()
            job.launch()
            best = min(best, time.perf_counter() - started)
            instructions = executed() - before
        rate = instructions / best / 1e6
        rows[job.name] = {"seconds": best, "instructions": instructions, "rate": rate}
        print(f"  {job.name:28} {rate:8,.0f} M/s (wanted {job.goal:,.0f})  {best * 1e3:9.2f} ms")
    return rows


def triton_matmul(
    m: int = 1024, n: int = 1024, k: int = 512
) -> tuple[str, float, float, Callable[[], None]]:
    """Return Triton's matmul for sm_80: its name, seconds wanted, operations, and a launch."""
    (path,) = named(("triton/v3_5/matmul_sm_80.ptx",))
    random = np.random.default_rng(2)
    a, b = (random.integers(-4, 5, shape).astype("f2") for shape in ((m, k), (k, n)))
    c = np.zeros((m, n), "f2")
    matmul = load(str(path))
    tiles = (m // 128) * (n // 128)
    work = 2.0 * m * n * k

    def launch() -> None:
        arguments = (a, b, c, m, n, k, k, n, n, None, None)
        matmul.launch(*arguments, grid=tiles, shared_bytes=49152, device="cpu")

    launch()
    if not (c == np.maximum(a.astype("f4") @ b.astype("f4"), 0)).all():
        message = "a wrong product"
        raise RuntimeError(message)
    return f"Triton matmul {m} x {n} x {k}", work / 5e9, work, launch


def _triton_attention() -> Callable[[], None]:
    """Return a launch of Triton's attention for sm_80."""
    (path,) = named(("triton/v3_5/attention_pointers_sm_80.ptx",))
    heads, length, width = 8, 1024, 64
    q, k, v = np.random.default_rng(3).uniform(-1, 1, (3, heads, length, width)).astype("f2")
    out = np.zeros_like(q)
    attention = load(str(path))

    def launch() -> None:
        arguments = (q, k, v, out, 0.125, length, length * width, None, None)
        grid = (length // 64, heads)
        attention.launch(*arguments, grid=grid, shared_bytes=49152, device="cpu")

    launch()
    scores = q[0].astype("f4") @ k[0].astype("f4").T / 8
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    expected = weights / weights.sum(axis=1, keepdims=True) @ v[0]
    if not np.allclose(out[0], expected, atol=2e-3):
        message = "a wrong attention"
        raise RuntimeError(message)
    return launch


def _strict(repeat: int) -> dict[str, Any]:
    """Measure what strict mode costs, as ratios of CPU time; both modes take turns."""
    rows = {}
    for name, _, _, launch in (*hopper_jobs(), *blackwell_jobs()):
        times: dict[bool, list[float]] = {False: [], True: []}
        for turn in range(repeat + 1):
            for strict, found in times.items():
                started = time.process_time()
                launch(strict=strict)
                if turn:
                    found.append(time.process_time() - started)
        ratios = [slow / fast for fast, slow in zip(times[False], times[True], strict=True)]
        ratio = float(np.median(ratios))
        low, high = min(ratios), max(ratios)
        rows[f"{name}, strict"] = {"ratio": ratio, "least": low, "most": high}
        print(f"  {name:28} strict / plain {ratio:.1f} ({low:.1f} to {high:.1f}; wanted 3)")
    return rows


def _products(repeat: int) -> dict[str, Any]:
    """Measure matmul with mma, GEMMs and attention with TMA, wgmma, tcgen05, specialised warps."""
    rows = {}
    for name, goal, work, launch in (triton_matmul(), *hopper_jobs(), *blackwell_jobs()):
        launch()
        best = float("inf")
        for _ in range(repeat):
            started = time.perf_counter()
            launch()
            best = min(best, time.perf_counter() - started)
        rows[name] = {"seconds": best, "rate": work / best / 1e9}
        wanted = f"{goal * 1e3:,.0f} ms"
        print(
            f"  {name:28} {work / best / 1e9:8,.1f} GFLOP/s (wanted {wanted}) {best * 1e3:9.2f} ms"
        )
    return rows


def _jobs(*, strict: bool = False) -> list[Job]:
    """Return launches of plain kernels."""
    options: dict[str, Any] = {"device": "cpu", "strict": strict}
    random = np.random.default_rng(1)
    size = 1 << 20
    a, b = random.random((2, size), np.float32)
    c = np.zeros(size, np.float32)
    add = load(VECTOR_ADD)
    matmul_file, histogram_file = named(("nvcc/matmul.sm_80.ptx", "nvcc/histogram.sm_75.ptx"))
    naive = load(str(matmul_file), "matmul_naive")
    tiled = load(str(matmul_file), _symbol(matmul_file, "matmul_tiledIfLi16"))
    left, right = random.random((2, 256, 256), np.float32)
    product = np.zeros((256, 256), np.float32)
    steps = np.zeros(1 << 14, np.uint32)
    data = random.integers(0, 256, 1 << 18, np.uint8)
    bins = np.zeros(256, np.uint32)
    histogram = load(str(histogram_file), "histogram")
    collatz = load(COLLATZ)
    return [
        Job(
            "vector add of 1M",
            800,
            lambda: add.launch(a, b, c, size, grid=size // 256, block=256, **options),
        ),
        Job(
            "naive matmul 256",
            1500,
            lambda: naive.launch(
                left, right, product, 256, 256, 256, grid=(16, 16), block=(16, 16), **options
            ),
        ),
        Job(
            "tiled matmul 256",
            600,
            lambda: tiled.launch(
                left, right, product, 256, 256, grid=(16, 16), block=(16, 16), **options
            ),
        ),
        Job(
            "Collatz, divergent",
            450,
            lambda: collatz.launch(steps, grid=64, block=256, **options),
        ),
        Job(
            "histogram of 256K",
            400,
            lambda: histogram.launch(data, bins, 1 << 18, grid=64, block=256, **options),
        ),
        Job(
            "tiled matmul, one CTA",
            34,
            lambda: tiled.launch(left, right, product, 256, 256, grid=1, block=(16, 16), **options),
        ),
        Job(
            "histogram, one CTA",
            43,
            lambda: histogram.launch(data, bins, 1 << 18, grid=1, block=256, **options),
        ),
        Job(
            "naive matmul, one CTA",
            120,
            lambda: naive.launch(
                left, right, product, 256, 256, 256, grid=1, block=(16, 16), **options
            ),
        ),
    ]


def _symbol(path: Path, part: str) -> str:
    import re  # noqa: PLC0415 - a name with its hash

    text = path.read_text(encoding="utf-8")
    match = re.search(rf"\.entry (\w*{part}\w*)", text)
    return match[1] if match else part


def _engines(repeat: int) -> dict[str, Any]:
    """Measure compiled kernels against interpreted ones, in CPU time; both engines take turns."""
    if not has_llvm():
        print("  compiled kernels: the extra `engine` is not installed")
        return {}
    rows = {}
    launches = {job.name: job.launch for job in _jobs()}
    launches |= {name: launch for name, _, _, launch in (triton_matmul(), *hopper_jobs())}
    launches["Triton attention 8 x 1024"] = _triton_attention()
    for name, launch in launches.items():
        # The first launch compiles, unless the cache of the user has the code.
        started = time.process_time()
        with engine("compiled") as report:
            launch()
        first = time.process_time() - started
        if report.interpreted:
            print(f"  {name:28} is interpreted: {next(iter(report.interpreted.values()))}")
            continue
        times: dict[str, list[float]] = {"interpreted": [], "compiled": []}
        for turn in range(repeat + 1):
            for which, found in times.items():
                with engine(which):
                    started = time.process_time()
                    launch()
                    if turn:
                        found.append(time.process_time() - started)
        slow, fast = (min(found) for found in times.values())
        rows[f"{name}, compiled"] = {"seconds": fast, "ratio": slow / fast, "first": first}
        print(
            f"  {name:28} compiled {fast * 1e3:8.2f} ms, {slow / fast:5.1f} times as fast as "
            f"interpreted; the first launch {first * 1e3:.0f} ms"
        )
    return rows


def _strict_engines(repeat: int) -> dict[str, Any]:
    """Measure strict mode compiled against interpreted, in CPU time; both engines take turns."""
    if not has_llvm():
        return {}
    rows = {}
    for job in _jobs(strict=True):
        with engine("compiled") as report:
            job.launch()
        if report.interpreted:
            print(f"  {job.name:28} strict: {next(iter(report.interpreted.values()))}")
            continue
        times: dict[str, list[float]] = {"interpreted": [], "compiled": []}
        for turn in range(repeat + 1):
            for which, found in times.items():
                with engine(which):
                    started = time.process_time()
                    job.launch()
                    if turn:
                        found.append(time.process_time() - started)
        slow, fast = (min(found) for found in times.values())
        rows[f"{job.name}, strict and compiled"] = {"seconds": fast, "ratio": slow / fast}
        wanted = _STRICT_GOALS.get(job.name)
        shown = "" if wanted is None else f" (wanted {wanted * 1e3:.0f})"
        print(
            f"  {job.name:28} strict, compiled {fast * 1e3:8.2f} ms{shown}, {slow / fast:5.1f} "
            "times as fast as interpreted"
        )
    return rows


def _processors(repeat: int) -> dict[str, Any]:
    """Measure compiled launches on all processors against one, in wall-clock and CPU time."""
    if not has_llvm() or not hasattr(os, "sched_setaffinity"):
        return {}
    every = os.sched_getaffinity(0)
    rows = {}
    for job in _jobs()[:4]:
        times: dict[int, list[tuple[float, float]]] = {1: [], len(every): []}
        with engine("compiled"):
            for turn in range(repeat + 1):
                for count, found in times.items():
                    os.sched_setaffinity(0, sorted(every)[:count])
                    wall, spent = time.perf_counter(), time.process_time()
                    job.launch()
                    if turn:
                        found.append((time.perf_counter() - wall, time.process_time() - spent))
        os.sched_setaffinity(0, every)
        (wall_one, cpu_one), (wall, cpu) = (
            [*map(min, zip(*each, strict=True))] for each in times.values()
        )
        rows[f"{job.name}, {len(every)} processors"] = {
            "wall": wall_one / wall,
            "cpu": cpu / cpu_one,
        }
        print(
            f"  {job.name:28} on {len(every)} processors {wall_one / wall:.2f} times as fast as "
            f"on one, with {cpu / cpu_one:.2f} times the CPU time"
        )
    return rows


def _hand_overs(repeat: int) -> dict[str, Any]:
    """Measure what handing over a value through flags costs, in CPU time."""
    kernel, found = load(HANDING_OVER), np.zeros(1, np.uint32)
    rows = {}
    for name in ("interpreted", "compiled")[: 1 if not has_llvm() else 2]:
        best = float("inf")
        with engine(name):
            for turn in range(repeat + 1):
                started = time.process_time()
                kernel.launch(found, grid=1, block=64, device="cpu")
                if turn:
                    best = min(best, time.process_time() - started)
        if found[0] != HAND_OVERS * (HAND_OVERS - 1) // 2:
            raise SystemExit("the values that were handed over have another sum")
        rows[f"hand-over, {name}"] = best / HAND_OVERS
        print(f"  hand-over through flags, {name}: {best / HAND_OVERS * 1e6:.1f} µs")
    return rows


def _launches(repeat: int) -> dict[str, Any]:
    """Measure what launching a small kernel costs, the first time and later."""
    x, y, z = np.ones((3, 256), np.float32)
    cold = warm = float("inf")
    for _ in range(repeat):
        kernel = load(VECTOR_ADD)
        started = time.perf_counter()
        kernel.launch(x, y, z, 256, grid=1, block=256, device="cpu")
        cold = min(cold, time.perf_counter() - started)
        for _ in range(50):
            started = time.perf_counter()
            kernel.launch(x, y, z, 256, grid=1, block=256, device="cpu")
            warm = min(warm, time.perf_counter() - started)
    print(f"  launch of a small kernel: cold {cold * 1e3:.1f} ms, warm {warm * 1e6:.0f} µs")
    return {"cold": cold, "warm": warm}
