"""Notes between the words of a text: names of mangled symbols, fields of descriptors."""

from __future__ import annotations

from typing import Any, Final

from ptxpy._records import NamedTuple
from ptxpy.demangle import abridged, demangled
from ptxpy.ir import Literal
from ptxpy.isa import (
    operand_names,
    read_block_scale_descriptor,
    read_descriptor,
    read_tcgen05_descriptor,
    read_wgmma_descriptor,
)
from ptxpy.language_server.listing import Listing
from ptxpy.language_server.names import name_at, writes_of
from ptxpy.language_server.operands import Instruction, instruction_of
from ptxpy.language_server.statements import Kind

__all__ = ["Inlay", "inlays"]

MAX_NAME: Final = 80
MAX_MOVES: Final = 4
"""The most moves from register to register that a constant is followed through."""
_MOVED: Final = 2


class Inlay(NamedTuple):
    """A note at a place."""

    offset: int
    label: str
    tooltip: str = ""


def inlays(listing: Listing, start: int, end: int) -> list[Inlay]:
    """Return the notes between two offsets."""
    found: list[Inlay] = []
    for statement in listing.statements(start, end):
        if statement.kind is Kind.HEAD:
            for function in listing.functions:
                if function.start == statement.start:
                    found += _name(function.name, function.name_end)
        elif statement.kind is Kind.INSTRUCTION:
            instruction = instruction_of(statement, listing.text)
            if instruction is None:
                continue
            if instruction.opcode == "call":
                for tokens in instruction.operands:
                    for token in tokens:
                        if token.kind == "word":
                            found += _name(listing.text[token.start : token.end], token.end)
            elif instruction.opcode in ("tcgen05", "wgmma"):
                found += _descriptors(listing, instruction)
    return found


def _name(symbol: str, end: int) -> list[Inlay]:
    if not symbol.startswith("_"):
        return []
    signature = demangled(symbol).signature
    return [Inlay(end, abridged(signature, MAX_NAME), signature)] if signature else []


def _descriptors(listing: Listing, instruction: Instruction) -> list[Inlay]:
    """Return the fields of the descriptors among the operands whose values are constants."""
    shapes = tuple(
        {"[": "address", "{": "vector"}.get(instruction.operand_text(number)[:1], "plain")
        for number in range(len(instruction.operands))
    )
    names = operand_names(instruction.opcode, instruction.modifiers, shapes)
    found = []
    for number, name in enumerate(names):
        if name not in ("idesc", "a-desc", "b-desc"):
            continue
        tokens = instruction.operands[number]
        value = _constant(listing, instruction.operand_text(number), tokens[0].start)
        if value is None:
            continue
        fields = _fields(instruction, name, value)
        if fields:
            found.append(Inlay(tokens[-1].end, fields, f"{name} {value:#x}: {fields}"))
    return found


def _fields(instruction: Instruction, name: str, value: int) -> str:
    """Return the fields of a descriptor in words; empty if they are not known."""
    try:
        if name == "idesc":
            kind = next((m[7:] for m in instruction.modifiers if m.startswith(".kind::")), "")
            fields: Any = read_descriptor(kind, value) or read_block_scale_descriptor(kind, value)
        elif instruction.opcode == "wgmma":
            fields = read_wgmma_descriptor(value)
        else:
            fields = read_tcgen05_descriptor(value)
    except (ValueError, KeyError):
        return ""
    if fields is None:
        return ""
    return " ".join(f"{key}={item}" for key, item in fields._asdict().items() if item is not None)


def _constant(listing: Listing, operand: str, offset: int) -> int | None:
    """Return the value of an operand: a number, or a register that one `mov` of a number sets."""
    seen = 0
    while operand.startswith("%") and seen < MAX_MOVES:
        seen += 1
        name = name_at(listing, offset)
        written = [] if name is None else writes_of(listing, name)
        if len(written) != 1:
            return None
        instruction = instruction_of(written[0][1], listing.text)
        if (
            instruction is None
            or instruction.opcode != "mov"
            or len(instruction.operands) != _MOVED
        ):
            return None
        operand = instruction.operand_text(1)
        offset = instruction.operands[1][0].start if instruction.operands[1] else -1
    try:
        value = Literal(operand).value
    except ValueError:
        return None
    return value if isinstance(value, int) else None
