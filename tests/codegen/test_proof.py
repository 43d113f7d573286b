"""What is proved is what will be run, and what fails is named."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

import ptxpy
from ptxpy.codegen import proof
from ptxpy.codegen.generate import generate

PTX = (Path(__file__).parents[1] / "lift" / "cases" / "calls_nvvm.ptx").read_bytes()


def test_no_program_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is one error where nothing gives the module back."""
    monkeypatch.setattr(proof, "generate", lambda _module, _passes: 1 / 0)
    with pytest.raises(ptxpy.ProofError, match="ZeroDivisionError"):
        ptxpy.to_python(ptxpy.parse(PTX))


def test_a_line_that_fails_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error of the program comes with the line."""
    bad = "ptx.ret(ptx.ret.ret)"
    monkeypatch.setattr(
        proof, "generate", lambda *given: generate(*given).replace("ptx.ret()", bad)
    )
    with pytest.raises(ptxpy.ProofError, match=r"line [0-9]+: ptx.ret\(ptx.ret.ret\)"):
        ptxpy.to_python(ptxpy.parse(PTX))


def test_the_proof_checks_instructions() -> None:
    """What is proved is run as it will be: an unknown opcode is no error, and no warning."""
    text = b".version 8.0\n.target sm_80\n.address_size 64\n\n.entry k()\n{\n\tfrob.b32 \t%r1;\n}\n"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        python = ptxpy.prove(text).python
        assert ptxpy.emit_bytes(ptxpy.from_python(python)) == text
