"""Tables as text."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["align_columns"]


def align_columns(rows: Sequence[Sequence[str]], left: Sequence[bool]) -> list[str]:
    """Return rows as lines of text, with aligned columns.

    Args:
        rows: The cells of each row.
        left: For each column, whether it is aligned to the left; else to the right.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            text.ljust(width) if to_left else text.rjust(width)
            for text, width, to_left in zip(row, widths, left, strict=True)
        ).rstrip()
        for row in rows
    ]
