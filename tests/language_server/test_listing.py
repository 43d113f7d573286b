"""What an edit reads anew of a text."""

from __future__ import annotations

import random

import pytest

from ptxpy.language_server.listing import Listing
from ptxpy.language_server.source_text import SourceText

LINE = "\tadd.s32 \t%r{0}, %r{1}, {2};  // {2}\n"
MOST_BLOCKS = 4
"""How many blocks an edit may cut anew: the one before it, its own, and a half of each."""


def text_of(lines: int) -> str:
    """Return a kernel of lines of any length."""
    generator = random.Random(7)  # noqa: S311 - any numbers will do
    body = "".join(
        LINE.format(*(generator.randrange(10 ** generator.randrange(1, 6)) for _ in range(3)))
        for _ in range(lines)
    )
    return f".version 8.0\n.target sm_90\n.entry k()\n{{\n{body}}}\n"


@pytest.mark.parametrize("typed", ["\tmad.lo.s32 %r1, %r2, 4, %r3;\n" * 4, "{ a: ret; }\n/* b */"])
def test_an_edit_leaves_other_blocks(typed: str) -> None:
    """Whatever is typed, only the blocks around it are cut anew, and all is as if read at once."""
    text = text_of(1500)
    listing = Listing.of(SourceText(text))
    at = text.index("\n", len(text) // 3) + 1
    grown = []
    for character in typed:
        text = text[:at] + character + text[at:]
        at += 1
        before = {id(block) for block in listing.blocks}
        listing = listing.changed(SourceText(text))
        # What a comment that is open swallows is read as a comment.
        if "/*" not in text or "*/" in text:
            grown.append(sum(id(block) not in before for block in listing.blocks))
        assert "".join(block.text for block in listing.blocks) == text
    assert max(grown[:-1]) <= MOST_BLOCKS
    fresh = Listing.of(SourceText(text))
    assert [each.text for each in listing.statements()] == [
        each.text for each in fresh.statements()
    ]


def test_blocks_stay_small() -> None:
    """A block that grows is cut in two, and blocks of which nearly all is deleted are joined."""
    text = text_of(1500)
    listing = Listing.of(SourceText(text))
    at = text.index("\n", len(text) // 3) + 1
    for number in range(250):
        text = text[:at] + LINE.format(number, 2, 3) + text[at:]
        listing = listing.changed(SourceText(text))
    assert max(len(block.text) for block in listing.blocks) < 10_000
    many = len(listing.blocks)
    while len(text) - at > 5_000:
        text = text[:at] + text[text.index("\n", at + 200) + 1 :]
        listing = listing.changed(SourceText(text))
    assert len(listing.blocks) < many / 2 + MOST_BLOCKS
    assert min(len(block.text) for block in listing.blocks[:-1]) > 0
