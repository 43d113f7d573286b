"""The stubs name and document every instruction, for editors."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from ptxpy.dialect.spelling import attribute
from ptxpy.dsl.namespaces import ptx_namespace as namespace
from ptxpy.dsl.namespaces.ptx_namespace import PTX
from ptxpy.isa.table import names

STUBS = Path(namespace.__file__).with_name("instruction_stubs.pyi")
CLASSES = {
    node.name: node
    for node in ast.parse(STUBS.read_text(encoding="utf-8")).body
    if isinstance(node, ast.ClassDef)
}


def properties(name: str) -> dict[str, ast.FunctionDef]:
    """Return the properties of a class of the stubs."""
    return {node.name: node for node in CLASSES[name].body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("name", names())
def test_instruction(name: str) -> None:
    """Attribute by attribute leads to a class whose docstring says what the instruction is."""
    here = "InstructionStubs"
    words = name.split(".")
    taken = words[0] in dir(PTX)
    for position, word in enumerate(words):
        if position == 0 and taken:
            here = word[0].upper() + word[1:]
            continue
        found = properties(here)[attribute(word) or ""]
        assert ast.get_docstring(found)
        assert isinstance(found.returns, ast.Name)
        here = found.returns.id
    documentation = ast.get_docstring(CLASSES[here]) or ""
    assert "(PTX ISA, 9.7" in documentation
    assert re.search(rf"^ *{words[0]}", documentation, re.MULTILINE)


def test_modifiers_complete() -> None:
    """After the opcode come its modifiers."""
    words = {
        node.target.id
        for node in CLASSES["Mad"].body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    assert {"lo", "hi", "wide", "s32", "u64", "rn", "f32", "sat", "cc"} <= words
