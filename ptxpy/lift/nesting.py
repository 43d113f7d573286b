"""Values that are used once are written where they are used: `(a + b) * c`.

Python evaluates an expression from the left to the right, and each operator emits its instruction
when its operands have emitted theirs. So a value may be written in the statement after it, if no
other value that is written there is made before: nothing is moved.

A value with a name of its own keeps its line; but an address that is used once is written in the
access, `[sums + offset]`, if its expression names the memory as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from ptxpy import isa
from ptxpy.dialect import INVERSES, format_names, inverse_comparison, vocabulary
from ptxpy.isa import TYPES
from ptxpy.lift.given_names import find_wishes
from ptxpy.lift.idioms import is_division
from ptxpy.lift.mentions import Key, Loop, Mentions
from ptxpy.lift.name_spans import choose_names
from ptxpy.lift.values import (
    add_nested,
    cast_of,
    is_copy,
    is_value,
    made_value,
    registers_made,
)
from ptxpy.pytree import expression_text, statement_text, transform_statement
from ptxpy.pytree import tree as t

if TYPE_CHECKING:
    from ptxpy.lift.function_tree import FunctionTree

__all__ = ["nest"]

MAX_NESTED_DEPTH: Final = 4
"""The most operators and calls within each other that are read without effort."""

MAX_NESTED_VALUES: Final = 6
"""The most values that are written in one statement."""

MAX_SHORT_LENGTH: Final = 24
"""The longest value that is written in a call that takes several lines anyway."""

_MARGIN_LENGTH: Final = 6
"""The columns that a register takes in the margin, about."""
_LOOP_MARGIN_LENGTH: Final = 13
"""The columns that several take, in the margin of a loop that Python runs: `r305..311/3`."""

_LATER_NAME: Final = 3
"""The columns by which a register grows, about, that gets its name from an expression."""

_LINE: Final = 88
"""The columns of a line."""
_ROOM: Final = 86
"""The columns for a statement with its margin."""
_INDENT: Final = 4

_SILENT: Final = vocabulary.words(layout=True) | vocabulary.words(position=True)


def nest(tree: FunctionTree) -> None:
    """Write the values of a function where they are used."""
    mentions = Mentions(tree.block)
    values = [
        key
        for key, mention in mentions.found.items()
        if mention.targets and is_value(tree, mentions, key, mention)
    ]
    nestable = {key for key in values if mentions.found[key].uses == 1}
    suggestions = tree.suggestions
    strong = suggestions.strong if suggestions is not None else {}
    wishes = find_wishes(tree, mentions, values, strong)
    parameters = {parameter.name for parameter in tree.definition.parameters}
    names = choose_names(wishes, lambda _, name: tree.is_free(name) or name in parameters)
    _Nesting(tree, mentions, nestable, names).block(tree.block, Loop((), 0), 1)


class _Nesting:
    """Nests the values of one function."""

    def __init__(
        self,
        tree: FunctionTree,
        mentions: Mentions,
        nestable: set[Key],
        named: Mapping[Key, str],
    ) -> None:
        self._tree = tree
        self._mentions = mentions
        self._nestable = nestable
        self._named = named
        self._told = {register for register, _ in named}
        """The registers that have a name."""

    def block(self, block: t.Block, loop: Loop, depth: int) -> None:
        """Nest the values of a block, and of those within it."""
        found: list[t.Statement] = []
        for statement in block:
            # With one value written in the statement, the one before it may be next to its use as
            # well.
            while found and self._nest(found[-1], statement, loop, depth):
                found.pop()
            found.append(statement)
            inner = t.statement_bodies(statement)
            if inner is not None:
                around = loop
                if isinstance(statement, t.For):
                    counters = (*loop.counters, (statement.variable, statement.count))
                    around = Loop(counters, id(statement))
                self.block(inner, around, depth + 1)
        block[:] = found

    def _nest(self, made: t.Statement, user: t.Statement, loop: Loop, depth: int) -> bool:
        """Write a value in the statement after it; return whether that can be done."""
        register = self._nestable_target(made, loop, user)
        if register is None or isinstance(user, t.For) or not _reaches(user, register):
            return False
        value = made_value(made, self._tree) if isinstance(made, t.Assign) else None
        if value is None:
            return False
        nested = _nested(made, register, value)
        if not self._reads_well(user, register, nested, depth, loop):
            return False
        comparison = isinstance(made, t.Assign) and self._is_comparison(made)
        if comparison and isinstance(user, t.With) and not self._turn(user, register, nested):
            return False
        transform_statement(user, lambda part: nested if part == register else None)
        if made.makes and isinstance(user, t.Assign | t.Evaluate | t.Return | t.With):
            user.makes += made.makes
        # A constant is written as a call of its type, which the program has to import.
        if isinstance(value, t.Call) and _is_constant(value):
            self._tree.use(str(value.function))
        return True

    def _is_comparison(self, made: t.Assign) -> bool:
        """Return whether a statement compares integers, so that `if_` would write its inverse."""
        instruction = made.instruction
        return (
            instruction is not None
            and isa.result_type(instruction.opcode, instruction.modifiers) == "pred"
            and bool(inverse_comparison(instruction.modifiers))
        )

    def _turn(self, user: t.With, register: t.Register, nested: t.Value) -> bool:
        """Write `unless` a comparison of integers as `if_` its inverse, if one opens a block.

        Returns whether the comparison may be written there.
        """
        value = nested.expression
        for place, context in enumerate(user.contexts):
            call = context.value
            if not isinstance(call, t.Call) or call.arguments[:1] != (register,):
                continue
            options = {each.name for each in call.arguments if isinstance(each, t.Keyword)}
            if not options.isdisjoint({"next", "over"}):
                continue
            if call.function == vocabulary.IF:
                return False
            if call.function == vocabulary.UNLESS and isinstance(value, t.Binary):
                inverse = value._replace(operator=INVERSES[value.operator])
                turned = t.Call(
                    vocabulary.IF, (nested._replace(expression=inverse), *call.arguments[1:])
                )
                user.contexts[place] = context._replace(value=turned)
        return True

    def _name_surplus(self, expression: t.Expression, loop: Loop) -> int:
        """Return by how much an expression gets longer when its registers have their names."""
        if type(expression) is t.Register:
            name = self._named.get(self._mentions.key(expression, loop))
            return len(name) - len(expression_text(expression)) if name else 0
        surplus = 0
        for part in t.children(expression):
            if type(part) is not str and type(part) is not int:
                surplus += self._name_surplus(part, loop)
        return surplus

    def _nestable_target(
        self, made: t.Statement, loop: Loop, user: t.Statement
    ) -> t.Register | None:
        """Return the register of a statement whose value may be written elsewhere."""
        if not isinstance(made, t.Assign) or len(made.targets) != 1:
            return None
        register = made.targets[0]
        if not isinstance(register, t.Register):
            return None
        # What a function makes on the way, nobody sees; of a division it is known.
        if made.emits and not is_division(made.value):
            return None
        if is_copy(made) and cast_of(made, self._tree) is None:
            return None
        key = self._mentions.key(register, loop)
        is_named = key in self._named and self._tree.files[register.file].type != "pred"
        if (
            is_named
            and not _is_constant(made_value(made, self._tree))
            and not (_in_address(user, register) and self._tells(made))
        ):
            return None
        return register if key in self._nestable else None

    def _tells(self, made: t.Assign) -> bool:
        """Return whether the expression of an address tells its memory, as its name does."""
        value = made_value(made, self._tree)
        read = [] if value is None else [*t.walk_expression(value)]
        registers = [part for part in read if type(part) is t.Register]
        return not registers or not self._told.isdisjoint(registers)

    def _reads_well(
        self, user: t.Statement, register: t.Register, value: t.Value, depth: int, loop: Loop
    ) -> bool:
        """Return whether a statement can still be read with a value written in it."""
        values = sum(map(_count_values, t.head_expressions(user))) + _count_values(value)
        made = _made(value)
        if values > MAX_NESTED_VALUES:
            return False
        if _depth_at(user, register) + _depth(value) > MAX_NESTED_DEPTH:
            return False
        text, now = expression_text(value), statement_text(user)
        length = len(now) + len(text) - len(expression_text(register))
        each = _LOOP_MARGIN_LENGTH if loop.counters else _MARGIN_LENGTH
        margin = each * (1 + values + _count_divisions(user) + is_division(made))
        indent = _INDENT * depth
        named = sum(self._name_surplus(part, loop) for part in t.head_expressions(user))
        surplus = named + self._name_surplus(value, loop) - self._name_surplus(register, loop)
        if register in self._told and not loop.counters and _in_address(user, register):
            # The name of an address tells no more than its parts, whose names are found later.
            surplus += sum(
                _LATER_NAME
                for part in t.walk_expression(value.expression)
                if type(part) is t.Register and part not in self._told
            )
            return indent + length + surplus + _margin_length(user, value) <= _LINE
        if indent + length + surplus + margin <= _ROOM:
            return True
        # A statement on one line stays on it; one that takes several lines may take short values.
        if indent + len(now) <= _ROOM or len(text) > MAX_SHORT_LENGTH:
            return False
        # What has a name may have a line: its user shall not take more lines for it.
        inner = indent + _INDENT + length - now.find("(") - 2 + surplus
        key = self._mentions.key(register, loop)
        is_own = key in self._named or is_division(made)
        return not is_own or inner <= _LINE


def _margin_length(user: t.Statement, value: t.Value) -> int:
    """Return the columns of the margin of a statement in which a value is written first."""
    made: list[t.Register] = []
    add_nested(value, made)
    made += registers_made(user)
    if isinstance(user, t.Assign):
        made += [each for each in user.targets if type(each) is t.Register and each not in made]
    return len("  #: ") + len(format_names([f"%{each.file}{each.number}" for each in made]))


def _in_address(user: t.Statement, register: t.Register) -> bool:
    """Return whether a statement has a register in an address."""
    return any(
        type(part) is t.List and any(each == register for each in t.walk_expression(part))
        for head in t.head_expressions(user)
        for part in t.walk_expression(head)
    )


def _is_constant(value: t.Expression | None) -> bool:
    """Return whether a value is a constant in a register: `u32(8192)` says all that a name does."""
    return isinstance(value, t.Call) and value.function in TYPES


def _made(value: t.Value) -> t.Expression:
    """Return the expression of a value, within those that a division makes on the way."""
    found = value.expression
    while isinstance(found, t.Value):
        found = found.expression
    return found


def _nested(made: t.Statement, register: t.Register, value: t.Expression) -> t.Value:
    """Return the value of a statement, around those that a division makes on the way."""
    for each in made.emits:
        if each != register:
            value = t.Value(each, value)
    return t.Value(register, value)


def _count_divisions(statement: t.Statement) -> int:
    """Return how many divisions a statement has, whose registers take more room in the margin."""
    return sum(
        is_division(part)
        for head in t.head_expressions(statement)
        for part in t.walk_expression(head)
    )


_ATOMS: Final = frozenset({str, int, t.Register})
"""The expressions that have no values within them."""


def _count_values(expression: t.Expression) -> int:
    """Return how many values are written in an expression."""
    # A division counts once, whatever it makes on the way.
    while type(expression) is t.Value and type(expression.expression) is t.Value:
        expression = expression.expression
    found = int(type(expression) is t.Value)
    for part in t.children(expression):
        if type(part) not in _ATOMS:
            found += _count_values(part)
    return found


def _depth(expression: t.Expression) -> int:
    """Return how deep the values of an expression nest."""
    while type(expression) is t.Value and type(expression.expression) is t.Value:
        expression = expression.expression
    inner = 0
    for part in t.children(expression):
        if type(part) not in _ATOMS:
            inner = max(inner, _depth(part))
    return inner + (type(expression) is t.Value)


def _depth_at(statement: t.Statement, register: t.Register) -> int:
    """Return how many values of a statement are around a register, and the statement's own."""
    for head in t.head_expressions(statement):
        found = _depth_in(head, register)
        if found is not None:
            return found + 1
    return MAX_NESTED_DEPTH


def _depth_in(expression: t.Expression, register: t.Register) -> int | None:
    if expression == register:
        return 0
    for part in t.children(expression):
        found = _depth_in(part, register)
        if found is not None:
            return found + (type(expression) is t.Value and type(part) is not t.Value)
    return None


def _reaches(statement: t.Statement, register: t.Register) -> bool:
    """Return whether a register is read before any value that is written in a statement is made."""
    if isinstance(statement, t.Assign):
        # What is assigned as it is would not be moved.
        moved = isinstance(statement.value, t.Register | t.View)
        return not moved and _first(statement.value, register) is True
    for head in t.head_expressions(statement):
        found = _first(head, register)
        if found is not None:
            return found
    return False


def _first(expression: t.Expression, register: t.Register) -> bool | None:
    """Return whether a register is evaluated before a value is made; None if there are neither."""
    if expression == register:
        return True
    if isinstance(expression, t.Call) and expression.function in _SILENT:
        # Layout and positions emit no instruction, so that a value in them would have no place.
        return False
    for part in _evaluated(expression):
        found = _first(part, register)
        if found is not None:
            return found
    return False if isinstance(expression, t.Value) else None


_ELEMENTS: Final = (t.Register, t.Slice)


def _evaluated(expression: t.Expression) -> Sequence[t.Expression]:
    """Return the parts of an expression in the order in which Python evaluates them."""
    if isinstance(expression, _ELEMENTS):
        # Python computes the number of a register: that makes no value.
        return ()
    return t.children(expression)
