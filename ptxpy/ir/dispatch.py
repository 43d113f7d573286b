"""What the generated visitors share: tables of methods, and checks of what methods return."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias, TypeVar

from ptxpy.ir.node import Node

T = TypeVar("T")

Spliced: TypeAlias = T | Sequence[T] | None
"""What may take the place of a node in a list: a node, several, or `None` for none."""

Kinds: TypeAlias = frozenset[type[Node]]

_METHOD = re.compile(r"visit_[A-Z]\w*")


class Table(dict[type, Callable[..., Any]]):
    """Methods by the class of the node that they take."""

    def __missing__(self, key: type) -> Callable[..., Any]:
        """Refuse what is no node."""
        msg = f"{key.__name__} is not a node class of ptxpy.ir"
        raise TypeError(msg)


def methods_of(visitor: type[Any], base: type[Any], kinds: Iterable[type[Node]]) -> Table:
    """Return the methods of a class of visitors.

    A node without a method of its own goes to `generic_visit`, where the class overrides that.
    Raises `TypeError` for a method that no node would ever reach.
    """
    table = Table()
    known = set()
    generic = visitor.generic_visit if visitor.generic_visit is not base.generic_visit else None
    for kind in kinds:
        name = f"visit_{kind.__name__}"
        known.add(name)
        method = getattr(visitor, name)
        table[kind] = generic if generic and method is getattr(base, name) else method
    for name in vars(visitor):
        if _METHOD.fullmatch(name) and name not in known:
            from difflib import get_close_matches  # noqa: PLC0415 - slow to import, rarely needed

            close = get_close_matches(name, known, n=1)
            hint = f"; did you mean {close[0]}?" if close else ""
            msg = f"{visitor.__name__}.{name}: no node class of that name{hint}"
            raise TypeError(msg)
    return table


def one(new: object, old: Node, allowed: Kinds, place: str) -> Any:  # noqa: ANN401
    """Return what a method gave for a child; `TypeError` when its place cannot hold it."""
    if type(new) in allowed:
        return new
    raise _wrong(new, old, allowed, place)


def each(new: Sequence[Any], old: Sequence[Node], allowed: Kinds, place: str) -> tuple[Any, ...]:
    """Return what methods gave for the children of a list, one for each."""
    return tuple(
        [
            child if child is before else one(child, before, allowed, place)
            for child, before in zip(new, old, strict=True)
        ]
    )


def splice(new: Sequence[Any], old: Sequence[Node], allowed: Kinds, place: str) -> tuple[Any, ...]:
    """Return what methods gave for the children of a list: for each a node, several, or none."""
    out: list[Any] = []
    for given, before in zip(new, old, strict=True):
        if given is before or type(given) in allowed:
            out.append(given)
        elif isinstance(given, Sequence) and not isinstance(given, Node | str):
            out.extend([one(child, before, allowed, place) for child in given])
        elif given is not None:
            raise _wrong(given, before, allowed, place)
    return tuple(out)


def _wrong(new: object, old: Node, allowed: Kinds, place: str) -> TypeError:
    """Return the error for a value of a wrong kind."""
    got = "None (is a return missing?)" if new is None else f"a value of type {type(new).__name__}"
    names = ", ".join(sorted(kind.__name__ for kind in allowed))
    return TypeError(f"visit_{type(old).__name__} returned {got}, but {place} holds {names}")
