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


def test_what_an_assembler_refuses(run: Run, tmp_path: Path) -> None:
    """Python is written all the same, and its line is named."""
    python = tmp_path / "kernel.py"
    python.write_text(
        "from ptxpy import kernel, module, ptx\n\n"
        'module("nvcc-13.0", version="9.0", target="sm_90a")\n\n\n@kernel\ndef k():\n'
        '    ptx.label("a")\n    ptx.label("a")\n    ptx.ret()\n'
    )
    outcome = run("emit", python)
    assert outcome.status == 0
    assert outcome.out.count("a:") == 2
    assert "kernel.py:9:5: error: a is already declared, as a label" in outcome.err
    assert "written all the same, with 1 error" in outcome.err


def test_python(run: Run, kernel: Path, saxpy: str, tmp_path: Path) -> None:
    """What `import` wrote gives the PTX back, as a file and through a pipe."""
    python = tmp_path / "kernel.py"
    assert run("import", kernel, "-o", python).status == 0
    assert run("emit", python) == (0, saxpy, "")
    assert run("emit", "-", stdin=python.read_bytes()) == (0, saxpy, "")


@pytest.mark.parametrize(
    ("python", "expected"),
    [
        ("import ptxpy\n\nthing\n", ("3:1", "NameError: name 'thing' is not defined", "^~~~~")),
        ("x = (\n", ("1:5", "SyntaxError: '(' was never closed", "^")),
        (
            "x = ptx.ld.global.f32([p])\n",
            (
                "1:12",
                "SyntaxError: invalid syntax",
                "^~~~~~\n    help: global is a keyword of Python: write .global_",
            ),
        ),
        (
            "def f():\n    raise ValueError('why\\nnot')\n\n\nf()\n",
            ("2:5", "ValueError: why not", "^~~~~~~~~~~~~~~~~~~~~~~~~~~~"),
        ),
        ("é = 1 + nix\n", ("1:9", "NameError: name 'nix' is not defined", "^~~")),
        ("x = [\n    1,\n    2 / 0,\n]\n", ("3:5", "ZeroDivisionError: division by zero", "^~~~~")),
        ("1 .x(\n)\n", ("1:1", "AttributeError: 'int' object has no attribute 'x'", "^~~~")),
        ("import nowhere_at_all\n", ("1:1", "ModuleNotFoundError: No module named", "^")),
    ],
)
def test_errors_of_the_python(
    run: Run, tmp_path: Path, python: str, expected: tuple[str, str, str]
) -> None:
    """They have a place in the file, and are no errors of ours; all commands show them alike."""
    place, message, carets = expected
    path = tmp_path / "wrong.py"
    path.write_text(python, encoding="utf-8")
    outcome = run("emit", path)
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.startswith(f"{path}:{place}: error: {message}")
    rows = outcome.err.splitlines()
    column = int(place.partition(":")[2])
    assert rows[1] == "    " + python.splitlines()[int(place.partition(":")[0]) - 1]
    assert "\n".join(rows[2:]).startswith(" " * (3 + column) + carets)
    assert "Traceback" not in outcome.err
    assert run("run", path) == run("show", path) == outcome
    assert run("check", path).out == outcome.err
    assert run("diff", path, path) == (2, "", outcome.err)


HELP = """\
from ptxpy import kernel, ptx, s32


@kernel(arch="sm_80")
def k(n: {type}):
    value = {value}
    ptx.ret()
"""


@pytest.mark.parametrize(
    ("type_", "value", "help_"),
    [
        ("f32", "0", "from ptxpy import f32"),
        ("s32", "np.zeros(3)", "import numpy as np"),
        ("s32", "valeu + 1", ""),
        ("s32", "ptxx.ret()", "did you mean ptx?"),
        ("s32", "ragne(3)", "did you mean range?"),
        ("s32", "smme.alloc(s32, 3)", "did you mean smem? (from ptxpy import smem)"),
        ("s32", "kernl", "did you mean kernel?"),
        (
            "s32",
            "1\n    value.set(2)",
            (
                "the name stands for the number 1: begin with a register to change, "
                "x = reg.from_(u32(1), b32), and x.set(…) then writes it"
            ),
        ),
        (
            "s32",
            "1\n    with ptx.if_(ptx.param(s32, 'n') == 0):\n        pass\n    else:\n        pass",
            "a with statement has no else: write with ptx.else_(): behind with ptx.if_(…):",
        ),
    ],
)
def test_missing_names_are_named(
    run: Run, tmp_path: Path, type_: str, value: str, help_: str
) -> None:
    """What to import, or what was probably meant."""
    path = tmp_path / "wrong.py"
    path.write_text(HELP.format(type=type_, value=value))
    outcome = run("emit", path)
    assert outcome.status == 1
    assert outcome.err.splitlines()[3:] == ([f"    help: {help_}"] if help_ else [])
    path.write_text(f"from __future__ import annotations\n{path.read_text()}")
    assert run("emit", path).err.splitlines()[3:] == ([f"    help: {help_}"] if help_ else [])


@pytest.mark.parametrize("name", ["ptx", "reg"])
def test_a_name_that_hides_one_of_ptxpy(run: Run, tmp_path: Path, name: str) -> None:
    """The message says which name, where Python knows a variable without a value."""
    path = tmp_path / "hidden.py"
    python = HELP.format(type="s32", value=f"{name}.ret()").replace("ptx, ", "ptx, reg, ")
    path.write_text(python.replace("value =", f"{name} ="))
    help_ = f"    help: {name} is a name of k and hides that of ptxpy: call it otherwise there"
    assert run("emit", path).err.splitlines()[3:] == [help_]


@pytest.mark.parametrize(
    ("body", "help_"),
    [
        ("case = {1: 5, 'default': 6}\nx = case[2]\n", "case has 1, 'default'"),
        (
            f"case = {dict.fromkeys(range(20))}\nx = case[20]\n",
            f"case has {', '.join(map(str, range(12)))}, …",
        ),
        ("a = {1: 5}\nb = {2: 6}\nx = a[1] + b[3]\n", ""),
        ("x = {1: 5}[2]\n", ""),
    ],
)
def test_missing_keys_are_named(run: Run, tmp_path: Path, body: str, help_: str) -> None:
    """The table has these keys, if it is certain which one is meant."""
    path = tmp_path / "wrong.py"
    path.write_text(body)
    outcome = run("emit", path)
    assert "KeyError" in outcome.err
    assert outcome.err.splitlines()[3:] == ([f"    help: {help_}"] if help_ else [])


def test_names_that_cannot_be_imported(run: Run, tmp_path: Path) -> None:
    """Those that are most like them."""
    path = tmp_path / "wrong.py"
    path.write_text("from ptxpy import kernl\n")
    assert run("emit", path).err.endswith("    help: did you mean kernel?\n")


def test_errors_in_files_beside(run: Run, tmp_path: Path) -> None:
    """They have the line that called, and say where they are."""
    (tmp_path / "errors_beside.py").write_text("def f():\n    return 1 / 0\n")
    path = tmp_path / "wrong.py"
    path.write_text("import errors_beside\n\nerrors_beside.f()\n")
    inside = tmp_path / "errors_beside.py"
    assert run("emit", path).err.startswith(
        f"{path}:3:1: error: ZeroDivisionError: division by zero (in {inside}:2) [PTX002]\n"
    )


def test_errors_of_a_program_without_kernels(run: Run, tmp_path: Path) -> None:
    """They name the file once."""
    path = tmp_path / "empty.py"
    path.write_text("")
    message = "the program must begin a module(…) or declare a kernel"
    assert run("emit", path).err == f"{path}: error: {message} [PTX002]\n"


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
    assert outcome.err.startswith(f"{path}: error: SyntaxError: ")
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
