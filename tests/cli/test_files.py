"""Reading and writing files: what must never be lost, and what is said when it fails."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from ptxpy.cli.command_errors import CommandError
from ptxpy.cli.files import Output, read
from tests.cli.conftest import Run


def write(path: Path, data: bytes, *, force: bool = False) -> None:
    """Write as a command does."""
    Output.checked(str(path), force=force, source="-").write(data)


def test_a_file_that_exists_is_not_overwritten(run: Run, kernel: Path, tmp_path: Path) -> None:
    """Unless it is forced."""
    out = tmp_path / "out.ptx"
    out.write_text("mine")
    outcome = run("emit", kernel, "-o", out)
    assert outcome == (2, "", f"ptxpy: {out}: exists already, and differs; --force overwrites it\n")
    assert out.read_text() == "mine"
    assert run("emit", kernel, "-o", out, "--force").status == 0
    assert out.read_bytes() == kernel.read_bytes()


def test_a_file_that_holds_the_result_is_left_alone(run: Run, kernel: Path, tmp_path: Path) -> None:
    """The way from PTX to Python and back ends where it began, as a guide writes it."""
    python = tmp_path / "kernel.py"
    assert run("import", kernel, "-o", python).status == 0
    before = kernel.stat()
    assert run("emit", python, "-o", kernel) == (0, "", f"{kernel}: unchanged\n")
    assert run("emit", python, "-o", kernel, "--force") == (0, "", f"{kernel}: unchanged\n")
    assert kernel.stat() == before
    again = run("import", kernel, "-o", python)
    assert again.status == 0
    assert again.err.startswith(f"{python}: unchanged\nidentical: ")


def test_a_file_that_came_into_being_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    """The proof takes time, and others may write."""
    path = tmp_path / "out"
    output = Output.checked(str(path), force=False, source="-")
    path.write_text("mine")
    with pytest.raises(CommandError, match="exists already"):
        output.write(b"new")
    assert path.read_text() == "mine"


def test_the_input_is_never_overwritten(run: Run, kernel: Path, saxpy: str) -> None:
    """Not even by force, nor under another name."""
    link = kernel.with_name("link")
    link.symlink_to(kernel)
    for out in (kernel, link):
        outcome = run("import", kernel, "-o", out, "--force")
        assert outcome == (2, "", f"ptxpy: {out}: is the input\n")
    assert kernel.read_text() == saxpy


def test_permissions_are_kept(tmp_path: Path) -> None:
    """A new file has those that the umask leaves, an old one its own."""
    path = tmp_path / "out"
    mask = os.umask(0o027)
    try:
        write(path, b"1")
    finally:
        os.umask(mask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    path.chmod(0o751)
    write(path, b"2", force=True)
    assert stat.S_IMODE(path.stat().st_mode) == 0o751
    assert path.read_bytes() == b"2"


def test_a_failed_write_leaves_things_as_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No half file, and no temporary one."""

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    path = tmp_path / "out"
    path.write_text("old")
    with pytest.raises(CommandError, match=r"out: no space left on device$"):
        write(path, b"new", force=True)
    assert [p.name for p in tmp_path.iterdir()] == ["out"]
    assert path.read_text() == "old"


def test_symbolic_links_are_followed(tmp_path: Path) -> None:
    """The link stays one."""
    (tmp_path / "folder").mkdir()
    target = tmp_path / "folder" / "target"
    link = tmp_path / "link"
    link.symlink_to(target)
    write(link, b"1")
    assert link.is_symlink()
    assert target.read_bytes() == b"1"


def test_devices_are_written_to() -> None:
    """And not replaced by a file."""
    write(Path(os.devnull), b"1")
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)


def test_long_names(tmp_path: Path) -> None:
    """A name as long as names can be leaves room for the temporary one."""
    path = tmp_path / ("x" * 255)
    write(path, b"1")
    assert path.read_bytes() == b"1"


def test_what_cannot_be_written(run: Run, kernel: Path, tmp_path: Path) -> None:
    """One line, before any work is done."""
    missing = tmp_path / "no" / "out.ptx"
    outcome = run("emit", kernel, "-o", missing)
    assert outcome == (2, "", f"ptxpy: {missing}: no such file or directory\n")
    assert run("emit", kernel, "-o", tmp_path) == (2, "", f"ptxpy: {tmp_path}: is a directory\n")
    below = kernel / "out.ptx"
    assert run("emit", kernel, "-o", below) == (2, "", f"ptxpy: {below}: not a directory\n")


def test_what_cannot_be_read(run: Run, tmp_path: Path) -> None:
    """One line."""
    for command in ("import", "emit", "show"):
        missing = tmp_path / "no.ptx"
        expected = (2, "", f"ptxpy: {missing}: no such file or directory\n")
        assert run(command, missing) == expected
        nothing = "no .ptx files in this directory, and no binary with PTX"
        told = nothing if command == "import" else "is a directory"
        assert run(command, tmp_path) == (2, "", f"ptxpy: {tmp_path}: {told}\n")
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    assert run("show", loop).status == 2


def test_names_that_are_no_names() -> None:
    """Such as only a library could pass."""
    with pytest.raises(CommandError):
        read("a\0b")
    with pytest.raises(CommandError):
        Output.checked("a\0b", force=False, source="-")


def test_permissions_are_respected(
    run: Run, kernel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line for each way of being refused; pretended, since root is refused nothing."""
    out = tmp_path / "out.ptx"
    out.touch()
    monkeypatch.setattr(os, "access", lambda path, mode: path != out or mode != os.W_OK)
    outcome = run("emit", kernel, "-o", out, "--force")
    assert outcome == (2, "", f"ptxpy: {out}: is read-only\n")

    def refuse(_: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert run("show", kernel) == (2, "", f"ptxpy: {kernel}: permission denied\n")


def test_control_characters_in_names(run: Run, tmp_path: Path) -> None:
    """They do not reach the terminal."""
    outcome = run("show", tmp_path / "a\x1b[2Jb")
    assert outcome.err == f"ptxpy: {tmp_path}/a\\x1b[2Jb: no such file or directory\n"
