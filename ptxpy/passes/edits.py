"""Editing of a module: statements are replaced, removed and inserted by ordinal.

The gaps around them are merged, split and cleaned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, cast

from ptxpy.analysis import count_statements
from ptxpy.ir import AnyStatement
from ptxpy.ir import nodes as n
from ptxpy.styles import ASM_BEGIN, State, StatementKind, comments_in, style_of

__all__ = ["edit_statements", "indent_like", "merge_gaps", "remove_comments", "split_gap"]


def _comments(gap: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each comment of a gap."""
    end = 0
    # Most gaps are white space alone, and the search for a sign is faster than reading comments.
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
    # `// begin inline asm` must stay right before the statement that it opens.
    at = gap.rfind(ASM_BEGIN)
    line = gap.rfind("\n", 0, at) if at >= 0 else -1
    if line < 0:
        return gap, indent_like(gap)
    return f"{gap[:line]}{indent_like(gap)}", gap[line:]


def _trailing_end(gap: str) -> int:
    """Return where the comments on the line of the statement before a gap end; 0 without any."""
    trailing_end = 0
    for start, end in _comments(gap):
        if "\n" in gap[trailing_end:start]:
            break
        trailing_end = end
    return trailing_end


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
    trailing_end = _trailing_end(following)
    rest = following[trailing_end:]
    # The next statement is on the line of the removed one, and takes its gap.
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
    # Without any gap, two tokens could become one.
    return text or (" " if gap else "")


_BODIES = frozenset({n.Function, n.Scope, n.Section})


def edit_statements(module: n.Module, edits: Mapping[int, Sequence[AnyStatement]]) -> n.Module:
    """Return a module in which some statements are replaced by others.

    The comments before a removed statement move to the next statement. A trailing comment of a
    removed statement is removed with it; that of a statement which others are inserted behind,
    `(node, added)`, stays on its line.

    Args:
        module: The module.
        edits: The replacements of a statement, by its ordinal among `ptxpy.ir.statements` of the
            module. An empty sequence removes the statement with its body. The last replacement of a
            statement with a body is its new head; the body stays and may be edited itself.

    Returns:
        The new module, or the same object if nothing changes.

    Raises:
        IndexError: The module has no statement of that ordinal.
        TypeError: A replacement is no sequence of statements.
    """
    if not edits:
        return module
    for number, given in edits.items():
        _check_replacement(number, given)
    line = style_of(module).rows[State.BODY][0][StatementKind.INSTRUCTION] or "\n\t"
    stack = [_OpenBody(module, module.body, "\n")]
    ordinal = 0
    while True:
        here = stack[-1]
        node = next(here.statements, None)
        if node is None:
            stack.pop()
            closed: Any = here.build()
            if not stack:
                unknown = [number for number in edits if not 0 <= number < ordinal]
                if unknown:
                    msg = f"there is no statement {unknown[0]}: the ordinals end at {ordinal - 1:,}"
                    raise IndexError(msg)
                return cast("n.Module", closed)
            stack[-1].out.append(closed)
            continue
        new = edits.get(ordinal)
        ordinal += 1
        if type(node) not in _BODIES or node.body is None:
            here.replace(node, (node,) if new is None else new)
        elif new is not None and not new:
            here.replace(node, ())
            # The statements inside a removed one have ordinals, too.
            ordinal += count_statements(node) - 1
        else:
            first, *rest = (node,) if new is None else new
            *others, head = here.with_gap(first), *rest
            here.out.extend(others)
            stack.append(_OpenBody(head, node.body, line))


def _check_replacement(number: int, given: object) -> None:
    """Raise `TypeError` unless it is a sequence of statements; a node is a tuple of its fields."""
    if isinstance(given, n.Node):
        msg = f"the replacement of statement {number} is a node; write ({type(given).__name__}(…),)"
        raise TypeError(msg)
    if given is None:
        msg = f"the replacement of statement {number} is None; write () to remove the statement"
        raise TypeError(msg)
    if isinstance(given, str):
        msg = (
            f"the replacement of statement {number} is a text; write "
            f"ptxpy.syntax.parse_statements({given!r})"
        )
        raise TypeError(msg)
    for each in cast("Sequence[object]", given):
        if not isinstance(each, n.Node):
            msg = f"a replacement of statement {number} is {each!r}, which is no statement"
            raise TypeError(msg)


class _OpenBody:
    """A module, or a statement with a body, whose new body is being built."""

    def __init__(self, head: Any, statements: Sequence[Any], line: str) -> None:  # noqa: ANN401
        self.head = head
        self.line = line
        """The gap before a statement on a line of its own."""
        self.behind: int | None = None
        """The index in `out` of the first insertion directly behind the last statement."""
        self.statements: Iterator[Any] = iter(statements)
        self.out: list[Any] = []
        self.removed: tuple[str | None, ...] = ()
        """The gap before the statements removed since the last one that stays; empty if none."""

    def with_gap(self, node: Any) -> Any:  # noqa: ANN401
        """Return a statement with the gap that it has after the removed statements before it."""
        gap = self._following(node.before)
        return node if gap == node.before else node.replace(before=gap)

    def _following(self, gap: str | None) -> str | None:
        """Return the gap before the next statement behind removed or inserted ones."""
        if self.removed:
            gap = merge_gaps(self.removed[0], gap)
            self.removed = ()
        behind, self.behind = self.behind, None
        if behind is None or gap is None:
            return gap
        # A comment on the line of the statement before the inserted ones stays on that line.
        trailing_end = _trailing_end(gap)
        if not trailing_end or "\n" not in gap[trailing_end:]:
            return gap
        inserted = self.out[behind]
        own = inserted.before
        if own is None or not own.lstrip(" \t").startswith("\n"):
            own = self.line
        self.out[behind] = inserted.replace(before=gap[:trailing_end] + own)
        return gap[trailing_end:]

    def replace(self, old: Any, new: Sequence[Any]) -> None:  # noqa: ANN401
        """Replace a statement by others, or remove it."""
        if not new:
            gap = merge_gaps(self.removed[0], old.before) if self.removed else old.before
            self.removed = (gap,)
            return
        self.out.append(self.with_gap(new[0]))
        self.out.extend(new[1:])
        if len(new) == 1:
            return
        kept = old.replace(before=None)
        for index, node in enumerate(new[:-1], len(self.out) - len(new)):
            if type(node) is type(old) and node.replace(before=None) == kept:
                self.behind = index + 1

    def build(self) -> Any:  # noqa: ANN401
        """Return the module or statement with its new body."""
        head = self.head
        if self.removed:
            closing = merge_gaps(self.removed[0], head.closing, "\n")
        else:
            closing = self._following(head.closing)
        body = tuple(self.out)
        # Bodies are compared by identity: equality would walk through all statements.
        same = len(body) == len(head.body) and all(map(_is, body, head.body))
        return (
            head if same and closing == head.closing else head.replace(body=body, closing=closing)
        )


def _is(first: object, second: object) -> bool:
    return first is second
