"""Assembling for a GPU: the cache, and errors with their lines."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import ptxpy
from ptxpy.assemble import Assembly
from ptxpy.launch import load
from ptxpy.launch.cuda import SourceError, assemble_for, assembling
from ptxpy.launch_request import ModuleSource
from tests.assemble.fakes import empty_machine
from tests.assemble.real import needs_ptxas
from tests.assemble.test_elf import elf

if TYPE_CHECKING:
    from tests.assemble.fakes import Machine

HEAD = ".version 8.0\n.target sm_80\n.address_size 64\n"
FINE = HEAD + ".entry k() { ret; }\n"

REFUSES = """\
echo "ptxas input.ptx, line 6; error   : Arguments mismatch for instruction 'add'" >&2
echo "ptxas fatal   : Ptx assembly aborted due to errors" >&2
exit 255
"""


def source(text: str) -> ModuleSource:
    """Return the module of a text."""
    return ModuleSource(ptxpy.parse(text), "k.ptx", text.encode())


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """Return a machine without ptxas."""
    return empty_machine(tmp_path, elf(), monkeypatch)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the architectures that are assembled for from now on."""
    found: list[str] = []

    def assemble(ptx: bytes, *, arch: str) -> Assembly:
        found.append(arch)
        return Assembly(b"cubin of %d" % len(ptx), arch, (), (), "ptxas 13.0")

    monkeypatch.setattr(assembling, "assemble", assemble)
    return found


def test_the_cache_answers(folder: Path, machine: Machine, counted: list[str]) -> None:
    """The same module is assembled once for each architecture; another is another."""
    machine.put("path", machine.works)
    first = assemble_for(source(FINE), "sm_80")
    assert assemble_for(source(FINE), "sm_80") == first
    assemble_for(source(FINE), "sm_86")
    assemble_for(source(FINE + "\n"), "sm_80")
    assert counted == ["sm_80", "sm_86", "sm_80"]
    assert len([*folder.iterdir()]) == 3


def test_another_assembler_is_asked_again(
    folder: Path, machine: Machine, counted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that is new or has changed, and one that a variable names."""
    assemble_for(source(FINE), "sm_80")
    path = machine.put("path", machine.works)
    assemble_for(source(FINE), "sm_80")
    path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assemble_for(source(FINE), "sm_80")
    other = machine.put("other", machine.works)
    assemble_for(source(FINE), "sm_80")
    monkeypatch.setenv("PTXPY_PTXAS", str(other))
    assemble_for(source(FINE), "sm_80")
    assert len(counted) == 4
    assert len([*folder.iterdir()]) == 4


def test_errors_show_the_line(folder: Path, machine: Machine) -> None:
    """Nothing is stored."""
    machine.put("path", REFUSES)
    text = HEAD + ".entry k() {\n\t.reg .u32 %r<3>;\n\tadd.f16\t%r1, %r1, %r2;\n ret; }\n"
    with pytest.raises(SourceError) as caught:
        assemble_for(source(text), "sm_80")
    assert str(caught.value) == (
        "k.ptx:6: error: Arguments mismatch for instruction 'add'\n    add.f16\t%r1, %r1, %r2;"
    )
    assert caught.value.messages[0].line == 6
    assert not folder.exists()


PYTHON = """\
from ptxpy import *

module(version="8.0", target="sm_80")

@kernel
def k(n: u32):
    r = reg.bulk(r=3)
    r[1] = ptx.mov.u32(1)
    r[2] = ptx.add.u32(r[1], 2)
    ptx.ret()
"""


def test_errors_show_the_line_of_python(folder: Path, machine: Machine, tmp_path: Path) -> None:
    """For a module that was written in Python, the line that made the statement."""
    path = tmp_path / "kernels.py"
    path.write_text(PYTHON, encoding="utf-8")
    made = load(path)
    ptx = made.source.ptx.decode().split("\n")
    line = next(number for number, row in enumerate(ptx, 1) if "add.u32" in row)
    machine.put("path", REFUSES.replace("line 6", f"line {line}"))
    with pytest.raises(SourceError) as caught:
        assemble_for(made.source, "sm_80")
    shown = str(caught.value).split("\n")
    assert shown[0] == f"<ptx of {path}>:{line}: error: Arguments mismatch for instruction 'add'"
    assert shown[1].strip().startswith("add.u32")
    assert shown[2:] == [f"  made at {path}:9", "    r[2] = ptx.add.u32(r[1], 2)"]
    assert not folder.exists()


@ptxpy.kernel(arch="sm_80")
def written() -> None:
    """Add."""
    r = ptxpy.reg.bulk(r=3)
    r[2] = ptxpy.ptx.add.u32(r[1], 2)  # the line
    ptxpy.ptx.ret()


def test_errors_of_a_kernel_of_python(folder: Path, machine: Machine) -> None:
    """The line in the file of the function that is launched."""
    made = load(written)
    ptx = made.source.ptx.decode().split("\n")
    line = next(number for number, row in enumerate(ptx, 1) if "add.u32" in row)
    machine.put("path", REFUSES.replace("line 6", f"line {line}"))
    with pytest.raises(SourceError) as caught:
        assemble_for(made.source, "sm_80")
    rows = Path(__file__).read_text(encoding="utf-8").split("\n")
    here = next(number for number, row in enumerate(rows, 1) if row.endswith("# the line"))
    assert str(caught.value).split("\n")[2:] == [
        f"  made at {__file__}:{here}",
        f"    {rows[here - 1].strip()}",
    ]
    assert not folder.exists()


def test_real_errors(folder: Path) -> None:
    """The assembler of this machine names the line."""
    text = HEAD + ".entry k() {\n\t.reg .u32 %r<3>;\n\tadd.f16\t%r1, %r1, %r2;\n ret; }\n"
    with pytest.raises(SourceError, match=r"^k\.ptx:6: error: .*\n    add\.f16\t%r1, %r1, %r2;"):
        assemble_for(source(text), "sm_80")
    assert not folder.exists()


@needs_ptxas
def test_machine_code_that_cannot_be_made_shows_the_line_of_python(tmp_path: Path) -> None:
    """The lines of PTX alone would be those of a text that nobody has written."""
    path = tmp_path / "kernels.py"
    path.write_text(PYTHON.replace("r[1], 2)", 'r[1], "nowhere")'), encoding="utf-8")
    with pytest.raises(SourceError) as caught:
        load(path).sass()
    shown = str(caught.value)
    assert f"made at {path}:9" in shown
    assert 'r[2] = ptx.add.u32(r[1], "nowhere")' in shown
