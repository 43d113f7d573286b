"""Edits of a program that an import over it does not keep, besides those of statements."""

from __future__ import annotations

import io
import tokenize
from collections import Counter
from difflib import SequenceMatcher

__all__ = ["lost_comments", "returned_lines"]


def lost_comments(edited: str, written: str, python: str) -> list[tuple[int, str]]:
    """Return the comments of a reader, with their lines, that a new program does not have.

    Args:
        edited: The program that is replaced.
        written: The program as an import had written it.
        python: The new program.
    """
    own = Counter(text for _, text in _comments(written))
    new = Counter(text for _, text in _comments(python))
    found = []
    for line, text in _comments(edited):
        if own[text]:
            own[text] -= 1
        elif new[text]:
            new[text] -= 1
        else:
            found.append((line, text))
    return found


def _comments(program: str) -> list[tuple[int, str]]:
    """Return the comments of a program, without margins, and the lines that they are on."""
    tokens = tokenize.generate_tokens(io.StringIO(program).readline)
    return [
        (token.start[0], token.string)
        for token in tokens
        if token.type == tokenize.COMMENT and not token.string.startswith("#:")
    ]


def returned_lines(edited: str, written: str, python: str) -> list[tuple[int, str]]:
    """Return the lines that a reader has deleted and a new program has again, with their numbers.

    The numbers are those of the program as it was written; the arguments as for `lost_comments`.
    """
    # A margin or a comment is no part of the statement before it.
    before, after, new = (
        [line.partition("  #")[0].strip() for line in each.splitlines()]
        for each in (written, edited, python)
    )
    counts = Counter(new)
    counts.subtract(after)
    found = []
    for tag, first, last, _, _ in SequenceMatcher(
        None, before, after, autojunk=False
    ).get_opcodes():
        if tag != "delete":
            continue
        for number in range(first, last):
            text = before[number]
            if text and counts[text] > 0:
                found.append((number + 1, text))
    return found
