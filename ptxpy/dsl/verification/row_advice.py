"""Advice for messages about an operator on several registers, which computes none of those."""

from __future__ import annotations

import ast
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any, Final

from ptxpy.dsl.tracing.calling_expressions import calling_expressions, calling_frame

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FrameType

__all__ = ["row_problem"]

_CHAINS: Final = (ast.BinOp, ast.UnaryOp, ast.Compare)
_COUNTERS: Final = ("i", "j", "k", "at", "place")
_ELEMENT: Final = "each"


def row_problem(row: Any, symbol: str) -> str:
    """Return the message for an operator, or a view, of several registers."""
    frame = calling_frame()
    around = calling_expressions(frame)
    node = around[0] if around else None
    count = "n" if getattr(row, "count", 0) is None else str(len(row))
    shown = "-" if symbol == "neg" else symbol
    if isinstance(node, ast.AugAssign):
        instead = _in_place(node, count, frame)
        return f"{shown}= computes one value, and here are {count} registers: write {instead}"
    chain = _chain(around)
    known = f"{shown} computes one value, and here are {count} registers: write"
    if chain is None and symbol.startswith("."):
        base = node.value if isinstance(node, ast.Attribute) else ast.Name("x")
        return f"{known} {ast.unparse(ast.Subscript(base, ast.Constant(0)))}{symbol} for the first"
    made = None if chain is None else _comprehension(chain, frame)
    if made is None:
        computed = f"-{_ELEMENT}" if symbol == "neg" else f"{_ELEMENT} {symbol} y"
        made = f"[{computed} for {_ELEMENT} in x]"
    return f"{known} {made}, a list, which registers take as in x[0:{count}] = […]"


def _in_place(node: ast.AugAssign, count: str, frame: FrameType | None) -> str:
    """Return the loop for `x *= 3` with several registers as `x`."""
    counter = _free(frame)
    base: ast.expr = node.target
    first, ends = "", count
    if isinstance(base, ast.Subscript) and isinstance(base.slice, ast.Slice):
        lower = base.slice.lower
        base = base.value
        if isinstance(lower, ast.Constant) and type(lower.value) is int and count.isdecimal():
            first = str(lower.value or "")
            ends = f"{first}, {lower.value + int(count)}" if first else count
        elif lower is not None:
            first = ast.unparse(lower)
            ends = f"{first}, {first} + {count}"
    value = node.value
    if _is_row(value, frame):
        at = ast.parse(f"{counter} - {first}" if first else counter, mode="eval").body
        value = ast.Subscript(value, at)
    element = ast.Subscript(base, ast.Name(counter))
    made = ast.unparse(ast.AugAssign(element, node.op, value))
    return f"for {counter} in range({ends}): {made}"


def _free(frame: FrameType | None) -> str:
    """Return a name for a counter that a function does not use."""
    used = () if frame is None else frame.f_code.co_varnames
    return next((name for name in _COUNTERS if name not in used), "element")


def _chain(around: Sequence[ast.AST]) -> ast.AST | None:
    """Return the largest operator around an operator or a view, with the operators in it."""
    found = None
    for each in around:
        if isinstance(each, _CHAINS):
            found = each
        elif not isinstance(each, ast.Attribute):
            break
    return found


def _comprehension(chain: ast.AST, frame: FrameType | None) -> str | None:
    """Return the list of an operator on each of some registers."""
    rows: list[ast.expr] = []

    class Elements(ast.NodeTransformer):
        """Puts the name of an element in the place of each row."""

        def visit(self, node: ast.AST) -> ast.AST:
            """Return the name of an element for a row, else the node with its parts visited."""
            if isinstance(node, ast.expr) and _is_row(node, frame):
                rows.append(node)
                return ast.Name(f"<{len(rows) - 1}>")
            return self.generic_visit(node)

    text = ast.unparse(Elements().visit(ast.parse(ast.unparse(chain), mode="eval").body))
    if not rows:
        return None
    used = {each.id for each in ast.walk(chain) if isinstance(each, ast.Name)}
    letters = [each for each in ascii_lowercase if each not in used]
    names = [_ELEMENT] if len(rows) == 1 else letters[: len(rows)]
    for at, name in enumerate(names):
        text = text.replace(f"<{at}>", name)
    shown = [ast.unparse(row) for row in rows]
    source = shown[0] if len(rows) == 1 else f"zip({', '.join(shown)})"
    return f"[{text} for {', '.join(names)} in {source}]"


def _is_row(node: ast.expr, frame: FrameType | None) -> bool:
    """Return whether an expression is several values."""
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        return True
    if isinstance(node, ast.List | ast.Tuple | ast.ListComp):
        return True
    if frame is None or not isinstance(node, ast.Name):
        return False
    value = frame.f_locals.get(node.id, frame.f_globals.get(node.id))
    return isinstance(value, tuple | list) or hasattr(value, "hw_order")
