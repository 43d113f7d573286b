"""How fast kernels are traced and printed, in instructions of the PTX for a second of CPU time."""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from typing import Any, NamedTuple

import ptxpy
from benchmarks.corpus import named
from ptxpy import f32, kernel, ptx, reg, u32, u64
from ptxpy.codegen.census import source_of
from ptxpy.dsl import StandaloneKernel
from ptxpy.examples import hopper_persistent_gemm
from ptxpy.ir import nodes as n

TRACING, PRINTING = 200_000, 1_000_000
"""The goals."""
ROUNDS = 4000
"""How often the body of the long kernel is repeated; 12 instructions each."""
IMPORTED = (
    "cutlass/hopper_gemm.ptx",
    "triton/attention_causal_sm_90a.ptx",
    "cutlass/hopper_gemm.lineinfo.ptx",
)
"""Files with many blocks, with few, and with the positions of their statements."""


class Speed(NamedTuple):
    """The best of several rounds, in seconds."""

    instructions: int
    tracing: float
    printing: float

    @property
    def traced(self) -> float:
        """Instructions traced in a second."""
        return self.instructions / self.tracing

    @property
    def microseconds(self) -> float:
        """The time to trace an instruction."""
        return 1e6 / self.traced

    @property
    def printed(self) -> float:
        """Instructions printed in a second."""
        return self.instructions / self.printing


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Measure, print, and return the speeds."""
    found = {}
    print(f"{'':44} {'instr.':>8} {'traced/s':>12} {'µs each':>8} {'printed/s':>12}")
    for title, trace in _subjects():
        speed = measure(trace, options.repeat)
        found[title] = {**speed._asdict(), "traced": speed.traced, "printed": speed.printed}
        print(
            f"{title:44} {speed.instructions:>8,} {speed.traced:>12,.0f} "
            f"{speed.microseconds:>8.1f} {speed.printed:>12,.0f}",
            flush=True,
        )
    print(f"{'goal':44} {'':8} {TRACING:>12,} {1e6 / TRACING:>8.1f} {PRINTING:>12,}")
    return {"goals": {"traced": TRACING, "printed": PRINTING}, "kernels": found}


def measure(trace: Callable[[], n.Module], rounds: int) -> Speed:
    """Trace and print so often; return the best times."""
    tracing, printing = [], []
    for _ in range(rounds):
        module, seconds = timed(trace)
        tracing.append(seconds)
        printing.append(timed(lambda: ptxpy.emit(module))[1])  # noqa: B023 - called at once
    instructions = sum(source_of(function).instructions for function in module.functions)
    return Speed(instructions, min(tracing), min(printing))


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """Return a result and the CPU time that it took, without collections of garbage."""
    gc.collect()
    gc.disable()
    try:
        started = time.process_time()
        result = work()
        return result, time.process_time() - started
    finally:
        gc.enable()


# --------------------------------------------------------------------------- what is traced


def _subjects() -> Iterator[tuple[str, Callable[[], n.Module]]]:
    """Yield titles, and functions that trace anew each time and return the IR."""
    yield f"a kernel of {ROUNDS:,} rounds", lambda: long_kernel().module()
    for name in IMPORTED:
        (path,) = named([name])
        program = ptxpy.to_python(ptxpy.parse(path.read_bytes()))
        yield f"imported: {name}", partial(ptxpy.from_python, program)
    numbers = count(1)
    # It is traced once for each number of multiprocessors, which only the grid depends on.
    yield "hopper_persistent_gemm", lambda: hopper_persistent_gemm.gemm.module(SMS=next(numbers))


def long_kernel(rounds: int = ROUNDS) -> StandaloneKernel:
    """Return a kernel that has not been traced: fresh registers, operators, loads and products."""

    @kernel(arch="sm_80", raw_params=[("u64", "x")])
    def long() -> None:
        base = ptx.cvta.to.global_.u64(ptx.param(u64, "x"))
        i = reg.from_(ptx.special.tid.x(), u32)
        sums = reg.array(f32, 8)
        for k in range(8):
            sums[k] = ptx.mov.f32(0.0)
        for k in range(rounds):
            place = base + ptx.cvt.u64.u32((i + k) << 2)
            value = ptx.ld.global_.f32([place, 4 * k])
            for j in range(4):
                sums[j] = ptx.fma.rn.f32(value, sums[j + 4], sums[j])
            ptx.st.global_.f32([place], sums[k % 8], when=i < k)
            ptx.inst.add.f32(sums[k % 8], sums[(k + 1) % 8], value)
        ptx.ret()

    return long
