"""White space, line breaks and comments between tokens, at random."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random

from fuzzing.lexing import Token, merge, same_tokens

_SPACES = (" ", "\n", "\t", "  ", "\n\n", "\r\n", "\n\t", "\f", "\r", " \n \n", "\x1a")
COMMON_SPACES = 6
"""The number of common spaces at the start of the list; the others are rare in real files."""

_COMMENTS = (
    "// x\n",
    "//\n",
    "//x\r\n",
    "/**/",
    "/* x */",
    "/* %r1 = { ; } */",
    "/***/",
    "/* a\n * b\n */",
    "// begin inline asm\n",
    "// end inline asm\n",
    "// callseq 3, 0\n",
    "// callseq 3\n",
    "// %bb.2:\n",
    "// -- Begin function f\n",
    "// -- End function\n",
    "// @f\n",
    '# 1 "x.cu"\n',
    '#line 7 "a b" 1\n',
    "/* \"\"\" \\ ''' */",
    "// \\\n",
    "// */\n",
    "/* // */",
    "// \N{RIGHT-TO-LEFT OVERRIDE}\u2028\x85 \udcff\n",
    '/* print("x") # { */',
)


def gap(rng: Random) -> str:
    """Return white space and comments, seldom much."""
    parts = [_part(rng)]
    while rng.random() < 0.2:
        parts.append(_part(rng))
    return "".join(parts)


def _part(rng: Random) -> str:
    chance = rng.random()
    if chance < 0.75:
        return rng.choice(_SPACES[:COMMON_SPACES])
    if chance < 0.85:
        return rng.choice(_SPACES)
    return rng.choice(_COMMENTS)


def join(tokens: Sequence[Token], rng: Random, density: float) -> str:
    """Join tokens: with nothing, or, with the probability `density`, with random gaps.

    Where two tokens would become one, there is always a gap. The text has exactly these tokens.
    """
    if not tokens:
        return gap(rng)
    gaps = [_between(left, right, rng, density) for left, right in _pairs(tokens)]
    first = gap(rng) if rng.random() < density else ""
    last = gap(rng) if rng.random() < 0.5 else rng.choice(("", "\n"))
    text = _text(tokens, gaps, first, last)
    if not same_tokens(text, tokens):  # three in a row that grow together: `.a` `:` `:b`
        text = _text(tokens, [found or " " for found in gaps], first, last)
    if not same_tokens(text, tokens):
        text = _text(tokens, [" "] * len(gaps), "", "")
    return text


def _pairs(tokens: Sequence[Token]) -> list[tuple[Token, Token]]:
    return list(pairwise(tokens))


def _between(left: Token, right: Token, rng: Random, density: float) -> str:
    if rng.random() < density:
        found = gap(rng)
        return f" {found}" if left.text.endswith("/") and found.startswith("/") else found
    return " " if merge(left, right) else ""


def _text(tokens: Sequence[Token], gaps: Sequence[str], first: str, last: str) -> str:
    parts = [first]
    for token, between in zip(tokens, [*gaps, last], strict=True):
        parts += (token.text, between)
    return "".join(parts)
