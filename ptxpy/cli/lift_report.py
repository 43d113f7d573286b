"""How much of a program has been lifted: `ptxpy import --report`."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from ptxpy.ir import nodes as n

_WIDTH = 20
_OPERATORS = ast.BinOp | ast.Compare | ast.UnaryOp | ast.Attribute | ast.Subscript | ast.Name
"""What stands on the right side of an operator, a view or an assignment of a register."""


class Kernel(NamedTuple):
    """What a function of the generated program consists of."""

    name: str
    lines: int
    counts: Counter[str]


def report(module: n.Module, python: str) -> Iterator[str]:
    """Yield a line for each function with a body, and one for what is left of its branches."""
    functions = {
        node.name: node for node in ast.parse(python).body if isinstance(node, ast.FunctionDef)
    }
    templates = {name for name, node in functions.items() if not node.decorator_list}
    generated = [node for node in functions.values() if node.decorator_list]
    defined = [item for item in module.functions if item.body is not None]
    for item, node in zip(defined, generated, strict=True):
        source = _source(item)
        counts = _counts(node, templates)
        instructions = source["instructions"]
        lines = (node.end_lineno or node.lineno) - node.lineno
        lifted = counts["operator"] + counts["template"]
        structured = source["branches"] - counts["bra"]
        yield (
            f"{node.name[:_WIDTH]:{_WIDTH}} {instructions:6,} instructions, {lines:6,} lines; "
            f"{_share(lifted, counts['statement'])} of them operators, views or named blocks; "
            f"{structured:,} of {source['branches']:,} branches structured, "
            f"{counts['label']:,} of {source['labels']:,} labels written; "
            f"{counts['name']:,} registers named"
        )


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "none"


def _source(function: n.Function) -> Counter[str]:
    counts: Counter[str] = Counter()
    pending: list[n.Node] = [*(function.body or ())]
    while pending:
        node = pending.pop()
        if isinstance(node, n.Scope):
            pending.extend(node.body)
        elif isinstance(node, n.Instruction):
            counts["instructions"] += 1
            counts["branches"] += node.opcode == "bra"
        elif isinstance(node, n.Call):
            counts["instructions"] += 1
        elif isinstance(node, n.Label):
            counts["labels"] += 1
    return counts


def _counts(function: ast.FunctionDef, templates: set[str]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            counts["statement"] += 1
            counts["operator"] += isinstance(node.value, _OPERATORS)
            counts["name"] += len(node.targets) > 1
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            counts["statement"] += 1
            called = ast.unparse(node.value.func)
            counts["template"] += called in templates
            counts["bra"] += called.startswith("ptx.bra")
            counts["label"] += called == "ptx.label"
        elif isinstance(node, ast.keyword):
            counts["label"] += node.arg == "end"
        elif isinstance(node, ast.With):
            for item in node.items:
                call = item.context_expr
                if isinstance(call, ast.Call) and ast.unparse(call.func) == "ptx.loop":
                    counts["label"] += bool(call.args) and isinstance(call.args[0], ast.Constant)
    return counts
