"""The parts and the needs of a block of inline PTX: for the outline, lenses, and in words."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ptxpy._records import NamedTuple
from ptxpy.analysis import Requirements, requirements_of_forms
from ptxpy.isa import TARGETS, entries, is_special, matches
from ptxpy.language_server.documents import View
from ptxpy.language_server.listing import Found, Listing
from ptxpy.language_server.operands import Instruction, instruction_of
from ptxpy.language_server.statements import Kind

__all__ = ["MAX_BLOCKS", "InlineSummary", "explain", "needs_of", "summarise"]

MAX_BLOCKS: Final = 500
"""The most blocks of a source that the outline and lenses show; of a source with more, none."""
MAX_STATEMENTS: Final = 500
"""The most statements of a block that are explained."""


class InlineSummary(NamedTuple):
    """The instructions of a block, and their needs."""

    instructions: tuple[tuple[Found, Instruction], ...]
    requirements: Requirements

    @property
    def size(self) -> str:
        """The number of instructions in words."""
        count = len(self.instructions)
        return f"{count} instruction{'' if count == 1 else 's'}"


@lru_cache(maxsize=2 * MAX_BLOCKS)
def summarise(listing: Listing) -> InlineSummary:
    """Return the instructions of a block with the version and the targets that they need."""
    found = [
        (each, instruction)
        for each in listing.statements()
        if each.kind is Kind.INSTRUCTION
        and (instruction := instruction_of(each, listing.text)) is not None
    ]
    forms = {(instruction.opcode, instruction.modifiers) for _, instruction in found}
    specials = {
        name.partition(".")[0]
        for each in listing.blocks
        for name in each.names
        # In C++ a register of the code has two percent signs.
        if is_special(name.partition(".")[0])
    }
    return InlineSummary(tuple(found), requirements_of_forms(forms, specials))


def needs_of(summary: InlineSummary) -> str:
    """Return the version of PTX and the targets that a block needs, in words."""
    version = "{}.{}".format(*summary.requirements.version)
    targets = summary.requirements.targets
    least = "any target" if len(targets) == len(TARGETS) else summary.requirements.least
    return f"PTX {version}, {least}"


def explain(view: View, name: str) -> str:
    """Return the meaning of the instructions and operands of a block, as Markdown.

    Args:
        view: The block.
        name: The name of its file.
    """
    block = view.block
    summary = summarise(view.listing)
    line = view.line(0)
    lines = [
        f"# Inline PTX in {_code(name)}, line {line}",
        "",
        f"{summary.size}; needs {needs_of(summary)}.",
        "",
    ]
    for number, operand in enumerate(() if block is None else block.operands):
        sign = "" if block is None else block.sign
        meant = f" {_code(operand.expression)}," if operand.expression else ""
        lines.append(
            f"- {_code(f'{sign}{number}')} is{meant} of constraint {_code(operand.constraint)}"
        )
    lines.append("")
    for found, instruction in summary.instructions[:MAX_STATEMENTS]:
        known = matches(instruction.opcode, instruction.modifiers)
        syntaxes = {match.form.syntax for match in known}
        meanings = [
            f"{entry.meaning} *(PTX ISA {entry.section})*"
            for entry in entries(instruction.opcode)
            if any(form.syntax in syntaxes for form in entry.forms)
        ]
        meaning = meanings[0] if meanings else "not in the instruction table"
        lines.append(f"- line {view.line(found.start)}: {_code(found.text)}  \n  {meaning}")
    if len(summary.instructions) > MAX_STATEMENTS:
        lines.append(f"- and {len(summary.instructions) - MAX_STATEMENTS} more")
    return "\n".join(lines) + "\n"


def _code(text: str) -> str:
    """Return a text as code of Markdown, on one line, whatever is in it."""
    shown = " ".join(text.split())
    fence = "`"
    while fence in shown:
        fence += "`"
    pad = " " if shown.startswith("`") or shown.endswith("`") else ""
    return f"{fence}{pad}{shown}{pad}{fence}"
