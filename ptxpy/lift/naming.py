"""Names for the registers of a function: those of rules, else those of their expressions.

Each register wants names: those that the rules of `naming` find, then those that follow from the
expression that makes it (`derived_names`), where the line has room. A value gets the first that no
other value has at the same time, and its register goes into the margin; without one it is called by
its register, `r319`. A register that changes is a variable, which is written by `x.set(…)` and
`x += …`: it begins with `reg.from_` where one statement is its first, else it is declared by
`reg.scalar` before all. Without a name it stays an element of its file, `r[319]`.
"""

from __future__ import annotations

from string import ascii_lowercase
from typing import TYPE_CHECKING, Final

from ptxpy.dialect import format_names, value_class, vocabulary
from ptxpy.isa import TYPES
from ptxpy.lift.derived_names import HELPERS, names_of_part, names_of_state, names_of_value
from ptxpy.lift.idioms import roles_in
from ptxpy.lift.mentions import Key, Loop, Mention, Mentions, evaluate, repetitions
from ptxpy.lift.name_spans import UNUSED_PART, Span, Wish, choose_names
from ptxpy.lift.runs import NamedRun, Outline, Runs
from ptxpy.lift.slices import MIN_SLICED
from ptxpy.lift.values import is_value, made_value
from ptxpy.pytree import expression_text, rebuild, statement_text, transform_statement
from ptxpy.pytree import tree as t

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ptxpy.lift.function_tree import FunctionTree, RegisterFile

__all__ = ["find_wishes", "name_registers", "write_margins"]

_MAX_TOGETHER: Final = 6
"""The most variables that one statement declares."""

_LINE: Final = 88
"""The columns of a line, a margin included."""
_INDENT: Final = 4

_SLICE: Final = len("acc[8:16]")
"""The columns of a row of elements, which becomes a slice."""
_LOOP_MARGIN: Final = 13
"""The columns of the registers of all turns in a margin: `r305..311/3`."""

_ROUNDS: Final = 3
"""How often names are found that follow from other names."""

_DECLARED: Final = "reg"
"""The kind of the names of registers that are declared, which Python knows for registers."""

_NEXT: Final = ("next_stage", "next_phase")
"""The beginnings of names for the next stage and phase of a ring."""
_UPDATES: Final = frozenset({"+", "-"})
"""Operators that are written as `x += v` where they change a register."""


def name_registers(tree: FunctionTree) -> None:
    """Name the registers of a function."""
    naming = _Naming(tree, Mentions(tree.block))
    naming.choose()
    naming.rewrite(tree.block, Loop((), 0))


class _Naming:
    """Names the registers of one function."""

    def __init__(self, tree: FunctionTree, mentions: Mentions) -> None:
        self._tree = tree
        self._mentions = mentions
        self._names: dict[Key, str] = {}
        self._margins: set[Key] = set()
        """The values whose register is in the margin."""
        self._variables: set[Key] = set()
        self._values: set[t.Expression] = set()
        """The values that have the name of their register without another one: `r17`."""
        self._unused: set[Key] = set()
        """Values that nothing uses: they need no name."""
        self._begun: set[Key] = set()
        """Variables whose first value has been written."""
        self._declared: dict[Key, tuple[t.Block, t.Statement, Span]] = {}
        """Variables that are declared before their first value is written: in which block, before
        which statement, and where their names are alive."""
        self._parameters = {parameter.name for parameter in tree.definition.parameters}
        self._counts = _count_names(tree.block, self._parameters) if self._parameters else {}
        self._runs: Runs | None = None
        self._in_runs: set[tuple[str, int | t.Expression]] = set()
        """The registers that are elements of a named run."""
        self._given: set[str] = set()
        """The names that values and runs have."""
        self._run_names: set[str] = set()

    def choose(self) -> None:
        """Choose the name of each register that gets one."""
        self._choose_runs()
        values, changing = self._sort_out()
        suggestions = self._tree.suggestions
        candidates = suggestions.candidates if suggestions is not None else {}
        wishes = find_wishes(self._tree, self._mentions, [*values, *changing], candidates)
        wishes = {key: wish._replace(span=self._span(key)) for key, wish in wishes.items()}
        later = {
            key: wishes.pop(key)._replace(kind=_DECLARED)
            for key in [*wishes]
            if key in self._declared
        }
        held = self._carried()
        self._given.update(held)
        # Names that rules give come first, those of registers without a first value next.
        chosen = self._choose_beside(wishes, held)
        chosen |= self._choose_beside(later, held)
        self._values.update([register for register, _ in values if type(register.number) is int])
        if suggestions is not None:
            keys = [*values, *changing]
            derived: dict[t.Expression, str] = {}
            # Names that follow from expressions let others follow from them.
            for _ in range(_ROUNDS):
                more = self._choose_beside(self._derive(keys, chosen, derived), held)
                chosen |= more
                derived |= {key[0]: name for key, name in more.items()}
        for key, name in chosen.items():
            self._names[key] = self._take(name)
            if key in changing:
                self._variables.add(key)
            else:
                self._margins.add(key)
        for key in values:
            own = "" if key in self._names else self._own(key)
            if own:
                self._names[key] = own
        self._keep_tuples_whole(Loop((), 0), self._tree.block)
        self._declare()
        tree, mentions = self._tree, self._mentions
        for key, name in self._names.items():
            for each in mentions.registers(key):
                tree.names[tree.register_name(*each)] = name
        tree.elements.update(
            tree.register_name(*each)
            for key, mention in mentions.found.items()
            if key not in self._names and mention.register.file in tree.files
            for each in mentions.registers(key)
        )

    def _sort_out(self) -> tuple[list[Key], dict[Key, None]]:
        """Return the values that want names, and the registers that change."""
        values: list[Key] = []
        declared: list[Key] = []
        changing: dict[Key, None] = {}
        for key, mention in self._mentions.found.items():
            if not self._in_runs.isdisjoint(self._mentions.registers(key)):
                continue
            if is_value(self._tree, self._mentions, key, mention):
                if mention.uses:
                    values.append(key)
                elif mention.targets[0].targets == [mention.register]:
                    self._unused.add(key)
                else:
                    # A part of a tuple needs a name even if nothing reads it.
                    self._names[key] = self._take(UNUSED_PART)
                    self._margins.add(key)
            elif self._is_variable(key, mention):
                changing[key] = None
            elif self._is_declared(key, mention):
                changing[key] = None
                if not self._has_first_value(mention):
                    declared.append(key)
        if declared:
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
            return self._may_have(key, name) and not any(
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
            return (part if type(part) is str and part in self._parameters else ""), None

        results = self._tree.results
        wanted: dict[Key, Wish] = {}
        roles = roles_in(self._mentions.statements)
        rooms, margined, several = self._rooms(chosen)
        for key in keys:
            if key in chosen or self._is_own(key):
                continue
            mention = self._mentions.found[key]
            role = roles.get(key[0], "")
            if role:
                names = [role, *[f"{role}_{letter}" for letter in "bcd"]]
            elif len(mention.targets) > 1:
                names = names_of_state(mention.targets, key[0], known, results)
            elif mention.targets[0].targets != [key[0]] or mention.targets[0].makers:
                names = names_of_part(mention.targets[0], key[0], known, results)
            else:
                names = names_of_value(mention.targets[0].value, known, results, derived)
            if names:
                count = mention.uses + len(mention.targets)
                span = self._span(key)
                # A value of each turn of a loop has no register's name to fall back on, and what is
                # declared does not share its name with values.
                if type(key[0].number) is not int or key in self._declared:
                    names += [f"{names[0]}_{letter}" for letter in ascii_lowercase[1:]]
                # A name that takes a statement apart into several lines costs more than it tells.
                costs = self._costs(key, mention, margined)
                # `x.set(…)` around a call of several lines takes two more.
                places = [self._mentions.positions[id(each)].position for each in mention.targets]
                if key in self._declared and not several.isdisjoint(places):
                    continue
                room = min(rooms[place] - cost for place, cost in costs.items())
                # A role tells more than a line that is broken costs.
                is_role = role or names[0].startswith(_NEXT)
                fitting = [name for name in names if len(name) <= room or is_role]
                if fitting:
                    margined.add(mention.first_target)
                    for place, cost in costs.items():
                        rooms[place] -= len(fitting[0]) + cost
                    is_declared = key in self._declared
                    kind = _DECLARED if is_declared else _kind(self._tree, mention)
                    wanted[key] = Wish(fitting, span, count, kind)
        return wanted

    def _is_own(self, key: Key) -> bool:
        """Return whether a register is to keep the name of its own."""
        suggestions = self._tree.suggestions
        return suggestions is not None and any(
            suggestions.candidates.get(self._tree.register_name(*each)) == ()
            for each in self._mentions.registers(key)
        )

    def _costs(self, key: Key, mention: Mention, margined: set[int]) -> dict[int, int]:
        """Return by how much the statements that mention a register grow, besides its name."""
        register = mention.register
        own = self._length(register)
        margin = own if type(register.number) is int else _LOOP_MARGIN
        costs = dict.fromkeys([place.position for place in mention.places], -own)
        places = [self._mentions.positions[id(each)].position for each in mention.targets]
        is_state = not is_value(self._tree, self._mentions, key, mention)
        for place in places if is_state else ():
            costs[place] += len(".set()") - len(" = ")
        if key not in self._declared:
            first = places[0]
            costs[first] += margin + (0 if first in margined else len("  #:"))
            if is_state:
                costs[first] += len("reg.from_(, b32)") - len(".set()")
        return costs

    def _length(self, part: t.Expression) -> int:
        """Return the length of a register without a name: `r17` of a value, else `r[17]`."""
        return len(expression_text(part)) - (len("[]") if part in self._values else 0)

    def _rooms(self, chosen: Mapping[Key, str]) -> tuple[list[int], set[int], set[int]]:
        """Return by how much each statement can grow on its line, by its position.

        A statement whose arguments take a line each has no limit. The second result has the
        statements that have a margin, and the third those that take several lines.
        """
        named: dict[t.Expression, str] = {key[0]: name for key, name in chosen.items()}
        runs = self._runs
        rooms = [_LINE] * (len(self._mentions.statements) + 1)
        margined: set[int] = set()
        several: set[int] = set()

        def grow(part: t.Expression, loop: Loop) -> tuple[int, int]:
            """Return by how much names make an expression longer, and the margin of its values."""
            kind = type(part)
            if kind is t.Register or kind is t.Slice:
                shown = named.get(part) or (runs and runs.place(part, loop))
                if shown:
                    return len(expression_text(shown)) - len(expression_text(part)), 0
                return -len("[]") if part in self._values else 0, 0
            if (
                isinstance(part, t.Tuple)
                and len(part.elements) >= MIN_SLICED
                and all(type(each) is t.Register for each in part.elements)
            ):
                return _SLICE - len(expression_text(part)), 0
            surplus = margin = 0
            for inner in t.children(part):
                if type(inner) is not str and type(inner) is not int:
                    more, further = grow(inner, loop)
                    surplus += more
                    margin += further
            if isinstance(part, t.Value):
                margin += len(expression_text(part.register))
            return surplus, margin

        def read(block: Sequence[t.Statement], loop: Loop, indent: int) -> None:
            position = 0
            for statement in block:
                # The position before a statement will be written in it: `at(28, 18)(a + b)`.
                surplus, position, margin = position, 0, 0
                for head in t.head_expressions(statement):
                    more, further = grow(head, loop)
                    surplus += more
                    margin += further
                if statement.emits and type(statement.emits[0].number) is int:
                    # A target that keeps its number tells its register itself.
                    told = {part for part in _targets(statement) if part not in named}
                    emits = [each for each in statement.emits if each not in told]
                    margin += len(format_names([f"{each.file}{each.number}" for each in emits]))
                elif isinstance(statement, t.Assign):
                    margin += sum(
                        len(expression_text(part)) for part in _targets(statement) if part in named
                    )
                # The beginnings of runs have been put in since statements were numbered.
                place = self._mentions.positions.get(id(statement))
                number = 0 if place is None else place.position
                if margin:
                    margined.add(number)
                    margin += len("  #:")
                text = statement_text(statement)
                if _is_position_of(statement):
                    position = len(text) + len("()")
                width = indent + len(text) + surplus
                room = _LINE - width - margin
                if room < 0:
                    several.add(number)
                    # The arguments have a line of their own, until that is full, too.
                    room = _LINE - _INDENT - width + text.find("(") + len("()")
                rooms[number] = room if room >= 0 else _LINE
                body = t.statement_bodies(statement)
                if body is not None:
                    inner = Loop((), id(statement)) if isinstance(statement, t.For) else loop
                    read(body, inner, indent + _INDENT)

        read(self._tree.block, Loop((), 0), _INDENT)
        return rooms, margined, several

    def _declare(self) -> None:
        """Write the beginnings of the variables that have no value to begin with."""
        wanted = [key for key in self._declared if key in self._variables]
        tree, mentions = self._tree, self._mentions
        together: dict[tuple[int, str], list[Key]] = {}
        places: dict[int, tuple[t.Block, t.Statement]] = {}
        for key in sorted(wanted, key=lambda key: min(mentions.found[key].places)):
            block, first, _ = self._declared[key]
            places[id(first)] = block, first
            kind = tree.files[key[0].file].type
            together.setdefault((id(first), kind), []).append(key)
        for (number, kind), keys in together.items():
            block, first = places[number]
            tree.use(kind)
            tree.use("reg")
            for start in range(0, len(keys), _MAX_TOGETHER):
                row = keys[start : start + _MAX_TOGETHER]
                names = [self._names[key] for key in row]
                if len(names) == 1:
                    made = t.Assign(names, t.Call("reg.scalar", (kind,)))
                else:
                    made = t.Assign([t.Tuple((*names,))], t.Call("reg.run", (kind, len(names))))
                made.emits = tuple([register for register, _ in row])
                at = block.index(first)
                # A position is written in the statement after it, which a declaration is not.
                while at and _is_position_of(block[at - 1]):
                    at -= 1
                block.insert(at, made)
        self._begun.update(wanted)

    def _choose_runs(self) -> None:
        """Choose the runs that get a name, and write their beginnings."""
        tree, mentions = self._tree, self._mentions
        suggestions = tree.suggestions
        if suggestions is None or not (suggestions.run_candidates or suggestions.elements):
            return
        runs = self._runs = Runs(tree)
        ordered = suggestions.run_candidates
        wanted = [*ordered, *runs.families(suggestions.elements, ordered)]
        found = runs.choose(wanted, mentions.names)
        outline = Outline(tree.block)
        wishes: dict[int, Wish] = {}
        places: list[tuple[t.Block, t.Statement]] = []
        for number, run in enumerate(found):
            block, first = outline.declaration_place(run.statements)
            places.append((block, first))
            span = mentions.span_from(first, run.statements)
            wishes[number] = Wish(run.names, span, len(run.statements))
        names = choose_names(wishes, lambda _, name: self._is_free(name))
        for number, name in names.items():
            run, (block, first) = found[number], places[number]
            runs.name(run, self._take(name))
            self._in_runs.update((each.file, each.number) for each in run.registers)
            self._run_names.add(name)
            room = _LINE - _INDENT * outline.depth(first) - len(name)
            if isinstance(first, t.Assign) and self._is_loaded(run, first, room):
                first.targets = [name]
                first.value = t.List((t.Star(first.value),))
                first.emits = run.registers
                continue
            tree.use("reg")
            tree.use(run.type)
            made = t.Assign([name], t.Call("reg.run", (run.type, len(run.registers))))
            made.emits = run.registers
            block.insert(block.index(first), made)

    def _is_loaded(self, run: NamedRun, first: t.Assign, room: int) -> bool:
        """Return whether one instruction makes all of a run, whose elements are read one by one.

        `room` is how long the list and its margin may be: on several lines it has no less than a
        run.
        """
        tree = self._tree
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
                    if isinstance(part, t.Slice) or (
                        isinstance(part, t.Tuple) and not own.isdisjoint(part.elements)
                    ):
                        return False
        return True

    def _is_free(self, name: str) -> bool:
        """Return whether a name has no other meaning; several values may have it in turn."""
        return name in self._given or self._tree.is_free(name)

    def _take(self, name: str) -> str:
        if name not in self._given and name not in self._parameters:
            self._given.add(name)
            self._tree.take(name)
        return name

    def _may_have(self, key: Key, name: str) -> bool:
        """Return whether a value may have a name.

        The value of a parameter takes the name of the parameter, which nothing else mentions then.
        """
        if self._is_free(name):
            return name not in self._run_names
        if self._counts.get(name) != 1 or name not in self._parameters:
            return False
        statement = self._mentions.found[key].targets[0]
        inside = any(
            part == name
            for head in t.head_expressions(statement)
            for part in t.walk_expression(head)
        )
        return inside and statement in self._tree.block

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
            # Beside an element or a variable, a value that is called by its register is an element.
            if all(key in self._names and key not in self._variables for key in keys):
                continue
            values = [key for key in keys if key not in self._variables | self._margins]
            for key in values:
                self._names.pop(key, None)

    def _own(self, key: Key) -> str:
        """Take the name of a register itself: `r319`; "" if it is not free."""
        register, _ = key
        file = self._tree.files[register.file]
        if not isinstance(register.number, int) or not file.prefix.startswith("%"):
            return ""
        own = f"{file.prefix[1:]}{register.number}"
        return self._tree.take(own) if own.isidentifier() and self._tree.is_free(own) else ""

    def _exact(self, key: Key) -> str:
        """Return the name in PTX of one register that nothing else mentions, else ""."""
        register, _ = key
        if register.file not in self._tree.files or not isinstance(register.number, int):
            return ""
        is_alone = self._mentions.alone(key)
        return self._tree.register_name(register.file, register.number) if is_alone else ""

    def _is_variable(self, key: Key, mention: Mention) -> bool:
        """Return whether a register that changes may have a name."""
        tree, mentions = self._tree, self._mentions
        register, targets = mention.register, mention.targets
        exact = self._exact(key)
        if not exact:
            return False
        file = tree.files[register.file]
        # A function that is called may write what it is given.
        writes = tree.writes.get(exact, 0)
        if not targets or writes < max(len(targets), 2) or exact in mentions.names:
            return False
        return (
            file.type != "pred"
            and file.type in TYPES
            and self._has_first_value(mention)
            and all(
                each.targets == [register]
                and each.instruction is not None
                and register not in each.emits
                for each in targets
            )
        )

    def _has_first_value(self, mention: Mention) -> bool:
        """Return whether the first statement that writes a register can be its beginning."""
        # A read before the first write has its value from elsewhere, and a loop of Python would
        # begin the variable anew in each turn.
        if 0 <= mention.first_use <= mention.first_target or any(
            loop.identity for loop in mention.loops
        ):
            return False
        # In a block that may be left out, it would seem to end with the block.
        if mention.escapes:
            return False
        first = mention.targets[0]
        value = first.value
        # A variable begins on a line of its own.
        if first.targets != [mention.register]:
            return False
        # The value of a function that is called has a register before the variable gets it.
        if isinstance(value, t.Call) and not _is_instruction(value):
            return False
        return (
            mention.register not in first.emits
            and first.instruction is not None
            and first.instruction.guard is None
            and made_value(first, self._tree) is not None
        )

    def _is_declared(self, key: Key, mention: Mention) -> bool:
        """Return whether a register that changes may be declared before its first value."""
        tree, mentions = self._tree, self._mentions
        register, targets = mention.register, mention.targets
        exact = self._exact(key)
        if not exact:
            return False
        file = tree.files[register.file]
        if not targets or exact in mentions.names or tree.writes.get(exact, 0) < len(targets):
            return False
        # A register that may be read before it is written has a value that no name tells.
        suggestions = tree.suggestions
        if suggestions is None or exact in suggestions.unassigned:
            return False
        # A name that only says how a single value is made is not worth its declaration.
        if (
            len(targets) == 1
            and (mention.escapes or 0 <= mention.first_use <= mention.first_target)
            and not suggestions.candidates.get(exact)
        ):
            return False
        declared = {each.prefix: each.storage for each in tree.files.values()}
        return value_class(file.type, declared) == (file.storage, file.type) and all(
            len(each.targets) == 1 and register not in each.emits for each in targets
        )

    # ------------------------------------------------------------------ the text

    def rewrite(self, block: t.Block, loop: Loop) -> None:
        """Write names in the place of registers."""
        for index, statement in enumerate(block):
            inner = t.statement_bodies(statement)
            if isinstance(statement, t.For):
                counters = (*loop.counters, (statement.variable, statement.count))
                self.rewrite(statement.body, Loop(counters, id(statement)))
                continue
            if isinstance(statement, t.Assign):
                block[index] = self._assignment(statement, loop)
            else:
                self._rename(statement, loop)
            if inner is not None:
                self.rewrite(inner, loop)

    def _rename(self, statement: t.Statement, loop: Loop) -> None:
        emits = statement.emits

        def change(part: t.Expression) -> t.Expression | None:
            if isinstance(part, t.Register):
                name = self._names.get(self._mentions.key(part, loop))
                if name is not None:
                    return name
            return None if self._runs is None else self._runs.place(part, loop)

        transform_statement(statement, change)
        # The margin names the registers that a statement emits, so that these stay as they are.
        if emits and isinstance(statement, t.Assign | t.Evaluate | t.With):
            statement.emits = emits

    def _assignment(self, statement: t.Assign, loop: Loop) -> t.Statement:
        if len(statement.targets) != 1:
            self._rename(statement, loop)
            return statement
        target = statement.targets[0]
        if isinstance(target, t.Register):
            key = self._mentions.key(target, loop)
            if key in self._variables:
                return self._change(statement, key, loop)
            if key in self._unused:
                value = made_value(statement, self._tree)
                made = t.Evaluate(value if value is not None else statement.value)
                self._note_type(made.value)
                made.emits = statement.emits or (target,)
                self._rename(made, loop)
                return made
            if key in self._names:
                value = made_value(statement, self._tree)
                if value is not None:
                    statement.value = value
                    self._note_type(value)
        parts = target.elements if isinstance(target, t.Tuple) else (target,)
        registers = [part for part in parts if isinstance(part, t.Register)]
        named = [each for each in registers if self._mentions.key(each, loop) in self._margins]
        if statement.emits:  # a register that a target says needs no margin
            told = {each for each in registers if each not in named}
            if statement.declares:
                told = self._told_beside_variables(statement, told, loop)
            statement.emits = tuple([each for each in statement.emits if each not in told])
        else:
            statement.emits = tuple(named)
        changing: dict[t.Expression, t.View] = {
            part: t.View(self._names[key], "value")
            for part in registers
            if (key := self._mentions.key(part, loop)) in self._variables
        }
        if changing:
            statement.targets = [rebuild(target, changing.get)]
        self._rename(statement, loop)
        return statement

    def _told_beside_variables(
        self, statement: t.Assign, told: set[t.Register], loop: Loop
    ) -> set[t.Register]:
        """Return the targets that tell their registers in a call that declares others.

        A declared register comes before the values in the margin, which has all names then. Without
        a name it is an element that the function has written: no statement is to copy it.
        """
        [target] = statement.targets
        parts = [*target.elements] if isinstance(target, t.Tuple) else [target]
        own = {
            part
            for part in parts[-statement.declares :]
            if isinstance(part, t.Register) and self._mentions.key(part, loop) not in self._names
        }
        if own:
            parts = [self._take(UNUSED_PART) if part in own else part for part in parts]
            statement.targets = [t.Tuple(tuple(parts)) if len(parts) > 1 else parts[0]]
        return {
            part
            for part in told
            if part not in own and self._mentions.key(part, loop) not in self._names
        }

    def _note_type(self, value: t.Expression) -> None:
        if isinstance(value, t.Call) and value.function in TYPES:
            self._tree.use(str(value.function))

    def _change(self, statement: t.Assign, key: Key, loop: Loop) -> t.Statement:
        """Return the statement that gives a variable its first value, or another one."""
        name = self._names[key]
        register, _ = key
        if key not in self._begun:
            self._begun.add(key)
            value = made_value(statement, self._tree)
            self._note_type(value if value is not None else "")
            kind = self._tree.files[register.file].type
            self._tree.use(kind)
            self._tree.use("reg")
            statement.value = t.Call("reg.from_", (value if value is not None else "", kind))
            statement.emits = (*statement.emits, register)
            self._rename(statement, loop)
            statement.targets = [name]
            return statement
        self._rename(statement, loop)
        value = statement.value
        # `x += 1` emits an addition from the register of `x` to itself.
        if isinstance(value, t.Binary) and value.operator in _UPDATES and value.left == name:
            return t.Update(name, value.operator, value.right)
        made = t.Evaluate(t.Call(t.View(name, "set"), (value,)))
        made.emits = statement.emits
        return made


def _targets(statement: t.Statement) -> Iterator[t.Expression]:
    """Yield the targets of an assignment, the parts of a tuple one by one."""
    for target in statement.targets if isinstance(statement, t.Assign) else ():
        yield from target.elements if isinstance(target, t.Tuple) else (target,)


_POSITIONS: Final = vocabulary.words(position=True)


def _is_position(value: t.Expression) -> bool:
    """Return whether a value is a call that says a position in a source file."""
    return isinstance(value, t.Call) and value.function in _POSITIONS


def _is_position_of(statement: t.Statement) -> bool:
    return isinstance(statement, t.Evaluate) and _is_position(statement.value)


def _is_instruction(call: t.Call) -> bool:
    """Return whether a call is that of an instruction by its name, or of a type for its `mov`."""
    function = call.function
    return type(function) is str and (function.startswith("ptx.") or function in TYPES)


def find_wishes(
    tree: FunctionTree,
    mentions: Mentions,
    keys: Iterable[Key],
    candidates: Mapping[str, Sequence[str]],
) -> dict[Key, Wish]:
    """Return the names on which all registers agree that an expression stands for, of several.

    `candidates` has the names that registers may have, by their names in PTX.
    """
    found: dict[Key, Wish] = {}
    for key in keys:
        names = [candidates.get(tree.register_name(*each), ()) for each in mentions.registers(key)]
        if names and all(names):
            agreed = [name for name in names[0] if all(name in other for other in names[1:])]
            if agreed:
                mention = mentions.found[key]
                count = mention.uses + len(mention.targets)
                found[key] = Wish(agreed, mentions.span(key), count, _kind(tree, mention))
    return found


def _kind(tree: FunctionTree, mention: Mention) -> str:
    """Return the type of the expression that makes a value, for a constant or a helper's result."""
    if len(mention.targets) != 1:
        return ""
    target = mention.targets[0]
    if isinstance(target.value, t.Call) and target.value.function in HELPERS:
        return str(target.value.function)
    value = made_value(target, tree)
    return str(value.function) if isinstance(value, t.Call) and value.function in TYPES else ""


def _count_names(block: Sequence[t.Statement], names: set[str]) -> dict[str, int]:
    """Return how often statements mention each of some names."""
    found: dict[str, int] = {}
    for statement in t.walk_statements(block):
        for head in t.head_expressions(statement):
            for part in t.walk_expression(head):
                if type(part) is str and part in names:
                    found[part] = found.get(part, 0) + 1
    return found


def write_margins(
    block: Sequence[t.Statement], files: Mapping[str, RegisterFile], loop: Loop | None = None
) -> None:
    """Write the margins of the statements of a function's body."""
    around = loop or Loop((), 0)
    for statement in block:
        made = _made(statement)
        if made and isinstance(statement, t.Assign | t.Evaluate | t.With | t.Update):
            # The values of a loop are listed turn by turn, in the order in which they are made.
            names = [
                f"{files[register.file].prefix}{evaluate(register.number, values)}"
                for values in repetitions(around)
                for register in made
            ]
            statement.margin = format_names(names)
        inner = t.statement_bodies(statement)
        if inner is not None:
            inside = around
            if isinstance(statement, t.For):
                inside = Loop((*around.counters, (statement.variable, statement.count)), 1)
            write_margins(inner, files, inside)


def _made(statement: t.Statement) -> list[t.Register]:
    """Return the registers of the values that a statement makes, in order."""
    found: list[t.Register] = []
    if isinstance(statement, t.Assign):
        _add_nested(statement.value, found)
        for target in statement.targets:
            _add_nested(target, found)
    else:
        for head in t.head_expressions(statement):
            _add_nested(head, found)
    found += statement.emits
    return found


def _add_nested(expression: t.Expression, found: list[t.Register]) -> None:
    """Add the registers of the values within an expression, in the order in which they are made."""
    for part in t.children(expression):
        if type(part) is not str and type(part) is not int:
            _add_nested(part, found)
    if type(expression) is t.Value:
        found.append(expression.register)
