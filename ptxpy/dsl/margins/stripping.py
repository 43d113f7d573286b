"""A program without its margins: it means the same, but for the names of registers."""

from __future__ import annotations

import io
import tokenize

from ptxpy.dialect import MARGIN_MARK

__all__ = ["strip_margins"]


def strip_margins(text: str) -> str:
    """Return a Python program without the margins behind its statements.

    Every comment that begins with `#:` and stands behind code is left out, with the blanks before
    it; strings and all other comments stay as they are. Raises `SyntaxError` or
    `tokenize.TokenError` for a text that is no Python.
    """
    if MARGIN_MARK not in text:
        return text
    lines = text.splitlines(keepends=True) if "\r" in text else [*io.StringIO(text)]
    source = iter(lines)
    for token in tokenize.generate_tokens(lambda: next(source, "")):
        if token.type != tokenize.COMMENT or not token.string.startswith(MARGIN_MARK):
            continue
        number, column = token.start
        line = lines[number - 1]
        code = line[:column].rstrip()
        if code:
            lines[number - 1] = code + line[column + len(token.string) :]
    return "".join(lines)
