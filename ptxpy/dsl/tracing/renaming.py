"""Renaming of registers in statements that have been recorded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import NoneType
from typing import Any, Final

from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.pending_results import PendingResult, ResultParts
from ptxpy.dsl.tracing.trace import Body, RecordedStatement
from ptxpy.ir import nodes as n

__all__ = ["can_rename", "nodes_in", "rename", "rename_in", "statements_since"]

_FIELDS = ("guard", "sources", "node", "destination")
"""The fields of a statement that hold registers."""
_OF_INSTRUCTION = ("guard", "sources", "destination")
"""The fields of an instruction that hold registers."""
_LEAVES: Final = frozenset({n.Literal, n.Symbol, str, int, bool, NoneType})
"""The classes of nodes and of fields that hold no registers."""


def can_rename(instruction: RecordedStatement, register: n.Register) -> bool:
    """Return whether nothing that was recorded since an instruction reads or writes a register."""
    since = statements_since(trace.function_body(), instruction)
    return since is not None and not any(
        node == register
        for statement in since
        if statement is not instruction
        for node in nodes_in(statement)
    )


def rename(instruction: RecordedStatement, old: n.Register, new: n.Register) -> None:
    """Rename a register, by identity, in the statements recorded since an instruction."""
    # Another value may be in a register of the same name: its node is another object.
    names = {id(old): new}
    for statement in statements_since(trace.function_body(), instruction) or ():
        rename_in(statement, names)


def statements_since(body: Body, instruction: RecordedStatement) -> list[RecordedStatement] | None:
    """Return an instruction of an open body and the statements after it; None in another body."""
    found: list[list[RecordedStatement]] = []
    # The instruction is mostly among the last statements, so the search goes backwards.
    for statement in reversed(body.statements):
        inner = [statement]
        found.append(inner)
        if statement is instruction:
            break
        if statement.body is not None:
            inside = statements_since(statement.body, instruction)
            if inside is not None:
                found[-1] = inside
                break
            inner += _all_in(statement.body)
    else:
        return None
    return [each for inner in reversed(found) for each in inner]


def _all_in(body: Body) -> Iterator[RecordedStatement]:
    for statement in body.statements:
        yield statement
        if statement.body is not None:
            yield from _all_in(statement.body)


def nodes_in(statement: RecordedStatement) -> Iterator[Any]:
    """Yield the nodes of a statement, each with those in it."""
    pending = [getattr(statement, field, None) for field in _FIELDS]
    while pending:
        node = pending.pop()
        # Nodes are tuples of their fields, so that no kind of node needs a case of its own.
        if isinstance(node, tuple):
            yield node
            pending += node
        elif isinstance(node, ResultParts):
            pending += [part.node for part in node.parts]


def rename_in(statement: RecordedStatement, names: Mapping[int, n.Register]) -> None:
    """Rename registers in a statement; `names` has the new ones by the identity of the old."""
    for field in _OF_INSTRUCTION if type(statement) is PendingResult else _FIELDS:
        old = getattr(statement, field, None)
        if old is None:
            continue
        if isinstance(old, ResultParts):
            for part in old.parts:
                part.node = _renamed(part.node, names)
            continue
        new = _renamed(old, names)
        if new is not old:
            setattr(statement, field, new)


def _renamed(node: Any, names: Mapping[int, n.Register]) -> Any:
    """Return a node with its registers renamed; the same object if there are none."""
    if type(node) is n.Register:
        return names.get(id(node), node)
    if not isinstance(node, tuple):
        return node
    parts: list[Any] | None = None
    for at, part in enumerate(node):
        kind = type(part)
        # Most parts are registers or hold none: they take no call.
        if kind is n.Register:
            new = names.get(id(part), part)
        elif kind in _LEAVES:
            continue
        else:
            new = _renamed(part, names)
        if new is not part:
            parts = parts or [*node]
            parts[at] = new
    return node if parts is None else tuple.__new__(type(node), parts)
