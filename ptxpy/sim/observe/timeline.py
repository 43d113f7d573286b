"""Timelines of warps and copies in logical time, and their export to Perfetto."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ptxpy._records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.launch_request import Geometry
    from ptxpy.sim.observe.shared_spans import SharedSpan

from ptxpy._hooks import repr_html

__all__ = ["Flow", "Mark", "Slice", "Timeline", "Track"]

UNIT = (
    "one unit (shown as 1 us) is one instruction of a warp; a wait ends when the awaited operation "
    "is issued, a copy when a warp has waited for it; these are not cycles"
)


class Track(NamedTuple):
    """A row of a timeline."""

    cta: int
    """The index of its CTA in the timeline."""
    group: int
    """The order of rows: 0 for warps, then copies to shared memory, async-groups of warps."""
    name: str
    warp: int
    """The index of its warp in the CTA; -1 for none."""


class Slice(NamedTuple):
    """An interval of a row."""

    track: Track
    name: str
    kind: str
    """`run`, `wait`, `copy`, `wgmma`, or `tensor` for `tcgen05`."""
    start: int
    """The logical time, in instructions of a warp."""
    end: int
    arguments: dict[str, Any]


class Flow(NamedTuple):
    """An arrow from a copy to the wait that it satisfies."""

    copy: int
    """The index of its slice in `Timeline.slices`."""
    track: Track
    """The warp that waited."""
    time: int


class Mark(NamedTuple):
    """An instant of a row, which takes no time."""

    track: Track
    name: str
    kind: str
    """`barrier` when a warp leaves a barrier, `groups` when it has waited for groups of copies or
    products, `trip` at the beginning of another trip of a loop."""
    time: int
    """The logical time, in instructions of a warp."""
    arguments: dict[str, Any]


class Timeline:
    """The timeline of the warps and copies of some CTAs in a launch, in logical time.

    One unit is one instruction of a warp. A wait ends when the last operation that it waits for is
    issued; a copy ends when a warp has waited for it. This is not a model of cycles.
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
        shared: Sequence[SharedSpan] = (),
        shared_reached: bool = False,
        geometry: Geometry | None = None,
        marks: Sequence[Mark] = (),
    ) -> None:
        """Create a timeline.

        Args:
            name: The kernel.
            ctas: The coordinates of the recorded CTAs in the grid.
            slices: The intervals.
            flows: The arrows from copies to waits.
            limit: The most slices.
            reached: Whether there were more slices than `limit`.
            error: The error that ended the launch.
            shared: The accesses to the shared memory of the first recorded CTA.
            shared_reached: Whether there were more such accesses than are recorded.
            geometry: The sizes of the launch.
            marks: The instants.
        """
        self.name = name
        self.ctas = ctas
        self.slices = slices
        self.flows = flows
        self.marks = list(marks)
        """Barriers, waits for groups, and trips of loops; no more than `limit`."""
        self.limit = limit
        self.reached = reached
        self.error = error
        """The error that ended the launch; None if there was none."""
        self.shared = list(shared)
        """The accesses to the shared memory of the first recorded CTA."""
        self.shared_reached = shared_reached
        """Whether there were more accesses to shared memory than are recorded."""
        self.geometry = geometry
        """The sizes of the launch; None if they are not known."""

    @property
    def end(self) -> int:
        """The time at which the last slice ends."""
        return max((each.end for each in self.slices), default=0)

    @property
    def notes(self) -> list[str]:
        """Remarks on the timeline as a whole."""
        notes = []
        if self.reached:
            notes.append(f"{self.limit:,} slices were recorded, the limit; more followed")
        if len(self.marks) == self.limit:
            notes.append(f"{self.limit:,} marks were recorded, the limit; more may have followed")
        if self.error is not None:
            notes.append(f"the kernel ended with an error: {self.error}")
        return notes

    def __repr__(self) -> str:
        """Show the kernel, and how many intervals there are."""
        return f"<timeline of {self.name}: {len(self.slices):,} slices>"

    def _repr_html_(self) -> str | None:
        """Return it as HTML, for notebooks."""
        return repr_html(self)

    def __str__(self) -> str:
        """Return a summary."""
        waited = sum(each.end - each.start for each in self.slices if each.kind == "wait")
        ran = sum(each.end - each.start for each in self.slices if each.kind == "run")
        copies = sum(each.kind not in ("run", "wait") for each in self.slices)
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
        for mark in self.marks:
            # A row without slices has no number: its marks would be alone.
            if mark.track in numbers:
                pid, tid = numbers[mark.track]
                words = {"ph": "i", "s": "t", "name": mark.name, "cat": mark.kind}
                place = {"ts": mark.time, "pid": pid, "tid": tid}
                events.append({**words, **place, "args": mark.arguments})
        for number, flow in enumerate(self.flows):
            copy = self.slices[flow.copy]
            common = {"name": "complete", "cat": "flow", "id": number + 1}
            pid, tid = numbers[copy.track]
            events.append({"ph": "s", **common, "ts": copy.start, "pid": pid, "tid": tid})
            pid, tid = numbers[flow.track]
            # `"bp": "e"` binds the arrow to the slice that encloses its end, not to the next one.
            events.append({"ph": "f", "bp": "e", **common, "ts": flow.time, "pid": pid, "tid": tid})
        metadata = {"kernel": self.name, "unit": UNIT, "notes": self.notes}
        return json.dumps({"traceEvents": events, "otherData": metadata}, indent=indent)

    def write(self, path: str | Path) -> None:
        """Write the JSON to a file, for https://ui.perfetto.dev or chrome://tracing."""
        Path(path).write_text(self.to_json(), encoding="utf-8")

    def _numbers(self) -> dict[Track, tuple[int, int]]:
        """Return the process and thread numbers of each row."""
        # Tracks sort by CTA, then warps before copies: Perfetto shows rows by number.
        tracks = sorted({each.track for each in self.slices} | {each.track for each in self.flows})
        rows: dict[int, int] = {}
        numbers = {}
        for track in tracks:
            rows[track.cta] = rows.get(track.cta, 0) + 1
            numbers[track] = track.cta + 1, rows[track.cta]
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
