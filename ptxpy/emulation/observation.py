"""Profiles, timelines and traces over all launches of a program."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ptxpy.sim import Profiler, Timekeeper, Trace, Tracer, coordinates

if TYPE_CHECKING:
    from ptxpy.emulation.device_module import DeviceModule
    from ptxpy.emulation.device_options import DeviceOptions
    from ptxpy.emulation.kernel_info import KernelInfo
    from ptxpy.sim import Geometry, LaunchHooks, Timeline

__all__ = ["Observation"]

_MAX_RECORDS: Final = 10_000
_MAX_SLICES: Final = 200_000
_SHOWN_CTAS: Final = 16


class Observation:
    """Observations of the launches of a program, as its options say."""

    def __init__(self, options: DeviceOptions) -> None:
        """Begin without launches."""
        self._options = options
        self._profilers: dict[int, tuple[str, Profiler]] = {}
        """The name and the profiler of each kernel, by number."""
        self._launches = 0
        self._timeline = _CombinedTimeline(options.limit or _MAX_SLICES)
        self._traces: list[str] = []
        self._room = options.limit or _MAX_RECORDS
        """How many instructions may still be traced."""

    def begin(
        self, info: KernelInfo, module: DeviceModule, geometry: Geometry
    ) -> LaunchHooks | None:
        """Return the hooks of a launch; None if nothing is observed."""
        self._launches += 1
        options = self._options
        if options.profile:
            # One profiler for each kernel adds up the counts of all its launches.
            if info.id not in self._profilers:
                self._profilers[info.id] = info.name, Profiler(module.source)
            return self._profilers[info.id][1]
        if options.timeline:
            chosen = [*range(min(_SHOWN_CTAS, geometry.ctas))]
            # A grid may be smaller than that of another launch, without this CTA: nothing is shown
            # of it then.
            if options.cta is not None:
                found = _cta_index(options.cta, geometry)
                chosen = [] if found is None else [found]
            return Timekeeper(module.source, chosen, max(0, self._timeline.room))
        if not options.trace or self._room < 1:
            return None
        cta = _cta_index(options.cta or 0, geometry)
        threads = [_linear(each, geometry.block) for each in options.trace]
        numbers = [each for each in threads if each is not None]
        if cta is None or not numbers:
            return None
        return Tracer(module.source, info.name, cta, numbers, None, self._room)

    def end(self, info: KernelInfo, hooks: LaunchHooks, error: RuntimeError | None) -> None:
        """Keep the observations of the hooks of a launch."""
        if isinstance(hooks, Timekeeper):
            self._timeline.add(hooks.result(info.name, error), self._launches)
        elif isinstance(hooks, Tracer) and hooks.records:
            trace = Trace(
                info.name, hooks.records, limit=hooks.limit, reached=hooks.reached, error=error
            )
            self._traces.append(f"launch {self._launches}\n{trace}")
            self._room -= len(hooks.records)

    def report(self) -> str:
        """Return the observations, for people; write the timeline to its file."""
        options = self._options
        tables = [
            profiler.result(name).table(options.sort, options.top)
            for name, profiler in self._profilers.values()
        ]
        parts = [*tables, *self._traces]
        if options.timeline:
            Path(options.timeline).write_text(self._timeline.to_json(), encoding="utf-8")
            parts.append(self._timeline.summary(options.timeline))
        return "\n\n".join(parts)


class _CombinedTimeline:
    """The timelines of launches, one after the other."""

    def __init__(self, limit: int) -> None:
        self.room = limit
        """How many slices may still be recorded."""
        self._limit = limit
        self._launches = 0
        self._events: list[dict[str, Any]] = []
        self._end = 0
        """The time at which the last launch has ended."""
        self._processes = 0
        self._flows = 0

    def add(self, timeline: Timeline, number: int) -> None:
        """Add the timeline of a launch behind the others."""
        self._launches += 1
        self.room -= len(timeline.slices)
        processes, flows = self._processes, self._flows
        for event in json.loads(timeline.to_json())["traceEvents"]:
            self._processes = max(self._processes, processes + event["pid"])
            # Each launch numbers its CTAs, processes of the timeline, from the beginning.
            event["pid"] += processes
            if "ts" in event:
                event["ts"] += self._end
            if "id" in event:
                # Arrows are paired by number, which must be unique in the file.
                event["id"] += flows
                self._flows = max(self._flows, event["id"])
            if event["name"] == "process_name":
                name = event["args"]["name"]
                event["args"]["name"] = f"launch {number}: {timeline.name}, {name}"
            if event["name"] == "process_sort_index":
                event["args"]["sort_index"] += processes
            self._events.append(event)
        self._end += timeline.end + 1

    def to_json(self) -> str:
        """Return all timelines in the trace event format of Chrome."""
        return json.dumps({"traceEvents": self._events})

    def summary(self, path: str) -> str:
        """Describe the timeline in a line or two."""
        launches = "1 launch" if self._launches == 1 else f"{self._launches:,} launches"
        lines = [f"{path}: a timeline of {launches}, {self._end:,} units"]
        if self.room < 1:
            lines.append(f"{self._limit:,} slices were recorded, the limit; more followed")
        return "\n".join(lines)


def _linear(index: int | tuple[int, ...], shape: tuple[int, int, int]) -> int | None:
    """Return a linear index in a shape; None if it is outside."""
    if isinstance(index, tuple):
        given = (*index, 0, 0)[:3]
        if any(not 0 <= each < extent for each, extent in zip(given, shape, strict=True)):
            return None
        return given[0] + shape[0] * (given[1] + shape[1] * given[2])
    return index if 0 <= index < shape[0] * shape[1] * shape[2] else None


def _cta_index(index: int | tuple[int, ...], geometry: Geometry) -> int | None:
    """Return the index of a CTA in the order of the simulator, cluster by cluster."""
    number = _linear(index, geometry.grid)
    if number is None or geometry.cluster_size == 1:
        return number
    x, y, z = coordinates(number, geometry.grid)
    (a, b, c), (columns, rows, _) = geometry.cluster, geometry.clusters
    cluster = x // a + columns * (y // b + rows * (z // c))
    return cluster * geometry.cluster_size + x % a + a * (y % b + b * (z % c))
