"""`ptxpy check`."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ptxpy.check import catalog, check_text
from ptxpy.check.diagnostic import whole
from ptxpy.cli import file_checking
from tests.cli.conftest import Run

MISTAKES = """\
.version 8.0
.target sm_80
.address_size 64
.shared .align 4 .b8 tile[128];
.visible .entry k(.param .u64 x, .param .u32 n)
{
    .reg .pred %p<3>;
    .reg .b32 %r<5>;
    .reg .b64 %rd<4>;
    .reg .f32 %f<4>;
    ld.param.u64 %rd1, [x];
    ld.param.u32 %r1, [m];
    mov.f32 %f2, 0f00000000;
    mov.b64 %rd2, 0;
    ad.s32 %r2, %r1, 1;
    mul.wdie.s32 %rd2, %r1, 1;
    mad.lo.s32 %r2, %r1, 1;
    add.f32 %f1, %f2, %rd1;
    ld.global.u32 %r3, [tile];
    bar.sync 17;
    wgmma.fence.sync.aligned;
    @%r1 bra DONE;
    add.s32 %r9, %r1, 1;
    add.s32 %r2, %r1 %r3;
DONE:
    ret;
}
"""

CODES = [f"PTX0{n}" for n in ("20", "10", "11", "12", "14", "15", "16", "18", "19", "22", "01")]

PYTHON = """\
from ptxpy import kernel, module, ptx, reg, u32

module("nvcc-13.0", version="9.0", target="sm_90a")


@kernel
def k(n: u32):
    r = reg.bulk(r=5)
    r[1] = ptx.ad.s32(n, 1)
    r[2] = ptx.mul.wdie.s32(r[1], 2)
    ptx.st.local.b32([r[2]], r[1])
    ptx.ret()
"""


def test_a_good_file(run: Run, kernel: Path) -> None:
    """Nothing on standard output, a count on standard error."""
    assert run("check", kernel) == (0, "", "1 file, 0 errors\n")


def test_all_errors_of_a_file_are_reported(run: Run, broken: Path) -> None:
    """Each with its place, the line and a caret."""
    outcome = run("check", broken)
    assert outcome.status == 1
    assert f"{broken}:4:15: error: " in outcome.out
    assert "\n    \tadd.s32 %r1, ;\n    \t             ^\n" in outcome.out
    assert f"{broken}:6:14: error: " in outcome.out
    assert outcome.err == "1 file, 2 errors\n"


def test_syntax_and_rules_in_one_run(run: Run, tmp_path: Path) -> None:
    """As many different mistakes are as many diagnostics, in the order of lines."""
    path = tmp_path / "mistakes.ptx"
    path.write_text(MISTAKES, encoding="utf-8")
    outcome = run("check", path)
    assert outcome.status == 1
    heads = [line for line in outcome.out.splitlines() if ": error: " in line]
    places = [tuple(map(int, head.split(":")[1:3])) for head in heads]
    assert places == sorted(places)
    assert [head[-7:-1] for head in heads] == CODES
    assert outcome.err.startswith(f"1 file, {len(CODES)} errors")


def test_json(run: Run, broken: Path, kernel: Path) -> None:
    """The report for machines has a list of diagnostics on standard output."""
    outcome = run("check", "--json", kernel, broken)
    assert outcome.status == 1
    first, second = json.loads(outcome.out)["diagnostics"]
    assert (first["file"], first["line"], first["column"]) == (str(broken), 4, 15)
    assert (first["code"], first["name"], first["severity"]) == ("PTX001", "syntax", "error")
    assert "expected" in first["message"]
    assert second["line"] == 6


def test_json_of_good_files_has_empty_lists(run: Run, kernel: Path) -> None:
    """And is still JSON."""
    names = ("diagnostics", "more", "kernels", "inline_ptx")
    empty: dict[str, list[object]] = {name: [] for name in names}
    assert json.loads(run("check", "--json", kernel).out) == {"schema": 1, **empty}


def test_sarif(run: Run, broken: Path) -> None:
    """The log has the rules, and results that refer to them."""
    outcome = run("check", "--sarif", broken)
    assert outcome.status == 1
    log = json.loads(outcome.out)
    assert log["version"] == "2.1.0"
    (part,) = log["runs"]
    rules = part["tool"]["driver"]["rules"]
    assert len(part["results"]) == 2
    for result in part["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == "PTX001"
        (place,) = result["locations"]
        region = place["physicalLocation"]["region"]
        assert region["endColumn"] > region["startColumn"] >= 1


def test_warnings_alone_are_no_failure(run: Run, tmp_path: Path) -> None:
    """The status is 0, and the count tells of them."""
    path = tmp_path / "warned.ptx"
    path.write_text(whole(catalog()["PTX054"].wrong), encoding="utf-8")
    outcome = run("check", path)
    assert outcome.status == 0
    assert ": warning: " in outcome.out
    assert outcome.err == "1 file, 0 errors, 1 warning\n"


def test_a_terminal_is_told_of_explanations(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command is that for the first code, and runs; a file without messages has none."""
    path = tmp_path / "warned.ptx"
    path.write_text(whole(catalog()["PTX054"].wrong), encoding="utf-8")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    told = "ptxpy check --explain PTX054 says why"
    assert told in run("check", path).err
    assert told not in run("check", path, "--json").err
    assert catalog()["PTX054"].title in run("check", "--explain", "PTX054").out
    path.write_text(whole(catalog()["PTX054"].right), encoding="utf-8")
    assert "--explain" not in run("check", path).err


def test_another_target(run: Run, kernel: Path) -> None:
    """A file can be judged by a target and a version that are not its own."""
    assert run("check", "--arch", "sm_100", "--ptx-version", "9.0", kernel).status == 0
    outcome = run("check", "--arch", "sm_90b", kernel)
    assert outcome.status == 2
    assert "no target 'sm_90b'; did you mean sm_90 or sm_90a?" in outcome.err
    outcome = run("check", "--ptx-version", "1.0", kernel)
    assert outcome.status == 1


def test_python_is_told_at_its_lines(run: Run, tmp_path: Path) -> None:
    """All that is wrong, at the lines of the Python file."""
    path = tmp_path / "kernel.py"
    path.write_text(PYTHON, encoding="utf-8")
    outcome = run("check", path)
    assert outcome.status == 1
    assert f"{path}:9:12: error: " in outcome.out
    assert f"{path}:10:12: error: " in outcome.out
    assert "    r[1] = ptx.ad.s32(n, 1)\n" in outcome.out
    assert outcome.err == "1 file, 2 errors\n"


def test_python_that_raises(run: Run, tmp_path: Path) -> None:
    """One diagnostic, at the line that raised."""
    path = tmp_path / "kernel.py"
    path.write_text(PYTHON.replace("ptx.ad.s32(n, 1)", "1 / 0"), encoding="utf-8")
    outcome = run("check", path)
    assert outcome.status == 1
    assert f"{path}:9:12: error: ZeroDivisionError: division by zero [PTX002]\n" in outcome.out


def test_assembling_tells_what_kernels_need(run: Run, kernel: Path) -> None:
    """Registers, and that nothing is spilled."""
    outcome = run("check", "--assemble", kernel)
    assert outcome.status == 0
    assert "kernel _Z5saxpyifPKfPf: " in outcome.out
    assert " registers" in outcome.out
    assert "no spills" in outcome.out


def test_explanations(run: Run) -> None:
    """Every code is explained with two examples."""
    for code, entry in catalog().items():
        outcome = run("check", "--explain", code.lower())
        assert outcome.status == 0
        assert outcome.out.startswith(f"{code} ({entry.name}): {entry.title}\n")
        assert "\nWrong:\n" in outcome.out
        assert "\nRight:\n" in outcome.out
    assert len(run("check", "--explain", "all").out.splitlines()) == len(catalog())
    assert run("check", "--explain", "PTX999").status == 2


def test_nothing_to_check(run: Run) -> None:
    """Is bad usage."""
    assert run("check").status == 2


def test_standard_input(run: Run, saxpy: str) -> None:
    """It has a name in messages."""
    assert run("check", "-", stdin=saxpy.encode()).status == 0
    outcome = run("check", "-", stdin=b".version 8.0\n.target ;\n")
    assert outcome.status == 1
    assert outcome.out.startswith("<stdin>:2:")


def test_directories_are_walked(run: Run, broken: Path) -> None:
    """For files that are called PTX."""
    outcome = run("check", broken.parent)
    assert outcome.status == 1
    assert f"{broken}:4:" in outcome.out


def test_a_file_that_cannot_be_read_does_not_end_the_run(
    run: Run, broken: Path, tmp_path: Path
) -> None:
    """The others are still checked; the status is that of trouble."""
    outcome = run("check", tmp_path / "missing.ptx", broken)
    assert outcome.status == 2
    assert f"ptxpy: {tmp_path / 'missing.ptx'}: no such file or directory\n" in outcome.err
    assert f"{broken}:4:" in outcome.out


@pytest.mark.parametrize("name", ["missing.ptx", "folder", "without.cubin"])
def test_a_file_that_cannot_be_read_is_an_error_in_every_form(
    run: Run, tmp_path: Path, name: str
) -> None:
    """In the summary, in JSON and in SARIF."""
    path = tmp_path / name
    if name == "folder":
        path.mkdir()
        path.joinpath("link.ptx").symlink_to("nowhere")
    elif name == "without.cubin":
        path.write_bytes(Path(sys.executable).resolve().read_bytes()[:4096])
    outcome = run("check", path)
    assert outcome.status == 2
    assert outcome.err.endswith("1 file, 1 error\n")
    (found,) = json.loads(run("check", "--json", path).out)["diagnostics"]
    assert (found["code"], found["severity"], found["line"]) == ("PTX004", "error", 0)
    (run_of_tool,) = json.loads(run("check", "--sarif", path).out)["runs"]
    (result,) = run_of_tool["results"]
    assert (result["ruleId"], result["level"]) == ("PTX004", "error")
    assert result["message"]["text"] == found["message"]


def test_a_directory_without_ptx(run: Run, broken: Path, tmp_path: Path) -> None:
    """It is told in each form, and the other files are checked."""
    folder = tmp_path / "folder"
    folder.mkdir()
    folder.joinpath("notes.md").write_text("none\n", encoding="utf-8")
    told = "no .ptx files in this directory, and no binary with PTX"
    outcome = run("check", folder)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err == f"ptxpy: {folder}: {told}\n0 files, 1 error\n"
    outcome = run("check", "--json", folder)
    assert outcome.status == 2
    (found,) = json.loads(outcome.out)["diagnostics"]
    assert (found["file"], found["code"], found["message"]) == (str(folder), "PTX004", told)
    outcome = run("check", "--sarif", folder)
    assert outcome.status == 2
    (result,) = json.loads(outcome.out)["runs"][0]["results"]
    assert (result["ruleId"], result["message"]["text"]) == ("PTX004", told)
    outcome = run("check", "--json", folder, broken)
    assert outcome.status == 2
    assert [each["code"] for each in json.loads(outcome.out)["diagnostics"]] == [
        "PTX004",
        "PTX001",
        "PTX001",
    ]


@pytest.mark.parametrize("form", [(), ("--json",), ("--sarif",)])
def test_an_error_of_ptxpy_does_not_end_the_run(
    run: Run,
    broken: Path,
    kernel: Path,
    monkeypatch: pytest.MonkeyPatch,
    form: tuple[str, ...],
) -> None:
    """It is told for its file, and the others are checked and reported."""

    def failing(source: bytes, **options: object) -> object:
        if b"saxpy" in source:
            message = "no such thing\nin a second line"
            raise KeyError(message)
        return check_text(source, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(file_checking, "check_text", failing)
    monkeypatch.delenv("PTXPY_DEBUG", raising=False)
    outcome = run("check", *form, kernel, broken)
    assert outcome.status == 2
    assert f"ptxpy: {kernel}: internal error: KeyError: 'no such thing" in outcome.err
    assert outcome.err.endswith("2 files, 3 errors\n")
    if form == ("--json",):
        assert len(json.loads(outcome.out)["diagnostics"]) == 3
    elif form == ("--sarif",):
        assert len(json.loads(outcome.out)["runs"][0]["results"]) == 3
    else:
        assert f"{broken}:4:15: error: " in outcome.out
    monkeypatch.setenv("PTXPY_DEBUG", "1")
    with pytest.raises(KeyError):
        run("check", kernel)


def test_many_diagnostics(run: Run, tmp_path: Path) -> None:
    """The first thousand of a file are told, and how many more there are."""
    path = tmp_path / "many.ptx"
    body = "".join(f"mov.u32 %q{i}_, 1;\n" for i in range(2234))
    head = ".version 9.0\n.target sm_90\n.address_size 64\n"
    path.write_text(f"{head}.visible .entry k()\n{{\n{body}ret;\n}}\n", encoding="utf-8")
    more = f"{path}: 1,234 more (1,234 errors)\n"
    outcome = run("check", path)
    assert outcome.status == 1
    assert outcome.out.endswith(more)
    assert outcome.out.count(": error: ") == 1000
    assert outcome.err == "1 file, 2,234 errors\n"
    report = json.loads(run("check", "--json", path).out)
    assert len(report["diagnostics"]) == 1000
    assert report["more"] == [{"file": str(path), "errors": 1234, "warnings": 0}]
    outcome = run("check", "--sarif", path)
    assert len(json.loads(outcome.out)["runs"][0]["results"]) == 1000
    assert more in outcome.err


BROKEN = """\
.version 7.0
.target sm_90a
.address_size 64
.entry k()
{
	.reg .b32 %r<2>;
	bar.sync 0
	mov.u32 %r1, %clusterid.x;
	add.u32 %r1, %r1, %r2;
	ret
}
"""


def test_fix(run: Run, tmp_path: Path) -> None:
    """Certain corrections are written, and the rest is reported at its new place."""
    path = tmp_path / "broken.ptx"
    path.write_text(BROKEN)
    outcome = run("check", "--fix", path)
    assert outcome.status == 1
    assert path.read_text() == BROKEN.replace("7.0", "8.0").replace(
        "0\n\tmov", "0;\n\tmov"
    ).replace("ret\n", "ret;\n")
    assert f"{path}: 4 fixed\n" in outcome.err
    assert f"{path}:9:20: error: %r2" in outcome.out
    again = run("check", "--fix", path)
    assert "fixed" not in again.err


def test_fix_brings_other_mistakes_to_light(run: Run, tmp_path: Path) -> None:
    """A semicolon is written although the rules that can see the statements now find more."""
    path = tmp_path / "hidden.ptx"
    path.write_text(
        ".version 8.0\n.target sm_90\n.address_size 64\n.entry k()\n{\n\t.reg .b32 %r<3>;\n"
        "\tmov.u32 %r1, 5\n\tret; // ptxpy: ignore[PTX999]\n\tret; // ptxpy: ignore\n}\n"
    )
    # Wrong comments are told although most of the file is not seen.
    before = run("check", path)
    assert "1 can be corrected by --fix\n" in before.err
    assert before.out.count("[PTX060]") == 2
    outcome = run("check", "--fix", path)
    assert outcome.err.startswith(f"{path}: 1 fixed\n")
    assert "--fix" not in outcome.err
    assert "%r1, 5;\n" in path.read_text()
    assert outcome.out.count("[PTX060]") == 2


def test_fix_of_inline_ptx(run: Run, tmp_path: Path) -> None:
    """Sources keep all else as it is."""
    path = tmp_path / "inline.cu"
    text = '__device__ void f() { asm("bar.sync 0;"); } // \u00e9\r\n'
    path.write_bytes(text.encode("latin-1"))
    assert run("check", "--fix", path).status == 0
    assert path.read_bytes() == text.replace('0;")', '0;" ::: "memory")').encode("latin-1")


def test_fix_leaves_clean_files(run: Run, kernel: Path) -> None:
    """A file without mistakes is not written."""
    before = kernel.stat()
    assert run("check", "--fix", kernel).status == 0
    assert kernel.stat().st_mtime_ns == before.st_mtime_ns


def test_diff(run: Run, tmp_path: Path) -> None:
    """A diff that `patch` takes, of files and of standard input; nothing is written."""
    path = tmp_path / "kernel.ptx"
    before = BROKEN.replace("\n", "\r\n").rstrip().encode()
    path.write_bytes(before)
    outcome = run("check", "--diff", path)
    assert outcome.status == 1
    assert path.read_bytes() == before
    assert f"--- {path}\n+++ {path}\n@@ -" in outcome.out
    assert outcome.out.endswith(" }\n\\ No newline at end of file\n")
    assert "--fix would change 1 file of 1 and remove 4 diagnostics" in outcome.err
    assert run("check", "--diff", "-", stdin=before).out.startswith("--- <stdin>\n")
    run("check", "--fix", path)
    rows = [row for row in outcome.out.split("\n")[3:] if not row.startswith(("-", "\\"))]
    assert "\n".join(row[1:] for row in rows).rstrip("\n") == path.read_bytes().decode()
    again = run("check", "--diff", path)
    assert (again.status, again.out) == (0, "")
    assert run("check", "--diff", "--json", path).status == 2
    assert run("check", "--diff", path, tmp_path / "missing.ptx").status == 2


def test_fix_says_what_it_does_not_write(run: Run, tmp_path: Path) -> None:
    """A correction that another mistake would follow from is not made, and that is told."""
    file = tmp_path / "kernel.h"
    text = 'void f(int a) { asm volatile("movl %1, %0; mov %0, %1" : "=r"(a) : "r"(a)); }'
    file.write_text(text)
    told = run("check", "--fix", file).err
    expected = f"{file}: 1 correction not made, since this would follow: mov is incomplete"
    assert told.startswith(expected)
    assert file.read_text() == text


def test_fix_needs_a_file(run: Run) -> None:
    """Standard input cannot be written."""
    outcome = run("check", "--fix", "-", stdin=BROKEN.encode())
    assert (outcome.status, outcome.out) == (2, "")
    assert "--fix writes files, and no pipes" in outcome.err


def test_settings_of_a_project(run: Run, tmp_path: Path) -> None:
    """They hold for files below their folder; options come first."""
    path = tmp_path / "kernel.ptx"
    path.write_text(BROKEN.replace("bar.sync 0", "barrier.cluster.arrive;").replace("ret", "ret;"))
    settings = tmp_path / "pyproject.toml"
    settings.write_text('[tool.ptxpy]\nignore = ["PTX02"]\narch = "sm_80"\n')
    outcome = run("check", path)
    assert "[PTX018]" in outcome.out
    assert "[PTX022]" not in outcome.out
    assert "[PTX018]" not in run("check", "--arch", "sm_90", path).out
    settings.write_text("[tool.ptxpy]\nignored = []\n")
    outcome = run("check", path)
    assert outcome.status == 2
    assert f"{settings}:2:1: error: [tool.ptxpy]: no key ignored [PTX004]" in outcome.out
    assert "help: did you mean ignore?" in outcome.out


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        (
            "t = ptx.madd.s32(1, 2)  #: r1",
            "unknown opcode madd (did you mean add, mad, vmad or vadd?)",
        ),
        ("t = ptx.ad.s32(ptx.mul.lo.s32(1, 2), 3)  #: r1 r2", "unknown opcode ad"),
        ("t = ptx.add.s32(1, 2)  #: r1\n    ptx.ret()  #: r2", "makes no value"),
    ],
)
def test_the_cause_comes_before_what_follows_from_it(
    run: Run, tmp_path: Path, statement: str, message: str
) -> None:
    """An instruction that is none makes no value for its margin."""
    path = tmp_path / "k.py"
    path.write_text(
        "from ptxpy import kernel, module, ptx, reg, u32\n"
        'module("nvcc-13.0", version="9.0", target="sm_90a", dialect=2)\n'
        f"@kernel\ndef k(n: u32):\n    reg.bulk(r=11)\n    {statement}\n    ptx.ret()\n"
    )
    outcome = run("check", path)
    assert outcome.status == 1
    assert message in outcome.out


def test_watch(tmp_path: Path) -> None:
    """A file is checked at once, and again after it has changed; others are left alone."""
    path, other = tmp_path / "kernel.ptx", tmp_path / "other.ptx"
    good = ".version 8.0\n.target sm_90\n.entry k()\n{\n\tret;\n}\n"
    path.write_text(good)
    other.write_text(good)
    command = [sys.executable, "-m", "ptxpy", "check", "--watch", str(tmp_path)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None

        def until_it_waits() -> str:
            lines = []
            for line in process.stdout or ():
                lines.append(line)
                if "waiting for changes" in line:
                    break
            return "".join(lines)

        try:
            assert "2 files, 0 errors" in until_it_waits()
            path.write_text(good.replace("ret;", "rett;"))
            shown = until_it_waits()
            assert f"{path}:5:2: error: unknown opcode rett" in shown
            assert "1 file, 1 error" in shown
            path.write_text(good)
            assert "1 file, 0 errors" in until_it_waits()
            (tmp_path / "pyproject.toml").write_text("[tool.ptxpy]\nignored = []\n")
            assert "no key ignored" in until_it_waits()
            (tmp_path / "new.ptx").write_text(good)
            (tmp_path / "pyproject.toml").unlink()
            assert "3 files, 0 errors" in until_it_waits()
        finally:
            process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130


@pytest.mark.parametrize(
    ("words", "message"),
    [(["--json", "a.ptx"], "--watch reports as text"), (["-"], "--watch needs files")],
)
def test_watch_refuses(run: Run, words: list[str], message: str) -> None:
    """Reports for machines and standard input end by themselves."""
    outcome = run("check", "--watch", *words)
    assert outcome.status == 2
    # With --json, errors are JSON as well.
    shown = [each["message"] for each in json.loads(outcome.out)["errors"]] if outcome.out else []
    assert message in "".join([*shown, outcome.err])
    assert bool(shown) is ("--json" in words)


def test_warnings_are_errors_where_it_is_asked_for(run: Run, tmp_path: Path) -> None:
    """In text, JSON, SARIF and the exit status; codes by their beginnings, `warning` for all."""
    file = tmp_path / "kernel.cu"
    file.write_text('__device__ void f() { asm volatile("bar.sync 1, 128;"); }')
    assert run("check", file).status == 0
    for given in (["INL"], ["PTX056,INL011"], ["warning"], ["PTX056", "--error-on", "INL0"]):
        outcome = run("check", "--error-on", *given, file)
        assert outcome.status == 1, given
        assert ": error: bar.sync orders memory" in outcome.out
        assert "1 file, 1 error\n" in outcome.err
    assert run("check", "--error-on", "PTX", file).status == 0
    (shown,) = json.loads(run("check", "--error-on", "INL", "--json", file).out)["diagnostics"]
    assert shown["severity"] == "error"
    log = json.loads(run("check", "--error-on", "INL", "--sarif", file).out)
    assert [result["level"] for result in log["runs"][0]["results"]] == ["error"]
    (tmp_path / "pyproject.toml").write_text('[tool.ptxpy]\nerror-on = ["INL01"]\n')
    assert run("check", file).status == 1
    file.write_text(file.read_text().replace("; }", ";  // ptxpy: ignore[INL011]\n}"))
    assert run("check", file).status == 0


def test_codes_of_errors_are_checked(run: Run, tmp_path: Path) -> None:
    """An unknown one is refused before anything is checked."""
    outcome = run("check", "--error-on", "INL,missing-memory", tmp_path / "none.cu")
    assert outcome.status == 2
    assert "--error-on: no code begins with 'missing-memory'; did you mean INL011" in outcome.err
