"""Runs: registers of one array, `acc[4 * i + 2]`, if the program reads as it did before.

A rule of `names` says which registers are one array. It has a name in the text if each place that
mentions one such register can say so: an element, or a slice, whose index is a formula of the
counters of the loops around. Then nothing but the spelling differs: elements of a run are written
and read as those of a register file are.

Compilers make values in one order and read them in the other. An array counts in the direction in
which most indices grow with the loops, or else as the other arrays of its statements do.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
from operator import sub
from typing import TYPE_CHECKING, Final, TypeAlias

from ptxpy._records import NamedTuple
from ptxpy.dialect import value_class, vocabulary
from ptxpy.lift.mentions import Loop, evaluate, repetitions
from ptxpy.naming import Run, Span
from ptxpy.pytree import tree as t

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

    from ptxpy.lift.function_tree import FunctionTree

__all__ = ["Mentioned", "Outline", "Runs", "array_of", "turned_families"]

MAX_PIECES: Final = 6
"""The most rows of registers that the margin of a run lists."""

_Exact: TypeAlias = tuple[str, int]
"""A register: its file, and its number."""
_Written: TypeAlias = tuple[t.Register | t.Slice, int]
"""A mention as it is written, and, if its number is computed, the loop around it."""

_COMMENTS: Final = (vocabulary.COMMENT, vocabulary.LOOP_COMMENT)


class NamedRun(NamedTuple):
    """A run that the text can name."""

    names: tuple[str, ...]
    """The names that rules give it, the best first."""
    type: str
    registers: tuple[t.Register, ...]
    statements: tuple[t.Statement, ...]
    """The statements that mention it, in the order of the text."""


_ELEMENTS: Final = (t.Register, t.Slice)
"""The expressions that may be elements of a run."""


def array_of(name: str, registers: Sequence[str]) -> Run:
    """Return a run of registers that are made or read in one way, by their names in PTX."""
    return Run(name, "arrays", tuple(registers), Span(0, 0))


class Runs:
    """The runs of one function."""

    def __init__(self, tree: FunctionTree) -> None:
        """Read the statements of a function."""
        self._tree = tree
        self._covered: dict[_Written, list[tuple[_Exact, ...]]] = {}
        """The registers of each mention, in each repetition of the loops around."""
        self._loops: dict[_Written, Loop] = {}
        self._mentions: dict[_Exact, dict[_Written, None]] = defaultdict(dict)
        self._statements: dict[_Written, list[t.Statement]] = defaultdict(list)
        self._order: dict[int, int] = {}
        """The number of each statement, by its `id`."""
        self._elsewhere: set[_Exact] = set()
        """Registers that something mentions which is no element."""
        self._places: dict[_Written, t.Expression] = {}
        """The text so far of each mention of a register of a run."""
        self._read(tree.block, Loop((), 0))

    def choose(self, wanted: Iterable[Run], quoted: frozenset[str] | set[str]) -> list[NamedRun]:
        """Return the runs that the text can name; earlier ones have the choice."""
        numbers = self._numbers()
        taken: set[_Exact] = set()
        found: dict[tuple[_Exact, ...], NamedRun] = {}
        for run in wanted:
            if not quoted.isdisjoint(run.registers):
                continue
            exact = [numbers[each] for each in run.registers if each in numbers]
            # What has been written where it is used is no element of anything.
            own = tuple([each for each in exact if each in self._mentions])
            if own in found:
                found[own] = found[own]._replace(names=(*found[own].names, run.name))
                continue
            if len(own) < len(run.registers) and (run.rule == "fragments" or len(own) <= 1):
                continue
            if not taken.isdisjoint(own) or not self._elsewhere.isdisjoint(own):
                continue
            named = self._named(run.name, own)
            if named is not None:
                taken.update(own)
                found[own] = named
        return [*found.values()]

    def families(self, names: Mapping[str, str], ordered: Iterable[Run] = ()) -> list[Run]:
        """Return the registers that loops make or read one by one, if they share one name.

        Args:
            names: The name of the array of which a register is an element.
            ordered: Runs whose order is given.
        """
        numbers = self._numbers()
        fixed = [[numbers[each] for each in run.registers if each in numbers] for run in ordered]
        worded: list[tuple[str, list[_Exact]]] = []
        for family in self._joined():
            words = {names.get(self._tree.register_name(*each), "") for each in family}
            if len(words) == 1 and (word := words.pop()):
                worded.append((word, family))
            else:
                fixed.append(sorted(family))
        turned = turned_families([family for _, family in worded], self._mentioned(), fixed)
        by_word: dict[str, list[list[_Exact]]] = defaultdict(list)
        for number, (word, family) in enumerate(worded):
            by_word[word].append(family[::-1] if number in turned else family)
        return [
            self._run(word, order)
            for word, families in by_word.items()
            for whole in self._wholes(families)
            for order in dict.fromkeys([tuple(whole), _sorted(whole)])
        ]

    def _wholes(self, families: Sequence[list[_Exact]]) -> Iterator[list[_Exact]]:
        """Yield families that are alive together as one, then fewer and fewer families."""
        for group in self._alive_together(families):
            yield [each for family in group for each in family]
            if len(group) > 1:
                # `sub` gives the first statement less the last one, which is the negated length.
                longest = max(group, key=lambda family: -sub(*self._span(family)))
                yield from self._wholes([longest])
                yield from self._wholes([each for each in group if each is not longest])

    def _run(self, word: str, registers: Sequence[_Exact]) -> Run:
        return array_of(word, [self._tree.register_name(*each) for each in registers])

    def _alive_together(self, families: Sequence[list[_Exact]]) -> list[list[list[_Exact]]]:
        """Group families of one file that are mentioned between the mentions of each other."""
        groups: list[list[list[_Exact]]] = []
        last = -1
        for first, end, family in sorted((*self._span(family), family) for family in families):
            if groups and first < last and groups[-1][0][0][0] == family[0][0]:
                groups[-1].append(family)
                last = max(last, end)
            else:
                groups.append([family])
                last = end
        return groups

    def _span(self, family: Sequence[_Exact]) -> tuple[int, int]:
        """Return the numbers of the first and of the last statement that mention a family."""
        found = [
            self._order[id(statement)]
            for each in family
            for written in self._mentions[each]
            for statement in self._statements[written]
        ]
        return min(found), max(found)

    def _mentioned(self) -> Iterator[Mentioned]:
        """Yield the mentions of more than one register, in each statement."""
        for written, rows in self._covered.items():
            registers = [each for row in rows for each in row]
            for statement in self._statements[written] if len(registers) > 1 else ():
                yield Mentioned(self._order[id(statement)], registers)

    def _joined(self) -> list[list[_Exact]]:
        """Return the registers that mentions of several join, in the order of the text."""
        families: dict[_Exact, list[_Exact]] = {}
        for written, rows in self._covered.items():
            own = list(dict.fromkeys([each for row in rows for each in row]))
            # A value that each turn of a loop makes and reads for itself has one name, without an
            # index.
            is_own = isinstance(written[0], t.Register) and all(
                [*self._mentions[each]] == [written] for each in own
            )
            if len(own) > 1 and not is_own:
                joined = list({id(f): f for each in own if (f := families.get(each))}.values())
                whole = joined[0] if joined else []
                for other in joined[1:]:
                    whole += other
                known = set(whole)
                whole += [each for each in own if each not in known]
                families.update(dict.fromkeys(whole, whole))
        return list({id(family): family for family in families.values()}.values())

    def place(self, part: t.Expression, loop: Loop) -> t.Expression | None:
        """Return the expression for a mention of a run: its name and the index."""
        if isinstance(part, _ELEMENTS):
            return self._places.get(_written(part, loop))
        return None

    def name(self, run: NamedRun, name: str) -> None:
        """Let a run have a name."""
        exact = [(each.file, each.number) for each in run.registers]
        index = {each: at for at, each in enumerate(exact)}
        for each in exact:
            for written in self._mentions[each]:  # type: ignore[index]
                if written not in self._places:
                    place = self._formula(written, index)  # type: ignore[arg-type]
                    if place is not None:
                        self._places[written] = (
                            place._replace(base=name)
                            if isinstance(place, t.Element)
                            else place._replace(file=name)
                        )

    def _numbers(self) -> dict[str, _Exact]:
        names = self._tree.register_name
        found = {names(*each): each for each in self._mentions}
        return found | {names(*each): each for each in self._elsewhere}

    def _named(self, name: str, own: Sequence[_Exact]) -> NamedRun | None:
        """Return a run if everything that mentions it can name it."""
        files = {file for file, _ in own}
        if len(files) != 1:
            return None
        file = self._tree.files[files.pop()]
        declared = {each.prefix: each.storage for each in self._tree.files.values()}
        # `reg.run` declares registers by their type alone, so that a file declared otherwise has
        # none.
        if value_class(file.type, declared) != (file.storage, file.type) or file.type == "pred":
            return None
        if _count_rows([number for _, number in own]) > MAX_PIECES:
            return None
        index = {each: at for at, each in enumerate(own)}
        mentions = dict.fromkeys([each for exact in own for each in self._mentions[exact]])
        if any(self._formula(written, index) is None for written in mentions):
            return None
        statements = [each for written in mentions for each in self._statements[written]]
        registers = tuple([t.Register(*each) for each in own])
        return NamedRun((name,), file.type, registers, tuple(statements))

    # ------------------------------------------------------------------ formulas

    def _formula(
        self, written: _Written, index: Mapping[_Exact, int]
    ) -> t.Element | t.Slice | None:
        """Return a mention as an element or a slice of a run without a name, None if it is none."""
        rows = self._covered[written]
        if not all(each in index for row in rows for each in row):
            return None
        steps = {index[after] - index[before] for row in rows for before, after in pairwise(row)}
        lengths = {len(row) for row in rows}
        if len(steps) > 1 or len(lengths) != 1 or not steps <= {1, -1}:
            return None
        start = _linear([index[row[0]] for row in rows], self._loops[written])
        if start is None:
            return None
        part = written[0]
        if isinstance(part, t.Register):
            return t.Element("", start)
        step = steps.pop() if steps else 1
        stop: t.Expression | None = _shifted(start, step * lengths.pop())
        # A slice down to element 0 has no end.
        if isinstance(stop, int) and stop < 0:
            stop = None
        elif step < 0 and not isinstance(stop, int):
            # In the turn in which a falling slice reaches element 0, its end would be -1: the last
            # element.
            return None
        return t.Slice("", start, stop, step)

    # ------------------------------------------------------------------ mentions

    def _read(self, block: Sequence[t.Statement], loop: Loop) -> None:
        for statement in block:
            self._order[id(statement)] = len(self._order)
            for head in t.head_expressions(statement):
                self._mention(head, statement, loop)
            # A margin names registers, and cannot name an element of a run.
            for register in statement.emits:
                self._elsewhere.update(each for row in _rows(register, loop) for each in row)
            inner = t.statement_bodies(statement)
            if inner is not None:
                inside = loop
                if isinstance(statement, t.For):
                    counters = (*loop.counters, (statement.variable, statement.count))
                    inside = Loop(counters, id(statement))
                self._read(inner, inside)

    def _mention(self, expression: t.Expression, statement: t.Statement, loop: Loop) -> None:
        if isinstance(expression, _ELEMENTS):
            if expression.file in self._tree.files:
                self._note(expression, statement, loop)
            return
        if isinstance(expression, t.Value):
            self._elsewhere.update(each for row in _rows(expression.register, loop) for each in row)
        if isinstance(expression, t.Call) and expression.function in _COMMENTS:
            for part in t.walk_expression(expression):
                if isinstance(part, t.Register | t.Slice):
                    self._elsewhere.update(each for row in _rows(part, loop) for each in row)
            return
        for part in t.children(expression):
            if type(part) is not str and type(part) is not int:
                self._mention(part, statement, loop)

    def _note(self, part: t.Register | t.Slice, statement: t.Statement, loop: Loop) -> None:
        written = _written(part, loop)
        if written not in self._covered:
            rows = _rows(part, loop)
            self._covered[written] = rows
            self._loops[written] = loop
            for row in rows:
                for each in row:
                    self._mentions[each][written] = None
        self._statements[written].append(statement)


def _sorted(registers: Sequence[_Exact]) -> tuple[_Exact, ...]:
    """Return registers by their numbers, in the direction that most have in the text."""
    rising = sum(1 if before < after else -1 for before, after in pairwise(registers))
    return tuple(sorted(registers, reverse=rising < 0))


def _count_rows(numbers: Sequence[int]) -> int:
    """Return how many rows of even steps some numbers are, or single numbers.

    Several rows may take turns, as the numbers 0, 1, 8, 9, 16, 17 do.
    """
    return min(_count_turns(numbers, width) for width in _WIDTHS if len(numbers) % width == 0)


_WIDTHS: Final = (1, 2, 4, 8)
"""How many rows may take turns."""


def _count_turns(numbers: Sequence[int], width: int) -> int:
    """Return how many of some numbers continue rows that take turns, `width` rows."""
    turns = [numbers[at : at + width] for at in range(0, len(numbers), width)]
    count = width
    steps: tuple[int, ...] = ()
    for before, after in pairwise(turns):
        now = tuple(map(sub, after, before))
        if steps and now != steps:
            count += width
            steps = ()
        else:
            steps = now
    return count


def _written(part: t.Register | t.Slice, loop: Loop) -> _Written:
    """Return the key of a mention."""
    if isinstance(part, t.Register):
        is_plain = type(part.number) is int
    else:
        is_plain = type(part.start) is int and type(part.stop) is int
    return part, 0 if is_plain else loop.identity


def _rows(part: t.Register | t.Slice, loop: Loop) -> list[tuple[_Exact, ...]]:
    """Return the registers of a mention, in each repetition of the loops around."""
    if isinstance(part, t.Register):
        if isinstance(part.number, int):
            return [((part.file, part.number),)]
        return [((part.file, evaluate(part.number, values)),) for values in repetitions(loop)]
    if isinstance(part.start, int) and isinstance(part.stop, int | None):
        return [_row(part, {})]
    return [_row(part, values) for values in repetitions(loop)]


def _row(part: t.Slice, values: Mapping[str, int]) -> tuple[_Exact, ...]:
    start = evaluate(part.start, values)
    stop = -1 if part.stop is None else evaluate(part.stop, values)
    return tuple([(part.file, number) for number in range(start, stop, part.step)])


def _linear(numbers: Sequence[int], loop: Loop) -> t.Expression | None:
    """Return the formula of the counters for the numbers of the repetitions."""
    first = numbers[0]
    if len(numbers) == 1:
        return first
    steps: list[tuple[str, int]] = []
    stride = 1
    # The counter of the innermost loop grows with each repetition, and those around it in strides.
    for name, count in reversed(loop.counters):
        if count > 1:
            steps.insert(0, (name, numbers[stride] - first))
        stride *= count
    for values, number in zip(repetitions(loop), numbers, strict=True):
        if first + sum(step * values[name] for name, step in steps) != number:
            return None
    return _formula([(name, step) for name, step in steps if step], first)


def _formula(steps: Sequence[tuple[str, int]], number: int) -> t.Expression:
    """Return a sum of products and a number: `4 * i + 2`, `7 - i`."""
    rising = [_product(name, step) for name, step in steps if step > 0]
    falling = [_product(name, -step) for name, step in steps if step < 0]
    if not rising:
        made: t.Expression = number
    else:
        made = rising[0]
        for part in rising[1:]:
            made = t.Binary(made, "+", part)
        if number > 0:
            made = t.Binary(made, "+", number)
    for part in falling:
        made = t.Binary(made, "-", part)
    return t.Binary(made, "-", -number) if rising and number < 0 else made


def _product(name: str, step: int) -> t.Expression:
    return name if step == 1 else t.Binary(step, "*", name)


def _shifted(formula: t.Expression, by: int) -> t.Expression:
    """Return a formula of which a number is added."""
    if isinstance(formula, int):
        return formula + by
    if isinstance(formula, t.Binary) and isinstance(formula.right, int):
        number = formula.right if formula.operator == "+" else -formula.right
        if formula.operator in "+-":
            return _added(formula.left, number + by)
    return _added(formula, by)


def _added(formula: t.Expression, number: int) -> t.Expression:
    if number == 0:
        return formula
    return t.Binary(formula, "+", number) if number > 0 else t.Binary(formula, "-", -number)


class Outline:
    """The nesting of the statements of a function."""

    def __init__(self, block: t.Block) -> None:
        """Read the statements of a function."""
        self._places: dict[int, tuple[int, t.Block, t.Statement | None]] = {}
        """For each statement, by its `id`, its number, its block and the statement around it."""
        self._read(block, None)

    def declaration_place(self, statements: Sequence[t.Statement]) -> tuple[t.Block, t.Statement]:
        """Return the statement before which a run begins that others mention, and its block.

        The block is the innermost one around all mentions, outside of loops that Python runs.
        """
        wanted = {id(each) for each in statements}
        chains = [self._chain(each) for each in statements]
        level = 0
        while True:
            holders = {id(chain[level]): chain[level] for chain in chains}
            first = min(holders.values(), key=lambda each: self._places[id(each)][0])
            if len(holders) > 1 or id(first) in wanted or isinstance(first, t.For):
                return self._places[id(first)][1], first
            level += 1

    def block(self, statement: t.Statement) -> t.Block:
        """Return the block that has a statement."""
        return self._places[id(statement)][1]

    def depth(self, statement: t.Statement) -> int:
        """Return how many blocks are around a statement, the function's own included."""
        return len(self._chain(statement))

    def _read(self, block: t.Block, outer: t.Statement | None) -> None:
        for statement in block:
            self._places[id(statement)] = (len(self._places), block, outer)
            if statement.body is not None:
                self._read(statement.body, statement)

    def _chain(self, statement: t.Statement) -> list[t.Statement]:
        """Return the statements around one, from the outermost on, and the statement itself."""
        found = [statement]
        outer = self._places[id(statement)][2]
        while outer is not None:
            found.append(outer)
            outer = self._places[id(outer)][2]
        return found[::-1]


_Register: TypeAlias = "Hashable"
_ROUNDS: Final = 4
"""How often the directions of families are looked at again after changes of others."""


class Mentioned(NamedTuple):
    """The registers that an expression in a loop stands for, turn by turn."""

    statement: int
    registers: Sequence[_Register]


class _Use(NamedTuple):
    array: int
    """The number of a family, -1 for registers whose order is fixed."""
    direction: int


def turned_families(
    families: Sequence[Sequence[_Register]],
    mentions: Iterable[Mentioned],
    fixed: Iterable[Sequence[_Register]] = (),
) -> set[int]:
    """Return the numbers of the families that count from their ends.

    Args:
        families: Registers of an array each, in the order of the text.
        mentions: The mentions in loops of the program.
        fixed: Registers of arrays whose order is given.
    """
    places = {each: (-1, at) for run in fixed for at, each in enumerate(run)}
    for number, family in enumerate(families):
        places.update((each, (number, at)) for at, each in enumerate(family))
    by_family = _uses_by_family(mentions, places)
    turned: set[int] = set()
    for _ in range(_ROUNDS):
        before = set(turned)
        for number, own in by_family.items():
            if _cost(number, own, turned ^ {number}) < _cost(number, own, turned):
                turned ^= {number}
        if turned == before:
            break
    return turned


def _uses_by_family(
    mentions: Iterable[Mentioned], places: dict[_Register, tuple[int, int]]
) -> dict[int, list[list[_Use]]]:
    """Return for each family all uses of arrays in each statement that mentions it."""
    statements: dict[int, list[_Use]] = defaultdict(list)
    for mention in mentions:
        use = _use(mention, places)
        if use is not None:
            statements[mention.statement].append(use)
    found: dict[int, list[list[_Use]]] = defaultdict(list)
    for uses in statements.values():
        for number in {use.array for use in uses} - {-1}:
            found[number].append(uses)
    return found


def _use(mention: Mentioned, places: dict[_Register, tuple[int, int]]) -> _Use | None:
    """Return in which direction a mention goes through an array, None if through none."""
    first, last = (places.get(mention.registers[at]) for at in (0, -1))
    if first is None or last is None or first[0] != last[0] or first == last:
        return None
    return _Use(first[0], 1 if first[1] < last[1] else -1)


def _cost(number: int, statements: Iterable[Sequence[_Use]], turned: set[int]) -> tuple[int, int]:
    """Return how many mentions of a family shrink, and how many disagree in direction."""
    disagreeing = shrinking = 0
    for uses in statements:
        directions = [
            (use.array, -use.direction if use.array in turned else use.direction) for use in uses
        ]
        disagreeing += sum(
            one[1] != other[1] and number in (one[0], other[0])
            for one, other in combinations(directions, 2)
        )
        shrinking += sum(array == number and direction < 0 for array, direction in directions)
    return shrinking, disagreeing
