"""`ptxpy link`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run

UNITS = Path(__file__).parents[1] / "link"
MAIN, DEVICE = UNITS / "main.ptx", UNITS / "device.ptx"
LAUNCH = ("--grid", "1", "--block", "8", "--shared-bytes", "32", "--arg", "int32[8]:zeros")


def test_files_are_linked_and_run(run: Run, tmp_path: Path) -> None:
    """A linked kernel runs, from a file and from a pipe; vprintf needs no definition."""
    whole = tmp_path / "whole.ptx"
    assert run("link", MAIN, DEVICE, "-o", whole) == (0, "", "")
    expected = "0 = [127, 125, 135, 133, 143, 141, 151, 149]\n"
    assert run("run", whole, *LAUNCH, "--print", "0").out == expected
    printed = run("link", MAIN, DEVICE)
    assert printed.out == whole.read_text()
    assert run("run", "-", *LAUNCH, "--print", "0", stdin=printed.out.encode()).out == expected
    assert run("check", whole).status == 0


def test_standard_input_is_a_file(run: Run) -> None:
    """Its name in messages is that of standard input."""
    assert run("link", "-", DEVICE, stdin=MAIN.read_bytes()).out == run("link", MAIN, DEVICE).out


def test_what_is_defined_nowhere_is_listed(run: Run) -> None:
    """With its place, and sort; the result is written all the same."""
    outcome = run("link", MAIN)
    assert outcome.status == 0
    assert outcome.out == MAIN.read_text()
    assert outcome.err == (
        f"{MAIN}:13:43: the function _Z5otheri is defined in no file\n"
        f"{MAIN}:26:31: the variable counter is defined in no file\n"
        f"{MAIN}:27:29: the variable table is defined in no file\n"
    )


@pytest.mark.parametrize(
    ("name", "is_listed"),
    [
        ("malloc", False),
        ("__cudaCDP2LaunchDeviceV2", False),
        ("cudaLaunchDevice", False),
        ("mallocs", True),
        ("__cudaCDP", True),
    ],
)
def test_functions_of_the_driver_are_not_listed(
    run: Run, tmp_path: Path, name: str, is_listed: bool
) -> None:
    """Nor are those of the device runtime; they stay declared."""
    unit = tmp_path / "unit.ptx"
    unit.write_text(f".version 8.0\n.target sm_80\n.extern .func {name}();\n")
    outcome = run("link", unit, DEVICE)
    assert f".extern .func {name}();" in outcome.out
    assert (f"the function {name} is defined in no file" in outcome.err) == is_listed


def test_left_out_debug_sections_are_told(run: Run, tmp_path: Path) -> None:
    """They cannot be joined."""
    for name in ("a", "b"):
        text = f".version 8.0\n.target sm_80, debug\n.global .u32 {name};\n"
        (tmp_path / f"{name}.ptx").write_text(text + ".section .debug_info\n{\n\t.b8 1\n}\n")
    a, b = tmp_path / "a.ptx", tmp_path / "b.ptx"
    outcome = run("link", a, b)
    assert outcome.status == 0
    assert "debug" not in outcome.out
    assert outcome.err.startswith(f"the debug sections of {a}, {b} are left out")


def test_errors(run: Run, tmp_path: Path) -> None:
    """Each is at its line; nothing is written."""
    whole = tmp_path / "whole.ptx"
    outcome = run("link", DEVICE, DEVICE, "-o", whole)
    assert outcome.status == 1
    assert f"{DEVICE}:18:32: error: counter is defined here and in {DEVICE}:18:32;" in outcome.err
    assert not whole.exists()


@pytest.mark.parametrize("name", ["main.ptx", "device.ptx"])
def test_no_input_is_overwritten(run: Run, tmp_path: Path, name: str) -> None:
    """Even with --force."""
    for path in (MAIN, DEVICE):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    files = [tmp_path / "main.ptx", tmp_path / "device.ptx"]
    outcome = run("link", *files, "-o", tmp_path / name, "--force")
    assert outcome.status == 2
    assert "is the input" in outcome.err


def test_python_is_not_linked(run: Run, tmp_path: Path) -> None:
    """The message says how it becomes PTX."""
    python = tmp_path / "kernel.py"
    python.write_text("raise SystemExit('executed')\n")
    outcome = run("link", MAIN, python)
    assert outcome.status == 2
    assert f"{python}: is Python, and PTX is linked; write it with `ptxpy emit" in outcome.err


def test_syntax_errors_are_those_of_the_file(run: Run, broken: Path) -> None:
    """With line and caret, as everywhere."""
    outcome = run("link", MAIN, broken)
    assert outcome.status == 1
    assert f"{broken}:4:15: error: " in outcome.err
