"""The mistakes of nodes that cannot be used, in sentences for their authors.

Nodes are not checked when they are made, as a parser makes a hundred thousand. So the
printer or a check fails at a wrong one, and only then is it looked for.
"""

from __future__ import annotations

import re
from functools import cache
from inspect import get_annotations
from typing import Any, get_args

from ptxpy.ir import nodes as n

__all__ = ["find_wrong_field"]

_OPERAND_HINT = 'write ir.Register("%r1"), ir.Symbol("name") or ir.Literal("1")'


@cache
def _classes(annotation: str) -> frozenset[str]:
    """Return the names of the classes that an annotation of a field allows."""
    found: set[str] = set()
    for word in re.findall(r"\w+", annotation):
        alias = getattr(n, word, None)
        members = get_args(alias)
        found.update(member.__name__ for member in members if hasattr(member, "__name__"))
        found.add("tuple" if word == "Gaps" else word)
    return frozenset(found)


def find_wrong_field(root: n.Node) -> str | None:
    """Return a sentence on the first field whose value is of a wrong type; None without any."""
    stack: list[Any] = [root]
    while stack:
        node = stack.pop()
        cls = type(node)
        annotations = get_annotations(cls)
        inner: list[Any] = []
        for name, value in zip(cls.fields, node, strict=True):
            allowed = _classes(str(annotations[name]))
            many = "tuple[" in str(annotations[name]) or "Gaps" in str(annotations[name])
            given = "None" if value is None else type(value).__name__
            if given not in allowed or (many and given == "str"):
                return _sentence(cls.__name__, name, value, annotations[name])
            if many and value is not None:
                for item in value:
                    if type(item).__name__ not in allowed - {"tuple"} and name != "within":
                        return _sentence(cls.__name__, name, item, annotations[name], "holds")
                    if isinstance(item, n.Node):
                        inner.append(item)
            elif isinstance(value, n.Node):
                inner.append(value)
        stack.extend(reversed(inner))
    return None


def _sentence(owner: str, field: str, value: object, wanted: object, verb: str = "is") -> str:
    hint = ""
    if owner == "Literal":
        hint = f"; write ir.Literal({str(value)!r})"
    elif field == "modifiers" and isinstance(value, str):
        hint = f"; write ({value!r},)"
    elif re.search(r"\bOperand\b|\bRegister\b", str(wanted)) and isinstance(value, str | int):
        hint = f"; {_OPERAND_HINT}"
    elif "tuple[" in str(wanted) and isinstance(value, list):
        hint = "; write a tuple, tuple(…)"
    return f"{owner}.{field} {verb} {value!r}, but is of type {wanted}{hint}"
