"""Statements of a module replaced, removed and inserted, each named by its ordinal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from ptxpy.ir import nodes as n
from ptxpy.ir.layout import AnyStatement
from ptxpy.passes.gaps import joined

__all__ = ["replaced"]

_BODIES = frozenset({n.Function, n.Scope, n.Section})


def replaced(module: n.Module, edits: Mapping[int, Sequence[AnyStatement]]) -> n.Module:
    """Return a module in which other statements stand in the place of some.

    The comments before a statement that is removed move on to the next one; a comment behind it,
    on its line, goes with it.

    Args:
        module: The module.
        edits: For the number of a statement among `ptxpy.ir.statements` of the module: what takes
            its place. Nothing removes it, with all that is in it. Of what takes the place of a
            statement with a body the last is its head: the body stays, and is edited itself.

    Returns:
        The new module, or the same one where nothing changes.
    """
    if not edits:
        return module
    stack = [_Body(module, module.body)]
    ordinal = 0
    while True:
        here = stack[-1]
        node = next(here.statements, None)
        if node is None:
            stack.pop()
            closed: Any = here.closed()
            if not stack:
                return cast("n.Module", closed)
            stack[-1].out.append(closed)
            continue
        new = edits.get(ordinal)
        ordinal += 1
        if type(node) not in _BODIES or node.body is None:
            here.take(node, (node,) if new is None else new)
        elif new is not None and not new:
            here.take(node, ())
            ordinal += _size(node) - 1
        else:
            first, *rest = (node,) if new is None else new
            *others, head = here.placed(first), *rest
            here.out.extend(others)
            stack.append(_Body(head, node.body))


class _Body:
    """A module, or a statement with a body, of which the body is being made."""

    def __init__(self, head: Any, statements: Sequence[Any]) -> None:  # noqa: ANN401
        self.head = head
        self.statements: Iterator[Any] = iter(statements)
        self.out: list[Any] = []
        self.removed: tuple[str | None, ...] = ()
        """The gap before what has been removed since the last statement, if anything has."""

    def placed(self, node: Any) -> Any:  # noqa: ANN401
        """Return a statement with the gap that it has behind those taken so far."""
        if self.removed:
            gap = joined(self.removed[0], node.before)
            self.removed = ()
            if gap != node.before:
                return node.replace(before=gap)
        return node

    def take(self, old: Any, new: Sequence[Any]) -> None:  # noqa: ANN401
        """Put statements in the place of one."""
        if not new:
            gap = joined(self.removed[0], old.before) if self.removed else old.before
            self.removed = (gap,)
            return
        self.out.append(self.placed(new[0]))
        self.out.extend(new[1:])

    def closed(self) -> Any:  # noqa: ANN401
        """Return the whole."""
        head = self.head
        body = tuple(self.out)
        closing = joined(self.removed[0], head.closing, "\n") if self.removed else head.closing
        same = len(body) == len(head.body) and all(map(_is, body, head.body))
        return (
            head if same and closing == head.closing else head.replace(body=body, closing=closing)
        )


def _is(first: object, second: object) -> bool:
    return first is second


def _size(node: n.Function | n.Scope | n.Section) -> int:
    """Return how many statements a statement is, those in it included."""
    total = 0
    stack: list[Any] = [node]
    while stack:
        total += 1
        inner = stack.pop()
        if type(inner) in _BODIES:
            stack.extend(inner.body or ())
    return total
