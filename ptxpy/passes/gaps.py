"""Gaps that are joined, divided and cleaned where statements come and go."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ptxpy.styles.comments import comments_in
from ptxpy.styles.style import ASM_BEGIN

__all__ = ["divided", "indentation", "joined", "uncommented"]


def _comments(gap: str) -> Iterator[tuple[int, int]]:
    """Yield where the comments of a gap begin and end."""
    end = 0
    for comment in comments_in(gap) if "/" in gap or "#" in gap else ():
        start = gap.index(comment, end)
        end = start + len(comment)
        yield start, end


def indentation(gap: str | None) -> str | None:
    """Return the gap of a new statement that stands like the one behind a gap, without comments.

    `None`, which leaves it to the style, for `None`.
    """
    if gap is None:
        return None
    _, newline, last = gap.rpartition("\n")
    return f"\n{last}" if newline and not last.strip(" \t") else " "


def divided(gap: str | None) -> tuple[str | None, str | None]:
    """Return the gaps before a new statement and before the one that it is put in front of.

    Comments stay before the new one, but where inline assembly begins.
    """
    if gap is None:
        return None, None
    at = gap.rfind(ASM_BEGIN)
    line = gap.rfind("\n", 0, at) if at >= 0 else -1
    if line < 0:
        return gap, indentation(gap)
    return f"{gap[:line]}{indentation(gap)}", gap[line:]


def joined(removed: str | None, following: str | None, line: str = "\n\t") -> str | None:
    """Return the gap before a statement when the one before it has been removed.

    Comments before the removed statement stay, and so do those on lines between the two. A comment
    behind the removed one, on its line, goes with it.

    Args:
        removed: The gap before the statement that has been removed.
        following: The gap between it and the next statement, or brace, or the end.
        line: What leads to the next statement from a comment, where the style laid that out.
    """
    kept = ""
    for _, end in _comments(removed or ""):
        kept = (removed or "")[:end]
    if following is None:
        return f"{kept}{line}" if kept else None
    behind = 0
    for start, end in _comments(following):
        if "\n" in following[behind:start]:
            break
        behind = end
    rest = following[behind:]
    if "\n" not in rest:
        return removed
    if kept or comments_in(rest):
        return kept + rest
    if removed is None:
        return None if behind else rest
    return removed[: max(0, removed.rfind("\n"))] + rest[rest.rindex("\n") :]


def uncommented(gap: str, unwanted: Callable[[str], bool]) -> str:
    """Return a gap without some of its comments, and without the lines that held nothing else."""
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
