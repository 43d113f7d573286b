"""The tree of a Python program while it is generated: expressions and statements.

Passes of `lift` read and change it; `ptxpy.codegen` makes it from IR and prints it. An expression
is frozen and compared by value. An atom, which has no parts, is a `str` with its text (a name, a
string in quotes, a float, `ptx.special.tid.x`); an integer is an `int`: passes compute with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any, TypeAlias, Union

from ptxpy._records import NamedTuple

if TYPE_CHECKING:
    from ptxpy.ir import nodes as n

Expression: TypeAlias = Union[
    str,
    int,
    "Hexadecimal",
    "Turns",
    "Spelled",
    "Register",
    "Slice",
    "Element",
    "View",
    "Call",
    "Keyword",
    "Binary",
    "Unary",
    "Tuple",
    "List",
    "Star",
    "Dictionary",
    "Value",
]


class Hexadecimal(NamedTuple):
    """An integer in hexadecimal digits: `0x1F`, `-0x400`."""

    value: int


class Spelled(NamedTuple):
    """A number, and the expression that says its meaning: `ptx.FULL_MASK` for -1.

    Passes see and compute with the number; another number in its place has no spelling.
    """

    number: Expression
    spelling: Expression


class Register(NamedTuple):
    """An element of a register file: `r[3]`, or `r[2 * i + 3]` in a loop."""

    file: str
    """The Python name of the file."""
    number: Expression


class Slice(NamedTuple):
    """Registers of a file in a row: `r[1:5]`, `f[8:4:-1]`."""

    file: str
    start: Expression
    stop: Expression | None
    step: int


class Element(NamedTuple):
    """An element of anything else: `L[5]`, `ptx["name"]`, `b8[16]`."""

    base: Expression
    key: Expression


class View(NamedTuple):
    """An attribute of an expression: `r[1].u32`, `b8[4].align`."""

    value: Expression
    name: str


class Call(NamedTuple):
    """A call: `ptx.mad.lo.s32(a, b, c)`."""

    function: Expression
    arguments: tuple[Expression, ...] = ()


class Keyword(NamedTuple):
    """An argument with its name: `when=p[1]`."""

    name: str
    value: Expression


class Binary(NamedTuple):
    """An operator between two operands: `a + b`, `a == b`."""

    left: Expression
    operator: str
    right: Expression


class Unary(NamedTuple):
    """An operator before its operand: `-a`, `~a`."""

    operator: str
    operand: Expression


class Tuple(NamedTuple):
    """A tuple in parentheses: `(a, b)`."""

    elements: tuple[Expression, ...]


class List(NamedTuple):
    """A list, which is an address but for `[*parts]`: `[base, 16]`; `[base]` has the offset 0."""

    elements: tuple[Expression, ...]


class Star(NamedTuple):
    """A value that a call or tuple takes apart: `*f[1:5]`."""

    value: Expression


class Dictionary(NamedTuple):
    """A dictionary, each key with its value."""

    items: tuple[tuple[Expression, Expression], ...]


class Value(NamedTuple):
    """The value of a register, written in the place of its use: `a + b` in `(a + b) * c`."""

    register: Register
    expression: Expression


class Statement:
    """A statement of a program; each kind is a subclass."""

    __slots__ = ()

    emits: tuple[Register, ...] = ()
    """The registers of the values that a statement makes, in order, those of its targets included.

    Empty where the targets say all. The statements within it have their own.
    """
    makes: int = 0
    """How many values a statement of a function that is called makes; its margin says others'."""
    margin: str = ""
    """The margin, once it is known: registers of the values that have a name, and positions."""
    body: Block | None = None
    """The statements within it; None for a simple one."""


class Assign(Statement):
    """An assignment, of one value to one or several targets: `x = r[1] = value`.

    A target that is a `Tuple` takes the value apart.
    """

    __slots__ = (
        "declares",
        "emits",
        "instruction",
        "makers",
        "makes",
        "margin",
        "targets",
        "value",
    )

    def __init__(
        self,
        targets: Iterable[Expression],
        value: Expression,
        instruction: n.Instruction | None = None,
    ) -> None:
        """Take the targets from left to right, the value, and the instruction that it emits."""
        self.targets = [*targets]
        self.value = value
        self.instruction = instruction
        self.makers: tuple[n.Instruction, ...] = ()
        """The instructions in a function that is called that make its results, in order."""
        self.declares = 0
        """How many of its last results such a function declares, as the margin has to say."""
        self.emits = ()
        self.makes = 0
        self.margin = ""


class Evaluate(Statement):
    """An expression that is evaluated for its effect: a call."""

    __slots__ = ("emits", "makes", "margin", "value")

    def __init__(self, value: Expression) -> None:
        """Take the expression."""
        self.value = value
        self.emits = ()
        self.makes = 0
        self.margin = ""


class Update(Statement):
    """An operator that changes a register: `i += 1`."""

    __slots__ = ("margin", "operator", "target", "value")

    def __init__(self, target: str, operator: str, value: Expression) -> None:
        """Take the name of the register, the operator, and its right operand."""
        self.target = target
        self.operator = operator
        self.value = value
        self.margin = ""


class Pass(Statement):
    """`pass`: a body without statements."""

    __slots__ = ()


class Blank(Statement):
    """A blank line of the program."""

    __slots__ = ()


class Comment(Statement):
    """A comment for readers of the program, on a line of its own; it emits nothing."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        """Take the text behind the number sign and the blank, on one line."""
        self.text = text


class MarginRow(Comment):
    """A row of the table of long margins at the end of a function: `#: &step: r3 f4..7`."""

    __slots__ = ()


class Context(NamedTuple):
    """A context manager of a `with`, and its name, or ""."""

    value: Expression
    name: str = ""


class With(Statement):
    """A `with` block."""

    __slots__ = ("body", "contexts", "emits", "makes", "margin")

    def __init__(self, contexts: Iterable[Context], body: Iterable[Statement] = ()) -> None:
        """Take the contexts from the outermost on, and the statements."""
        self.contexts = [*contexts]
        self.body: list[Statement] = [*body]
        self.emits = ()
        self.makes = 0
        self.margin = ""


class Column(NamedTuple):
    """A name that stands for another number, or another register, in each turn of a loop."""

    name: str
    numbers: tuple[Expression, ...]


class Turns(NamedTuple):
    """A number that differs in each turn of a loop, of a register that margins alone name."""

    counter: str
    numbers: tuple[int, ...]


class For(Statement):
    """A loop that Python runs: `for i in range(8):`, or over numbers, `for mask in (4, 2, 1):`."""

    __slots__ = ("body", "columns", "count", "margin", "variable")

    def __init__(
        self,
        variable: str,
        count: int,
        body: Iterable[Statement] = (),
        columns: Iterable[Column] = (),
    ) -> None:
        """Take the name of the counter, how often the body is run, the body, and its numbers.

        The counter is written where the body mentions it, or where there are no columns.
        """
        self.variable = variable
        self.count = count
        self.body: list[Statement] = [*body]
        self.columns = (*columns,)
        self.margin = ""


class ForEach(Statement):
    """A loop that Python runs over given values: `for symbol in ("a", "b"):`.

    The variable may be several, separated by a comma.
    """

    __slots__ = ("body", "values", "variable")

    def __init__(self, variable: str, values: Tuple, body: Iterable[Statement] = ()) -> None:
        """Take the name that stands for each of the values, the values, and the body."""
        self.variable = variable
        self.values = values
        self.body: list[Statement] = [*body]


class Parameter(NamedTuple):
    """A parameter of a function, with its annotation if it has one."""

    name: str
    annotation: Expression | None = None


class Define(Statement):
    """A function, with its decorators and its docstring."""

    __slots__ = ("body", "decorators", "documentation", "name", "parameters")

    def __init__(
        self,
        name: str,
        parameters: Iterable[Parameter],
        body: Iterable[Statement] = (),
        *,
        decorators: Iterable[Expression] = (),
        documentation: str = "",
    ) -> None:
        """Take the parts in the order of the text, the body before optional ones."""
        self.name = name
        self.parameters = [*parameters]
        self.body: list[Statement] = [*body]
        self.decorators = [*decorators]
        self.documentation = documentation


class Return(Statement):
    """`return` with a value."""

    __slots__ = ("makes", "value")

    def __init__(self, value: Expression) -> None:
        """Take the value."""
        self.value = value
        self.makes = 0


Block: TypeAlias = "list[Statement]"


def statement_bodies(statement: Statement) -> Block | None:
    """Return the statements within a statement, or None for a simple one."""
    return statement.body


def walk_statements(block: Sequence[Statement]) -> Iterator[Statement]:
    """Yield the statements of a block and of those within it, in the order of the text."""
    # Recursive generators would pass each statement through all levels above it.
    stack = [iter(block)]
    while stack:
        for statement in stack[-1]:
            yield statement
            inner = statement.body
            if inner:
                stack.append(iter(inner))
                break
        else:
            stack.pop()


def head_expressions(statement: Statement) -> Sequence[Expression]:
    """Return the expressions of a statement itself, in the order of the text.

    Python evaluates the value of an assignment before its targets.
    """
    found = _HEADS.get(type(statement))
    if found is not None:
        return found(statement)
    return (statement.value,) if isinstance(statement, Evaluate) else ()


_HEADS: dict[type, Callable[[Any], Sequence[Expression]]] = {
    Assign: lambda s: (*s.targets, s.value),
    Evaluate: lambda s: (s.value,),
    Return: lambda s: (s.value,),
    Update: lambda s: (s.value,),
    With: lambda s: [context.value for context in s.contexts],
    For: lambda s: [
        each for column in s.columns for each in column.numbers if type(each) is not int
    ],
}


def children(expression: Expression) -> tuple[Any, ...]:
    """Return the expressions that an expression consists of; names of attributes are none."""
    kind = type(expression)
    found = _CHILDREN.get(kind)
    return () if found is None else found(expression)


_CHILDREN: dict[type, Callable[[Any], tuple[Any, ...]]] = {
    Spelled: itemgetter(slice(1)),
    Register: itemgetter(slice(1, None)),
    Slice: lambda e: (e.start,) if e.stop is None else (e.start, e.stop),
    Element: itemgetter(0, 1),
    View: itemgetter(slice(1)),
    Call: lambda e: (e.function, *e.arguments),
    Keyword: itemgetter(slice(1, None)),
    Binary: itemgetter(0, 2),
    Unary: itemgetter(slice(1, None)),
    Tuple: itemgetter(0),
    List: itemgetter(0),
    Star: itemgetter(slice(None)),
    Value: itemgetter(slice(1, None)),
    Dictionary: lambda e: tuple([part for item in e.items for part in item]),
}


def number_of(expression: Expression) -> Expression:
    """Return the number that an expression spells, or the expression itself."""
    return expression.number if type(expression) is Spelled else expression


def walk_expression(expression: Expression) -> Iterator[Expression]:
    """Yield an expression and all those within it, in the order of the text."""
    yield expression
    # Passes walk each expression many times, so that the method is looked up once.
    parts_of = _CHILDREN.get
    parts = parts_of(type(expression))
    if parts is None:
        return
    stack = [*parts(expression)[::-1]]
    while stack:
        found = stack.pop()
        yield found
        kind = type(found)
        # Most parts are atoms, without parts of their own.
        if kind is not str and kind is not int:
            parts = parts_of(kind)
            if parts is not None:
                stack += parts(found)[::-1]


def calls_of(statement: Statement) -> list[Call]:
    """Return the calls in the expressions of a statement itself, in the order of the text."""
    found: list[Call] = []
    stack: list[Any] = [*head_expressions(statement)[::-1]]
    while stack:
        part = stack.pop()
        kind = type(part)
        # Registers are most of what there is, and hold no call but in a number that is computed.
        if kind is str or kind is int or (kind is Register and type(part.number) is int):
            continue
        if kind is Call:
            found.append(part)
        parts = _CHILDREN.get(kind)
        if parts is not None:
            stack += parts(part)[::-1]
    return found
