"""The hook that pre-commit offers, and SARIF as code scanning takes it."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.inline_ptx.planted_cases import Planted, planted

ROOT = Path(__file__).parents[2]
HOOK = dict(
    re.findall(r"^[- ] (\w+): (.*)$", (ROOT / ".pre-commit-hooks.yaml").read_text(), re.MULTILINE)
)
CUDA = next(case for case in planted() if case.suffix == ".cu" and case.code == "INL005")
PYTHON = next(case for case in planted() if case.suffix == ".py" and case.code == "INL013")


@pytest.mark.parametrize("case", [CUDA, PYTHON], ids=lambda case: case.suffix)
def test_the_hook_refuses_mistakes(run: Run, tmp_path: Path, case: Planted) -> None:
    """And accepts the corrected file."""
    program, *words = HOOK["entry"].split()
    assert program == "ptxpy"
    file = tmp_path / f"kernel{case.suffix}"
    assert re.search(HOOK["files"], file.name)
    file.write_text(case.wrong)
    assert run(*words, file).status == 1
    file.write_text(case.right)
    assert run(*words, file).status == 0


def test_the_hook_brings_the_packages_of_the_extra() -> None:
    """pre-commit installs a repository without extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = project["optional-dependencies"]["inline"]
    assert json.loads(HOOK["additional_dependencies"]) == wanted


def test_the_hook_executes_nothing_and_takes_ptx(run: Run, tmp_path: Path) -> None:
    """A file that would end the process does not."""
    words = HOOK["entry"].split()[1:]
    script, ptx = tmp_path / "setup.py", tmp_path / "kernel.ptx"
    script.write_text("import ptxpy\nraise SystemExit(9)\n")
    ptx.write_text(".version 9.0\n.target sm_90\n.address_size 64\n")
    assert all(re.search(HOOK["files"], name.name) for name in (script, ptx))
    assert not re.search(HOOK["files"], "notes.md")
    assert run(*words, script, ptx).status == 0


def test_sarif_of_sources(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What code scanning reads: relative names, places in the file, rules for all results."""
    monkeypatch.chdir(tmp_path)
    for case in (CUDA, PYTHON):
        Path(f"kernel{case.suffix}").write_text(case.wrong)
    log = json.loads(run("check", "--no-run", "--sarif", ".").out)
    assert log["version"] == "2.1.0"
    (made,) = log["runs"]
    rules = [rule["id"] for rule in made["tool"]["driver"]["rules"]]
    found = {}
    for result in made["results"]:
        place = result["locations"][0]["physicalLocation"]
        found[place["artifactLocation"]["uri"]] = (
            result["ruleId"],
            place["region"]["startLine"],
            result["level"],
        )
        assert rules[result["ruleIndex"]] == result["ruleId"]
        assert place["region"]["endColumn"] > place["region"]["startColumn"] >= 1
        assert result["message"]["text"]
    assert found == {
        "kernel.cu": (CUDA.code, CUDA.line, "error"),
        "kernel.py": (PYTHON.code, PYTHON.line, "error"),
    }
