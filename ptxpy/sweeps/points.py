"""The points of a sweep, and which of their values a function takes."""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

__all__ = ["names_taken", "points_of", "take_values"]

_KEYWORDS = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


def points_of(
    over: Mapping[str, Iterable[Any]] | Iterable[Mapping[str, Any]],
) -> Iterator[dict[str, Any]]:
    """Yield the points: all combinations of values by name, the last name fastest; or those listed.

    Raises `TypeError` for anything else.
    """
    if isinstance(over, Mapping):
        values = [_values(name, given) for name, given in over.items()]
        yield from (dict(zip(over, chosen, strict=True)) for chosen in itertools.product(*values))
        return
    for point in over:
        if not isinstance(point, Mapping):
            message = f"a point must be a mapping from names to values, got {point!r}"
            raise TypeError(message)
        yield dict(point)


def _values(name: str, given: Any) -> list[Any]:
    # A text is iterable, too, but `over={"kind": "f32"}` does not mean three points.
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        message = f"over: {name} must be a list of values, got {given!r}; write [{given!r}]"
        raise TypeError(message)
    return list(given)


def names_taken(function: Callable[..., Any], *, after: int = 0) -> set[str] | None:
    """Return the names of the parameters of a function, after some; None if it takes any name."""
    parameters = list(inspect.signature(function).parameters.values())[after:]
    if any(each.kind is inspect.Parameter.VAR_KEYWORD for each in parameters):
        return None
    return {each.name for each in parameters if each.kind in _KEYWORDS}


def take_values(
    function: Callable[..., Any], point: Mapping[str, Any], *, after: int = 0
) -> dict[str, Any]:
    """Return the values of a point that a function takes, by the names of its parameters."""
    taken = names_taken(function, after=after)
    if taken is None:
        return dict(point)
    return {name: value for name, value in point.items() if name in taken}
