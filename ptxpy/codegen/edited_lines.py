"""The lines of an edited program whose PTX a module has, and those whose PTX it lacks."""

from __future__ import annotations

import ast
import warnings
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any, Final

from ptxpy._records import NamedTuple
from ptxpy.codegen.proof import PROGRAM_NAME, checked_tree, restricted_namespace
from ptxpy.dsl import UnknownInstructionWarning, trace_python
from ptxpy.ir import statements

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ptxpy.ir import nodes as n

__all__ = ["EditedLines", "compare_lines"]

MAX_STATEMENTS: Final = 20_000
"""The most statements that are compared: matching takes long."""


class EditedLines(NamedTuple):
    """The lines of an edited program whose PTX a module has."""

    is_whole: bool
    """Whether it is the module of the program."""
    found: frozenset[int] = frozenset()
    """The first lines of Python statements all of whose PTX the module has."""


def compare_lines(python: str, module: n.Module) -> EditedLines | None:
    """Run an edited program, and return which of its lines a module has.

    It runs as a program does that is proved, and only if the dialect allows all that it says: None
    for any other, for one that fails, and for one that is too long.
    """
    try:
        tree = checked_tree(python)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UnknownInstructionWarning)
            traced = trace_python(
                python, filename=PROGRAM_NAME, check=False, namespace=restricted_namespace()
            )
    except Exception:  # noqa: BLE001 - an edited program may fail in any way
        return None
    if traced.module == module:
        return EditedLines(is_whole=True)
    own, others = [*map(_key, statements(traced.module))], [*map(_key, statements(module))]
    if max(len(own), len(others)) > MAX_STATEMENTS:
        return None
    first = _first_lines(tree)
    lines = [first.get(line, line) for line in traced.lines]
    matcher = SequenceMatcher(None, own, others, autojunk=False)
    missing = _lines_of(
        lines,
        (
            at
            for tag, begin, end, _, _ in matcher.get_opcodes()
            if tag != "equal"
            for at in range(begin, end)
        ),
    )
    return EditedLines(is_whole=False, found=frozenset(lines) - missing)


def _lines_of(lines: list[int], ordinals: Iterable[int]) -> frozenset[int]:
    return frozenset([lines[at] for at in ordinals])


def _key(node: Any) -> Any:  # noqa: ANN401 - nodes of any kind
    """Return a key that equal statements share: the statement, or the head of a block."""
    return node.replace(body=()) if getattr(node, "body", None) else node


def _first_lines(tree: ast.Module) -> dict[int, int]:
    """Return the first line of the statement of Python that each line belongs to."""
    return {
        line: each.lineno
        for each in ast.walk(tree)
        if isinstance(each, ast.stmt) and not hasattr(each, "body")
        for line in range(each.lineno, (each.end_lineno or each.lineno) + 1)
    }
