"""How often instructions ran, what their accesses cost, and how long warps waited."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ptxpy.sim.observe.text_tables import aligned

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ptxpy.sim.observe.source_lines import Source

__all__ = ["SORTS", "Counts", "Line", "Moved", "Profile"]


class Moved:
    """What accesses of one kind moved."""

    __slots__ = ("bytes", "least", "requests", "sectors", "space", "wanted", "wavefronts", "what")

    def __init__(self, space: str, what: str) -> None:
        """Begin with nothing moved."""
        self.space = space
        """`global`, `shared`, `local`, `const`, `param`; `bulk` for copies by the asynchronous
        proxy."""
        self.what = what
        """`load`, `store`, `atomic`; of a bulk copy `load`, `store`, `exchange`."""
        self.requests = 0
        """Warps that accessed memory by one instruction; of bulk copies their number."""
        self.bytes = 0
        """Bytes that threads asked for."""
        self.sectors = 0
        """Sectors of 32 bytes of global memory that requests touched, counted for each."""
        self.wanted = 0
        """Bytes of global memory that requests wanted: what several threads of one asked for
        counts once."""
        self.wavefronts = 0
        """Wavefronts of requests to shared memory; 0 for atomic operations."""
        self.least = 0
        """The wavefronts that these requests would have without conflicts of banks."""

    @property
    def conflicts(self) -> int:
        """Wavefronts that conflicts of banks add."""
        return self.wavefronts - self.least

    def add(self, other: Moved) -> None:
        """Add what others of the kind moved."""
        for name in ("requests", "bytes", "sectors", "wanted", "wavefronts", "least"):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def as_json(self) -> dict[str, Any]:
        """Return all that is known of it, as objects."""
        named = {name: getattr(self, name) for name in ("space", "what", "requests", "bytes")}
        if self.sectors:
            named |= {"sectors": self.sectors, "wanted_bytes": self.wanted}
        if self.wavefronts:
            named |= {"wavefronts": self.wavefronts, "conflicts": self.conflicts}
        return named


class Counts:
    """What is counted of instructions."""

    __slots__ = ("enabled", "memory", "threads", "waited", "waits", "warps")

    def __init__(self) -> None:
        """Begin with 0."""
        self.warps = 0
        """How often warps ran them; those that a branch has parted count each time."""
        self.threads = 0
        """How often threads ran them, those that were predicated off included."""
        self.enabled = 0
        """How often threads ran them that were not predicated off."""
        self.waits = 0
        """How often warps waited at them for others."""
        self.waited = 0
        """For how long, in the logical time of `ptxpy.sim.observe.logical_clock`: instructions."""
        self.memory: dict[tuple[str, str], Moved] = {}
        """Accesses to memory, by space and kind."""

    def moved(self, space: str, what: str) -> Moved:
        """Return the accesses of a kind."""
        found = self.memory.get((space, what))
        if found is None:
            found = self.memory[space, what] = Moved(space, what)
        return found

    def add(self, other: Counts) -> None:
        """Add what was counted elsewhere."""
        for name in ("warps", "threads", "enabled", "waits", "waited"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for moved in other.memory.values():
            self.moved(moved.space, moved.what).add(moved)

    @property
    def lanes(self) -> float:
        """Threads of a warp that ran an instruction together, on average."""
        return self.threads / self.warps if self.warps else 0.0

    @property
    def bytes(self) -> int:
        """Bytes that all accesses moved."""
        return sum(moved.bytes for moved in self.memory.values())

    def as_json(self) -> dict[str, Any]:
        """Return all that was counted, as objects."""
        return {
            "warps": self.warps,
            "threads": self.threads,
            "enabled_threads": self.enabled,
            "average_lanes": round(self.lanes, 3),
            "waits": self.waits,
            "waited": self.waited,
            "memory": [moved.as_json() for moved in self.memory.values()],
        }


class Line(NamedTuple):
    """A line of PTX that ran."""

    line: int
    """Its number, from 1."""
    python_line: int
    """That in the Python that the kernel was written in; 0 for none."""
    text: str
    """Its instructions; of many the first."""
    counts: Counts

    def total(self, name: str) -> int:
        """Return a number of all its accesses: `sectors`, `conflicts`, `bytes`."""
        return sum(getattr(moved, name) for moved in self.counts.memory.values())


SORTS: Final[Mapping[str, Callable[[Line], int]]] = {
    "warps": lambda line: line.counts.warps,
    "threads": lambda line: line.counts.threads,
    "bytes": lambda line: line.total("bytes"),
    "sectors": lambda line: line.total("sectors"),
    "conflicts": lambda line: line.total("conflicts"),
    "waited": lambda line: line.counts.waited,
    "line": lambda line: -line.line,
}
"""What a table can be sorted by; the largest come first, and lines in their order."""

_HEADS: Final = (
    "Python", "PTX", "warps", "threads", "lanes", "memory", "bytes", "sect/req", "wave/req",
    "conflicts", "waits", "waited", "instruction",
)  # fmt: skip
_TEXT: Final = 80
"""Characters of a line that are shown."""
_LEFT: Final = frozenset({"memory", "instruction"})
_ALWAYS: Final = frozenset({"PTX", "warps", "threads", "lanes", "instruction"})
"""Columns that are shown even if they are empty."""


class Profile:
    """What was counted in a launch, by lines of PTX that ran."""

    def __init__(self, name: str, lines: list[Line]) -> None:
        """Keep what was counted.

        Args:
            name: The kernel.
            lines: Its lines, and those of functions that it called, in their order.
        """
        self.name = name
        self.lines = lines
        self.total = Counts()
        """All lines together."""
        for line in lines:
            self.total.add(line.counts)

    @classmethod
    def of(cls, name: str, counts: Mapping[int, Counts], source: Source) -> Profile:
        """Put together what was counted of instructions, by ordinal, line by line."""
        lines: dict[int, Line] = {}
        for ordinal, each in sorted(counts.items()):
            place = source.place(ordinal)
            held = lines.get(place.line)
            if held is None:
                held = lines[place.line] = Line(*place, Counts())
            elif len(held.text) < _TEXT:
                held = held._replace(text=f"{held.text} {place.text}")
                lines[place.line] = held
            held.counts.add(each)
        return cls(name, [lines[number] for number in sorted(lines)])

    def at(self, line: int) -> Line:
        """Return what was counted of a line of PTX; `KeyError` when it did not run."""
        for each in self.lines:
            if each.line == line:
                return each
        raise KeyError(line)

    def sorted(self, by: str = "warps") -> list[Line]:
        """Return the lines, those first that have most of something: a key of `SORTS`."""
        key = SORTS[by]
        return sorted(self.lines, key=lambda line: (-key(line), line.line))

    def table(self, sort: str = "warps", top: int = 40) -> str:
        """Return a table of the `top` lines that have most of something; 0 for all lines."""
        lines = self.sorted(sort)
        chosen = lines[:top] if top else lines
        python = any(line.python_line for line in self.lines)
        rows = [row for line in chosen for row in _rows(line)]
        kept = [
            k
            for k, head in enumerate(_HEADS)
            if head in _ALWAYS or (any(row[k] for row in rows) and (python or head != "Python"))
        ]
        listed = [[row[k] for k in kept] for row in (list(_HEADS), *rows)]
        shown = aligned(listed, [_HEADS[k] in _LEFT for k in kept])
        if len(chosen) < len(lines):
            shown.append(f"and {len(lines) - len(chosen):,} lines more")
        return "\n".join([*shown, self._summary()])

    def _summary(self) -> str:
        total = self.total
        text = (
            f"{self.name}: {total.warps:,} instructions by warps, {total.threads:,} by threads, "
            f"{total.lanes:.2f} lanes on average"
        )
        conflicts = sum(moved.conflicts for moved in total.memory.values())
        if conflicts:
            text += f"; {conflicts:,} wavefronts by bank conflicts"
        return text

    def __str__(self) -> str:
        """Show the table."""
        return self.table()

    def to_json(self, indent: int | None = None) -> str:
        """Return all as JSON: `{"kernel": …, "total": {…}, "lines": [{"line": …, …}]}`."""
        return json.dumps(
            {
                "kernel": self.name,
                "total": self.total.as_json(),
                "lines": [
                    {
                        "line": line.line,
                        "python_line": line.python_line or None,
                        "text": line.text,
                        **line.counts.as_json(),
                    }
                    for line in self.lines
                ],
            },
            indent=indent,
        )


def _rows(line: Line) -> list[list[str]]:
    """Return the rows of a line: one, and one more for each further kind of access."""
    counts = line.counts
    first = [
        str(line.python_line or ""),
        str(line.line),
        f"{counts.warps:,}",
        f"{counts.threads:,}",
        f"{counts.lanes:.1f}" if counts.warps else "",
    ]
    last = [
        f"{counts.waits:,}" if counts.waits else "",
        f"{counts.waited:,}" if counts.waited else "",
    ]
    memory = [_moved(moved) for moved in counts.memory.values()] or [[""] * 5]
    text = line.text if len(line.text) <= _TEXT else f"{line.text[: _TEXT - 1]}…"
    rows = [[*first, *memory[0], *last, text]]
    rows += [[*[""] * len(first), *more, "", "", ""] for more in memory[1:]]
    return rows


def _moved(moved: Moved) -> list[str]:
    each = moved.requests or 1
    return [
        f"{moved.space} {moved.what}",
        f"{moved.bytes:,}",
        f"{moved.sectors / each:.2f}" if moved.sectors else "",
        f"{moved.wavefronts / each:.2f}" if moved.wavefronts else "",
        f"{moved.conflicts:,}" if moved.conflicts else "",
    ]
