"""The Pythons that the project promises are found, and one that is missing is a failure."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

from interpreters import cli, found

if TYPE_CHECKING:
    import pytest

ROOT = Path(__file__).parents[2]


def interpreter(folder: Path, minor: str, says: str, status: int = 0) -> None:
    """Make a program that answers as a Python does when it is asked for its version."""
    folder.mkdir(parents=True)
    path = folder / f"python{minor}"
    path.write_text(f"#!/bin/sh\necho {says}\nexit {status}\n", encoding="utf-8")
    path.chmod(0o755)


def test_promised() -> None:
    """The classifiers name the oldest version that may be installed."""
    path = ROOT / "pyproject.toml"
    oldest, *_ = found.promised(path)
    project = tomllib.loads(path.read_text(encoding="utf-8"))["project"]
    assert project["requires-python"] == f">={oldest}"


def test_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the PATH and where pyenv keeps them; no shim, no virtual environment, each once."""
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))
    folders = [tmp_path / name / "bin" for name in ("shims", "environment", "first", "second")]
    monkeypatch.setenv("PATH", ":".join(map(str, folders)))
    interpreter(folders[0], "3.99", "3.99.7", status=127)
    interpreter(folders[1], "3.99", "3.99.8")
    (tmp_path / "environment" / "pyvenv.cfg").touch()
    interpreter(folders[2], "3.99", "3.99.10")
    interpreter(folders[3], "3.99", "3.99.10")
    interpreter(tmp_path / "pyenv" / "versions" / "3.99.9" / "bin", "3.99", "3.99.9")
    assert [(each.version, each.path.parents[1].name) for each in found.interpreters("3.99")] == [
        ("3.99.9", "3.99.9"),
        ("3.99.10", "first"),
    ]


def test_missing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A version that the classifiers name and this machine has not is a failure."""
    monkeypatch.setattr(cli, "promised", lambda _path: ["3.99"])
    assert cli.main([]) == 1
    message = "failed: Python 3.99: named in pyproject.toml, and this machine has none\n"
    assert capsys.readouterr().err == message
