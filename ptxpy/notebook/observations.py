"""Profiles as tables and timelines as drawings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.demangle import abridged
from ptxpy.view.markup import Html, join, tag

if TYPE_CHECKING:
    from ptxpy.sim.observe import Profile, Timeline
    from ptxpy.sim.observe.profile import Line

__all__ = ["profile_markup", "timeline_markup"]

_MAX_NAME_CHARACTERS: Final = 100
_MAX_PROFILE_LINES: Final = 40
_MAX_TRACKS: Final = 64
_MAX_SLICES: Final = 1_500
"""Slices of a drawing; of a larger timeline, the longest ones are drawn."""

_WIDTH: Final = 900
_NAMES: Final = 190
_ROW: Final = 16

_COLUMNS: Final = (
    "PTX", "Python", "warps", "threads", "lanes", "bytes", "sectors", "conflicts", "waited",
)  # fmt: skip


def profile_markup(profile: Profile) -> Html:
    """Return the lines of a profile that warps executed most often."""
    lines = profile.sorted("warps")
    shown = lines[:_MAX_PROFILE_LINES]
    cells = [_cells(line) for line in shown]
    kept = [k for k in range(len(_COLUMNS)) if any(row[k] for row in cells)]
    heads = [*[tag("th", _COLUMNS[k], class_="number") for k in kept], tag("th", "instruction")]
    rows = [
        tag(
            "tr",
            *[tag("td", row[k], class_="number") for k in kept],
            tag("td", tag("code", line.text)),
        )
        for line, row in zip(shown, cells, strict=True)
    ]
    total = profile.total
    words = f"{total.warps:,} instructions of warps, {total.threads:,} of threads, "
    words += f"{total.lanes:.1f} lanes on average, {total.bytes:,} bytes"
    more = f"and {len(lines) - len(shown):,} lines more" if len(lines) > len(shown) else None
    return join(
        tag("h3", f"profile of {abridged(profile.name, _MAX_NAME_CHARACTERS)}"),
        tag("p", words, class_="faint"),
        tag("table", tag("thead", tag("tr", *heads)), tag("tbody", *rows)),
        more and tag("p", more, class_="faint"),
    )


def _cells(line: Line) -> tuple[str, ...]:
    counts = line.counts
    numbers = (
        line.line,
        line.python_line,
        counts.warps,
        counts.threads,
        counts.bytes,
        line.total("sectors"),
        line.total("conflicts"),
        counts.waited,
    )
    found = [f"{number:,}" if number else "" for number in numbers]
    return (*found[:4], f"{counts.lanes:.1f}", *found[4:])


def timeline_markup(timeline: Timeline) -> Html:
    """Return a timeline as a drawing, whose slices say what they are under the pointer."""
    tracks = sorted({each.track for each in timeline.slices})
    shown = {track: row for row, track in enumerate(tracks[:_MAX_TRACKS])}
    slices = [each for each in timeline.slices if each.track in shown]
    drawn = sorted(slices, key=lambda each: each.start - each.end)[:_MAX_SLICES]
    end = max(timeline.end, 1)
    scale = (_WIDTH - _NAMES) / end
    parts = [
        tag("text", f"{timeline.ctas[track.cta]} {track.name}", x="0", y=str(row * _ROW + 12))
        for track, row in shown.items()
    ]
    parts += [
        tag(
            "rect",
            tag("title", f"{each.name}: {each.start:,} to {each.end:,}"),
            x=f"{_NAMES + each.start * scale:.1f}",
            y=str(shown[each.track] * _ROW + 2),
            width=f"{max((each.end - each.start) * scale, 0.8):.1f}",
            height=str(_ROW - 4),
            class_=f"slice {each.kind}",
        )
        for each in sorted(drawn, key=lambda each: each.start)
    ]
    height = str(max(len(shown), 1) * _ROW)
    notes = [str(timeline)]
    if len(tracks) > len(shown):
        notes.append(f"{len(tracks) - len(shown):,} rows more")
    if len(slices) > len(drawn):
        notes.append(f"the {len(drawn):,} longest of {len(slices):,} slices are drawn")
    return join(
        tag("h3", f"timeline of {abridged(timeline.name, _MAX_NAME_CHARACTERS)}"),
        tag("p", "; ".join(notes), class_="faint"),
        tag("svg", *parts, viewBox=f"0 0 {_WIDTH} {height}", width=str(_WIDTH), height=height),
        tag("p", "blue: runs, grey: waits, yellow: copies, violet: wgmma", class_="faint"),
    )
