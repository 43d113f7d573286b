"""The registers of machine code that are in use at each instruction, by what nvdisasm writes."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

__all__ = ["Life", "parse_life_ranges"]

_SECTION: Final = re.compile(r"\s*\.section\s+\.text\.([^,\s]+)")
_INSTRUCTION: Final = re.compile(r"\s*/\*([0-9a-f]{4,})\*/\s+.*?//\s(\|.*)\Z")
_RULER: Final = re.compile(r".*//\s(\|\s+#\s[#|\s\d]*\|)\s*\Z")
_FILES: Final = re.compile(r".*//\s(\|[\sA-Z|]*\bGPR\b[\sA-Z|]*\|)\s*\Z")
_PREFIXES: Final = {"GPR": "R", "PRED": "P", "UGPR": "UR", "UPRED": "UP"}


class Life(NamedTuple):
    """The registers that are in use at an instruction, or written by it."""

    counts: dict[str, int]
    """How many registers are in use, by file: `GPR`, `PRED`, `UGPR`, `UPRED`."""
    marks: dict[str, str]
    """Of each register (`R4`): `^` written, `v` read, `x` read and written, `:` only in use."""


class _Ruler(NamedTuple):
    """Where the columns of a table are."""

    registers: dict[int, str]
    counts: dict[str, tuple[int, int]]


def parse_life_ranges(listing: str) -> dict[tuple[str, int], Life]:
    """Return what is in use at each instruction, by its function and its address.

    Args:
        listing: What ``nvdisasm --print-life-ranges`` writes.
    """
    found: dict[tuple[str, int], Life] = {}
    function, names = "", ""
    ruler: _Ruler | None = None
    for row in listing.splitlines():
        section = _SECTION.match(row)
        if section is not None:
            function, ruler = section[1], None
        elif (files := _FILES.match(row)) is not None:
            names = files[1]
        elif (columns := _RULER.match(row)) is not None:
            ruler = _ruler(names, columns[1])
        elif ruler is not None and (instruction := _INSTRUCTION.match(row)) is not None:
            found[function, int(instruction[1], 16)] = _life(instruction[2], ruler)
    return found


def _ruler(names: str, columns: str) -> _Ruler:
    """Return the columns of a table; its cells have the files above, the numbers below."""
    registers: dict[int, str] = {}
    counts: dict[str, tuple[int, int]] = {}
    place = 0
    for name, cell in zip(names.split("|")[1:-1], columns.split("|")[1:-1], strict=False):
        place += 1  # the bar
        file = name.strip()
        for word in re.finditer(r"#|\d+", cell):
            if word[0] == "#":
                counts[file] = place, place + word.end()
            else:
                registers[place + word.end() - 1] = f"{_PREFIXES.get(file, file)}{word[0]}"
        place += len(cell)
    return _Ruler(registers, counts)


def _life(cells: str, ruler: _Ruler) -> Life:
    counts = {}
    for file, (first, last) in ruler.counts.items():
        number = cells[first:last].strip()
        counts[file] = int(number) if number.isdigit() else 0
    marks = {
        name: cells[at]
        for at, name in ruler.registers.items()
        if at < len(cells) and cells[at] in "^vx:"
    }
    return Life(counts, marks)
