"""Elements of an array in a row are a slice of it, which has the very same elements."""

from __future__ import annotations

import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ptxpy.lift.function_tree import FunctionTree, RegisterFile
from ptxpy.lift.slices import write_slices
from ptxpy.pytree import tree as t
from ptxpy.pytree.tree_text import statement_text

from . import trees


def sliced(text: str) -> str:
    """Return statements with their slices; `r` and `p` are files, `acc` is a run."""
    block = trees.read(text, ["r", "p"])
    files = {"r": RegisterFile("%r", "b32", "b32"), "p": RegisterFile("%p", "pred", "pred")}
    definition = t.Define("k", (), [t.Assign(["acc"], t.Call("reg.run", ("f32", 64))), *block])
    tree = FunctionTree(definition, files, {}, None, bool, str, print)
    write_slices(tree)
    return "\n".join(_lines(definition.body[1:], 0))


def _lines(block: t.Block, depth: int) -> list[str]:
    lines = []
    for statement in block:
        lines.append("    " * depth + statement_text(statement))
        lines += _lines(t.statement_bodies(statement) or [], depth + 1)
    return lines


CASES = {
    "acc[0], acc[1], acc[2] = f(x)": "acc[0:3] = f(x)",
    "r[5], r[4], r[3] = f(x)": "r[5:2:-1] = f(x)",
    "r[2], r[1], r[0] = f(x)": "r[2::-1] = f(x)",
    "r[1], r[0] = f(x)": "r[1], r[0] = f(x)",
    "r[0], r[8] = f(x)": "r[0], r[8] = f(x)",
    "r[0], acc[1] = f(x)": "r[0], acc[1] = f(x)",
    "p[1], p[2] = ptx.setp.ne.s32(a, b)": "p[1], p[2] = ptx.setp.ne.s32(a, b)",
    "f(x, acc[0], acc[1], acc[2], acc[3])": "f(x, *acc[0:4])",
    "f(acc[0], acc[1], acc[2], acc[3], r[0], r[1], r[2], r[3])": "f(*acc[0:4], *r[0:4])",
    "f(acc[0], acc[1], acc[2], acc[3], y)": "f(acc[0], acc[1], acc[2], acc[3], y)",
    "f(acc[0], acc[1], acc[2])": "f(acc[0], acc[1], acc[2])",
    "f(other[0], other[1], other[2], other[3])": "f(other[0], other[1], other[2], other[3])",
    "ptx.fma.f32(acc[0], acc[1], acc[2], acc[3])": "ptx.fma.f32(acc[0], acc[1], acc[2], acc[3])",
    "ptx.st([a], (acc[0], acc[1]))": "ptx.st([a], (acc[0], acc[1]))",
    "ptx.st([a], (acc[0], acc[4], acc[8], acc[12]))": "ptx.st([a], acc[0:13:4])",
    "ptx.st([a], (r[0], r[4], r[8], r[12]))": "ptx.st([a], (r[0], r[4], r[8], r[12]))",
    "ptx.st([a], (r[9], r[9], r[9], r[9], r[9], r[9]))": "ptx.st([a], (r[9],) * 6)",
    "ptx.st([a], (r[9], r[9]))": "ptx.st([a], (r[9], r[9]))",
    "ptx.st([a], (r[0], r[1], r[2], r[3], acc[7]))": "ptx.st([a], (*r[0:4], acc[7]))",
}


@pytest.mark.parametrize("text", CASES)
def test_slices(text: str) -> None:
    """Targets, vectors, and arguments of functions of the program."""
    assert sliced(text) == CASES[text]


def test_arguments_that_would_wrap() -> None:
    """Two arguments are a slice where the call takes several lines otherwise."""
    call = f"{'long_' * 14}name(x, acc[0], acc[1])"
    assert sliced(call).endswith("name(x, *acc[0:2])")


@given(
    start=st.integers(20, 30),
    step=st.sampled_from([-2, -1, 1, 2, 3]),
    count=st.integers(2, 6),
    factor=st.integers(-2, 9),
    times=st.integers(1, 4),
)
def test_a_slice_has_the_elements(
    start: int, step: int, count: int, factor: int, times: int
) -> None:
    """For rows up and down, in loops too: Python finds the same elements."""
    index = [f"acc[{factor} * i + {start + k * step}]" for k in range(count)]
    text = f"for i in range({times}):\n    do({', '.join(index)})"
    found = sliced(text)
    assert "*acc[" in found or count < 4
    assert run(text) == run(found)
    targets = f"for i in range({times}):\n    {', '.join(index)} = values({count})"
    assert run(targets) == run(sliced(targets))


def run(text: str) -> list[object]:
    """Return what statements hand to `do`, and what is in the array then."""
    found: list[object] = []
    array: list[object] = [*range(100)]
    names = {
        "acc": array,
        "do": lambda *values: found.append(values),
        "values": lambda count: [-1 - k for k in range(count)],
    }
    exec(textwrap.dedent(text), names)  # noqa: S102 - made above
    return found + array
