"""Running the command, and PTX to run it on."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeAlias

import pytest

from ptxpy.cli import main

SAXPY = Path(__file__).parents[2] / "corpus" / "nvcc" / "saxpy.sm_90a.ptx"


class Outcome(NamedTuple):
    """How a command ended."""

    status: int
    out: str
    err: str


Run: TypeAlias = Callable[..., Outcome]


@pytest.fixture
def run(capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command in this process: `run("check", path, stdin=b"…")`."""

    def run(*arguments: str | Path, stdin: bytes = b"") -> Outcome:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capsysbinary.readouterr()
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as ended:
            status = int(ended.code or 0)
        out, err = capsysbinary.readouterr()
        return Outcome(status, out.decode("utf-8", "surrogateescape"), err.decode())

    return run


@pytest.fixture
def saxpy() -> str:
    """A small kernel from nvcc."""
    return SAXPY.read_bytes().decode()


@pytest.fixture
def kernel(tmp_path: Path) -> Path:
    """That kernel in a file that a test may do with as it likes."""
    path = tmp_path / "kernel.ptx"
    path.write_bytes(SAXPY.read_bytes())
    return path


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """A file with two syntax errors, in lines 4 and 6."""
    path = tmp_path / "broken.ptx"
    path.write_text(
        ".version 8.0\n.target sm_90\n.entry k() {\n"
        "\tadd.s32 %r1, ;\n\tret;\n\tmov.u32 %r1 %r2;\n}\n"
    )
    return path
