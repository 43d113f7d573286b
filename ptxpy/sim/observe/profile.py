"""Profiles: execution counts of instructions, costs of their accesses, waits of warps."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from ptxpy._hooks import repr_html
from ptxpy._records import NamedTuple
from ptxpy._schema import SCHEMA
from ptxpy.sim.observe.text_tables import align_columns

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ptxpy.sim.observe.source_lines import Source

__all__ = ["SORTS", "Counts", "Line", "Profile", "Traffic"]


class Traffic:
    """The traffic of accesses of one kind."""

    __slots__ = ("bytes", "least", "requests", "sectors", "space", "wanted", "wavefronts", "what")

    def __init__(self, space: str, what: str) -> None:
        """Create counts of 0."""
        self.space = space
        """`global`, `shared`, `local`, `const`, `param`; `bulk` for copies by the asynchronous
        proxy."""
        self.what = what
        """`load`, `store`, `atomic`; for bulk copies `load`, `store`, `exchange`."""
        self.requests = 0
        """How many accesses of warps by one instruction there were; how many bulk copies."""
        self.bytes = 0
        """How many bytes threads accessed."""
        self.sectors = 0
        """How many sectors of 32 bytes of global memory were accessed, summed over requests."""
        self.wanted = 0
        """How many bytes of global memory were accessed, summed over requests; a byte that several
        threads of a request access counts once."""
        self.wavefronts = 0
        """How many wavefronts requests to shared memory took; 0 for atomic operations."""
        self.least = 0
        """How many wavefronts they would take without bank conflicts."""

    @property
    def conflicts(self) -> int:
        """How many wavefronts are due to bank conflicts."""
        return self.wavefronts - self.least

    def add(self, other: Traffic) -> None:
        """Add the counts of other accesses of the kind."""
        for name in ("requests", "bytes", "sectors", "wanted", "wavefronts", "least"):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def as_json(self) -> dict[str, Any]:
        """Return the counts as objects for JSON."""
        named = {name: getattr(self, name) for name in ("space", "what", "requests", "bytes")}
        # Counts that a kind of access does not have are left out of the JSON.
        if self.sectors:
            named |= {"sectors": self.sectors, "wanted_bytes": self.wanted}
        if self.wavefronts:
            named |= {"wavefronts": self.wavefronts, "conflicts": self.conflicts}
        return named


class Counts:
    """The counts of instructions."""

    __slots__ = ("enabled", "memory", "threads", "waited", "waits", "warps")

    def __init__(self) -> None:
        """Create counts of 0."""
        self.warps = 0
        """How often warps executed them; each part of a divergent warp counts."""
        self.threads = 0
        """How often threads executed them, including those that were predicated off."""
        self.enabled = 0
        """How often threads executed them, excluding those that were predicated off."""
        self.waits = 0
        """How often warps waited at them for other warps."""
        self.waited = 0
        """How long warps waited, in the logical time of `logical_clock`: instructions."""
        self.memory: dict[tuple[str, str], Traffic] = {}
        """The traffic, by state space and kind of access."""

    def traffic(self, space: str, what: str) -> Traffic:
        """Return the traffic of a kind of access."""
        found = self.memory.get((space, what))
        if found is None:
            found = self.memory[space, what] = Traffic(space, what)
        return found

    def add(self, other: Counts) -> None:
        """Add other counts."""
        for name in ("warps", "threads", "enabled", "waits", "waited"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for moved in other.memory.values():
            self.traffic(moved.space, moved.what).add(moved)

    @property
    def lanes(self) -> float:
        """How many threads of a warp executed an instruction together, on average."""
        return self.threads / self.warps if self.warps else 0.0

    @property
    def bytes(self) -> int:
        """How many bytes all accesses moved."""
        return sum(moved.bytes for moved in self.memory.values())

    def as_json(self) -> dict[str, Any]:
        """Return the counts as objects for JSON."""
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
    """A line of PTX that was executed."""

    line: int
    """The line number, from 1."""
    python_line: int
    """The line in the Python that the kernel was written in; 0 for none."""
    text: str
    """Its instructions; if there are many, the first ones."""
    counts: Counts

    def total(self, name: str) -> int:
        """Return the sum of a count over all kinds of access: `sectors`, `conflicts`, `bytes`."""
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
"""The keys by which a table can be sorted; the largest come first, lines in their order."""

_HEADINGS: Final = (
    "Python", "PTX", "warps", "threads", "lanes", "memory", "bytes", "sect/req", "wave/req",
    "conflicts", "waits", "waited", "instruction",
)  # fmt: skip
_MAX_TEXT_LENGTH: Final = 80
"""The most characters of a line that are shown."""
_LEFT_ALIGNED: Final = frozenset({"memory", "instruction"})
_PERMANENT_COLUMNS: Final = frozenset({"PTX", "warps", "threads", "lanes", "instruction"})
"""Columns that are shown even if they are empty."""


class Profile:
    """The counts of a launch, by executed line of PTX."""

    def __init__(self, name: str, lines: list[Line]) -> None:
        """Create a profile.

        Args:
            name: The kernel.
            lines: The executed lines of the kernel and of called functions, in their order.
        """
        self.name = name
        self.lines = lines
        self.total = Counts()
        """The counts of all lines together."""
        for line in lines:
            self.total.add(line.counts)

    @classmethod
    def of(cls, name: str, counts: Mapping[int, Counts], source: Source) -> Profile:
        """Create a profile by line from the counts of instructions by ordinal."""
        lines: dict[int, Line] = {}
        for ordinal, each in sorted(counts.items()):
            place = source.location(ordinal)
            held = lines.get(place.line)
            if held is None:
                held = lines[place.line] = Line(*place, Counts())
            elif len(held.text) < _MAX_TEXT_LENGTH:
                # Several instructions on a line of PTX, `mov.u32 %r1, 0; ret;`, make one row.
                held = held._replace(text=f"{held.text} {place.text}")
                lines[place.line] = held
            held.counts.add(each)
        return cls(name, [lines[number] for number in sorted(lines)])

    def __repr__(self) -> str:
        """Show the kernel, and how many of its lines were executed."""
        return f"<profile of {self.name}: {len(self.lines):,} lines>"

    def _repr_html_(self) -> str | None:
        """Return it as HTML, for notebooks."""
        return repr_html(self)

    def at(self, line: int) -> Line:
        """Return the counts of a line of PTX; raises `KeyError` if it was not executed."""
        for each in self.lines:
            if each.line == line:
                return each
        raise KeyError(line)

    def sorted(self, by: str = "warps") -> list[Line]:
        """Return the lines, sorted by a key of `SORTS`, the largest first."""
        key = SORTS[by]
        return sorted(self.lines, key=lambda line: (-key(line), line.line))

    def table(self, sort: str = "warps", top: int = 40) -> str:
        """Return a table of the first `top` lines, sorted by a key of `SORTS`; 0 for all lines."""
        lines = self.sorted(sort)
        chosen = lines[:top] if top else lines
        python = any(line.python_line for line in self.lines)
        rows = [row for line in chosen for row in _rows(line)]
        every = [row for line in lines for row in _rows(line)]
        # A column that is empty in all rows, shown or not, is left out, to keep lines short.
        kept = [
            k
            for k, head in enumerate(_HEADINGS)
            if head in _PERMANENT_COLUMNS
            or (any(row[k] for row in every) and (python or head != "Python"))
        ]
        listed = [[row[k] for k in kept] for row in (list(_HEADINGS), *rows)]
        shown = align_columns(listed, [_HEADINGS[k] in _LEFT_ALIGNED for k in kept])
        if len(chosen) < len(lines):
            shown.append(f"and {len(lines) - len(chosen):,} lines more")
        total = self.total
        summary = (
            f"{self.name}: {total.warps:,} instructions by warps, {total.threads:,} by threads, "
            f"{total.lanes:.2f} lanes on average"
        )
        conflicts = sum(moved.conflicts for moved in total.memory.values())
        if conflicts:
            summary += f"; {conflicts:,} wavefronts by bank conflicts"
        return "\n".join([*shown, summary])

    def __str__(self) -> str:
        """Return the table."""
        return self.table()

    def to_json(self, indent: int | None = None) -> str:
        """Return the profile as JSON: `{"kernel": …, "total": {…}, "lines": [{"line": …, …}]}`."""
        return json.dumps(
            {
                "schema": SCHEMA,
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
    # A `cp.async` reads global memory and writes shared memory: two kinds of access in one line.
    memory = [_format_traffic(moved) for moved in counts.memory.values()] or [[""] * 5]
    text = (
        line.text if len(line.text) <= _MAX_TEXT_LENGTH else f"{line.text[: _MAX_TEXT_LENGTH - 1]}…"
    )
    rows = [[*first, *memory[0], *last, text]]
    rows += [[*[""] * len(first), *more, "", "", ""] for more in memory[1:]]
    return rows


def _format_traffic(moved: Traffic) -> list[str]:
    each = moved.requests or 1
    return [
        f"{moved.space} {moved.what}",
        f"{moved.bytes:,}",
        f"{moved.sectors / each:.2f}" if moved.sectors else "",
        f"{moved.wavefronts / each:.2f}" if moved.wavefronts else "",
        f"{moved.conflicts:,}" if moved.conflicts else "",
    ]
