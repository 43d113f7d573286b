"""Gaps taken apart: white space and comments."""

from __future__ import annotations

import re

_COMMENT_TEXT = (
    r"//[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/"
    r"|#[ \t]*+(?:line)?+[ \t]*+[0-9]++[ \t]++\"[^\"\n]*+\"(?:[ \t]++[0-9]++)*+[ \t\r\f]*+\n"
)
_COMMENT = re.compile(_COMMENT_TEXT)


def comments_in(gap: str) -> list[str]:
    """Return the comments of a gap in order, with their delimiters."""
    return _COMMENT.findall(gap)


_GAP = re.compile(rf"(?:[ \t\r\n\f\x1a\x00\ufeff]|{_COMMENT_TEXT})*+")


def is_gap(text: str) -> bool:
    """Return whether a text is white space and comments only."""
    return _GAP.fullmatch(text) is not None
