"""`ptxpy emit`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run


def test_ptx(run: Run, kernel: Path, saxpy: str) -> None:
    """It is parsed and printed."""
    assert run("emit", kernel) == (0, saxpy, "")


@pytest.mark.parametrize(
    "source",
    [
        b".version 8.0\n.target sm_90\n",
        b"\xef\xbb\xbf.version 8.0\n.target sm_90\n",
        b"// comment\n/* another\n */ .version 8.0\r\n.target sm_90\r\n",
        b"// \xff\xfe not UTF-8\n.version 8.0\n.target sm_90",
        b".version 8.0\n.target sm_90\n\0",
        b'# 1 "kernel.cu"\n.version 8.0\n.target sm_90\n',
    ],
)
def test_the_bytes_are_exact(run: Run, source: bytes) -> None:
    """From standard input, which is recognised as PTX."""
    outcome = run("emit", "-", stdin=source)
    assert outcome.status == 0, outcome.err
    assert outcome.out.encode("utf-8", "surrogateescape") == source


def test_a_file(run: Run, kernel: Path, tmp_path: Path) -> None:
    """Its bytes are exact, too."""
    out = tmp_path / "out.ptx"
    assert run("emit", kernel, "-o", out) == (0, "", "")
    assert out.read_bytes() == kernel.read_bytes()


def test_python(run: Run, kernel: Path, saxpy: str, tmp_path: Path) -> None:
    """What `import` wrote gives the PTX back, as a file and through a pipe."""
    python = tmp_path / "kernel.py"
    assert run("import", kernel, "-o", python).status == 0
    assert run("emit", python) == (0, saxpy, "")
    assert run("emit", "-", stdin=python.read_bytes()) == (0, saxpy, "")


@pytest.mark.parametrize(
    ("python", "line", "message"),
    [
        ("import ptxpy\n\nthing\n", 3, "NameError: name 'thing' is not defined"),
        ("x = (\n", 1, "SyntaxError: "),
        ("def f():\n    raise ValueError('why\\nnot')\n\n\nf()\n", 2, "ValueError: why"),
    ],
)
def test_errors_of_the_python(
    run: Run, tmp_path: Path, python: str, line: int, message: str
) -> None:
    """They have a place in the file, and are no errors of ours."""
    path = tmp_path / "wrong.py"
    path.write_text(python)
    outcome = run("emit", path)
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.startswith(f"ptxpy: {path}:{line}: {message}")
    assert "Traceback" not in outcome.err


def test_python_beside_the_file(run: Run, kernel: Path, saxpy: str, tmp_path: Path) -> None:
    """It can be imported, and what is printed does not get into the PTX."""
    python = tmp_path / "kernel.py"
    assert run("import", kernel, "-o", python).status == 0
    (tmp_path / "emit_beside.py").write_text("print('loaded')\n")
    python.write_text(f"import emit_beside\n{python.read_text()}")
    assert run("emit", python) == (0, saxpy, "loaded\n")


def test_python_that_is_not_text(run: Run, tmp_path: Path) -> None:
    """It has no line to name."""
    path = tmp_path / "binary.py"
    path.write_bytes(b"\x80\x81")
    outcome = run("emit", path)
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.startswith(f"ptxpy: {path}")
    assert outcome.err.count("\n") == 1


def test_python_in_a_ptx_file_is_not_executed(run: Run, tmp_path: Path) -> None:
    """Only the name FILE.py makes a file a program."""
    path = tmp_path / "kernel.ptx"
    path.write_text(f"open({str(tmp_path / 'executed')!r}, 'w')\n")
    assert run("emit", path).status == 1
    assert list(tmp_path.iterdir()) == [path]


def test_a_syntax_error_leaves_no_file(run: Run, broken: Path, tmp_path: Path) -> None:
    """All errors are said."""
    outcome = run("emit", broken, "-o", tmp_path / "out.ptx")
    assert outcome.status == 1
    assert f"{broken}:4:15: error: " in outcome.err
    assert list(tmp_path.iterdir()) == [broken]


def test_another_header(run: Run, kernel: Path, tmp_path: Path) -> None:
    """`--arch` and `--ptx-version` rewrite it; everything else is the same."""
    out = tmp_path / "out.ptx"
    assert run("emit", "--arch", "sm_100", "--ptx-version", "9.0", kernel, "-o", out).status == 0
    before = kernel.read_text(encoding="utf-8")
    assert out.read_text(encoding="utf-8") == before.replace("sm_90a", "sm_100")


def test_reasons_against_another_header(run: Run, tmp_path: Path) -> None:
    """They are told with their lines, and nothing is written."""
    path = tmp_path / "hopper.ptx"
    path.write_text(
        ".version 8.0\n.target sm_90a\n.address_size 64\n.visible .entry k()\n{\n"
        "    wgmma.fence.sync.aligned;\n    ret;\n}\n",
        encoding="utf-8",
    )
    out = tmp_path / "out.ptx"
    outcome = run("emit", "--arch", "sm_100", "--ptx-version", "9.0", path, "-o", out)
    assert outcome.status == 1
    assert not out.exists()
    assert f"{path}:6:5: error: wgmma.fence.sync.aligned needs sm_90a" in outcome.err
    assert outcome.err.endswith("1 reason against it; nothing is written\n")


def test_passes(run: Run, tmp_path: Path) -> None:
    """`--pass` changes the module before it is written."""
    source = Path(__file__).parents[2] / "corpus" / "nvcc" / "hopper.sm_90a.debug.ptx"
    out = tmp_path / "out.ptx"
    assert run("emit", "--pass", "strip", source, "-o", out).status == 0
    assert ".loc\t" in source.read_text(encoding="utf-8")
    assert ".loc\t" not in out.read_text(encoding="utf-8")
    assert run("emit", "--pass", "nonsense", source).status == 2


def test_help_names_registers(run: Run) -> None:
    """The percent sign of a register is in the help once."""
    outcome = run("emit", "--help")
    assert outcome.status == 0
    assert "%r1," in outcome.out
    assert "%%" not in outcome.out
