"""Names for the registers of a function: those of rules, else those of their expressions.

Each register wants names: those that the rules of `naming` find, then those that follow from the
expression that makes it (`derived_names`), if the line has room. A value gets the first that no
other value has at the same time, and its register goes into the margin; without one it is called by
its register, `r319`. A register that changes is a variable, which is written by `x.set(…)` and
`x += …`: it begins with `reg.from_` where one statement is its first, else it is declared by
`reg.scalar` before all. Without a name it stays an element of its file, `r[319]`.
"""

from __future__ import annotations

import re
from functools import cached_property
from string import ascii_lowercase
from typing import TYPE_CHECKING, Final

from ptxpy.lift.derived_names import (
    HELPERS,
    array_name,
    in_letters,
    names_of_part,
    names_of_predicate,
    names_of_state,
    names_of_value,
)
from ptxpy.lift.given_names import (
    Declaration,
    GivenNames,
    NameWriter,
    declare,
    find_wishes,
    kind_of_value,
)
from ptxpy.lift.idioms import roles_in
from ptxpy.lift.line_rooms import INDENT, LINE, Rooms
from ptxpy.lift.mentions import Key, Loop, Mentions
from ptxpy.lift.name_spans import UNUSED_PART, Span, Wish, choose_names
from ptxpy.lift.quotients import Quotients
from ptxpy.lift.slices import makes_vector, take_apart
from ptxpy.lift.values import has_first_value, is_declared, is_value, is_variable
from ptxpy.naming import POINTERS_INTO, STORED
from ptxpy.pytree import expression_text
from ptxpy.pytree import tree as t

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from ptxpy.lift.function_tree import FunctionTree
    from ptxpy.lift.runs import NamedRun, Outline
    from ptxpy.naming import Run, Suggestions

__all__ = ["name_registers"]

_ROUNDS: Final = 3
"""How often names are found that follow from other names."""

_MIN_ARRAY: Final = 3
"""The fewest values that are an array because they are made in one way."""

_DECLARED: Final = "reg"
"""The kind of the names of registers that are declared, which Python knows for registers."""

_SPACES: Final = frozenset(POINTERS_INTO.values())
"""Names of addresses of which only the state space is known."""

_FIELD: Final = re.compile(r"(\w+)_(at[0-9]+)", re.ASCII)
"""The name of a field of a parameter, by its place in bytes."""

_NEXT: Final = ("next_stage", "next_phase")
"""The beginnings of names for the next stage and phase of a ring."""


def name_registers(tree: FunctionTree) -> None:
    """Name the registers of a function."""
    take_apart(tree.block)
    given = GivenNames(tree, Mentions(tree.block))
    _Naming(given).choose()
    NameWriter(given).write(tree.block, Loop((), 0))


class _Naming:
    """Chooses the names of the registers of one function."""

    def __init__(self, given: GivenNames) -> None:
        self._given = given
        self._tree = given.tree
        self._mentions = given.mentions
        self._values: set[t.Expression] = set()
        """The values that have the name of their register without another one: `r17`."""
        self._declared: dict[Key, Declaration] = {}
        """Variables that are declared before their first value is written."""
        self._alone: dict[Key, Sequence[str]] = {}
        """The names of values by the expressions that make them."""

    def choose(self) -> None:
        """Choose the name of each register that gets one."""
        suggestions = self._tree.suggestions
        if suggestions is not None and (suggestions.run_candidates or suggestions.elements):
            _begin_runs(self._given, suggestions)
        values, changing = self._sort_out()
        candidates: Mapping[str, Sequence[str]] = {}
        last = candidates
        if suggestions is not None:
            candidates, last = _parted(suggestions.candidates, suggestions.given)
        wishes = self._wishes([*values, *changing], candidates)
        later = {key: wishes.pop(key) for key in [*wishes] if key in self._declared}
        held = self._carried()
        self._given.hold(held)
        # Names that rules give come first, those of registers without a first value next.
        chosen = self._choose_beside(wishes, held)
        chosen |= self._choose_beside(later, held)
        self._values.update([register for register, _ in values if type(register.number) is int])
        if suggestions is not None:
            keys = [*values, *changing]
            derived: dict[t.Expression, str] = {}
            # Names that follow from expressions let others follow from them.
            rooms = Rooms(self._given, self._values, self._declared)
            for _ in range(_ROUNDS):
                rooms.choose(chosen)
                more = self._choose_beside(self._derive(keys, chosen, derived, rooms), held)
                if not more:
                    break
                chosen |= more
                derived |= {key[0]: name for key, name in more.items()}
            left = [key for key in keys if key not in chosen]
            chosen |= self._choose_beside(self._wishes(left, last), held)
            arrays = self._arrays([key for key in keys if key not in chosen], held)
            values = [key for key in values if key not in arrays]
        for key, name in chosen.items():
            self._given.names[key] = self._given.take(name)
            if key in changing:
                self._given.variables.add(key)
            else:
                self._given.margins.add(key)
        for key in values:
            own = "" if key in self._given.names else self._given.take_own(key)
            if own:
                self._given.names[key] = own
                self._given.numbered.add(key)
        self._keep_tuples_whole(Loop((), 0), self._tree.block)
        declare(self._given, self._declared)
        tree, mentions = self._tree, self._mentions
        for key, name in self._given.names.items():
            for each in mentions.registers(key):
                tree.names[tree.register_name(*each)] = name
        tree.elements.update(
            tree.register_name(*each)
            for key, mention in mentions.found.items()
            if key not in self._given.names and mention.register.file in tree.files
            for each in mentions.registers(key)
        )

    def _wishes(
        self, keys: Sequence[Key], candidates: Mapping[str, Sequence[str]]
    ) -> dict[Key, Wish]:
        """Return the names that registers would have, of those that rules have found."""
        wishes = find_wishes(self._tree, self._mentions, keys, candidates)
        return {
            key: wish._replace(
                span=self._span(key), kind=_DECLARED if key in self._declared else wish.kind
            )
            for key, wish in wishes.items()
        }

    def _arrays(self, keys: Iterable[Key], held: Mapping[str, Sequence[Wish]]) -> set[Key]:
        """Let registers without a name be elements of arrays if they are made in one way.

        They are made in one block, and all are alive at one place there. Returns the
        registers of arrays.
        """
        by_name: dict[str, list[Key]] = {}
        for key in keys:
            name = array_name(self._alone.get(key) or self._rule_names(key))
            if name and name not in held and type(key[0].number) is int:
                by_name.setdefault(name, []).append(key)
        if all(len(found) < _MIN_ARRAY for found in by_name.values()):
            return set()
        from ptxpy.lift.runs import MAX_PIECES, Outline, array_of  # noqa: PLC0415 - seldom needed

        outline = Outline(self._tree.block)
        wanted: list[Run] = []
        for name, found in by_name.items():
            for whole in self._made_together(found, outline):
                exact = [
                    self._tree.register_name(*self._mentions.registers(key)[0]) for key in whole
                ]
                # A margin has room for the registers of a part, whatever their numbers are.
                parts = [exact[at : at + MAX_PIECES] for at in range(0, len(exact), MAX_PIECES)]
                wanted += [
                    array_of(name, part) for part in (exact, *parts) if len(part) >= _MIN_ARRAY
                ]
        if wanted:
            _write_runs(self._given, wanted)
        return {
            key for key in keys if not self._given.in_runs.isdisjoint(self._mentions.registers(key))
        }

    def _rule_names(self, key: Key) -> Sequence[str]:
        """Return the names that rules have for a register."""
        suggestions = self._tree.suggestions
        exact = self._tree.register_name(*self._mentions.registers(key)[0])
        return () if suggestions is None else suggestions.candidates.get(exact, ())

    def _made_together(self, keys: Iterable[Key], outline: Outline) -> Iterator[list[Key]]:
        """Yield the registers that are made in the same blocks and alive at one place."""
        by_block: dict[tuple[str, tuple[int, ...]], list[Key]] = {}
        for key in keys:
            blocks = tuple([id(outline.block(each)) for each in self._mentions.found[key].targets])
            by_block.setdefault((key[0].file, blocks), []).append(key)
        for found in by_block.values():
            group: list[Key] = []
            end = 0
            for span, key in sorted((self._mentions.span(key), key) for key in found):
                if group and span.first >= end:
                    if len(group) >= _MIN_ARRAY:
                        yield group
                    group = []
                end = min(end, span.last) if group else span.last
                group.append(key)
            if len(group) >= _MIN_ARRAY:
                yield group

    def _sort_out(self) -> tuple[list[Key], dict[Key, None]]:
        """Return the values that want names, and the registers that change."""
        values: list[Key] = []
        declared: list[Key] = []
        changing: dict[Key, None] = {}
        for key, mention in self._mentions.found.items():
            if not self._given.in_runs.isdisjoint(self._mentions.registers(key)):
                continue
            if is_value(self._tree, self._mentions, key, mention):
                if mention.uses:
                    values.append(key)
                elif mention.targets[0].targets == [mention.register]:
                    self._given.unused.add(key)
                else:
                    # A part of a tuple needs a name even if nothing reads it.
                    self._given.names[key] = self._given.take(UNUSED_PART)
                    self._given.margins.add(key)
            elif is_variable(self._tree, self._mentions, key, mention):
                changing[key] = None
            elif is_declared(self._tree, self._mentions, key, mention):
                changing[key] = None
                if not has_first_value(self._tree, mention):
                    declared.append(key)
        if declared:
            from ptxpy.lift.runs import Outline  # noqa: PLC0415 - seldom needed

            mentions, outline = self._mentions, Outline(self._tree.block)
            for key in declared:
                places = mentions.found[key].places
                statements = [mentions.statements[place.position - 1] for place in places]
                block, first = outline.declaration_place(statements)
                self._declared[key] = block, first, mentions.span_from(first, statements)
        return values, changing

    def _span(self, key: Key) -> Span:
        """Return where the name of a register is alive."""
        found = self._declared.get(key)
        return self._mentions.span(key) if found is None else found[2]

    def _carried(self) -> dict[str, list[Wish]]:
        """Return where the names are alive that loops carry along, by name."""
        carried = self._tree.carried
        places: dict[str, list[t.Statement]] = {name: [] for name in carried}
        for statement in self._mentions.statements if carried else ():
            for head in t.head_expressions(statement):
                for part in t.walk_expression(head):
                    if type(part) is str and part in places:
                        places[part].append(statement)
        return {
            name: [Wish((name,), self._mentions.span_from(carried[name], found), len(found))]
            for name, found in places.items()
        }

    def _choose_beside(
        self, wanted: Mapping[Key, Wish], held: dict[str, list[Wish]]
    ) -> dict[Key, str]:
        """Return names for registers, beside those that are held, and note them there."""

        def may_have(key: Key, name: str) -> bool:
            wish = wanted[key]
            return self._given.may_have(key, name) and not any(
                other.kind != wish.kind or other.span.overlaps(wish.span)
                for other in held.get(name, ())
            )

        found = choose_names(wanted, may_have)
        for key, name in found.items():
            held.setdefault(name, []).append(wanted[key])
        return found

    def _derive(
        self,
        keys: Sequence[Key],
        chosen: Mapping[Key, str],
        derived: Mapping[t.Expression, str],
        rooms: Rooms,
    ) -> dict[Key, Wish]:
        """Return names for the registers that have none, by the expressions that make them.

        `derived` has the names that others got so.
        """
        made: dict[t.Expression, t.Expression] = {}
        named: dict[t.Expression, str] = {}
        for key in keys:
            mention = self._mentions.found[key]
            if key in chosen and mention.register not in derived:
                named[mention.register] = chosen[key]
            if len(mention.targets) == 1 and len(mention.targets[0].targets) == 1:
                made[mention.register] = mention.targets[0].value

        def known(part: t.Expression) -> tuple[str, t.Expression | None]:
            if type(part) is t.Register:
                return named.get(part, ""), made.get(part)
            return (part if type(part) is str and part in self._given.parameters else ""), None

        results = self._tree.results
        wanted: dict[Key, Wish] = {}
        for key in keys:
            if key in chosen or self._is_own(key):
                continue
            mention = self._mentions.found[key]
            role = self._roles.get(key[0], "")
            divided = self._divided(key[0])
            if role:
                names = in_letters(role)
            elif divided:
                names = in_letters(divided)
            elif len(mention.targets) > 1:
                names = names_of_state(mention.targets, key[0], known, results)
            elif mention.targets[0].targets != [key[0]] or mention.targets[0].makers:
                names = names_of_part(mention.targets[0], key[0], known, results)
            else:
                is_predicate = self._tree.files[key[0].file].type == "pred"
                names_of = names_of_predicate if is_predicate else names_of_value
                names = names_of(mention.targets[0].value, known, results, derived)
            if names:
                names = self._of_field(names)
                self._alone[key] = [*names]
                count = mention.uses + len(mention.targets)
                span = self._span(key)
                # A value of each turn of a loop has no register's name to fall back on, and what is
                # declared does not share its name with values.
                if type(key[0].number) is not int or key in self._declared:
                    names += [f"{names[0]}_{letter}" for letter in ascii_lowercase[1:]]
                # A name that takes a statement apart into several lines costs more than it tells.
                costs = rooms.costs(key, mention)
                # `x.set(…)` around a call of several lines takes two more.
                if key in self._declared and any(
                    self._mentions.positions[id(each)].position in rooms.several
                    for each in mention.targets
                ):
                    continue
                room = min(rooms.columns[place] - cost for place, cost in costs.items())
                # A role tells more than a line that is broken costs.
                is_role = role or names[0].startswith(_NEXT)
                fitting = [name for name in names if len(name) <= room or is_role]
                if fitting:
                    rooms.margined.add(mention.first_target)
                    for place, cost in costs.items():
                        rooms.columns[place] -= len(fitting[0]) + cost
                    is_declared = key in self._declared
                    kind = _DECLARED if is_declared else kind_of_value(self._tree, mention)
                    wanted[key] = Wish(fitting, span, count, kind)
        return wanted

    @cached_property
    def _roles(self) -> dict[t.Expression, str]:
        """The registers that go on as a stage or a phase; names of others do not change that."""
        return roles_in(self._mentions.statements)

    def _of_field(self, names: list[str]) -> list[str]:
        """Return the names of a field of a parameter, which may be loaded again; others as is.

        Where the function has no other parameter, the field alone says enough: `at48`.
        """
        found = _FIELD.fullmatch(names[0])
        if found is None or found[1] not in self._given.parameters:
            return names
        short = [found[2]] if len(self._given.parameters) == 1 else []
        return [*names, *short, *[f"{names[0]}_{letter}" for letter in "bc"]]

    def _divided(self, register: t.Expression) -> str:
        """Return `quotient` or `remainder` for a value that no single division makes."""
        found = self._written.get(register, ())
        if len(found) == 1:
            [(value, _)] = found
            if isinstance(value, t.Binary) and value.operator in ("/", "%"):
                return ""
            if isinstance(value, t.Call) and value.function in HELPERS:
                return ""
        return self._quotients.word(register) if found else ""

    @cached_property
    def _written(self) -> dict[t.Expression, list[tuple[t.Expression, int]]]:
        """The values that statements write to registers, with their places in tuples."""
        found: dict[t.Expression, list[tuple[t.Expression, int]]] = {}
        for (register, _), mention in self._mentions.found.items():
            for each in mention.targets:
                [*targets] = each.targets
                parts = targets[0].elements if isinstance(targets[0], t.Tuple) else targets
                part = parts.index(register) if register in parts else 0
                found.setdefault(register, []).append((each.value, part))
        return found

    @cached_property
    def _quotients(self) -> Quotients:
        return Quotients(self._written, self._tree.results)

    def _is_own(self, key: Key) -> bool:
        """Return whether a register is to keep the name of its own."""
        suggestions = self._tree.suggestions
        return suggestions is not None and any(
            suggestions.candidates.get(self._tree.register_name(*each)) == ()
            for each in self._mentions.registers(key)
        )

    def _keep_tuples_whole(self, loop: Loop, block: Sequence[t.Statement]) -> None:
        """Let all parts of a tuple have names, or none be called by its register."""
        for statement in block:
            inner = loop
            if isinstance(statement, t.For):
                inner = Loop((), id(statement))
            self._keep_tuples_whole(inner, t.statement_bodies(statement) or ())
            if not isinstance(statement, t.Assign) or not isinstance(statement.targets[0], t.Tuple):
                continue
            parts = [part for part in statement.targets[0].elements if isinstance(part, t.Register)]
            keys = [self._mentions.key(part, loop) for part in parts]
            # Beside an element or a variable, a value that is called by its register is an element;
            # so are the parts of a vector, a slice, if none of them has another name.
            is_slice = makes_vector(statement) and self._given.numbered.issuperset(keys)
            if not is_slice and all(
                key in self._given.names and key not in self._given.variables for key in keys
            ):
                continue
            values = [key for key in keys if key not in self._given.variables | self._given.margins]
            for key in values:
                self._given.names.pop(key, None)
                self._given.numbered.discard(key)


def _parted(
    candidates: Mapping[str, Sequence[str]], given: Mapping[str, str]
) -> tuple[Mapping[str, Sequence[str]], Mapping[str, Sequence[str]]]:
    """Return the names of rules that come before those of expressions, and those that come last.

    The memory of a pointer tells more than its state space does, and the making of a value more
    than the place to which it is stored. A name that is given comes first.
    """
    late = {
        register: found
        for register, names in candidates.items()
        if (found := [name for name in names if _is_late(name) and name != given.get(register)])
    }
    if not late:
        return candidates, late
    first = dict(candidates)
    for register, found in late.items():
        first[register] = [name for name in candidates[register] if name not in found]
    return first, late


def _is_late(name: str) -> bool:
    return name in _SPACES or name.endswith(STORED)


def _begin_runs(given: GivenNames, suggestions: Suggestions) -> None:
    """Choose the runs that rules find and that get a name, and write their beginnings."""
    from ptxpy.lift.runs import Runs  # noqa: PLC0415 - seldom needed

    runs = given.runs = Runs(given.tree)
    ordered = suggestions.run_candidates
    _write_runs(given, [*ordered, *runs.families(suggestions.elements, ordered)])


def _write_runs(given: GivenNames, wanted: Iterable[Run]) -> None:
    """Choose among runs, and write the beginnings of those that get a name."""
    from ptxpy.lift.runs import Outline, Runs  # noqa: PLC0415 - seldom needed

    tree, mentions = given.tree, given.mentions
    runs = given.runs
    if runs is None:
        runs = given.runs = Runs(tree)
    found = runs.choose(wanted, mentions.names)
    outline = Outline(tree.block)
    wishes: dict[int, Wish] = {}
    places: list[tuple[t.Block, t.Statement]] = []
    for number, run in enumerate(found):
        block, first = outline.declaration_place(run.statements)
        places.append((block, first))
        span = mentions.span_from(first, run.statements)
        wishes[number] = Wish(run.names, span, len(run.statements))

    def may_have(number: int, name: str) -> bool:
        spans = given.run_spans.get(name, ())
        return given.is_free(name) and not any(wishes[number].span.overlaps(each) for each in spans)

    for number, name in choose_names(wishes, may_have).items():
        run, (block, first) = found[number], places[number]
        runs.name(run, given.take(name))
        given.in_runs.update((each.file, each.number) for each in run.registers)
        given.run_spans.setdefault(name, []).append(wishes[number].span)
        room = LINE - INDENT * outline.depth(first) - len(name)
        if isinstance(first, t.Assign) and _is_loaded(tree, run, first, room):
            first.targets = [name]
            first.value = t.List((t.Star(first.value),))
            first.emits = run.registers
            continue
        tree.use("reg")
        tree.use(run.type)
        made = t.Assign([name], t.Call("reg.run", (run.type, len(run.registers))))
        made.emits = run.registers
        block.insert(block.index(first), made)


def _may_have(part: t.Slice, registers: Collection[t.Register]) -> bool:
    """Return whether a slice may have some of a few registers."""
    numbers = [each.number for each in registers if each.file == part.file]
    if not isinstance(part.start, int) or not isinstance(part.stop, int):
        return bool(numbers)
    return not {*numbers}.isdisjoint(range(part.start, part.stop, part.step))


def _is_loaded(tree: FunctionTree, run: NamedRun, first: t.Assign, room: int) -> bool:
    """Return whether one instruction makes all of a run, whose elements are read one by one.

    `room` is how long the list and its margin may be: on several lines it has no less than a
    run.
    """
    if first.instruction is None or first.makers:
        return False
    [target] = first.targets if len(first.targets) == 1 else ("",)
    own = set(run.registers)
    file = tree.files[run.registers[0].file]
    is_whole = isinstance(target, t.Tuple) and target.elements == run.registers
    if isinstance(target, t.Slice):
        stop = target.stop if type(target.stop) is int else -1
        numbers = range(target.start, stop, target.step)  # type: ignore[arg-type]
        is_whole = tuple([t.Register(target.file, each) for each in numbers]) == run.registers
    classes = ((file.storage, file.type),) * len(run.registers)
    if (
        not is_whole
        or len(expression_text(first.value)) + len(" = [*]  #: r19..22") > room
        or all(each is first for each in run.statements)
        or not isinstance(first.value, t.Call)
        or first.instruction.guard is not None
        or tree.value_classes(first.instruction) != classes
        or any(tree.writes.get(f"{file.prefix}{each.number}") != 1 for each in run.registers)
    ):
        return False
    # A list has no slices that an instruction takes for a vector.
    for statement in run.statements:
        heads = [] if statement is first else t.head_expressions(statement)
        for head in heads:
            for part in t.walk_expression(head):
                if isinstance(part, t.Slice) and _may_have(part, own):
                    return False
                if isinstance(part, t.Tuple) and not own.isdisjoint(part.elements):
                    return False
    return True
