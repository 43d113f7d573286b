"""How long a user of the debugger waits: for a step, back and forth, among 100,000 threads."""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from benchmarks.simulating import HEAD
from ptxpy.debugger import Session, inspection, target_of_request
from ptxpy.debugger.batch import Focus
from ptxpy.debugger.locations import breakpoint_at, watch_on
from ptxpy.launch import load

THREADS = 100_000

GRID = HEAD + """
.visible .entry rounds(.param .u64 out, .param .u32 count)
{
    .reg .pred %p<3>;
    .reg .b32 %r<9>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [out];
    ld.param.u32 %r1, [count];
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %ntid.x;
    mov.u32 %r4, %tid.x;
    mad.lo.s32 %r5, %r2, %r3, %r4;
    mov.u32 %r6, %r5;
    mov.u32 %r7, 0;
LOOP:
    mad.lo.u32 %r6, %r6, 1664525, 1013904223;
    and.b32 %r8, %r6, 1;
    setp.eq.u32 %p1, %r8, 0;
    @%p1 shr.u32 %r6, %r6, 1;
    add.u32 %r7, %r7, 1;
    setp.lt.u32 %p2, %r7, %r1;
    @%p2 bra LOOP;
    mul.wide.u32 %rd2, %r5, 4;
    add.s64 %rd3, %rd1, %rd2;
    st.global.u32 [%rd3], %r6;
    ret;
}
"""
"""Rounds of a random generator in each thread: instructions of all threads, in a loop."""


class Wait(NamedTuple):
    """Something that a user asks for, and how many milliseconds of CPU it may take."""

    name: str
    limit: float
    run: Callable[[Session], object]


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Measure both launches, and print the times; a time above its limit is a regression."""
    results: dict[str, Any] = {}
    regressions: list[str] = []
    for title, ctas, rounds, limits in (
        ("100,000 threads", -(-THREADS // 256), 20, 1.0),
        ("one warp, 70,000 instructions", 1, 10_000, 2.0),
    ):
        threads = 256 if ctas > 1 else 32
        print(f"{title}: {ctas * threads:,} threads, {rounds} rounds", flush=True)
        found = _measured(ctas, threads, rounds, options.repeat)
        for wait in _waits(rounds):
            milliseconds = found[wait.name]
            limit = wait.limit * (limits if "back" in wait.name or "wrote" in wait.name else 1)
            print(f"  {wait.name:34} {milliseconds:9.1f} ms   (limit {limit:,.0f})", flush=True)
            if milliseconds > limit:
                regressions.append(f"{title}: {wait.name}")
        print(f"  {'the whole launch, plainly':34} {found['plain']:9.1f} ms")
        print(f"  {'the whole launch, debugged':34} {found['debugged']:9.1f} ms", flush=True)
        results[title] = found
    return {"waits": results, "regressions": regressions}


def _waits(rounds: int) -> list[Wait]:
    """Return the waits in their order, in the middle of the launch."""
    middle = f"19 if %r7 == {rounds // 2} && %r5 >= 7"

    def stepped(session: Session, kind: str, *, back: bool) -> None:
        (session.step_back if back else session.step)(kind, by_line=False)
        session.wait()

    def reached(session: Session) -> None:
        session.add(breakpoint_at(session, middle))
        session.resume()
        session.wait()

    def looked(session: Session) -> None:
        place = inspection.where(session)
        inspection.registers_of(session, place)
        inspection.warps(session)
        session.frames()

    def wrote(session: Session) -> None:
        session.last_write(watch_on(session, "out[3]"))

    return [
        Wait("to a breakpoint with a condition", 2000, reached),
        Wait("a step", 50, lambda session: stepped(session, "in", back=False)),
        Wait("registers, warps and the stack", 50, looked),
        Wait("another thread", 50, lambda session: session.look_at(Focus(0, 31))),
        Wait("a step back", 1000, lambda session: stepped(session, "in", back=True)),
        Wait("who wrote an address last", 1000, wrote),
    ]


def _measured(ctas: int, threads: int, rounds: int, repeat: int) -> dict[str, float]:
    """Return the milliseconds of CPU of each wait, the medians of several."""
    kernel = load(GRID)
    times: dict[str, list[float]] = {}

    def timed(name: str, act: Callable[[], object]) -> None:
        before = time.process_time()
        act()
        times.setdefault(name, []).append(1000 * (time.process_time() - before))

    out = np.zeros(ctas * threads, "u4")
    for _ in range(max(2, repeat)):
        timed("plain", lambda: kernel.launch(out, rounds, grid=ctas, block=threads, device="cpu"))
        session = Session(target_of_request(kernel.request(out, rounds, grid=ctas, block=threads)))
        session.start()
        for wait in _waits(rounds):
            for _ in range(5 if wait.limit <= 50 else 1):
                timed(wait.name, partial(wait.run, session))
        for number in [*session.breakpoints]:
            session.remove(number)
        session.restart()
        session.wait()

        def to_end(session: Session = session) -> None:
            session.resume()
            session.wait()

        timed("debugged", to_end)
        session.quit()
    # The first launch compiles.
    return {name: round(statistics.median(each[len(each) // 2 :]), 1) for name, each in
            times.items()}  # fmt: skip
