"""Generated Python is as black would write it, without black having run."""

from __future__ import annotations

from pathlib import Path

import black
import pytest

import ptxpy

CORPUS = Path(__file__).parents[2] / "corpus"
LARGEST = 12_000
FILES = sorted(path for path in CORPUS.rglob("*.ptx") if path.stat().st_size <= LARGEST)


@pytest.mark.parametrize("flat", [True, False], ids=["flat", "lifted"])
@pytest.mark.parametrize("path", FILES[::2], ids=lambda path: str(path.relative_to(CORPUS)))
def test_black_changes_nothing(path: Path, *, flat: bool) -> None:
    """Black leaves a generated program as it is, with its margins."""
    python = ptxpy.to_python(ptxpy.parse(path.read_bytes()), flat=flat)
    assert black.format_str(python, mode=black.Mode()) == python
