"""The bytecode that the check of early exits decodes is what `dis` says that it is."""

from __future__ import annotations

import argparse
import asyncio.base_events
import dis
import inspect
import types
from collections.abc import Iterator

import pytest

import ptxpy.lift.structure
from ptxpy.dsl.verification.early_exits import _Code

MODULES = (argparse, asyncio.base_events, dis, inspect, ptxpy.lift.structure)
MANY = (
    "def f():\n    with g():\n        for i in h():\n" + "            x = k(i, y) + 1000.5\n" * 300
)
"""Jumps and constants that need more than a byte."""


def codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """Yield a code object and all in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from codes(constant)


def sources() -> dict[str, str]:
    """Return programs with every kind of statement."""
    found = {module.__name__: inspect.getsource(module) for module in MODULES}
    numbers = "".join(f"    x{i} = {i}.5\n" for i in range(600))
    return found | {"jumps": MANY, "constants": f"def f():\n{numbers}    with g(): pass\n"}


@pytest.mark.parametrize("name", sources())
def test_instructions_are_those_of_dis(name: str) -> None:
    """Names, offsets, constants and the targets of jumps."""
    for code in codes(compile(sources()[name], name, "exec")):
        bytecode = dis.Bytecode(code)
        expected = [*bytecode]
        read = _Code(code)
        assert len(read) == len(expected)
        entries = getattr(bytecode, "exception_entries", ())
        assert read.handlers == [(each.start, each.end, each.target) for each in entries]
        for at, each in enumerate(expected):
            found = read[at]
            assert (found.opname, found.offset) == (each.opname, each.offset)
            assert found.arg == (each.arg or 0)
            assert read.number(each.offset) == at
            # Of Python 3.11, `dis` does not know the constant that KW_NAMES loads.
            if each.opcode in (*dis.hasconst, *dis.hasjrel) and each.opname != "KW_NAMES":
                assert found.argval == each.argval, each
