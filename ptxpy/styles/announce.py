"""The comments with which NVVM and LLVM announce a function, and where they stand.

The first function that has a body is announced before the declarations and variables of the
module, directly behind `.address_size`; every other one where it stands.
"""

from __future__ import annotations

from ptxpy.ir import nodes as n
from ptxpy.styles.kinds import Kind, State
from ptxpy.styles.trivia_state import TriviaState

DEMOTED = "\n\t// demoted variable\n\t"
"""The gap before a variable that was moved from the module into the only function using it."""

HEADER_KINDS = (Kind.GLOBAL, Kind.DECLARATION, Kind.FUNCTION, Kind.FILE, Kind.ALIAS)
"""What may follow the header."""


def linkage_comment(name: str, linkage: tuple[str, ...]) -> str:
    """Return the line that announces a function with linkage, or ""."""
    if ".visible" in linkage:
        return f"\t// .globl\t{name}"
    if ".weak" in linkage:
        return f"\t// .weak\t{name}"
    return ""


def lead(layout: TriviaState, kind: Kind, node: n.Node | None) -> str:
    """Predict the gap before a function, and before what follows the header."""
    if layout.state is State.HEADER:
        name, linkage = layout.first or ("", ())
        comment = linkage_comment(name, linkage)
        gap = f"\n\n{comment}\n" if comment else "\n\n"
        if kind is Kind.FILE:
            return gap + "\t"
        return gap + "\n" if comment and kind is Kind.FUNCTION else gap
    if kind is Kind.FUNCTION and isinstance(node, n.Function):
        if layout.defined == 0:
            return "\n\n"
        comment = linkage_comment(node.name.name, node.linkage)
        return f"\n{comment}\n" if comment else "\n"
    return "\n"


def count(layout: TriviaState, kind: Kind, _node: n.Node | None) -> None:
    """Keep count of the functions that have a body."""
    if kind is Kind.FUNCTION:
        layout.defined += 1
