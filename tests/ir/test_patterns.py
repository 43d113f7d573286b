"""Possessive groups match alike on every Python: checked against a small matcher."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ptxpy.ir.patterns import compile_pattern, with_atomic_groups

ROOT = Path(__file__).parents[2]

BOUNDS = {"*": (0, 99), "+": (1, 99), "?": (0, 1), "{2}": (2, 2), "{1,2}": (1, 2), "{2,}": (2, 99)}
"""The minimum and maximum number of repetitions, by quantifier."""


@dataclass(frozen=True)
class Tree:
    """A pattern: its text, and its parts by kind."""

    text: str
    kind: str = "character"
    parts: tuple[Tree, ...] = ()
    quantifier: str = ""


def row(first: Tree, second: Tree) -> Tree:
    """Return one pattern after the other."""
    return Tree(f"{first.text}{second.text}", "row", (first, second))


def either(first: Tree, second: Tree) -> Tree:
    """Return one pattern or the other."""
    return Tree(f"(?:{first.text}|{second.text})", "either", (first, second))


def repeated(part: Tree, quantifier: str, *, possessive: bool) -> Tree:
    """Return repetitions of a pattern."""
    text = f"(?:{part.text}){quantifier}{'+' if possessive else ''}"
    return Tree(text, "possessive" if possessive else "greedy", (part,), quantifier)


TREES = st.recursive(
    st.sampled_from("abc").map(Tree),
    lambda smaller: st.one_of(
        st.builds(row, smaller, smaller),
        st.builds(either, smaller, smaller),
        st.builds(repeated, smaller, st.sampled_from(list(BOUNDS)), possessive=st.booleans()),
    ),
    max_leaves=7,
)


def ends(tree: Tree, text: str, start: int) -> Iterator[int]:
    """Yield the ends of the matches from a position, in the order in which they are tried."""
    if tree.kind == "character":
        if text.startswith(tree.text, start):
            yield start + 1
    elif tree.kind == "row":
        for middle in ends(tree.parts[0], text, start):
            yield from ends(tree.parts[1], text, middle)
    elif tree.kind == "either":
        for part in tree.parts:
            yield from ends(part, text, start)
    else:
        found = repetitions(tree.parts[0], text, start, *BOUNDS[tree.quantifier])
        yield from found if tree.kind == "greedy" else kept(tree, text, start)


def kept(tree: Tree, text: str, start: int) -> Iterator[int]:
    """Yield the end of possessive repetitions: each iteration takes its first match."""
    least, most = BOUNDS[tree.quantifier]
    end = start
    for count in range(most):
        after = next(ends(tree.parts[0], text, end), None)
        if after is None and count < least:
            return
        if after is None or (after == end and count >= least):
            break
        end = after
    yield end


def repetitions(part: Tree, text: str, start: int, least: int, most: int) -> Iterator[int]:
    """Yield the ends of greedy repetitions; after the minimum, empty iterations end them."""
    if most:
        for middle in ends(part, text, start):
            if middle != start or least:
                yield from repetitions(part, text, middle, max(least - 1, 0), most - 1)
    if least == 0:
        yield start


@given(TREES, st.text("abc", max_size=12))
@settings(max_examples=500)
def test_matches_as_written(tree: Tree, text: str) -> None:
    """The compiled pattern and the form for old Pythons match like the reference matcher."""
    expected = next(ends(tree, text, 0), None)
    for pattern in (compile_pattern(tree.text), re.compile(with_atomic_groups(tree.text))):
        match = pattern.match(text)
        assert (match and match.end()) == expected, (tree.text, text)


@pytest.mark.parametrize(
    ("pattern", "portable"),
    [
        ("(?:ab?c)*+", "(?>(?:ab?c)*)"),
        ("(?:(?:a|bc)?+d){1,3}+", "(?>(?:(?>(?:a|bc)?)d){1,3})"),
        ("(?P<name>ab)++", "(?>(?P<name>ab)+)"),
        ("[(]*+[)]*+", "[(]*+[)]*+"),
        (r"\(a\)*+[]()]++[^])]?+", r"\(a\)*+[]()]++[^])]?+"),
        ("(ab)*?(ab)+", "(ab)*?(ab)+"),
    ],
)
def test_rewritten(pattern: str, portable: str) -> None:
    """Possessive groups alone are rewritten, not characters and classes."""
    assert with_atomic_groups(pattern) == portable
    assert with_atomic_groups(pattern.encode()) == portable.encode()


def test_example() -> None:
    """The shortest pattern that old Pythons match wrongly."""
    match = compile_pattern("(?:ab?c)*+").match("abcab")
    assert match is not None
    assert match.group() == "abc"


POSSESSIVE_GROUP = re.compile(r"\)(?:[*+?]|\{[0-9]*,?[0-9]*\})\+")


def test_one_place() -> None:
    """A module with possessive groups compiles patterns by `compile_pattern` only."""
    found = set()
    for path in [*ROOT.glob("ptxpy/**/*.py"), *ROOT.glob("tools/**/*.py")]:
        source = path.read_text(encoding="utf-8")
        if POSSESSIVE_GROUP.search(source) and path.name != "patterns.py":
            calls = [
                ast.unparse(c.func) for c in ast.walk(ast.parse(source)) if type(c) is ast.Call
            ]
            assert "re.compile" not in calls, path
            found.add(path.name)
    assert "statement_splitting.py" in found
    assert not POSSESSIVE_GROUP.search((ROOT / "grammar" / "ptx.lark").read_text(encoding="utf-8"))
