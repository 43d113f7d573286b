"""Kernels from files, text, modules and Python."""

from __future__ import annotations

from pathlib import Path

import pytest

import ptxpy
from ptxpy.launch import Kernel, load
from ptxpy.launch_request import KernelNameError, LaunchError, ModuleSource
from ptxpy.syntax import PtxSyntaxError

PTX = """\
.version 8.0
.target sm_80
.address_size 64
.visible .entry _Z5scalePfi(.param .u64 x, .param .u32 n)
{
\tret;
}
.visible .entry copy() { ret; }
"""

PYTHON = """\
from ptxpy import *

module(version="8.0", target="sm_80")

@kernel
def copy(n: u32):
    ptx.ret()
"""


@ptxpy.kernel(arch="sm_80")
def written(n: ptxpy.u32) -> None:  # noqa: ARG001 - a parameter of PTX
    """Do nothing."""
    ptxpy.ptx.ret()


@ptxpy.func
def helper() -> None:
    """Do nothing."""


class Maker:
    """An object that knows its module."""

    def __ptxpy_module__(self) -> ptxpy.ir.Module:
        return ptxpy.parse(PTX)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a file of PTX."""
    found = tmp_path / "kernels.ptx"
    found.write_text(PTX, encoding="utf-8")
    return found


def test_text_and_modules(path: Path) -> None:
    """All mean the same kernel, and have the same text."""
    given = (PTX, PTX.encode(), path, str(path), ptxpy.parse(PTX), Maker())
    for x in (*given, ModuleSource(ptxpy.parse(PTX)), load(PTX, "copy")):
        made = load(x, "scale")
        assert made.name == "_Z5scalePfi"
        assert made.source.ptx == PTX.encode()
        assert repr(made) == "<Kernel _Z5scalePfi(.u64 x, .u32 n) for sm_80>"
    assert load(path, "copy").source.filename == str(path)


def test_a_kernel_is_loaded_already() -> None:
    """It is returned as it is; with a name, it is another of its module."""
    made = load(PTX, "copy")
    assert load(made) is made
    assert load(made, "scale").source is made.source


def test_kernels_of_python() -> None:
    """One that is decorated is its own default."""
    made = load(written)
    assert (made.name, made.signature.target) == ("written", "sm_80")
    assert made.source.ptx.decode() == written.ptx()
    with pytest.raises(LaunchError, match="helper is a device function"):
        load(helper)


def test_files_of_python(tmp_path: Path) -> None:
    """They are executed, and their lines are kept."""
    path = tmp_path / "kernels.py"
    path.write_text(PYTHON, encoding="utf-8")
    made = load(path)
    assert made.name == "copy"
    assert made.source.python is not None
    name, text, lines = made.source.python
    assert (name, text) == (str(path), PYTHON)
    assert max(lines) == 7


def test_what_cannot_be_loaded(tmp_path: Path) -> None:
    """The message says what can."""
    for x in (5, None, [PTX], Kernel):
        with pytest.raises(LaunchError, match="cannot be loaded; pass a module, a path, PTX text"):
            load(x)
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "none.ptx")
    with pytest.raises(PtxSyntaxError, match=r"<ptx>:2:"):
        load(".version 8.0\n,\n")
    with pytest.raises(KernelNameError, match="the module has 2 kernels"):
        load(PTX)
