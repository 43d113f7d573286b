"""A line of a helper that is edited changes its line of PTX in every call, and no other line."""

from __future__ import annotations

import ast
import difflib
import re
from collections import Counter
from functools import cache
from pathlib import Path
from types import FrameType

import pytest

import ptxpy
from ptxpy.codegen.generate import generate
from ptxpy.codegen.passes import chosen
from ptxpy.dialect import VALUES_ROW, MarginTables, mark_of_text, parse_values
from ptxpy.dsl.margins.helper_values import Callers
from ptxpy.syntax import parse

CORPUS = Path(__file__).parents[3] / "corpus"
EDITS = [
    # An operator in a helper that another one calls, in loops that Python runs.
    (
        "cutlass/ampere_gemm.ptx",
        "    poly = ptx.fma.rn.f32(coefficient, magnitude_chosen, addend)",
        "    poly = ptx.fma.rn.f32(coefficient, magnitude_chosen, addend) * 2.0",
    ),
    # The value that a helper returns.
    ("cutlass/ampere_gemm.ptx", "    return result + 1.0", "    return (result + 1.0) * 2.0"),
    # A value within an expression.
    (
        "nvcc/sha256.sm_80.ptx",
        "    mixed = (a >> 3) ^ b ^ x",
        "    mixed = (a >> 3) ^ b ^ x * 5",
    ),
    # One that emits a constant before others.
    ("nvcc/softmax.sm_86.ptx", "    half = f32(0.5)", "    half = f32(0.5) * 3.0"),
    # A number.
    (
        "cutlass/ampere_gemm.ptx",
        "    coefficient = ptx.selp.f32(0.000112198715, 8.4834945e-05, is_at_least)",
        "    coefficient = ptx.selp.f32(0.5, 8.4834945e-05, is_at_least)",
    ),
    # A formatter's line breaks, a comment, and an edit behind them.
    (
        "cutlass/ampere_gemm.ptx",
        """\
    addend_b = ptx.selp.f32(0.008396535, 0.005213489, is_at_least)
    poly_b = ptx.fma.rn.f32(poly, magnitude_chosen, addend_b)""",
        """\
    addend_b = ptx.selp.f32(
        0.008396535,  # odd
        0.005213489,
        is_at_least,
    )
    poly_b = ptx.fma.rn.f32(poly, magnitude_chosen, addend_b) + 1.0""",
    ),
]
"""Files, and a line of a helper before and after an edit."""


@cache
def imported(file: str) -> tuple[str, str]:
    """Return a file of the corpus, and its program."""
    data = (CORPUS / file).read_bytes()
    return data.decode(), generate(parse(data, file), chosen())


def instructions(text: str) -> list[str]:
    """Return the lines of PTX but for declarations of registers."""
    return [line for line in text.splitlines() if line.strip() and ".reg" not in line]


def differences(before: str, after: str) -> tuple[list[str], list[str]]:
    """Return the lines that are only in one of two texts, and only in the other."""
    found = [
        line
        for line in difflib.unified_diff(instructions(before), instructions(after), n=0)
        if not line.startswith(("---", "+++", "@@"))
    ]
    gone = [line[1:] for line in found if line[0] == "-"]
    return gone, [line[1:] for line in found if line[0] == "+"]


@pytest.mark.parametrize(("file", "line", "edited"), EDITS)
def test_an_edit_changes_the_instances_of_its_line(file: str, line: str, edited: str) -> None:
    """Each call differs in the instructions of the edited statement and in no other."""
    source, program = imported(file)
    assert program.count(f"{line}\n") >= 1
    module = ptxpy.from_python(program.replace(f"{line}\n", f"{edited}\n"))
    gone, added = differences(source, ptxpy.emit(module))
    opcodes = Counter(each.split()[0] for each in gone)
    # A statement of one value, that is gone in each of its instances: the last one writes its
    # register, and those before it write others.
    assert len(opcodes) == 1
    assert len(added) % len(gone) == 0
    assert 1 <= len(added) // len(gone) <= len(("the operation", "the operator"))
    assert {_written(each) for each in gone} == {
        _written(each) for each in added if "new_" not in _written(each)
    }


def test_a_statement_is_inserted() -> None:
    """It is one line more in each call, and each has a register of its own."""
    source, program = imported("cutlass/ampere_gemm.ptx")
    line = "    magnitude = ptx.abs.f32(a_product)\n"
    assert program.count(line) == 1
    edited = program.replace(line, f"{line}    _unused = magnitude * 2.0\n")
    gone, added = differences(source, ptxpy.emit(ptxpy.from_python(edited)))
    assert not gone
    assert len({_written(each) for each in added}) == len(added) > 1


def test_a_statement_is_inserted_that_the_next_one_reads() -> None:
    """The next one makes as many values as before, and each has its register."""
    source, program = imported("cutlass/ampere_gemm.ptx")
    line = "    magnitude_chosen = ptx.selp.f32(magnitude, a_product * a_product, is_at_least)\n"
    assert program.count(line) == 1
    inserted = "    clamped = ptx.min.f32(magnitude, 9.0)\n"
    edited = program.replace(line, inserted + line.replace("(magnitude,", "(clamped,"))
    gone, added = differences(source, ptxpy.emit(ptxpy.from_python(edited)))
    assert {each.split()[0] for each in gone} == {"selp.f32"}
    assert Counter(each.split()[0] for each in added) == {
        "min.f32": len(gone),
        "selp.f32": len(gone),
    }
    assert {_written(each) for each in gone} < {_written(each) for each in added}


def _written(instruction: str) -> str:
    """Return the first operand of an instruction."""
    return re.split(r"[\s,;]+", instruction.strip())[1]


def test_a_statement_is_deleted() -> None:
    """Only those who read its value differ, and the others keep their registers."""
    source, program = imported("cutlass/ampere_gemm.ptx")
    line = "    addend_b = ptx.selp.f32(0.008396535, 0.005213489, is_at_least)\n"
    reader = "    poly_b = ptx.fma.rn.f32(poly, magnitude_chosen, addend_b)\n"
    assert program.count(line) == program.count(reader) == 1
    edited = program.replace(line, "").replace(reader, reader.replace("addend_b", "0.25"))
    gone, added = differences(source, ptxpy.emit(ptxpy.from_python(edited)))
    calls = len(added)
    assert calls > 1
    assert Counter(each.split()[0] for each in gone) == {"selp.f32": calls, "fma.rn.f32": calls}
    assert [_written(each) for each in added] == [_written(each) for each in gone if "fma" in each]


@pytest.mark.parametrize("file", sorted({file for file, *_ in EDITS}))
def test_without_its_row_a_helper_is_what_it_is(file: str) -> None:
    """The row says nothing that the program needs until a helper is edited."""
    source, program = imported(file)
    bare = re.sub(rf"^ +#: &{VALUES_ROW}:.*\n", "", program, flags=re.MULTILINE)
    assert bare != program
    assert ptxpy.emit(ptxpy.from_python(bare)) == source


@pytest.mark.parametrize("file", sorted({file for file, *_ in EDITS}))
def test_rows_count_what_statements_make(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The values that a call makes are as many as the row of its helper says, and no more."""
    _, program = imported(file)
    made: dict[str, Counter[tuple[Callers, int]]] = {}
    origin = Callers.origin

    def note(self: Callers, kernel: FrameType) -> object:
        found = origin(self, kernel)
        for caller in found:
            made.setdefault(caller.code.co_name, Counter())[self, caller.call] += 1
        return found

    monkeypatch.setattr(Callers, "origin", note)
    module = ptxpy.from_python(program)
    assert module.functions
    lines = program.splitlines(keepends=True)
    rows = 0
    for each in ast.parse(program).body:
        if isinstance(each, ast.FunctionDef) and each.name in made:
            row = parse_values(MarginTables(lines).behind(each.lineno).get(VALUES_ROW, ""))
            if row:
                rows += 1
                assert {*made[each.name].values()} == {sum(count for count, _ in row)}, each.name
    assert rows


def test_a_helper_that_writes_a_register_of_its_caller() -> None:
    """Its values are told from the register by the row, however many there are after an edit."""
    statements = {
        "acc.set(ptx.ex2.approx.ftz.f32(acc))": 0,
        "return x * 0.5 * (acc + 1.0)": 3,
    }
    row = " ".join(
        f"{count if count > 1 else ''}{mark_of_text(text)}"
        for text, count in statements.items()
        if count
    )
    program = "\n".join(
        (
            "from ptxpy import f32, kernel, module, ptx, reg, u64",
            'module("nvcc-13.0", version="9.0", target="sm_90a", dialect=2)',
            "def finish(acc, x):",
            *(f"    {text}" for text in statements),
            f"    #: &values: {row}",
            '@kernel(symbol="k")',
            "def k(p: u64):",
            "    _, f, _ = reg.bulk(p=2, f=20, rd=3)",
            "    p = ptx.ld.param.u64([p])  #: rd1",
            "    acc = reg.scalar(f32)  #: f9",
            "    acc.set(ptx.ld.f32([p]))",
            "    x = ptx.ld.f32([p, 4])  #: f2",
            "    y = finish(acc, x)  #: f4 f5 f6",
            "    ptx.st.f32([p, 8], y)",
            "    ptx.ret()",
            "",
        )
    )
    before = ptxpy.emit(ptxpy.from_python(program))
    assert "mul.f32 \t%f6, %f4, %f5;" in before
    edited = program.replace("return x * 0.5 * (acc + 1.0)", "return x * (acc + 1.0)")
    gone, added = differences(before, ptxpy.emit(ptxpy.from_python(edited)))
    assert [line.split()[0] for line in gone] == ["mul.f32", "add.f32", "mul.f32"]
    assert [line.split()[0] for line in added] == ["add.f32", "mul.f32"]
    assert added[-1].startswith("\tmul.f32 \t%f6, %f2, ")
