"""Elements of an array in a row are a slice: `acc[0:4] = mma(a_frag[0:4], *b_frag[0:2])`.

The slice of a row that is a whole target or a whole vector replaces it; among other elements, and
at the end of arguments, it has a star. A vector of one element over and over
is `(zero,) * 128`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.lift.mentions import evaluate
from ptxpy.pytree import rebuild, statement_text
from ptxpy.pytree import tree as t

if TYPE_CHECKING:
    from ptxpy.lift.function_tree import FunctionTree

__all__ = ["MIN_SLICED", "makes_vector", "take_apart", "write_slices"]

MIN_SLICED: Final = 3
"""Elements that are a slice; two are one where the statement takes several lines otherwise."""
MIN_STAR: Final = 4
"""The same for arguments, and elements among others, which have a star."""
_PAIR: Final = 2
_MAX_APART: Final = 4
"""The most parts of a vector that may have a name each; more are an array."""
MIN_REPEATED: Final = 6
"""The least repetitions of an element that a vector writes as a product."""

_WIDTH: Final = 88
_INDENT: Final = 4


def write_slices(tree: FunctionTree) -> None:
    """Write elements of an array in a row as slices, in a function."""
    # Two predicates of an instruction are no vector: `p|q`.
    arrays = {name for name, file in tree.files.items() if file.type != "pred"}
    for statement in t.walk_statements(tree.block):
        if (
            isinstance(statement, t.Assign)
            and isinstance(statement.value, t.Call)
            and statement.value.function == "reg.run"
        ):
            arrays.update(target for target in statement.targets if isinstance(target, str))
    _Slicing(arrays).block(tree.block, 1)


def take_apart(block: Sequence[t.Statement]) -> None:
    """Write the short slices that instructions make one by one, so that each may have a name.

    `write_slices` joins again what is in a row without names.
    """
    for statement in t.walk_statements(block):
        if type(statement) is not t.Assign or len(statement.targets) != 1:
            continue
        [target] = statement.targets
        if type(target) is not t.Slice or not makes_vector(statement):
            continue
        # What is loaded from memory is an array; fields of a parameter and halves are not.
        function = str(statement.value.function) if isinstance(statement.value, t.Call) else ""
        if not function.startswith(("ptx.ld.param.", "ptx.mov.b")):
            continue
        step = target.step
        last = None if target.stop is None else _shifted(target.start, step * (_MAX_APART - 1))
        parts: list[t.Expression] = [target.start]
        while last is not None and parts[-1] != last:
            following = _shifted(target.start, step * len(parts))
            if following == target.stop and len(parts) > 1:
                statement.targets = [
                    t.Tuple(tuple([t.Register(target.file, each) for each in parts]))
                ]
                break
            parts.append(following)


def makes_vector(statement: t.Assign) -> bool:
    """Return whether one instruction makes a vector, the target of a statement."""
    made = statement.instruction
    return made is not None and bool(made.operands) and type(made.operands[0]) is n.Vector


class _Place(NamedTuple):
    """An element of an array, whose index is a sum."""

    array: str
    factors: tuple[tuple[str, int], ...]
    """The counters in the index, with their factors."""
    number: int


class _Slicing:
    """Writes the slices of one function."""

    def __init__(self, arrays: set[str]) -> None:
        self._arrays = arrays
        self._counts: dict[str, int] = {}
        """How often each of the loops around is run, by its counter."""
        self._is_wide = False
        """Whether the statement takes several lines without slices."""

    def block(self, block: t.Block, depth: int) -> None:
        """Write the slices of a block, and of those within it."""
        for statement in block:
            self._statement(statement, depth)
            inner = t.statement_bodies(statement)
            if isinstance(statement, t.For) and inner is not None:
                around, self._counts = self._counts, self._counts.copy()
                self._counts[statement.variable] = statement.count
                self.block(inner, depth + 1)
                self._counts = around
            elif inner is not None:
                self.block(inner, depth + 1)

    def _statement(self, statement: t.Statement, depth: int) -> None:
        if isinstance(statement, t.Assign | t.Evaluate | t.Update):
            margin = len(statement.emits) and _INDENT * 2
            room = _WIDTH - _INDENT * depth - margin
            self._is_wide = len(statement_text(statement)) > room
            statement.value = rebuild(statement.value, self._change)
        if isinstance(statement, t.Assign):
            least = _PAIR if makes_vector(statement) else self._least(MIN_SLICED)
            statement.targets = [self._target(each, least) for each in statement.targets]

    def _target(self, target: t.Expression, least: int) -> t.Expression:
        """Return the target of an assignment, as a slice if it is a row of some elements."""
        if not isinstance(target, t.Tuple) or len(target.elements) < least:
            return target
        return self._slice(target.elements) or target

    def _least(self, wanted: int) -> int:
        return _PAIR if self._is_wide else wanted

    def _change(self, expression: t.Expression) -> t.Expression | None:
        if isinstance(expression, t.Tuple) and len(expression.elements) >= _PAIR:
            elements = expression.elements
            first = elements[0]
            if (
                len(elements) >= MIN_REPEATED
                and isinstance(first, str | t.Register | t.Element)
                and all(each == first for each in elements)
            ):
                return t.Binary(t.Tuple((first,)), "*", len(elements))
            if self._place(first) is None:
                return None
            whole = self._slice(elements) if len(elements) >= self._least(MIN_SLICED) else None
            return whole or t.Tuple(tuple(self._gathered(elements, MIN_STAR)))
        if isinstance(expression, t.Call):
            arguments = [rebuild(each, self._change) for each in expression.arguments]
            function = rebuild(expression.function, self._change)
            # Only a function of the program takes a row apart; instructions take their operands.
            if isinstance(function, str) and "." not in function:
                arguments = self._ending(arguments, self._least(MIN_STAR))
            return t.Call(function, tuple(arguments))
        return None

    def _ending(self, arguments: list[t.Expression], least: int) -> list[t.Expression]:
        """Return arguments of which the rows at the end are slices with a star.

        A type checker takes a star for all the parameters that are left, so no argument may follow.
        """
        for at in range(len(arguments)):
            rows = self._gathered(arguments[at:], least)
            if all(isinstance(each, t.Star) for each in rows):
                return [*arguments[:at], *rows]
        return arguments

    def _gathered(self, parts: Sequence[t.Expression], least: int) -> list[t.Expression]:
        """Return arguments of which rows are slices with a star, runs of at least some elements."""
        found: list[t.Expression] = []
        at = 0
        while at < len(parts):
            end = self._row_end(parts, at)
            fewest = MIN_STAR if isinstance(parts[at], t.Register) else least
            made = self._slice(parts[at:end]) if end - at >= fewest else None
            if made is None or (end - at < MIN_STAR and abs(made.step) != 1):
                found.append(parts[at])
                at += 1
            else:
                found.append(t.Star(made))
                at = end
        return found

    def _row_end(self, parts: Sequence[t.Expression], at: int) -> int:
        """Return where the row ends that begins with a part."""
        end = at + 1
        before = self._place(parts[at])
        step: int | None = None
        while before is not None and end < len(parts):
            after = self._place(parts[end])
            now = None if after is None else _distance(before, after)
            if now is None or (step is not None and now != step):
                break
            before, step = after, now
            end += 1
        return end

    def _slice(self, elements: Sequence[t.Expression]) -> t.Slice | None:
        """Return elements as a slice, or None where they are none."""
        if self._row_end(elements, 0) < len(elements):
            return None
        first, last = self._place(elements[0]), self._place(elements[-1])
        second = self._place(elements[1])
        step = None if first is None or second is None else _distance(first, second)
        if not step or first is None or last is None:
            return None
        if abs(step) != 1 and isinstance(elements[0], t.Register):
            return None  # numbers of registers that are far apart are better read one by one
        least = last.number + sum(
            min(0, factor * (self._counts.get(counter, 1) - 1)) for counter, factor in last.factors
        )
        stop: t.Expression | None = _shifted(_index(elements[-1]), 1 if step > 0 else -1)
        # A slice down to element 0 has no end, which in a loop would hold in one of the turns
        # alone.
        if step < 0 and least == 0:
            if last.factors:
                return None
            stop = None
        return t.Slice(first.array, _index(elements[0]), stop, step)

    def _place(self, part: t.Expression) -> _Place | None:
        """Return which element of an array an expression is, or None."""
        if isinstance(part, t.Register):
            array: t.Expression = part.file
        elif isinstance(part, t.Element):
            array = part.base
        else:
            return None
        if not isinstance(array, str) or array not in self._arrays:
            return None
        # An index is linear in the counters: 0 and 1 for each of them give its number and factors.
        nothing = dict.fromkeys(self._counts, 0)
        try:
            number = evaluate(_index(part), nothing)
            factors = tuple(
                [
                    (counter, evaluate(_index(part), {**nothing, counter: 1}) - number)
                    for counter in self._counts
                ]
            )
        except ValueError:
            return None
        return _Place(array, factors, number)


def _index(part: t.Expression) -> t.Expression:
    if isinstance(part, t.Register):
        return part.number
    return part.key if isinstance(part, t.Element) else ""


def _distance(before: _Place, after: _Place) -> int | None:
    """Return by how much an index grows, if that is a number other than 0."""
    if before.array != after.array or before.factors != after.factors:
        return None
    return after.number - before.number or None


def _shifted(formula: t.Expression, by: int) -> t.Expression:
    """Return a formula to which a number is added."""
    if isinstance(formula, int):
        return formula + by
    if isinstance(formula, t.Binary):
        left, operator, right = formula
        if operator == "-" and not isinstance(right, int):  # 7 - 2 * i
            return t.Binary(_shifted(left, by), "-", right)
        if operator in ("+", "-") and isinstance(right, int):
            return _added(left, (right if operator == "+" else -right) + by)
    return _added(formula, by)


def _added(formula: t.Expression, number: int) -> t.Expression:
    if number == 0:
        return formula
    return t.Binary(formula, "+", number) if number > 0 else t.Binary(formula, "-", -number)
