"""What is read of Python's bytecode is what `dis` says that it is."""

from __future__ import annotations

import argparse
import asyncio.base_events
import dis
import inspect
import types
from collections.abc import Iterator
from itertools import pairwise

import pytest

import ptxpy.lift.structure
from ptxpy.dsl.verification.bytecode import Words
from ptxpy.dsl.verification.call_sites import for_statements
from ptxpy.dsl.verification.name_liveness import filled_loops

MODULES = (argparse, asyncio.base_events, dis, inspect, ptxpy.lift.structure)
LONG = "def f():\n    for i in h():\n" + "        x = k(i, y) + 1000.5\n" * 300
"""A jump whose argument needs more than a byte."""
LOOPS = """
def f(n):
    for a in range(3): pass
    for b in range(n): pass
    for c in range(0): pass
    for d in (1, 2): pass
    for e in (): pass
    for g in range(2, 9, 3): pass
    for h in range(1, 2, 0): pass
    for i in range(*n): pass
    for j in [1, 2]: pass
    for k in "text": pass
    for l in n.range(3): pass
"""
FILLED = {"a", "d", "g", "j", "k"}
"""The names of the loops that are run for certain."""
KEEPING = """
def f(n):
    for a in n:
        x = [b for b in n for c in b if c]
        y = {b: c for b, c in n}
        z = {b for b in n}
        for d in [*n]:
            pass
    return (e for e in n)
"""


def codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """Yield a code object and all in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from codes(constant)


def sources() -> dict[str, str]:
    """Return programs with every kind of statement."""
    found = {module.__name__: inspect.getsource(module) for module in MODULES}
    return found | {"long": LONG, "loops": LOOPS, "comprehensions": KEEPING}


@pytest.mark.parametrize("name", sources())
def test_words_are_those_of_dis(name: str) -> None:
    """Arguments, the instructions after one, and where those of an opcode are."""
    for code in codes(compile(sources()[name], name, "exec")):
        words = Words(code)
        steps = [*dis.get_instructions(code)]
        for step, following in pairwise(steps):
            if step.arg is not None:
                assert words.argument(step.offset // 2) == step.arg
            assert words.next(step.offset // 2) == following.offset // 2
        for opcode in {step.opcode for step in steps}:
            expected = [step.offset // 2 for step in steps if step.opcode == opcode]
            assert [*words.find(opcode)] == expected


def test_the_instruction_before_one() -> None:
    """Some are passed over, and before the first there is none."""
    words = Words(compile("a = b", "<text>", "exec"))
    load, store = (next(words.find(dis.opmap[name])) for name in ("LOAD_NAME", "STORE_NAME"))
    assert words.before(store, frozenset()) == load
    assert words.before(store, frozenset({dis.opmap["LOAD_NAME"]})) == load - 1
    assert words.before(0, frozenset()) == -1


def test_loops_that_are_run() -> None:
    """Those over a range of constants that is not empty, and over constants."""
    code = next(each for each in codes(compile(LOOPS, "<text>", "exec")) if each.co_name == "f")
    lines = dict.fromkeys(range(0, len(code.co_code), 2), 0)
    for start, stop, line in code.co_lines():
        lines.update(dict.fromkeys(range(start, stop, 2), line or 0))
    texts = LOOPS.splitlines()
    assert {texts[lines[offset] - 1].split()[1] for offset in filled_loops(code)} == FILLED


def test_loops_of_statements() -> None:
    """A loop that keeps a value for each round is none."""
    found = {
        each.co_name: len(for_statements(each))
        for each in codes(compile(KEEPING, "<text>", "exec"))
    }
    assert found.pop("f") == 2
    assert not any(found.values())
