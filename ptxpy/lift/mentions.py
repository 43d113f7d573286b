"""The mentions of registers in the statements of a function, in the tree.

A register of a rolled loop is one with a number that is computed, `r[2 * i + 5]`: another register
in each repetition. It is a value of its own, as `r[5]` is, if no other expression mentions any of
these registers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Final, TypeAlias

from ptxpy._records import NamedTuple
from ptxpy.dialect import vocabulary
from ptxpy.lift.name_spans import Place, Span, live_span
from ptxpy.pytree import tree as t

__all__ = ["Key", "Loop", "Mention", "Mentions", "evaluate", "repetitions"]

MAX_REPETITIONS: Final = 1 << 16
"""The most repetitions of a nest of loops whose registers are looked at one by one."""

_QUOTED_REGISTER: Final = r"%[A-Za-z_$]+[0-9]+"
_COMMENTS: Final = (vocabulary.COMMENT, vocabulary.LOOP_COMMENT)

_BLOCKS: Final = vocabulary.words(runs="always") | vocabulary.words(runs="once")
"""The calls for a `with` whose statements the device runs at most once each time."""


class Loop(NamedTuple):
    """The loops around a statement, which Python runs: the outermost first."""

    counters: tuple[tuple[str, int], ...]
    """The counters, each with the number of its repetitions."""
    identity: int
    """A number for the innermost loop; 0 outside of all."""


Key: TypeAlias = tuple[t.Register, int]
"""A register as it is written, and, if its number is computed, the loop around it."""

_OUTSIDE: Final = Loop((), 0)


class Mention:
    """The definitions and uses of a register as it is written."""

    def __init__(self, register: t.Register, loop: Loop) -> None:
        """Begin without any, in a loop."""
        self.register = register
        self.loop = loop
        self.targets: list[t.Assign] = []
        """The statements that it is a target of, or a part of one."""
        self.loops: list[Loop] = []
        """The loops in which these are."""
        self.uses = 0
        """The number of its uses."""
        self.first_use = -1
        """The number of the first statement that uses it; -1 for none."""
        self.first_target = -1
        """The number of the first statement that it is a target of; -1 for none."""
        self.path: tuple[int, ...] = ()
        """The conditional blocks around the first statement that it is a target of, by identity."""
        self.escapes = False
        """Whether it is mentioned where these blocks have ended: they may not have been run."""
        self.places: dict[Place, None] = {}
        """The statements that mention it, in the order of the text."""


class Mentions:
    """Where a function mentions its registers."""

    def __init__(self, block: Sequence[t.Statement]) -> None:
        """Read the statements of a function."""
        self.found: dict[Key, Mention] = {}
        self.excluded: set[tuple[str, int]] = set()
        """Registers that are mentioned in a slice, in a comment, or in loops that are too long."""
        self.names: set[str] = set()
        """Registers that are mentioned by their names in quotes, as PTX has them."""
        self.positions: dict[int, Place] = {}
        """The place of each statement, by its `id`."""
        self.statements: list[t.Statement] = []
        """The statements in the order of the text: that of a place has the index before it."""
        self._position = 0
        self._place = Place(0, ())
        """That of the statement that is being read."""
        self._path: tuple[int, ...] = ()
        self._around: tuple[int, ...] = ()
        """The loops around the statement that is being read, by their numbers."""
        self._ends: dict[int, int] = {}
        """The last statement of each loop, by the number of its head."""
        self._block(block, _OUTSIDE)
        self._owners: Counter[tuple[str, int]] = Counter()
        self._covered: dict[Key, tuple[tuple[str, int], ...]] = {}
        for key, mention in self.found.items():
            register = mention.register
            if type(register.number) is int:  # as nearly all are
                place = register.file, register.number
                self._covered[key] = (place,)
                self._owners[place] += 1
                continue
            covered = tuple(self._cover(mention))
            self._covered[key] = covered
            self._owners.update(set(covered))

    def alone(self, key: Key) -> bool:
        """Return whether nothing else mentions the registers that an expression stands for."""
        covered = self._covered[key]
        if len(covered) == 1:
            return self._owners[covered[0]] == 1 and covered[0] not in self.excluded
        # A computed register that is the same one in two turns is no value of its own.
        return (
            bool(covered)
            and len(set(covered)) == len(covered)
            and all(self._owners[each] == 1 and each not in self.excluded for each in covered)
        )

    def registers(self, key: Key) -> tuple[tuple[str, int], ...]:
        """Return the registers that an expression stands for, in order: file and number."""
        return self._covered[key]

    def key(self, register: t.Register, loop: Loop) -> Key:
        """Return the key of a register as it is written in a loop."""
        return register, 0 if type(register.number) is int else loop.identity

    def span(self, key: Key) -> Span:
        """Return where a register, as it is written, is alive from its first statement on."""
        places = [*self.found[key].places]
        return live_span(min(places).position, places, self._ends)

    def span_from(self, first: t.Statement, statements: Sequence[t.Statement]) -> Span:
        """Return where something is alive that is made before a statement, and read by others."""
        places = [self.positions[id(each)] for each in statements]
        return live_span(self.positions[id(first)].position - 1, places, self._ends)

    def _block(self, block: Sequence[t.Statement], loop: Loop) -> None:
        for statement in block:
            self._statement(statement, loop)
            body = statement.body
            if body is None:
                continue
            head, inner, path, around = self._position, loop, self._path, self._around
            # `r[2 * i]` is another register in another loop, even if both count with `i`.
            if isinstance(statement, t.For):
                counters = (*loop.counters, (statement.variable, statement.count))
                inner = Loop(counters, id(statement))
                self._around = (*around, head)
            elif isinstance(statement, t.With):
                if any(map(_is_conditional, statement.contexts)):
                    self._path = (*path, id(statement))
                if any(map(_is_repeated, statement.contexts)):
                    self._around = (*around, head)
            self._block(body, inner)
            self._path, self._around = path, around
            self._ends[head] = self._position

    def _statement(self, statement: t.Statement, loop: Loop) -> None:
        self._position += 1
        self.statements.append(statement)
        self._place = self.positions[id(statement)] = Place(self._position, self._around)
        if type(statement) is t.Assign:
            # Python evaluates the value before the targets.
            self._mention(statement.value, loop)
            for target in statement.targets:
                parts = target.elements if type(target) is t.Tuple else (target,)
                for part in parts:
                    if type(part) is t.Register:
                        self._target(part, statement, loop)
                    else:
                        self._mention(part, loop)
        else:
            for head in t.head_expressions(statement):
                self._mention(head, loop)

    def _target(self, register: t.Register, statement: t.Assign, loop: Loop) -> None:
        mention = self._find(register, loop)
        mention.places[self._place] = None
        mention.targets.append(statement)
        mention.loops.append(loop)
        if mention.first_target < 0:
            mention.first_target = self._position
            mention.path = self._path

    def _find(self, register: t.Register, loop: Loop) -> Mention:
        key = register, 0 if type(register.number) is int else loop.identity
        found = self.found.get(key)
        if found is None:
            found = self.found[key] = Mention(register, loop)
        elif found.path and self._path[: len(found.path)] != found.path:
            found.escapes = True
        return found

    def _mention(self, expression: t.Expression, loop: Loop) -> None:
        kind = type(expression)
        if kind is str:
            # Registers without a handle in Python are written as strings.
            if '"' in expression or "'" in expression:  # type: ignore[operator]
                self.names.update(re.findall(_QUOTED_REGISTER, expression))  # type: ignore[arg-type]
        elif kind is t.Register:
            mention = self._find(expression, loop)  # type: ignore[arg-type]
            mention.places[self._place] = None
            mention.uses += 1
            if mention.first_use < 0:
                mention.first_use = self._position
        elif kind is t.Slice:
            self._exclude_slice(expression, loop)  # type: ignore[arg-type]
        elif kind is t.Call and expression.function in _COMMENTS:  # type: ignore[union-attr, operator]
            self._exclude(expression, loop)  # type: ignore[arg-type]
        elif kind is not int:
            for part in t.children(expression):
                if type(part) is not int:
                    self._mention(part, loop)

    def _exclude(self, comment: t.Call, loop: Loop) -> None:
        """Leave out the registers that the text of a comment names."""
        for part in t.walk_expression(comment):
            if isinstance(part, t.Register) and isinstance(part.number, int):
                self.excluded.add((part.file, part.number))
            elif isinstance(part, t.Slice):
                self._exclude_slice(part, loop)

    def _exclude_slice(self, expression: t.Slice, loop: Loop) -> None:
        for values in repetitions(loop):
            start = evaluate(expression.start, values)
            stop = -1 if expression.stop is None else evaluate(expression.stop, values)
            self.excluded.update(
                (expression.file, number) for number in range(start, stop, expression.step)
            )

    def _cover(self, mention: Mention) -> Iterator[tuple[str, int]]:
        register = mention.register
        for values in repetitions(mention.loop):
            yield register.file, evaluate(register.number, values)


_UNCONDITIONAL: Final = vocabulary.words(runs="always")


def _is_conditional(context: t.Context) -> bool:
    """Return whether a block may be left, or not be run, before its end is reached."""
    call = context.value
    if not isinstance(call, t.Call):
        return True
    if call.function == vocabulary.LOOP:
        # `rotated=True` enters a loop in its middle, and any other argument by name is taken to do
        # so.
        return any(isinstance(part, t.Keyword) for part in call.arguments)
    return call.function not in _UNCONDITIONAL


def _is_repeated(context: t.Context) -> bool:
    """Return whether the device may run the statements of a block several times."""
    call = context.value
    return not isinstance(call, t.Call) or call.function not in _BLOCKS


def repetitions(loop: Loop) -> Iterator[Mapping[str, int]]:
    """Yield the values of the counters in each repetition, in the order of the run."""
    if not loop.counters:  # as around nearly all statements
        yield {}
        return
    names = [name for name, _ in loop.counters]
    for values in product(*(range(count) for _, count in loop.counters)):
        yield dict(zip(names, values, strict=True))


def evaluate(expression: t.Expression, values: Mapping[str, int]) -> int:
    """Return the value of a formula of integers and counters; `ValueError` for anything else."""
    if isinstance(expression, int):
        return expression
    if isinstance(expression, str) and expression in values:
        return values[expression]
    if isinstance(expression, t.Turns):
        return expression.numbers[values[expression.counter]]
    if isinstance(expression, t.Binary):
        left, right = evaluate(expression.left, values), evaluate(expression.right, values)
        if expression.operator == "+":
            return left + right
        if expression.operator == "-":
            return left - right
        if expression.operator == "*":
            return left * right
    msg = f"not a formula of counters: {expression!r}"
    raise ValueError(msg)
