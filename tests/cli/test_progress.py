"""What a terminal shows of long work, and work in several processes."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path

import pytest

from ptxpy.cli.progress import FileProgress, format_remaining
from ptxpy.cli.stage_progress import StageProgress
from ptxpy.codegen import STAGES
from tests.cli.conftest import SAXPY, Run
from tests.cli.test_program import on_terminal


@pytest.mark.parametrize(
    ("done", "seconds", "expected"),
    [
        (0.0, 9.0, "0 %"),
        (0.5, 0.9, "50 %"),
        (0.5, 60.0, "50 %, 1:00 left"),
        (0.25, 30.4, "25 %, 1:31 left"),
        (1.0, 30.0, "99 %, 0:00 left"),
    ],
)
def test_remaining(done: float, seconds: float, expected: str) -> None:
    """Nothing is said of the time before there is something to go by."""
    assert format_remaining(done, seconds) == expected


class Clock:
    """A clock that a test sets."""

    now = 100.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now


def test_stages_move_on_by_themselves() -> None:
    """At the pace of those before, and never behind the end of the one that is under way."""
    clock = Clock()
    line = StageProgress("proving", clock=clock)
    assert sum(STAGES.values()) == pytest.approx(1)
    assert line.done() == 0
    line.enter("reading")
    clock.now += 15
    assert line.done() == 0  # of the first there is no pace to go by
    line.enter("writing")
    clock.now += 12
    assert line.done() == 0  # how long a file is read says little of how long it is written
    line.enter("grouping")
    assert line.done() == pytest.approx(0.27)
    clock.now += 10
    assert line.done() == pytest.approx(0.37)
    clock.now += 1000
    assert line.done() == pytest.approx(0.27 + 0.95 * 0.34)
    line.enter("running")
    assert line.done() == pytest.approx(0.8)
    line.enter("writing")  # with fewer passes: it does not go back
    assert line.done() == pytest.approx(0.8)


def test_files_count_by_their_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A large one is more work than a small one."""
    names = []
    for number, size in enumerate((100, 300)):
        names.append(str(tmp_path / str(number)))
        Path(names[-1]).write_bytes(bytes(size))
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    shown: list[str] = []
    monkeypatch.setattr(FileProgress, "update", lambda _, text: shown.append(text))
    line = FileProgress([*names, "-"])
    line.begin(names[0])
    line.finish(0, names[0])
    line.finish(1, names[1])
    line.finish(2, "-")
    assert [row.partition("  ")[0] for row in shown] == [
        "[1/3] 0 %",
        "[1/3] 24 %",
        "[2/3] 99 %",
        "[3/3] 99 %",
    ]


IMPATIENT = """\
import sys
from ptxpy.cli import main, progress, stage_progress
progress.SILENT_SECONDS, stage_progress._UPDATE_SECONDS = 0.06, 0.05
sys.exit(main(sys.argv[1:]))
"""
"""The command, whose line appears before much work is done."""


def test_long_proofs_say_how_far_they_are(tmp_path: Path) -> None:
    """On a terminal, and the line is taken away."""
    path = tmp_path / "long.ptx"
    head, _, body = SAXPY.read_text().partition(".visible")
    kernels = (f".visible{body.replace('_Z5saxpyifPKfPf', f'k{number}')}" for number in range(100))
    path.write_text(head + "\n".join(kernels))
    command = [sys.executable, "-c", IMPATIENT]
    status, written = on_terminal(["import", str(path), "--check"], command=command)
    assert status == 0
    shown = re.findall(rb"(?:^|\r)([^\r]*)  proving [^\r]*", written)
    assert shown
    assert re.fullmatch(rb"\d+ s|\d+ %(, \d+:\d\d left)?(  [\d.e-]+ MB/s)?", shown[-1])
    assert b"\x1b[32midentical\x1b[0m: " in written


def test_check_in_several_processes(run: Run, tmp_path: Path, broken: Path) -> None:
    """The same messages in the same order, whatever the number."""
    (tmp_path / "one.py").write_text("1 / 0\n")
    folder = tmp_path / "folder"
    folder.mkdir()
    for name in "abc":
        (folder / f"{name}.ptx").write_bytes(SAXPY.read_bytes())
    names = [broken, SAXPY, tmp_path / "one.py", tmp_path / "missing.ptx", folder]
    alone = run("check", *names)
    assert alone.status == 2
    assert run("check", "-j", "3", *names) == alone
    for form in ("--json", "--sarif"):
        assert run("check", "-j", "2", form, *names[:3]) == run("check", form, *names[:3])
    stdin = SAXPY.read_bytes()
    assert run("check", "-j", "2", "-", SAXPY, stdin=stdin).err == "2 files, 0 errors\n"
    assert run("check", "-j", "0", SAXPY).status == 2


@pytest.mark.parametrize("name", ["ä\u202e.ptx", "a\x1bb.ptx", os.fsdecode(b"\xff.ptx")])
def test_json_has_the_names_of_files_as_they_are(run: Run, tmp_path: Path, name: str) -> None:
    """A tool finds the file; what people read is escaped."""
    path = str(tmp_path / name)
    Path(path).write_text(".version 8.0\n.target sm_80\n.entry k() { mov.u32 %r1, x; ret; }\n")
    found = json.loads(run("check", "--json", path).out)
    assert {each["file"] for each in found["diagnostics"]} == {path}
    assert json.loads(run("show", "--json", path).out)["file"] == path
    assert json.loads(run("diff", "--json", path, path).out)["a"] == path
    assert json.loads(run("roundtrip", "--json", path).out)["files"][0]["file"] == path
    assert path not in run("check", path).out
