"""Source positions: `at(12, 26)`, with the label before it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.codegen.data_rows import InlinedNames
from ptxpy.codegen.statements import location
from ptxpy.dialect import INFO_STRING, POSITION_STEM, split_label, vocabulary
from ptxpy.ir import nodes as n
from ptxpy.lift.inlined_positions import join_positions, shorten_positions
from ptxpy.lift.position_folding import FoldPositions, emits_nothing
from ptxpy.pytree import quoted
from ptxpy.pytree import tree as t

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.codegen.writer import Writer
    from ptxpy.lift.function_tree import FunctionTree


def position(
    writer: Writer,
    node: n.Location,
    layout: Sequence[t.Keyword],
    mark: t.Keyword | None = None,
) -> None:
    """Write a source position; `mark` is the argument that says that a label stands before it."""
    parts = writer.scope.lifting.at_arguments(node, writer.scope.file)
    if parts is None:
        location(writer, node, layout)
        return
    writer.use(vocabulary.AT)
    if mark is not None:
        parts.append(mark)
    writer.call(t.Call(vocabulary.AT, tuple(parts)), layout)


def is_folded(writer: Writer, node: n.Node) -> bool:
    """Return whether a statement is a source position that `at` can say."""
    scope = writer.scope
    return type(node) is n.Location and scope.lifting.at_arguments(node, scope.file) is not None


def at_arguments(node: n.Location, file: int) -> list[t.Expression] | None:
    """Return the arguments of `at(…)` for a position, or None where it cannot say it.

    `file` is the number of the file that need not be said.
    """
    if node.column is None:
        return None
    own = str(file)
    numbers = [operand.text for operand in (node.file, node.line, node.column)]
    inlined = node.inlined
    function = None
    if inlined is not None:
        function = split_label(inlined.function.name)
        if function is None or function[0] != INFO_STRING or inlined.offset is not None:
            return None
        numbers += [operand.text for operand in (inlined.file, inlined.line, inlined.column)]
    if not all(_is_plain(number) for number in numbers):
        return None
    values = [int(number) for number in numbers]
    parts: list[t.Expression] = [*values[1:3]]
    if numbers[0] != own:
        parts.append(t.Keyword("file", values[0]))
    if function is not None:
        if function[1]:
            parts.append(t.Keyword("function", function[1]))
        where = values[4:] if numbers[3] == own else values[3:]
        parts.append(t.Keyword("inlined_at", t.Tuple(tuple(where))))
    return parts


def _is_plain(number: str) -> bool:
    return number.isascii() and number.isdecimal() and (number == "0" or number[0] != "0")


def mark_keyword(writer: Writer, node: n.Label) -> t.Keyword | None:
    """Return `mark=…` for a label before a source position, or None where it is no mark."""
    found = writer.scope.lifting.mark_of(node)
    if found is None or found[0] != POSITION_STEM:
        return None
    expected = _is_expected(writer, node.name, *found)
    return t.Keyword("mark", "True" if expected else found[1])


def _is_expected(writer: Writer, name: str, stem: str, number: int) -> bool:
    """Count a label; return whether its number need not be written."""
    marks = writer.program.marks
    expected = marks.expects(stem, number) and name not in writer.program.named_marks
    marks.take(stem, number)
    return expected


def mark(writer: Writer, node: n.Label, layout: Sequence[t.Keyword]) -> bool:
    """Write a label that debug information refers to; return whether it is one."""
    found = writer.scope.lifting.mark_of(node)
    within = any(argument.name == "within" for argument in layout)
    if found is None or within:
        return False
    stem, number = found
    parts: list[t.Expression] = [] if stem == POSITION_STEM else [quoted(stem)]
    if not _is_expected(writer, node.name, stem, number):
        parts.append(number if parts else t.Keyword("number", number))
    writer.use("mark")
    writer.call(t.Call(vocabulary.MARK, tuple(parts)), layout)
    return True


def fold_positions(
    module: n.Module, functions: Sequence[FunctionTree], called: Sequence[t.Define]
) -> None:
    """Let positions stand in the statements after them, in functions and in those they call."""
    silent = [each.name for each in called if emits_nothing(each.body)]
    folding = FoldPositions(silent, InlinedNames(module).name)
    for each in called:
        join_positions(each.body, 1)
        shorten_positions(each.body, 1)
        folding.fold(each.body, 1)
    for tree in functions:
        folding.apply(tree)
