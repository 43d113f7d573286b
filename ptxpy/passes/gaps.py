"""Merging, splitting and cleaning of gaps where statements are inserted and removed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ptxpy.styles.comments import comments_in
from ptxpy.styles.style import ASM_BEGIN

__all__ = ["indent_like", "merge_gaps", "remove_comments", "split_gap"]


def _comments(gap: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each comment of a gap."""
    end = 0
    for comment in comments_in(gap) if "/" in gap or "#" in gap else ():
        start = gap.index(comment, end)
        end = start + len(comment)
        yield start, end


def indent_like(gap: str | None) -> str | None:
    """Return the gap of a new statement, indented like the statement after `gap`.

    Returns `None`, for the gap of the style, if `gap` is `None`.
    """
    if gap is None:
        return None
    _, newline, last = gap.rpartition("\n")
    return f"\n{last}" if newline and not last.strip(" \t") else " "


def split_gap(gap: str | None) -> tuple[str | None, str | None]:
    """Split a gap for a new statement; return the gaps before the new and before the old one.

    Comments stay before the new statement, except the one that begins inline assembly.
    """
    if gap is None:
        return None, None
    at = gap.rfind(ASM_BEGIN)
    line = gap.rfind("\n", 0, at) if at >= 0 else -1
    if line < 0:
        return gap, indent_like(gap)
    return f"{gap[:line]}{indent_like(gap)}", gap[line:]


def merge_gaps(removed: str | None, following: str | None, line: str = "\n\t") -> str | None:
    """Return the gap before a statement after the statement before it has been removed.

    Comments before the removed statement stay, and so do comments on lines of their own after it. A
    trailing comment of the removed statement is removed.

    Args:
        removed: The gap before the removed statement.
        following: The gap after it, before the next statement, brace or end of file.
        line: The line break after a comment that stays, if the style determines `following`.
    """
    kept = ""
    for _, end in _comments(removed or ""):
        kept = (removed or "")[:end]
    if following is None:
        return f"{kept}{line}" if kept else None
    trailing_end = 0
    for start, end in _comments(following):
        if "\n" in following[trailing_end:start]:
            break
        trailing_end = end
    rest = following[trailing_end:]
    if "\n" not in rest:
        return removed
    if kept or comments_in(rest):
        return kept + rest
    if removed is None:
        return None if trailing_end else rest
    return removed[: max(0, removed.rfind("\n"))] + rest[rest.rindex("\n") :]


def remove_comments(gap: str, unwanted: Callable[[str], bool]) -> str:
    """Return a gap without unwanted comments, and without the lines that become empty."""
    pieces: list[str] = []
    done = 0
    for start, end in _comments(gap):
        pieces.append(gap[done:start])
        done = start
        if not unwanted(gap[start:end]):
            continue
        done = end
        before = pieces[-1].rstrip(" \t")
        pieces[-1] = before.removesuffix("\n") if gap[end : end + 1] == "\n" else before
    text = "".join(pieces) + gap[done:]
    return text or (" " if gap else "")
