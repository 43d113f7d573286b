"""`tools/test --all`: extras are installed once, PyTorch only without CUDA, and no test skips."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from extras import cli, install


@pytest.fixture
def python(tmp_path: Path) -> Path:
    """Return the Python of an environment that is not there."""
    (tmp_path / "pyvenv.cfg").write_text("version = 3.99.0\n", encoding="utf-8")
    return tmp_path / "bin" / "python"


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Return the commands of pip, of which none runs; those of a word in `failing` fail."""
    ran: list[list[str]] = []

    def run(command: list[str], **_: Any) -> subprocess.CompletedProcess[bytes]:
        ran.append(command)
        return subprocess.CompletedProcess(command, any(word in command[-1] for word in FAILING))

    monkeypatch.setattr(subprocess, "run", run)
    return ran


FAILING: set[str] = set()


@pytest.fixture(autouse=True)
def _nothing_fails() -> None:
    FAILING.clear()


def test_extras_are_installed_once(python: Path, commands: list[list[str]]) -> None:
    """The second time nothing runs; a changed environment is another."""
    assert install.install(python)
    assert [each[-1] for each in commands] == [
        install.PYTORCH,
        f"{install.ROOT}[dask,jax,notebook,pyright,triton]",
    ]
    assert install.install(python)
    assert len(commands) == 2
    (python.parent.parent / "pyvenv.cfg").write_text("version = 3.99.1\n", encoding="utf-8")
    assert install.install(python)
    assert len(commands) == 4


def test_pytorch_may_have_no_build(python: Path, commands: list[list[str]]) -> None:
    """That is remembered if the others are there; without it they need not be."""
    FAILING.add("torch")
    assert not install.install(python, needs_pytorch=True)
    assert len(commands) == 1
    assert not install.install(python)
    assert not install.install(python)
    assert len(commands) == 3


def test_a_failure_of_pip_is_one(python: Path, commands: list[list[str]]) -> None:
    """It is not remembered."""
    FAILING.add("dask")
    for _ in range(2):
        with pytest.raises(
            SystemExit, match="pip cannot install dask, jax, notebook, pyright, triton"
        ):
            install.install(python)
    assert len(commands) == 4


def test_no_build_for_cuda_is_asked_for() -> None:
    """On Linux the plain name is a build for CUDA; a local label is the CPU's alone."""
    assert install.PYTORCH.endswith("+cpu") == (sys.platform == "linux")


def test_a_test_that_skips_is_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """If it skips because an extra is missing."""
    (tmp_path / "test_passes.py").write_text("def test(): pass\n")
    monkeypatch.setattr(cli, "TESTS", (str(tmp_path),))
    monkeypatch.setattr(cli, "install", lambda _python, **_: True)
    options = ["-m", "pytest", "-rs", "-p", "no:cacheprovider", "--rootdir", str(tmp_path)]
    monkeypatch.setattr(cli, "_command", lambda python, _jobs: [str(python), *options])
    for reason, status in (("another", 0), (f"no extra: {install.MISSING}", 1)):
        skips = f"import pytest\npytest.importorskip('none', reason={reason!r})\n"
        (tmp_path / "test_skips.py").write_text(skips)
        assert cli.run_tests([]) == status
    assert "missing: SKIPPED" in capfd.readouterr().err


def test_the_environment_of_the_suite_is_enough(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If it has all, `tools/test --all` has run the tests."""
    monkeypatch.setattr(cli, "install", lambda _python, **_: True)
    assert cli.run_tests(["--others"]) == 0
    assert capsys.readouterr().out == "tools/test --all runs them\n"


def test_no_python_has_all(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Then the tests of PyTorch would run nowhere: a failure."""
    monkeypatch.setattr(cli, "install", lambda _python, **_: False)
    monkeypatch.setattr(cli, "interpreters", lambda _minor: [])
    assert cli.run_tests([]) == 1
    assert capsys.readouterr().err == "no Python here has a build of PyTorch for the CPU\n"
