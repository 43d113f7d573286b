"""Changes of a module that can be made together in any selection.

A change edits statements by their ordinals. Edits of one statement by several changes add up, and a
removal overrides the others, so each subset of the changes of one pass makes a module.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, Final, TypeAlias

from ptxpy.analysis import count_statements
from ptxpy.ir import nodes as n

__all__ = ["REMOVE", "UNWRAP", "Change", "Edit", "apply_changes"]


class _Whole(Enum):
    """An edit of a whole statement."""

    REMOVE = "remove"
    UNWRAP = "unwrap"


REMOVE: Final = _Whole.REMOVE
"""Removes a statement with its body."""
UNWRAP: Final = _Whole.UNWRAP
"""Puts the body of a scope in its place."""

Edit: TypeAlias = _Whole | Callable[[Any], Any]
"""An edit of a statement: a whole one, or a function from the statement to another."""

Change: TypeAlias = Mapping[int, Edit]
"""Edits that belong together, by the ordinal of a statement among `ptxpy.ir.statements`."""

_BODIES: Final = frozenset({n.Function, n.Scope, n.Section})


def apply_changes(module: n.Module, changes: Iterable[Change]) -> n.Module:
    """Return a module with the edits of all changes."""
    edits: dict[int, list[Edit]] = defaultdict(list)
    for change in changes:
        for ordinal, edit in change.items():
            edits[ordinal].append(edit)
    if not edits:
        return module
    body, _ = _rebuilt(module.body, 0, edits)
    return module.replace(body=body)


def _rebuilt(
    statements: Sequence[Any], ordinal: int, edits: Mapping[int, Sequence[Edit]]
) -> tuple[tuple[Any, ...], int]:
    """Return the new statements of a body, and the ordinal behind them."""
    out: list[Any] = []
    for statement in statements:
        own = edits.get(ordinal, ())
        if REMOVE in own:
            ordinal += count_statements(statement)
            continue
        ordinal += 1
        node = statement
        for edit in own:
            if not isinstance(edit, _Whole):
                node = edit(node)
        if type(node) in _BODIES and node.body:
            body, ordinal = _rebuilt(node.body, ordinal, edits)
            if UNWRAP in own:
                out.extend(body)
                continue
            if len(body) != len(node.body) or any(
                one is not other for one, other in zip(body, node.body, strict=True)
            ):
                node = node.replace(body=body)
        else:
            ordinal += count_statements(statement) - 1
            if UNWRAP in own:
                continue  # the scope is empty
        out.append(node)
    return tuple(out), ordinal
