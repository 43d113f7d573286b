"""`ptxpy roundtrip`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import ptxpy
from ptxpy.cli import roundtrip_command
from ptxpy.cli.roundtrip_command import first_difference
from tests.cli.conftest import Run


@pytest.mark.parametrize("through", ["ptx", "python"])
def test_a_line_for_each_file_and_a_total(run: Run, kernel: Path, through: str) -> None:
    """Statuses, sizes and times."""
    outcome = run("roundtrip", kernel, "--through", through)
    assert outcome.status == 0
    row, total = outcome.out.splitlines()
    assert row.split()[:3] == ["identical", "1,285", "bytes"]
    assert row.endswith(str(kernel))
    assert total.startswith("1 file: 1 identical; 1,285 bytes, ")
    assert outcome.err == ""


def test_processes(run: Run, kernel: Path, broken: Path) -> None:
    """The results come in the order of the files."""
    for name in "bcdefg":
        shutil.copy(kernel, kernel.with_name(f"{name}.ptx"))
    outcome = run("roundtrip", "-j", "2", "--through", "ptx", kernel.parent)
    assert outcome.status == 1
    rows = [line for line in outcome.out.splitlines() if line.endswith(".ptx")]
    names = [Path(row.split()[-1]).name for row in rows]
    assert names == sorted([*(f"{name}.ptx" for name in "bcdefg"), kernel.name, broken.name])
    assert outcome.out.splitlines()[-1].startswith("8 files: 7 identical, 1 invalid; ")


def test_json(run: Run, kernel: Path, broken: Path) -> None:
    """The report for machines."""
    outcome = run("roundtrip", "--json", "--through", "ptx", kernel, broken)
    assert outcome.status == 1
    report = json.loads(outcome.out)
    assert report["through"] == "ptx"
    good, bad = report["files"]
    assert (good["file"], good["status"], good["size"]) == (str(kernel), "identical", 1285)
    assert bad["status"] == "invalid"
    assert f"{broken}:4:15: error: " in bad["message"]
    assert report["total"]["files"] == 2
    assert report["total"]["identical"] == 1


def test_a_file_that_does_not_parse(run: Run, broken: Path) -> None:
    """The errors stand below its line."""
    outcome = run("roundtrip", "--through", "ptx", broken)
    assert outcome.status == 1
    assert outcome.out.startswith("invalid ")
    assert f"\n    {broken}:4:15: error: " in outcome.out


def test_a_difference(run: Run, kernel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first differing line is shown both ways."""
    source = kernel.read_bytes()
    monkeypatch.setattr(
        roundtrip_command, "emit_bytes", lambda _: source.replace(b"ntid.x", b"ntid.y")
    )
    outcome = run("roundtrip", "--through", "ptx", kernel)
    assert outcome.status == 1
    assert "different " in outcome.out
    assert (
        "    line 32\n"
        "    - '\\tmov.u32 \\t%r1, %ntid.x;'\n"
        "    + '\\tmov.u32 \\t%r1, %ntid.y;'\n"
    ) in outcome.out


def test_python_that_does_not_give_the_bytes_back(
    run: Run, kernel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the proof says is shown."""

    def prove(*_: object, **__: object) -> None:
        message = "line 7 differs"
        raise ptxpy.ProofError(message)

    monkeypatch.setattr(roundtrip_command, "prove", prove)
    outcome = run("roundtrip", kernel)
    assert outcome.status == 1
    assert "    line 7 differs\n" in outcome.out


def test_what_is_walked(run: Run, kernel: Path, tmp_path: Path) -> None:
    """PTX below a directory, outside hidden ones; each file once."""
    for name in (".hidden/a.ptx", "deep/er/b.ptx", "c.cu"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(kernel, path)
    outcome = run("roundtrip", "--through", "ptx", tmp_path, kernel)
    assert outcome.out.splitlines()[-1].startswith("2 files: 2 identical")
    assert run("roundtrip", "--through", "ptx", tmp_path / ".hidden").status == 0


def test_a_directory_without_ptx(run: Run, tmp_path: Path) -> None:
    """It is a mistake of the caller: nothing was proved."""
    outcome = run("roundtrip", tmp_path)
    assert outcome == (
        2,
        "",
        f"ptxpy: {tmp_path}: no .ptx files in this directory, and no binary with PTX\n",
    )


def test_a_missing_file(run: Run, kernel: Path, tmp_path: Path) -> None:
    """The others are still tried."""
    outcome = run("roundtrip", "--through", "ptx", tmp_path / "no.ptx", kernel)
    assert outcome.status == 2
    assert "unreadable " in outcome.out
    assert "no such file or directory" in outcome.out
    assert "2 files: 1 identical, 1 unreadable; " in outcome.out


def test_standard_input(run: Run, saxpy: str) -> None:
    """It works as a file."""
    outcome = run("roundtrip", "--through", "ptx", "-", stdin=saxpy.encode())
    assert outcome.status == 0
    assert "<stdin>" in outcome.out


@pytest.mark.parametrize("jobs", ["0", "-1", "many"])
def test_the_number_of_processes(run: Run, jobs: str) -> None:
    """It is at least one."""
    outcome = run("roundtrip", "-j", jobs, "x.ptx")
    assert outcome.status == 2
    assert "-j/--jobs" in outcome.err


@pytest.mark.parametrize(
    ("source", "back", "shown"),
    [
        (b"a\nb\nc", b"a\nB\nc", "line 2\n- 'b'\n+ 'B'"),
        (b"a\nb", b"a", "line 2\n- 'b'"),
        (b"a\n", b"a", "line 2\n- ''"),
        (b"a", b"a\r\nb", "line 1\n- 'a'\n+ 'a\\r'"),
        (b"a", b"a\nb", "line 2\n+ 'b'"),
        (b"\xff", b"?", "line 1\n- '\\xff'\n+ '?'"),
        (
            b"x" * 300 + b"1",
            b"x" * 300 + b"2",
            f"line 1\n- …'{'x' * 40}1'\n+ …'{'x' * 40}2'",
        ),
        (b"1" + b"x" * 300, b"2", f"line 1\n- '1{'x' * 119}'…\n+ '2'"),
    ],
)
def test_the_first_difference(source: bytes, back: bytes, shown: str) -> None:
    """It is named by line, and both readings are shown, cut when they are long."""
    assert first_difference(source, back) == shown
