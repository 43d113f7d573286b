"""Aliases of anything but a function that the module defines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.check.diagnostic import Diagnostic
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.check.context import ModuleContext

__all__ = ["check_aliases"]

_CODE: Final = "PTX031"


def check_aliases(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report aliases that ptxas cannot resolve."""
    found = [(ordinal, item) for ordinal, item in context.items if type(item) is n.Alias]
    if not found:
        return
    functions: dict[str, n.Function] = {}
    variables: set[str] = set()
    for item in context.module.body:
        if type(item) is n.Function and (item.body is not None or item.name.name not in functions):
            functions[item.name.name] = item
        elif type(item) is n.Variable:
            variables.update(declarator.name.name for declarator in item.declarators)
    seen: set[str] = set()
    for ordinal, alias in found:
        name, target = alias.name.name, alias.target.name
        if name in seen:
            yield Diagnostic(_CODE, f"{name} is already an alias", ordinal, ("name", name))
            continue
        seen.add(name)
        if context.is_unparsed(name) or context.is_unparsed(target):
            continue
        message, word = _problem(name, target, functions, variables)
        if message:
            yield Diagnostic(_CODE, message, ordinal, ("name", word))


def _problem(
    name: str, target: str, functions: dict[str, n.Function], variables: set[str]
) -> tuple[str, str]:
    for word in (name, target):
        if word in variables:
            return f"{word} is a variable; only a function can have an alias", word
    if name == target:
        return f"{name} cannot be an alias of itself", name
    function = functions.get(target)
    if function is None:
        return "", ""  # reported by the rule on undeclared names
    for linkage in (".extern", ".weak"):
        if linkage in function.linkage:
            return f"{target} is {linkage}, so it cannot have an alias", target
    if function.body is None:
        return f"{target} has no body here, so it cannot have an alias", target
    return "", ""
