"""Statements from their text."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ptxpy import PtxSyntaxError, emit, ir, parse
from ptxpy.passes import edit_statements
from ptxpy.syntax import parse_statements

KERNEL = Path(__file__).parents[2] / "corpus" / "nvcc" / "saxpy.sm_90a.ptx"


def test_they_take_the_layout_of_the_module_that_they_are_put_into() -> None:
    """Nothing else of the module changes; a comment comes along."""
    text = KERNEL.read_text()
    module = parse(text)
    at = next(
        number
        for number, each in enumerate(ir.statements(module))
        if isinstance(each, ir.Instruction) and each.opcode == "fma"
    )
    added = parse_statements("mul.f32 %f2, %f2, 0f40000000; // twice\n@%p2 neg.f32 %f2, %f2;")
    edited = edit_statements(module, {at: (*added, [*ir.statements(module)][at])})
    line = "\tfma.rn.f32 \t%f4"
    new = "\tmul.f32 \t%f2, %f2, 0f40000000; // twice\n\t@%p2 neg.f32 \t%f2, %f2;\n"
    assert emit(edited) == text.replace(line, new + line)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("add.s32 %r1, %r2", "<ptx>:1:17: error: a statement without its end; expected ';'"),
        ("ret;\n  /* x */ add.s32 %r1", "<ptx>:2:22: error: a statement without its end"),
        ("add.s32 %r1,, %r2;\nret;", "<ptx>:1:13: error: unexpected ','"),
        ("ret; } .func g() {", "<ptx>:1:6: error: a closing brace without the opening one"),
        ("{ ret;\n{ }", "<ptx>:1:1: error: an opening brace without the closing one"),
        (".version 8.0", "<ptx>:1:1: error: "),
    ],
)
def test_errors_are_at_their_place_in_the_text(text: str, message: str) -> None:
    """And not at that in the function around it."""
    with pytest.raises(PtxSyntaxError) as caught:
        parse_statements(text)
    assert str(caught.value).startswith(message)
    assert len(caught.value.problems) == 1


@settings(max_examples=200, deadline=None)
@given(st.text('{};ad r%1."/*\n', max_size=12))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Nothing gets out of the body, and each error is within the text."""
    try:
        parse_statements(text)
    except PtxSyntaxError as error:
        lines = text.split("\n")
        for problem in error.problems:
            assert 1 <= problem.line <= len(lines)
            assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1
