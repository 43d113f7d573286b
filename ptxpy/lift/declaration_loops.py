"""Declarations of variables that nothing refers to and that differ in their symbols, as a loop.

The headers of a library declare dozens of them in every module that includes one.
"""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING, Final

from ptxpy.ir import nodes as n
from ptxpy.ir.layout import walk
from ptxpy.lift import tree as t

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

__all__ = ["roll_declarations", "unreferenced"]

_MIN_DECLARATIONS: Final = 4
"""Fewer declarations are written one by one."""
_SYMBOL: Final = 2
"""Which argument of `var` is the symbol."""


def unreferenced(module: n.Module, names: Mapping[str, str]) -> set[str]:
    """Return the Python names of symbols that nothing but their declarations refers to.

    `names` are the Python names of the symbols of a module.
    """
    mentions = Counter(node.name for node in walk(module) if type(node) is n.Symbol)
    return {python for symbol, python in names.items() if mentions[symbol] == 1}


def roll_declarations(
    block: Sequence[t.Statement], unused: set[str], choose_name: Callable[[str], str]
) -> t.Block:
    """Return the statements of a module with equal declarations in a row as loops.

    Args:
        block: Statements at module level.
        unused: The Python names of variables that no statement refers to.
        choose_name: Returns a name that is not taken, like the one that it is given.
    """
    found: t.Block = []
    for shape, group in groupby(block, lambda statement: _shape_of(statement, unused)):
        statements = list(group)
        if shape is None or len(statements) < _MIN_DECLARATIONS:
            found += statements
            continue
        name = choose_name("symbol")
        symbols = tuple(_call_of(each).arguments[_SYMBOL] for each in statements)
        arguments = (*shape[:_SYMBOL], name, *shape[_SYMBOL:])
        body = [t.Evaluate(t.Call("var", arguments))]
        found.append(t.ForEach(name, t.Tuple(symbols), body))
    return found


def _call_of(statement: t.Statement) -> t.Call:
    """Return the call of a declaration."""
    assert isinstance(statement, t.Assign | t.Evaluate)  # noqa: S101 - `_shape_of` has seen it
    assert isinstance(statement.value, t.Call)  # noqa: S101
    return statement.value


def _shape_of(statement: t.Statement, unused: set[str]) -> tuple[t.Expression, ...] | None:
    """Return the arguments of an unused variable's declaration but for its symbol."""
    if not isinstance(statement, t.Assign) or len(statement.targets) != 1:
        return None
    call, target = statement.value, statement.targets[0]
    if not isinstance(call, t.Call) or call.function != "var" or target not in unused:
        return None
    arguments = call.arguments
    if len(arguments) <= _SYMBOL or isinstance(arguments[_SYMBOL], t.Keyword | t.Call):
        return None
    return (*arguments[:_SYMBOL], *arguments[_SYMBOL + 1 :])
