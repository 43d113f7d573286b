"""Vectors of registers at an even distance are slices: `acc[4 * i : 4 * i + 4]`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from ptxpy.lift import tree as t
from ptxpy.lift.tree_changes import rebuild, transform_statement

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from ptxpy.lift.function_tree import FunctionTree

__all__ = ["MIN_SLICED", "Slices"]

MIN_SLICED: Final = 3
"""Registers that are a slice; fewer are written one by one."""


class Slices:
    """Writes the vectors of a function that are a slice of a run or of a register file so."""

    name = "slices"
    help = "vectors of registers in a row are slices: acc[4 * i : 4 * i + 4]"

    def apply(self, tree: FunctionTree) -> None:
        """Change the operands of a function; targets of assignments stay."""
        runs = _runs(tree.block)
        change = partial(_sliced, runs)
        for statement in t.walk_statements(tree.block):
            if isinstance(statement, t.Assign):
                statement.value = rebuild(statement.value, change)
            else:
                transform_statement(statement, change)


def _runs(block: t.Block) -> frozenset[t.Expression]:
    """Return the names of the runs that a function declares."""
    return frozenset(
        target
        for statement in t.walk_statements(block)
        if isinstance(statement, t.Assign)
        and isinstance(statement.value, t.Call)
        and statement.value.function == "reg.run"
        for target in statement.targets
    )


class _Place(NamedTuple):
    """A register by its place in a run or file."""

    holder: str
    counters: t.Expression | None
    """What is added to the number: a formula of counters."""
    number: int
    is_file: bool


def _sliced(runs: AbstractSet[t.Expression], expression: t.Expression) -> t.Expression | None:
    """Return the slice that a vector is; None if it is none."""
    if type(expression) is not t.Tuple or len(expression.elements) < MIN_SLICED:
        return None
    elements = expression.elements
    is_run = all(type(each) is not t.Element or each.base in runs for each in elements)
    return _slice(elements) if is_run else None


def _slice(elements: Sequence[t.Expression]) -> t.Slice | None:
    first, second = _place(elements[0]), _place(elements[1])
    if first is None or second is None:
        return None
    step = second.number - first.number
    if step <= 0 or (first.is_file and step > 1):
        return None  # numbers of registers that are far apart are better read one by one
    for at, element in enumerate(elements):
        if _place(element) != first._replace(number=first.number + at * step):
            return None
    last = first.number + (len(elements) - 1) * step
    start, stop = (_added(first.counters, number) for number in (first.number, last + 1))
    return t.Slice(first.holder, start, stop, step)


def _place(expression: t.Expression) -> _Place | None:
    """Return where a register stands; None for what is no element of a run or file."""
    if type(expression) is t.Register:
        return _Place(expression.file, *_parts(expression.number), is_file=True)
    if type(expression) is t.Element and type(expression.base) is str:
        return _Place(expression.base, *_parts(expression.key), is_file=False)
    return None


def _parts(number: t.Expression) -> tuple[t.Expression | None, int]:
    """Return a number as a formula of counters, and what is added to it."""
    if isinstance(number, int):
        return None, number
    if isinstance(number, t.Binary) and isinstance(number.right, int) and number.operator in "+-":
        return number.left, number.right if number.operator == "+" else -number.right
    return number, 0


def _added(formula: t.Expression | None, number: int) -> t.Expression:
    if formula is None:
        return number
    if number == 0:
        return formula
    return t.Binary(formula, "+", number) if number > 0 else t.Binary(formula, "-", -number)
