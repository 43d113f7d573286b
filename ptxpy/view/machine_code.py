"""The machine code of a module, each instruction with the line of PTX that it was made of."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from ptxpy.assemble import (
    AssembleError,
    AssemblerMissingError,
    DisassembleError,
    DisassemblerMissingError,
    assemble,
    disassemble,
)
from ptxpy.view.life_ranges import parse_life_ranges

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptxpy.assemble import Assembly
    from ptxpy.view.life_ranges import Life

__all__ = ["MachineCode", "MachineLine", "machine_code", "parse_listing"]

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
    """The registers in use; None for what is no instruction, and if it is not known."""


class MachineCode(NamedTuple):
    """The machine code of a module."""

    lines: tuple[MachineLine, ...]
    reason: str = ""
    """Why there is none; empty if there is."""
    assembly: Assembly | None = None
    """What the assembler has made, with the resources of each kernel."""


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
        return parse_life_ranges(disassemble(cubin, life_ranges=True))
    except DisassembleError:
        return {}


def _assemble(ptx: bytes, arch: str | None) -> Assembly:
    """Assemble with line information, by ptxas if there is one that can, else by nvJitLink."""
    try:
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
