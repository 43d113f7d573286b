"""The comments in a gap, and LLVM's comments on loops."""

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
    """Return whether a text consists of white space and comments only."""
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
LOOP_COMMENT_KINDS = tuple(_LOOP_COMMENTS)
"""The kinds of comments that `loop_comment` writes."""

_LOOPS = {"in": "in", "This": "header", "Parent": "parent", "Child": "child"}


def loop_comment(what: str, depth: int, block: str) -> str:
    """Return LLVM's comment on the loop of a block, without the delimiter.

    `what` is `in`, `header` or `inner` for the block's own loop, and `parent` or `child` for a
    loop around or inside it.
    """
    return _LOOP_COMMENTS[what].format(block=block, depth=depth, indent="  " * (depth - 1))


def parse_loop_comment(text: str) -> tuple[str, int, str] | None:
    """Return the arguments for which `loop_comment` returns a text, or `None`."""
    match = _LOOP_COMMENT.match(text)
    if match is None:
        return None
    arguments = ("inner" if match[2] else _LOOPS[match[1]], int(match[4]), match[3] or "")
    return arguments if loop_comment(*arguments) == text else None
