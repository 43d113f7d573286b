"""Source positions: `at(12, 26)`, with the label before it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.codegen.statements import location
from ptxpy.ir import nodes as n
from ptxpy.lift.positions import INFO_STRING, MARK, mark_of, numbered

if TYPE_CHECKING:
    from ptxpy.codegen.python_lines import Writer


def position(writer: Writer, node: n.Location, arguments: str, mark: str = "") -> None:
    """Write a source position; `mark` says that a label stands before it."""
    parts = _parts(writer, node)
    if parts is None:
        location(writer, node, arguments)
        return
    writer.use("at")
    if mark:
        parts.append(mark)
    writer.statement(f"at({', '.join(parts)}", arguments)


def is_folded(writer: Writer, node: n.Node) -> bool:
    """Return whether a statement is a source position that `at` can say."""
    return type(node) is n.Location and _parts(writer, node) is not None


def _parts(writer: Writer, node: n.Location) -> list[str] | None:
    if not writer.scope.folded or node.column is None:
        return None
    own = str(writer.scope.file)
    numbers = [operand.text for operand in (node.file, node.line, node.column)]
    inlined = node.inlined
    function = None
    if inlined is not None:
        function = numbered(inlined.function.name)
        if function is None or function[0] != INFO_STRING or inlined.offset is not None:
            return None
        numbers += [operand.text for operand in (inlined.file, inlined.line, inlined.column)]
    if not all(_is_plain(number) for number in numbers):
        return None
    parts = numbers[1:3]
    if numbers[0] != own:
        parts.append(f"file={numbers[0]}")
    if function is not None:
        if function[1]:
            parts.append(f"function={function[1]}")
        where = numbers[4:] if numbers[3] == own else numbers[3:]
        parts.append(f"inlined_at=({', '.join(where)})")
    return parts


def _is_plain(number: str) -> bool:
    return number.isascii() and number.isdecimal() and (number == "0" or number[0] != "0")


def mark_text(writer: Writer, node: n.Label) -> str | None:
    """Return `mark=…` for a label before a source position, or None where it is no mark."""
    found = mark_of(node)
    if found is None or found[0] != MARK or not writer.scope.folded:
        return None
    expected = _is_expected(writer, node.name, *found)
    return "mark=True" if expected else f"mark={found[1]}"


def _is_expected(writer: Writer, name: str, stem: str, number: int) -> bool:
    """Count a label; return whether its number need not be written."""
    marks = writer.program.marks
    expected = marks.expects(stem, number) and name not in writer.program.named_marks
    marks.take(stem, number)
    return expected


def mark(writer: Writer, node: n.Label, arguments: str) -> bool:
    """Write a label that debug information refers to; return whether it is one."""
    found = mark_of(node)
    if found is None or not writer.scope.folded or "within=" in arguments:
        return False
    stem, number = found
    parts = [] if stem == MARK else [f'"{stem}"']
    if not _is_expected(writer, node.name, stem, number):
        parts.append(str(number) if parts else f"number={number}")
    writer.use("mark")
    writer.statement(f"mark({', '.join(parts)}", arguments)
    return True
