"""Typed forms and other helpers, case by case: what they write, and what they refuse."""

from __future__ import annotations

import inspect
import shutil
import subprocess
from pathlib import Path

import pytest

import ptxpy
from ptxpy import InstructionError, TraceError, kernel, ptx, reg, u32, u64
from ptxpy.dsl.tracing.instructions import HELPERS
from tests.dsl.helpers.lines import cases, module_text, statements

ERRORS: dict[str, type[Exception]] = {
    error.__name__: error
    for error in (InstructionError, TraceError, TypeError, ValueError, AttributeError)
}
FORMS = cases("forms.txt")
REFUSED = cases("refused.txt")


def sequences() -> list[tuple[list[str], list[str]]]:
    """Return the programs of the file: lines of Python, and statements of PTX."""
    text = Path(__file__).with_name("sequences.txt").read_text(encoding="utf-8")
    found = []
    for block in text.split("\n===\n")[1:]:
        python, _, expected = block.partition("\n---\n")
        found.append((python.splitlines(), expected.strip().splitlines()))
    return found


def test_there_are_cases() -> None:
    """No case has been lost on the way."""
    assert len(FORMS) >= 57
    assert len(REFUSED) >= 70
    assert len(sequences()) >= 25


@pytest.mark.parametrize(("line", "expected"), FORMS)
def test_form(line: str, expected: str) -> None:
    """One call writes one statement."""
    found = statements([line])
    assert [one for one in found if not one.startswith(".reg")] == [expected]


@pytest.mark.parametrize(("lines", "expected"), sequences())
def test_sequence(lines: list[str], expected: list[str]) -> None:
    """A helper writes the sequence that its documentation shows."""
    assert statements(lines) == expected


@pytest.mark.parametrize(("line", "said"), REFUSED)
def test_refused(line: str, said: str) -> None:
    """What is wrong is refused at its line, with what would be right."""
    name, _, message = said.partition(" ")
    with pytest.raises(ERRORS[name]) as caught:
        module_text(line.split(" / "))
    assert message in str(caught.value)


@pytest.mark.skipif(shutil.which("ptxas") is None, reason="needs ptxas")
def test_ptxas_takes_them(tmp_path: Path) -> None:
    """All of it assembles, each case in a kernel of its own."""
    programs = [[line] for line, _ in FORMS] + [python for python, _ in sequences()]
    kernels = []
    for index, lines in enumerate(programs):
        head, _, rest = module_text(lines).partition(".visible .entry k(")
        name = f"k{index}"
        kernels.append(f".visible .entry {name}({rest}")
    source = tmp_path / "cases.ptx"
    source.write_text(head + "\n".join(kernels), encoding="utf-8")
    command = ["ptxas", "-arch=sm_90a", str(source), "-o", str(tmp_path / "cases.cubin")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr


def test_a_file_is_declared_in_the_module() -> None:
    """`.file` stands outside the kernel that names it."""
    text = module_text(['ptx.file_(1, "kernel.py")', "ptx.loc(1, 40, 0)"])
    kernel_text, _, behind = text.partition("\n}\n")
    assert ".loc 1 40 0" in kernel_text
    assert '.file 1 "kernel.py"' in behind

    @kernel(arch="sm_90a", version="8.0")
    def alone() -> None:
        ptx.file_(1, "kernel.py")
        ptx.loc(1, 40, 0)
        ptx.ret()

    assert alone.ptx().count('.file 1 "kernel.py"') == 1


def test_a_variable_of_the_module() -> None:
    """Outside of functions a variable may be visible to others."""
    text = 'from ptxpy import *\nmodule("ptxpy", version="8.0", target="sm_90a")\n'
    text += 'ptx.var("global", f32, "out", size=16, align=16, linking="visible")\n'
    assert ".visible .global .align 16 .f32 out[16];" in ptxpy.emit(ptxpy.from_python(text))


def test_helpers_keep_their_signatures() -> None:
    """What checks the types of a form does not hide its parameters."""
    for name in ("add", "mul", "cvt", "ld", "st", "setp", "xor_"):
        assert "pred" in str(inspect.signature(HELPERS[name]))
    assert list(inspect.signature(ptx.setmaxnreg).parameters) == ["count", "inc", "pred"]


def test_the_instructions_are_still_there() -> None:
    """The names of helpers go on to the instructions, and `inst` knows no helpers."""

    @kernel(arch="sm_90a", version="8.0")
    def plain(x: u64) -> None:
        a = reg.from_(ptx.ld.param.u64([x]), u64)
        b = reg.scalar(u32, 1)
        ptx.inst.add.u32(b, b, 1)
        ptx.inst.ld.global_.u32(b, [a])
        ptx.setmaxnreg.inc.sync.aligned.u32(240)
        ptx.cvta.to.global_.u64(a)
        ptx.ret()

    assert "setmaxnreg.inc.sync.aligned.u32 240;" in plain.ptx()
    with pytest.raises(AttributeError, match="not the spelling"):
        ptx.inst.range_  # type: ignore[attr-defined] # noqa: B018 - the access is what is tested


def test_outside_of_a_kernel() -> None:
    """What emits needs a kernel."""
    with pytest.raises(TraceError, match="no module or kernel"):
        ptx.sreg("%laneid")
    with pytest.raises(TraceError, match="no module or kernel"), ptx.expr():
        pass
