"""Launches of compiled kernels, which the interpreter takes over where they cannot go on.

A kernel is compiled if all its instructions can be. It runs on the memory of the loaded module, CTA
by CTA, a warp at a time. When an access is refused, a thread traps, or the threads of a warp do not
come together, memory is set back, and the interpreter runs the launch from the
start. So faults are reported by the interpreter alone.
"""

from __future__ import annotations

import ctypes
import os
from contextlib import nullcontext
from functools import cache, partial
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy._user_cache import key_of
from ptxpy.ir import nodes as n
from ptxpy.sim.compile.site import UnsupportedInstructionError
from ptxpy.sim.errors import FaultError
from ptxpy.sim.loaded_module import Outcome, RunOptions, reachable_routines
from ptxpy.sim.machine.printf_output import Output
from ptxpy.sim.native import lowering
from ptxpy.sim.native.activations import Layout
from ptxpy.sim.native.joint_launches import are_joint, joint_ctas, run_jointly
from ptxpy.sim.native.layout import CONTEXT
from ptxpy.sim.native.memory_snapshot import MemorySnapshot, SavesForCompiledCode
from ptxpy.sim.native.object_code import function_address
from ptxpy.sim.native.obstacles import obstacle
from ptxpy.sim.native.printed import Printed, TooMuchOutputError
from ptxpy.sim.native.scheduler import ASKS, DONE, FAULTED, GAVE_UP, LOST_PATIENCE, SERVES
from ptxpy.sim.native.served_pieces import (
    ServedPieces,
    Server,
    arrays_of_surfaces,
    ctas_beside,
    served_pieces,
)
from ptxpy.sim.native.strict_records import OUT_OF_TIME, SUSPECTED
from ptxpy.sim.native.vector_builder import LANES
from ptxpy.sim.native.warp_translator import WarpTranslator
from ptxpy.sim.native.workspaces import MAX_KEPT_BYTES, Workspace, frames_of, put

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ptxpy.sim.loaded_module import Launch, LoadedModule
    from ptxpy.sim.machine.geometry import Geometry
    from ptxpy.sim.native.strict_filter import StrictFilter
    from ptxpy.sim.native.strict_memory import StrictShadow

__all__ = ["CompiledKernel", "link", "run", "translate", "translated"]

_TURNS: Final = 65_536
"""The turns of loops after which other warps run."""
_TURNS_OF_WAITING: Final = 64
"""The same for kernels whose threads may wait for memory that others write."""
_PATIENCE: Final = 20_000
"""The rounds in which warps of a CTA only use up their turns, until the interpreter runs a launch
whose threads may wait for those of other CTAs."""
_JOINT_PATIENCE: Final = 4_000
"""The times that CTAs which wait for each other run for some rounds, until the interpreter does."""
_QUANTUM: Final = 256
"""The CTAs and rounds that run before Python has a turn, for Ctrl-C."""

_ENDLESS: Final = 1 << 62

_REASONS: Final = {
    FAULTED: "a fault, which the interpreter reports",
    GAVE_UP: "a trap, or threads of a warp that do not come together to a collective",
    LOST_PATIENCE: "loops that run on without an end",
}

_SUSPICIONS: Final = {
    SUSPECTED: "what may be a fault of strict mode, of which the interpreter judges",
    OUT_OF_TIME: "more barriers than the records of strict mode tell apart",
}

_MIN_THREADS_TO_SHARE: Final = 1 << 13
"""The threads of a launch from which on its CTAs are run on several processors."""
_MIN_INSTRUCTIONS_TO_SHARE: Final = 1 << 22
"""The instructions of all its threads, if the last launch tells: some milliseconds, of which two
threads of Python lose one in waiting for each other."""
_SHARES: Final = 4
"""The parts of a launch for each processor: one that has less to do takes more parts."""


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
    """The instructions of each block."""
    local_bytes: int
    """The local memory of a thread, of functions that are called included."""
    text: str
    """Its LLVM IR."""
    served: ServedPieces | None = None
    """The pieces that the interpreter runs."""
    offsets: Mapping[int, int] = {}
    """Where a frame has each register that is saved."""


def translated(loaded: LoadedModule, name: str, *, clustered: bool = False) -> CompiledKernel | str:
    """Return a kernel of a module as LLVM IR, or why it is left to the interpreter.

    In launches with clusters addresses in shared memory are others.
    """
    kernels: dict[str, CompiledKernel | str] = loaded.compiled_kernels
    key = f"{name} in clusters" if clustered else name
    found = kernels.get(key)
    if found is None:
        try:
            found = translate(loaded, name, clustered=clustered)
        except UnsupportedInstructionError as error:
            found = str(error)
        kernels[key] = found
    return found


def translate(
    loaded: LoadedModule, name: str, strict: StrictFilter | None = None, *, clustered: bool = False
) -> CompiledKernel:
    """Return a kernel of a module as LLVM IR, with a filter of strict mode if there is one.

    Raises `UnsupportedInstructionError` if it is left to the interpreter.
    """
    shared = loaded.prepare(name)
    served = served_pieces(loaded, name) if strict is None else None
    if served is not None:
        program, layout = served.code.program, served.layout
    else:
        program = loaded.program
        layout = Layout(loaded.code, reachable_routines(program, name), program.routines[name])
    translator = WarpTranslator(
        program, layout, shared, loaded.addresses, served, strict, clustered=clustered
    )
    if strict is not None and translator.counts_threads:
        msg = "barriers that do not await all threads of a CTA, in strict mode"
        raise UnsupportedInstructionError(msg)
    text = translator.translate()
    own = f"run.{key_of([text.encode()])[:32]}"
    text = text.replace("@run(", f'@"{own}"(', 1)
    sizes = [
        sum(type(each) in (n.Instruction, n.Call) for each in block.statements)
        for block in layout.blocks
    ]
    return CompiledKernel(
        own, tuple(translator.helpers), translator.frame_bytes, translator.sites,
        translator.waits_for_others, translator.loads, tuple(sizes), layout.local_bytes, text,
        served, translator.offsets,
    )  # fmt: skip


def link(kernel: CompiledKernel) -> int:
    """Compile a kernel to machine code, unless that is done; return the address of its function."""
    _scheduler()
    for helper in kernel.helpers:
        function_address(helper)
    return function_address(kernel.name, kernel.text)


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
    depth: int | None = None,
    held_by_host: Sequence[tuple[int, int, int]] = (),
    strict: tuple[CompiledKernel, StrictShadow] | None = None,
) -> tuple[Outcome | None, str]:
    """Run a kernel compiled; see `LoadedModule.run`.

    The host holds the contents of some allocations, which need no copy to be set back:
    `held_by_host` has the address of each, that on the host, and the number of bytes. A
    strict launch has a kernel with a filter, and its shadow.

    Returns the outcome. If the interpreter has to run the launch it is None, with the reason;
    memory is then as it was.
    """
    del depth  # what launches is not compiled
    if strict is not None and (reason := obstacle(geometry)):
        return None, reason
    clustered = geometry.cluster_size > 1
    found = translated(loaded, kernel, clustered=clustered) if strict is None else strict[0]
    if isinstance(found, str):
        return None, found
    options = RunOptions(dynamic_shared, references=references or {})
    launch = loaded.set_up(kernel, parameters, geometry, options)
    arrays: Sequence[Any] = ()
    if found.served is not None and found.served.writes_surfaces:
        arrays = arrays_of_surfaces(loaded, options.references)
    before = MemorySnapshot(loaded.memory, held_by_host, arrays)
    printed = Printed()
    try:
        outcome, reason = _execute(
            loaded, found, launch, max_steps, before, printed, strict and strict[1]
        )
    finally:
        before.discard()
        loaded.tear_down(launch)
    if outcome is not None:
        outcome = outcome._replace(output=printed.pass_on(sink))
    return outcome, reason


@cache
def _scheduler() -> Any:
    """Return the function that runs the CTAs of a launch."""
    kind = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)
    return kind(function_address("run_ctas"))


def _execute(
    loaded: LoadedModule,
    kernel: CompiledKernel,
    launch: Launch,
    max_steps: int | None,
    before: MemorySnapshot,
    printed: Printed,
    shadow: StrictShadow | None = None,
) -> tuple[Outcome | None, str]:
    geometry, memory = launch.geometry, loaded.memory
    shared_bytes = launch.layout.static + launch.options.dynamic_shared
    local_bytes = max(16, -(-kernel.local_bytes // 16) * 16)
    beside, server = 1, None
    if are_joint(geometry):
        frame_bytes = geometry.padded // LANES * kernel.frame_bytes
        beside = joint_ctas(geometry, frame_bytes + shared_bytes + local_bytes * geometry.padded)
        if not beside:
            return None, "CTAs that wait for each other, of more memory than is held at once"
    elif kernel.served is not None:
        beside = ctas_beside(geometry, shared_bytes, kernel.frame_bytes)
    # The records of a strict launch are those of one thread.
    elif max_steps is None and not kernel.waits_for_others and shadow is None:
        beside = _threads_for(geometry, loaded.thread_lengths.get(kernel.name))
    key = kernel.name, geometry, shared_bytes, beside
    held, loaded.compiled_workspace = loaded.compiled_workspace, None
    if held is not None and held[0] == key:
        space: Workspace = held[1]
        space.begin()
    else:
        frames = frames_of(geometry, kernel.frame_bytes, beside)
        memories = None
        if kernel.served is not None:
            by_warp = frames.reshape(-1, kernel.frame_bytes)
            server = Server(
                loaded, kernel.served, launch, by_warp, kernel.offsets, shared_bytes, local_bytes,
                Output(printed.add),
            )  # fmt: skip
            memories = server.memories
        space = Workspace(
            geometry, frames, shared_bytes=shared_bytes, local_bytes=local_bytes,
            sites=kernel.sites, blocks=len(kernel.sizes), memories=memories,
        )  # fmt: skip
    ranges = np.array(
        [[each.start, each.stop, each.writable] for each in memory.allocations], np.int64
    )
    base = memory.bytes.ctypes.data
    first_parameter = min(launch.parameters.values(), default=0)
    turns = _TURNS_OF_WAITING if kernel.waits_for_others else _TURNS
    patience = _PATIENCE if kernel.loads or max_steps is not None else _ENDLESS
    if max_steps is not None:
        # A turn of a loop is a step of the interpreter at least.
        patience = min(patience, max_steps // turns + 1)
    contexts = space.contexts
    status, address = FAULTED, link(kernel)
    in_parts = kernel.served is None or not kernel.served.writes_memory
    saves = SavesForCompiledCode(before, memory, ranges, in_parts=in_parts)
    put(
        contexts, parameters=base + first_parameter, memory=base, ranges=ranges.ctypes.data,
        range_count=len(ranges), parameter_address=first_parameter, turns=turns,
        patience=_ENDLESS if are_joint(geometry) else patience, quantum=_QUANTUM,
        save=saves.address, together=are_joint(geometry), workspace=launch.workspace,
    )  # fmt: skip
    put(contexts, **({"strict": 0} if shadow is None else shadow.words(shared_bytes)))
    try:
        if are_joint(geometry):
            with before.interpreting() if server is not None else nullcontext():
                turns = min(patience, _JOINT_PATIENCE)
                status = run_jointly(space, geometry, server, turns, partial(_run_once, address))
        elif server is None:
            status = _run_in_threads(contexts, address, geometry.ctas)
        else:
            with before.interpreting():
                status = _run_beside(contexts, address, geometry.ctas, server)
        if status == DONE and shadow is not None and shadow.objection():
            status = GAVE_UP
    except FaultError:
        # The interpreter reports it, when it runs the launch from the start.
        status = FAULTED
    except TooMuchOutputError:
        status = GAVE_UP
    finally:
        saves.close()
        if status != DONE:
            before.restore()
    # Ctrl-C, while memory was saved, ends the launch; an interpreted one needs no more memory.
    if saves.error is not None and not isinstance(saves.error, MemoryError):
        raise saves.error
    if status != DONE:
        suspicion = _SUSPICIONS.get(int(contexts[0, CONTEXT["fault"] // 8]))
        objection = printed.objection() or (shadow and shadow.objection())
        return None, suspicion or objection or _REASONS[status]
    runs = space.counters.sum(axis=0)[: len(kernel.sizes)]
    instructions = int(runs @ np.array(kernel.sizes, np.int64))
    loaded.thread_lengths[kernel.name] = instructions / (geometry.ctas * geometry.threads)
    if server is None and not are_joint(geometry) and space.bytes <= MAX_KEPT_BYTES:
        loaded.compiled_workspace = key, space
    found = () if server is None else server.hints()
    return Outcome(instructions, b"", found), ""


def _threads_for(geometry: Geometry, length: float | None) -> int:
    """Return how many threads of this process share the CTAs of a launch, none of which waits.

    A thread of the last launch of the kernel has run `length` instructions.
    """
    threads = geometry.ctas * geometry.threads
    if threads < _MIN_THREADS_TO_SHARE:
        return 1
    if length is not None and threads * length < _MIN_INSTRUCTIONS_TO_SHARE:
        return 1
    return max(1, min(_cores(), geometry.ctas // 2))


def _cores() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _run_in_threads(contexts: np.ndarray[Any, Any], address: int, ctas: int) -> int:
    """Run all CTAs, some in this thread and some in others, of which each has a context.

    Returns the status at the end, that of a thread that has given up if there is one.
    """
    if len(contexts) == 1:
        return _run_until(contexts[0], address, ctas)
    size = max(1, ctas // (_SHARES * len(contexts)))
    shares = iter(range(0, ctas, size))
    ends: list[int] = []
    is_over = False

    def work(number: int) -> None:
        nonlocal is_over
        context, status = contexts[number], DONE
        for first in shares:
            context[CONTEXT["cta"] // 8] = first
            status = _run_until(context, address, min(first + size, ctas))
            is_over = is_over or status != DONE
            if is_over:
                break
        ends.append(status)

    others = [Thread(target=work, args=(number,)) for number in range(1, len(contexts))]
    for each in others:
        each.start()
    try:
        work(0)
    except BaseException:
        # Ctrl-C ends the others as well.
        is_over = True
        raise
    finally:
        for each in others:
            each.join()
    if len(ends) < len(contexts):
        # An error has ended a thread, which Python has printed: its CTAs have not run.
        return FAULTED
    return next((status for status in ends if status != DONE), DONE)


def _run_until(context: np.ndarray[Any, Any], address: int, stop: int) -> int:
    """Run the CTAs before `stop` one after the other; return the status with which that ends."""
    run_ctas = _scheduler()
    while True:
        status: int = run_ctas(context.ctypes.data, address, stop)
        if status != ASKS:
            return status
        context[CONTEXT["quantum"] // 8] = _QUANTUM


def _run_once(address: int, context: np.ndarray[Any, Any], stop: int) -> int:
    """Run the CTAs before `stop` for some rounds; return the status."""
    status: int = _scheduler()(context.ctypes.data, address, stop)
    return status


def _run_beside(contexts: np.ndarray[Any, Any], address: int, ctas: int, server: Server) -> int:
    """Run all CTAs, as many side by side as there are contexts; return the status at the end.

    Each runs until it has ended, or all its warps wait; then the interpreter runs the pieces of
    those that wait for it.
    """
    served, events, expiries = (CONTEXT[name] // 8 for name in ("served", "events", "expiries"))
    for first in range(0, ctas, len(contexts)):
        here = range(min(len(contexts), ctas - first))
        contexts[: len(here), CONTEXT["cta"] // 8] = first + np.arange(len(here))
        contexts[:, CONTEXT["resumes"] // 8] = 0
        server.begin(first)
        running = {*here}
        while running:
            for number in sorted(running):
                status = _run_until(contexts[number], address, first + number + 1)
                if status == DONE:
                    running.discard(number)
                elif status != SERVES:
                    return status
            went_on = server.serve() if running else ()
            for number in running:
                contexts[number, served] = 0
                if number in went_on:
                    contexts[number, events] += 1
                    contexts[number, expiries] = 0
    return DONE


_ = lowering  # registers what it can write
