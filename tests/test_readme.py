"""What the README says is so."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

import ptxpy
from ptxpy.cli import main
from ptxpy.syntax.parser import MAX_DEPTH

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
KERNEL = ROOT / "corpus" / "nvcc" / "saxpy.sm_90a.ptx"


def blocks(language: str) -> list[str]:
    """Return the code blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)


def test_the_sample_is_what_import_writes() -> None:
    """Line by line; BLESS=1 puts it there."""
    generated = ptxpy.to_python(ptxpy.parse(KERNEL.read_bytes()))
    shown = blocks("python")[0]
    if os.environ.get("BLESS"):
        (ROOT / "README.md").write_text(README.replace(shown, generated, 1), encoding="utf-8")
    else:
        assert shown == generated


def test_the_example_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It renames registers, declarations included, and nothing else."""
    shutil.copy(KERNEL, tmp_path / "kernel.ptx")
    monkeypatch.chdir(tmp_path)
    exec(compile(blocks("python")[2], "README.md", "exec"), {})  # noqa: S102 - our own example
    source = KERNEL.read_text()
    renamed = source.replace("%f", "%float")
    assert capsys.readouterr().out == f"['_Z5saxpyifPKfPf']\n{renamed}\n"


def test_the_commands_exist(capsys: pytest.CaptureFixture[str]) -> None:
    """All that the table lists, and no others."""
    listed = re.findall(r"^\| `ptxpy (\w+)", README, re.MULTILINE)
    with pytest.raises(SystemExit):
        main(["--help"])
    shown = re.findall(r"^    (\w+)", capsys.readouterr().out, re.MULTILINE)
    assert sorted(listed) == sorted(shown)


def test_the_links_lead_somewhere() -> None:
    """Those into the repository."""
    for target in re.findall(r"\]\((?!https?:)([^)]+)\)", README):
        assert (ROOT / target).exists(), target


def test_the_limits_are_those_of_the_parser() -> None:
    """How deep scopes nest."""
    assert f"may nest {MAX_DEPTH} deep" in README


def test_the_kernel_by_hand_is_a_module() -> None:
    """The kernel that the README writes by hand gives PTX that comes back."""
    module = ptxpy.from_python(blocks("python")[1])
    ptxpy.prove(ptxpy.emit_bytes(module))
    assert len(module.kernels) == 1
