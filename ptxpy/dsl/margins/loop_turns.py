"""The names of a statement in a loop of Python whose number of turns has been edited.

The margin lists the registers turn by turn. Where a loop is made shorter, the names of the turns
that are left out go, and those of the others stay with their values; the turns of a loop that is
made longer have fresh registers. How many turns there were is not written: it follows from the
number of names, and from the numbers of the registers, which compilers count evenly.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from math import prod
from typing import TYPE_CHECKING, Any

from ptxpy._records import NamedTuple
from ptxpy.dsl.margins.statement_map import loops_around

if TYPE_CHECKING:
    from ptxpy.dsl.margins.statement_map import StatementMap
    from ptxpy.ir import nodes as n

__all__ = ["names_of_turns"]


class _Loop(NamedTuple):
    """A loop of Python, as it is now."""

    turns: int
    first: int
    """The number of its first turn in the loop that was written, if it had as many or more."""
    step: int


class _Written(NamedTuple):
    """The loops around a statement as they may have been when its margin was written."""

    changed: int
    """Which one was changed."""
    turns: tuple[int, ...]
    evenness: float


def names_of_turns(
    statements: StatementMap, line: int, names: Sequence[n.Register | None], count: int
) -> list[n.Register | None] | None:
    """Return a name or None for each of the values that a statement in loops makes now.

    None where no loop has another number of turns, or its statement may have been edited instead.

    Args:
        statements: The statements of the function.
        line: The line of the statement.
        names: The names in its margin.
        count: The number of its values.
    """
    loops = [*_loops(statements, line)]
    executions = prod(loop.turns for loop in loops)
    if not loops or not executions or count % executions:
        return None
    values = count // executions
    found = [*_candidates(loops, names, values)]
    if not found:
        return None
    best = max(found, key=lambda each: each.evenness)
    # The statement itself may have been edited: as many names for each execution, but others.
    own, rest = divmod(len(names), executions)
    if not rest and _evenness(names, [loop.turns for loop in loops], own) > best.evenness:
        return None
    chosen: list[n.Register | None] = []
    for turn in product(*[range(loop.turns) for loop in loops]):
        places = [*turn]
        loop = loops[best.changed]
        places[best.changed] = loop.first + loop.step * turn[best.changed]
        if places[best.changed] >= best.turns[best.changed]:
            chosen += [None] * values
            continue
        at = 0
        for place, turns in zip(places, best.turns, strict=True):
            at = at * turns + place
        chosen += names[at * values : (at + 1) * values]
    return chosen


def _loops(statements: StatementMap, line: int) -> Iterator[_Loop]:
    """Yield the loops around a statement, the outermost first; none if one is not a plain one."""
    found: list[_Loop] = []
    for statement in loops_around(statements, line):
        loop = _read(statement)
        if loop is None:
            return
        found.append(loop)
    yield from found


def _read(statement: ast.stmt) -> _Loop | None:
    """Return a loop whose turns the text tells: over a range of numbers, or over a row of items."""
    if not isinstance(statement, ast.For):
        return None
    over = statement.iter
    if isinstance(over, ast.Tuple | ast.List):
        has_star = any(isinstance(each, ast.Starred) for each in over.elts)
        return None if has_star else _Loop(len(over.elts), 0, 1)
    if not (isinstance(over, ast.Call) and isinstance(over.func, ast.Name)):
        return None
    try:
        numbers = [ast.literal_eval(each) for each in over.args]
    except ValueError:
        return None
    if over.func.id != "range" or over.keywords or not all(type(each) is int for each in numbers):
        return None
    turns = range(*numbers)
    # A loop that begins later, or takes every second turn, has left out the others.
    if turns and turns.start >= 0 and turns.step > 0:
        return _Loop(len(turns), turns.start, turns.step)
    return _Loop(len(turns), 0, 1)


def _candidates(
    loops: Sequence[_Loop], names: Sequence[n.Register | None], values: int
) -> Iterator[_Written]:
    """Yield how the loops may have been: one loop had another number of turns."""
    turns = [loop.turns for loop in loops]
    for at, loop in enumerate(loops):
        others = values * prod(turns) // loop.turns
        written, rest = divmod(len(names), others)
        if rest or not written or written == loop.turns:
            continue
        before = [*turns[:at], written, *turns[at + 1 :]]
        yield _Written(at, tuple(before), _evenness(names, before, values))


def _evenness(names: Sequence[Any], turns: Sequence[int], values: int) -> float:
    """Return the share of registers that are reached from the one before by the step of their loop.

    The registers of one value go on by the same step in each turn of a loop.
    """
    even = total = 0
    strides = [values * prod(turns[at + 1 :]) for at in range(len(turns))]
    numbers = [_number(name) for name in names]
    for count, stride in zip(turns, strides, strict=True):
        for first in range(len(names)):
            if (first // stride) % count:
                continue
            column = numbers[first : first + stride * count : stride]
            steps = {
                None if one is None or two is None or one[0] != two[0] else two[1] - one[1]
                for one, two in pairwise(column)
            }
            total += 1
            even += len(steps) <= 1 and None not in steps
    return even / total if total else 0.0


def _number(name: Any) -> tuple[str, int] | None:
    """Return the prefix and the number of a register; None for one that has none."""
    stem = "" if name is None else name.name.rstrip("0123456789")
    return None if name is None or stem == name.name else (stem, int(name.name[len(stem) :]))
