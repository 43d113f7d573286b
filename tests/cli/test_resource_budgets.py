"""`ptxpy check --max-registers`, `--max-spills` and `--baseline`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ptxpy.assemble import Resources
from ptxpy.cli.resource_budgets import Budgets
from tests.cli.conftest import Run

SAXPY = "_Z5saxpyifPKfPf"


def resources(
    name: str, registers: int | None, spills: int = 0, *, kernel: bool = True
) -> Resources:
    """Return the resources of a kernel."""
    return Resources(name, kernel, registers, 0, spills, spills, 0, 0, 0)


def test_a_kernel_within_its_budget(run: Run, kernel: Path) -> None:
    """The resources are shown, as with --assemble."""
    found = run("check", kernel, "--max-registers", "255", "--max-spills", "0")
    assert found.status == 0
    assert "registers, no spills" in found.out
    assert found.err.endswith("1 kernel, 0 over budget\n")


def test_a_kernel_over_its_budget(run: Run, kernel: Path) -> None:
    """It is an error, in JSON too."""
    found = run("check", kernel, "--max-registers", "4")
    assert found.status == 1
    assert f"{kernel}: {SAXPY} needs" in found.err
    assert "and --max-registers allows 4" in found.err
    found = run("check", kernel, "--max-registers", "4", "--json")
    assert found.status == 1
    (excess,) = json.loads(found.out)["over_budget"]
    assert (excess["kernel"], excess["resource"], excess["allowed"]) == (SAXPY, "registers", 4)


def test_a_baseline(run: Run, kernel: Path, tmp_path: Path) -> None:
    """The report of one run is the baseline of the next, wherever the file is then."""
    baseline = tmp_path / "baseline.json"
    report = json.loads(run("check", kernel, "--assemble", "--json").out)
    baseline.write_text(json.dumps(report))
    other = tmp_path / "elsewhere.ptx"
    kernel.rename(other)
    assert run("check", other, "--baseline", baseline).status == 0
    report["kernels"][0]["registers"] -= 1
    baseline.write_text(json.dumps(report))
    found = run("check", other, "--baseline", baseline)
    assert found.status == 1
    assert "and --baseline allows" in found.err
    baseline.write_text('{"kernels": []}')
    found = run("check", other, "--baseline", baseline)
    assert found.status == 0
    assert f"{other}: {SAXPY} is not in the baseline" in found.err
    shown = json.loads(run("check", other, "--baseline", baseline, "--json").out)
    assert shown["not_in_baseline"] == [{"file": str(other), "kernel": SAXPY}]


def test_a_baseline_of_another_assembler(run: Run, kernel: Path, tmp_path: Path) -> None:
    """It is told, as another one may need other registers; an older report does not say."""
    baseline = tmp_path / "baseline.json"
    report = json.loads(run("check", kernel, "--assemble", "--json").out)
    assert report["assembler"].startswith(("ptxas ", "nvJitLink "))
    baseline.write_text(json.dumps(report))
    assert "warning" not in run("check", kernel, "--baseline", baseline).err
    baseline.write_text(json.dumps(report | {"assembler": "ptxas 1.0"}))
    found = run("check", kernel, "--baseline", baseline)
    assert found.status == 0
    told = f"warning: the baseline is of ptxas 1.0, and this is {report['assembler']}, which may"
    assert told in found.err
    del report["assembler"]
    baseline.write_text(json.dumps(report))
    assert "warning" not in run("check", kernel, "--baseline", baseline).err


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", "[" * 9999, '{"kernels": [{"kernel": true}]}', '{"kernels": [1]}', "\xff",
     '{"kernels": [{"kernel": true, "registers": "9", "spill_stores": 0, "spill_loads": 0}]}'],
)  # fmt: skip
def test_a_baseline_that_is_none(run: Run, kernel: Path, tmp_path: Path, text: str) -> None:
    """It is told so, with how one is made."""
    baseline = tmp_path / "baseline.json"
    baseline.write_text(text)
    found = run("check", kernel, "--baseline", baseline)
    assert found.status == 2
    assert "`ptxpy check --assemble --json FILE` writes one" in found.err


@pytest.mark.parametrize("number", ["-1", "x", "1.5", "", "9" * 40])
def test_a_limit_that_is_none(run: Run, kernel: Path, number: str) -> None:
    """It is refused."""
    found = run("check", kernel, f"--max-registers={number}")
    assert found.status == 2
    assert "is not a number from 0 to 999999999" in found.err


def test_spills_are_stores_and_loads() -> None:
    """Of kernels; a function's are in those of its callers."""
    budgets = Budgets(None, 7, None)
    kernels = [
        ("a", resources("k", 8, spills=4)),
        ("a", resources("few", 8, spills=3)),
        ("a", resources("f", None, spills=99, kernel=False)),
    ]
    (excess,) = budgets.excesses(kernels)
    assert excess.render() == "a: k needs 8 bytes of spills, and --max-spills allows 7"


def test_symbols_of_several_files() -> None:
    """The baseline of a symbol that two files have is that of the file."""
    before = {("a", "k"): resources("k", 8)._asdict(), ("b", "k"): resources("k", 16)._asdict()}
    budgets = Budgets(None, None, before)
    assert not [*budgets.excesses([("b", resources("k", 16))])]
    assert len([*budgets.excesses([("a", resources("k", 16))])]) == 1
    assert budgets.unknown([("c", resources("k", 8))]) == [("c", "k")]
