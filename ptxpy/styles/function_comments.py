"""The comments that NVVM and LLVM write before a function: `// .globl name`.

The comment of the first function with a body is directly after `.address_size`, before the
declarations and variables of the module. Every other comment is directly before its function.
"""

from __future__ import annotations

from ptxpy.ir import nodes as n
from ptxpy.styles.kinds import State, StatementKind
from ptxpy.styles.trivia_state import TriviaState

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


def predict_leading_gap(layout: TriviaState, kind: StatementKind, node: n.Node | None) -> str:
    """Predict the gap before a function or before the first item after the header."""
    if layout.state is State.HEADER:
        name, linkage = layout.first_function or ("", ())
        comment = linkage_comment(name, linkage)
        gap = f"\n\n{comment}\n" if comment else "\n\n"
        if kind is StatementKind.FILE:
            return gap + "\t"
        return gap + "\n" if comment and kind is StatementKind.FUNCTION else gap
    if kind is StatementKind.FUNCTION and isinstance(node, n.Function):
        if layout.functions_defined == 0:
            return "\n\n"
        comment = linkage_comment(node.name.name, node.linkage)
        return f"\n{comment}\n" if comment else "\n"
    return "\n"


def count_functions(layout: TriviaState, kind: StatementKind, _node: n.Node | None) -> None:
    """Count the functions that have a body."""
    if kind is StatementKind.FUNCTION:
        layout.functions_defined += 1
