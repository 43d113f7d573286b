"""The distributions of a release, built twice: whoever builds them gets the same bytes."""

from __future__ import annotations

import hashlib
import os
import sys
import tarfile
from pathlib import Path

from distribution.running import StepError, output

__all__ = ["SCRATCH", "build", "build_again", "commit_time", "distributions"]

SCRATCH = Path()
"""The folder for what is gone after the release."""


def commit_time() -> str:
    """Return the time of the last commit, in seconds since 1970."""
    return output("git", "log", "-1", "--format=%ct").strip()


def build(dist: Path) -> str:
    """Build the sdist, and the wheel from it, from the files of the last commit."""
    for old in dist.glob("*") if dist.is_dir() else ():
        old.unlink()
    source = _checked_out(SCRATCH / "first")
    _build(source, dist)
    return ", ".join(f"{path.name} ({path.stat().st_size:,} bytes)" for path in distributions(dist))


def build_again(dist: Path) -> str:
    """Build them once more, in another folder, time zone and locale; the bytes must be the same."""
    source = _checked_out(SCRATCH / "a second folder with a longer name")
    again = SCRATCH / "again"
    before = os.umask(0o077)
    try:
        other = {"TZ": "Pacific/Chatham", "LC_ALL": "C", "PYTHONHASHSEED": "77"}
        _build(source, again, other)
    finally:
        os.umask(before)
    digests = []
    for path in distributions(dist):
        first, second = (_digest(folder / path.name) for folder in (dist, again))
        if first != second:
            raise StepError(f"{path.name} has other bytes when it is built again: {second}")
        digests.append(f"sha256:{first}  {path.name}")
    return "the same bytes" + "".join(f"\n  {each}" for each in digests)


def distributions(dist: Path) -> list[Path]:
    """Return the wheel and the sdist in a folder."""
    return [*dist.glob("*.whl"), *dist.glob("*.tar.gz")]


def _checked_out(folder: Path) -> Path:
    """Return a folder with the files of the last commit; what git ignores is not among them."""
    folder.mkdir()
    archive = folder.with_suffix(".tar")
    output("git", "archive", "--format=tar", f"--output={archive}", "HEAD")
    with tarfile.open(archive) as held:
        held.extractall(folder, filter="data")
    return folder


def _build(source: Path, dist: Path, changed: dict[str, str] | None = None) -> None:
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(dist), str(source)]
    output(*command, cwd=source, environment={**os.environ, **(changed or {})})


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
