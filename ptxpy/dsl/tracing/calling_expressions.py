"""The expressions of the user's text that Python is evaluating: for messages alone.

Python asks a value for its truth without saying whether an `if`, an `and` or a comparison of three
wants it. The text says it if it can be read; a message without the text is more general.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final

from ptxpy.dsl.margins.sources import RunningProgram, text_of

__all__ = ["called_functions", "calling_expressions", "calling_frame", "expressions_at"]

_OWN_FOLDER: Final = str(Path(__file__).parents[2])
_EXAMPLES: Final = str(Path(_OWN_FOLDER, "examples"))


def calling_frame() -> FrameType | None:
    """Return the innermost frame outside ptxpy; None without one."""
    frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 - the only way, and documented
    while frame is not None:
        name = frame.f_code.co_filename
        if not name.startswith(_OWN_FOLDER) or name.startswith(_EXAMPLES):
            return frame
        frame = frame.f_back
    return None


def calling_expressions(frame: FrameType | None) -> list[ast.AST]:
    """Return the expressions around the instruction that a frame runs, as `expressions_at`."""
    return [] if frame is None else expressions_at(frame.f_code, frame.f_lasti)


def expressions_at(code: CodeType, offset: int) -> list[ast.AST]:
    """Return the expressions around an instruction of a function, the innermost first.

    The list is empty if the text of the function's file is not there or does not parse.
    """
    # An instruction has two bytes, and `co_positions` an entry for each instruction.
    positions = islice(code.co_positions(), offset // 2, None)
    line, last, begin, end = next(positions, (None,) * 4)
    if line is None or last is None or begin is None or end is None:
        return []
    try:
        tree = ast.parse("".join(text_of(code, RunningProgram.text())))
    except (SyntaxError, ValueError):
        return []
    return [*_enclosing(tree, (line, begin), (last, end))][::-1]


def _enclosing(tree: ast.AST, first: tuple[int, int], stop: tuple[int, int]) -> Iterator[ast.AST]:
    """Yield the nodes whose text contains a part of the program, the outermost first."""
    inner = [*_children(tree)]
    while inner:
        found = [
            node
            for node in inner
            if (node.lineno, node.col_offset) <= first
            and stop <= (node.end_lineno, node.end_col_offset)
        ]
        # Expressions beside each other do not overlap: one at most contains the place.
        yield from found[:1]
        inner = [*_children(found[0])] if found else []


def _children(node: ast.AST) -> Iterator[Any]:
    """Yield the nodes within a node that have a place in the text."""
    for child in ast.iter_child_nodes(node):
        if hasattr(child, "lineno"):
            yield child
        else:  # as the `for` of a comprehension
            yield from _children(child)


def called_functions() -> list[str]:
    """Return the names of functions around the instruction that runs, without their modules."""
    found = []
    for node in calling_expressions(calling_frame()):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", None) or getattr(node.func, "attr", None)
            if name:
                found.append(name)
    return found
