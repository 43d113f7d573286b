"""Files of the corpus come back byte for byte, as PTX and through their Python."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ptxpy

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "corpus"
FILES = sorted(CORPUS.rglob("*.ptx"))
LARGEST_BYTES = 40_000
"""Larger files take minutes: `.ci/run` proves all, by its step `lifting`."""
FEWEST_FILES = 270
FEWEST_PRODUCERS = 8
FEWEST_ARCHITECTURES = 8


def test_no_file_has_vanished() -> None:
    """The corpus has at least as many files, producers and architectures as it had."""
    entries = json.loads((CORPUS / "manifest.json").read_text(encoding="utf-8"))
    entries = entries["files"] if isinstance(entries, dict) else entries
    assert len(FILES) >= FEWEST_FILES
    assert len({entry["producer"] for entry in entries}) >= FEWEST_PRODUCERS
    assert len({entry["arch"] for entry in entries}) >= FEWEST_ARCHITECTURES


@pytest.mark.parametrize(
    "path",
    [path for path in FILES if path.stat().st_size <= LARGEST_BYTES],
    ids=lambda path: str(path.relative_to(CORPUS)),
)
def test_comes_back(path: Path) -> None:
    """PTX → IR → PTX and PTX → Python → PTX are identical, and the IRs are equal."""
    source = path.read_bytes()
    module = ptxpy.parse(source)
    assert ptxpy.emit_bytes(module) == source
    assert ptxpy.prove(source).module == module
