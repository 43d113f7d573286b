"""`ptxpy import`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ptxpy
from tests.cli.conftest import Run

PROOF = re.compile(r"identical: 1,285 bytes, 1 kernel, 25 instructions, \d+\.\d s\n")


@pytest.fixture
def refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    """No file comes back."""

    def prove(*_: object, **__: object) -> None:
        message = "line 7 differs"
        raise ptxpy.ProofError(message)

    monkeypatch.setattr(ptxpy, "prove", prove)


def test_the_python_gives_the_bytes_back(run: Run, kernel: Path, tmp_path: Path) -> None:
    """And the command says that it does."""
    python = tmp_path / "kernel.py"
    outcome = run("import", kernel, "-o", python)
    assert (outcome.status, outcome.out) == (0, "")
    assert PROOF.fullmatch(outcome.err)
    module = ptxpy.from_python(python.read_text(encoding="utf-8"))
    assert ptxpy.emit_bytes(module) == kernel.read_bytes()


@pytest.mark.parametrize("options", [(), ("--flat",), ("--no-roll",), ("-o", "-")])
def test_standard_output(run: Run, kernel: Path, options: tuple[str, ...]) -> None:
    """That is where the Python goes without `-o`."""
    outcome = run("import", kernel, *options)
    assert outcome.status == 0
    assert PROOF.fullmatch(outcome.err)
    assert ptxpy.emit_bytes(ptxpy.from_python(outcome.out)) == kernel.read_bytes()


def test_flat_is_what_the_library_calls_flat(run: Run, kernel: Path) -> None:
    """The options reach the code generator."""
    module = ptxpy.parse(kernel.read_bytes())
    assert run("import", kernel, "--flat").out == ptxpy.to_python(module, flat=True)
    assert run("import", kernel, "--no-roll").out == ptxpy.to_python(module, roll=False)
    assert run("import", kernel).out == ptxpy.to_python(module)


def test_standard_input(run: Run, saxpy: str) -> None:
    """It is read as a file is."""
    outcome = run("import", "-", stdin=saxpy.encode())
    assert outcome.status == 0
    assert PROOF.fullmatch(outcome.err)


def test_check_writes_nothing(run: Run, kernel: Path, tmp_path: Path) -> None:
    """It only proves, even where it could not write."""
    python = tmp_path / "kernel.py"
    outcome = run("import", "--check", kernel, "-o", python)
    assert (outcome.status, outcome.out) == (0, "")
    assert PROOF.fullmatch(outcome.err)
    assert not python.exists()
    python.write_text("mine")
    assert run("import", "--check", kernel, "-o", python).status == 0
    assert python.read_text() == "mine"


def test_diff(run: Run, kernel: Path, tmp_path: Path) -> None:
    """It shows what would change, and changes nothing."""
    python = tmp_path / "kernel.py"
    assert run("import", kernel, "-o", python).status == 0
    assert run("import", "--diff", kernel, "-o", python).out == ""
    old = "# mine\n" + python.read_text()
    python.write_text(old)
    outcome = run("import", "--diff", kernel, "-o", python)
    assert outcome.status == 0
    assert outcome.out.startswith(f"--- {python}\tnow\n+++ {python}\tnew\n@@ ")
    assert "\n-# mine\n" in outcome.out
    assert python.read_text() == old


def test_diff_against_nothing(run: Run, kernel: Path, tmp_path: Path) -> None:
    """All of it would be new."""
    outcome = run("import", "--diff", kernel, "-o", tmp_path / "kernel.py")
    assert outcome.status == 0
    assert "\n@@ -0,0 +1," in outcome.out


def test_diff_needs_a_file(run: Run, kernel: Path) -> None:
    """Standard output has nothing to compare with."""
    outcome = run("import", "--diff", kernel)
    assert outcome == (2, "", "ptxpy: --diff compares with the file that -o OUT names\n")


def test_a_syntax_error_leaves_no_file(run: Run, broken: Path, tmp_path: Path) -> None:
    """All errors are said."""
    outcome = run("import", broken, "-o", tmp_path / "out.py")
    assert (outcome.status, outcome.out) == (1, "")
    assert f"{broken}:4:15: error: " in outcome.err
    assert f"{broken}:6:14: error: " in outcome.err
    assert "\n    \tadd.s32 %r1, ;\n" in outcome.err
    assert outcome.err.endswith(f"{broken}: 2 errors\n")
    assert list(tmp_path.iterdir()) == [broken]


@pytest.mark.usefixtures("refuted")
def test_python_that_does_not_come_back_is_not_written(
    run: Run, kernel: Path, tmp_path: Path
) -> None:
    """Not even over an older file, or to standard output."""
    python = tmp_path / "kernel.py"
    expected = (1, "", f"{kernel}: not identical: line 7 differs\n")
    assert run("import", kernel, "-o", python) == expected
    assert list(tmp_path.iterdir()) == [kernel]
    assert run("import", kernel) == expected
    python.write_text("older")
    assert run("import", kernel, "-o", python, "--force") == expected
    assert python.read_text() == "older"


def test_layout_is_told(run: Run, kernel: Path) -> None:
    """What a file does otherwise than its style is said, and stands in the head."""
    source = kernel.read_bytes().replace(b"\n", b"\r\n")
    outcome = run("import", "-", stdin=source)
    assert outcome.status == 0
    assert '<stdin>: laid out as nvcc-13.0, with newline="\\r\\n"\n' in outcome.err
    assert 'newline="\\r\\n")\n' in outcome.out
