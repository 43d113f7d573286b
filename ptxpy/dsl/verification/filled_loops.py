"""Python's `for` loops whose body runs at least once: over a `range` or a tuple of constants.

Of any other loop it is not known, so that code after it may read what was bound before it.
"""

from __future__ import annotations

import dis
from collections.abc import Iterator, Sequence
from types import CodeType
from typing import Final

__all__ = ["filled_loops"]

_PASSED_OVER: Final = frozenset({"CACHE", "EXTENDED_ARG", "PRECALL", "PUSH_NULL"})
"""Instructions that say nothing of what a loop runs over."""

_LENGTH: Final = 6
"""The most instructions before a loop that say what it runs over: `range` with three numbers."""


def filled_loops(code: CodeType) -> Iterator[int]:
    """Yield the offsets of the `FOR_ITER` of each loop that runs at least once.

    `range` is taken for Python's own.
    """
    steps = [each for each in dis.get_instructions(code) if each.opname not in _PASSED_OVER]
    for at, each in enumerate(steps):
        head = steps[max(0, at - _LENGTH) : at]
        if each.opname == "FOR_ITER" and _is_iterated(head) and _is_filled(head[:-1]):
            yield each.offset


def _is_iterated(steps: Sequence[dis.Instruction]) -> bool:
    """Return whether the last of some instructions begins a loop over what those before it give."""
    return len(steps) > 1 and steps[-1].opname == "GET_ITER"


def _is_filled(steps: Sequence[dis.Instruction]) -> bool:
    """Return whether what the last of some instructions gives has elements for certain."""
    last = steps[-1]
    if last.opname == "LOAD_CONST":
        return isinstance(last.argval, tuple | frozenset | str) and bool(last.argval)
    count = last.arg or 0
    if last.opname != "CALL" or not 0 < count <= len(steps) - 2:
        return False
    function, numbers = steps[-count - 2], [each.argval for each in steps[-count - 1 : -1]]
    if function.opname != "LOAD_GLOBAL" or function.argval != "range":
        return False
    if any(each.opname != "LOAD_CONST" for each in steps[-count - 1 : -1]):
        return False
    return all(type(each) is int for each in numbers) and _has_elements(numbers)


def _has_elements(numbers: Sequence[int]) -> bool:
    """Return whether a `range` of some arguments has elements."""
    try:
        return bool(range(*numbers))
    except (TypeError, ValueError):  # it is an error when it is run
        return False
