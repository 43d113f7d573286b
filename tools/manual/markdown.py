"""Pieces of Markdown that say exactly a text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

__all__ = ["code", "escaped", "fenced", "indexed", "table"]


def code(text: str) -> str:
    """Return a text as code within a line; also within a table."""
    longest = max(map(len, re.findall("`+", text)), default=0)
    ticks = "`" * (longest + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{pad}{' '.join(text.split())}{pad}{ticks}" if text.strip() else ""


def escaped(text: str) -> str:
    """Return plain text, in which code has backticks, as Markdown."""
    parts = re.split(r"(`[^`]+`)", text)
    return "".join(
        part if index % 2 else re.sub(r"([\\*_<>\[\]{}|#$~])", r"\\\1", part)
        for index, part in enumerate(parts)
    )


def fenced(text: str, language: str) -> str:
    """Return a block of code."""
    longest = max(map(len, re.findall("`+", text)), default=0)
    ticks = "`" * max(3, longest + 1)
    return f"{ticks}{language}\n{text.rstrip(chr(10))}\n{ticks}\n"


def indexed(word: str) -> str:
    """Return an entry of the index for what follows; the search shows it before texts."""
    return f"```{{index}} ! single: {word}\n```\n"


def table(titles: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; bars in cells are escaped."""
    lines = [titles, ["---"] * len(titles), *rows]
    return "".join(f"| {' | '.join(_cell(each) for each in line)} |\n" for line in lines)


def _cell(text: str) -> str:
    return re.sub(r"(?<!\\)\|", r"\\|", text)
