"""The body of a function as a list of statements in order, each with its scope and ordinal.

The statements of a block of inline assembly are known by the comments around it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ptxpy._records import NamedTuple
from ptxpy.analysis.symbol_table import (
    SymbolTable,
    declarations_in,
    declarations_of_parameters,
)
from ptxpy.ir import nodes as n
from ptxpy.styles import ASM_BEGIN, ASM_END, comments_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ptxpy.analysis.symbol_table import Declaration

__all__ = [
    "Body",
    "Code",
    "Level",
    "blocks_of",
    "bodies",
    "count_statements",
    "declarations_of",
    "flatten",
    "items",
]


class Level(NamedTuple):
    """A scope of a function; the first is that of the function itself."""

    outer: int
    """The index in `Code.levels` of the scope around it, -1 for the first."""
    names: SymbolTable
    """The names that it declares."""


class Body(NamedTuple):
    """A function and its position in the module."""

    function: n.Function
    ordinal: int
    """The index of the function in `ptxpy.ir.statements` of the module."""


class Code(NamedTuple):
    """The statements of a function's body in the order of the text, nested scopes flattened.

    The scopes themselves are not in the list. The lists are parallel.
    """

    function: n.Function
    statements: list[Any]
    ordinals: list[int]
    """The index of each statement in `ptxpy.ir.statements` of the module."""
    scopes: list[int]
    """The index of each statement's scope in `levels`."""
    levels: list[Level]


def bodies(module: n.Module) -> Iterator[Body]:
    """Yield the functions of a module that have a body, in order."""
    for ordinal, item in items(module):
        if type(item) is n.Function and item.body is not None:
            yield Body(item, ordinal)


def items(module: n.Module) -> Iterator[tuple[int, n.ModuleItem]]:
    """Yield the items of a module with their ordinals."""
    ordinal = 0
    for item in module.body:
        yield ordinal, item
        ordinal += count_statements(item)


def count_statements(item: n.Node) -> int:
    """Return how many statements an item consists of: itself and the statements nested in it."""
    if type(item) not in (n.Function, n.Scope, n.Section):
        return 1
    # Scopes nest as deep as a file likes, deeper than Python's calls may.
    total, stack = 0, [item]
    while stack:
        inner: Any = stack.pop()
        total += 1
        for statement in inner.body or ():
            if type(statement) in (n.Function, n.Scope, n.Section):
                stack.append(statement)
            else:
                total += 1
    return total


def flatten(function: n.Function, ordinal: int = 0, outer: SymbolTable | None = None) -> Code:
    """Return a function's body as a list.

    Args:
        function: A function; one without a body has no statements.
        ordinal: The index of the function in the statements of its module.
        outer: The names of the module.
    """
    names = SymbolTable(outer, 0)
    names.parameters(function)
    code = Code(function, [], [], [], [Level(-1, names)])
    current_ordinal = ordinal
    # An iterator on the stack remembers where its scope was left for an inner one.
    stack: list[tuple[Iterator[Any], int]] = [(iter(function.body or ()), 0)]
    while stack:
        statements, level = stack[-1]
        names = code.levels[level].names
        for statement in statements:
            current_ordinal += 1
            kind = type(statement)
            if kind is n.Scope:
                inner = len(code.levels)
                code.levels.append(Level(level, SymbolTable(names, inner)))
                stack.append((iter(statement.body), inner))
                break
            if kind is not n.Instruction:
                names.add(statement, len(code.statements))
            code.statements.append(statement)
            code.ordinals.append(current_ordinal)
            code.scopes.append(level)
        else:
            stack.pop()
    return code


def declarations_of(code: Code) -> Iterator[Declaration]:
    """Yield all declarations of a function in order, those of names that are declared before, too.

    The parameters come first.
    """
    yield from declarations_of_parameters(code.function, 0)
    for place, statement in enumerate(code.statements):
        if type(statement) is not n.Instruction:
            yield from declarations_in(statement, place, code.scopes[place])


def blocks_of(function: n.Function) -> list[int]:
    """Return for each statement of a flattened body the number of its block, -1 for none.

    Blocks are numbered in the order of the text, by the comments that compilers write around them.
    If the comments do not alternate, no statement has a block.
    """
    marks = _Marks()
    stack = [iter(function.body or ())]
    found: list[int] = []
    while stack:
        for statement in stack[-1]:
            marks.read(statement.before)
            if type(statement) is n.Scope:
                stack.append(iter(statement.body))
                break
            found.append(marks.current)
        else:
            stack.pop()
    return found if marks.balanced else [-1] * len(found)


class _Marks:
    """The state of reading the comments around blocks."""

    def __init__(self) -> None:
        self.current = -1
        self.count = 0
        self.balanced = True

    def read(self, gap: str | None) -> None:
        # Few gaps hold comments of inline assembly, and this test is cheaper than reading comments.
        if gap is None or "inline asm" not in gap:
            return
        comments: Iterable[str] = comments_in(gap)
        for comment in comments:
            if comment == ASM_BEGIN:
                self.balanced &= self.current < 0
                self.current = self.count
                self.count += 1
            elif comment == ASM_END:
                self.balanced &= self.current >= 0
                self.current = -1
