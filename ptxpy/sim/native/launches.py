"""Launches of compiled kernels, which the interpreter takes over where they cannot go on.

A kernel is compiled if all its instructions can be. It runs on the memory of the loaded module, CTA
by CTA, a warp at a time. When an access is refused, a thread traps, or the threads of a warp do not
come together, memory is set back, and the interpreter runs the launch from the
start. So faults are reported by the interpreter alone.
"""

from __future__ import annotations

import ctypes
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy._user_cache import key_of
from ptxpy.ir import nodes as n
from ptxpy.sim.compile.site import UnsupportedInstructionError
from ptxpy.sim.loaded_module import Outcome, RunOptions
from ptxpy.sim.native import lowering
from ptxpy.sim.native.barriers import BARRIER_BYTES
from ptxpy.sim.native.layout import (
    CONTEXT,
    CONTEXT_BYTES,
    EXITED,
    FRAME_HEAD,
    STARTS,
    TID,
)
from ptxpy.sim.native.lowering.memory import SITE_BYTES
from ptxpy.sim.native.memory_snapshot import MemorySnapshot
from ptxpy.sim.native.object_code import function_address
from ptxpy.sim.native.scheduler import ASKS, DONE, FAULTED, GAVE_UP, LOST_PATIENCE
from ptxpy.sim.native.vector_builder import LANES
from ptxpy.sim.native.warp_translator import WarpTranslator

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ptxpy.sim.loaded_module import Launch, LoadedModule
    from ptxpy.sim.machine.geometry import Geometry

__all__ = ["link", "obstacle", "run", "translated"]

_TURNS: Final = 65_536
"""The turns of loops after which other warps run."""
_TURNS_OF_WAITING: Final = 64
"""The same for kernels whose threads may wait for memory that others write."""
_PATIENCE: Final = 20_000
"""The rounds in which warps of a CTA only use up their turns, until the interpreter runs a launch
whose threads may wait for those of other CTAs."""
_QUANTUM: Final = 256
"""The CTAs and rounds that run before Python has a turn, for Ctrl-C."""

_ENDLESS: Final = 1 << 62
_MAX_STATEMENTS: Final = 8_000
"""LLVM takes a millisecond or two for each."""

_REASONS: Final = {
    FAULTED: "a fault, which the interpreter reports",
    GAVE_UP: "a trap, or threads of a warp that do not come together to a collective",
    LOST_PATIENCE: "loops that run on without an end",
}

_ALIGNMENT: Final = 64


class CompiledKernel(NamedTuple):
    """A kernel as LLVM IR."""

    name: str
    """The name of its function."""
    helpers: tuple[str, ...]
    """The functions of the run-time that it calls."""
    frame_bytes: int
    sites: int
    waits_for_others: bool
    """Whether it has atomic or volatile accesses, by which threads wait for each other."""
    loads: bool
    """Whether it loads from memory that others may write."""
    sizes: tuple[int, ...]
    """The instructions of each piece."""
    text: str
    """Its LLVM IR."""


def translated(loaded: LoadedModule, name: str) -> CompiledKernel | str:
    """Return a kernel of a module as LLVM IR, or why it is left to the interpreter."""
    kernels: dict[str, CompiledKernel | str] = loaded.compiled_kernels
    found = kernels.get(name)
    if found is None:
        try:
            found = _translate(loaded, name)
        except UnsupportedInstructionError as error:
            found = str(error)
        kernels[name] = found
    return found


def _translate(loaded: LoadedModule, name: str) -> CompiledKernel:
    layout = loaded.prepare(name)
    routine = loaded.program.routines[name]
    if len(routine.code.statements) > _MAX_STATEMENTS:
        msg = f"more than {_MAX_STATEMENTS:,} statements, which would take long to compile"
        raise UnsupportedInstructionError(msg)
    slots = loaded.code.slots(routine)
    translator = WarpTranslator(loaded.program, routine, slots, layout, loaded.addresses)
    text = translator.translate()
    own = f"run.{key_of([text.encode()])[:32]}"
    text = text.replace("@run(", f'@"{own}"(', 1)
    sizes = [
        sum(
            type(each) in (n.Instruction, n.Call)
            for each in routine.code.statements[piece.start : piece.stop]
        )
        for piece in routine.pieces
    ]
    return CompiledKernel(
        own, tuple(translator.helpers), translator.frame_bytes, translator.sites,
        translator.waits_for_others, translator.loads, tuple(sizes), text,
    )  # fmt: skip


def link(kernel: CompiledKernel) -> int:
    """Compile a kernel to machine code, unless that is done; return the address of its function."""
    _scheduler()
    for helper in kernel.helpers:
        function_address(helper)
    return function_address(kernel.name, kernel.text)


def obstacle(geometry: Geometry, references: Mapping[int, Any] | None) -> str:
    """Return why a launch is left to the interpreter, as far as its arguments tell; or nothing."""
    if references:
        return "textures, surfaces or handles"
    if geometry.cooperative or geometry.cluster != (1, 1, 1):
        return "a cluster or cooperative launch"
    return ""


def run(
    loaded: LoadedModule,
    kernel: str,
    parameters: bytes,
    geometry: Geometry,
    *,
    dynamic_shared: int = 0,
    max_steps: int | None = None,
    references: Mapping[int, Any] | None = None,
    sink: Any = None,
    held_by_host: Sequence[tuple[int, int, int]] = (),
) -> tuple[Outcome | None, str]:
    """Run a kernel compiled; see `LoadedModule.run`.

    The host holds the contents of some allocations, which need no copy to be set back:
    `held_by_host` has the address of each, that on the host, and the number of bytes.

    Returns the outcome. If the interpreter has to run the launch it is None, with the reason;
    memory is then as it was.
    """
    del sink  # what prints is not compiled
    if reason := obstacle(geometry, references):
        return None, reason
    found = translated(loaded, kernel)
    if isinstance(found, str):
        return None, found
    launch = loaded.set_up(kernel, parameters, geometry, RunOptions(dynamic_shared))
    try:
        before = MemorySnapshot(loaded.memory, held_by_host)
        return _execute(loaded, found, launch, max_steps, before)
    finally:
        loaded.tear_down(launch)


@cache
def _scheduler() -> Any:
    """Return the function that runs the CTAs of a launch."""
    kind = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)
    return kind(function_address("run_ctas"))


def _aligned(size: int) -> np.ndarray[Any, Any]:
    """Return bytes that begin at a multiple of 64, all zero."""
    data = np.zeros(size + _ALIGNMENT, np.uint8)
    start = -data.ctypes.data % _ALIGNMENT
    return data[start : start + size]


def _execute(
    loaded: LoadedModule,
    kernel: CompiledKernel,
    launch: Launch,
    max_steps: int | None,
    before: MemorySnapshot,
) -> tuple[Outcome | None, str]:
    geometry, memory = launch.geometry, loaded.memory
    shared_bytes = launch.layout.static + launch.options.dynamic_shared
    local_bytes = max(16, -(-launch.routine.local_bytes // 16) * 16)
    warps = geometry.padded // LANES
    frames = _frames(geometry, kernel.frame_bytes)
    shared = _aligned(max(64, shared_bytes))
    local = _aligned(local_bytes * geometry.padded)
    barriers = _aligned(BARRIER_BYTES)
    counters = np.zeros(len(kernel.sizes), np.int64)
    sites = np.zeros(max(1, kernel.sites) * (SITE_BYTES // 8), np.int64)
    ranges = np.array(
        [[each.start, each.stop, each.writable] for each in memory.allocations], np.int64
    )
    base = memory.bytes.ctypes.data
    first_parameter = min(launch.parameters.values(), default=0)
    context = np.zeros(-(-CONTEXT_BYTES // 8), np.int64)

    def put(**words: int) -> None:
        for name, value in words.items():
            context[CONTEXT[name] // 8] = value

    turns = _TURNS_OF_WAITING if kernel.waits_for_others else _TURNS
    patience = _PATIENCE if kernel.loads or max_steps is not None else _ENDLESS
    if max_steps is not None:
        # A turn of a loop is a step of the interpreter at least.
        patience = min(patience, max_steps // turns + 1)
    put(
        parameters=base + first_parameter, shared=shared.ctypes.data, shared_bytes=shared_bytes,
        memory=base, ranges=ranges.ctypes.data, range_count=len(ranges), sites=sites.ctypes.data,
        local=local.ctypes.data, local_bytes=local_bytes, counters=counters.ctypes.data,
        parameter_address=first_parameter, frames=frames.ctypes.data,
        frame_bytes=kernel.frame_bytes, warps=warps, threads=geometry.padded,
        turns=turns, patience=patience, quantum=_QUANTUM, barriers=barriers.ctypes.data,
        cta_threads=geometry.threads,
    )  # fmt: skip
    numbers = context.view(np.int32)
    for name, values in (("ntid", geometry.block), ("nctaid", geometry.grid)):
        for axis, value in zip("xyz", values, strict=True):
            numbers[CONTEXT[f"{name}.{axis}"] // 4] = value
    run_ctas, address = _scheduler(), link(kernel)
    done = False
    try:
        while True:
            status = run_ctas(context.ctypes.data, address, geometry.ctas)
            if status != ASKS:
                break
            put(quantum=_QUANTUM)
        done = status == DONE
    finally:
        if not done:
            before.restore()
    if not done:
        return None, _REASONS[status]
    for allocation, written in zip(memory.allocations, ranges[:, 2] & 2, strict=True):
        if written and not allocation.written:
            memory.mark_written(allocation)
    return Outcome(int(counters @ np.array(kernel.sizes, np.int64)), b""), ""


def _frames(geometry: Geometry, size: int) -> np.ndarray[Any, Any]:
    """Return the frames of the warps of a CTA, with the parts that are the same for each CTA."""
    warps = geometry.padded // LANES
    frames = _aligned(size * warps)
    head = frames.reshape(warps, size)[:, :FRAME_HEAD]
    threads = np.arange(geometry.padded, dtype=np.int64)
    x, y, _ = geometry.block
    for axis, values in enumerate((threads % x, threads // x % y, threads // (x * y))):
        start = TID + 4 * LANES * axis
        words = values.astype(np.uint32).reshape(warps, LANES)
        head[:, start : start + 4 * LANES] = words.view(np.uint8)
    starts = np.where(threads < geometry.threads, 0, EXITED).astype(np.uint32)
    head[:, STARTS : STARTS + 4 * LANES] = starts.reshape(warps, LANES).view(np.uint8)
    return frames


_ = lowering  # registers what it can write
