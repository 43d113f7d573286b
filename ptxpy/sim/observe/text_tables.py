"""Tables as text."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["aligned"]


def aligned(rows: Sequence[Sequence[str]], left: Sequence[bool]) -> list[str]:
    """Return rows as lines, with columns of one width each.

    Args:
        rows: The cells of each row.
        left: For each column whether its cells begin at one place; else they end at one.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            text.ljust(width) if to_left else text.rjust(width)
            for text, width, to_left in zip(row, widths, left, strict=True)
        ).rstrip()
        for row in rows
    ]
