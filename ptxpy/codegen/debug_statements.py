"""Debug information as Python: source positions, the labels before them, and lines of sections.

`at(12, 26, mark=True)` is a position with its label. In a section, `d.each.b32(129).b8(1, 1)` are
lines of one value each, as many as a line of Python has room for; `d.each.string("storage")` is a
text with the 0 after it, and `d.info_string(0, "_Z5saxpy")` a label and a text that positions
refer to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from ptxpy import lift
from ptxpy.codegen.statements import location
from ptxpy.codegen.writer import Writer
from ptxpy.dialect import INFO_STRING, LABEL_PREFIX, POSITION_STEM, split_label, vocabulary
from ptxpy.ir import nodes as n
from ptxpy.pytree import expression_text, quoted, quoted_bytes
from ptxpy.pytree import tree as t

if TYPE_CHECKING:
    from ptxpy.lift import FunctionTree


def position(
    writer: Writer,
    node: n.Location,
    layout: Sequence[t.Keyword],
    mark: t.Keyword | None = None,
) -> None:
    """Write a source position; `mark` is the argument for a label before it."""
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
    """Return the arguments of `at(…)` for a position, or None for one that it cannot say.

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
    if not all(_is_decimal(number) for number in numbers):
        return None
    values = [int(number) for number in numbers]
    parts: list[t.Expression] = [*values[1:3]]
    if numbers[0] != own:
        parts.append(t.Keyword("file", values[0]))
    if function is not None:
        # Without the argument, `at` takes function 0.
        if function[1]:
            parts.append(t.Keyword("function", function[1]))
        where = values[4:] if numbers[3] == own else values[3:]
        parts.append(t.Keyword("inlined_at", t.Tuple(tuple(where))))
    return parts


def _is_decimal(number: str) -> bool:
    return number.isascii() and number.isdecimal() and (number == "0" or number[0] != "0")


def mark_keyword(writer: Writer, node: n.Label) -> t.Keyword | None:
    """Return `mark=…` for a label before a source position, or None if the label is no mark."""
    found = writer.scope.lifting.mark_of(node)
    if found is None or found[0] != POSITION_STEM:
        return None
    expected = _is_expected(writer, node.name, *found)
    return t.Keyword("mark", "True" if expected else found[1])


def _is_expected(writer: Writer, name: str, stem: str, number: int) -> bool:
    """Count a label; return whether its number need not be written."""
    marks = writer.program.marks
    # A number to which something else refers is written, even if it is the next one.
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


def fold_positions(functions: Sequence[FunctionTree], called: Sequence[t.Define]) -> None:
    """Move positions into margins of the statements after them, and in functions into these."""
    silent = [each.name for each in called if lift.emits_nothing(each.body)]
    moving, folding = lift.MovePositions(silent), lift.FoldPositions(silent)
    for each in called:
        folding.apply(each.body)
    for tree in functions:
        moving.move(tree.block, 1)
        # Those that no margin says: of numbers that Python computes, or too long for the line.
        folding.apply(tree.block)


_PRINTABLE: Final = range(32, 127)
_MIN_TEXT_LENGTH: Final = 4
_TEXT: Final = rb"[ -~]{%d,}" % _MIN_TEXT_LENGTH
_WIDTHS: Final = (40, 1)
"""How many characters of a text producers write on a line."""
_CHARACTERS: Final = {str(code): chr(code) for code in _PRINTABLE}
_MIN_LINE_LENGTH: Final = 2
"""The least values of one line that are written as a text."""


def each_row(
    body: Sequence[Any], start: int, room: int, value_of: Callable[[Any], t.Expression]
) -> tuple[t.Call | None, int]:
    """Return the longest row that says the lines from one on, and how many these are.

    `room` is the number of columns, and `value_of` returns the expression of an operand.
    """
    rows: list[tuple[t.Call | None, int]] = [(None, 0)]
    parts: list[tuple[str, list[t.Expression]]] = []
    position = start
    while position < len(body):
        taken = _taken(body, position, value_of, first=position == start)
        if taken is None:
            break
        method, value, count = taken
        # `d.each.string` takes one text, and the other methods take any number of values.
        if method == "string" or not parts or parts[-1][0] != method:
            parts.append((method, []))
        parts[-1][1].append(value)
        longer = _row(parts)
        if len(expression_text(longer)) > room:
            break
        position += count
        rows.append((longer, position - start))
    found = rows.pop()
    # Up to three characters of a text would be written as numbers: the next row begins with them.
    while len(rows) > 1 and _splits_text(body, start + found[1]):
        found = rows.pop()
    return found


def _splits_text(body: Sequence[Any], position: int) -> bool:
    """Return whether the lines before a line hold just one to three characters of its text."""
    # A line that is no character ends a text as its 0 does.
    around = bytes(
        int(node.values[0].text) if _is_character(node) else 0
        for node in body[max(position - 4, 0) : position + 1]
    )
    before = around[:-1].rpartition(b"\0")[2]
    return position < len(body) and around[-1] != 0 and 0 < len(before) < _MIN_TEXT_LENGTH


def _is_character(node: Any) -> bool:  # noqa: ANN401 - any statement
    return type(node) is n.Data and len(node.values) == 1 and bool(_characters(node))


def _taken(
    body: Sequence[Any], position: int, value_of: Callable[[Any], t.Expression], *, first: bool
) -> tuple[str, t.Expression, int] | None:
    """Return the method and the argument for a line, and the number of lines that they say."""
    node = body[position]
    if not _is_plain(node, first=first):
        return None
    if len(node.values) == 1:
        return node.type[1:], value_of(node.values[0]), 1
    text = _characters(node)
    behind = body[position + 1] if position + 1 < len(body) else None
    if not text or 0 in text or behind is None or not _is_plain(behind, first=False):
        return None
    # `.b8 97, 98` and `.b8 0` after it are a string of C.
    return ("string", quoted(text.decode()), 2) if _characters(behind) == b"\0" else None


def _is_plain(node: Any, *, first: bool) -> bool:  # noqa: ANN401 - any statement
    return type(node) is n.Data and node.within is None and (first or node.before is None)


def _characters(node: n.Data) -> bytes | None:
    """Return the values of a line as text, if they are characters or 0."""
    if node.type != ".b8":
        return None
    texts = [value.text if type(value) is n.Literal else "" for value in node.values]
    return bytes(map(int, texts)) if _CODES.issuperset(texts) else None


_CODES: Final = frozenset(map(str, (0, *_PRINTABLE)))


def _row(parts: Sequence[tuple[str, list[t.Expression]]]) -> t.Call:
    """Return the calls for arguments, by method."""
    row: t.Expression = "d.each"
    for method, values in parts:
        row = t.Call(t.View(row, method), _with_text(values) if method == "b8" else tuple(values))
    if not isinstance(row, t.Call):
        msg = "a row has a call"
        raise TypeError(msg)
    return row


def _with_text(values: Sequence[t.Expression]) -> tuple[t.Expression, ...]:
    """Return arguments with each run of characters as text."""
    # Only printable characters make a text, and others stay numbers.
    codes = bytes(
        value if isinstance(value, int) and value in _PRINTABLE else 0 for value in values
    )
    found: list[t.Expression] = []
    at = 0
    for run in re.finditer(_TEXT, codes):
        found += [*values[at : run.start()], quoted_bytes(run[0])]
        at = run.end()
    return (*found, *values[at:])


def info_string(body: Sequence[Any], start: int) -> tuple[t.Call | None, int]:
    """Return the call for a label and the text after it, and how many statements it says."""
    number = _info_string_number(body[start])
    data = b""
    lengths: list[int] = []
    # Producers cut a long text into lines; the 0 at its end comes with the last one.
    while number is not None and not data.endswith(b"\0"):
        position = start + 1 + len(lengths)
        node = body[position] if position < len(body) else None
        text = _characters(node) if node is not None and _is_plain(node, first=False) else None
        if not text or 0 in text[:-1]:
            return None, 0
        data += text
        lengths.append(len(text))
    for width in _WIDTHS:
        if len(data) > 1 and lengths == _lengths(len(data), width):
            options = () if width == _WIDTHS[0] else (t.Keyword("width", width),)
            arguments = (number or 0, quoted(data[:-1].decode()), *options)
            return t.Call("d.info_string", arguments), 1 + len(lengths)
    return None, 0


def text_of(node: n.Data) -> str | None:
    """Return the values of a line as text, if they are some."""
    characters = [
        _CHARACTERS.get(value.text) if type(value) is n.Literal else None for value in node.values
    ]
    if node.type != ".b8" or len(characters) < _MIN_LINE_LENGTH or None in characters:
        return None
    return quoted_bytes("".join(map(str, characters)).encode())


def _info_string_number(node: n.Node) -> int | None:
    """Return the number of the label of a text that positions refer to, or None."""
    if type(node) is not n.Label or node.within is not None:
        return None
    found = split_label(node.name)
    exact = found is not None and node.name == f"{LABEL_PREFIX}{INFO_STRING}{found[1]}"
    return found[1] if exact and found is not None and found[0] == INFO_STRING else None


def _lengths(size: int, width: int) -> list[int]:
    """Return how many characters each line of a text has."""
    return [min(width, size - at) for at in range(0, size, width)]
