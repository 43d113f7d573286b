"""Laws of names, on files of the corpus and on names that strangers choose."""

from __future__ import annotations

import builtins
import keyword
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ptxpy
from ptxpy.naming import MAX_RIVALS, RULES, Span, Suggestions, context_of, suggest
from ptxpy.naming.rule import is_allowed

CORPUS = Path(__file__).parents[2] / "corpus"
LARGEST = 80_000
FILES = sorted(path for path in CORPUS.rglob("*.ptx") if path.stat().st_size <= LARGEST)[::6]


def suggestions(path: Path) -> list[Suggestions]:
    """Return the names in all functions of a file."""
    module = ptxpy.parse(path.read_bytes())
    contexts = context_of(module)
    return [
        suggest(function, contexts[function.name.name])
        for function in module.functions
        if function.body is not None
    ]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_names_of_a_file(path: Path) -> None:
    """Names are allowed, each register has one, and few want the same at one place."""
    rules = {rule.name for rule in RULES}
    for found in suggestions(path):
        spans: dict[str, list[Span]] = defaultdict(list)
        registers = [*found.names, *(each for run in found.runs for each in run.registers)]
        assert len(registers) == len({*registers})
        every = [(each.name, each.rule, each.span) for each in found.names.values()]
        every += [(run.name, run.rule, run.span) for run in found.runs]
        for name, rule, span in every:
            assert is_allowed(name)
            assert rule in rules
            spans[name].append(span)
        for own in spans.values():
            starts = [span.first for span in own]
            assert max(sum(s.first <= at <= s.last for s in own) for at in starts) <= MAX_RIVALS


def test_there_are_files() -> None:
    """The corpus is there, and names are found in it."""
    assert len(FILES) > 30
    assert any(found.names and found.runs for path in FILES for found in suggestions(path))


@given(st.one_of(st.text(), st.from_regex(r"[a-z]+[0-9]*", fullmatch=True)))
def test_an_allowed_name_is_an_identifier(name: str) -> None:
    """Nothing that means something else in Python is a name, and nothing spelled as a register."""
    if is_allowed(name):
        assert name.isidentifier()
        assert name.isascii()
        assert not keyword.iskeyword(name)
        assert not hasattr(builtins, name)


@pytest.mark.parametrize(
    "name",
    [
        "r12",
        "rd3",
        "fd1",
        "p1",
        "r",
        "p",
        "SP",
        "range",
        "match",
        "print",
        "__x",
        "a.b",
        "é",
        "1x",
        "",
    ],
)
def test_names_that_are_refused(name: str) -> None:
    """Registers, keywords, built-ins and what is no plain identifier."""
    assert not is_allowed(name)


@pytest.mark.parametrize("name", ["tid", "i", "x_ptr", "param_0", "acc", "r12_ptr", "X"])
def test_names_that_are_allowed(name: str) -> None:
    """Plain words."""
    assert is_allowed(name)
