"""Source positions move into the margin of the statement after them: `x = a + b  #: r3 @28:18`.

The position in a margin is emitted before its statement, each time that Python executes it. So a
position before a loop of Python belongs to the head of the loop. A position keeps a line of its own
at the end of a block, before a label or layout, and if the line has no room for it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from ptxpy.dialect import (
    LABEL_PREFIX,
    POSITION_STEM,
    MarginPosition,
    Place,
    format_position,
    split_label,
    vocabulary,
)
from ptxpy.lift.margin_tables import WITH_MARGIN, longest_margin
from ptxpy.pytree import statement_text
from ptxpy.pytree import tree as t

__all__ = ["MovePositions", "emits_nothing", "read_position"]

_WIDTH: Final = 88
_INDENT: Final = 4
_MARGIN: Final = len("  #: ")
_MAX_NUMBER: Final = 999_999_999
_OPTIONS: Final = frozenset({"file", "function", "inlined_at", "mark"})

_SILENT: Final = vocabulary.words(emits=False, runs=None).union(("var", "extern"))
"""Calls that emit no instruction."""
_NUMBERED: Final = vocabulary.words(position=True).union((vocabulary.LABEL,))
"""Silent calls whose numbers the statements after them depend on."""
_SILENT_ROOTS: Final = frozenset({"reg", "d", "L"})
_RUNS: Final = "reg.run"
_SCALAR: Final = "reg.scalar"


class MovePositions:
    """Moves the positions of functions into the margins of the statements after them."""

    def __init__(self, silent: Collection[str]) -> None:
        """Take the functions of the program that emit nothing."""
        self._silent = _SILENT.union(silent)

    def move(self, block: t.Block, depth: int) -> None:
        """Move the positions of a block at an indentation, and of those within it."""
        found: list[t.Statement] = []
        pending: list[t.Statement] = []
        said: list[MarginPosition] = []
        for statement in block:
            read = read_position(statement)
            if read:
                pending.append(statement)
                said += read
                continue
            # What emits nothing, and is no layout, may stand before a position as well.
            if pending and not _is_passed(statement):
                if not (self._emits(statement) and _take(statement, said, depth)):
                    found += pending
                pending, said = [], []
            found.append(statement)
            if statement.body is not None:
                self.move(statement.body, depth + 1)
        block[:] = [*found, *pending]

    def _emits(self, statement: t.Statement) -> bool:
        """Return whether a statement emits something that a position may precede.

        All blocks count: the position in the margin of a head precedes the block.
        """
        if isinstance(statement, t.With | t.For | t.Update):
            return True
        if not isinstance(statement, t.Assign | t.Evaluate):
            return False
        if statement.margin or (isinstance(statement, t.Assign) and statement.instruction):
            return True
        value = statement.value
        if isinstance(value, t.Call):
            function = value.function
            if not isinstance(function, str):
                return isinstance(function, t.Element | t.View)
            return function not in self._silent and function.partition(".")[0] not in _SILENT_ROOTS
        return False


def emits_nothing(block: Sequence[t.Statement]) -> bool:
    """Return whether the statements of a function are silent, so that its calls are, too."""
    for statement in block:
        inner = t.statement_bodies(statement)
        if isinstance(statement, t.With | t.For) and inner is not None:
            if not emits_nothing(inner):
                return False
        elif isinstance(statement, t.Evaluate) and isinstance(statement.value, t.Call):
            if statement.value.function not in _SILENT - _NUMBERED:
                return False
        elif not isinstance(statement, t.Pass | t.Blank | t.Comment):
            return False
    return True


def _take(statement: t.Statement, said: Sequence[MarginPosition], depth: int) -> bool:
    """Put positions into the margin of a statement; return whether its lines have room."""
    text = _notation(said)
    margin = f"{statement.margin} {text}" if statement.margin else text
    width = _INDENT * depth + len(statement_text(statement)) + _MARGIN
    is_one_line = width + (longest_margin(statement.margin) or -_MARGIN) <= _WIDTH
    # A margin behind the last line of several has room; it is not to make several of one.
    is_too_long = is_one_line and width + longest_margin(margin) > _WIDTH
    if isinstance(statement, WITH_MARGIN) and not is_too_long:
        statement.margin = margin
        return True
    return False


def _notation(said: Sequence[MarginPosition]) -> str:
    """Return the notation of positions, those that are inlined one in the other as one item."""
    items: list[str] = []
    at = 0
    while at < len(said):
        first = said[at]
        end = at + 1
        while (
            first.place is not None
            and end < len(said)
            and said[end].place is not None
            and said[end].inlined_at == said[end - 1].place
        ):
            end += 1
        text = format_position(first, tuple(said[at + 1 : end]))
        # A label and the position behind it are one item.
        if items and items[-1].startswith("!") and "@" not in items[-1] and text.startswith("@"):
            items[-1] += text
        else:
            items.append(text)
        at = end
    return " ".join(items)


def _is_passed(statement: t.Statement) -> bool:
    """Return whether a statement emits nothing at all, so that a position may follow it."""
    if isinstance(statement, t.Comment | t.Blank):
        return True
    if not isinstance(statement, t.Assign) or statement.instruction is not None:
        return False
    value = statement.value
    # A handle of registers of the function; with a name it is a declaration of another register.
    is_run = isinstance(value, t.Call) and (
        value.function == _RUNS or (value.function == _SCALAR and len(value.arguments) == 1)
    )
    targets = statement.targets
    return is_run or (
        type(value) is str and value.isidentifier() and all(type(each) is str for each in targets)
    )


def read_position(statement: t.Statement) -> tuple[MarginPosition, ...]:
    """Return the labels and the position that a statement is, if all in it are numbers."""
    if not isinstance(statement, t.Evaluate) or not isinstance(statement.value, t.Call):
        return ()
    call = statement.value
    if call.function == vocabulary.MARK:
        return _label(call)
    if call.function != vocabulary.AT:
        return ()
    given = {each.name: each.value for each in call.arguments if isinstance(each, t.Keyword)}
    line, column, *others = [each for each in call.arguments if not isinstance(each, t.Keyword)]
    file, function = given.get("file"), given.get("function", 0)
    where, label = given.get("inlined_at"), given.get("mark", "False")
    numbers = [line, column, function, 0 if file is None else file]
    numbers += where.elements if isinstance(where, t.Tuple) else ()
    # A name or a formula may be another number each time.
    if others or not given.keys() <= _OPTIONS or not all(map(_is_number, numbers)):
        return ()
    if not (_is_number(label) or label in ("True", "False")):
        return ()
    inlined = _place(where.elements) if isinstance(where, t.Tuple) else None
    place = _place((line, column) if file is None else (file, line, column))
    number = function if inlined and isinstance(function, int) else None
    said = MarginPosition(place, number, inlined)
    if label == "False":
        return (said,)
    number = label if isinstance(label, int) else None
    return MarginPosition(None, stem=POSITION_STEM, number=number), said


def _label(call: t.Call) -> tuple[MarginPosition, ...]:
    """Return the label that a call of `mark` places."""
    stem, number = POSITION_STEM, None
    for argument in call.arguments:
        if isinstance(argument, t.Keyword) and argument.name != "number":
            return ()
        value = argument.value if isinstance(argument, t.Keyword) else argument
        if isinstance(value, int):
            number = value
        elif type(value) is str and value[:1] == '"':
            stem = value[1:-1]
        else:
            return ()
    if not _is_number(number or 0) or split_label(f"{LABEL_PREFIX}{stem}0") is None:
        return ()
    return (MarginPosition(None, stem=stem, number=number),)


def _is_number(part: t.Expression) -> bool:
    return type(part) is int and 0 <= part <= _MAX_NUMBER


def _place(parts: Sequence[t.Expression]) -> Place:
    numbers = [part for part in parts if isinstance(part, int)]
    file = numbers[0] if len(numbers) > len(("line", "column")) else None
    return Place(file, *numbers[-2:])
