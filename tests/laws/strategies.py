"""Random PTX for the laws."""

from __future__ import annotations

import keyword
from random import Random

from fuzzing.grammar import random_module
from fuzzing.lexing import LexError, tokens
from fuzzing.sources import excerpt, identity_case
from fuzzing.spellings import NAMES
from hypothesis import strategies as st

HEADER = ".version 9.0\n.target sm_90\n.address_size 64\n\n"

SEEDS = st.integers(0, 2**32)


def randomly(seed: int) -> Random:
    """Return random numbers for a seed."""
    return Random(seed)  # noqa: S311 - repeatable


def from_grammar(seed: int) -> bytes:
    """Return a random module."""
    return random_module(randomly(seed)).encode("utf-8", "surrogateescape")


def from_corpus(seed: int) -> bytes:
    """Return part of a corpus file."""
    return excerpt(randomly(seed))


def from_cases(seed: int) -> bytes:
    """Return an identity case."""
    return identity_case(randomly(seed))


SOURCES = st.one_of(SEEDS.map(from_corpus), SEEDS.map(from_cases), SEEDS.map(from_grammar))
"""PTX as bytes; what comes from the grammar may be refused for its meaning."""

CORPUS_SOURCES = st.one_of(SEEDS.map(from_corpus), SEEDS.map(from_cases))

IDENTIFIERS = st.one_of(
    st.sampled_from([name for name in NAMES if name != "_"]),
    st.sampled_from([*keyword.kwlist, *keyword.softkwlist]).filter(lambda name: name != "_"),
    st.from_regex(r"[A-Za-z][A-Za-z0-9_$]{0,12}|[_$][A-Za-z0-9_$]{1,12}", fullmatch=True),
)
"""Names of PTX: any but the sink `_`."""

SUFFIXES = st.from_regex(r"[A-Za-z0-9_$]{1,10}", fullmatch=True)
"""What stands behind the percent sign of a register."""


def is_one_word(text: str) -> bool:
    """Return whether a text is an identifier for the grammar, and no keyword of it."""
    try:
        return [token.terminal for token in tokens(text)] == ["IDENT"]
    except LexError:
        return False
