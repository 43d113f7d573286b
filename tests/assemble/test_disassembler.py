"""Disassembling a cubin by nvdisasm."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from ptxpy import kernel, ptx
from ptxpy.assemble import (
    DisassembleError,
    DisassemblerMissingError,
    Limits,
    disassemble,
    toolchain,
)
from ptxpy.assemble.disassembler import VARIABLE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the programs are scripts")


@pytest.fixture
def put(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return what installs a script as nvdisasm, of which there is no other."""
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.delenv("CUDA_HOME", raising=False)
    monkeypatch.delenv("CUDA_PATH", raising=False)
    monkeypatch.setattr(toolchain, "DEFAULT_TOOLKIT", str(tmp_path / "none"))
    monkeypatch.setattr("ptxpy.assemble.disassembler._WHEEL", "a-wheel-that-nobody-has")
    monkeypatch.setenv("PATH", str(tmp_path))

    def put(text: str) -> Path:
        path = tmp_path / "nvdisasm"
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
        return path

    return put


def test_text_of_nvdisasm(put: Any) -> None:
    """It is given the bytes as a file, and its output is the result."""
    put('[ "$1" = --print-code ] && /bin/cat "$2" && echo EXIT')
    assert disassemble(b"code ") == "code EXIT\n"


def test_missing(put: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The message says what to install, or which file does not run."""
    with pytest.raises(
        DisassemblerMissingError, match=r"^no nvdisasm; .*pip.* install .*\[view\]'?, or set PTXPY_"
    ):
        disassemble(b"")
    monkeypatch.setenv(VARIABLE, str(tmp_path / "gone"))
    with pytest.raises(DisassemblerMissingError, match="gone does not run: No such file"):
        disassemble(b"")
    path = put("exit 0")
    monkeypatch.setenv(VARIABLE, str(path))
    assert disassemble(b"") == ""


def test_refused_by_nvdisasm(put: Any) -> None:
    """Its last words are the reason."""
    put("echo 'nvdisasm fatal   : invalid image' >&2; exit 5")
    with pytest.raises(DisassembleError, match=r"\(exit status 5\): nvdisasm fatal   : invalid im"):
        disassemble(b"no cubin")
    put("exec /bin/sleep 60")
    with pytest.raises(DisassembleError, match=r"it took more than 0\.2 s"):
        disassemble(b"", limits=Limits(seconds=0.2))


@pytest.mark.skipif(
    toolchain.find_program("nvdisasm", "nvidia-cuda-nvdisasm") is None,
    reason="needs nvdisasm: pip install 'ptxpy[view]'",
)
def test_kernel() -> None:
    """A kernel of the DSL, through an assembler and nvdisasm."""

    @kernel(arch="sm_80")
    def k() -> None:
        ptx.ret()

    assert "EXIT" in k.sass()
    assert "EXIT" in k.bind().sass()
