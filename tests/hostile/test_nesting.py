"""Deep nesting and long chains: a clear error or success, at any depth."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.hostile.support import HEADER, accepted, function

DEPTHS = (1, 10, 16, 17, 60, 100, 127, 128, 129, 200, 1000, 20_000)

NESTED: dict[str, Callable[[int], str]] = {
    "scopes": lambda n: function("{" * n + "}" * n),
    "scopes on lines": lambda n: function("{\n" * n + "ret;\n" + "}\n" * n),
    "scopes that open": lambda n: function("{" * n),
    "scopes that close": lambda n: function("}" * n),
    "braces alone": lambda n: "{" * n,
    "parentheses": lambda n: function(f"\tadd.s32 %r1, {'(' * n}1{')' * n}, 2;"),
    "parentheses that open": lambda n: function(f"\tadd.s32 %r1, {'(' * n}1;"),
    "parentheses in a value": lambda n: f"{HEADER}.global .u32 x = {'(' * n}1{')' * n};\n",
    "vectors": lambda n: function(f"\tmov.b32 %r1, {'{' * n}%r2{'}' * n};"),
    "addresses": lambda n: function(f"\tld.b32 %r1, {'[' * n}%r2{']' * n};"),
    "initial values": lambda n: f"{HEADER}.global .u32 x[1] = {'{' * n}1{'}' * n};\n",
    "subscripts": lambda n: function(f"\tmov.b32 %r1, {'x[' * n}1{']' * n};"),
    "applications": lambda n: f"{HEADER}.global .u64 x = {'generic(' * n}y{')' * n};\n",
    "casts": lambda n: f"{HEADER}.global .u64 x = {'(.s64)' * n}1;\n",
    "minus": lambda n: f"{HEADER}.global .u32 x = {'-' * n}1;\n",
    "not": lambda n: function(f"\tadd.s32 %r1, {'!' * n}%p1, 1;"),
    "complement": lambda n: function(f"\tadd.s32 %r1, {'~' * n}x, 1;"),
    "sum": lambda n: f"{HEADER}.global .u32 x = 1{'+1' * n};\n",
    "sum of an address": lambda n: function(f"\tld.u32 %r1, [%rd1{'+4' * n}];"),
    "products": lambda n: function(f"\tmov.u32 %r1, x{'*2' * n};"),
    "divisions": lambda n: function(f"\tmov.u32 %r1, x{' / 2' * n};"),
    "alternatives": lambda n: function(f"\tmov.u32 %r1, %r1{'|%r1' * n};"),
    "conditions": lambda n: f"{HEADER}.global .u32 x = {'1?' * n}1{':2' * n};\n",
    "conditions behind": lambda n: f"{HEADER}.global .u32 x = 1{'?1:2' * n};\n",
    "comparisons": lambda n: f"{HEADER}.global .u32 x = 1{'<2' * n};\n",
    "dimensions": lambda n: f"{HEADER}.global .u32 x{'[2]' * n};\n",
    "dimensions of a parameter": lambda n: f"{HEADER}.entry k(.param .b8 x{'[2]' * n}) {{ }}\n",
    "attribute arguments": lambda n: (
        f"{HEADER}.global .attribute(.m({'(' * n}1{')' * n})) .u32 x;\n"
    ),
    "coordinates": lambda n: function(f"\ttex.1d.v4 %r1, [t, {{{'(' * n}%r1{')' * n}}}];"),
    "section data": lambda n: f"{HEADER}.section .x {{ .b8 1{'+1' * n} }}\n",
    "alignment": lambda n: f"{HEADER}.global .align {'-' * n}4 .u32 x;\n",
}


@pytest.mark.parametrize("kind", NESTED)
def test_any_depth(kind: str) -> None:
    """No depth crashes; what is deeper than something that is refused is refused too."""
    verdicts = []
    for depth in DEPTHS:
        text = NESTED[kind](depth)
        if len(text) < 2_000_000:
            verdicts.append(accepted(text))
    assert verdicts == sorted(verdicts, reverse=True)


@pytest.mark.parametrize(
    ("kind", "depth"),
    [
        ("scopes", 50),
        ("parentheses", 50),
        ("minus", 50),
        ("sum", 50),
        ("vectors", 8),
        ("initial values", 8),
    ],
)
def test_reasonable_depth(kind: str, depth: int) -> None:
    """What people write is far from the limits."""
    assert accepted(NESTED[kind](depth))


def test_a_hundred_thousand_braces() -> None:
    """The issue's example."""
    assert not accepted(HEADER + "{" * 100_000)
    assert not accepted(function("{" * 100_000))
    assert not accepted(function("{" * 50_000 + "}" * 50_000))


def test_many_is_not_deep() -> None:
    """Lists may be long."""
    assert accepted(function("{}" * 3000))
    assert accepted(function(f"\tfoo.b32 {', '.join(['%r1'] * 3000)};"))
    assert accepted(f"{HEADER}.global .u32 x[9] = {{{', '.join(map(str, range(5000)))}}};\n")
    assert accepted(
        f"{HEADER}.entry k({', '.join(f'.param .u32 p{i}' for i in range(300))}) {{ }}\n"
    )
    assert accepted(f"{HEADER}.target {', '.join(['sm_90'] * 500)}\n")
    assert accepted(function(f"\tadd{'.x' * 1000} %r1, %r2;"))
