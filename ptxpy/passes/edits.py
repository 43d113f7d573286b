"""Editing of a module: statements are replaced, removed and inserted by ordinal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from ptxpy.ir import nodes as n
from ptxpy.ir.layout import AnyStatement
from ptxpy.passes.gaps import merge_gaps

__all__ = ["edit_statements"]

_BODIES = frozenset({n.Function, n.Scope, n.Section})


def edit_statements(module: n.Module, edits: Mapping[int, Sequence[AnyStatement]]) -> n.Module:
    """Return a module in which some statements are replaced by others.

    The comments before a removed statement move to the next statement. A trailing comment of a
    removed statement is removed with it.

    Args:
        module: The module.
        edits: The replacements of a statement, by its ordinal among `ptxpy.ir.statements` of the
            module. An empty sequence removes the statement with its body. The last replacement of a
            statement with a body is its new head; the body stays and may be edited itself.

    Returns:
        The new module, or the same object if nothing changes.
    """
    if not edits:
        return module
    stack = [_OpenBody(module, module.body)]
    ordinal = 0
    while True:
        here = stack[-1]
        node = next(here.statements, None)
        if node is None:
            stack.pop()
            closed: Any = here.build()
            if not stack:
                return cast("n.Module", closed)
            stack[-1].out.append(closed)
            continue
        new = edits.get(ordinal)
        ordinal += 1
        if type(node) not in _BODIES or node.body is None:
            here.replace(node, (node,) if new is None else new)
        elif new is not None and not new:
            here.replace(node, ())
            ordinal += _size(node) - 1
        else:
            first, *rest = (node,) if new is None else new
            *others, head = here.with_gap(first), *rest
            here.out.extend(others)
            stack.append(_OpenBody(head, node.body))


class _OpenBody:
    """A module, or a statement with a body, whose new body is being built."""

    def __init__(self, head: Any, statements: Sequence[Any]) -> None:  # noqa: ANN401
        self.head = head
        self.statements: Iterator[Any] = iter(statements)
        self.out: list[Any] = []
        self.removed: tuple[str | None, ...] = ()
        """The gap before the statements removed since the last one that stays; empty if none."""

    def with_gap(self, node: Any) -> Any:  # noqa: ANN401
        """Return a statement with the gap that it has after the removed statements before it."""
        if self.removed:
            gap = merge_gaps(self.removed[0], node.before)
            self.removed = ()
            if gap != node.before:
                return node.replace(before=gap)
        return node

    def replace(self, old: Any, new: Sequence[Any]) -> None:  # noqa: ANN401
        """Replace a statement by others, or remove it."""
        if not new:
            gap = merge_gaps(self.removed[0], old.before) if self.removed else old.before
            self.removed = (gap,)
            return
        self.out.append(self.with_gap(new[0]))
        self.out.extend(new[1:])

    def build(self) -> Any:  # noqa: ANN401
        """Return the module or statement with its new body."""
        head = self.head
        body = tuple(self.out)
        closing = merge_gaps(self.removed[0], head.closing, "\n") if self.removed else head.closing
        same = len(body) == len(head.body) and all(map(_is, body, head.body))
        return (
            head if same and closing == head.closing else head.replace(body=body, closing=closing)
        )


def _is(first: object, second: object) -> bool:
    return first is second


def _size(node: n.Function | n.Scope | n.Section) -> int:
    """Return the number of statements in a statement, including itself."""
    total = 0
    stack: list[Any] = [node]
    while stack:
        total += 1
        inner = stack.pop()
        if type(inner) in _BODIES:
            stack.extend(inner.body or ())
    return total
