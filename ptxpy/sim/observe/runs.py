"""Runs of kernels with an observer: traces, profiles and timelines."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import TYPE_CHECKING, SupportsIndex, TypeAlias

from ptxpy.launch_request import LaunchError
from ptxpy.sim.backend import run
from ptxpy.sim.errors import SimulationError
from ptxpy.sim.observe.profile import Profile
from ptxpy.sim.observe.profiler import Profiler
from ptxpy.sim.observe.source_lines import Source
from ptxpy.sim.observe.timekeeper import Timekeeper
from ptxpy.sim.observe.timeline import Timeline
from ptxpy.sim.observe.trace import Trace
from ptxpy.sim.observe.tracer import Tracer

if TYPE_CHECKING:
    from collections.abc import Container

    from ptxpy.launch_request import LaunchRequest

__all__ = ["Index", "profile", "timeline", "trace"]

Index: TypeAlias = "SupportsIndex | tuple[SupportsIndex, ...]"
"""A thread or CTA: its linear index, x running fastest, or up to three coordinates, x first."""


def trace(
    request: LaunchRequest,
    *,
    threads: Index | Iterable[Index] = 0,
    cta: Index = 0,
    lines: int | Iterable[int] | None = None,
    limit: int = 10_000,
) -> Trace:
    """Run a kernel, and return the trace of some threads of a CTA.

    Args:
        request: The launch.
        threads: A thread, or a list of linear indices and tuples of coordinates. A single tuple is
            one thread.
        cta: The CTA of the threads.
        lines: The line or lines that are recorded: of the Python that the kernel was written in,
            else of the PTX. Default: all lines.
        limit: The most instructions that are recorded; the kernel then runs on without records.

    An error of the kernel is `Trace.error`. Raises `LaunchError` for a thread or CTA that does not
    exist.
    """
    shape = request.geometry
    numbers = [_linear_index(each, shape.block, "thread", "block") for each in _as_list(threads)]
    name = request.signature.name
    where = _cta_index(request, cta)
    tracer = Tracer(Source(request.source), name, where, numbers, _lines(lines), limit)
    error = _run(request, tracer)
    return Trace(
        name,
        tracer.records,
        limit=limit,
        reached=tracer.reached,
        error=error,
    )


def profile(request: LaunchRequest) -> Profile:
    """Run a kernel, and return the counts of its instructions and the costs of its accesses."""
    profiler = Profiler(Source(request.source))
    run(request, profiler)
    return profiler.result(request.signature.name)


def timeline(
    request: LaunchRequest, *, ctas: Index | Iterable[Index] | None = None, limit: int = 200_000
) -> Timeline:
    """Run a kernel, and return the timeline of its warps and copies.

    Args:
        request: The launch.
        ctas: A CTA, or a list of CTAs. Default: the first 16.
        limit: The most slices.

    An error of the kernel is `Timeline.error`.
    """
    if ctas is None:
        count = request.geometry.grid[0] * request.geometry.grid[1] * request.geometry.grid[2]
        chosen = list(range(min(count, 16)))
    else:
        chosen = [_cta_index(request, each) for each in _as_list(ctas)]
    timekeeper = Timekeeper(Source(request.source), chosen, limit)
    error = _run(request, timekeeper)
    made = timekeeper.result(request.signature.name, error)
    made.geometry = request.geometry
    return made


def _run(request: LaunchRequest, observer: Tracer | Timekeeper) -> SimulationError | None:
    try:
        run(request, observer)
    except SimulationError as error:
        return error
    return None


def _lines(lines: int | Iterable[int] | None) -> Container[int] | None:
    if lines is None or isinstance(lines, range):
        return lines
    return {lines} if isinstance(lines, int) else frozenset(lines)


def _as_list(given: Index | Iterable[Index]) -> list[Index]:
    """Return threads or CTAs as a list, given a list or a single one."""
    # A tuple is one thread, `(x, y, z)`: several are a list.
    if isinstance(given, tuple) or not isinstance(given, Iterable):
        return [given]
    return list(given)


def _linear_index(index: Index, shape: tuple[int, int, int], what: str, of: str) -> int:
    """Return the linear index of a thread or CTA, x running fastest."""
    if isinstance(index, tuple):
        given = tuple(map(operator.index, index))
    else:
        rest, x = divmod(operator.index(index), shape[0])
        given = (x, rest % shape[1], rest // shape[1])
    at = (*given, 0, 0)[:3]
    if len(given) > 3 or any(  # noqa: PLR2004 - dimensions
        not 0 <= each < extent for each, extent in zip(at, shape, strict=True)
    ):
        several = f"; several {what}s are a list" if isinstance(index, tuple) else ""
        message = f"no {what} {index}: the {of} is {shape}{several}"
        raise LaunchError(message)
    return at[0] + shape[0] * (at[1] + shape[1] * at[2])


def _cta_index(request: LaunchRequest, index: Index) -> int:
    """Return the index of a CTA in the order of the simulator: cluster by cluster."""
    shape = request.geometry
    number = _linear_index(index, shape.grid, "CTA", "grid")
    x, rest = number % shape.grid[0], number // shape.grid[0]
    at = x, rest % shape.grid[1], rest // shape.grid[1]
    a, b, c = shape.cluster or (1, 1, 1)
    # A user counts CTAs row by row in the grid, the simulator cluster by cluster.
    cluster = at[0] // a + shape.grid[0] // a * (at[1] // b + shape.grid[1] // b * (at[2] // c))
    rank = at[0] % a + a * (at[1] % b + b * (at[2] % c))
    return cluster * a * b * c + rank
