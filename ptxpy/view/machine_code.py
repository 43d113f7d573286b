"""The machine code of a module: of each instruction, the line of PTX and the registers in use."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.assemble import (
    AssembleError,
    AssemblerMissingError,
    DisassembleError,
    DisassemblerMissingError,
    assemble,
    disassemble,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptxpy.assemble import Assembly

__all__ = [
    "Life",
    "MachineCode",
    "MachineLine",
    "machine_code",
    "parse_life_ranges",
    "parse_listing",
]


_FUNCTION: Final = re.compile(r"\s*\.section\s+\.text\.([^,\s]+)")
_COUNTED: Final = re.compile(r"\s*/\*([0-9a-f]{4,})\*/\s+.*?//\s(\|.*)\Z")
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
    """Return the registers in use at each instruction, by its function and its address.

    Args:
        listing: The output of ``nvdisasm --print-life-ranges``.
    """
    found: dict[tuple[str, int], Life] = {}
    function, names = "", ""
    ruler: _Ruler | None = None
    for row in listing.splitlines():
        section = _FUNCTION.match(row)
        if section is not None:
            # Each function has a table of its own, as wide as its registers.
            function, ruler = section[1], None
        elif (files := _FILES.match(row)) is not None:
            names = files[1]
        elif (columns := _RULER.match(row)) is not None:
            ruler = _ruler(names, columns[1])
        elif ruler is not None and (instruction := _COUNTED.match(row)) is not None:
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


_SECTION: Final = re.compile(r"\s*\.section\s+\.text\.([^,\s]+)")
_MARK: Final = re.compile(r'\s*//## File "\.nv_debug_ptx_txt(?:\.\d+)?", line (\d+)')
_INSTRUCTION: Final = re.compile(r"\s*/\*([0-9a-f]{4,})\*/\s+(.*?);?\s*\Z")
_LABEL: Final = re.compile(r"(\.L_\w+):\s*\Z")


class MachineLine(NamedTuple):
    """A line of machine code."""

    text: str
    ptx_line: int
    """The line of PTX of an instruction; 0 for a label or the name of a function."""
    life: Life | None = None
    """The registers in use; None for a label or a name, and if they are not known."""


class MachineCode(NamedTuple):
    """The machine code of a module."""

    lines: tuple[MachineLine, ...]
    reason: str = ""
    """Why there is none; empty if there is."""
    assembly: Assembly | None = None
    """The result of the assembler, with the resources of each kernel."""


def machine_code(ptx: bytes, arch: str | None = None) -> MachineCode:
    """Assemble PTX, and return its machine code; without the tools, the reason why there is none.

    Args:
        ptx: The text.
        arch: The architecture; by default that of the text.
    """
    try:
        made = _assemble(ptx, arch)
    except (AssembleError, AssemblerMissingError) as error:
        return MachineCode((), f"it is not assembled: {str(error).splitlines()[0]}")
    try:
        listing = disassemble(made.cubin, ptx_lines=True)
    except (DisassembleError, DisassemblerMissingError) as error:
        return MachineCode((), str(error).splitlines()[0], made)
    return MachineCode(parse_listing(listing, _lives(made.cubin)), "", made)


def _lives(cubin: bytes) -> dict[tuple[str, int], Life]:
    """Return the registers in use; none if this nvdisasm does not know them."""
    try:
        # nvdisasm writes lines of PTX or life ranges, so it runs a second time.
        return parse_life_ranges(disassemble(cubin, life_ranges=True))
    except DisassembleError:
        return {}


def _assemble(ptx: bytes, arch: str | None) -> Assembly:
    """Assemble with line information, by ptxas if there is one that can, else by nvJitLink."""
    try:
        # Only with `-lineinfo` does the machine code say which line of PTX it was made of.
        return assemble(ptx, arch=arch, assembler="ptxas", options=["-lineinfo"])
    except (AssembleError, AssemblerMissingError):
        return assemble(ptx, arch=arch, assembler="nvjitlink", options=["-lineinfo"])


def parse_listing(
    listing: str, lives: Mapping[tuple[str, int], Life] = MappingProxyType({})
) -> tuple[MachineLine, ...]:
    """Return the functions, labels and instructions in what `nvdisasm -gp` writes.

    Args:
        listing: The text.
        lives: The registers in use, by function and address.
    """
    found: list[MachineLine] = []
    line = 0
    inside = False
    function = ""
    for row in listing.splitlines():
        section = _SECTION.match(row)
        if section is not None:
            inside, line, function = True, 0, section[1]
            found.append(MachineLine(f"{section[1]}:", 0))
            continue
        # Such a row begins the next section, which need not be code.
        if row.startswith("//---------------------"):
            inside = False
        if not inside:
            continue
        mark = _MARK.match(row)
        if mark is not None:
            line = int(mark[1])
            continue
        instruction = _INSTRUCTION.match(row)
        label = _LABEL.match(row)
        if instruction is not None:
            life = lives.get((function, int(instruction[1], 16)))
            found.append(MachineLine(f"    {instruction[2].strip()}", line, life))
        elif label is not None:
            found.append(MachineLine(f"{label[1]}:", 0))
    return tuple(found)
