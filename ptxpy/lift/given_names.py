"""The names that rules find for registers, those that registers are given, and their text.

A statement that gives a value to a name has a form of its own: `x.set(…)` and `x += …` change a
variable, and the register of any other value goes into the margin.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from ptxpy.isa import TYPES
from ptxpy.lift.derived_names import HELPERS
from ptxpy.lift.mentions import Loop
from ptxpy.lift.name_spans import UNUSED_PART, Wish
from ptxpy.lift.values import is_position, made_value
from ptxpy.pytree import rebuild, transform_statement
from ptxpy.pytree import tree as t

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ptxpy.lift.function_tree import FunctionTree
    from ptxpy.lift.mentions import Key, Mention, Mentions
    from ptxpy.lift.name_spans import Span
    from ptxpy.lift.runs import Runs

__all__ = ["Declaration", "GivenNames", "NameWriter", "declare", "find_wishes", "kind_of_value"]


Declaration: TypeAlias = "tuple[t.Block, t.Statement, Span]"
"""Where a variable is declared: in which block, before which statement, and where its name is alive
then."""

_MAX_TOGETHER: Final = 6
"""The most variables that one statement declares."""


class GivenNames:
    """The names that the registers of one function have."""

    def __init__(self, tree: FunctionTree, mentions: Mentions) -> None:
        """Begin without any, for a function and its mentions of registers."""
        self.tree = tree
        self.mentions = mentions
        self.names: dict[Key, str] = {}
        self.margins: set[Key] = set()
        """The values whose names are not those of their registers."""
        self.numbered: set[Key] = set()
        """The values that are called by their registers, `r319`."""
        self.variables: set[Key] = set()
        self.unused: set[Key] = set()
        """Values that nothing uses: they need no name."""
        self.begun: set[Key] = set()
        """Variables whose first value has been written."""
        self.runs: Runs | None = None
        self.in_runs: set[tuple[str, int | t.Expression]] = set()
        """The registers that are elements of a named run."""
        self.run_spans: dict[str, list[Span]] = {}
        """Where runs are alive, by their names."""
        self.parameters = {parameter.name for parameter in tree.definition.parameters}
        self._counts = _count_names(tree.block, self.parameters) if self.parameters else {}
        self._given: set[str] = set()
        """The names that values and runs have."""

    def hold(self, names: Iterable[str]) -> None:
        """Note names that values have already, so that others may have them in turn."""
        self._given.update(names)

    def is_free(self, name: str) -> bool:
        """Return whether a name has no other meaning; several values may have it in turn."""
        return name in self._given or self.tree.is_free(name)

    def take(self, name: str) -> str:
        """Give a name."""
        if name not in self._given and name not in self.parameters:
            self._given.add(name)
            self.tree.take(name)
        return name

    def may_have(self, key: Key, name: str) -> bool:
        """Return whether a value may have a name.

        The value of a parameter takes the name of the parameter, which nothing else mentions then.
        """
        if self.is_free(name):
            return name not in self.run_spans
        if self._counts.get(name) != 1 or name not in self.parameters:
            return False
        statement = self.mentions.found[key].targets[0]
        inside = any(
            part == name
            for head in t.head_expressions(statement)
            for part in t.walk_expression(head)
        )
        return inside and statement in self.tree.block

    def take_own(self, key: Key) -> str:
        """Take the name of a register itself: `r319`; "" if it is not free."""
        register, _ = key
        file = self.tree.files[register.file]
        if not isinstance(register.number, int) or not file.prefix.startswith("%"):
            return ""
        own = f"{file.prefix[1:]}{register.number}"
        return self.tree.take(own) if own.isidentifier() and self.tree.is_free(own) else ""


_UPDATES: Final = frozenset({"+", "-"})
"""Operators that are written as `x += v` where they change a register."""


class NameWriter:
    """Writes the names of one function."""

    def __init__(self, given: GivenNames) -> None:
        """Take the names."""
        self._given = given

    def write(self, block: t.Block, loop: Loop) -> None:
        """Write names in the place of registers."""
        for index, statement in enumerate(block):
            inner = t.statement_bodies(statement)
            if isinstance(statement, t.For):
                self._rename(statement, loop)
                counters = (*loop.counters, (statement.variable, statement.count))
                self.write(statement.body, Loop(counters, id(statement)))
                continue
            if isinstance(statement, t.Assign):
                block[index] = self._assignment(statement, loop)
            else:
                self._rename(statement, loop)
            if inner is not None:
                self.write(inner, loop)

    def _rename(self, statement: t.Statement, loop: Loop) -> None:
        emits = statement.emits

        def change(part: t.Expression) -> t.Expression | None:
            if isinstance(part, t.Register):
                name = self._given.names.get(self._given.mentions.key(part, loop))
                if name is not None:
                    return name
            return None if self._given.runs is None else self._given.runs.place(part, loop)

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
            key = self._given.mentions.key(target, loop)
            if key in self._given.variables:
                return self._change(statement, key, loop)
            if key in self._given.unused:
                value = made_value(statement, self._given.tree)
                made = t.Evaluate(value if value is not None else statement.value)
                self._note_type(made.value)
                made.emits = statement.emits or (target,)
                self._rename(made, loop)
                return made
            if key in self._given.names:
                value = made_value(statement, self._given.tree)
                if value is not None:
                    statement.value = value
                    self._note_type(value)
        parts = target.elements if isinstance(target, t.Tuple) else (target,)
        registers = [part for part in parts if isinstance(part, t.Register)]
        # A value that is called by its register has it in the margin too, so that a reader may
        # give it another name.
        named = [
            each
            for each in registers
            for key in [self._given.mentions.key(each, loop)]
            if key in self._given.margins or key in self._given.numbered
        ]
        if statement.emits:  # a register that a target says needs no margin
            told = {each for each in registers if each not in named}
            if statement.declares:
                told = self._told_beside_variables(statement, told, loop)
            statement.emits = tuple([each for each in statement.emits if each not in told])
        else:
            statement.emits = tuple(named)
        changing: dict[t.Expression, t.View] = {
            part: t.View(self._given.names[key], "value")
            for part in registers
            if (key := self._given.mentions.key(part, loop)) in self._given.variables
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
            if isinstance(part, t.Register)
            and self._given.mentions.key(part, loop) not in self._given.names
        }
        if own:
            parts = [self._given.take(UNUSED_PART) if part in own else part for part in parts]
            statement.targets = [t.Tuple(tuple(parts)) if len(parts) > 1 else parts[0]]
        return {
            part
            for part in told
            if part not in own and self._given.mentions.key(part, loop) not in self._given.names
        }

    def _note_type(self, value: t.Expression) -> None:
        if isinstance(value, t.Call) and value.function in TYPES:
            self._given.tree.use(str(value.function))

    def _change(self, statement: t.Assign, key: Key, loop: Loop) -> t.Statement:
        """Return the statement that gives a variable its first value, or another one."""
        name = self._given.names[key]
        register, _ = key
        if key not in self._given.begun:
            self._given.begun.add(key)
            value = made_value(statement, self._given.tree)
            self._note_type(value if value is not None else "")
            kind = self._given.tree.files[register.file].type
            self._given.tree.use(kind)
            self._given.tree.use("reg")
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


def declare(given: GivenNames, declared: Mapping[Key, Declaration]) -> None:
    """Write the beginnings of the variables that have no value to begin with."""
    wanted = [key for key in declared if key in given.variables]
    tree, mentions = given.tree, given.mentions
    together: dict[tuple[int, str], list[Key]] = {}
    places: dict[int, tuple[t.Block, t.Statement]] = {}
    for key in sorted(wanted, key=lambda key: min(mentions.found[key].places)):
        block, first, _ = declared[key]
        places[id(first)] = block, first
        kind = tree.files[key[0].file].type
        together.setdefault((id(first), kind), []).append(key)
    for (number, kind), keys in together.items():
        block, first = places[number]
        tree.use(kind)
        tree.use("reg")
        for start in range(0, len(keys), _MAX_TOGETHER):
            row = keys[start : start + _MAX_TOGETHER]
            names = [given.names[key] for key in row]
            if len(names) == 1:
                made = t.Assign(names, t.Call("reg.scalar", (kind,)))
            else:
                made = t.Assign([t.Tuple((*names,))], t.Call("reg.run", (kind, len(names))))
            made.emits = tuple([register for register, _ in row])
            at = block.index(first)
            # A position is written in the statement after it, which a declaration is not.
            while at and is_position(block[at - 1]):
                at -= 1
            block.insert(at, made)
    given.begun.update(wanted)


def _count_names(block: Sequence[t.Statement], names: set[str]) -> dict[str, int]:
    """Return how often statements mention each of some names."""
    found: dict[str, int] = {}
    for statement in t.walk_statements(block):
        for head in t.head_expressions(statement):
            for part in t.walk_expression(head):
                if type(part) is str and part in names:
                    found[part] = found.get(part, 0) + 1
    return found


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
                found[key] = Wish(agreed, mentions.span(key), count, kind_of_value(tree, mention))
    return found


def kind_of_value(tree: FunctionTree, mention: Mention) -> str:
    """Return the type of the expression that makes a value, for a constant or a helper's result."""
    if len(mention.targets) != 1:
        return ""
    target = mention.targets[0]
    if isinstance(target.value, t.Call) and target.value.function in HELPERS:
        return str(target.value.function)
    value = made_value(target, tree)
    return str(value.function) if isinstance(value, t.Call) and value.function in TYPES else ""
