"""`ptxpy run --trace`, `--profile` and `--timeline`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.sim.observe.perfetto import checked

LAUNCH = (
    *("--grid", "4", "--block", "256", "--arg", "1000", "--arg", "2.0"),
    *("--arg", "float32[1000]:arange", "--arg", "float32[1000]:ones"),
)


def test_trace(run: Run, kernel: Path) -> None:
    """A table of what a thread did; the arrays hold what the kernel wrote."""
    outcome = run("run", kernel, *LAUNCH, "--trace", "5", "--print", "3[:3]")
    assert (outcome.status, outcome.err) == (0, "")
    head, columns, *rows, printed = outcome.out.splitlines()
    assert head == "_Z5saxpyifPKfPf: CTA (0, 0, 0), thread (5, 0, 0)"
    assert columns.split() == ["PTX", "instruction"]
    assert len(rows) == 25
    assert "%f2 = 5; load global[param_2+20]" in rows[16]
    assert printed == "3[:3] = [1., 3., 5.]"


def test_trace_of_some_threads_and_lines(run: Run, kernel: Path) -> None:
    """Ranges, coordinates, another block."""
    outcome = run(
        *("run", kernel, *LAUNCH, "--trace", "0-1", "9,0", "--cta", "3", "--lines", "35", "39-40"),
    )
    assert [" ".join(row.split()) for row in outcome.out.splitlines()] == [
        "_Z5saxpyifPKfPf: CTA (3, 0, 0)",
        "PTX thread instruction",
        *(f"35 {k} mad.lo.s32 %r10, %r7, %r1, %r8; %r10 = {768 + k}" for k in (0, 1, 9)),
        *(f"39 {k} mov.u32 %r9, %nctaid.x; %r9 = 4" for k in (0, 1, 9)),
        *(f"40 {k} mul.lo.s32 %r3, %r9, %r1; %r3 = 1024" for k in (0, 1, 9)),
    ]


def test_trace_as_json(run: Run, kernel: Path) -> None:
    """And nothing else on standard output; notes are messages."""
    outcome = run("run", kernel, *LAUNCH, "--trace", "7", "--json", "--limit", "3")
    read = json.loads(outcome.out)
    assert [each["line"] for each in read["records"]] == [28, 29, 30]
    assert read["reached"]
    assert outcome.err == "3 instructions were recorded, the limit; more followed\n"


def test_trace_up_to_an_error(run: Run, kernel: Path) -> None:
    """The last instruction before it, then the error, and a status."""
    outcome = run(
        *("run", kernel, "--grid", "4", "--block", "256", "--arg", "1000", "--arg", "2.0"),
        *("--arg", "float32[1000]", "--arg", "float32[999]", "--trace", "231", "--cta", "3"),
    )
    assert outcome.status == 1
    assert outcome.out.splitlines()[-1].split()[1:4] == ["add.s64", "%rd7,", "%rd2,"]
    assert "the kernel ended with an error: 4 bytes at address" in outcome.err


def test_profile(run: Run, kernel: Path) -> None:
    """The lines that move most, and how many there are beside them."""
    outcome = run("run", kernel, *LAUNCH, "--profile", "--sort", "sectors", "--top", "2")
    assert (outcome.status, outcome.err) == (0, "")
    heads, *rows, more, summary = outcome.out.splitlines()
    assert heads.split()[:7] == ["PTX", "warps", "threads", "lanes", "memory", "bytes", "sect/req"]
    assert [" ".join(row.split()) for row in rows] == [
        "47 32 1,000 31.2 global load 4,000 3.91 ld.global.f32 %f2, [%rd6];",
        "49 32 1,000 31.2 global load 4,000 3.91 ld.global.f32 %f3, [%rd7];",
    ]
    assert more == "and 23 lines more"
    assert summary.startswith("_Z5saxpyifPKfPf: 800 instructions by warps, 25,264 by threads")


def test_profile_as_json(run: Run, kernel: Path) -> None:
    """All lines, and the total."""
    read = json.loads(run("run", kernel, *LAUNCH, "--profile", "--json").out)
    assert read["total"]["threads"] == 25264
    assert len(read["lines"]) == 25


def test_timeline(run: Run, kernel: Path, tmp_path: Path) -> None:
    """A file, and a line about it."""
    path = tmp_path / "out.json"
    outcome = run("run", kernel, *LAUNCH, "--timeline", path)
    assert (outcome.status, outcome.out) == (0, "")
    assert outcome.err.startswith("_Z5saxpyifPKfPf: 4 CTAs, 25 units; warps ran for 800")
    tracks = {(each["pid"], each["tid"]) for each in checked(path.read_text()) if each["tid"]}
    assert len(tracks) == 4 * 8
    assert "out.json: unchanged\n" in run("run", kernel, *LAUNCH, "--timeline", path).err
    outcome = run("run", kernel, *LAUNCH, "--timeline", path, "--cta", "2,0,0")
    assert outcome.status == 2
    assert "exists already, and differs; --force overwrites it" in outcome.err
    run("run", kernel, *LAUNCH, "--timeline", path, "--cta", "2,0,0", "--force")
    (name,) = [each for each in checked(path.read_text()) if each["name"] == "process_name"]
    assert name["args"] == {"name": "CTA (2, 0, 0)"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--trace", "x"], "'x' is not a thread or block; expected 5, 0-31, or 3,1,0"),
        (["--trace", "9-3"], "'9-3' is not a valid range of threads"),
        (["--trace", "256"], "no thread 256: the block is (256, 1, 1)"),
        (["--trace", "0", "--cta", "4"], "no CTA 4: the grid is (4, 1, 1)"),
        (["--trace", "0", "--lines", "a"], "'a' is not a line; expected 12, or 12-20"),
        (["--trace", "0", "--profile"], "not allowed with argument"),
        (["--trace", "0", "--device", "cuda"], "a trace runs on device='cpu' only"),
        (["--sort", "line"], "--sort needs --profile"),
        (["--json"], "--json needs --trace or --profile"),
        (["--profile", "--cta", "0"], "--cta needs --trace or --timeline"),
        (["--profile", "--json", "--print", "3"], "--json and --print both write"),
        (["--timeline", "/"], "/: is a directory"),
    ],
)
def test_options_that_do_not_fit(run: Run, kernel: Path, options: list[str], message: str) -> None:
    """What is wrong is said."""
    outcome = run("run", kernel, *LAUNCH, *options)
    assert outcome.status == 2
    assert message in outcome.err
