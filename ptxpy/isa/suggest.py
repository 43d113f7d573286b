"""Suggestions for misspelt words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["format_choice", "format_words", "nearest", "nearest_shapes"]

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


_NUMBER: Final = re.compile(r"\d+")


def nearest_shapes(wrong: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return the known words that differ in their numbers alone, those with the nearest first.

    Only words with several numbers are shapes; of others the number says less than the spelling.

    >>> nearest_shapes(".m64n12k16", [".m64n192k16", ".m64n8k16", ".m64n16k16", ".m64n16k32"])
    ('.m64n8k16', '.m64n16k16', '.m64n16k32', '.m64n192k16')
    """
    numbers = [int(number) for number in _NUMBER.findall(wrong)]
    if len(numbers) < 2:  # noqa: PLR2004 - several
        return ()
    form = _NUMBER.sub("#", wrong)

    def distance(word: str) -> int:
        own = map(int, _NUMBER.findall(word))
        return sum(abs(one - other) for one, other in zip(numbers, own, strict=True))

    return tuple(sorted((word for word in known if _NUMBER.sub("#", word) == form), key=distance))
