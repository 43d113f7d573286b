"""The examples in docstrings give what they show."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import ptxpy

ROOT = Path(ptxpy.__file__).parent
SHOWING = [
    path.relative_to(ROOT.parent)
    for path in sorted(ROOT.rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("path", SHOWING, ids=str)
def test_the_examples_hold(path: Path, doctests: doctest.DocTestRunner) -> None:
    """Each module by itself, imported as its users import it."""
    name = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
    for example in doctest.DocTestFinder(exclude_empty=True).find(import_module(name)):
        doctests.run(example)
    assert doctests.tries
    assert not doctests.failures


def test_there_are_examples() -> None:
    """They are found."""
    assert len(SHOWING) > 15
