"""The reference: plain Lark on the whole file, and where ptxpy is deliberately stricter."""

from __future__ import annotations

from lark import UnexpectedInput

from fuzzing.plain_lark import read_plainly
from ptxpy import PtxSyntaxError
from ptxpy.ir import nodes as n
from ptxpy.syntax.node_factories import FillError

STRICTER = {
    "the file is empty": "a file of white space alone is a mistake, not a module",
    "a declaration needs a state space and a type": "the grammar cannot tell specifiers apart",
    "a function needs a name": "`_` is no name",
    "an opcode where an operand should be": "the grammar has one terminal for `ld.u32` and `v.x`",
    "not the name of a component": "the grammar takes any name",
    "an expression nested deeper than": "trees are walked recursively: a limit instead of a crash",
    "scopes nested deeper than": "the grammar has no limit",
    "a statement of more than": "a limit on memory",
}
"""The start of each message about text that only plain Lark accepts, with the reason."""


def accepts(text: str) -> bool:
    """Return whether plain Lark parses a text to valid nodes."""
    return items(text) is not None


def items(text: str) -> tuple[n.Node, ...] | None:
    """Return the items that plain Lark parses, without layout; `None` if it rejects the text."""
    try:
        found = read_plainly(text)
    except (UnexpectedInput, FillError):
        return None
    return None if any(map(_is_unended_kernel, found)) else found


def _is_unended_kernel(item: n.Node) -> bool:
    """Whether an item is what the grammar cannot tell from the declaration of a function."""
    return isinstance(item, n.Function) and item.kind == ".entry" and not item.semicolon


def is_stricter(error: PtxSyntaxError) -> bool:
    """Return whether an error is deliberate; later errors may be its consequences."""
    return error.problems[0].message.startswith(tuple(STRICTER))
