"""Repeated statements as loops: `for i in range(8):` where only numbers differ, and these evenly.

Statements that follow each other and differ in integers alone are rolled up when every
integer grows by the same step from one repetition to the next. The loop runs while Python runs, so
it emits the very same instructions. Loops may be rolled up again, and so may their bodies. The
rest is rolled up if a number or two grow unevenly: `for lane_mask in (16, 8, 4, 2, 1):`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from operator import and_, ne
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

from ptxpy._records import NamedTuple
from ptxpy.dialect import MAX_MARGIN, vocabulary
from ptxpy.lift.shapes import Shape, shape_of
from ptxpy.pytree import rebuild, statement_text, transform_statement
from ptxpy.pytree import tree as t

if TYPE_CHECKING:
    from ptxpy.lift.carried import Carrying, Plan
    from ptxpy.lift.function_tree import FunctionTree
    from ptxpy.lift.uneven import Uneven

MAX_PERIOD: Final = 48
"""The most statements of one iteration: longer periods are not looked for."""

_MAX_PERIODS_TRIED: Final = 12
"""The most periods that are tried at one statement."""

MIN_REPETITIONS: Final = 3
"""Fewer repetitions than this are not worth a loop."""

_COUNTERS: Final = ("i", "j")
"""The names of the counters of loops that are in no other, and of those around them."""


class _Item(NamedTuple):
    """A statement, or a loop with its body."""

    statement: t.Statement
    shape: Shape
    """The statement with its integers left out; None for one that is not repeated."""
    numbers: tuple[int, ...]
    inner: int
    """How many loops nest in it."""
    registers: list[tuple[list[t.Register], list[t.Register]]]
    """Once that has been asked for: the registers that it writes, and those that it reads."""


def roll_function(tree: FunctionTree) -> None:
    """Roll the repetitions in a function up."""
    roll(tree.block, tree.take, tree)


def roll(
    block: Sequence[t.Statement], name: Callable[[str], str], tree: FunctionTree | None = None
) -> None:
    """Roll the repetitions in a function up; `name` gives the loops their counters.

    With its `tree`, names carry values from turn to turn, and stand for numbers that are uneven.
    """
    blocks = [block] if isinstance(block, list) else []
    blocks += [
        inner
        for statement in t.walk_statements(block)
        if (inner := t.statement_bodies(statement)) is not None
    ]
    items = [[_item(statement) for statement in each] for each in blocks]
    # Most functions of few statements have nothing to roll, and load nothing for it.
    if not any(
        count >= MIN_REPETITIONS
        for each in items
        for shape, count in Counter(item.shape for item in each).items()
        if shape is not None
    ):
        return
    carrying: Carrying | None = None
    if tree is not None:
        from ptxpy.lift.carried import Carrying  # noqa: PLC0415

        carrying = Carrying(tree)
    within, around = (_Counter(wanted, name) for wanted in _COUNTERS)
    rows: dict[int, tuple[list[_Item], int]] = {}

    def refresh(statement: t.Statement) -> tuple[list[_Item], int]:
        # A name has replaced a register.
        row, at = rows[id(statement)]
        if row[at].shape is not None:
            row[at] = _item(statement)
        return row, at

    # What is repeated unevenly is looked for where nothing is left that is repeated evenly.
    for is_even in (True, False):
        if is_even or carrying is not None:
            rows.update(
                {id(item.statement): (row, at) for row in items for at, item in enumerate(row)}
            )
            outer = around if is_even else None
            items = [
                _pass(each, within, outer, carrying, refresh, is_even=is_even) for each in items
            ]
    # The last pass rolls up the loops of those before, where these repeat.
    if within.name:
        items = [_pass(each, around) for each in items]
    counters = {each.name for each in (within, around) if each.name}
    for each, found in zip(blocks, items, strict=True):
        each[:] = [item.statement for item in found]
    if counters:
        _simplify(block, frozenset(counters))


class _Counter:
    """The counter of the loops of one pass, which gets its name when the first is found."""

    def __init__(self, wanted: str, give_name: Callable[[str], str]) -> None:
        """Take the wanted name, and the function that makes it unique."""
        self._wanted = wanted
        self._give_name = give_name
        self.name = ""

    def taken(self) -> str:
        """Return the name."""
        self.name = self.name or self._give_name(self._wanted)
        return self.name


def _item(statement: t.Statement) -> _Item:
    if not _is_repeatable(statement):
        return _Item(statement, None, (), 0, [])
    shape, numbers = shape_of(statement)
    return _Item(statement, shape, numbers, 0, [])


_TRIVIA: Final = vocabulary.words(layout=True)


def _is_repeatable(statement: t.Statement) -> bool:
    """Return whether a statement may be repeated: it gives no name and is no comment."""
    if isinstance(statement, t.Assign):
        first = statement.targets[0]
        if type(first) is str and "." not in first:
            return False
        # Only a margin would say which element the register is that the call declares.
        if statement.declares:
            return False
    elif not isinstance(statement, t.Evaluate):
        return False
    return type(statement.value) is not t.Call or statement.value.function not in _TRIVIA


def _pass(
    items: list[_Item],
    counter: _Counter,
    outer: _Counter | None = None,
    carrying: Carrying | None = None,
    refresh: Callable[[t.Statement], tuple[list[_Item], int]] | None = None,
    *,
    is_even: bool = True,
) -> list[_Item]:
    """Roll repetitions up once, from the first statement to the last.

    Args:
        items: The statements.
        counter: The counter of the loops.
        outer: The counter of loops whose bodies are rolled up, too.
        carrying: Gives names to registers that a loop carries along, if that is wanted.
        refresh: Reads a statement again in which such a name replaces a register; returns the
            items of its block, and its place among these.
        is_even: Whether all numbers have to grow evenly; else `carrying` gives names.
    """
    keys: dict[Shape, int] = {}

    def key_of(place: int) -> int:
        # A statement that cannot be repeated has a shape of its own.
        shape = items[place].shape
        return -1 - place if shape is None else keys.setdefault(shape, len(keys))

    def changed(statement: t.Statement) -> None:
        if refresh is not None:
            row, place = refresh(statement)
            if row is items:
                shapes[place] = key_of(place)

    shapes = [key_of(place) for place in range(len(items))]
    following = _following(shapes)
    if is_even or carrying is None:
        evenness = _Evenness(items, shapes)
        tree = None
    else:
        if max(Counter(shapes).values(), default=0) < MIN_REPETITIONS:
            return items
        evenness = _Unevenness(items, shapes, carrying)
        tree = carrying.tree
    refused: dict[tuple[int, int], int] = {}
    found: list[_Item] = []
    at = 0
    while at < len(items):
        period, times = _repetition(evenness, following, at, refused, carrying)
        if times < MIN_REPETITIONS:
            found.append(items[at])
            at += 1
            continue
        repeated = items[at : at + period * times]
        if carrying is not None:
            before = items[at - period : at] if at >= period else []
            # What is in a loop already is no turn of this one.
            if not before or [*map(id, before)] != [*map(id, found[-period:])]:
                before = []
            named = _named(repeated, before, period, carrying, is_even=is_even)
            if named is not None and not is_even:
                fewer = _begins_later(evenness, at, period, times, named[0], carrying)
                if fewer:
                    found += items[at : at + fewer]
                    at += fewer
                    continue
            if named is not None:
                plan, turns = named
                if len(turns) > len(repeated):
                    del found[-period:]
                behind = carrying.write(plan, changed)
                carrying.consume([item.statement for item in repeated])
                evenness.forget()
                loop = _loop(turns, period, len(turns) // period, counter.taken(), tree)
                first = [item.statement for item in repeated[:period]]
                start = carrying.begun(plan, found[-1].statement, first) if found else None
                if start is not None:
                    found.pop()
                found += [
                    _Item(start or plan.start, None, (), 0, []),
                    loop._replace(shape=None),
                    *[_Item(each, None, (), 0, []) for each in behind],
                ]
                at += period * times
                continue
            # Only the first turns have been looked at so far.
            if is_even and _is_carried(items, at, period, times):
                refused[period, at % period] = at + period * (times - MIN_REPETITIONS + 1)
                found.append(items[at])
                at += 1
                continue
            carrying.consume([item.statement for item in repeated])
        nest = None if outer is None else _nest(repeated, period, times, counter, outer)
        found.append(nest or _loop(repeated, period, times, counter.taken(), tree))
        at += period * times
    return found


def _named(
    repeated: Sequence[_Item],
    before: Sequence[_Item],
    period: int,
    carrying: Carrying,
    *,
    is_even: bool,
) -> tuple[Plan, list[_Item]] | None:
    """Return how names carry the registers of a repetition, and its statements with them.

    The statements before it are its first turn where they are one. Where a number may grow
    unevenly, no other register may be read behind it.
    """
    if any(item.inner for item in repeated):
        return None
    turns = _turns(repeated, period)
    is_turn = [item.shape for item in before] == [item.shape for item in repeated[:period]]
    for earlier in ([before] if is_turn else []) + [[]]:
        plan = carrying.find(turns, [item.statement for item in earlier])
        if plan is None:
            continue
        found = [
            _Item(statement, *shape_of(statement), 0, [])
            for turn in plan.turns
            for statement in turn
        ]
        if any(item.shape != found[place % period].shape for place, item in enumerate(found)):
            continue
        columns = _columns(found, period)
        if columns is None or (is_even and columns):
            continue
        if is_even:
            return plan, found
        every = [[item.statement for item in earlier], *turns] if earlier else turns
        begins = [part for part in t.walk_expression(plan.start.value) if type(part) is t.Register]
        if carrying.keep_names(every, [*plan.last, *begins, *_column_registers(columns)]):
            return plan, found
    return None


def _made_by(items: Sequence[_Item]) -> set[t.Register]:
    """Return the registers that statements write."""
    return {register for item in items if not item.inner for register in _registers(item)[0]}


def _column_registers(columns: Columns) -> list[t.Register]:
    """Return the registers that columns stand for."""
    return [
        t.Register(column.file, number)
        for column in columns
        if column.file
        for number in column.numbers
    ]


def _begins_later(
    evenness: _Evenness, at: int, period: int, times: int, plan: Plan, carrying: Carrying
) -> int:
    """Return how many statements later turns begin that carry fewer names; 0 if none do.

    A reduction's turn begins with the shuffle and ends with the operation: the only value that it
    carries along is the result.
    """
    for later in range(1, period if len(plan.names) > 1 else 1):
        if evenness.times(at + later, period) < times:
            continue
        repeated = evenness.items[at + later : at + later + period * times]
        named = _named(repeated, [], period, carrying, is_even=False)
        if named is not None and len(named[0].names) < len(plan.names):
            return later
    return 0


def _turns(items: Sequence[_Item], period: int) -> list[list[t.Statement]]:
    """Return the statements of a repetition, turn by turn."""
    statements = [item.statement for item in items]
    return [statements[at : at + period] for at in range(0, len(statements), period)]


def _following(shapes: list[int]) -> list[int]:
    """Return for each item where the next of its shape is."""
    last: dict[int, int] = {}
    found = [len(shapes) + MAX_PERIOD + 1] * len(shapes)
    for index in range(len(shapes) - 1, -1, -1):
        found[index] = last.get(shapes[index], found[index])
        last[shapes[index]] = index
    return found


def _repetition(
    evenness: _Evenness,
    following: list[int],
    at: int,
    refused: dict[tuple[int, int], int],
    carrying: Carrying | None,
) -> tuple[int, int]:
    """Return period and number of the repetitions that begin at an item; the best there is.

    `refused` keeps where the repetitions end that carry registers along, by period and phase: they
    are not looked at again before.
    """
    items = evenness.items
    best = (0, 0)
    saved = _MIN_GAIN - 1
    other = following[at]
    for _ in range(_MAX_PERIODS_TRIED):
        period = other - at
        if other >= len(items) or period > MAX_PERIOD:
            break
        phase = (period, at % period)
        known = refused.get(phase, 0) > at
        times = 1 if known else evenness.times(at, period)
        gain = evenness.gain(at, period, times) if times >= MIN_REPETITIONS else 0
        if gain > saved:
            if not evenness.may_roll(at, period, times, carrying):
                refused[phase] = at + period * (times - MIN_REPETITIONS + 1)
            else:
                best, saved = (period, times), gain
        other = following[other]
    return best


_ROOM: Final = 80
"""The columns of a statement with its margin, without its indentation."""
_REGISTER_WIDTH: Final = 5
"""The columns that a register takes in the margin, about."""

_MIN_GAIN: Final = 2
"""How many lines a loop saves at least."""

_WORTH: Final = 4
"""How many lines a loop saves at least whose registers are read behind it, by their numbers."""

_FEW_TURNS: Final = 4
_MUCH: Final = 12
"""How many statements a loop of few turns saves at least that is over registers, and carries none.

A list of registers says less than a list of numbers: the statements that it replaces are plain.
"""

_DEEPEST: Final = 2
"""How many loops nest."""

_SHORT: Final = 3
"""The most statements of a body that can be taken in at a glance, whatever it carries along."""

_LOOKED_AT: Final = 4
"""The first repetitions show whether registers are carried along: the others follow evenly."""


def _registers(item: _Item) -> tuple[list[t.Register], list[t.Register]]:
    """Return the registers that a statement writes, and those that it reads."""
    if not item.registers:
        from ptxpy.lift.carried import registers_of  # noqa: PLC0415 - seldom needed

        item.registers.append(registers_of(item.statement))
    return item.registers[0]


def _is_carried(items: list[_Item], at: int, period: int, times: int, short: int = _SHORT) -> bool:
    """Return whether registers that a body reads come from elsewhere in its first run.

    In later runs the repetition before has written them: such a loop is hard to read, and harder to
    change, unless its body is short.
    """
    if period <= short:
        return False
    written: dict[t.Register, int] = {}
    reads: list[list[t.Register]] = []
    for time in range(min(times, _LOOKED_AT)):
        found: list[t.Register] = []
        for item in items[at + time * period : at + (time + 1) * period]:
            if item.inner:
                continue
            writes, read = _registers(item)
            found += read
            written.update(dict.fromkeys(writes, time))
        reads.append(found)
    first = reads[0]
    return any(
        register in written and written[register] < time and first[place] not in written
        for time, found in enumerate(reads)
        for place, register in enumerate(found)
        if time
    )


class _Evenness:
    """Where the statements of a block are repeated evenly, for each period that is tried."""

    def __init__(self, items: list[_Item], shapes: list[int]) -> None:
        """Take the statements, and a number for the shape of each."""
        self.items = items
        self._shapes = shapes
        self._runs: dict[int, tuple[int, int]] = {}
        """The run that was looked at last, by its period: each statement is looked at once."""

    def forget(self) -> None:
        """Forget the runs: statements have changed."""
        self._runs.clear()

    def times(self, at: int, period: int) -> int:
        """Return how often the lines of a period are repeated evenly; 1 for fewer than 3 times."""
        begin, end = self._runs.get(period, (0, -1))
        if not begin <= at <= end:
            end = at
            while self._is_even(end, period):
                end += 1
            self._runs[period] = at, end
        # An even line stands for three: itself, and those one and two periods behind it.
        times = 2 + (end - at) // period
        if times < MIN_REPETITIONS:
            return 1
        return times if self._is_linear(at, period) else 1

    def _is_even(self, index: int, period: int) -> bool:
        """Return whether a line, and those one and two periods after it, differ by even steps."""
        shapes, items = self._shapes, self.items
        second, third = index + period, index + 2 * period
        if third >= len(items) or not shapes[index] == shapes[second] == shapes[third]:
            return False
        one, two, three = items[index].numbers, items[second].numbers, items[third].numbers
        for a, b, c in zip(one, two, three, strict=True):  # noqa: SIM110 - quicker than a generator
            if b - a != c - b:
                return False
        return True

    def gain(self, at: int, period: int, times: int) -> int:  # noqa: ARG002
        """Return how many lines a loop saves: it replaces all by one period and its head."""
        return period * times - period - 1

    def may_roll(self, at: int, period: int, times: int, carrying: Carrying | None) -> bool:
        """Return whether a loop does not carry registers along, or under names."""
        if not _is_carried(self.items, at, period, times):
            return True
        repeated = self.items[at : at + period * min(times, _LOOKED_AT)]
        return carrying is not None and bool(_named(repeated, [], period, carrying, is_even=True))

    def _is_linear(self, at: int, period: int) -> bool:
        """Return whether no number that grows is a factor or a bound of an inner loop."""
        for item, after in zip(
            self.items[at : at + period], self.items[at + period : at + 2 * period], strict=True
        ):
            if item.inner and item.numbers != after.numbers:
                grows = map(ne, item.numbers, after.numbers)
                if any(map(and_, grows, _fixed(item.statement))):
                    return False
        return True


class _Unevenness(_Evenness):
    """Where the statements of a block are repeated, and a number or two grow unevenly."""

    def __init__(self, items: list[_Item], shapes: list[int], carrying: Carrying) -> None:
        """Take the statements, a number for the shape of each, and a function for names."""
        super().__init__(items, shapes)
        from ptxpy.lift import uneven  # noqa: PLC0415 - seldom needed

        self._uneven = uneven
        self._carrying = carrying
        self._places: dict[int, Sequence[tuple[str, str]]] = {}
        """The roles of the integers of each shape."""

    def times(self, at: int, period: int) -> int:
        """Return how often the lines of a period are repeated with few numbers that are uneven."""
        times = super().times(at, period)
        turn = [item.statement for item in self.items[at : at + period]]
        if times < MIN_REPETITIONS or all(map(_is_constant, turn)):
            return 1
        for fewer in range(times, MIN_REPETITIONS - 1, -1):
            if self._columns(at, period, fewer):
                return fewer
        return 1

    def _columns(self, at: int, period: int, times: int) -> Columns | None:
        repeated = self.items[at : at + period * times]
        # Before carried registers have names, those that a repetition makes do not count.
        return _columns(repeated, period, may_carry=True)

    def gain(self, at: int, period: int, times: int) -> int:
        """Return how many lines a loop saves of those that are left when values are nested."""
        repeated = self.items[at : at + period * times]
        statements = [item.statement for item in repeated]
        head = self._uneven.head_lines([*(self._columns(at, period, times) or ())])
        return self._lines(statements) - self._lines(statements[:period]) - head

    def _lines(self, statements: Sequence[t.Statement]) -> int:
        """Return about how many lines statements take."""
        is_nestable = self._carrying.is_nestable
        nested = sum(is_nestable(one, two) for one, two in pairwise(statements))
        return sum(map(_lines_of, statements)) - nested

    def may_roll(self, at: int, period: int, times: int, _: Carrying | None) -> bool:
        """Return whether nothing else reads the registers of a loop, or names carry them along."""
        repeated = self.items[at : at + period * times]
        if not _is_carried(self.items, at, period, times, 0):
            columns = _columns(repeated, period)
            if columns is None or not (
                all(not column.file for column in columns)
                or (period > 1 and (times > _FEW_TURNS or period * (times - 1) >= _MUCH))
            ):
                return False
            return self._carrying.keep_names(
                _turns(repeated, period),
                _column_registers(columns),
                are_read_behind=self.gain(at, period, times) >= _WORTH,
            )
        # The names begin on a line of their own.
        return self.gain(at, period, times) > _MIN_GAIN and bool(
            _named(repeated, [], period, self._carrying, is_even=False)
        )

    def _is_even(self, index: int, period: int) -> bool:
        """Return whether a line, and those one and two periods after it, have even registers."""
        shapes, items = self._shapes, self.items
        second, third = index + period, index + 2 * period
        if third >= len(items) or not shapes[index] == shapes[second] == shapes[third]:
            return False
        if items[index].inner:
            return False
        places = self._places.get(shapes[index])
        if places is None:
            places = self._places[shapes[index]] = self._uneven.places_of(items[index].statement)
        one, two, three = items[index].numbers, items[second].numbers, items[third].numbers
        return all(
            kind != self._uneven.FIXED or b - a == c - b
            for a, b, c, (kind, _) in zip(one, two, three, places, strict=True)
        )


def _lines_of(statement: t.Statement) -> int:
    """Return about how many lines a statement takes: three, if it does not fit on one."""
    margin = min(_REGISTER_WIDTH * len(statement.emits), MAX_MARGIN)
    return 1 if len(statement_text(statement)) + margin <= _ROOM else 3


def _is_constant(statement: t.Statement) -> bool:
    """Return whether a statement is a number in a register, which tells nothing by itself."""
    return isinstance(statement, t.Assign) and type(t.number_of(statement.value)) is int


def _fixed(statement: t.Statement) -> Iterator[bool]:
    """Yield for each integer of a statement whether it is a factor or the bound of a loop."""
    if isinstance(statement, t.For):
        yield True
    for head in t.head_expressions(statement):
        yield from _fixed_in(head)
    yield from (False for _ in statement.emits)
    for inner in t.statement_bodies(statement) or ():
        yield from _fixed(inner)


def _fixed_in(expression: t.Expression, *, is_factor: bool = False) -> Iterator[bool]:
    if type(expression) is int:
        yield is_factor
    elif type(expression) is t.Binary:
        yield from _fixed_in(expression.left, is_factor=expression.operator == "*")
        yield from _fixed_in(expression.right)
    else:
        for part in t.children(expression):
            yield from _fixed_in(part)


def _nest(
    items: list[_Item], period: int, times: int, counter: _Counter, outer: _Counter
) -> _Item | None:
    """Return a loop whose body is rolled up, too, or None where its statements do not repeat."""
    if period < MIN_REPETITIONS:
        return None
    # The body is tried with other names first: a counter that is not used must not be taken.
    tried = _pass(_generalised_items(items, period, "j"), _Counter("i", str))
    if len(tried) == period:
        return None
    body = _pass(_generalised_items(items, period, outer.taken()), counter)
    loop = t.For(outer.name, times, [item.statement for item in body])
    return _Item(loop, None, (), _DEEPEST, [])


def _generalised_items(items: list[_Item], period: int, counter: str) -> list[_Item]:
    """Return the statements of a loop's body; with formulas in them, they count as loops."""
    return [
        _Item(statement, *shape_of(statement), 1, []) for statement in _body(items, period, counter)
    ]


Columns: TypeAlias = "dict[Uneven, int]"
"""The numbers that grow unevenly, each with the line of a turn that has it first."""


def _are_even(rows: Sequence[Sequence[int]]) -> bool:
    """Return whether all numbers grow by the same step from row to row."""
    return all(
        b - a == c - b
        for one, two, three in zip(rows, rows[1:], rows[2:], strict=False)
        for a, b, c in zip(one, two, three, strict=True)
    )


def _columns(items: Sequence[_Item], period: int, *, may_carry: bool = False) -> Columns | None:
    """Return the numbers of a repetition that grow unevenly; None if there may be no loop.

    If it `may_carry`, registers that it carries along may get names: their numbers do not count.
    """
    found: Columns = {}
    made: set[t.Register] = set()
    for line in range(period):
        turns = items[line::period]
        rows = [item.numbers for item in turns]
        if _are_even(rows):
            continue
        # Most functions have no such numbers and load nothing for them.
        from ptxpy.lift.uneven import MAX_COLUMNS, places_of, uneven_numbers  # noqa: PLC0415

        places = () if turns[0].inner else places_of(turns[0].statement)
        if not places:
            return None
        made = made or _made_by(items)
        uneven = uneven_numbers(rows, places, made, may_carry=may_carry)
        if uneven is None:
            return None
        for column in uneven:
            found.setdefault(column, line)
        if len(found) > MAX_COLUMNS:
            return None
    return found


def _loop(
    items: list[_Item], period: int, times: int, counter: str, tree: FunctionTree | None = None
) -> _Item:
    """Return a loop; `tree` gives names to its numbers, if these may grow unevenly."""
    columns: dict[Uneven, t.Column] = {}
    if tree is not None:
        lines = [
            (column, items[at].statement) for column, at in (_columns(items, period) or {}).items()
        ]
        from ptxpy.lift.uneven import name_columns  # noqa: PLC0415 - seldom needed

        columns = name_columns(lines, tree)
    body = _body(items, period, counter, columns)
    loop = t.For(counter, times, body, columns.values())
    shape, numbers = shape_of(loop)
    return _Item(loop, shape, numbers, max(item.inner for item in items) + 1, [])


_Step: TypeAlias = "int | t.Column | t.Turns"
"""By how much a number grows, or the column, or the numbers, that stand for it."""


def _body(
    items: list[_Item],
    period: int,
    counter: str,
    columns: Mapping[Uneven, t.Column] = MappingProxyType({}),
) -> list[t.Statement]:
    """Return the statements of a period, with their numbers as they are in each repetition."""
    body: list[t.Statement] = []
    for line, (first, second) in enumerate(
        zip(items[:period], items[period : 2 * period], strict=True)
    ):
        steps: list[_Step] = [b - a for a, b in zip(first.numbers, second.numbers, strict=True)]
        rows = [item.numbers for item in items[line::period]]
        if not _are_even(rows):
            from ptxpy.lift.uneven import HIDDEN, Uneven, places_of  # noqa: PLC0415 - as above

            for at, (numbers, (kind, file)) in enumerate(
                zip(zip(*rows, strict=True), places_of(first.statement), strict=True)
            ):
                column = columns.get(Uneven(numbers, file))
                if kind == HIDDEN:
                    if any(after - before != steps[at] for before, after in pairwise(numbers)):
                        steps[at] = t.Turns(counter, numbers)
                elif column is not None:
                    steps[at] = column
        body.append(_generalised(first.statement, iter(steps), counter))
    return body


def _generalised(statement: t.Statement, steps: Iterator[_Step], counter: str) -> t.Statement:
    """Return a statement with its numbers as they are in each repetition.

    `steps` has for each number by how much it grows, or the name that stands for it.
    """
    if isinstance(statement, t.For):
        # The first integer of a loop is how often it is run, which does not grow.
        next(steps)
        body = [_generalised(inner, steps, counter) for inner in statement.body]
        return t.For(statement.variable, statement.count, body, statement.columns)

    made: t.Statement
    if isinstance(statement, t.Assign):
        made = t.Assign(statement.targets, statement.value, statement.instruction)
        made.makers = statement.makers
        made.declares = statement.declares
        made.emits = statement.emits
    elif isinstance(statement, t.Evaluate):
        made = t.Evaluate(statement.value)
        made.emits = statement.emits
    else:
        msg = f"{type(statement).__name__} is not repeated"
        raise TypeError(msg)
    transform_statement(made, partial(_stepped, steps, counter))
    return made


def _stepped(steps: Iterator[_Step], counter: str, expression: t.Expression) -> t.Expression | None:
    """Return the formula of a number, or of a sum with a formula; None for anything else."""
    if type(expression) is t.Register and type(expression.number) is int:
        step = next(steps)
        if isinstance(step, t.Column):
            return step.name
        number = _formula(expression.number, step, counter) if step else expression.number
        return t.Register(expression.file, number)
    if type(expression) is int:
        step = next(steps)
        return _formula(expression, step, counter) if step else expression
    if type(expression) is t.Binary and (
        expression.operator == "+"
        and type(expression.left) is t.Binary
        and (expression.left.operator == "*")
    ):
        # A function within a function would be a cycle, which keeps memory where none is collected.
        change = partial(_stepped, steps, counter)
        left = rebuild(expression.left, change)
        right = expression.right
        if type(right) is int:
            step = next(steps)
            return _sum(left, right, step, counter) if step else t.Binary(left, "+", right)
        return t.Binary(left, "+", rebuild(right, change))
    return None


def _formula(number: int, step: _Step, counter: str) -> t.Expression:
    """Return the formula of a number in the repetitions: `4 * i + 7`."""
    if isinstance(step, t.Turns):
        return step
    if isinstance(step, t.Column):
        return step.name
    if step < 0:
        return t.Binary(number, "-", _product(-step, counter))
    # A zero is kept for now: with it, the first repetition has the form of the others.
    return t.Binary(_product(step, counter), "+", number)


def _sum(left: t.Expression, number: int, step: _Step, counter: str) -> t.Expression:
    """Return the sum of a formula and that of a number in the repetitions."""
    if not isinstance(step, int):
        return t.Binary(left, "+", _formula(number, step, counter))
    if step < 0:
        return t.Binary(t.Binary(left, "+", number), "-", _product(-step, counter))
    return t.Binary(t.Binary(left, "+", _product(step, counter)), "+", number)


def _product(step: int, counter: str) -> t.Expression:
    return counter if step == 1 else t.Binary(step, "*", counter)


def _simplify(block: Sequence[t.Statement], counters: frozenset[str]) -> None:
    """Drop the zeros of formulas that nobody wrote, `2 * i + 0`, and subtract negative numbers."""

    def change(expression: t.Expression) -> t.Expression | None:
        if type(expression) is not t.Binary or expression.operator != "+":
            return None
        left, number = expression.left, expression.right
        if type(number) is not int or number > 0:
            return None
        # A sum with 0 that PTX has is an instruction, and stays.
        names = {part for part in t.walk_expression(left) if type(part) is str}
        if not names or not names <= counters:
            return None
        left = rebuild(left, change)
        return t.Binary(left, "-", -number) if number else left

    for statement in t.walk_statements(block):
        if isinstance(statement, t.For):
            for inner in statement.body:
                transform_statement(inner, change)
