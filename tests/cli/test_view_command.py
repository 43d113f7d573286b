"""`ptxpy view`: pages of PTX, Python and captured launches."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import ptxpy
from tests.captures.launches import ADD, captured

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run


def data_of(path: Path) -> Any:
    """Return the data in a page."""
    text = path.read_text(encoding="utf-8")
    return json.loads(text.split('id="data">')[1].split("</script>")[0])


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return PTX in the present folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "add.ptx").write_text(ADD)
    return tmp_path / "add.ptx"


def test_a_page_of_ptx(run: Run, kernel: Path) -> None:
    """It is beside where the command runs, and is not overwritten by another."""
    ended = run("view", kernel)
    assert ended.status == 0
    page = kernel.with_suffix(".html")
    data = data_of(page)
    assert "\n".join(data["ptx"]["lines"]) == ADD
    assert data["python"]["name"] == "add.py"
    assert run("view", kernel, "--no-sass").status == 2
    assert run("view", kernel, "--no-sass", "--force").status == 0
    assert data_of(page)["sass"]["reason"] == "--no-sass leaves it out"


def test_a_page_of_python(run: Run, kernel: Path, tmp_path: Path) -> None:
    """The column of Python is the file."""
    python = tmp_path / "kernel.py"
    assert run("import", kernel, "-o", python).status == 0
    assert run("view", python, "-o", tmp_path / "out.html", "--no-sass").status == 0
    data = data_of(tmp_path / "out.html")
    assert "\n".join(data["python"]["lines"]) == python.read_text()
    assert any(data["python"]["ptx"])


def test_a_page_of_a_captured_launch(run: Run, tmp_path: Path) -> None:
    """It has the counts and the timeline of a replay."""
    x = np.arange(64, dtype=np.float32)
    captured(tmp_path, ptxpy.load(ADD), x, np.zeros_like(x), 0.5, grid=1, block=64)
    page = tmp_path / "page.html"
    assert run("view", tmp_path / "launch-000-add.zip", "-o", page, "--no-sass").status == 0
    data = data_of(page)
    lines = {data["ptx"]["lines"][row["line"] - 1].strip() for row in data["profile"]["lines"]}
    assert "add.f32 %f3, %f2, %f1;" in lines
    assert data["timeline"]["traceEvents"]


def test_a_page_of_a_run(run: Run, kernel: Path) -> None:
    """The arguments are those of `ptxpy run`; each of the two runs has its own arrays."""
    arrays = ["--arg", "float32[64]:arange", "--arg", "float32[64]:ones", "--arg", "0.5"]
    shape = ["--grid", "2", "--block", "32"]
    assert run("view", kernel, "--run", *shape, *arrays, "--no-sass").status == 0
    data = data_of(kernel.with_suffix(".html"))
    rows = {data["ptx"]["lines"][row["line"] - 1].strip(): row for row in data["profile"]["lines"]}
    assert rows["add.f32 %f3, %f2, %f1;"]["warps"] == 2
    assert rows["add.f32 %f3, %f2, %f1;"]["average_lanes"] == 32
    assert {each["pid"] for each in data["timeline"]["traceEvents"]} == {1, 2}


LANE = """\
.version 8.0
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 p)
{
	.reg .b32 %r<4>;
	.reg .pred %p<2>;
	mov.u32 %r1, %tid.x;
	setp.eq.u32 %p1, %r1, 37;
	@%p1 mov.u32 %r2, 42;
	@!%p1 bra $DONE;
	add.u32 %r3, %r1, 1;
$DONE:
	ret;
}
"""


def test_values_are_of_threads_that_ran(run: Run, tmp_path: Path) -> None:
    """The first thread of a warp stands for the others, but where it skips what another does."""
    (tmp_path / "lane.ptx").write_text(LANE)
    given = ["--grid", "1", "--block", "64", "--arg", "uint32[4]:zeros", "--no-sass"]
    page = tmp_path / "lane.html"
    assert run("view", tmp_path / "lane.ptx", "--run", *given, "-o", page).status == 0
    held = data_of(page)["values"]["lines"]
    rows = {line: [(thread[0], first) for thread, _, first, _ in held[line]] for line in held}
    assert rows["8"] == [(0, "%r1 = 0"), (32, "%r1 = 32")]
    assert rows["10"] == [(37, "%r2 = 42")]
    assert rows["11"] == [(0, "taken"), (32, "taken")]
    assert rows["12"] == [(37, "%r3 = 38")]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--grid", "1"], "--grid needs --run"),
        (["--arg", "1"], "--arg needs --run"),
        (["--run"], "--run needs --grid, --block and --arg"),
        (["--run", "--grid", "1", "--block", "32"], "--arg is missing for x, y, by"),
        (["--run", "--grid", "1", "--block", "32", "--kernel", "none"], "none"),
    ],
)
def test_bad_runs(run: Run, kernel: Path, options: list[str], message: str) -> None:
    """No page is written."""
    ended = run("view", kernel, *options)
    assert ended.status == 2
    assert message in ended.err
    assert not list(kernel.parent.glob("*.html"))


WITH_SOURCE = ADD.replace("ld.param", ".loc 1 2 1\n\tld.param", 1) + '.file 1 "/build/src/add.cu"\n'


def test_the_source_is_beside_the_file_or_in_a_folder(run: Run, kernel: Path) -> None:
    """Source code alone is taken unasked, and the user is told what is in the page."""
    kernel.write_text(WITH_SOURCE)
    page = kernel.with_suffix(".html")
    count = WITH_SOURCE.count("\n")  # no line is behind the last line break
    assert run("view", kernel, "--no-sass").err.rstrip().endswith(f" {count} lines of PTX")
    assert data_of(page)["source"] is None
    source = kernel.parent / "src" / "add.cu"
    source.parent.mkdir()
    source.write_text("one\ntwo\n")
    ended = run("view", kernel, "--no-sass", "--force")
    assert "lines of PTX, with add.cu" in ended.err
    (file,) = data_of(page)["source"]["files"]
    assert file == {"name": "add.cu", "lines": ["one", "two", ""]}
    # A file that is no source code is taken if its folder is named.
    kernel.write_text(WITH_SOURCE.replace("add.cu", "secrets.env"))
    source.rename(source.with_name("secrets.env"))
    run("view", kernel, "--no-sass", "--force")
    assert data_of(page)["source"] is None
    run("view", kernel, "--no-sass", "--force", "--source", source.parent)
    assert data_of(page)["source"]["files"][0]["name"] == "secrets.env"
    other = kernel.parent / "other"
    other.mkdir()
    ended = run("view", kernel, "--no-sass", "--force", "--source", other)
    assert "it has none of secrets.env" in ended.err
    missing = run("view", kernel, "--no-sass", "--force", "--source", "nowhere")
    assert (missing.status, "there is no such folder" in missing.err) == (2, True)


def test_the_blocks_of_a_timeline(run: Run, kernel: Path) -> None:
    """Those that are named, of which the first has values; one that does not exist is told."""
    arrays = ["--arg", "float32[640]:arange", "--arg", "float32[640]:ones", "--arg", "0.5"]
    launch = ["--run", "--grid", "20", "--block", "32", *arrays, "--no-sass"]
    assert run("view", kernel, *launch, "--ctas", "19", "2").status == 0
    data = data_of(kernel.with_suffix(".html"))
    assert data["launch"]["recorded"] == [[2, 0, 0], [19, 0, 0]]
    assert data["launch"]["grid"] == [20, 1, 1]
    assert data["values"]["cta"] == [19, 0, 0]
    effects = [row for rows in data["values"]["lines"].values() for row in rows]
    assert [[0, 0, 0], 1, "%r1 = 0", "%r1 = 0"] in effects
    ended = run("view", kernel, *launch, "--force", "--ctas", "20")
    assert (ended.status, "no CTA 20: the grid is (20, 1, 1)" in ended.err) == (2, True)
    assert "--ctas needs --run" in run("view", kernel, "--force", "--ctas", "1").err


def test_an_endless_run_reaches_the_limit(run: Run, kernel: Path) -> None:
    """As `ptxpy run` it says how to set another limit."""
    kernel.write_text(ADD.replace("ret;", "$L: bra $L;"))
    arrays = ["--arg", "float32[64]:arange", "--arg", "float32[64]:ones", "--arg", "0.5"]
    shape = ["--grid", "2", "--block", "32", "--max-steps", "100"]
    ended = run("view", kernel, "--run", *shape, *arrays, "--no-sass")
    assert ended.status == 1
    assert "--max-steps N sets another limit" in ended.err


def test_a_captured_launch_has_its_arguments(run: Run, tmp_path: Path) -> None:
    """No others are taken."""
    x = np.arange(64, dtype=np.float32)
    captured(tmp_path, ptxpy.load(ADD), x, np.zeros_like(x), 0.5, grid=1, block=64)
    ended = run("view", tmp_path / "launch-000-add.zip", "--grid", "1")
    assert ended.status == 2
    assert "is a captured launch, which is replayed" in ended.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["none.ptx"], "none.ptx: no such file"),
        (["-"], "name the page of standard input"),
        (["broken.ptx"], "error: "),
    ],
)
def test_bad_input(run: Run, kernel: Path, arguments: list[str], message: str) -> None:
    """No page is written."""
    (kernel.parent / "broken.ptx").write_text(ADD.replace("ret;", "ret"))
    ended = run("view", *arguments, stdin=ADD.encode())
    assert ended.status
    assert message in ended.err
    assert not list(kernel.parent.glob("*.html"))
