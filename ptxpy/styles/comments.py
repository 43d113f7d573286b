"""Gaps taken apart: white space and comments."""

from __future__ import annotations

from ptxpy.ir.patterns import compile_pattern

_COMMENT_TEXT = (
    r"//[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/"
    r"|#[ \t]*+(?:line)?+[ \t]*+[0-9]++[ \t]++\"[^\"\n]*+\"(?:[ \t]++[0-9]++)*+[ \t\r\f]*+\n"
)
_COMMENT = compile_pattern(_COMMENT_TEXT)


def comments_in(gap: str) -> list[str]:
    """Return the comments of a gap in order, with their delimiters."""
    return _COMMENT.findall(gap)


_GAP = compile_pattern(rf"(?:[ \t\r\n\f\x1a\x00\ufeff]|{_COMMENT_TEXT})*+")


def is_gap(text: str) -> bool:
    """Return whether a text is white space and comments only."""
    return _GAP.fullmatch(text) is not None


_LOOP_COMMENTS = {
    "in": "  in Loop: Header={block} Depth={depth}",
    "header": "=>{indent}This Loop Header: Depth={depth}",
    "inner": "=>{indent}This Inner Loop Header: Depth={depth}",
    "parent": "{indent}  Parent Loop {block} Depth={depth}",
    "child": "{indent}  Child Loop {block} Depth {depth}",
}
_LOOP_COMMENT = compile_pattern(
    r"(?:=>)? *(in|This|Parent|Child) (Inner )?Loop(?: Header:|:)?"
    r"(?: (?:Header=)?(BB[0-9]{1,9}_[0-9]{1,9}))? Depth[= ]([1-9][0-9]{0,2})\Z"
)
LOOP_WORDS = tuple(_LOOP_COMMENTS)
"""What `loop_comment` may be about."""

_LOOPS = {"in": "in", "This": "header", "Parent": "parent", "Child": "child"}


def loop_comment(what: str, depth: int, block: str) -> str:
    """Return LLVM's comment on the loop that a block belongs to, without its delimiter.

    `what` is `in`, `header` or `inner` for the block, `parent` or `child` for another loop.
    """
    return _LOOP_COMMENTS[what].format(block=block, depth=depth, indent="  " * (depth - 1))


def read_loop_comment(text: str) -> tuple[str, int, str] | None:
    """Return the arguments with which `loop_comment` gives a text."""
    match = _LOOP_COMMENT.match(text)
    if match is None:
        return None
    arguments = ("inner" if match[2] else _LOOPS[match[1]], int(match[4]), match[3] or "")
    return arguments if loop_comment(*arguments) == text else None
