"""Corpus files with other white space and comments between their tokens."""

from __future__ import annotations

from random import Random

import ptxpy
from fuzzing.cases import BrokenLawError
from fuzzing.laws import check, parsed
from fuzzing.lexing import tokens
from fuzzing.sources import excerpt, small_file
from fuzzing.spacing import join
from ptxpy.ir.layout import without_layout

STILL_PTX = "what is spaced otherwise is still PTX"
SAME_NODES = "what is spaced otherwise has the same IR but for its layout"


def respaced(source: bytes, rng: Random) -> bytes:
    """Return a text with the same tokens and other gaps."""
    found = tokens(source.decode("utf-8", "surrogateescape"))
    density = rng.choice((0.0, 0.01, 0.1, 0.5, 1.0))
    return join(found, rng, density).encode("utf-8", "surrogateescape")


def random_source(rng: Random) -> bytes:
    """Return a small corpus file or, more often, part of one."""
    return small_file(rng) if rng.random() < 0.15 else excerpt(rng)


def check_respaced(source: bytes, text: bytes) -> None:
    """Check the properties of a text with random gaps."""
    before, after = parsed(source), parsed(text)
    if isinstance(after, ptxpy.PtxSyntaxError):
        raise BrokenLawError(STILL_PTX, str(after), source=text)
    check(text, compare=False, prove=True)
    if isinstance(before, ptxpy.PtxSyntaxError):
        raise BrokenLawError(STILL_PTX, f"the source is none: {before}", source=source)
    if without_layout(before).body != without_layout(after).body:
        raise BrokenLawError(SAME_NODES, "they differ", source=text)
