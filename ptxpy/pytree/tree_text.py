"""The text of a tree: of an expression, and of a statement on one line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ptxpy.pytree import tree as t

__all__ = ["expression_text", "statement_text", "target_text"]

_PRECEDENCE: Final = {
    "|": 2,
    "^": 3,
    "&": 4,
    "<<": 5,
    ">>": 5,
    "+": 6,
    "-": 6,
    "*": 7,
    "/": 7,
    "//": 7,
    "%": 7,
}
"""How tightly operators bind; comparisons bind least."""
_BITS: Final = frozenset(["|", "^", "&", "<<", ">>"])
"""Operators whose precedence few know by heart."""
_ASSOCIATIVE: Final = frozenset(["|", "^", "&"])
_COMPARISON: Final = 1
_UNARY: Final = 8
_ATOM: Final = 9


def expression_text(expression: t.Expression) -> str:
    """Return the text of an expression."""
    if type(expression) is str:
        return expression
    return _TEXTS[type(expression)](expression)


_NUMBERS: Final = (int, t.Hexadecimal)


def _binding(expression: t.Expression) -> int:
    """Return how tightly the outermost operator of an expression binds."""
    expression = _bare(expression)
    kind = type(expression)
    if kind is t.Binary:
        return _PRECEDENCE.get(expression.operator, _COMPARISON)  # type: ignore[union-attr]
    if kind is t.Unary:
        return _UNARY
    if isinstance(expression, _NUMBERS):
        # `-1` binds like a unary minus: a view of it is `(-1).u32`.
        return _UNARY if _is_negative(expression) else _ATOM
    return _UNARY if kind is str and expression[:1] == "-" else _ATOM


def _bare(expression: t.Expression) -> t.Expression:
    """Return the expression that is written for one: a value and a spelling hold another."""
    while True:
        if type(expression) is t.Value:
            expression = expression.expression
        elif type(expression) is t.Spelled:
            expression = expression.spelling
        else:
            return expression


def _is_negative(expression: int | t.Hexadecimal) -> bool:
    return (expression if isinstance(expression, int) else expression.value) < 0


def _enclosed(expression: t.Expression, least: int) -> str:
    """Return the text of an operand, in parentheses if it binds less tightly."""
    text = expression_text(expression)
    return f"({text})" if _binding(expression) < least else text


def _register(expression: t.Register) -> str:
    return f"{expression.file}[{expression_text(expression.number)}]"


def _slice(expression: t.Slice) -> str:
    start = expression_text(expression.start)
    stop = "" if expression.stop is None else expression_text(expression.stop)
    step = "" if expression.step == 1 else str(expression.step)
    bounds = (expression.start, expression.stop)
    if all(bound is None or type(bound) is int or type(bound) is str for bound in bounds):
        return f"{expression.file}[{start}:{stop}{':' if step else ''}{step}]"
    # black puts spaces around the colons of bounds that are computed
    if not stop:
        return f"{expression.file}[{start} ::{' ' if step else ''}{step}]"
    return f"{expression.file}[{start} : {stop}{' : ' if step else ''}{step}]"


def _element(expression: t.Element) -> str:
    return f"{expression_text(expression.base)}[{expression_text(expression.key)}]"


def _view(expression: t.View) -> str:
    return f"{_enclosed(expression.value, _ATOM)}.{expression.name}"


def _call(expression: t.Call) -> str:
    function = expression.function
    name = function if type(function) is str else _enclosed(function, _ATOM)
    return f"{name}({', '.join([expression_text(each) for each in expression.arguments])})"


def _keyword(expression: t.Keyword) -> str:
    return f"{expression.name}={expression_text(expression.value)}"


def _binary(expression: t.Binary) -> str:
    binding = _binding(expression)
    # Comparisons chain in Python: one that is an operand stands in parentheses on either side.
    operator = expression.operator
    left = _operand(expression.left, operator, binding + (binding == _COMPARISON))
    return f"{left} {operator} {_operand(expression.right, operator, binding + 1)}"


def _operand(operand: t.Expression, operator: str, least: int) -> str:
    """Return the text of an operand; arithmetic among operators on bits has parentheses."""
    operand = _bare(operand)
    if type(operand) is t.Binary and (operator in _BITS or operand.operator in _BITS):
        text = expression_text(operand)
        # `a | b | c` needs no parentheses, and `(a + b) | c` has them for its readers.
        chained = operand.operator == operator and operator in _ASSOCIATIVE
        return text if chained and _binding(operand) >= least else f"({text})"
    return _enclosed(operand, least)


def _unary(expression: t.Unary) -> str:
    return f"{expression.operator}{_enclosed(expression.operand, _UNARY)}"


def _tuple(expression: t.Tuple) -> str:
    parts = [expression_text(each) for each in expression.elements]
    return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"


def _list(expression: t.List) -> str:
    elements = expression.elements
    # An address with the offset 0 is written without it (`vocabulary.DIALECT`).
    if len(elements) == 2 and type(elements[1]) is int and elements[1] == 0:  # noqa: PLR2004
        return f"[{expression_text(elements[0])}]"
    return f"[{', '.join([expression_text(each) for each in expression.elements])}]"


def _star(expression: t.Star) -> str:
    return f"*{expression_text(expression.value)}"


def _dictionary(expression: t.Dictionary) -> str:
    items = [f"{expression_text(key)}: {expression_text(value)}" for key, value in expression.items]
    return f"{{{', '.join(items)}}}"


def _hexadecimal(expression: t.Hexadecimal) -> str:
    value = expression.value
    return f"-0x{-value:X}" if value < 0 else f"0x{value:X}"


_TEXTS: Final[dict[type, Callable[[Any], str]]] = {
    str: str,
    int: str,
    t.Hexadecimal: _hexadecimal,
    t.Register: _register,
    t.Slice: _slice,
    t.Element: _element,
    t.View: _view,
    t.Call: _call,
    t.Keyword: _keyword,
    t.Binary: _binary,
    t.Unary: _unary,
    t.Tuple: _tuple,
    t.List: _list,
    t.Star: _star,
    t.Dictionary: _dictionary,
    t.Value: lambda e: expression_text(e.expression),
    t.Spelled: lambda e: expression_text(e.spelling),
}


def target_text(target: t.Expression) -> str:
    """Return the text of a target: a tuple has no parentheses."""
    text = expression_text(target)
    if type(target) is t.Tuple and len(target.elements) > 1:
        return text[1:-1]
    return text


def statement_text(statement: t.Statement) -> str:
    """Return the text of a simple statement, or of the head of a compound one, on one line."""
    if isinstance(statement, t.Evaluate):
        return expression_text(statement.value)
    if type(statement) is t.Assign:
        targets = [target_text(target) for target in statement.targets]
        return " = ".join([*targets, expression_text(statement.value)])
    return _HEADS[type(statement)](statement)


def _with(statement: t.With) -> str:
    texts = [
        f"{expression_text(value)} as {name}" if name else expression_text(value)
        for value, name in statement.contexts
    ]
    return f"with {', '.join(texts)}:"


def _for(statement: t.For) -> str:
    variable, columns = statement.variable, statement.columns
    if not columns:
        return f"for {variable} in range({statement.count}):"
    names = ", ".join([column.name for column in columns])
    numbers = [column.numbers for column in columns]
    if len(columns) == 1:
        rows = t.Tuple(numbers[0])
    else:
        rows = t.Tuple(tuple([t.Tuple(row) for row in zip(*numbers, strict=True)]))
    values = expression_text(rows)
    # Names of values have replaced registers, whose numbers count: often nothing else does.
    if not any(
        part == variable
        for inner in t.walk_statements(statement.body)
        for head in t.head_expressions(inner)
        for part in t.walk_expression(head)
    ):
        return f"for {names} in {values}:"
    if len(columns) > 1:
        names = f"({names})"
    return f"for {variable}, {names} in enumerate({values}):"


def _define(statement: t.Define) -> str:
    parameters = [
        name if annotation is None else f"{name}: {expression_text(annotation)}"
        for name, annotation in statement.parameters
    ]
    return f"def {statement.name}({', '.join(parameters)}):"


_HEADS: Final[dict[type, Callable[[Any], str]]] = {
    t.Pass: lambda _: "pass",
    t.Blank: lambda _: "",
    t.Comment: lambda s: f"# {s.text}",
    t.MarginRow: lambda s: f"#: {s.text}",
    t.With: _with,
    t.For: _for,
    t.ForEach: lambda s: f"for {s.variable} in {expression_text(s.values)}:",
    t.Define: _define,
    t.Return: lambda s: f"return {target_text(s.value)}",
    t.Update: lambda s: f"{s.target} {s.operator}= {expression_text(s.value)}",
}
