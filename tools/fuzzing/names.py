"""The names of generated Python: which statements give them, and which lines read them."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple


class Head(NamedTuple):
    """A statement without the block that it may have."""

    node: ast.stmt
    own: range
    """Its lines."""
    parts: tuple[ast.AST, ...]
    """What of it is its own."""

    def nodes(self) -> Iterator[ast.AST]:
        """Yield the expressions of which it consists."""
        for part in self.parts:
            yield from ast.walk(part)

    @property
    def binds(self) -> set[str]:
        """The names that it gives to what it makes."""
        return _names(self.nodes(), ast.Store)

    @property
    def reads(self) -> set[str]:
        """The names that it reads."""
        found = _names(self.nodes(), ast.Load)
        return found | self.binds if isinstance(self.node, ast.AugAssign) else found


def _names(nodes: Iterator[ast.AST], context: type[ast.expr_context]) -> set[str]:
    return {
        node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, context)
    }


def block_of(node: ast.stmt) -> Sequence[ast.stmt]:
    """Return the statements in a statement."""
    return node.body if isinstance(node, ast.With | ast.For) else ()


def head_of(node: ast.stmt) -> Head:
    """Return a statement without its block."""
    inner = block_of(node)
    last = inner[0].lineno - 1 if inner else node.end_lineno or node.lineno
    parts: tuple[ast.AST, ...] = (node,)
    if isinstance(node, ast.With):
        parts = tuple(node.items)
    elif isinstance(node, ast.For):
        parts = (node.target, node.iter)
    return Head(node, range(node.lineno, last + 1), parts)


def heads(body: Sequence[ast.stmt]) -> Iterator[Head]:
    """Yield the statements of a body, and those of their blocks."""
    for node in body:
        yield head_of(node)
        yield from heads(block_of(node))


def called(head: Head, functions: Mapping[str, ast.FunctionDef]) -> list[ast.FunctionDef]:
    """Return which of some functions a statement calls, and those that these call."""
    found: list[ast.FunctionDef] = []
    nodes = [*head.nodes()]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.Name) and node.id in functions:
            function = functions[node.id]
            if function not in found:
                found.append(function)
                nodes += ast.walk(function)
    return found


def readers(
    function: ast.FunctionDef,
    statement: ast.stmt,
    made: Collection[int],
    functions: Mapping[str, ast.FunctionDef],
) -> frozenset[int]:
    """Return the lines that read what a statement makes, by its names and by names for them.

    `made` are the lines that emit something, `functions` those of the program that emit what their
    callers hand them.
    """
    inside = {id(each.node) for each in heads([statement])}
    names = {name for each in heads([statement]) for name in each.binds}
    others = [each for each in heads(function.body) if id(each.node) not in inside]
    found: set[int] = set()
    size = -1
    while size != len(names):
        size = len(names)
        for each in others:
            if names.isdisjoint(each.reads):
                continue
            found.update(each.own)
            for helper in called(each, functions):
                found.update(range(helper.lineno, (helper.end_lineno or 0) + 1))
            if not any(line in made for line in each.own):
                names |= each.binds
    return frozenset(found)
