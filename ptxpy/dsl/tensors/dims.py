"""Dimensions of tensors: numbers, and names that get a number when a kernel is called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from keyword import iskeyword
from operator import index
from typing import Any, TypeAlias

Dim: TypeAlias = int | str
"""A number of elements, or the name of one that is known at the call."""


def dimension(value: Any, what: str) -> Dim:
    """Return a dimension that is called `what` in messages.

    `TypeError` for a value that is neither a number nor a name; `ValueError` for a number below 1,
    and for a name that no parameter of Python can have, since `grid` takes dimensions by name.
    """
    if isinstance(value, str):
        if value.isidentifier() and not iskeyword(value):
            return value
        msg = f"{what} is {value!r}; a symbolic dimension is named like a parameter: 'M'"
        raise ValueError(msg)
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        msg = f"{what} is {value!r}; it is a number of elements, or a name such as 'M'"
        raise TypeError(msg)
    if index(value) < 1:
        msg = f"{what} is {value}; a dimension has at least 1 element"
        raise ValueError(msg)
    return index(value)


def resolved(dims: Sequence[Dim], env: Mapping[str, int]) -> tuple[int, ...]:
    """Return dimensions as numbers; `KeyError` for a name that is not bound."""
    found = []
    for dim in dims:
        if isinstance(dim, str) and dim not in env:
            known = ", ".join(sorted(env)) or "none"
            msg = f"the dimension {dim} has no number; those that have one: {known}"
            raise KeyError(msg)
        found.append(env[dim] if isinstance(dim, str) else dim)
    return tuple(found)


def unify_envs(
    envs: Mapping[str, Mapping[str, int]] | Iterable[Mapping[str, int]],
) -> dict[str, int]:
    """Return the numbers of all symbolic dimensions, from those that each tensor has.

    The tensors have names, or are counted from 0. `ValueError` where two disagree: `M is 128 in A
    and 256 in C`.
    """
    if not isinstance(envs, Mapping):
        envs = {f"tensor {index}": env for index, env in enumerate(envs)}
    found: dict[str, int] = {}
    first: dict[str, str] = {}
    for tensor, env in envs.items():
        for dim, extent in env.items():
            if found.setdefault(dim, extent) != extent:
                msg = f"{dim} is {found[dim]} in {first[dim]} and {extent} in {tensor}"
                raise ValueError(msg)
            first.setdefault(dim, tensor)
    return found
