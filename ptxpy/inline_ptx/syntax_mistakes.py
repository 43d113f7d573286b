"""Causes of syntax errors in inline PTX, which consists of several strings."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, Final

from ptxpy.inline_ptx.templates import Mistake
from ptxpy.syntax import listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ptxpy.inline_ptx.blocks import Block
    from ptxpy.inline_ptx.templates import Filled
    from ptxpy.syntax import Problem

__all__ = ["hidden_strings", "syntax_mistakes"]

_COMMENT: Final = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_VISIBLE: Final = re.compile(r"[^\n]")


def hidden_strings(block: Block) -> Iterator[Mistake]:
    """Yield the strings that a comment from the string before hides."""
    strings = block.positions.strings
    if len(strings) == 1 or "//" not in block.template:
        return
    for match in _COMMENT.finditer(block.template):
        first = bisect_right(strings, match.start())
        # The comment must reach beyond its own string, so it has no line feed there.
        if not match[0].startswith("//") or first == len(strings) or strings[first] >= match.end():
            continue
        hidden = strings[first]
        if not re.match(r"\s*(?:[@{}.]|[a-z][\w.:]*(?:\s|$|;))", block.template[hidden:]):
            continue  # the rest of the comment
        message = "a comment in the string before hides this one"
        help_ = "end that string with \\n"
        yield Mistake("INL019", hidden, match.end() - hidden, message, help_)


def syntax_mistakes(
    block: Block, filled: Filled, first: int, problems: Sequence[Problem]
) -> Iterator[Mistake]:
    """Yield the mistakes that syntax errors in the PTX of a block come from.

    Args:
        block: The block.
        filled: Its PTX.
        first: The number of lines before it in the text that has the errors.
        problems: The errors.
    """
    # A brace in a comment counts for nothing, and blanks keep the offsets.
    template = _COMMENT.sub(lambda match: _VISIBLE.sub(" ", match[0]), block.template)
    # A brace that is not balanced explains all errors after it.
    brace = _unbalanced(template)
    if brace is not None:
        yield brace
        return
    end = _missing_end(template)
    if end is not None:
        yield end
        return
    lines_before = None
    for problem in problems:
        offset = _template_offset(filled, first, problem)
        if offset is None:
            continue
        lines_before = offset
        yield _of_problem(block, template, offset, problem)
        return  # what follows is often a consequence
    if lines_before is None:
        message = problems[0].message if problems else "the text does not parse"
        yield Mistake("PTX001", 0, 1, message)


def _template_offset(filled: Filled, first: int, problem: Problem) -> int | None:
    """Return the offset in the template of an error; None if it is not in the block."""
    at = problem.line - 1
    rows = filled.text.split("\n")
    if at < first or at - first >= len(rows):
        return None
    offset = sum(len(row) + 1 for row in rows[: at - first]) + problem.column - 1
    return filled.offset(min(offset, len(filled.text)))


def _of_problem(block: Block, template: str, offset: int, problem: Problem) -> Mistake:
    """Return an error, with the end of the string before it if a semicolon is missing there."""
    strings = block.positions.strings
    at = bisect_right(strings, offset) - 1
    before = template[: strings[at]].rstrip() if at > 0 else ""
    boundary = -1
    if at > 0 and re.fullmatch(r"\s*[%$\w.:]*\s*", template[strings[at] : offset]):
        if before and not before.endswith((";", "{", "}", ":")):
            first_word = template[strings[at] :]
            boundary = strings[at] + len(first_word) - len(first_word.lstrip())
    elif at + 1 < len(strings) and re.fullmatch(r"[%$\w.]+", template[offset : strings[at + 1]]):
        boundary = strings[at + 1]  # the last word of a string, and the first of the next
    if boundary >= 0 and re.match(r"[a-z@.{]", template[boundary:]):
        message = "a semicolon is missing between the previous string and this one"
        return Mistake("INL013", boundary, 1, message, 'end the string with ";\\n"')
    expected = f"; expected {listed(problem.expected)}" if problem.expected else ""
    return Mistake("PTX001", offset, 1, problem.message + expected)


def _unbalanced(template: str) -> Mistake | None:
    """Return a brace without its counterpart."""
    opened: list[int] = []
    for match in re.finditer(r"[{}]", template):
        if match[0] == "{":
            opened.append(match.start())
        elif opened:
            opened.pop()
        else:
            return Mistake("INL013", match.start(), 1, "this brace closes nothing")
    if opened:
        return Mistake("INL013", opened[-1], 1, "this brace is not closed")
    return None


def _missing_end(template: str) -> Mistake | None:
    """Return the end of a text that lacks its last semicolon."""
    text = template.rstrip()
    # The braces around the whole code are no statement: the last one is before them.
    while text.endswith("}") and not _ends_operands(text):
        text = text[:-1].rstrip()
    if not text or text.endswith((";", "{", "}", ":")):
        return None
    # The last instruction begins after the last end of a statement or line.
    start = max(text.rfind(mark) for mark in ";\n{") + 1
    word = text[start:].strip()
    if not re.match(r"(?:@!?[%\w$]+\s+)?[a-z.]", word):
        return None
    message = "the last instruction does not end with a semicolon"
    help_ = 'write ";" at the end'
    return Mistake("INL013", len(text) - 1, 1, message, help_, f"{text[-1]};")


def _ends_operands(text: str) -> bool:
    """Return whether a closing brace at the end belongs to a vector operand."""
    opened = text.rfind("{")
    return opened >= 0 and ";" not in text[opened:] and bool(text[:opened].strip())
