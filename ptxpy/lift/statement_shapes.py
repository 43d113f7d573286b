"""The shape of a statement, in which registers, numbers and names are left out.

These are its *leaves*, in the order in which Python evaluates them. Two statements with
one shape differ in leaves alone; `substitute` puts others in their places.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, Final, TypeAlias

from ptxpy._records import NamedTuple
from ptxpy.dialect import vocabulary
from ptxpy.pytree import rebuild
from ptxpy.pytree import tree as t

__all__ = [
    "FLOAT",
    "NAME",
    "NUMBER",
    "REGISTER",
    "SLICE",
    "SYMBOL",
    "Leaf",
    "Names",
    "Reader",
    "Reading",
    "Readings",
    "Rewriter",
]

REGISTER: Final = "register"
SLICE: Final = "slice"
NUMBER: Final = "number"
FLOAT: Final = "float"
SYMBOL: Final = "symbol"
NAME: Final = "name"
"""The kinds of leaves; a name is one of the function's own, a symbol one of the module's."""

Shape: TypeAlias = "tuple[object, ...] | str | None"
"""A shape, which is compared and hashed; None is that of an expression with a fixed place."""

_FLOAT_TEXT: Final = re.compile(r"-?[0-9][0-9.]*(?:e[-+]?[0-9]+)?\Z")
_FIXED: Final = frozenset({"True", "False", "None", "_"})
_DECLARING: Final = ("reg.", "var", "label", vocabulary.LABEL)


class Leaf(NamedTuple):
    """A part that a shape leaves out."""

    kind: str
    value: Any
    """The register, slice or number; of a name and a symbol the text."""
    is_target: bool = False
    owner: str = ""
    """The function that is called with a number: `at`."""


class Names(NamedTuple):
    """The meanings of a program's names, seen from one function."""

    classes: dict[str, str]
    """The class of each register file."""
    local: Collection[str]
    """The names of the function's own."""
    symbols: Collection[str]
    """The names of the module's variables."""
    tables: Collection[str] = ()
    """The names in `local` that are tables of switches."""


class Reading(NamedTuple):
    """The value of a simple statement, or the head of a block, and the targets."""

    statement: t.Statement
    shape: Shape
    """The shape of the value or the head; None for a statement that cannot be moved."""
    leaves: tuple[Leaf, ...]
    """The leaves of the shape, then the targets of an assignment."""
    parts: Sequence[t.Expression] | None
    """All parts that are read, if there is no shape and the leaves do not tell."""

    def reads(self) -> Iterable[t.Expression]:
        """Return the registers and slices that are read, as often as they are."""
        if self.parts is not None:
            return self.parts
        # Nothing but leaves is left out of a shape, so that these have all that is read.
        return [
            value
            for kind, value, is_target, _ in self.leaves
            if not is_target and kind in (REGISTER, SLICE)
        ]


class Readings:
    """The readings of statements, which all searches for groups share.

    A statement that stays in its function is read once, however often groups are looked for.
    """

    def __init__(self) -> None:
        """Begin with nothing."""
        self.known: dict[int, Reading] = {}
        """By the identities of statements."""
        self.shapes: dict[Shape, Shape] = {}
        """Each shape once: thousands of statements have one."""


class Reader:
    """Reads shapes and leaves of the statements of one function."""

    def __init__(self, names: Names, readings: Readings) -> None:
        """Take the names, and the values read before."""
        self.names = names
        self.readings = readings
        self.single: Collection[t.Register] = ()
        """The registers that are values, written once, when these are known."""
        self.leaves: list[Leaf] = []

    def reading(self, statement: t.Statement) -> Reading:
        """Return the value or the head of a statement."""
        known = self.readings.known.get(id(statement))
        if known is None:
            known = self.readings.known[id(statement)] = self._read(statement)
        return known

    def _read(self, statement: t.Statement) -> Reading:
        self.leaves = []
        shape: Shape = None
        if isinstance(statement, t.Assign):
            shape = self.expression(statement.value)
            heads: Sequence[t.Expression] = (statement.value,)
        elif isinstance(statement, t.Evaluate):
            value = self.expression(statement.value)
            shape = None if value is None else ("evaluate", value)
            heads = (statement.value,)
        else:
            shape = self._head(statement)
            heads = t.head_expressions(statement)
        parts = None
        if shape is None:
            parts = [
                part
                for head in heads
                for part in t.walk_expression(head)
                if type(part) is t.Register or type(part) is t.Slice
            ]
        else:
            shape = self.readings.shapes.setdefault(shape, shape)
            if isinstance(statement, t.Assign) and len(statement.targets) == 1:
                target = statement.targets[0]
                for part in target.elements if type(target) is t.Tuple else (target,):
                    if type(part) is t.Register:
                        self.leaves.append(Leaf(REGISTER, part, is_target=True))
        return Reading(statement, shape, tuple(self.leaves), parts)

    def shape(self, statement: t.Statement) -> tuple[Shape, tuple[Leaf, ...]]:
        """Return the shape of a statement without those within it, and its leaves.

        The shape is None for a simple statement that cannot be moved, which then has no leaves.
        """
        _, shape, leaves, _ = self.reading(statement)
        if type(statement) is t.Assign:
            if shape is None or len(statement.targets) != 1:
                return None, ()
            target = statement.targets[0]
            classes, single = self.names.classes, self.single
            if type(target) is t.Register:
                if type(target.number) is not int:
                    return None, ()
                written: Any = ((classes.get(target.file, target.file), target in single),)
                return ("assign", False, written, shape), leaves
            if type(target) is not t.Tuple:
                return None, ()
            shapes: list[object] = []
            for part in target.elements:
                if part == "_":
                    shapes.append("_")
                elif type(part) is t.Register and type(part.number) is int:
                    shapes.append((classes.get(part.file, part.file), part in single))
                else:
                    return None, ()
            return ("assign", True, tuple(shapes), shape), leaves
        if shape is None and statement.body is None:
            return None, ()
        return shape, leaves

    def _head(self, statement: t.Statement) -> Shape:
        """Return the shape of the head of a `with` or `for`, or None."""
        if type(statement) is t.With:
            found = []
            for value, name in statement.contexts:
                shape = self.expression(value)
                if shape is None:
                    return None
                if name:
                    self.leaves.append(Leaf(NAME, name, is_target=True))
                found.append((shape, bool(name)))
            return ("with", tuple(found))
        # A loop over columns comes from a pass that is run later: it cannot be moved.
        if type(statement) is t.For and not statement.columns:
            self.leaves.append(Leaf(NAME, statement.variable, is_target=True))
            return ("for", statement.count)
        return None

    def expression(self, expression: t.Expression, owner: str = "") -> Shape:
        """Return the shape of an expression, or None for one that cannot be moved."""
        kind = type(expression)
        if kind is str:
            return self._atom(expression)  # type: ignore[arg-type]
        if kind is int:
            self.leaves.append(Leaf(NUMBER, expression, owner=owner))
            return "#"
        return _SHAPES[kind](self, expression, owner)

    def _atom(self, text: str) -> Shape:
        first, dot, rest = text.partition(".")
        if text in _FIXED or text[0] in "\"'":
            return text
        if _FLOAT_TEXT.match(text):
            self.leaves.append(Leaf(FLOAT, text))
            return "#f"
        if first in self.names.local:
            self.leaves.append(Leaf(NAME, first))
            return ("name", rest)
        if not dot and text in self.names.symbols:
            self.leaves.append(Leaf(SYMBOL, text))
            return "symbol"
        return text


def _hexadecimal(reader: Reader, expression: t.Hexadecimal, owner: str) -> Shape:
    reader.leaves.append(Leaf(NUMBER, expression, owner=owner))
    return "#"


def _spelled(reader: Reader, expression: t.Spelled, owner: str) -> Shape:
    if type(expression.number) is not int:
        return reader.expression(expression.number, owner)
    reader.leaves.append(Leaf(NUMBER, expression, owner=owner))
    return "#"


def _register(reader: Reader, expression: t.Register, _owner: str) -> Shape:
    if type(expression.number) is not int:
        return None
    reader.leaves.append(Leaf(REGISTER, expression))
    return ("register", reader.names.classes.get(expression.file, expression.file))


def _slice(reader: Reader, expression: t.Slice, _owner: str) -> Shape:
    start, stop = expression.start, expression.stop
    if type(start) is not int or not (stop is None or type(stop) is int):
        return None
    reader.leaves.append(Leaf(SLICE, expression))
    # How many registers there are is no part of the shape where the slice has no end.
    width = None if stop is None else len(range(start, stop, expression.step))
    return ("slice", reader.names.classes.get(expression.file, expression.file), width)


def _element(reader: Reader, expression: t.Element, _owner: str) -> Shape:
    # A label has a number that is its name, and of the names of a function's own only the table of
    # a switch is known to have the same keys elsewhere.
    base = expression.base
    if base in reader.names.tables:
        reader.leaves.append(Leaf(NAME, base))
        return ("case", expression.key)
    if type(base) is not str or base.partition(".")[0] != "ptx" or type(expression.key) is not str:
        return None
    return ("element", expression)


def _view(reader: Reader, expression: t.View, owner: str) -> Shape:
    value = reader.expression(expression.value, owner)
    return None if value is None else ("view", value, expression.name)


def _call(reader: Reader, expression: t.Call, _owner: str) -> Shape:
    function = expression.function
    name = function if type(function) is str else ""
    # A declaration belongs to its function, and cannot be moved out of it.
    if name.startswith(_DECLARING):
        return None
    # Python evaluates the function before the arguments.
    called = _function(reader, function)
    given = _every(reader, expression.arguments, name)
    return None if called is None or given is None else ("call", called, given)


def _function(reader: Reader, function: t.Expression) -> Shape:
    """Return the shape of a called function: a function of the module's has its own name."""
    if type(function) is str and function.partition(".")[0] not in reader.names.local:
        return function
    return reader.expression(function)


def _keyword(reader: Reader, expression: t.Keyword, owner: str) -> Shape:
    value = reader.expression(expression.value, owner)
    return None if value is None else ("keyword", expression.name, value)


def _binary(reader: Reader, expression: t.Binary, owner: str) -> Shape:
    left = reader.expression(expression.left, owner)
    right = reader.expression(expression.right, owner)
    return None if left is None or right is None else (expression.operator, left, right)


def _unary(reader: Reader, expression: t.Unary, owner: str) -> Shape:
    value = reader.expression(expression.operand, owner)
    return None if value is None else (expression.operator, value)


def _tuple(reader: Reader, expression: t.Tuple | t.List, owner: str) -> Shape:
    given = _every(reader, expression.elements, owner)
    return None if given is None else (type(expression).__name__, given)


def _star(reader: Reader, expression: t.Star, owner: str) -> Shape:
    value = reader.expression(expression.value, owner)
    return None if value is None else ("*", value)


def _every(reader: Reader, expressions: Sequence[t.Expression], owner: str) -> Shape:
    found = []
    for expression in expressions:
        shape = reader.expression(expression, owner)
        if shape is None:
            return None
        found.append(shape)
    return tuple(found)


_SHAPES: Final[dict[type, Callable[[Reader, Any, str], Shape]]] = {
    t.Hexadecimal: _hexadecimal,
    t.Spelled: _spelled,
    t.Register: _register,
    t.Slice: _slice,
    t.Element: _element,
    t.View: _view,
    t.Call: _call,
    t.Keyword: _keyword,
    t.Binary: _binary,
    t.Unary: _unary,
    t.Tuple: _tuple,
    t.List: _tuple,
    t.Star: _star,
    t.Dictionary: lambda *_: None,
}


def _written(statement: t.Assign) -> list[t.Expression]:
    """Return the registers that a statement assigns to."""
    target = statement.targets[0]
    parts = target.elements if isinstance(target, t.Tuple) else (target,)
    return [part for part in parts if part != "_"]


class Rewriter:
    """Puts other expressions in the place of leaves, in the order in which `Reader` reads them."""

    def __init__(
        self,
        reader: Reader,
        take: Callable[[Leaf], t.Expression],
        spell: Callable[[t.Assign], t.Expression | None],
        values: Collection[int] = (),
    ) -> None:
        """Take the reader, and the functions for the expression of a leaf and of a value.

        `values` has the identities of statements whose registers are values besides.
        """
        self.values = values
        self.reader = reader
        self.take = take
        self.spell = spell

    def block(self, statements: Sequence[t.Statement]) -> t.Block:
        """Return statements with other leaves."""
        return [self.statement(statement) for statement in statements]

    def statement(self, statement: t.Statement) -> t.Statement:
        """Return a statement with other leaves; a mere copy is spelled as a move."""
        if isinstance(statement, t.Assign):
            assigned = self._assignment(statement)
            made = len(statement.emits) or len(_written(statement))
            assigned.makes = statement.makes or made
            return assigned
        if isinstance(statement, t.Evaluate):
            evaluated = t.Evaluate(self._rewritten(statement.value))
            evaluated.makes = statement.makes or len(statement.emits)
            return evaluated
        if isinstance(statement, t.With):
            contexts = []
            for value, name in statement.contexts:
                new = self._rewritten(value)
                given = str(self.take(Leaf(NAME, name, is_target=True))) if name else ""
                contexts.append(t.Context(new, given))
            return t.With(contexts, self.block(statement.body))
        if isinstance(statement, t.For):
            variable = str(self.take(Leaf(NAME, statement.variable, is_target=True)))
            return t.For(variable, statement.count, self.block(statement.body))
        msg = f"a {type(statement).__name__} has no shape"
        raise TypeError(msg)

    def _assignment(self, statement: t.Assign) -> t.Assign | t.Evaluate:
        target = statement.targets[0]
        if isinstance(target, t.Tuple):
            value = self._rewritten(statement.value)
            parts: list[t.Expression] = []
            for part in target.elements:
                taken = part if part == "_" else self.take(Leaf(REGISTER, part, is_target=True))
                # The name of a parameter would be bound to something else.
                is_value = part == "_" or part in self.reader.single
                parts.append(taken if is_value else t.View(taken, "value"))
            made = t.Assign([t.Tuple(tuple(parts))], value, statement.instruction)
            made.makers = statement.makers
            made.declares = statement.declares
            return made
        is_value = target in self.reader.single or id(statement) in self.values
        spelled = statement.value
        if is_value or _is_name(spelled):
            # What the statement of the call has made would be bound to a register, and not copied.
            spelled = self.spell(statement) or spelled
        value = self._rewritten(spelled)
        new = self.take(Leaf(REGISTER, target, is_target=True))
        # An assignment would bind the parameter's name to something else: `set` writes its
        # register.
        if not is_value:
            return t.Evaluate(t.Call(f"{new}.set", (value,)))
        made = t.Assign([new], value, statement.instruction)
        made.makers = statement.makers
        return made

    def _rewritten(self, expression: t.Expression) -> t.Expression:
        kind = type(expression)
        if isinstance(expression, t.Element):
            if expression.base in self.reader.names.tables:
                return expression._replace(base=self._rewritten(expression.base))
            return expression
        if kind in (int, t.Hexadecimal):
            return self.take(Leaf(NUMBER, expression))
        if isinstance(expression, t.Spelled):
            if type(expression.number) is int:
                return self.take(Leaf(NUMBER, expression))
            number = self._rewritten(expression.number)
            return expression if number == expression.number else number
        if kind is t.Register:
            return self.take(Leaf(REGISTER, expression))
        if kind is t.Slice:
            return self.take(Leaf(SLICE, expression))
        if isinstance(expression, str):
            return self._atom(expression)
        if isinstance(expression, t.Call):
            return self._call(expression)
        return rebuild(
            expression, lambda part: None if part is expression else self._rewritten(part)
        )

    def _call(self, expression: t.Call) -> t.Call:
        function = expression.function
        if type(function) is not str or function.partition(".")[0] in self.reader.names.local:
            function = self._rewritten(function)
        return t.Call(function, tuple([self._rewritten(each) for each in expression.arguments]))

    def _atom(self, text: str) -> t.Expression:
        first, dot, rest = text.partition(".")
        if text in _FIXED or text[0] in "\"'":
            return text
        if _FLOAT_TEXT.match(text):
            return self.take(Leaf(FLOAT, text))
        if first in self.reader.names.local:
            new = self.take(Leaf(NAME, first))
            if not dot:
                return new
            return f"{new}.{rest}" if isinstance(new, str) else t.View(new, rest)
        if not dot and text in self.reader.names.symbols:
            return self.take(Leaf(SYMBOL, text))
        return text


def _is_name(value: t.Expression) -> bool:
    """Return whether a value is just a register or a name."""
    if isinstance(value, str):
        return not _FLOAT_TEXT.match(value)
    return isinstance(value, t.Register)
