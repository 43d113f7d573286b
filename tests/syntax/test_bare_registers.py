"""Sets of register names: they are as sets are, and grow in linear time."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ptxpy
from ptxpy.ir import nodes as n
from ptxpy.syntax.bare_registers import NO_NAMES, Names

NAMES = st.lists(st.integers(0, 300).map("x{}".format), max_size=150)


@given(st.lists(st.tuples(st.booleans(), NAMES), max_size=8))
def test_a_set(steps: list[tuple[bool, list[str]]]) -> None:
    """Names that are added and taken away are in it, or not; older sets stay as they were."""
    names, expected = NO_NAMES, frozenset[str]()
    seen = [(names, expected)]
    for adds, some in steps:
        changed = names.plus(some) if adds else names.minus(some)
        wanted = expected | set(some) if adds else expected - set(some)
        assert (changed is names) == (wanted == expected)
        names, expected = changed, wanted
        seen.append((names, expected))
    for found, wanted in seen:
        assert {f"x{i}" for i in range(301) if f"x{i}" in found} == wanted
        assert hash(found) == hash(Names(wanted))


def test_equality() -> None:
    """Sets with the same names that came about by adding are equal; other sets are not."""
    one = Names(["a", "b"])
    assert NO_NAMES.plus(["b"]).plus(["a"]) == one
    assert one != Names(["a"])
    assert one.minus(["a", "b"]) == NO_NAMES
    assert one != frozenset({"a", "b"})
    many = [f"x{i}" for i in range(1000)]
    assert Names(many) == Names(many[:500]).plus(many[500:])


MOST = 64.0
"""Sixteen times the names take about sixteen times the time; quadratic growth would be 256."""


def seconds(count: int) -> float:
    """Return the time to add names one by one."""
    started = time.process_time()
    names = NO_NAMES
    for i in range(count):
        names = names.plus([f"x{i}"])
    return time.process_time() - started


def test_time_is_linear() -> None:
    """Each name takes the same time, however many there are."""
    ratios = []
    for _ in range(4):  # the machine may be busy: one good measurement is enough
        ratios.append(seconds(32_000) / max(seconds(2_000), 1e-4))
        if ratios[-1] <= MOST:
            return
    pytest.fail(f"{min(ratios):.0f} times the time for 16 times the names")


def test_many_declarations() -> None:
    """A register, and what hides it, far down a list of declarations."""
    lines = "".join(f".reg .b32 x{i};\n" for i in range(3000))
    source = (
        ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k() {\n"
        f"{lines}mov.b32 x2999, x0;\n{{ .shared .b32 x7; mov.u32 x8, x7; }}\nmov.b32 x7, y;\n}}\n"
    )
    module = ptxpy.parse(source)
    assert ptxpy.emit(module) == source
    body = module.kernels[0].body
    assert body is not None
    first, scope, last = body[-3:]
    assert isinstance(first, n.Instruction)
    assert first.operands == (n.Register("x2999"), n.Register("x0"))
    assert isinstance(scope, n.Scope)
    assert isinstance(scope.body[1], n.Instruction)
    assert scope.body[1].operands == (n.Register("x8"), n.Symbol("x7"))
    assert isinstance(last, n.Instruction)
    assert last.operands == (n.Register("x7"), n.Symbol("y"))
