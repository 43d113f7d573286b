"""Corrections of inline PTX as edits of its source."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ptxpy.check import Edit, Fix

if TYPE_CHECKING:
    from ptxpy.inline_ptx.blocks import Block, Lines
    from ptxpy.inline_ptx.templates import Mistake

__all__ = ["correction_of"]

_ASM: Final = re.compile(r"(?:__asm__|__asm|asm)\b")
_TOKEN: Final = re.compile(
    r'//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|R"\w*\(|::|[()\[\]{}:]',
    re.DOTALL,
)
MAX_STATEMENT_CHARACTERS: Final = 100_000
"""The most characters of an `asm` statement whose end is searched for."""
_SECTIONS: Final = 3
"""The colons before the clobbers."""


def correction_of(block: Block, mistake: Mistake, lines: Lines) -> Fix | None:
    """Return the correction of a mistake as edits of the file; None if none is certain.

    A block that a macro makes has no correction: its text is in another place.
    """
    if block.macro:
        return None
    if mistake.replacement is not None:
        return _in_text(block, mistake, lines)
    if block.dialect != "cuda":
        return None
    if mistake.code == "INL010":
        return _volatile(block, lines)
    if mistake.code == "INL011":
        return _memory(block, lines)
    if mistake.code == "INL021" and 0 <= mistake.operand < len(block.outputs):
        return _early_clobber(block, mistake.operand, lines)
    return None


def _in_text(block: Block, mistake: Mistake, lines: Lines) -> Fix | None:
    """Replace a piece of the template, if it is written as it is meant."""
    line, column = block.positions.place(mistake.offset)
    written = block.template[mistake.offset : mistake.offset + mistake.length]
    if not lines.row(line).startswith(written, column - 1):
        return None
    new = mistake.replacement or ""
    edit = Edit(line, column, len(written), new)
    return Fix(mistake.help or f"write {new}", (edit,), is_certain=True)


def _volatile(block: Block, lines: Lines) -> Fix | None:
    found = _ASM.match(lines.row(block.line), block.column - 1)
    if found is None:
        return None
    edit = Edit(block.line, found.end() + 1, 0, " volatile")
    return Fix("write asm volatile", (edit,), is_certain=True)


def _early_clobber(block: Block, number: int, lines: Lines) -> Fix | None:
    output = block.outputs[number]
    row = lines.row(output.line)
    written = f'"{output.constraint}"'
    if not row.startswith(written, output.column - 1):
        return None
    new = f'"{output.constraint[0]}&{output.constraint[1:]}"'
    edit = Edit(output.line, output.column, len(written), new)
    return Fix(f"write {new}", (edit,), is_certain=True)


def _memory(block: Block, lines: Lines) -> Fix | None:
    """Add "memory" to the clobbers of a statement, which may have none yet."""
    # Without colons a percent sign means itself, and with them it must be written twice.
    if block.basic and "%" in block.template:
        return None
    start = lines.starts[block.line - 1] + block.column - 1
    colons = depth = 0
    has_clobbers = False
    for match in _TOKEN.finditer(lines.text, start, start + MAX_STATEMENT_CHARACTERS):
        token = match[0]
        if token.startswith('R"'):
            return None
        if token in ("(", "[", "{"):
            depth += 1
        elif token in (")", "]", "}"):
            depth -= 1
            if depth == 0:
                return _clobber(lines, match.start(), colons, has_clobbers=has_clobbers)
        elif depth == 1 and token in (":", "::"):
            colons += len(token)
        elif depth == 1 and colons >= _SECTIONS and token.startswith('"'):
            has_clobbers = True
    return None


def _clobber(lines: Lines, end: int, colons: int, *, has_clobbers: bool) -> Fix | None:
    if colons > _SECTIONS:
        return None
    text = lines.text
    # The clobber stands behind the last word, also where the parenthesis is on a line of its own.
    at = len(text[:end].rstrip())
    place = lines.place(at)
    if has_clobbers:
        new = ', "memory"'
    elif text[at - 1] == ":":
        new = f'{":" * (_SECTIONS - colons)} "memory"'
    else:
        new = f' {":" * (_SECTIONS - colons)} "memory"'.replace("  ", " ")
    if "//" in lines.row(place.line)[: place.column - 1]:
        return None
    edit = Edit(place.line, place.column, 0, new)
    return Fix('add "memory" to the clobbers', (edit,), is_certain=True)
