"""`ptxpy import` with its lift passes: listed, left out, counted."""

from __future__ import annotations

from pathlib import Path

import pytest

import ptxpy
from ptxpy.cli.program import main
from ptxpy.lift.passes import PASSES

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
    "operators": "r[3] = nctaid * ntid",
    "control": "with ptx.loop() as loop:",
    "names": "tid = r[8] = ptx.special.tid.x()",
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
    with pytest.raises(ValueError, match="no pass 'magic'; there are operators names control roll"):
        ptxpy.to_python(module, without=["magic"])


def test_report(capsys: pytest.CaptureFixture[str]) -> None:
    """A line a function: how much is lifted, and what is left."""
    _, _, err = run(capsys, str(KERNEL), "--report")
    assert "25 instructions" in err
    assert "2 of 2 branches structured, 0 of 2 labels written; 11 registers named" in err
