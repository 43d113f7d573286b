"""Values that a repetition carries along: each turn reads a result of the turn before.

    ax = acc[0]
    for i in range(8):
        ax = ptx.fma.rn.f32(dx, s, ax)  #: f51..205/22

Such a register has one Python name, which each turn binds anew. `reroll` finds the repetition and
asks here whether names can carry its registers: nothing but the next turn may read a value of an
earlier one, and the value of the last turn goes by the name from there on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain, count
from string import ascii_lowercase
from typing import TYPE_CHECKING, Final, TypeAlias

from ptxpy._records import NamedTuple
from ptxpy.isa import TYPES
from ptxpy.lift.derived_names import names_of_part, names_of_value
from ptxpy.lift.mentions import Mentions
from ptxpy.lift.values import has_its_class, made_value
from ptxpy.naming import MAX_RIVALS
from ptxpy.pytree import rebuild, transform_statement
from ptxpy.pytree import tree as t

if TYPE_CHECKING:
    from ptxpy.lift.function_tree import FunctionTree

__all__ = ["Carrying", "Plan", "registers_of"]

MAX_CARRIED: Final = 4
"""The most names that a loop carries: a reader keeps about four things in mind at a time (Cowan,
The magical number 4 in short-term memory, 2001)."""

_Place: TypeAlias = "tuple[int, int]"
"""A register of a turn: the line, and its place among those that the line writes, or reads."""
Turn: TypeAlias = "Sequence[t.Statement]"


class Plan(NamedTuple):
    """A loop that carries names along."""

    start: t.Assign
    """Gives the names their first values."""
    turns: list[list[t.Statement]]
    """The statements of each turn, with the names in them."""
    names: list[str]
    last: list[t.Register]
    """The registers that the last turn writes, by name."""
    turn: Turn
    """The statements of the last turn as they were."""


class _Carried(NamedTuple):
    """A register that each turn reads and writes anew."""

    write: _Place
    reads: tuple[_Place, ...]
    """The reads of the value of the turn before."""


def registers_of(statement: t.Statement) -> tuple[list[t.Register], list[t.Register]]:
    """Return the registers that a statement writes, and those that it reads, in order."""
    # The value is the last expression of a statement, behind its targets.
    *targets, value = t.head_expressions(statement)
    return [part for target in targets for part in _numbered(target)], [*_numbered(value)]


def _numbered(expression: t.Expression) -> Iterator[t.Register]:
    for part in t.walk_expression(expression):
        if type(part) is t.Register and type(part.number) is int:
            yield part


_PARTIAL: Final = "partial_"
"""How the names of values begin that are others' parts: the last one is the whole."""
MUCH: Final = 12
"""How many statements a loop saves at least whose constants lose their names behind it."""


class Carrying:
    """The names that the loops of one function carry along."""

    def __init__(self, tree: FunctionTree) -> None:
        """Take a function; its statements are read when the first repetition asks."""
        self.tree = tree
        self._found: Mentions | None = None
        self._consumed: set[int] = set()
        """The statements that are in a loop, by their `id`."""

    @property
    def _mentions(self) -> Mentions:
        """Where the function mentions its registers, before names replace any."""
        if self._found is None:
            self._found = Mentions(self.tree.block)
        return self._found

    def consume(self, statements: Sequence[t.Statement]) -> None:
        """Note statements that are in a loop now."""
        self._consumed.update(map(id, statements))

    def find(self, turns: Sequence[Turn], before: Turn = ()) -> Plan | None:
        """Return how names carry the registers of a repetition, None where they cannot.

        Args:
            turns: The statements of each turn.
            before: As many statements before them, which may be a turn, too; or none.
        """
        found = _carried(turns)
        if not found or len(found) > MAX_CARRIED:
            return None
        every = [*turns]
        if before:
            if not _precedes(before, turns[0], found):
                return None
            every = [before, *turns]
        begins: list[t.Register] = []
        for each in found:
            own = {_read(every[0], place) for place in each.reads}
            if len(own) > 1:
                return None
            begins += own
        if not all(self._may_carry(every, each) for each in found):
            return None
        names: list[str] = []
        for each in found:
            names.append(self._name(every[0], each, names))
        made = [
            [self._named(turn, line, found, names) for line in range(len(turn))] for turn in every
        ]
        if len(names) == 1:
            start = t.Assign(names, begins[0])
        else:
            start = t.Assign([t.Tuple((*names,))], t.Tuple((*begins,)))
        last = [_written(every[-1], each.write) for each in found]
        return Plan(start, made, names, last, every[-1])

    def is_nestable(self, statement: t.Statement, following: t.Statement) -> bool:
        """Return whether a value may be written in the statement after it, its only reader."""
        if not isinstance(statement, t.Assign) or len(statement.targets) != 1:
            return False
        target = statement.targets[0]
        if type(target) is not t.Register or type(target.number) is not int or statement.emits:
            return False
        if not t.head_expressions(following):
            return False
        mention = self._mentions.found.get((target, 0))
        return mention is not None and mention.uses == 1 and target in registers_of(following)[1]

    def keep_names(
        self,
        turns: Sequence[Turn],
        known: Collection[t.Register] = (),
        *,
        are_read_behind: bool = False,
    ) -> bool:
        """Return whether no register loses a name when turns become a loop.

        Args:
            turns: The statements of each turn.
            known: The registers that have a name in the loop and behind it.
            are_read_behind: Whether others that it writes may be read behind it, as `r[5]`: what a
                loop computes as `r[2 * i + 5]` has no name there.
        """
        own = {id(statement) for turn in turns for statement in turn}
        rows = [[registers_of(statement) for statement in turn] for turn in turns]
        made = {register for row in rows for written, _ in row for register in written}
        saves_much = sum(map(len, turns[1:])) >= MUCH
        for lines in zip(*rows, strict=True):
            for column in zip(*[written for written, _ in lines], strict=True):
                if not all(self._mentions.alone((register, 0)) for register in column):
                    return False
                behind = {each for each in column if not self._is_read_by(own, each)} - {*known}
                if saves_much:
                    behind = {each for each in behind if not self._is_constant(each)}
                if behind and not (are_read_behind and not self._lose_names(behind)):
                    return False
            for column in zip(*[read for _, read in lines], strict=True):
                if len({*column}) > 1 and self._lose_names({*column} - made - {*known}):
                    return False
        return True

    def _is_read_by(self, statements: Collection[int], register: t.Register) -> bool:
        """Return whether statements, by their `id`, have all mentions of a register."""
        mentions = self._mentions
        places = mentions.found[register, 0].places
        return all(id(mentions.statements[each.position - 1]) in statements for each in places)

    def _is_constant(self, register: t.Register) -> bool:
        """Return whether a register holds a number: reading it by its register reads well."""
        targets = self._mentions.found[register, 0].targets
        return bool(targets) and type(t.number_of(targets[0].value)) is int

    def _lose_names(self, registers: Collection[t.Register]) -> bool:
        """Return whether some of these registers have a name, which they would lose.

        They are alive at the same time: too many that want the same name have none.
        """
        wanted: Counter[str] = Counter()
        for register in registers:
            mention = self._mentions.found[register, 0]
            names = self._names_of(mention.targets[0], register) if mention.targets else ()
            wanted.update(names[:1])
        return any(count <= MAX_RIVALS for count in wanted.values())

    def write(self, plan: Plan, refresh: Callable[[t.Statement], None]) -> list[t.Assign]:
        """Take the names of a plan, and write them where the values of the last turn are read.

        `refresh` is called for each later statement in which a name replaces a register. Returns
        the statements behind the loop that give a value the name of its role there: the last
        partial sum is the sum.
        """
        found: list[t.Assign] = []
        for register, name in zip(plan.last, plan.names, strict=True):
            self.tree.take(name)
            self.tree.carried[name] = plan.start
            behind = name
            if name.startswith(_PARTIAL):
                behind = next(iter(self._rule_names(register)), name)
            inside = {id(each) for each in plan.turn}
            is_read = not self._is_read_by(inside, register)
            if behind == name or not is_read or not self.tree.is_free(behind):
                behind = name
            else:
                self.tree.take(behind)
                found.append(t.Assign([behind], name))
            self._rename_after(register, plan.turn, behind, refresh)
        return found

    def begun(self, plan: Plan, before: t.Statement, turn: Turn) -> t.Statement | None:
        """Return the statement before a loop as one that gives the loop's name its first value.

        None where the value has a name of its own, or others than the first turn read it.
        """
        register = plan.start.value
        if (
            not isinstance(before, t.Assign)
            or not isinstance(register, t.Register)
            or before.targets != [register]
            or before.emits
            or before.makers
            or [*self._rule_names(register)[:1]] not in ([], plan.names)
        ):
            return None
        mention = self._mentions.found.get((register, 0))
        value = made_value(before, self.tree)
        exact = self.tree.register_name(register.file, register.number)  # type: ignore[arg-type]
        if (
            mention is None
            or value is None
            or not self._mentions.alone((register, 0))
            or self.tree.writes.get(exact) != 1
            or exact in self._mentions.names
            or not self._is_read_by({*map(id, (before, *turn))}, register)
            or not has_its_class(self.tree, before, register)
        ):
            return None
        if isinstance(value, t.Call) and value.function in TYPES:
            self.tree.use(str(value.function))
        made = t.Assign([*plan.names], value, before.instruction)
        made.emits = (register,)
        self.tree.carried[plan.names[0]] = made
        self.consume([before])
        return made

    def _may_carry(self, turns: Sequence[Turn], carried: _Carried) -> bool:
        """Return whether the values of a register are read by their next turn alone."""
        tree, mentions = self.tree, self._mentions
        line, _ = carried.write
        # Behind the write, the name stands for the new value.
        if any(at > line for at, _ in carried.reads):
            return False
        for number, turn in enumerate(turns):
            register = _written(turn, carried.write)
            statement = turn[line]
            file = tree.files.get(register.file)
            if file is None or not isinstance(statement, t.Assign):
                return False
            mention = mentions.found.get((register, 0))
            exact = tree.register_name(register.file, register.number)  # type: ignore[arg-type]
            if (
                mention is None
                or mention.escapes
                or not mentions.alone((register, 0))
                or tree.writes.get(exact) != 1
                or exact in mentions.names
                or 0 <= mention.first_use <= mention.first_target
                or not has_its_class(tree, statement, register)
            ):
                return False
            following = turns[number + 1][: line + 1] if number + 1 < len(turns) else ()
            known = {id(each) for each in (*turn[line:], *following)}
            others = [
                each
                for place in mention.places
                if id(each := mentions.statements[place.position - 1]) not in known
            ]
            if number + 1 < len(turns):
                if others:
                    return False
            elif not self._consumed.isdisjoint(map(id, others)):
                return False
        return True

    def _name(self, turn: Turn, carried: _Carried, taken: Sequence[str]) -> str:
        """Return a name for a register: one that a rule gives it, or that its value gives."""
        tree = self.tree
        register = _written(turn, carried.write)
        names: Iterable[str] = self._rule_names(register)
        statement = turn[carried.write[0]]
        if isinstance(statement, t.Assign) and statement.targets == [register]:
            names = [*names, *names_of_value(statement.value, _unknown, tree.results)]
        word = next(iter(names), "carried")
        lettered = (f"{word}_{letter}" for letter in ascii_lowercase)
        numbered = (f"{word}_{number}" for number in count(2))
        names = chain(names, ["carried"] if word == "carried" else [], lettered, numbered)
        return next(name for name in names if tree.is_free(name) and name not in taken)

    def _names_of(self, statement: t.Statement, register: t.Register) -> list[str]:
        """Return the names that rules give to a register, and those that its value gives."""
        found = [*self._rule_names(register)]
        if isinstance(statement, t.Assign):
            results = self.tree.results
            if statement.targets == [register]:
                found += names_of_value(statement.value, _unknown, results)
            else:
                found += names_of_part(statement, register, _unknown, results)
        return found

    def _rule_names(self, register: t.Register) -> Sequence[str]:
        """Return the names that rules give to a register."""
        tree = self.tree
        if tree.suggestions is None or register.file not in tree.files:
            return ()
        exact = tree.register_name(register.file, register.number)  # type: ignore[arg-type]
        return tree.suggestions.candidates.get(exact, ())

    def _named(
        self, turn: Turn, line: int, found: Sequence[_Carried], names: Sequence[str]
    ) -> t.Statement:
        """Return a line of a turn with names in the place of the registers that are carried."""
        statement = turn[line]
        reads = {
            place: name
            for each, name in zip(found, names, strict=True)
            for at, place in each.reads
            if at == line
        }
        written = {
            _written(turn, each.write): name for each, name in zip(found, names, strict=True)
        }
        writes, read = registers_of(statement)
        for place, register in enumerate(read):
            if register in written:
                reads.setdefault(place, written[register])
        own = [register for register in writes if register in written]
        if not reads and not own:
            return statement
        places = iter(range(len(read)))

        def change(part: t.Expression) -> t.Expression | None:
            if type(part) is t.Register and type(part.number) is int:
                return reads.get(next(places))
            return None

        def told(part: t.Expression) -> t.Expression | None:
            return written.get(part) if type(part) is t.Register else None

        if not isinstance(statement, t.Assign):
            if not isinstance(statement, t.Evaluate):
                return statement
            evaluated = t.Evaluate(rebuild(statement.value, change))
            evaluated.emits = statement.emits
            return evaluated
        value = statement.value
        if own and not statement.makers:
            value = made_value(statement, self.tree) or value
            if isinstance(value, t.Call) and value.function in TYPES:
                self.tree.use(str(value.function))
        value = rebuild(value, change)
        targets = [rebuild(each, told) for each in statement.targets]
        made = t.Assign(targets, value, statement.instruction)
        made.makers = statement.makers
        made.declares = statement.declares
        made.emits = statement.emits or (tuple(writes) if own else ())
        return made

    def _rename_after(
        self,
        register: t.Register,
        turn: Turn,
        name: str,
        refresh: Callable[[t.Statement], None],
    ) -> None:
        """Write the name of the last value in the statements behind the loop that read it."""
        mentions = self._mentions
        inside = set(map(id, turn))
        for place in mentions.found[register, 0].places:
            statement = mentions.statements[place.position - 1]
            if id(statement) not in inside:
                emits = statement.emits
                transform_statement(statement, lambda part: name if part == register else None)
                if isinstance(statement, t.Assign | t.Evaluate | t.With):
                    statement.emits = emits
                refresh(statement)


def _unknown(_: t.Expression) -> tuple[str, None]:
    """Return that an operand has no name yet."""
    return "", None


def _written(turn: Turn, place: _Place) -> t.Register:
    return registers_of(turn[place[0]])[0][place[1]]


def _read(turn: Turn, place: _Place) -> t.Register:
    return registers_of(turn[place[0]])[1][place[1]]


def _carried(turns: Sequence[Turn]) -> list[_Carried]:
    """Return the registers that each turn reads and the turn before has written."""
    rows = [[registers_of(statement) for statement in turn] for turn in turns]
    writes = {
        register: (line, place)
        for line, (written, _) in enumerate(rows[0])
        for place, register in enumerate(written)
    }
    reads: dict[_Place, list[_Place]] = {}
    for line, (_, read) in enumerate(rows[1]):
        for place, register in enumerate(read):
            source = writes.get(register)
            if source is not None and all(
                rows[turn][line][1][place] == rows[turn - 1][source[0]][0][source[1]]
                for turn in range(1, len(rows))
            ):
                reads.setdefault(source, []).append((line, place))
    return [_Carried(write, tuple(places)) for write, places in sorted(reads.items())]


def _precedes(before: Turn, first: Turn, found: Sequence[_Carried]) -> bool:
    """Return whether statements write, as a turn does, the registers that the first turn reads."""
    for each in found:
        written = registers_of(before[each.write[0]])[0]
        if len(written) <= each.write[1]:
            return False
        if any(_read(first, place) != written[each.write[1]] for place in each.reads):
            return False
    return True
