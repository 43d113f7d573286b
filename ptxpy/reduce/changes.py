"""Changes of a module that can be made together in any selection.

A change edits statements by their ordinals. Edits of one statement by several changes add up, and a
removal overrides the others, so each subset of the changes of one pass makes a module.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from operator import is_
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
    stack = [_Open(module, module.body)]
    ordinal = 0
    while True:
        here = stack[-1]
        statement = next(here.statements, None)
        if statement is None:
            stack.pop()
            if not stack:
                return module.replace(body=tuple(here.out))
            stack[-1].out += here.close()
            continue
        own = edits.get(ordinal, ())
        size = count_statements(statement) if own else 1
        if REMOVE in own:
            ordinal += size
            continue
        node = statement
        for edit in own:
            if not isinstance(edit, _Whole):
                node = edit(node)
        if type(node) in _BODIES and node.body is not None:
            # Scopes nest deeper than Python's calls may.
            stack.append(_Open(node, node.body, is_unwrapped=UNWRAP in own))
            ordinal += 1
        else:
            here.out.append(node)
            ordinal += size


class _Open:
    """A module, or a statement with a body, whose new body is being made."""

    def __init__(
        self, node: Any, body: Sequence[Any], *, is_unwrapped: bool = False  # noqa: ANN401
    ) -> None:
        self.node = node
        self.statements = iter(body)
        self.out: list[Any] = []
        self._is_unwrapped = is_unwrapped

    def close(self) -> list[Any]:
        """Return the statements that replace the statement."""
        if self._is_unwrapped:
            return self.out
        body = self.node.body
        # By identity: equality would walk through all statements.
        same = len(self.out) == len(body) and all(map(is_, self.out, body))
        return [self.node if same else self.node.replace(body=tuple(self.out))]
