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
    "control_codes",
    "does",
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
_INSTRUCTION: Final = re.compile(
    r"\s*/\*([0-9a-f]{4,})\*/\s+(.*?)\s*;?\s*(?:/\* (0x[0-9a-f]+) \*/)?\s*\Z"
)
_UPPER_BITS: Final = re.compile(r"\s*/\* (0x[0-9a-f]+) \*/\s*\Z")
_AUXILIARY: Final = re.compile(
    r"\s*(?:@!?U?P\w+\s+)?"
    r"(?:U?LDCU?|U?MOV|IMAD\.MOV|S2U?R|CS2R|R2UR|BSSY|BSYNC|WARPSYNC|NOP|DEPBAR)\b"
)
"""Instructions that bring a constant, a special register or a copy to where another needs it."""
_OF_KINDS: Final = {
    "shared memory": "LDS|STS|ATOMS|LDSM|STSM",
    "global memory": "LDG|STG|RED|REDG|ATOM|ATOMG|UBLKRED",
    "local memory": "LDL|STL",
    "generic memory": "LD|ST|ATOM|RED",
    "async copy": "LDGSTS|UTMALDG|UTMASTG|UTMAREDG|UTMAPF|UBLKCP|UBLKPF|UBLKRED|STAS|REDAS",
    "mbarrier": "SYNCS|ARRIVES|UTCBAR",
    "synchronize": "BAR|UCGABAR_ARV|UCGABAR_WAIT|MEMBAR|FENCE|WARPSYNC|WARPGROUP|SYNCS|LDGDEPBAR"
    "|UTMACMDFLUSH|DEPBAR",
    "tensor core": "[HIDQBO]?G?MMA|UTC[HIQO]MMA|LDT|STT|UTCCP|UTCSHIFT|LDTM|STTM",
    "warp": "SHFL|VOTE|VOTEU|MATCH|REDUX|CREDUX|ELECT",
}
"""The machine instructions that do what instructions of PTX of a kind do; others compute addresses
for them, or move their operands."""
_LABEL: Final = re.compile(r"(\.L_\w+):\s*\Z")


class MachineLine(NamedTuple):
    """A line of machine code."""

    text: str
    ptx_line: int
    """The line of PTX of an instruction; 0 for a label or the name of a function."""
    life: Life | None = None
    """The registers in use; None for a label or a name, and if they are not known."""
    address: int = -1
    """The offset in its function; -1 for a label or a name."""
    control: str = ""
    """The control bits; empty for a label or a name, and if they are not known."""

    @property
    def is_auxiliary(self) -> bool:
        """Whether it only brings a value to where another instruction needs it."""
        return _AUXILIARY.match(self.text) is not None


def does(text: str, kind: str) -> bool:
    """Return whether an instruction of machine code does what those of PTX of a kind do."""
    names = _OF_KINDS.get(kind)
    return names is not None and re.match(rf"\s*(?:@!?U?P\w+\s+)?(?:{names})\b", text) is not None


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
        listing = disassemble(made.cubin, ptx_lines=True, encodings=True)
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
        upper = _UPPER_BITS.match(row)
        instruction = _INSTRUCTION.match(row)
        label = _LABEL.match(row)
        if upper is not None:
            found[-1] = found[-1]._replace(control=control_codes(int(upper[1], 16)))
        elif instruction is not None:
            address = int(instruction[1], 16)
            text = instruction[2].strip()
            # What fills up a function belongs to no line, though it follows one.
            place = 0 if text == "NOP" else line
            life = lives.get((function, address))
            found.append(MachineLine(f"    {text}", place, life, address))
        elif label is not None:
            found.append(MachineLine(f"{label[1]}:", 0))
    return tuple(found)


def control_codes(upper: int) -> str:
    """Return the control bits of an instruction, in the notation of assemblers for SASS.

    `B0-----:R-:W1:Y:S02`: it waits for scoreboard 0; no scoreboard is released when its operands
    are read, scoreboard 1 when its result is written; the warp may yield, and stalls 2 cycles.

    Args:
        upper: The upper 64 of the 128 bits of an instruction of sm_70 and later.
    """
    bits = upper >> 41
    waits = "".join(str(n) if bits >> (11 + n) & 1 else "-" for n in range(_SCOREBOARDS))
    read, written = bits >> 8 & 7, bits >> 5 & 7
    names = [str(each) if each < _SCOREBOARDS else "-" for each in (read, written)]
    yields = "-" if bits >> 4 & 1 else "Y"
    return f"B{waits}:R{names[0]}:W{names[1]}:{yields}:S{bits & 15:02}"


_SCOREBOARDS: Final = 6
