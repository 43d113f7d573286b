"""Spellings of numbers: what each literal is spelled as, and that the spelling is its text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import black
import pytest

from ptxpy import ptx
from ptxpy.analysis.code import bodies, flatten
from ptxpy.dsl.values.operand_conversion import operand
from ptxpy.ir import nodes as n
from ptxpy.isa.traits import traits
from ptxpy.lift.numbers import RULES, spell, spell_function
from ptxpy.pytree.tree_text import expression_text
from ptxpy.syntax import parse

ROOT = Path(__file__).parents[2]
WGMMA = (
    "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f1, %f2, %f3, %f4}, %rd1, %rd8, "
    "1, 1, 1, 0, 0;"
)
TCGEN05 = "tcgen05.mma.cta_group::1.kind::f16 [%r30], %rd1, %rd8, %r31, %p1;"
CASES = [
    tuple(part.strip() for part in line.split(" => "))
    for line in Path(__file__).with_name("numbers.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]
HEAD = """.version 8.7
.target sm_100a
.address_size 64
.entry k() {
.reg .pred %p<10>;
.reg .b32 %r<40>;
.reg .b64 %rd<10>;
.reg .f32 %f<10>;
.reg .f64 %fd<10>;
"""


def function_of(statements: str) -> n.Function:
    """Return a function with statements."""
    body = statements.replace("{WGMMA}", WGMMA).replace("{TCGEN05}", TCGEN05)
    module = parse(f"{HEAD}{body.replace('; ', ';' + chr(10))}\n}}\n")
    return next(bodies(module)).function


def literals(function: n.Function) -> list[tuple[tuple[int, int, int], n.Instruction, n.Literal]]:
    """Return the literals of a function with their paths."""
    found = []
    for index, statement in enumerate(flatten(function).statements):
        if isinstance(statement, n.Instruction):
            for position, each in enumerate(statement.operands):
                parts = each.elements if isinstance(each, n.Vector) else (each,)
                for element, part in enumerate(parts):
                    if isinstance(part, n.Literal):
                        path = (index, position, element if isinstance(each, n.Vector) else -1)
                        found.append((path, statement, part))
    return found


@pytest.mark.parametrize(("statements", "wanted"), CASES)
def test_a_number(statements: str, wanted: str) -> None:
    """The literal of the case is spelled as wanted, or remains a number."""
    marked = statements.partition("`")[2].partition("`")[0]
    function = function_of(statements.replace("`", ""))
    path, instruction, literal = max(
        literals(function), key=lambda each: (each[2].text == marked, len(each[2].text))
    )
    found = spell_function(function).get(path)  # type: ignore[call-overload]
    assert (expression_text(found) if found is not None else "-") == wanted
    if statements.count(";") == 1 and "{" not in statements:
        assert spell(instruction, path[1], literal) == found


@pytest.mark.parametrize("wanted", sorted({wanted for _, wanted in CASES} - {"-"}))
def test_spellings_are_written_as_black_writes_them(wanted: str) -> None:
    """So a generated file is not changed by a formatter."""
    statement = f"x = {wanted}\n"
    assert black.format_str(statement, mode=black.Mode(line_length=200)) == statement


def test_every_rule_has_cases_and_can_be_left_out() -> None:
    """Without a rule its numbers are spelled by no other rule that claims a meaning."""
    used = set()
    for statements, wanted in CASES:
        function = function_of(statements.replace("`", ""))
        for name in RULES:
            if wanted not in {
                expression_text(e) for e in spell_function(function, {name}).values()
            }:
                used.add(name)
        assert not spell_function(function, RULES)
    assert used - {"-"} >= {*RULES}


FILES = [
    *sorted(
        path
        for path in (ROOT / "corpus").rglob("*.ptx")
        if path.parent.name in ("tilelang", "cutedsl", "numba", "warp", "llvmlite", "handwritten")
    ),
    ROOT / "corpus/triton/attention_causal_sm_90a.ptx",
    ROOT / "corpus/nvcc/hopper.sm_90a.ptx",
    ROOT / "corpus/nvcc/numbers.sm_100.ptx",
]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_spellings_are_the_text(path: Path) -> None:
    """Python evaluates every spelling to the operand that has the very text of the literal."""
    module = parse(path.read_bytes().decode("utf-8", "surrogateescape"))
    for body in bodies(module):
        found = spell_function(body.function)
        for key, instruction, literal in literals(body.function):
            expression = found.pop(key, None)  # type: ignore[call-overload]
            if expression is not None:
                text = expression_text(expression)
                value: Any = eval(text, {"ptx": ptx})  # noqa: S307 - made by the rules
                assert operand(value, double=".f64" in instruction.modifiers) == literal, text
        assert not found


def test_uses_of_descriptors_are_told_by_the_feature() -> None:
    """The names of the features of wgmma and tcgen05 are those that descriptors are read by."""
    for text, feature in ((WGMMA, "wgmma"), (TCGEN05, "tcgen05")):
        opcode, *modifiers = text.split()[0].split(".")
        assert traits(opcode, tuple(f".{word}" for word in modifiers)).feature == feature
