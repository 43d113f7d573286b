"""The lines of a tree: each statement on one, wrapped as black wraps it where it is too long."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ptxpy.pytree import tree as t
from ptxpy.pytree.tree_text import expression_text, statement_text
from ptxpy.pytree.wrap import INDENT, WIDTH, wrap, wrap_margin

__all__ = ["lay_out"]


def lay_out(block: Sequence[t.Statement], depth: int = 0) -> Iterator[str]:
    """Yield the lines of a block, wrapped where they are too long."""
    stack: list[Iterator[t.Statement]] = [iter(block)]
    while stack:
        statement = next(stack[-1], None)
        if statement is None:
            stack.pop()
            continue
        deep = depth + len(stack) - 1
        if type(statement) is t.Define:
            for decorator in statement.decorators:
                yield from _laid_out(f"@{expression_text(decorator)}", deep)
        text = statement_text(statement)
        if statement.margin:
            yield from wrap_margin(text, f"  #: {statement.margin}", deep)
        elif type(statement) is t.Comment:
            yield INDENT * deep + text
        else:
            yield from _laid_out(text, deep, left=type(statement) is t.Define)
        if type(statement) is t.Define and statement.documentation:
            yield f'{INDENT * (deep + 1)}"""{statement.documentation}"""'
        inner = t.statement_bodies(statement)
        if inner is not None:
            stack.append(iter(inner))


def _laid_out(text: str, depth: int, *, left: bool = False) -> Iterable[str]:
    if len(text) + len(INDENT) * depth <= WIDTH:
        return (INDENT * depth + text if text else "",)
    return wrap(text, depth, left=left)
