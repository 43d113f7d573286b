"""Instructions of one's own: what their functions are given and return, and what is refused."""

# mypy: ignore-errors
# The annotations of the functions here are the PTX types of operands, which are NumPy arrays.

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ptxpy
from ptxpy import f16, pred, s32, u32
from ptxpy.launch import load
from ptxpy.sim import SimulationError, UnsupportedError, instruction
from ptxpy.sim.compile import own_instructions
from tests.sim.harness import kernel

Array = Any
STORE = """
    mul.wide.u32 %rd1, %r0, 4;
    add.u64 %rd1, %out, %rd1;
    st.global.u32 [%rd1], %r9;
"""


@pytest.fixture(autouse=True)
def _registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave nothing registered behind."""
    monkeypatch.setattr(own_instructions, "_REGISTERED", {})


def run(body: str, block: int = 32, **options: Any) -> Array:
    """Return `%r9` of each thread."""
    out = np.zeros(block, np.uint32)
    load(kernel(body + STORE)).launch(out, grid=1, block=block, device="cpu", **options)
    return out


@pytest.mark.parametrize("strict", [False, True])
def test_average(strict: bool) -> None:
    """Registers, constants and values that are the same in all threads are arrays alike."""
    sizes = []

    @instruction("my.average.u32")
    def average(a: u32, b: u32) -> u32:
        sizes.append((len(a), len(b), a.dtype, b.dtype))
        return (a & b) + ((a ^ b) >> 1)

    found = run("my.average.u32 %r9, %r0, 10;", strict=strict)
    assert (found == (np.arange(32) + 10) // 2).all()
    assert set(sizes) == {(32, 32, np.dtype(np.uint32), np.dtype(np.uint32))}


def test_a_guard() -> None:
    """The function is given the threads that run the instruction; the others keep their values."""
    given = []

    @instruction("my.double.s32")
    def double(a: s32) -> s32:
        given.append(a.copy())
        a *= 2  # an array of its own
        return a

    body = "mov.u32 %r9, 7; setp.lt.u32 %p1, %r0, 3; sub.s32 %r1, %r0, 5;"
    found = run(f"{body} @%p1 my.double.s32 %r9, %r1;")
    assert found.view(np.int32)[:5].tolist() == [-10, -8, -6, 7, 7]
    assert given[0].tolist() == [-5, -4, -3]


def test_several_results_and_types() -> None:
    """Predicates are booleans, halves `float16`; a tuple is several destinations, None is none."""
    seen = []

    @instruction("my.halves")
    def halves(a: f16, b: pred) -> tuple[pred, u32]:
        assert a.dtype == np.float16
        return b & (a > 1), np.uint32(5)

    @instruction("my.note.u32")
    def note(a: u32) -> None:
        seen.append(a.sum())

    found = run("""
        cvt.rn.f16.u32 %h1, %r0; setp.lt.u32 %p1, %r0, 4;
        my.halves %p2, %r9, %h1, %p1;
        @%p2 add.u32 %r9, %r9, %r0;
        my.note.u32 %r9;
        """)
    assert found[:6].tolist() == [5, 5, 7, 8, 5, 5]
    assert seen == [found.sum()]


def test_in_a_branch() -> None:
    """Each side is given its own threads."""
    sizes = []

    @instruction("my.count.u32")
    def count(a: u32) -> u32:
        sizes.append(len(a))
        return np.full(len(a), len(a), np.uint32)

    body = "setp.lt.u32 %p1, %r0, 5; @%p1 bra L; my.count.u32 %r9, %r0; bra E;"
    found = run(f"{body} L: my.count.u32 %r9, %r0; E:")
    assert found.tolist() == [5] * 5 + [27] * 27


def test_not_registered() -> None:
    """It is refused before the kernel runs, as without this."""
    with pytest.raises(UnsupportedError, match=r"my.average.u32 %r9, %r0, 10;: the instruction my"):
        run("my.average.u32 %r9, %r0, 10;")


def _no_result(a: u32):  # noqa: ANN202
    return a


@pytest.mark.parametrize(
    ("name", "function", "message"),
    [
        ("add.u32", None, "add is an instruction of PTX; choose another opcode"),
        ("my op", None, "is no name of an instruction"),
        ("", None, "is no name of an instruction"),
        ("my.op", lambda a: a, "the parameter a has no annotation; expected a PTX type"),
        ("my.op", lambda *a: a, "cannot be an operand"),
        ("my.op", _no_result, "the function has no type of a result"),
    ],
)
def test_wrong_signatures(name: str, function: Callable[..., Any] | None, message: str) -> None:
    """They are refused as they are registered."""
    with pytest.raises((ValueError, TypeError), match=re.escape(message)):
        instruction(name)(function)


def test_wrong_operands_and_results() -> None:
    """Another number of operands is refused before, another type of a result as it is computed."""

    @instruction("my.op.u32")
    def double(a: u32) -> u32:
        return a * 0.5

    with pytest.raises(UnsupportedError, match=r"my\.op\.u32 takes 2 operands, and has 3 here"):
        run("my.op.u32 %r9, %r0, 1;")
    with pytest.raises(SimulationError, match=r"returns an array float64\[32\] as .u32; expected"):
        run("my.op.u32 %r9, %r0;")


def test_the_example_of_the_guide(capsys: pytest.CaptureFixture[str]) -> None:
    """It runs and prints what it says."""
    guide = (Path(ptxpy.__file__).parent / "sim" / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)
    exec(compile(example, "README.md", "exec"), {})  # noqa: S102 - of our own guide
    assert capsys.readouterr().out.strip() == re.findall(r"print.*# (.*)", example)[0]
