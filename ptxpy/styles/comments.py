"""Comments: those in a gap, LLVM's on loops, and `// .globl name` before a function.

NVVM and LLVM write the comment of the first function with a body directly after `.address_size`,
before the declarations and variables of the module, and every other one directly before its
function.
"""

from __future__ import annotations

import re
from functools import cache

from ptxpy.ir import compile_pattern
from ptxpy.ir import nodes as n
from ptxpy.styles.kinds import State, StatementKind, TriviaState

_COMMENT_TEXT = (
    r"//[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/"
    r"|#[ \t]*+(?:line)?+[ \t]*+[0-9]++[ \t]++\"[^\"\n]*+\"(?:[ \t]++[0-9]++)*+[ \t\r\f]*+\n"
)
_COMMENT = compile_pattern(_COMMENT_TEXT)


def comments_in(gap: str) -> list[str]:
    """Return the comments of a gap in order, with their delimiters."""
    return _COMMENT.findall(gap)


@cache
def _gap() -> re.Pattern[str]:
    return compile_pattern(rf"(?:[ \t\r\n\f\x1a\x00\ufeff]|{_COMMENT_TEXT})*+")


def is_gap(text: str) -> bool:
    """Return whether a text consists of white space and comments only."""
    return _gap().fullmatch(text) is not None


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
    # Only a comment that the style would write itself, blank for blank, needs no text of its own.
    arguments = ("inner" if match[2] else _LOOPS[match[1]], int(match[4]), match[3] or "")
    return arguments if loop_comment(*arguments) == text else None


DEMOTED = "\n\t// demoted variable\n\t"
"""The gap before a variable that was moved from the module into the only function using it."""

HEADER_KINDS = (
    StatementKind.GLOBAL,
    StatementKind.DECLARATION,
    StatementKind.FUNCTION,
    StatementKind.FILE,
    StatementKind.ALIAS,
)
"""The kinds of items that may follow the header."""


def linkage_comment(name: str, linkage: tuple[str, ...]) -> str:
    """Return the comment line that states the linkage of a function, or ""."""
    if ".visible" in linkage:
        return f"\t// .globl\t{name}"
    if ".weak" in linkage:
        return f"\t// .weak\t{name}"
    return ""


def names_function(gap: str | None, name: str) -> bool:
    """Return whether a comment of a gap is that by which a producer names a function."""
    if gap is None or name not in gap:
        return False
    for comment in comments_in(gap):
        words = comment.split()
        if words[1:3] in ([".globl", name], [".weak", name]) or words[-3:] == [
            "Begin",
            "function",
            name,
        ]:
            return True
    return False


def predict_leading_gap(layout: TriviaState, kind: StatementKind, node: n.Node | None) -> str:
    """Predict the gap before a function or before the first item after the header."""
    if layout.state is State.HEADER:
        name, linkage = layout.first_function or ("", ())
        # nvcc writes the comment of the first function before the variables of the module.
        comment = linkage_comment(name, linkage)
        gap = f"\n\n{comment}\n" if comment else "\n\n"
        if kind is StatementKind.FILE:
            return gap + "\t"
        return gap + "\n" if comment and kind is StatementKind.FUNCTION else gap
    if kind is StatementKind.FUNCTION and isinstance(node, n.Function):
        if layout.functions_defined == 0:
            return "\n\n"
        comment = ""
        if layout.function_comments:
            comment = linkage_comment(node.name.name, node.linkage)
        return f"\n{comment}\n" if comment else "\n"
    return "\n"


def count_functions(layout: TriviaState, kind: StatementKind, _node: n.Node | None) -> None:
    """Count the functions that have a body."""
    if kind is StatementKind.FUNCTION:
        layout.functions_defined += 1
