"""The PTX files that are measured, and who made them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CACHE = ROOT / ".cache" / "benchmarks"
_PARTS = (ROOT / "corpus", ROOT / ".cache" / "corpus" / "extended")
_FLAGS = re.compile(r"\.(sm_\d+[a-z]?)((?:\.[\w-]+(?:\.\d+)?)*)\.ptx$")


def find(paths: Iterable[str | Path] = ()) -> list[Path]:
    """Return the named files, and the `*.ptx` in the named folders; the whole corpus by default."""
    found: list[Path] = []
    for path in [Path(path) for path in paths] or [part for part in _PARTS if part.is_dir()]:
        found += sorted(path.rglob("*.ptx")) if path.is_dir() else [path]
    return found


def named(names: Sequence[str]) -> list[Path]:
    """Return files by their path inside the corpus, or as given; `SystemExit` for a missing one."""
    return [_named(name) for name in names]


def _named(name: str) -> Path:
    candidates = [Path(name), *(part / name for part in _PARTS)]
    for candidate in candidates:
        if candidate.is_file():
            return candidate
    raise SystemExit(f"{name}: no such file (tools/build_corpus --extended builds the larger ones)")


def short(path: Path) -> str:
    """Return a file's name inside the corpus, or its own."""
    for part in _PARTS:
        if path.resolve().is_relative_to(part.resolve()):
            return path.resolve().relative_to(part.resolve()).as_posix()
    return path.name


def producer(path: Path) -> str:
    """Return the folder of a file in the corpus."""
    name = short(path)
    return name.split("/")[0] if "/" in name else "other"


def variant(path: Path) -> str:
    """Return the producer with its version or its flags, as far as the name tells."""
    parts = short(path).split("/")
    name = "/".join(parts[:-1]) or "other"
    match = _FLAGS.search(parts[-1])
    flags = match[2] if match else ""
    if not flags and (mark := re.search(r"\.(lineinfo|debug)\.ptx$", parts[-1])):
        flags = "." + mark[1]
    return name + flags
