"""The stubs name and document every instruction, for editors."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from ptxpy.dialect.spelling import attribute
from ptxpy.dsl.namespaces import ptx_namespace as namespace
from ptxpy.isa.special_registers import SPECIAL_REGISTERS
from ptxpy.isa.table import names

STUBS = Path(namespace.__file__).with_name("instruction_stubs.pyi")
TEXT = STUBS.read_text(encoding="utf-8")
CLASSES = {node.name: node for node in ast.parse(TEXT).body if isinstance(node, ast.ClassDef)}


def following(name: str) -> dict[str, str]:
    """Return the attributes of a class of the stubs, each with the class of its value."""
    found: dict[str, ast.expr | None] = {}
    for node in CLASSES[name].body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found[node.target.id] = node.annotation
        elif isinstance(node, ast.FunctionDef) and not node.name.startswith("__"):
            found[node.name] = node.returns
    return {word: ast.unparse(kind).partition("[")[0] for word, kind in found.items() if kind}


def calls(name: str) -> list[ast.FunctionDef]:
    """Return the overloads of `__call__` of a class of the stubs."""
    return [
        node
        for node in CLASSES[name].body
        if isinstance(node, ast.FunctionDef) and node.name == "__call__"
    ]


def after(opcode: str) -> str:
    """Return the class of an opcode with some modifiers."""
    here = "ExplicitStubs"
    for word in opcode.split("."):
        here = following(here)[attribute(word) or ""]
    return here


@pytest.mark.parametrize("name", names())
def test_instruction(name: str) -> None:
    """Attribute by attribute leads to a class whose docstring says what the instruction is."""
    documentation = ast.get_docstring(CLASSES[after(name)]) or ""
    assert "(PTX ISA, 9.7" in documentation
    assert re.search(rf"^ *{name.partition('.')[0]}", documentation, re.MULTILINE)


@pytest.mark.parametrize(
    ("opcode", "words"),
    [
        ("mad.lo", "cc s16 s32 s64 u16 u32 u64"),
        ("mad.hi", "cc s16 s32 s64 sat u16 u32 u64"),
        ("mad.hi.sat", "s32"),
        ("mad.lo.s32", ""),
        ("lop3", "b32 and_ or_"),
        ("shfl.sync.bfly", "b32"),
        ("atom.global.gpu.relaxed.cas", "b128 b16 b32 b64"),
    ],
)
def test_modifiers_that_may_follow(opcode: str, words: str) -> None:
    """After some modifiers come those with which the table has a form, and no others."""
    assert {*following(after(opcode))} == {*words.split()}


def test_call_where_a_form_ends() -> None:
    """There is a call where a form of the table ends, and nowhere else."""

    def found(opcode: str) -> list[str]:
        return [
            f"{ast.unparse(node.args)} -> {ast.unparse(node.returns or ast.Constant(None))}"
            for node in calls(after(opcode))
        ]

    options = "**options: Unpack[Options]"
    here = after("mad.lo.s32")
    assert found("mad.lo.s32") == [
        f"self: {here}[Returning], a: I32, b: I32, c: I32, /, {options} -> Number32",
        f"self: {here}[InFull], d: I32, a: I32, b: I32, c: I32, /, {options} -> Emitted",
    ]
    assert found("mad.lo") == []
    assert found("st.global.u32") == [f"self, a: A, b: W32 | V, /, {options} -> Emitted"]
    returning, _ = found("setp.lt.and.s32")
    assert returning.endswith(f"a: I32, b: I32, c: C | P, /, {options} -> Predicate")
    returning, _ = found("ld.global.v4.f32")
    assert returning.endswith("-> Vector")


def test_nothing_is_accepted_by_chance() -> None:
    """No class takes any attribute, but what brackets return."""
    assert "__getattr__" not in TEXT
    assert "*operands" not in TEXT


def test_special_registers() -> None:
    """The stubs have the names that a program can use, and no others."""
    kinds = following("SpecialStubs")
    assert [name for name in kinds if not hasattr(namespace.SpecialRegisters(), name)] == []
    assert {row.name[1:] for row in SPECIAL_REGISTERS if "<" not in row.name} <= {*kinds}
    assert {"envreg31", "pm7_64", "reserved_smem_offset_1"} <= {*kinds}
    assert (kinds["tid"], kinds["laneid"]) == ("VectorRegister", "SpecialRegister")
