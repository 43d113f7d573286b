"""Columns: numbers of a repetition that do not grow evenly, `for lane_mask in (16, 8, 4, 2, 1):`.

The numbers of registers grow evenly in most loops: the counter says which they are. A number that
is written for its own sake, an operand, may be any number in each turn, and has a name there. So
may a register that a turn reads and no turn writes: `for lane_delta in (half, quarter, one):`. A
register of which only a margin says the number may be any.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

from ptxpy._records import NamedTuple
from ptxpy.dialect import vocabulary
from ptxpy.ir import nodes as n
from ptxpy.pytree import tree as t

if TYPE_CHECKING:
    from ptxpy.lift.function_tree import FunctionTree

__all__ = [
    "FIXED",
    "HIDDEN",
    "MAX_COLUMNS",
    "READ",
    "Numbers",
    "Uneven",
    "head_lines",
    "name_columns",
    "places_of",
    "uneven_numbers",
]

MAX_COLUMNS: Final = 2
"""The most columns of a loop: a third one would have to be read as a table."""

Numbers: TypeAlias = "tuple[int, ...]"
"""The number of a column in each turn."""

FIXED: Final = "fixed"
"""The number of a label, of a position, of an element: it grows evenly."""
LITERAL: Final = "literal"
"""A number that is written for its own sake."""
READ: Final = "read"
"""The number of a register that is read."""
WRITTEN: Final = "written"
"""The number of a register that is written."""
HIDDEN: Final = "hidden"
"""The number of a register that margins name."""

_OTHER: Final = "number"
"""The name of a number of which nothing is known."""
_OF_CONSTANTS: Final = frozenset({"lane_delta", "lane_mask", "source_lane"})
"""Names of distances of shuffles: if there are several, each is called by its number."""
_VALUE: Final = "value"
"""The name of a value that is stored, and of a register of which nothing is known."""
_STORES: Final = ("ptx.st.", "ptx.red.")
_NUMBERED: Final = (t.Slice, t.Element)
_POSITIONS: Final = vocabulary.words(position=True)
_NAME_WIDTH: Final = 8
"""The columns for a register in the head of a loop, about."""
_WIDTH: Final = 80
"""The columns for the numbers in the head of a loop; its names and its indentation take others."""


class Uneven(NamedTuple):
    """A column of numbers that do not grow evenly."""

    numbers: Numbers
    file: str
    """The file of the registers that these are the numbers of, "" for numbers that are literals."""


def places_of(statement: t.Statement) -> Sequence[tuple[str, str]]:
    """Return for each integer of a simple statement its kind, and the file of a register.

    The integers are in the order of `shape_of`.
    """
    found: list[tuple[str, str]] = []
    if isinstance(statement, t.Assign):
        for target in statement.targets:
            found += _places(target, WRITTEN)
        found += _places(statement.value, READ)
    else:
        for head in t.head_expressions(statement):
            found += _places(head, READ)
    for register in statement.emits:
        found += _places(register, HIDDEN)
    return found


def _places(expression: t.Expression, role: str) -> Iterator[tuple[str, str]]:
    kind = type(expression)
    if kind is int:
        yield (LITERAL if role in (READ, WRITTEN) else role), ""
        return
    if kind is t.Register:
        if type(expression.number) is int:  # type: ignore[union-attr]
            yield role, expression.file  # type: ignore[union-attr]
            return
        role = FIXED
    elif kind in _NUMBERED or (kind is t.Call and expression.function in _POSITIONS):  # type: ignore[operator, union-attr]
        role = FIXED
    for part in t.children(expression):
        yield from _places(part, role)


def uneven_numbers(
    rows: Sequence[Sequence[int]],
    places: Sequence[tuple[str, str]],
    made: Collection[t.Register],
    *,
    may_carry: bool,
) -> dict[Uneven, int] | None:
    """Return the distinct columns of numbers that do not grow evenly.

    Args:
        rows: The integers of each turn.
        places: The kind and the file of each integer.
        made: The registers that the turns write: none of these is read under another name.
        may_carry: Whether registers that a turn reads of the turn before may get names yet.

    Returns:
        Each column with the place of its first number, but those that only margins name; None
        where a number grows unevenly that says which register is written, or if there are more
        than `MAX_COLUMNS`.
    """
    found: dict[Uneven, int] = {}
    for place, (column, (kind, file)) in enumerate(
        zip(zip(*rows, strict=True), places, strict=True)
    ):
        step = column[1] - column[0]
        if kind == HIDDEN or all(after - before == step for before, after in pairwise(column)):
            continue
        own = kind == READ and [t.Register(file, number) in made for number in column]
        if may_carry and (kind == WRITTEN or (own and all(own[1:]))):
            continue
        if kind not in (LITERAL, READ) or (own and any(own)):
            return None
        found.setdefault(Uneven(column, file), place)
    return found if len(found) <= MAX_COLUMNS else None


def head_lines(columns: Sequence[Uneven]) -> int:
    """Return how many lines the head of a loop over columns takes."""
    rows = [*zip(*[column.numbers for column in columns], strict=True)]
    width = sum(
        _NAME_WIDTH if column.file else len(f"{number}, ")
        for column in columns
        for number in column.numbers
    )
    if len(columns) > 1:
        width += len("()") * len(rows)
    if width <= _WIDTH // 2:
        return 1
    return 3 if width <= _WIDTH and len(columns) == 1 else 2 + len(rows)


def name_columns(
    columns: Sequence[tuple[Uneven, t.Statement]], tree: FunctionTree
) -> dict[Uneven, t.Column]:
    """Return the columns with their names; the loops of a function may share these.

    Args:
        columns: The numbers of each, and the statement of the first turn that has the first.
        tree: The function.
    """
    words = [_name(column, statement, tree) for column, statement in columns]
    found: dict[Uneven, t.Column] = {}
    for place, (word, (column, _)) in enumerate(zip(words, columns, strict=True)):
        # Two columns of one loop differ in their names.
        wanted = f"{word}_{'ab'[place]}" if words.count(word) > 1 else word
        name = tree.columns.get(wanted)
        if name is None:
            name = tree.columns[wanted] = tree.take(wanted)
        every: list[t.Expression] = [*column.numbers]
        if column.file:
            every = [t.Register(column.file, number) for number in column.numbers]
        found[column] = t.Column(name, tuple(every))
    return found


def _name(column: Uneven, statement: t.Statement, tree: FunctionTree) -> str:
    """Return the name of a column; a register may be called by the word for all of them itself."""
    word = _word(column, statement, tree) or _OTHER
    is_own = not column.file or word in _OF_CONSTANTS or word == _VALUE
    return word if is_own else f"{word}_i"


def _word(column: Uneven, statement: t.Statement, tree: FunctionTree) -> str:
    """Return the role of a number in a statement: an operand, an argument; "" if unknown."""
    number: t.Expression = column.numbers[0]
    if column.file:
        number = t.Register(column.file, column.numbers[0])
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
    if isinstance(value, t.Call) and str(value.function).startswith(_STORES):
        return _VALUE
    instruction = statement.instruction if isinstance(statement, t.Assign) else None
    if instruction is None or not isinstance(statement, t.Assign):
        return ""
    if instruction.opcode == "mov":
        return _of_target(statement.targets[0], tree)
    from ptxpy.naming import number_name  # noqa: PLC0415 - seldom needed

    exact = tree.register_name(column.file, column.numbers[0]) if column.file else ""
    found = (
        number_name(instruction, place)
        for place, operand in enumerate(instruction.operands)
        if (
            operand.name == exact
            if type(operand) is n.Register
            else type(operand) is n.Literal and not exact and operand.value == number
        )
    )
    return next(filter(None, found), _VALUE if exact else "")


def _of_target(target: t.Expression, tree: FunctionTree) -> str:
    """Return the name that a rule has for a register with a constant."""
    if not isinstance(target, t.Register) or tree.suggestions is None:
        return ""
    if target.file not in tree.files or type(target.number) is not int:
        return ""
    exact = tree.register_name(target.file, target.number)
    return next(iter(tree.suggestions.candidates.get(exact, ())), "")
