"""`ptxpy diff`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import ptxpy
from tests.cli.conftest import SAXPY, Run

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "ptxpy" / "compare" / "README.md"
CORPUS = ROOT / "corpus" / "nvcc"


@pytest.fixture
def changed(kernel: Path, saxpy: str) -> Path:
    """The kernel with other numbers of registers and one instruction changed."""
    text = re.sub(r"%rd(\d+)\b", lambda m: f"%rd{7 - int(m[1])}", saxpy)
    path = kernel.with_name("changed.ptx")
    path.write_text(text.replace("fma.rn.f32", "fma.rz.f32"))
    return path


def test_the_guide(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its example is what the command shows, and its Python runs."""
    text = GUIDE.read_text(encoding="utf-8")
    console = text.split("```console\n$ ptxpy ")[1].partition("```")[0]
    command, _, shown = console.partition("\n")
    monkeypatch.chdir(ROOT)
    outcome = run(*command.split())
    assert outcome.status == 1
    assert outcome.out + outcome.err == shown
    exec(text.split("```python\n")[1].partition("```")[0], {})  # noqa: S102 - our own text


def test_equal_files(run: Run, kernel: Path, saxpy: str) -> None:
    """Nothing is shown but that they are."""
    other = kernel.with_name("other.ptx")
    other.write_text(saxpy.replace("\t", "  ").replace("%f", "%float") + "// the end\n")
    assert run("diff", kernel, other) == (0, "", "1 function equal\n")
    assert run("diff", kernel, kernel, "--python") == (0, "", "1 function equal\n")


def test_one_instruction(run: Run, kernel: Path, changed: Path) -> None:
    """It is shown with the names of A, whatever is around it."""
    outcome = run("diff", kernel, changed, "--context", "0")
    assert outcome.status == 1
    lines = outcome.out.splitlines()
    assert lines[:2] == [f"--- {kernel}", f"+++ {changed}"]
    assert lines[3] == "kernel saxpy(int, float, float const*, float*), line 15 -> 15"
    assert lines[5:] == [
        "-    fma.rn.f32 %f4, %f2, %f1, %f3;",
        "+    fma.rz.f32 %f4, %f2, %f1, %f3;",
    ]
    assert outcome.err == "1 function differs; 1 line removed, 1 added\n"


def test_python(run: Run, kernel: Path, changed: Path) -> None:
    """The other register numbers are not seen in the Python either."""
    outcome = run("diff", kernel, changed, "--python", "--context", "0")
    assert outcome.status == 1
    lines = [line.partition("  #:")[0] for line in outcome.out.splitlines()[-2:]]
    assert [line.split("= ")[-1] for line in lines] == [
        "ptx.fma.rn.f32(param_2_val, factor, param_3_val)",
        "ptx.fma.rz.f32(param_2_val, factor, param_3_val)",
    ]


def test_a_python_file_and_standard_input(run: Run, kernel: Path, changed: Path) -> None:
    """Either side can be a program, or come through a pipe."""
    python = kernel.with_name("kernel.py")
    assert run("import", kernel, "-o", python).status == 0
    assert run("diff", python, kernel).status == 0
    assert run("diff", python, "-", stdin=changed.read_bytes()).status == 1
    assert run("diff", "-", kernel, stdin=python.read_bytes()).status == 0


def test_json(run: Run, kernel: Path, changed: Path) -> None:
    """All that is known, for programs."""
    data = json.loads(run("diff", kernel, changed, "--json", "--context", "0").out)
    assert (data["a"], data["b"], data["equal"]) == (str(kernel), str(changed), False)
    (function,) = data["functions"]
    assert (function["removed"], function["added"], function["equal"]) == (1, 1, False)
    lines = function["hunks"][0]["lines"]
    assert [line["sign"] for line in lines] == ["-", "+"]
    number = lines[0]["a"]
    assert "fma.rn.f32" in kernel.read_text().splitlines()[number - 1]


def test_stat(run: Run, kernel: Path, changed: Path) -> None:
    """A line for each function."""
    lines = run("diff", kernel, changed, "--stat").out.splitlines()
    assert lines[1].split() == ["1", "1", "0", "differs", *lines[1].split()[4:]]
    assert run("diff", kernel, kernel, "--stat").out.splitlines()[1].split()[3] == "equal"


def test_one_kernel(run: Run) -> None:
    """By its symbol or its short name; only it is compared."""
    a, b = CORPUS / "templates.sm_100.lambdas.ptx", CORPUS / "templates.sm_80.lambdas.ptx"
    assert run("diff", a, b, "--kernel", "use_state").err.startswith("1 function differs;")
    assert run("diff", a, b, "--kernel", "_Z5counti") == (0, "", "1 function equal\n")
    outcome = run("diff", a, b, "--kernel", "nothing")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(
        "ptxpy: no function 'nothing'. There are:\n      0  _ZN6layout5Chain"
    )
    assert run("diff", a, b, "--kernel", "_Z5count")[0] == 0
    assert "'layout' matches " in run("diff", a, b, "--kernel", "layout").err


def test_functions_of_different_names(run: Run, tmp_path: Path) -> None:
    """Two of them are compared if both are named."""
    head = ".version 8.0\n.target sm_80\n.address_size 64\n"
    a, b, page = tmp_path / "a.ptx", tmp_path / "b.ptx", tmp_path / "page.html"
    a.write_text(f"{head}.entry one() {{ bar.sync 0; ret; }}\n")
    b.write_text(f"{head}.entry other() {{ .reg .f32 %f<2>; add.f32 %f1, %f1, %f1; exit; }}\n")
    # Nothing is alike in them.
    assert "1 only in A, 1 only in B" in run("diff", a, b, "--html", page, "--no-sass").err
    assert "<code>--kernel one --kernel other</code>" in page.read_text()
    outcome = run("diff", a, b, "--kernel", "one", "--kernel", "other")
    assert outcome.status == 1
    assert outcome.err.startswith("1 function differs;")
    assert "add.f32" in outcome.out
    pair = ("--kernel", "one", "--kernel", "other")
    run("diff", a, b, *pair, "--html", page, "--no-sass", "--force")
    assert page.read_text().count("kernel one ↔ other</h") == 3  # facts, PTX, Python
    wrong = run("diff", a, b, "--kernel", "other", "--kernel", "one")
    assert (wrong.status, wrong.out) == (2, "")
    assert "no function of A 'other'" in wrong.err
    many = run("diff", a, b, *["--kernel", "one"] * 3)
    assert (many.status, many.out) == (2, "")
    assert "--kernel is given once, or twice" in many.err


def test_functions_of_different_names_keep_their_symbols(run: Run, tmp_path: Path) -> None:
    """No line of B has a symbol of A, on the command line and in the page."""
    a, b = CORPUS / "matmul.sm_80.ptx", CORPUS / "softmax.sm_86.ptx"
    one, other = "_Z12matmul_tiledIfLi16EEvPKT_S2_PS0_ii", "_Z10layer_normPK6float4S1_PS_f"
    pair = ("--kernel", one, "--kernel", other)
    added = [line for line in run("diff", a, b, *pair).out.splitlines() if line[0:1] == "+"]
    assert len(added) > 1
    assert not any("matmul" in line for line in added[1:])
    assert not any("_param_4" in line for line in added)
    page = tmp_path / "page.html"
    run("diff", a, b, *pair, "--html", page, "--no-sass")
    text = page.read_text(encoding="utf-8")
    ptx = text[text.index('id="panel-ptx"') : text.index('id="panel-python"')]
    # A row has the number and the line of A, then those of B.
    rows = re.findall(
        r'<div class="row (?:equal|changed|replaced)"><i>[^<]*</i><code[^>]*>(.*?)</code>'
        r"<i>[^<]*</i><code[^>]*>(.*?)</code>",
        ptx,
    )
    left, right = ("\n".join(re.sub("<[^>]*>", "", row[at]) for row in rows) for at in (0, 1))
    assert f".visible .entry {one}\n" in left
    assert f".visible .entry {other}\n" in right
    assert "matmul" not in right
    assert "_param_4" not in right


def test_a_call_of_another_function_of_the_same_name(run: Run, tmp_path: Path) -> None:
    """It is marked: g calls itself in B, as f does not in A."""
    text = ".version 8.0\n.target sm_80\n.address_size 64\n"
    text += ".func g() { call g; ret; }\n.func f() { call g; ret; }\n"
    path = tmp_path / "calls.ptx"
    path.write_text(text)
    outcome = run("diff", path, path, "--kernel", "f", "--kernel", "g", "--context", "0")
    assert outcome.out.splitlines()[-2:] == ["-    call g;", "+    call g';"]


def test_debug_information(run: Run) -> None:
    """It counts when asked for."""
    a, b = CORPUS / "reduce.sm_90a.ptx", CORPUS / "reduce.sm_90a.lineinfo.ptx"
    assert run("diff", a, b).status == 0
    outcome = run("diff", a, b, "--debug-info")
    assert outcome.status == 1
    assert "+    .loc " in outcome.out


def test_a_moved_block(run: Run, tmp_path: Path) -> None:
    """It is said in a line, and is no difference."""
    head = (
        ".version 9.0\n.target sm_90\n.entry k()\n{\n.reg .pred %p;\n.reg .b32 %r<2>;\n@%p bra A;\n"
    )
    one, two = "B:\nadd.s32 %r1, %r1, 1;\nbra C;\n", "A:\nmul.lo.s32 %r1, %r1, 3;\nbra C;\n"
    a, b = tmp_path / "a.ptx", tmp_path / "b.ptx"
    a.write_text(f"{head}bra B;\n{one}{two}C:\nret;\n}}\n")
    b.write_text(f"{head}bra B;\n{two}{one}C:\nret;\n}}\n")
    outcome = run("diff", a, b)
    assert outcome.status == 0
    assert re.search(r"^block [AB] moved: line \d+ -> line \d+$", outcome.out, re.MULTILINE)
    assert outcome.err == "1 function equal; 1 block moved\n"


def test_long_lines_are_cut_around_what_differs(run: Run, tmp_path: Path) -> None:
    """Unless all of them is asked for."""
    text = ".version 9.0\n.target sm_90\n.global .u32 t[200] = {{{}}};\n"
    numbers = [str(number) for number in range(100, 300)]
    a, b = tmp_path / "a.ptx", tmp_path / "b.ptx"
    a.write_text(text.format(", ".join(numbers)))
    b.write_text(text.format(", ".join([*numbers[:120], "7777", *numbers[121:]])))
    cut = run("diff", a, b).out
    assert "7777" in cut
    assert max(map(len, cut.splitlines()[2:])) < 200
    assert "298, 299};" in run("diff", a, b, "--full").out


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (("-", "-"), "only one of the files can be standard input"),
        (("nowhere.ptx", str(SAXPY)), "nowhere.ptx: no such file or directory"),
    ],
)
def test_trouble(run: Run, names: tuple[str, str], message: str) -> None:
    """It is status 2, not 1: nothing has been compared."""
    assert run("diff", *names) == (2, "", f"ptxpy: {message}\n")


def test_files_that_cannot_be_read_as_ptx(
    run: Run, kernel: Path, broken: Path, tmp_path: Path
) -> None:
    """They are trouble as well, and so is a program that fails."""
    outcome = run("diff", kernel, broken)
    assert (outcome.status, outcome.out) == (2, "")
    assert f"{broken}:4:15: error: " in outcome.err
    python = tmp_path / "wrong.py"
    python.write_text("nothing\n")
    outcome = run("diff", kernel, python)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(f"{python}:1:1: error: NameError")
    assert run("diff", kernel, kernel, "--context", "-1").status == 2


def test_what_comes_from_the_file_is_printable(run: Run, tmp_path: Path) -> None:
    """A terminal takes no orders from a kernel."""
    a, b = tmp_path / "a.ptx", tmp_path / "b.ptx"
    text = '.version 9.0\n.target sm_90\n.pragma "{}";\n'
    a.write_text(text.format("\x1b[31m"))
    b.write_text(text.format("plain"))
    outcome = run("diff", a, b)
    assert outcome.status == 1
    assert "\x1b" not in outcome.out
    assert ptxpy.parse(a.read_bytes()) is not None


def test_a_kernel_under_another_name_is_a_difference(run: Run, tmp_path: Path) -> None:
    """Who launches it by the old name does not find it."""
    text = ".version 8.0\n.target sm_80\n.visible .entry {}()\n{{\n    bar.sync 0;\n    ret;\n}}\n"
    one, other = tmp_path / "one.ptx", tmp_path / "other.ptx"
    one.write_text(text.format("old"), encoding="utf-8")
    other.write_text(text.format("new"), encoding="utf-8")
    outcome = run("diff", one, other)
    assert outcome.status == 1
    assert "renamed: new\n" in outcome.out
    assert outcome.err == "1 function differs\n"


def test_a_page(run: Run, kernel: Path, changed: Path, tmp_path: Path) -> None:
    """It is written in place of the lines; the exit status says whether anything differs."""
    page = tmp_path / "page.html"
    outcome = run("diff", kernel, changed, "--html", page)
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err == "1 function differs; 1 line removed, 1 added\n"
    text = page.read_text(encoding="utf-8")
    assert "<del>rn</del>" in text
    assert "<ins>rz</ins>" in text
    assert text.startswith("<!doctype html>")
    assert '<aside id="source"' not in text
    again = run("diff", kernel, kernel, "--html", page)
    assert (again.status, again.out) == (2, "")
    assert "exists" in again.err
    assert page.read_text(encoding="utf-8") == text
    assert run("diff", kernel, kernel, "--html", page, "--force").status == 0
    assert "1 function equal" in page.read_text(encoding="utf-8")


def test_files_of_one_name_have_their_folders(
    run: Run, tmp_path: Path, saxpy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A and B are told apart by what differs in their paths, also where one has no folder."""
    monkeypatch.chdir(tmp_path)
    for name, text in (("k.ptx", saxpy), ("old/k.ptx", saxpy.replace("fma.rn", "fma.rz"))):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(text)
    run("diff", "k.ptx", "old/k.ptx", "--html", "page.html", "--no-sass")
    page = Path("page.html").read_text()
    assert "A  k.ptx" in page
    assert "B  old/k.ptx" in page


def test_the_source_is_in_the_page(run: Run, tmp_path: Path) -> None:
    """That beside each file, or in its folder; the user is told which, as the page may be sent."""
    text = """\
.version 8.0
.target sm_90
.entry k()
{
	.loc 1 2 0
	bar.sync 0;
	ret;
}
	.file 1 "/build/k.cu"
"""
    page = tmp_path / "page.html"
    for name, number in (("old", 0), ("new", 1)):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "k.ptx").write_text(text.replace("bar.sync 0", f"bar.sync {number}"))
        (folder / "k.cu").write_text(f"// {name}\n__syncthreads();\n")
    files = tmp_path / "old" / "k.ptx", tmp_path / "new" / "k.ptx"
    outcome = run("diff", *files, "--html", page, "--no-sass")
    assert f"{page}: with k.cu\n" in outcome.err
    assert '<div class="line minus" data-a="0:1">' in page.read_text(encoding="utf-8")
    same = ["--source", tmp_path / "old"]
    run("diff", *files, "--html", page, "--no-sass", "--force", *same)
    assert '<div class="line minus"' not in page.read_text(encoding="utf-8")


def test_a_page_that_cannot_be(run: Run, kernel: Path, changed: Path) -> None:
    """An input is never overwritten, and there is one form of the output."""
    before = changed.read_bytes()
    outcome = run("diff", kernel, changed, "--html", changed, "--force")
    assert (outcome.status, outcome.out) == (2, "")
    assert "is the input" in outcome.err
    assert changed.read_bytes() == before
    assert "not allowed with" in run("diff", kernel, changed, "--html", "x.html", "--json").err
    assert "--force needs --html" in run("diff", kernel, changed, "--force").err
    assert "--no-sass needs --html" in run("diff", kernel, changed, "--no-sass").err
    launch = ["--grid", "1", "--block", "32"]
    assert "--grid needs --run" in run("diff", kernel, changed, *launch).err
    assert "--source needs --html" in run("diff", kernel, changed, "--source", ".").err
    twice = ["--source", ".", "--source", "."]
    assert "once, or twice" in run("diff", kernel, changed, *twice, "--source", ".").err
    assert "no such folder" in run("diff", kernel, changed, "--source", "nowhere").err
    assert "--run needs --html" in run("diff", kernel, changed, "--run", *launch).err
