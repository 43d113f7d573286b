"""The nearest right words for a wrong one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["listed", "nearest"]

_MAX_SUGGESTIONS = 4


def nearest(wrong: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return the known words that are most like a wrong one, the most like first."""
    from difflib import get_close_matches  # noqa: PLC0415 - only messages need it

    return tuple(get_close_matches(wrong, list(known), n=_MAX_SUGGESTIONS))


def listed(words: Iterable[str]) -> str:
    """Return words as a message lists them."""
    return " ".join(words)
