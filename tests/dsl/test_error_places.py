"""The places that messages of exceptions name: a line of the program, and the calls to it."""

from __future__ import annotations

import pytest

import ptxpy
from ptxpy.dsl import calling_lines, raising_line, trace_python

PROGRAM = """from ptxpy import *

module("nvcc-13.0", version="9.0", target="sm_90a", dialect=2)


def inner(a):
    return {inner}


def helper(a):
    b = a + 1
    return inner(b)


@kernel
def example(n: u32, x: u64):
    p, f, r, rd = reg.bulk(p=9, f=20, r=100, rd=9)
    v = helper(r[3])
    {line}
    ptx.ret()
"""
CALLS = " (called from line 12, from line 18)"


@pytest.mark.parametrize(
    ("inner", "line", "place", "calls"),
    [
        ("ptx.foo.b32(a)", "r[5] = v", "k.py:7: unknown opcode foo", CALLS),
        ("a % 2.5", "r[5] = v", "k.py:7: x % 2.5", CALLS),
        ("a.missing", "r[5] = v", "k.py:7: 'PendingResult' object has no", CALLS),
        ("missing", "r[5] = v", "k.py:7: name 'missing' is not defined", CALLS),
        ("a + 2", "r[500] = v", "k.py:19: %r500 is not declared", ""),
        ("a + 2", "y = v + 1  #: p3", "k.py:19: %p3 is declared .pred", ""),
    ],
)
def test_messages_begin_with_their_place(inner: str, line: str, place: str, calls: str) -> None:
    """They end with the calls that led from the kernel to a line of a helper."""
    with pytest.raises(Exception, match=r".") as caught:
        ptxpy.from_python(PROGRAM.format(inner=inner, line=line), filename="k.py")
    message = str(caught.value)
    assert message.startswith(place)
    assert message.endswith(calls)
    assert ("called from" in message) == bool(calls)


def test_a_statement_that_is_refused_at_the_end_knows_its_calls() -> None:
    """The body of the kernel has been run when the function is verified."""
    inner = "ptx.bra(L[77])"
    with pytest.raises(ptxpy.TraceError) as caught:
        trace_python(PROGRAM.format(inner=inner, line="pass"), filename="k.py")
    assert raising_line(caught.value, "k.py") == 7
    assert calling_lines(caught.value, "k.py") == (12, 18)


def test_unchecked_instructions_are_the_cause_of_what_fails_later(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The program is run once, and its first error is that of the instruction."""
    program = PROGRAM.format(inner="ptx.foo.b32(a, 3)", line="r[9] = v.missing")
    with pytest.raises(ptxpy.InstructionError, match="unknown opcode foo") as caught:
        trace_python(f'print("run")\n{program}', filename="k.py", check=False)
    assert capsys.readouterr().out == "run\n"
    assert raising_line(caught.value, "k.py") == 8
    assert calling_lines(caught.value, "k.py") == (13, 19)


def test_an_earlier_error_is_not_replaced_by_a_later_instruction() -> None:
    """An instruction below a line that fails is not its cause."""
    program = PROGRAM.format(inner="a + 2", line="y = [ptx.foo.b32(v, 3) for _ in (1,)]")
    program = program.replace("    b = a + 1\n", "    b = a + 1\n    b.missing\n")
    with pytest.raises(AttributeError):
        trace_python(program, filename="k.py", check=False)
