"""Dispatch of the generated visitors: tables of methods, and checks of their results."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias, TypeVar

from ptxpy.ir.node import Node

T = TypeVar("T")

Spliced: TypeAlias = T | Sequence[T]
"""The replacement of a node in a list: a node, or a sequence of nodes; `()` removes it."""

Kinds: TypeAlias = frozenset[type[Node]]

_METHOD = re.compile(r"visit_[A-Z]\w*")


class Table(dict[type, Callable[..., Any]]):
    """The methods of a visitor, by the class of the node they visit."""

    def __missing__(self, key: type) -> Callable[..., Any]:
        """Raise `TypeError` for a class that is not a node class."""
        msg = f"{key.__name__} is not a node class of ptxpy.ir"
        raise TypeError(msg)


def methods_of(visitor: type[Any], base: type[Any], kinds: Iterable[type[Node]]) -> Table:
    """Return the methods of a visitor class.

    A node class without a method of its own is visited by `generic_visit`, if that is overridden.
    Raises `TypeError` for a method `visit_X` without a node class `X`.
    """
    table = Table()
    known = set()
    # A visitor that overrides `generic_visit` wants to see all nodes that it does not name.
    generic = visitor.generic_visit if visitor.generic_visit is not base.generic_visit else None
    for kind in kinds:
        name = f"visit_{kind.__name__}"
        known.add(name)
        method = getattr(visitor, name)
        table[kind] = generic if generic and method is getattr(base, name) else method
    # A misspelt method would never be called, and nothing would say so.
    for name in vars(visitor):
        if _METHOD.fullmatch(name) and name not in known:
            from difflib import get_close_matches  # noqa: PLC0415 - slow to import, rarely needed

            close = get_close_matches(name, known, n=1)
            hint = f"; did you mean {close[0]}?" if close else ""
            msg = f"{visitor.__name__}.{name}: there is no node class of that name{hint}"
            raise TypeError(msg)
    return table


def one(new: object, old: Node, allowed: Kinds, place: str) -> Any:  # noqa: ANN401
    """Return the replacement of a child; raise `TypeError` if its class is not allowed."""
    if type(new) in allowed:
        return new
    raise _wrong(new, old, allowed, place)


def each(new: Sequence[Any], old: Sequence[Node], allowed: Kinds, place: str) -> tuple[Any, ...]:
    """Return the replacements of the children of a list, one for each child."""
    return tuple(
        [
            child if child is before else one(child, before, allowed, place)
            for child, before in zip(new, old, strict=True)
        ]
    )


def splice(new: Sequence[Any], old: Sequence[Node], allowed: Kinds, place: str) -> tuple[Any, ...]:
    """Return the replacements of the children of a list: for each child any number of nodes."""
    out: list[Any] = []
    for given, before in zip(new, old, strict=True):
        # The child itself is the most frequent result, so it is tested first.
        if given is before or type(given) in allowed:
            out.append(given)
        elif isinstance(given, Sequence) and not isinstance(given, Node | str):
            out.extend([one(child, before, allowed, place) for child in given])
        else:
            hint = ", where `return ()` removes the node," if given is None else ""
            raise _wrong(given, before, allowed, place + hint)
    return tuple(out)


def _wrong(new: object, old: Node, allowed: Kinds, place: str) -> TypeError:
    """Return the error for a replacement whose class is not allowed."""
    got = "None (is a return missing?)" if new is None else f"a value of type {type(new).__name__}"
    names = ", ".join(sorted(kind.__name__ for kind in allowed))
    return TypeError(f"visit_{type(old).__name__} returned {got}, but {place} holds {names}")
