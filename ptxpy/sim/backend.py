"""The simulator as a back end of launches."""

from __future__ import annotations

import sys
import warnings
from codecs import getincrementaldecoder
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

import numpy as np

from ptxpy.debug_info import SourceLines
from ptxpy.launch_request import (
    POINTER_BYTES,
    SHORT_POINTER_BYTES,
    StrictOptions,
    Surface,
    encode_tensor_map,
    strict_options,
)
from ptxpy.sim.engines import run_compiled, run_strictly_compiled
from ptxpy.sim.errors import UnsupportedError
from ptxpy.sim.loaded_module import LoadedModule
from ptxpy.sim.machine.address_space import MULTICAST_WINDOW
from ptxpy.sim.machine.geometry import Geometry

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ptxpy.ir import nodes as n
    from ptxpy.launch_request import (
        Arguments,
        HostMemory,
        LaunchRequest,
        ModuleSource,
        StrictMode,
        VariableRequest,
    )
    from ptxpy.sim.launch_hooks import LaunchHooks
    from ptxpy.sim.loaded_module import Outcome
    from ptxpy.sim.machine.allocations import Allocation
    from ptxpy.sim.machine.global_memory import Memory
    from ptxpy.sim.races.grid_accesses import GridAccesses, UnnamedAccesses

__all__ = ["executed", "limited", "read_variable", "run", "unsupported", "write_variable"]


class Printed:
    """A sink that writes the output of `printf` to standard output, up to a limit."""

    def __init__(self, limit: int | None = None) -> None:
        """Show at most `limit` bytes; None for all."""
        self.limit = limit
        self.size = 0
        """The bytes of all output, shown or not."""
        # A chunk may end within a character.
        self._decoder = getincrementaldecoder("utf-8")("replace")

    @property
    def is_truncated(self) -> bool:
        """Whether some output was not shown."""
        return self.limit is not None and self.size > self.limit

    def __call__(self, text: bytes) -> None:
        """Show output, up to the limit."""
        room = len(text) if self.limit is None else max(0, self.limit - self.size)
        self.size += len(text)
        if room:
            sys.stdout.write(self._decoder.decode(text[:room]))


_MAX_STEPS: ContextVar[int | None] = ContextVar("ptxpy_max_steps", default=None)
_PRINTED: ContextVar[Printed | None] = ContextVar("ptxpy_printed", default=None)


_LAST: ContextVar[tuple[GridAccesses | UnnamedAccesses, list[tuple[int, int, int]]] | None] = (
    ContextVar("ptxpy_last_launch", default=None)
)
"""The accesses of the last launch, if it was in strict mode, and its host buffers."""
_EXECUTED: list[int] = [0]


def executed() -> int:
    """Return how many instructions this process has simulated, counted for each thread."""
    return _EXECUTED[0]


@contextmanager
def limited(max_steps: int | None = None, max_output: int | None = None) -> Iterator[Printed]:
    """Limit kernels that are run inside the `with` block.

    Args:
        max_steps: The steps after which a launch is stopped with an error; a step is a piece of
            code without a branch, run by a group of threads.
        max_output: The most bytes of `printf` that are shown; the rest is only counted.

    Yields the sink, which counts the output.
    """
    printed = Printed(max_output)
    tokens = _MAX_STEPS.set(max_steps), _PRINTED.set(printed)
    try:
        yield printed
    finally:
        _MAX_STEPS.reset(tokens[0])
        _PRINTED.reset(tokens[1])


HANDLE_BYTES: Final = 8
"""The size in bytes of a handle of a texture, sampler or surface."""

_LOADED: Final[WeakKeyDictionary[ModuleSource, tuple[LoadedModule, Lock]]] = WeakKeyDictionary()
"""The loaded modules, each with a lock that the thread running one of its kernels holds."""
_LOADING: Final = Lock()


def run(
    request: LaunchRequest,
    hooks: LaunchHooks | None = None,
    *,
    execute: Callable[..., Outcome] | None = None,
) -> Outcome:
    """Run a kernel on the CPU, with the host buffers of its arguments copied in and out.

    Buffers that the kernel did not write to are not copied back. `printf` writes to standard output
    as the kernel runs. Hints are issued as `RuntimeWarning`. Hooks are notified of the events.
    `execute` runs the kernel in place of `LoadedModule.run`, and takes `strict` too.

    Raises:
        UnsupportedError: Before anything runs.
        SimulationError: A thread faulted. Buffers are then unchanged, but printed text stays.
    """
    loaded, lock = _loaded(request.source)
    with lock:
        # Arguments are placed anew for each launch, and their memory is free afterwards; variables
        # stay.
        mark = loaded.memory.mark()
        try:
            outcome = _run(request, loaded, hooks, execute)
        finally:
            loaded.memory.reset(mark)
    _EXECUTED[0] += outcome.instructions
    if outcome.error is not None:
        raise outcome.error
    for hint in outcome.hints:
        warnings.warn(f"{request.signature.name}: {hint}", RuntimeWarning, stacklevel=4)
    return outcome


def _run(
    request: LaunchRequest,
    loaded: LoadedModule,
    hooks: LaunchHooks | None,
    execute: Callable[..., Outcome] | None,
) -> Outcome:
    arguments, memory = request.arguments, loaded.memory
    copies: list[tuple[HostMemory, Allocation]] = []
    for buffer in arguments.memories:
        name = f"the argument {' and '.join(buffer.names)}"
        # The copy fills all of it, so zeroing it first would be work for nothing.
        copy = memory.allocation(buffer.size, name, writable=buffer.writable, is_filled=True)
        memory.copy_in(copy.start, buffer.address, buffer.size)
        copies.append((buffer, copy))
    parameters = bytearray(arguments.parameters)
    # A pointer may be into the middle of a buffer, as that of a slice `x[4:]` is.
    for offset, number, displacement in arguments.pointers:
        address = copies[number][1].start + displacement
        if offset in arguments.multicast_pointers:
            address += MULTICAST_WINDOW
        size = SHORT_POINTER_BYTES if offset in arguments.short_pointers else POINTER_BYTES
        parameters[offset : offset + size] = address.to_bytes(POINTER_BYTES, "little")[:size]
    starts = [copy.start for _, copy in copies]
    _place_maps(arguments, memory, starts, parameters)
    _relocate(arguments, loaded, starts, parameters)
    references = {loaded.addresses[name]: held for name, held in request.references.items()}
    for name, offset, held in arguments.references:
        handle = memory.allocate(HANDLE_BYTES, f"the argument {name}", writable=False)
        parameters[offset : offset + HANDLE_BYTES] = handle.to_bytes(HANDLE_BYTES, "little")
        references[handle] = held
    # Arrays of surfaces are written in place: copies restore them after an error.
    surfaces = [held for held in references.values() if isinstance(held, Surface)]
    before = [surface.levels[0].copy() for surface in surfaces]
    shape = request.geometry
    where = Geometry(
        shape.grid,
        shape.block,
        shape.cluster or (1, 1, 1),
        explicit_cluster=shape.cluster is not None,
        cooperative=request.cooperative,
    )
    options: dict[str, Any] = {
        "dynamic_shared": shape.shared_bytes,
        "max_steps": _MAX_STEPS.get(),
        "references": references,
        "sink": _PRINTED.get() or Printed(),
    }
    name = request.signature.name
    try:
        if execute is not None:
            _LAST.set(None)
            strict = bool(request.strict)
            outcome = execute(loaded, name, bytes(parameters), where, strict=strict, **options)
        elif request.strict:
            outcome = _run_strictly(request, loaded, copies, bytes(parameters), where, options)
        else:
            _LAST.set(None)
            found = None
            if hooks is None:
                placed = _held_by_host(request, copies)
                found = run_compiled(
                    loaded, name, bytes(parameters), where, held_by_host=placed, **options
                )
            outcome = found or loaded.run(name, bytes(parameters), where, hooks=hooks, **options)
    # Surfaces are written in place, other buffers only at the end: after an error all are
    # unchanged.
    except BaseException:
        for surface, held_before in zip(surfaces, before, strict=True):
            surface.levels[0][:] = held_before
        raise
    for buffer, copy in copies:
        # Inputs are not copied back, which halves the work for most of them.
        if copy.written:
            memory.copy_out(buffer.address, copy.start, buffer.size)
    return outcome


def _held_by_host(
    request: LaunchRequest, copies: list[tuple[HostMemory, Allocation]]
) -> list[tuple[int, int, int]]:
    """Return the address of each allocation that the host holds, that there, and the bytes."""
    # The host does not hold the tensor maps and addresses that are placed in copies.
    if request.arguments.relocations or request.arguments.tensor_maps:
        return []
    return [(copy.start, buffer.address, buffer.size) for buffer, copy in copies]


def _run_strictly(
    request: LaunchRequest,
    loaded: LoadedModule,
    copies: list[tuple[HostMemory, Allocation]],
    parameters: bytes,
    geometry: Geometry,
    options: dict[str, Any],
) -> Outcome:
    """Run a kernel in strict mode, with its arguments in memory."""
    from ptxpy.sim.races.grid_accesses import UnnamedAccesses  # noqa: PLC0415 - seldom needed
    from ptxpy.sim.races.runs import run_strictly  # noqa: PLC0415 - as above

    name = request.signature.name
    places = [(copy.start, buffer.address, buffer.size) for buffer, copy in copies]
    primary = _primary(places, loaded.memory) if request.programmatic else None
    mode = _with_placed_outputs(request.strict, copies)
    launch = loaded, name, parameters, geometry
    _LAST.set(None)

    def interpret(watch: Callable[[], None] | None = None) -> Outcome:
        return run_strictly(
            *launch, mode=mode, primary=primary, watch=watch,
            keep=lambda grid: _LAST.set((grid, places)), **options,
        )  # fmt: skip

    # A grid that may run beside the one before it is compared with that one's accesses.
    if request.programmatic:
        return interpret()
    outcome, shadow = run_strictly_compiled(
        *launch, interpret=interpret, outputs=mode.outputs,
        held_by_host=_held_by_host(request, copies), **options,
    )  # fmt: skip
    if shadow is not None:
        _LAST.set((UnnamedAccesses(name, geometry, shadow.written_words), places))
    return outcome


def _primary(places: list[tuple[int, int, int]], memory: Memory) -> GridAccesses | None:
    """Return the accesses of the last launch to host buffers that are arguments of this one, too.

    Args:
        places: The address of each argument, that of its host buffer, and its size.
        memory: The global memory.
    """
    last = _LAST.get()
    if last is None:
        return None
    grid, others = last
    ranges = []
    for start, host, size in places:
        for other, its_host, its_size in others:
            low, high = max(host, its_host), min(host + size, its_host + its_size)
            # Only memory that both launches have can carry a dependency.
            if low < high:
                ranges.append((start + low - host, other + low - its_host, high - low))
    return grid.placed(ranges, memory.used())


def _with_placed_outputs(
    strict: StrictMode | StrictOptions, copies: list[tuple[HostMemory, Allocation]]
) -> StrictOptions:
    """Return the options of strict mode with the addresses of new outputs in the simulator.

    Memory that other arguments share is left out.
    """
    found = strict_options(strict)
    outputs = []
    for each in found.outputs:
        for buffer, copy in copies:
            if buffer.address <= each.address < buffer.address + buffer.size:
                address = copy.start + each.address - buffer.address
                if len(buffer.owners) == 1:
                    outputs.append(each._replace(address=address))
    return found._replace(outputs=tuple(outputs))


def _place_maps(
    arguments: Arguments, memory: Memory, starts: list[int], parameters: bytearray
) -> None:
    """Write tensor maps into the parameters, or into memory that a parameter points to."""
    for each in arguments.tensor_maps:
        address = each.map.address
        if each.memory is not None:
            address = starts[each.memory] + each.displacement
        data = encode_tensor_map(each.map.layout, address)
        if each.holder is not None:
            place = starts[each.holder] + each.offset
            memory.bytes[place : place + len(data)] = bytearray(data)
            continue
        if not each.by_value:
            place = memory.allocate(len(data), f"the argument {each.name}")
            memory.bytes[place : place + len(data)] = bytearray(data)
            data = place.to_bytes(POINTER_BYTES, "little")
        parameters[each.offset : each.offset + len(data)] = data


def _relocate(
    arguments: Arguments, loaded: LoadedModule, starts: list[int], parameters: bytearray
) -> None:
    """Write the addresses of memories and variables where they are pointed to from."""
    if arguments.placed is not None:
        arguments.placed.extend(starts)
    for holder, offset, target, displacement in arguments.relocations:
        first = starts[target] if isinstance(target, int) else loaded.addresses[target]
        data = bytearray((first + displacement).to_bytes(POINTER_BYTES, "little"))
        if holder is None:
            parameters[offset : offset + POINTER_BYTES] = data
        else:
            place = starts[holder] if isinstance(holder, int) else loaded.addresses[holder]
            place += offset
            loaded.memory.bytes[place : place + POINTER_BYTES] = data


def _loaded(source: ModuleSource) -> tuple[LoadedModule, Lock]:
    found = _LOADED.get(source)
    if found is None:
        # Looked up again under the lock: another thread may have loaded the module meanwhile.
        with _LOADING:
            found = _LOADED.get(source)
            if found is None:
                found = _LOADED[source] = _load(source), Lock()
    return found


def unsupported(source: ModuleSource, kernel: str) -> UnsupportedError | None:
    """Return the error with all unsupported statements of a kernel; None if there are none."""
    loaded, lock = _loaded(source)
    with lock:
        try:
            loaded.prepare(kernel)
        except UnsupportedError as error:
            return error
    return None


def read_variable(request: VariableRequest) -> bytes:
    """Return the bytes of a variable of a module."""
    loaded, lock = _loaded(request.source)
    start = loaded.addresses[request.name]
    with lock:
        return bytes(loaded.memory.bytes[start : start + request.size])


def write_variable(request: VariableRequest, data: bytes) -> None:
    """Set the bytes of a variable of a module, which may be a constant."""
    loaded, lock = _loaded(request.source)
    start = loaded.addresses[request.name]
    with lock:
        loaded.memory.bytes[start : start + request.size] = np.frombuffer(data, np.uint8)


class _SourcePlaces:
    """The places of the statements of compiled PTX in its source, for messages."""

    def __init__(self, module: n.Module, filename: str) -> None:
        """Take a module, and the name of its PTX."""
        self._module = module
        self._filename = filename

    def __call__(self, line: int, ordinal: int) -> str:
        """Return the place of a statement, given its line in the PTX."""
        found = self._lines.at(ordinal)
        return f"{self._filename}:{line}" if found is None else f"{found} (line {line} of the PTX)"

    @cached_property
    def _lines(self) -> SourceLines:
        return SourceLines(self._module)


def _load(source: ModuleSource) -> LoadedModule:
    """Load a module; messages have its Python lines if it was written in Python.

    The result does not refer to the source: it is kept only as long as the source is in use.
    """
    python, filename = source.python, source.filename
    if python is None:
        # PTX in a captured launch has no file that can be opened: its source is named, too.
        if "::" in filename:
            return LoadedModule(source.module, lines=_SourcePlaces(source.module, filename))
        return LoadedModule(
            source.module, lines=lambda line, _: f"{filename}:{line}", parts=_parts(source)
        )
    name, _, lines = python
    calls = source.calls

    def place(line: int, ordinal: int) -> str:
        python_line = lines[ordinal] if ordinal < len(lines) else 0
        # The PTX of a Python file is named for it, but these are not its lines.
        ptx = f"line {line} of the PTX" if filename == name else f"{filename}:{line}"
        if not python_line:
            return ptx
        # A line of a helper does not say which of its calls is meant.
        led = calls[ordinal] if ordinal < len(calls) else ()
        if led:
            from ptxpy.dsl import described_calls  # noqa: PLC0415 - seldom needed

            ptx = f"{described_calls(led)}; {ptx}"
        return f"{name}:{python_line} ({ptx})"

    return LoadedModule(source.module, lines=place, parts=_parts(source))


def _parts(source: ModuleSource) -> dict[str, tuple[tuple[str, str, int], ...]]:
    """Return the places with names in the shared memory of kernels, by the kernels' symbols."""
    return {name: defaults.parts for name, defaults in source.defaults.items()}
