"""The cache of cubins."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from ptxpy.assemble import Assembly, Message, Resources
from ptxpy.launch.cuda import cache
from ptxpy.launch.cuda.cache import CubinCache, cache_folder, key_of

ASSEMBLY = Assembly(
    b"\x7fELF\n\0cubin\n",
    "sm_90a",
    (Resources("k", True, 32, 0, 0, 0, 1024, 40, 1),),  # noqa: FBT003 - a tuple
    (Message("warning", "what", 3, "k"),),
    "ptxas 13.0",
)
KEY = key_of([b"ptx"])

posix = pytest.mark.skipif(sys.platform == "win32", reason="permissions of POSIX")


def only(folder: Path) -> Path:
    """Return the only file of the cache."""
    (path,) = folder.iterdir()
    return path


def test_what_is_stored_is_found(folder: Path) -> None:
    """All of it; another key is not."""
    store = CubinCache(folder)
    assert store.find(KEY) is None
    store.store(KEY, ASSEMBLY)
    assert store.find(KEY) == ASSEMBLY
    assert store.find(key_of([b"other"])) is None
    assert only(folder).name == f"{KEY}.cubin"


def test_keys_know_where_parts_end() -> None:
    """Parts are not joined."""
    assert len({key_of(parts) for parts in ([b"ab", b"c"], [b"a", b"bc"], [b"abc"], [])}) == 4


@posix
def test_the_folder_is_the_users_own(folder: Path) -> None:
    """Others can neither read nor write."""
    CubinCache(folder).store(KEY, ASSEMBLY)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert only(folder).stat().st_mode & 0o077 == 0


@posix
@pytest.mark.parametrize("mode", [0o770, 0o707, 0o755])
def test_a_folder_that_is_not_is_not_used(folder: Path, mode: int) -> None:
    """Whoever can write to it decides what runs on the GPU."""
    store = CubinCache(folder)
    store.store(KEY, ASSEMBLY)
    folder.chmod(mode)
    assert store.find(KEY) is None
    store.store(key_of([b"other"]), ASSEMBLY)
    assert only(folder).name == f"{KEY}.cubin"


@posix
def test_a_link_is_not_followed(folder: Path, tmp_path: Path) -> None:
    """The folder itself must be the user's."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir(mode=0o700)
    folder.parent.mkdir()
    folder.symlink_to(elsewhere)
    CubinCache(folder).store(KEY, ASSEMBLY)
    assert [*elsewhere.iterdir()] == []


@pytest.mark.parametrize("position", [0, 20, 60, -1])
def test_a_damaged_file_is_not_there(folder: Path, position: int) -> None:
    """One byte is enough, and the file goes."""
    store = CubinCache(folder)
    store.store(KEY, ASSEMBLY)
    path = only(folder)
    data = bytearray(path.read_bytes())
    data[position] ^= 1
    path.write_bytes(data)
    assert store.find(KEY) is None
    assert not path.exists()


@pytest.mark.parametrize("size", [0, 10, 50])
def test_a_file_that_was_cut_is_not_there(folder: Path, size: int) -> None:
    """It may be empty, or have no header."""
    store = CubinCache(folder)
    store.store(KEY, ASSEMBLY)
    os.truncate(only(folder), size)
    assert store.find(KEY) is None


def test_nothing_is_left_of_a_write_that_fails(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And it is no error."""

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    CubinCache(folder).store(KEY, ASSEMBLY)
    assert [*folder.iterdir()] == []


def test_the_oldest_go(folder: Path) -> None:
    """What was not used for longest, when there is too much."""
    store = CubinCache(folder)
    keys = [key_of([bytes([number])]) for number in range(4)]
    for number, key in enumerate(keys[:3]):
        store.store(key, ASSEMBLY)
        os.utime(folder / f"{key}.cubin", (number, number))
    assert store.find(keys[0]) is not None
    store.files.limit = 3 * (folder / f"{keys[0]}.cubin").stat().st_size
    store.store(keys[3], ASSEMBLY)
    assert [key for key in keys if store.find(key)] == [keys[0], keys[2], keys[3]]


@pytest.mark.parametrize(
    ("variable", "all_caches", "xdg", "expected"),
    [
        ("off", "", "/x", None),
        ("/here", "", "/x", "/here"),
        ("/here", "off", "/x", "/here"),
        ("", "off", "/x", None),
        ("", "/all", "/x", "/all/cubins"),
        ("", "", "/x", "/x/ptxpy/cubins"),
        ("", "", "not/absolute", "/home/me/.cache/ptxpy/cubins"),
        ("", "", "", "/home/me/.cache/ptxpy/cubins"),
    ],
)
@pytest.mark.skipif(sys.platform != "linux", reason="the folders of Linux")
def test_where_it_is(
    monkeypatch: pytest.MonkeyPatch,
    variable: str,
    all_caches: str,
    xdg: str,
    expected: str | None,
) -> None:
    """As the environment says."""
    monkeypatch.setenv(cache.VARIABLE, variable)
    monkeypatch.setenv("PTXPY_CACHE", all_caches)
    monkeypatch.setenv("XDG_CACHE_HOME", xdg)
    monkeypatch.setenv("HOME", "/home/me")
    assert cache_folder() == (None if expected is None else Path(expected))
