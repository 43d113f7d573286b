"""Twelve kernels as they are imported, to be read. `BLESS=1 pytest tests/imported` writes them."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import ptxpy

CORPUS = Path(__file__).parents[2] / "corpus"
FOLDER = CORPUS / "imported"
SOURCES = dict(line.split() for line in (FOLDER / "sources.txt").read_text().splitlines())
GOLDENS = [FOLDER / f"{name}.py" for name in SOURCES]


def test_there_are_twelve() -> None:
    """No golden is missing, and none is left over."""
    assert len(SOURCES) == 12
    assert {path.name for path in FOLDER.glob("*.py")} == {path.name for path in GOLDENS}


@pytest.mark.parametrize("name", SOURCES)
def test_golden(name: str) -> None:
    """The Python of a file is the one that was approved, and gives the file back."""
    source = (CORPUS / SOURCES[name]).read_bytes()
    golden = FOLDER / f"{name}.py"
    proof = ptxpy.prove(source)
    if os.environ.get("BLESS"):
        golden.write_text(proof.python, encoding="utf-8")
    assert proof.python == golden.read_text(encoding="utf-8")
    assert ptxpy.emit_bytes(ptxpy.from_python(proof.python)) == source


WRITES_ITS_ARGUMENTS = {"ld_param_and_ld_global"}
"""Functions that write registers of their callers, which the callers write elsewhere, too."""


def test_functions_write_no_arguments() -> None:
    """A function returns what it makes, a register that it declares included."""
    found = set()
    for path in GOLDENS:
        for function in ast.parse(path.read_text(encoding="utf-8")).body:
            # Inline assembly writes the operands that its constraints name.
            if not isinstance(function, ast.FunctionDef) or function.decorator_list:
                continue
            if "ptx.asm" in ast.unparse(function):
                continue
            parameters = {argument.arg for argument in function.args.args}
            for node in ast.walk(function):
                match node:
                    case (
                        ast.Call(func=ast.Attribute(ast.Name(name), "set"))
                        | ast.Attribute(ast.Name(name), "value", ast.Store())
                        | ast.Subscript(ast.Name(name), ctx=ast.Store())
                    ) if (name in parameters):
                        found.add(function.name)
    assert found == WRITES_ITS_ARGUMENTS


def test_black_changes_nothing() -> None:
    """The goldens stay as black would write them."""
    _run("black", "--check", "--quiet", "--config", os.devnull)


def test_ruff_finds_nothing() -> None:
    """The goldens pass the rules that ruff applies by default."""
    _run("ruff", "check", "--isolated")


def _run(tool: str, *options: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", tool, *options, *map(str, GOLDENS)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
