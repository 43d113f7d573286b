"""The patterns that are derived from the grammar's terminals match what these match."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ptxpy.dialect import spelling
from ptxpy.ir.patterns import compile_pattern
from ptxpy.syntax import lark_parser, terminal_patterns

GRAMMAR = {
    terminal.name: terminal.pattern.to_regexp()
    for terminal in lark_parser.make_parser(["module"]).terminals
}
DERIVED = sorted(name for name in GRAMMAR if hasattr(terminal_patterns, name))
PIECES = st.sampled_from(
    [
        *"aAbefxUZ019.:$_%-+\"'/*# \t\n[]",
        "::",
        "0x",
        "0f3F800000",
        "/*",
        "*/",
        "//",
        "call",
        ".const",
    ]
)
TEXTS = st.lists(PIECES, max_size=12).map("".join)


def test_none_is_missing() -> None:
    """Every terminal that has a pattern has a derived one."""
    assert len(DERIVED) > 15
    whole = re.compile(terminal_patterns.TERMINALS)
    assert set(DERIVED) < set(whole.groupindex)


@pytest.mark.parametrize("name", DERIVED)
@given(st.data())
def test_same_matches(name: str, data: st.DataObject) -> None:
    """What a terminal matches, its derived pattern does, and as much of what follows it."""
    original = re.compile(GRAMMAR[name])
    derived = compile_pattern(getattr(terminal_patterns, name))
    text = data.draw(st.one_of(TEXTS, st.from_regex(original).map(lambda found: found[:60])))
    for start in range(len(text)):
        expected = original.match(text, start)
        found = derived.match(text, start)
        assert (found and found.span()) == (expected and expected.span())


@pytest.mark.parametrize(
    ("pattern", "right", "wrong"),
    [
        (spelling.OPCODE, ["add", "%x", "_1", "$"], ["%", "1a", "a.b", ""]),
        (spelling.MODIFIER, [".u32", ".a::b", ".const[2]", ".2d"], ["u32", ".x[0]", ".", ".a::"]),
        (spelling.NAME, ["a", "$L__1"], ["%r1", "1a", "a b"]),
        (
            spelling.NUMBER,
            ["-1", "0x1fU", "0f3F800000", "1.5e-3", "017"],
            ["0f0", "08", "1.5U", "-"],
        ),
    ],
)
def test_spellings(pattern: re.Pattern[str], right: list[str], wrong: list[str]) -> None:
    """The tracer takes what is one token of PTX, and nothing else."""
    assert all(pattern.match(text) for text in right)
    assert not any(pattern.match(text) for text in wrong)
