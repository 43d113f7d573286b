"""The calls of helpers: their signatures, with the types that a stub can name."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from inspect import Parameter
from typing import Any

_STARS: dict[Any, str] = {Parameter.VAR_POSITIONAL: "*", Parameter.VAR_KEYWORD: "**"}
_BUILTIN = {"Any", "None", "bool", "bytes", "dict", "float", "int", "list", "str", "tuple"}
RESULTS = frozenset({"Emitted", "Number", "Predicate"})
"""Results that helpers name, which the stubs have."""


class Imports:
    """What the stubs import, by module; the types that helpers return are added."""

    def __init__(self) -> None:
        """Begin with what all stubs need."""
        self.names: dict[str, set[str]] = {}

    def add(self, module: str, *names: str) -> None:
        """Import names of a module."""
        self.names.setdefault(module, set()).update(names)

    def text(self) -> str:
        """Return the import statements."""
        ours = {module for module in self.names if module.startswith("ptxpy.")}
        return "\n\n".join(
            "\n".join(
                f"from {module} import {', '.join(sorted(self.names[module]))}" for module in part
            )
            for part in (sorted({*self.names} - ours), sorted(ours))
        )


def helper_call(function: Callable[..., Any], owner: str, imports: Imports) -> str:
    """Return the parameters and the result of a helper's `__call__`, `self` being the owner."""
    parameters = [*inspect.signature(function).parameters.values()]
    parts = [f"self: {owner}" if owner else "self"]
    named = [Parameter.VAR_POSITIONAL, Parameter.KEYWORD_ONLY]
    for position, parameter in enumerate(parameters):
        if parameter.kind is Parameter.KEYWORD_ONLY and (
            position == 0 or parameters[position - 1].kind not in named
        ):
            parts.append("*")
        parts.append(_parameter(parameter, imports))
    return f"({', '.join(parts)}) -> {_returned(function, imports)}"


def _parameter(parameter: Parameter, imports: Imports) -> str:
    kind = _type(parameter.annotation, {}, imports) or "Any"
    text = f"{_STARS.get(parameter.kind, '')}{parameter.name}: {kind}"
    default = parameter.default
    if default is Parameter.empty:
        return text
    plain = default is None or isinstance(default, bool | int | float | str)
    return f"{text} = {default!r}" if plain else f"{text} = ..."


def _returned(function: Callable[..., Any], imports: Imports) -> str:
    """Return the type that a helper returns; of a generator made one, the context manager."""
    innermost = inspect.unwrap(function)
    known = innermost.__globals__ if inspect.isfunction(innermost) else {}
    kind = _type(inspect.signature(function).return_annotation, known, imports) or "Any"
    if innermost is not function and inspect.isgeneratorfunction(innermost):
        first = kind.partition("[")[2].rstrip("]").split(", ")[0] or "Any"
        imports.add("contextlib", "AbstractContextManager")
        return f"AbstractContextManager[{first}]"
    return kind


def _type(annotation: object, known: dict[str, Any], imports: Imports) -> str | None:
    """Return an annotation as the stubs write it, `None` where a name in it is not to be had."""
    text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "None")
    if annotation is Parameter.empty:
        return None
    tree = ast.parse(text, mode="eval")
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) or isinstance(getattr(node, "value", None), str):
            return None
        if isinstance(node, ast.Name) and node.id not in _BUILTIN | RESULTS:
            meant = known.get(node.id)
            module = meant.__module__ if isinstance(meant, type) else ""
            if not module.startswith(("ptxpy.", "collections.abc", "contextlib")):
                return None
            if module.startswith("ptxpy.") and node.id not in imports.names.get(module, ()):
                imports.add(module, f"{node.id} as _{node.id}")  # a class here may have the name
                node.id = f"_{node.id}"
            else:
                imports.add(module, node.id)
    return ast.unparse(tree)
