"""The vocabulary: a name of the dialect is a row and its code, and nothing else knows it."""

from __future__ import annotations

import subprocess
import sys
from textwrap import dedent

import pytest

from ptxpy import ptx
from ptxpy.dialect import vocabulary
from ptxpy.dsl.tracing.instructions import Operation
from ptxpy.lift.numbers.evaluate import FUNCTIONS


@pytest.mark.parametrize(
    "path", [path for path in vocabulary.WORDS if path.startswith("ptx.") and path.count(".") == 1]
)
def test_each_row_has_its_code(path: str) -> None:
    """The DSL knows the name; any other name below `ptx` would be an instruction."""
    found = getattr(ptx, path.removeprefix("ptx."))
    assert callable(found)
    assert type(found) is not Operation


def test_each_number_can_be_computed() -> None:
    """The check of spellings computes what Python will; `ptx.hex` gives the text itself."""
    assert vocabulary.words(number=True) - {vocabulary.HEX} == set(FUNCTIONS)


def test_what_is_layout_emits_nothing() -> None:
    """The facts of a row agree with one another."""
    for word in vocabulary.WORDS.values():
        assert word.emits + word.layout + word.position + word.operand <= 1, word
        assert word.operand or not word.number, word
        assert word.emits or not word.branch, word


_NEW_NAME = """
    from ptxpy.dialect import vocabulary

    row = vocabulary.add_word("ptx.remark", layout=True)

    from ptxpy.dsl.namespaces.statements import Statements

    Statements.remark = Statements.comment

    from ptxpy import emit, from_python
    from ptxpy.dialect import parse_program
    from ptxpy.codegen.census import program_of
    from ptxpy.lift import margin_positions, mentions, nesting, reroll
    from ptxpy.pytree import tree as t

    python = (
        "from ptxpy import at, kernel, module, ptx, reg, u32\\n\\n"
        "module('plain', version='8.3', target='sm_90', address_size=64)\\n\\n\\n"
        "@kernel\\n"
        "def k():\\n"
        "    r = reg.bulk(r=2)\\n"
        "    ptx.remark('seen')\\n"
        "    ptx.inst.mov.u32(r[1], 7)\\n"
        "    ptx.ret()\\n"
    )
    parse_program(python)
    counted = program_of(python)
    assert counted.trivia == 1, counted.trivia
    assert [function.statements for function in counted.functions] == [2]
    assert "// seen" in emit(from_python(python))
    silent = t.Evaluate(t.Call(row, ('"x"',)))
    assert margin_positions.emits_nothing([silent])
    loud = t.Evaluate(t.Call("ptx.trap"))
    assert not margin_positions.emits_nothing([loud])
    print("as one row")
"""


def test_a_new_name_is_one_row_and_its_code() -> None:
    """Layout by a new name: it is checked, run, counted and left alone as the names we have."""
    command = [sys.executable, "-c", dedent(_NEW_NAME)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.stdout == "as one row\n", ran.stderr
