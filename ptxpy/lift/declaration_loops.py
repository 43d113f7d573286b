"""Declarations of unused variables, which differ in symbol and value, as a loop.

A module that includes the headers of a library has dozens of such declarations.
"""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING, Final

from ptxpy.ir import nodes as n
from ptxpy.ir import walk
from ptxpy.pytree import tree as t

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

__all__ = ["roll_declarations"]

_MIN_DECLARATIONS: Final = 4
"""Fewer declarations are written one by one."""
_SYMBOL: Final = 2
"""Which argument of `var` is the symbol."""


def roll_declarations(
    module: n.Module,
    block: Sequence[t.Statement],
    names: Mapping[str, str],
    choose_name: Callable[[str], str],
) -> t.Block:
    """Return the statements of a module with equal declarations in a row as loops.

    Args:
        module: The module.
        block: Its statements, as Python.
        names: The Python names of its symbols.
        choose_name: Returns a name that is not taken, like the one that it is given.
    """
    items = [item for item in module.body if type(item) is not n.Section]  # these quote symbols
    mentions = Counter(node.name for item in items for node in walk(item) if type(node) is n.Symbol)
    # A name that nothing else mentions need not be bound in Python.
    unused = {python for symbol, python in names.items() if mentions[symbol] == 1}
    found: t.Block = []
    for shape, group in groupby(block, lambda statement: _shape_of(statement, unused)):
        statements = list(group)
        if shape is None or len(statements) < _MIN_DECLARATIONS:
            found += statements
        else:
            found += _rolled(statements, choose_name)
    return found


def _rolled(
    statements: Sequence[t.Statement], choose_name: Callable[[str], str]
) -> list[t.Statement]:
    """Return the loop for declarations of one shape."""
    calls = [_call_of(each) for each in statements]
    first = calls[0].arguments
    symbols = [call.arguments[_SYMBOL] for call in calls]
    values = [_value_of(call) for call in calls]
    name = choose_name("symbol")
    if all(value == values[0] for value in values):
        arguments = (*first[:_SYMBOL], name, *first[_SYMBOL + 1 :])
        loop = t.ForEach(name, t.Tuple(tuple(symbols)), [t.Evaluate(t.Call("var", arguments))])
        return [loop]
    numbers = [each for each in values if each is not None]
    # A variable without a number has no place in pairs of symbols and numbers.
    if len(numbers) < len(symbols):
        return [*statements]
    value = choose_name("init")
    rest = [
        each._replace(value=value) if isinstance(each, t.Keyword) and each.name == "init" else each
        for each in first[_SYMBOL + 1 :]
    ]
    declaration = t.Evaluate(t.Call("var", (*first[:_SYMBOL], name, *rest)))
    pairs = tuple([t.Tuple(pair) for pair in zip(symbols, numbers, strict=True)])
    return [t.ForEach(f"{name}, {value}", t.Tuple(pairs), [declaration])]


def _value_of(call: t.Call) -> t.Expression | None:
    """Return the value of a variable that has one number; None for others."""
    for each in call.arguments[_SYMBOL + 1 :]:
        if isinstance(each, t.Keyword) and each.name == "init":
            return each.value if type(each.value) in (int, t.Hexadecimal) else None
    return None


def _call_of(statement: t.Statement) -> t.Call:
    """Return the call of a declaration."""
    assert isinstance(statement, t.Assign | t.Evaluate)  # noqa: S101 - `_shape_of` has seen it
    assert isinstance(statement.value, t.Call)  # noqa: S101
    return statement.value


def _shape_of(statement: t.Statement, unused: set[str]) -> tuple[t.Expression, ...] | None:
    """Return an unused variable's declaration without its symbol and the number that it holds."""
    if not isinstance(statement, t.Assign) or len(statement.targets) != 1:
        return None
    call, target = statement.value, statement.targets[0]
    if not isinstance(call, t.Call) or call.function != "var" or target not in unused:
        return None
    arguments = call.arguments
    if len(arguments) <= _SYMBOL or isinstance(arguments[_SYMBOL], t.Keyword | t.Call):
        return None
    rest = arguments[_SYMBOL + 1 :]
    if _value_of(call) is not None:
        rest = tuple(
            [
                (
                    each._replace(value=0)
                    if isinstance(each, t.Keyword) and each.name == "init"
                    else each
                )
                for each in rest
            ]
        )
    return (*arguments[:_SYMBOL], *rest)
