"""`ptxpy import` with its lift passes: listed, left out, counted."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ptxpy
from ptxpy.cli.command_line import main
from ptxpy.codegen.passes import PASSES

KERNEL = Path(__file__).resolve().parents[2] / "corpus" / "nvcc" / "saxpy.sm_90.ptx"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run the command; return its status, output and errors."""
    status = main(["import", *arguments])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_explain(capsys: pytest.CaptureFixture[str]) -> None:
    """Every pass is listed with what it does."""
    with pytest.raises(SystemExit) as ended:
        run(capsys, "--explain")
    assert ended.value.code in (0, None)
    out = capsys.readouterr().out
    assert [line.split()[0] for line in out.splitlines()] == [*PASSES]


MARKS = {
    "operators": "grid_stride = nctaid * ntid  #: r3",
    "control": "with ptx.loop() as loop:",
    "names": "tid = ptx.special.tid.x()  #: r8",
    "nest": "with ptx.if_(i < bound):  #: p1",
}


@pytest.mark.parametrize("name", MARKS)
def test_without(capsys: pytest.CaptureFixture[str], name: str) -> None:
    """A pass that is left out changes nothing of what the program emits."""
    _, everything, _ = run(capsys, str(KERNEL))
    assert MARKS[name] in everything
    status, out, err = run(capsys, str(KERNEL), "--without", name)
    assert status == 0
    assert MARKS[name] not in out
    assert "identical" in err
    assert ptxpy.emit_bytes(ptxpy.from_python(out)) == KERNEL.read_bytes()


def test_unknown_pass(capsys: pytest.CaptureFixture[str]) -> None:
    """It is an error with the list of those that there are."""
    with pytest.raises(SystemExit):
        run(capsys, str(KERNEL), "--without", "magic")
    assert "roll" in capsys.readouterr().err
    module = ptxpy.parse(KERNEL.read_bytes())
    with pytest.raises(ValueError, match=f"no pass 'magic'; there are {' '.join(PASSES)}"):
        ptxpy.to_python(module, without=["magic"])


def rows(err: str) -> list[list[str]]:
    """Return the words of each line."""
    return [line.split() for line in err.splitlines()]


def test_report(capsys: pytest.CaptureFixture[str]) -> None:
    """A line a function: how much is lifted, and below it what is left."""
    _, _, err = run(capsys, str(KERNEL), "--report")
    head, row, left, last = rows(err)
    titles = ["function", "instr.", "lines", "a", "line", "lifted", "branches", "labels", "named"]
    assert head == titles
    assert row[:2] == ["saxpy", "25"]
    assert row[-3:-1] == ["2/2", "0/2"]
    assert row[-1].endswith("/20")
    assert left[:2] == ["left:", "ld"]
    assert last[0] == "identical:"


SWITCHES = KERNEL.parent / "switches.sm_90.jump-tables.ptx"
REASON = re.compile(r"[0-9]+ bra (into|across) another region|[0-9]+ bra shared with a jump table")


def test_report_says_why_branches_are_left(capsys: pytest.CaptureFixture[str]) -> None:
    """Indirect branches, and those that enter loops; nothing where no one asked."""
    _, _, err = run(capsys, str(SWITCHES), "--report", "--check")
    assert REASON.search(err)
    assert "1 brx" in err
    _, _, err = run(capsys, str(SWITCHES), "--report", "--check", "--flat")
    assert not REASON.search(err)


def test_report_says_what_keeps_operators_away(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Guards and odd layout; a function without instructions has a line as well."""
    path = tmp_path / "kernel.ptx"
    path.write_text(
        ".version 9.0\n.target sm_90\n.address_size 64\n.entry k()\n{\n\t.reg .b32 \t%r<3>;\n"
        "\t.reg .pred \t%p<2>;\n\n\t@%p1 mov.b32 \t%r1, 4;\n\tadd.s32 \t%r1,  %r1, 4;\n"
        "\tadd.s32 \t%r1, %r1, 4;\n}\n.entry empty()\n{\n}\n"
    )
    _, _, err = run(capsys, str(path), "--report", "--check")
    assert "left: mov 1, add 1; 1 operator under guards; 1 operator with odd layout" in err
    assert ["empty", "0", "1", "0.00", "-", "-", "-", "-"] in rows(err)


def test_report_without_functions(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """There is nothing to say."""
    path = tmp_path / "empty.ptx"
    path.write_text(".version 9.0\n.target sm_90\n.address_size 64\n")
    _, _, err = run(capsys, str(path), "--report", "--check")
    assert err.startswith("identical")
