"""`tools/benchmarks/run stages`: what the gate minds; how fast stages are, is not tested."""

from __future__ import annotations

import argparse
import platform
from pathlib import Path

import pytest
from benchmarks import stages

FILE = "handwritten/branches.ptx"


@pytest.fixture
def options(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> argparse.Namespace:
    """A record of its own, and one small file."""
    monkeypatch.setattr(stages, "PATH", tmp_path / "stages.toml")
    monkeypatch.setattr(stages, "IMPORTED", (FILE,))
    (tmp_path / "stages.toml").write_text('python = "3"\n', encoding="utf-8")
    return argparse.Namespace(files=[], repeat=1, gate=False, bless=False)


def recorded(python: str, generate: float) -> None:
    """Record how long the generator takes."""
    text = f'python = "{python}"\n["{FILE}"]\ngenerate = {generate}\n'
    stages.PATH.write_text(text, encoding="utf-8")


def test_what_is_recorded(options: argparse.Namespace) -> None:
    """The record that is written holds, with room, for the run that wrote it."""
    options.bless = True
    found = stages.run(options)["stages"][FILE]
    assert set(found) == {"parse", "generate", "trace", "print"}
    assert all(number > 0 for number in found.values())
    assert f"generate = {found['generate']}\n" in stages.PATH.read_text(encoding="utf-8")


def test_the_gate(options: argparse.Namespace, capsys: pytest.CaptureFixture[str]) -> None:
    """A stage that takes longer than recorded fails, with the Python of the record alone."""
    version = ".".join(platform.python_version_tuple()[:2])
    options.gate = True
    recorded(version, 0.0001)
    assert len(stages.run(options)["regressions"]) == 1
    assert f"slower: {FILE}: generate takes" in capsys.readouterr().out
    recorded(version, 1000)
    assert not stages.run(options)["regressions"]
    recorded("2.7", 0.0001)
    assert not stages.run(options)["regressions"]
