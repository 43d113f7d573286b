"""Suggestions for misspelt words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["format_choice", "format_words", "nearest"]

_MAX_SUGGESTIONS = 4
"""The most words that are suggested for one misspelt word."""


def nearest(wrong: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return the known words that are most similar to a wrong one, the most similar first."""
    from difflib import get_close_matches  # noqa: PLC0415 - only messages need it

    return tuple(get_close_matches(wrong, list(known), n=_MAX_SUGGESTIONS))


def format_choice(words: Sequence[str]) -> str:
    """Format words of which one is meant.

    >>> format_choice(["add", "sad", "mad"])
    'add, sad or mad'
    """
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def format_words(words: Iterable[str]) -> str:
    """Format words as a list in a message."""
    return " ".join(words)
