"""Questions about expressions of generated Python that the other modules ask."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

__all__ = [
    "is_truth",
    "iterations",
    "label_name",
    "line_span",
    "name_path",
    "names_in",
    "only_names",
    "opcode_of",
    "root_name",
]


def iterations(iterated: ast.expr) -> int:
    """Return how often a loop of Python runs; once if that is not plain to see."""
    match iterated:
        case ast.Call(func=ast.Name(id="range"), args=arguments):
            try:
                return len(range(*map(ast.literal_eval, arguments)))
            except (TypeError, ValueError):
                return 1
        case ast.Call(func=ast.Name(id="enumerate"), args=[counted]):
            return iterations(counted)
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            return len(elements)
    return 1


def name_path(node: ast.expr) -> list[str]:
    """Return the words of `ptx.mad.lo.s32` or `ptx.inst["mad.lo"]`, or nothing for all else."""
    words: list[str] = []
    while True:
        match node:
            case ast.Attribute(value=inner, attr=word):
                node = inner
            case ast.Subscript(value=inner, slice=ast.Constant(value=str(word))):
                node = inner
            case ast.Name(id=word):
                return [word, *(word for word in reversed(words) if word != "inst")]
            case _:
                return []
        words.append(word)


def opcode_of(path: Sequence[str]) -> str:
    """Return the opcode of a path: `async` of `["ptx", "async_", "s32"]`."""
    return path[1].partition(".")[0].strip("_") if len(path) > 1 else "other"


def root_name(node: ast.expr) -> str:
    """Return the name that an expression begins with, or "" if there is none."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


def names_in(node: ast.AST) -> Iterator[str]:
    """Yield the names in a node, the targets of an assignment for instance."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name):
            yield inner.id


def only_names(target: ast.expr) -> bool:
    """Return whether the target of an assignment consists of Python's names."""
    elements = target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
    return all(isinstance(element, ast.Name) for element in elements)


def is_truth(node: ast.expr) -> bool:
    """Whether an expression is True or False."""
    return isinstance(node, ast.Constant) and isinstance(node.value, bool)


def label_name(node: ast.expr) -> str:
    """Return the name of a label, or its number, or the text of the expression for it."""
    inner = node.slice if isinstance(node, ast.Subscript) and root_name(node) == "L" else node
    return str(inner.value) if isinstance(inner, ast.Constant) else ast.unparse(inner)


def line_span(node: ast.expr | ast.keyword | ast.stmt) -> range:
    """Return the lines of a node."""
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)
