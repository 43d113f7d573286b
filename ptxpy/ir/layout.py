"""Traversals without visitor classes, and access to the layout of nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias, TypeVar, cast

from ptxpy.ir.node import Node
from ptxpy.ir.node_children import CHILDREN, NODES
from ptxpy.ir.nodes import Function, Module, ModuleItem, Scope, Section, SectionItem, Statement

N = TypeVar("N", bound=Node)
AnyStatement: TypeAlias = ModuleItem | Statement | SectionItem
"""A statement of a module, of a function or of a section."""

LAYOUT_FIELDS = ("before", "within", "closing")
"""The fields that contain gaps: the last fields of every class that has them."""

_BODIES = frozenset({Function, Scope, Section})


def children(node: Node) -> tuple[Node, ...]:
    """Return the child nodes of a node, in the order of tokens."""
    return CHILDREN[type(node)](node)


def walk(node: Node) -> Iterator[Node]:
    """Yield a node and all its descendants, in the order of tokens, at any depth."""
    # A stack instead of recursion: expressions and scopes nest deeper than Python's stack allows.
    table = CHILDREN
    stack = [node]
    pop = stack.pop
    extend = stack.extend
    while stack:
        node = pop()
        yield node
        below = table[type(node)](node)
        if below:
            # The stack gives the last child first, so children are pushed in reverse.
            extend(below[::-1])


def statements(owner: Module | Function) -> Iterator[AnyStatement]:
    """Yield the statements of a module or function in preorder: each before its body."""
    stack: list[AnyStatement] = list((owner.body or ())[::-1])
    while stack:
        node = stack.pop()
        yield node
        if type(node) in _BODIES:
            body = cast("Function | Scope | Section", node).body
            stack.extend((body or ())[::-1])


def gaps(node: Node) -> Iterator[str]:
    """Yield the explicit gaps of a node and of its descendants."""
    for inner in walk(node):
        fields = inner.fields
        for name in LAYOUT_FIELDS:
            if name in fields:
                gap = getattr(inner, name)
                if type(gap) is tuple:
                    yield from gap
                elif gap is not None:
                    yield gap


def without_layout(node: N) -> N:
    """Return a node without explicit gaps in it or in its descendants."""
    strip = _STRIPPERS.get(type(node))
    return node if strip is None else cast("N", strip(node))


def _stripper(cls: type[Node]) -> Callable[[Node], Node] | None:
    """Return a function that removes the layout of nodes of a class; None if they have none."""
    fields = cls.fields
    kept = [name for name in fields if name not in LAYOUT_FIELDS]
    inner = [fields.index(name) for name in ("directives", "body") if name in fields]
    if not inner and len(kept) == len(fields):
        return None
    # Layout fields are the last ones, so that a slice takes them all.
    size = len(kept)
    nothing = (None,) * (len(fields) - size)
    new = tuple.__new__

    def strip(node: Node) -> Node:
        gaps = node[size:]
        if not inner:
            return node if gaps == nothing else new(cls, node[:size] + nothing)
        values: list[Any] = [*node[:size], *nothing]
        for index in inner:
            if values[index]:
                values[index] = tuple([without_layout(child) for child in values[index]])
        return new(cls, values)

    return strip


_STRIPPERS = {cls: strip for cls in NODES if (strip := _stripper(cls)) is not None}
