"""The command that installs an extra, for each way in which ptxpy is installed."""

from __future__ import annotations

import json
import pickle
import shlex
import sys
import tomllib
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

from ptxpy import _extras
from ptxpy._extras import MissingPackageError, explain_import_error, install_command

ROOT = Path(__file__).parents[2]

VCS = {"vcs": "git", "commit_id": "0123abc"}

ORIGINS: list[tuple[dict[str, Any], list[str]]] = [
    ({}, ["ptxpy[view]"]),
    ({"url": "file:///a%20b/ptxpy", "dir_info": {}}, ["/a b/ptxpy[view]"]),
    ({"url": "file:///src", "dir_info": {"editable": True}}, ["-e", "/src[view]"]),
    (
        {"url": "file:///d/ptxpy-1.0.0-py3-none-any.whl", "archive_info": {}},
        ["ptxpy[view] @ file:///d/ptxpy-1.0.0-py3-none-any.whl"],
    ),
    ({"url": "https://h/p", "vcs_info": VCS}, ["ptxpy[view] @ git+https://h/p@0123abc"]),
    (
        {"url": "https://h/p.zip", "archive_info": {}, "subdirectory": "s"},
        ["ptxpy[view] @ https://h/p.zip#subdirectory=s"],
    ),
]


class Installed:
    """A distribution with records of its installation."""

    def __init__(self, origin: dict[str, Any], installer: str = "pip") -> None:
        self.files = {"direct_url.json": json.dumps(origin) if origin else None}
        self.files["INSTALLER"] = installer

    def read_text(self, name: str) -> str | None:
        """Return a file beside the metadata."""
        return self.files[name]


def use(patch: pytest.MonkeyPatch, prefix: Path, origin: Any, installer: str = "pip") -> None:
    """Let ptxpy be installed so in an environment that is activated."""
    scripts = prefix / "bin"
    scripts.mkdir()
    for name in ("python", "pip"):
        (scripts / name).touch(mode=0o755)
    patch.setattr(sys, "prefix", str(prefix))
    patch.setattr(sys, "executable", str(scripts / "python"))
    patch.setenv("PATH", str(scripts))
    patch.setattr(metadata, "distribution", lambda _: Installed(origin, installer))


@pytest.mark.parametrize(("origin", "words"), ORIGINS)
def test_the_extra_is_added_where_ptxpy_is_from(
    origin: dict[str, Any], words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A checkout stays editable, a wheel stays that file, and an index stays the index."""
    use(monkeypatch, tmp_path, origin)
    assert shlex.split(install_command("view")) == ["pip", "install", *words]
    if "@" in words[-1]:
        assert Requirement(words[-1]).extras == {"view"}


def test_another_pip_in_the_shell_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The environment need not be activated, and need not have a pip."""
    use(monkeypatch, tmp_path, {})
    monkeypatch.setenv("PATH", "/nowhere")
    here = sys.executable
    assert install_command("view") == f"{here} -m pip install 'ptxpy[view]'"
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    assert install_command("view") == f"pip --python {here} install 'ptxpy[view]'"


@pytest.mark.parametrize(
    ("file", "installer", "command"),
    [
        ("pipx_metadata.json", "pip", "pipx install --force"),
        ("uv-receipt.toml", "uv", "uv tool install --force"),
        ("other", "uv", "uv pip install --python {here}"),
    ],
)
def test_the_program_that_installed_it_installs_more(
    file: str, installer: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An environment of pipx or uv is not for pip."""
    use(monkeypatch, tmp_path, {}, installer)
    (tmp_path / file).touch()
    expected = f"{command.format(here=sys.executable)} 'ptxpy[view]'"
    assert install_command("view") == expected


def test_a_checkout_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is on the path of Python; then the checkout itself is what can be installed."""

    def missing(name: str) -> None:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "distribution", missing)
    assert shlex.split(install_command("view"))[-2:] == ["-e", f"{ROOT}[view]"]
    assert shlex.split(install_command())[-2:] == ["-e", str(ROOT)]


def test_shells_of_windows_take_double_quotes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They have no others."""
    use(monkeypatch, tmp_path, {})
    monkeypatch.setattr(sys, "platform", "win32")
    assert install_command("view").endswith(' install "ptxpy[view]"')
    assert "'" not in install_command("view")


def test_errors_travel_to_other_processes() -> None:
    """An error of a worker is shown by the process that started it."""
    error = MissingPackageError("inline PTX needs tree-sitter", "inline")
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    assert (type(copy), str(copy)) == (MissingPackageError, str(error))


def test_packages_of_others_are_not_explained() -> None:
    """The module of a user's program that is missing is no part of ptxpy."""
    explain = explain_import_error
    assert explain(ModuleNotFoundError("No module named 'scipy'", name="scipy")) == ""
    assert explain(ValueError()) == ""
    shown = explain(ModuleNotFoundError("No module named 'lz4.block'", name="lz4.block"))
    assert shown == f"lz4.block is not installed: {install_command('binaries')}"


def test_every_extra_that_is_named_can_be_installed() -> None:
    """The table has no name that pyproject.toml lacks."""
    named = {extra for extra in _extras._EXTRAS.values() if extra}  # noqa: SLF001
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert named <= {*project["optional-dependencies"]}
