"""`ptxpy cache`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from ptxpy._user_cache import UserCache
from ptxpy.assemble import Assembly
from ptxpy.launch.cuda.cache import VARIABLE, CubinCache, key_of
from tests.cli.conftest import Run

OTHERS = (
    "sets of forms: the cache is off\nprograms: the cache is off\nwritten files: the cache is off\n"
    "compiled kernels: the cache is off\n"
)

posix = pytest.mark.skipif(sys.platform == "win32", reason="permissions of POSIX")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a cache that does not exist yet; there is no other cache."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cubins"))
    monkeypatch.setenv("PTXPY_CACHE", "off")
    return tmp_path / "cubins"


def store(folder: Path, name: bytes, day: int) -> None:
    """Store a cubin of a megabyte that was last used on a day of January 2030."""
    key = key_of([name])
    CubinCache(folder).store(key, Assembly(bytes(1_000_000), "sm_90a", (), (), "ptxas 13.0"))
    seconds = 1_893_456_000 + 86_400 * (day - 1)
    os.utime(folder / f"{key}.cubin", (seconds, seconds))


def test_what_is_there(run: Run, folder: Path) -> None:
    """The folder, how many, how large, and of which days."""
    assert run("cache").out == f"{folder}\n  0 cubins, 0.0 MB of at most 1,073.7 MB\n{OTHERS}"
    assert not folder.exists()
    store(folder, b"a", 3)
    store(folder, b"b", 2)
    (folder / "other.txt").write_text("no cubin")
    assert run("cache").out == (
        f"{folder}\n  2 cubins, 2.0 MB of at most 1,073.7 MB\n"
        f"  last used from 2030-01-02 to 2030-01-03\n{OTHERS}"
    )


def test_clear(run: Run, folder: Path) -> None:
    """The cubins go, and nothing else."""
    store(folder, b"a", 1)
    (folder / "other.txt").write_text("no cubin")
    assert run("cache", "--clear").out == f"removed 1 cubin, 1.0 MB, from {folder}\n{OTHERS}"
    assert [path.name for path in folder.iterdir()] == ["other.txt"]
    assert run("cache", "--clear").out == f"removed 0 cubins, 0.0 MB, from {folder}\n{OTHERS}"


def test_off(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no folder then."""
    monkeypatch.setenv(VARIABLE, "off")
    monkeypatch.setenv("PTXPY_CACHE", "off")
    assert run("cache").out == f"cubins: the cache is off\n{OTHERS}"


def test_all_caches_in_one_folder(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each has a folder there."""
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setenv("PTXPY_CACHE", str(tmp_path))
    store(tmp_path / "cubins", b"a", 1)
    UserCache(tmp_path / "forms", "forms", 1_000).store("key", b"text")
    shown = run("cache").out
    for folder, content in (("cubins", "1 cubin"), ("forms", "1 set of forms")):
        assert f"{tmp_path / folder}\n  {content}, " in shown
    assert (
        f"removed 1 set of forms, 0.0 MB, from {tmp_path / 'forms'}" in run("cache", "--clear").out
    )
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


@posix
def test_folders_that_are_not_used(run: Run, folder: Path, tmp_path: Path) -> None:
    """A launch ignores them in silence, since anyone may have put cubins there; this says so."""
    store(folder, b"a", 1)
    folder.chmod(0o755)
    for options in ((), ("--clear",)):
        found = run("cache", *options)
        assert (found.status, found.out) == (2, OTHERS)
        assert f"{folder} is not used: others have access to it; chmod 700" in found.err
    assert [*folder.iterdir()]
    folder.chmod(0o700)
    folder.rename(tmp_path / "elsewhere")
    folder.symlink_to(tmp_path / "elsewhere")
    assert f"{folder} is not used: it is no folder" in run("cache", "--clear").err
    assert [*(tmp_path / "elsewhere").iterdir()]
