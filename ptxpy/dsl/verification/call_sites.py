"""What the Python code that calls the tracer says where it does so, read from its bytecode."""

from __future__ import annotations

import dis
from itertools import pairwise
from types import CodeType
from typing import Final

from ptxpy.dsl.verification.code_cache import cached_by_code

__all__ = ["for_statements"]

_PASSED_OVER: Final = frozenset({"CACHE", "EXTENDED_ARG", "PRECALL", "NOT_TAKEN"})
"""Instructions that say nothing of the values on the stack."""

_COLLECTS: Final = frozenset({"LIST_APPEND", "SET_ADD", "MAP_ADD"})
"""The instructions by which a comprehension keeps a value."""


def _instructions(code: CodeType) -> list[dis.Instruction]:
    return [each for each in dis.get_instructions(code) if each.opname not in _PASSED_OVER]


@cached_by_code
def for_statements(code: CodeType) -> frozenset[int]:
    """Return the offsets at which `for` statements of a function ask for their iterators.

    A loop of a comprehension or a generator expression is none: it keeps a value for each round.
    """
    steps = _instructions(code)
    loops = {each.offset: each.argval for each in steps if each.opname == "FOR_ITER"}
    collecting = {"<genexpr>": set(loops)}.get(code.co_name, set())
    for each in steps:
        if each.opname in _COLLECTS:
            around = sorted(at for at, end in loops.items() if at < each.offset < end)
            # The argument counts what lies on the stack above the container, the iterators.
            collecting.update(around[len(around) + 1 - (each.arg or 0) :])
    return frozenset(
        step.offset
        for step, following in pairwise(steps)
        if step.opname == "GET_ITER"
        and following.opname == "FOR_ITER"
        and following.offset not in collecting
    )
