"""Numbers of a function that follow from another one in all calls: `n - 1` and `4 * n` beside `n`.

A parameter whose argument is the same simple formula of another argument in every call is left out,
and the function computes it. Python computes it while the kernel is traced: no instruction does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ptxpy.pytree import tree as t

__all__ = ["Formula", "is_computable", "related_numbers"]

_FEWEST_VALUES: Final = 3
"""Some formula fits any two values."""
_LARGEST_SUMMAND: Final = 64
_LARGEST_FACTOR: Final = 64

Formula = tuple[str, int, int]
"""A parameter, and the factor and the summand by which another one follows from it."""

_COMPUTING: Final = frozenset({"add", "sub", "mul", "mad", "fma", "setp", "shl", "shr", "selp"})
"""Instructions that take a formula for a number."""


def related_numbers(arguments: Mapping[str, Sequence[int]]) -> dict[str, Formula]:
    """Return the parameters that follow from others, given the arguments of all calls.

    >>> related_numbers({"n": (512, 256, 128), "a": (511, 255, 127), "b": (2048, 1024, 512)})
    {'a': ('n', 1, -1), 'b': ('n', 4, 0)}
    """
    best: dict[str, Formula] = {}
    for base, values in arguments.items():
        if len({*values}) < _FEWEST_VALUES:
            continue
        found = {
            name: formula
            for name, others in arguments.items()
            if name != base and (formula := _formula(base, values, others)) is not None
        }
        if len(found) > len(best):
            best = found
    return best


def _formula(base: str, values: Sequence[int], others: Sequence[int]) -> Formula | None:
    """Return how the second row of numbers follows from the first, if that is simple."""
    first, second = values[0], next(value for value in values if value != values[0])
    rise = others[values.index(second)] - others[0]
    factor, rest = divmod(rise, second - first)
    summand = others[0] - factor * first
    is_simple = (factor == 1 and 0 < abs(summand) <= _LARGEST_SUMMAND) or (
        1 < factor <= _LARGEST_FACTOR and not summand
    )
    if rest or not is_simple:
        return None
    follows = all(b == factor * a + summand for a, b in zip(values, others, strict=True))
    return (base, factor, summand) if follows else None


def is_computable(block: t.Block, name: str) -> bool:
    """Return whether all mentions of a number are operands of computations or offsets."""

    def are_operands(part: t.Expression, *, inside: bool) -> bool:
        if part == name and type(part) is str:
            return inside
        if isinstance(part, t.Call):
            words = str(part.function).split(".")
            inside = words[0] == "ptx" and words[1:2] != [] and words[1] in _COMPUTING
            return name != part.function and all(
                are_operands(each, inside=inside) for each in part.arguments
            )
        inside = isinstance(part, t.Binary | t.List)
        return all(are_operands(each, inside=inside) for each in t.children(part))

    return all(
        are_operands(head, inside=False)
        for statement in t.walk_statements(block)
        for head in t.head_expressions(statement)
    )
