"""When warps ran and waited, and when copies were in flight; written for Perfetto."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

__all__ = ["Flow", "Slice", "Timeline", "Track"]

UNIT = (
    "one unit (shown as 1 us) is one instruction of a warp; a wait ends when what it waits for was "
    "issued, a copy when a warp knows that it is complete; these are no cycles"
)


class Track(NamedTuple):
    """A row of a timeline."""

    cta: int
    """The number of its CTA in the timeline, from 0."""
    group: int
    """0 for warps, then copies to shared memory, and the asynchronous groups of each warp."""
    name: str
    warp: int
    """The number of its warp in the CTA; -1 for none."""


class Slice(NamedTuple):
    """Something that takes time."""

    track: Track
    name: str
    kind: str
    """`run`, `wait`, `copy` or `wgmma`."""
    start: int
    """In instructions of a warp."""
    end: int
    arguments: dict[str, Any]


class Flow(NamedTuple):
    """A copy, and the wait by which a warp knows that it is complete."""

    copy: int
    """The number of its slice in `Timeline.slices`."""
    track: Track
    """The warp that waited."""
    time: int


class Timeline:
    """What warps and copies of some CTAs did in a launch, in logical time.

    One unit is one instruction of a warp. A wait ends when the last thing was issued that it waits
    for; a copy ends when a warp knows that it is complete. This is no model of cycles.
    """

    def __init__(
        self,
        name: str,
        ctas: list[tuple[int, int, int]],
        slices: list[Slice],
        flows: list[Flow],
        *,
        limit: int,
        reached: bool,
        error: RuntimeError | None = None,
    ) -> None:
        """Keep slices.

        Args:
            name: The kernel.
            ctas: Where the CTAs are in the grid that are shown.
            slices: What took time.
            flows: Which copies satisfied which waits.
            limit: How many slices there may be.
            reached: Whether there were more.
            error: What the launch ended with.
        """
        self.name = name
        self.ctas = ctas
        self.slices = slices
        self.flows = flows
        self.limit = limit
        self.reached = reached
        self.error = error
        """The error that the launch ended with; None when it went well."""

    @property
    def end(self) -> int:
        """When the last slice ends."""
        return max((each.end for each in self.slices), default=0)

    @property
    def notes(self) -> list[str]:
        """What is to be said of the timeline as a whole."""
        notes = []
        if self.reached:
            notes.append(f"{self.limit:,} slices were recorded, the limit; more followed")
        if self.error is not None:
            notes.append(f"the kernel ended with an error: {self.error}")
        return notes

    def __str__(self) -> str:
        """Say how much there is."""
        waited = sum(each.end - each.start for each in self.slices if each.kind == "wait")
        ran = sum(each.end - each.start for each in self.slices if each.kind == "run")
        copies = sum(each.kind in ("copy", "wgmma") for each in self.slices)
        text = (
            f"{self.name}: {len(self.ctas):,} CTAs, {self.end:,} units; warps ran for {ran:,} and "
            f"waited for {waited:,}; {copies:,} asynchronous operations"
        )
        return "\n".join([text, *self.notes])

    def to_json(self, indent: int | None = None) -> str:
        """Return the timeline in the trace event format of Chrome, which Perfetto reads."""
        numbers = self._numbers()
        events = [*self._names(numbers)]
        for each in self.slices:
            pid, tid = numbers[each.track]
            events.append(
                {
                    "ph": "X",
                    "name": each.name,
                    "cat": each.kind,
                    "ts": each.start,
                    "dur": each.end - each.start,
                    "pid": pid,
                    "tid": tid,
                    "args": each.arguments,
                }
            )
        for number, flow in enumerate(self.flows):
            copy = self.slices[flow.copy]
            common = {"name": "complete", "cat": "flow", "id": number + 1}
            pid, tid = numbers[copy.track]
            events.append({"ph": "s", **common, "ts": copy.start, "pid": pid, "tid": tid})
            pid, tid = numbers[flow.track]
            events.append({"ph": "f", "bp": "e", **common, "ts": flow.time, "pid": pid, "tid": tid})
        told = {"kernel": self.name, "unit": UNIT, "notes": self.notes}
        return json.dumps({"traceEvents": events, "otherData": told}, indent=indent)

    def write(self, path: str | Path) -> None:
        """Write the JSON to a file, for https://ui.perfetto.dev or chrome://tracing."""
        Path(path).write_text(self.to_json(), encoding="utf-8")

    def _numbers(self) -> dict[Track, tuple[int, int]]:
        """Return the process and thread that stand for each track."""
        tracks = sorted({each.track for each in self.slices} | {each.track for each in self.flows})
        held: dict[int, int] = {}
        numbers = {}
        for track in tracks:
            held[track.cta] = held.get(track.cta, 0) + 1
            numbers[track] = track.cta + 1, held[track.cta]
        return numbers

    def _names(self, numbers: dict[Track, tuple[int, int]]) -> list[dict[str, Any]]:
        events = []
        for cta in sorted({track.cta for track in numbers}):
            name = f"CTA {self.ctas[cta]}"
            events.append(_metadata("process_name", cta + 1, 0, {"name": name}))
            events.append(_metadata("process_sort_index", cta + 1, 0, {"sort_index": cta}))
        for track, (pid, tid) in numbers.items():
            events.append(_metadata("thread_name", pid, tid, {"name": track.name}))
            events.append(_metadata("thread_sort_index", pid, tid, {"sort_index": tid}))
        return events


def _metadata(name: str, pid: int, tid: int, arguments: dict[str, Any]) -> dict[str, Any]:
    return {"ph": "M", "name": name, "pid": pid, "tid": tid, "args": arguments}
