"""Columns: numbers of a repetition that do not grow evenly, `for lane_mask in (16, 8, 4, 2, 1):`.

The numbers of registers grow evenly in any loop: its counter says which they are. A number that is
written for its own sake, an operand, may be any number in each turn, and has a name there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

from ptxpy.dialect import vocabulary
from ptxpy.ir import nodes as n
from ptxpy.pytree import tree as t

if TYPE_CHECKING:
    from ptxpy.lift.function_tree import FunctionTree

__all__ = ["MAX_COLUMNS", "Numbers", "head_lines", "literals_of", "name_columns", "uneven_numbers"]

MAX_COLUMNS: Final = 2
"""The most columns of a loop: a third one would have to be read as a table."""

Numbers: TypeAlias = "tuple[int, ...]"
"""The number of a column in each turn."""

_OTHER: Final = "number"
"""The name of a number of which nothing is known."""
_NUMBERED: Final = (t.Register, t.Slice, t.Element)
_POSITIONS: Final = vocabulary.words(position=True)
_WIDTH: Final = 80
"""The columns for the numbers in the head of a loop; its names and its indentation take others."""


def literals_of(statement: t.Statement) -> Sequence[bool]:
    """Return for each integer of a simple statement whether it is written for its own sake.

    The integers are in the order of `shape_of`. Those that say which register or label is meant
    are not, nor are those of positions in the source.
    """
    found = [flag for head in t.head_expressions(statement) for flag in _literals(head, own=True)]
    for register in statement.emits:
        found += _literals(register, own=True)
    return found


def _literals(expression: t.Expression, *, own: bool) -> Iterator[bool]:
    kind = type(expression)
    if kind is int:
        yield own
        return
    if kind in _NUMBERED or (kind is t.Call and expression.function in _POSITIONS):  # type: ignore[operator, union-attr]
        own = False
    for part in t.children(expression):
        yield from _literals(part, own=own)


def uneven_numbers(
    rows: Sequence[Sequence[int]], literals: Sequence[bool]
) -> dict[Numbers, int] | None:
    """Return the distinct columns of numbers that do not grow evenly.

    Args:
        rows: The integers of each turn.
        literals: For each integer whether it is written for its own sake.

    Returns:
        Each column with the place of its first number; None where a number grows unevenly that
        says which register is meant, or if there are more than `MAX_COLUMNS`.
    """
    found: dict[Numbers, int] = {}
    for place, (column, is_literal) in enumerate(
        zip(zip(*rows, strict=True), literals, strict=True)
    ):
        step = column[1] - column[0]
        if all(after - before == step for before, after in pairwise(column)):
            continue
        if not is_literal:
            return None
        found.setdefault(column, place)
    return found if len(found) <= MAX_COLUMNS else None


def head_lines(columns: Sequence[Numbers]) -> int:
    """Return how many lines the head of a loop over columns takes."""
    rows = [*zip(*columns, strict=True)]
    width = sum(len(f"{number}, ") for row in rows for number in row)
    if len(columns) > 1:
        width += len("()") * len(rows)
    if width <= _WIDTH // 2:
        return 1
    return 3 if width <= _WIDTH and len(columns) == 1 else 2 + len(rows)


def name_columns(
    columns: Sequence[tuple[Numbers, t.Statement]], tree: FunctionTree
) -> list[t.Column]:
    """Return the columns with their names; the loops of a function may share these.

    Args:
        columns: The numbers of each, and the statement of the first turn that has the first.
        tree: The function.
    """
    words = [_word(numbers[0], statement, tree) or _OTHER for numbers, statement in columns]
    found: list[t.Column] = []
    for place, (word, (numbers, _)) in enumerate(zip(words, columns, strict=True)):
        # Two columns of one loop differ in their names.
        wanted = f"{word}_{'ab'[place]}" if words.count(word) > 1 else word
        name = tree.columns.get(wanted)
        if name is None:
            name = tree.columns[wanted] = tree.take(wanted)
        found.append(t.Column(name, numbers))
    return found


def _word(number: int, statement: t.Statement, tree: FunctionTree) -> str:
    """Return the role of a number in a statement: an operand, an argument; "" if unknown."""
    value = statement.value if isinstance(statement, t.Assign | t.Evaluate) else None
    if isinstance(value, t.Call) and value.function in tree.parameters:
        named = zip(tree.parameters[str(value.function)], value.arguments, strict=False)
        name = next((name for name, each in named if t.number_of(each) == number), "")
        # The letter of a parameter says nothing.
        return name if len(name) > 1 else ""
    if any(
        type(part) is t.List and [*map(t.number_of, part.elements[1:])] == [number]
        for head in t.head_expressions(statement)
        for part in t.walk_expression(head)
    ):
        return "offset"
    instruction = statement.instruction if isinstance(statement, t.Assign) else None
    if instruction is None or not isinstance(statement, t.Assign):
        return ""
    if instruction.opcode == "mov":
        return _of_target(statement.targets[0], tree)
    from ptxpy.naming import number_name  # noqa: PLC0415 - seldom needed

    return next(
        (
            name
            for place, operand in enumerate(instruction.operands)
            if type(operand) is n.Literal
            and operand.value == number
            and (name := number_name(instruction, place))
        ),
        "",
    )


def _of_target(target: t.Expression, tree: FunctionTree) -> str:
    """Return the name that a rule has for a register with a constant."""
    if not isinstance(target, t.Register) or tree.suggestions is None:
        return ""
    if target.file not in tree.files or type(target.number) is not int:
        return ""
    exact = tree.register_name(target.file, target.number)
    return next(iter(tree.suggestions.candidates.get(exact, ())), "")
