"""Twelve kernels as they are imported, to be read. `BLESS=1 pytest tests/imported` writes them."""

from __future__ import annotations

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


def test_black_changes_nothing() -> None:
    """The goldens stay as black would write them."""
    _run("black", "--check", "--quiet", "--config", os.devnull)


def test_ruff_finds_nothing() -> None:
    """The goldens pass the rules that ruff applies by default."""
    _run("ruff", "check", "--isolated")


def test_mypy_finds_nothing() -> None:
    """The goldens are well typed: heads, bodies and what stands around them."""
    _run("mypy", f"--config-file={os.devnull}", "--check-untyped-defs", "--no-incremental")


def _run(tool: str, *options: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", tool, *options, *map(str, GOLDENS)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
