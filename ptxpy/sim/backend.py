"""The simulator as a back end of launches."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from ptxpy.calling import Surface
from ptxpy.sim.machine import Geometry
from ptxpy.sim.simulation import Loaded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.calling import LaunchRequest, ModuleSource
    from ptxpy.sim.simulation import Outcome

__all__ = ["executed", "limited", "run"]

_MOST_STEPS: ContextVar[int | None] = ContextVar("ptxpy_most_steps", default=None)


_EXECUTED: list[int] = [0]


def executed() -> int:
    """Return how many instructions this process has simulated, counted for each thread."""
    return _EXECUTED[0]


@contextmanager
def limited(max_steps: int | None) -> Iterator[None]:
    """Let kernels that are run in the block end with an error after so many pieces of code."""
    token = _MOST_STEPS.set(max_steps)
    try:
        yield
    finally:
        _MOST_STEPS.reset(token)


HANDLE: Final = 8
"""Bytes of a handle of a texture, sampler or surface."""

_LOADED: Final[WeakKeyDictionary[ModuleSource, Loaded]] = WeakKeyDictionary()


def run(request: LaunchRequest) -> Outcome:
    """Run a kernel on the CPU, with the memories of its arguments copied in and out.

    What it prints goes to standard output. Raises `UnsupportedError` before anything runs, and
    `SimulationError` for what a thread must not do; memories are then as they were.
    """
    loaded = _LOADED.get(request.source)
    if loaded is None:
        loaded = _LOADED[request.source] = _load(request.source)
    arguments = request.arguments
    memory = loaded.memory
    mark = memory.mark()
    try:
        starts = []
        for piece in arguments.memories:
            name = f"the argument {' and '.join(piece.names)}"
            start = memory.allocate(piece.size, name, writable=piece.writable)
            memory.bytes[start : start + piece.size] = piece.bytes()
            starts.append(start)
        parameters = bytearray(arguments.parameters)
        for pointer in arguments.pointers:
            address = starts[pointer.memory] + pointer.displacement
            parameters[pointer.offset : pointer.offset + 8] = address.to_bytes(8, "little")
        references = {loaded.addresses[name]: held for name, held in request.references.items()}
        for name, offset, held in arguments.references:
            handle = memory.allocate(HANDLE, f"the argument {name}", writable=False)
            parameters[offset : offset + HANDLE] = handle.to_bytes(HANDLE, "little")
            references[handle] = held
        surfaces = [held for held in references.values() if isinstance(held, Surface)]
        before = [surface.levels[0].copy() for surface in surfaces]
        shape = request.geometry
        try:
            outcome = loaded.run(
                request.signature.name,
                bytes(parameters),
                Geometry(shape.grid, shape.block, shape.cluster or (1, 1, 1)),
                dynamic_shared=shape.shared_bytes,
                max_steps=_MOST_STEPS.get(),
                references=references,
            )
        except BaseException:
            for surface, held_before in zip(surfaces, before, strict=True):
                surface.levels[0][:] = held_before
            raise
        for piece, start in zip(arguments.memories, starts, strict=True):
            if piece.writable:
                piece.bytes()[:] = memory.bytes[start : start + piece.size]
    finally:
        memory.reset(mark)
    _EXECUTED[0] += outcome.instructions
    if outcome.output:
        sys.stdout.write(outcome.output.decode("utf-8", "replace"))
    return outcome


def _load(source: ModuleSource) -> Loaded:
    """Load a module; messages point at its Python where it was written so."""
    python = source.python
    if python is None:
        return Loaded(source.module, lines=lambda line, _: f"{source.filename}:{line}")
    name, _, lines = python

    def place(line: int, ordinal: int) -> str:
        written = lines[ordinal] if ordinal < len(lines) else 0
        shown = f"{source.filename}:{line}"
        return f"{name}:{written} ({shown})" if written else shown

    return Loaded(source.module, lines=place)
