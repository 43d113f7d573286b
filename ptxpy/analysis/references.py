"""References of functions to variables and functions of the module, direct and through callees."""

from __future__ import annotations

from operator import or_
from typing import TYPE_CHECKING

from ptxpy.analysis.dataflow import solve
from ptxpy.analysis.registers import add_names
from ptxpy.ir import children
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ptxpy.analysis.code import Code

__all__ = ["free_names", "propagate_facts"]

_STATEMENTS = frozenset({n.Instruction, n.Call, n.TargetList})


def free_names(code: Code) -> frozenset[str]:
    """Return the names in the operands of a function that the function does not declare itself."""
    names_by_scope: list[list[str]] = [[] for _ in code.levels]
    for statement, scope in zip(code.statements, code.scopes, strict=True):
        if type(statement) in _STATEMENTS:
            for operand in children(statement):
                add_names(operand, names_by_scope[scope])
    return frozenset(
        name
        for scope, names in enumerate(names_by_scope)
        for name in set(names)
        if code.levels[scope].names.local(name) is None
    )


def propagate_facts(
    direct: Mapping[str, Iterable[str]], own: Mapping[str, int], starts: Iterable[str]
) -> dict[str, int]:
    """Return the facts of functions, each with the facts of all names that it refers to.

    References through other functions count.

    Args:
        direct: For each function with a body, `free_names` its code; for an alias, its target.
        own: The facts of single names, as bits.
        starts: The functions to begin with; the result also has all names that they refer to.
    """
    order = _postorder(direct, starts)
    indices = {name: index for index, name in enumerate(order)}
    users: list[list[int]] = [[] for _ in order]
    for name in order:
        for inner in direct.get(name, ()):
            users[indices[inner]].append(indices[name])
    facts = [own.get(name, 0) for name in order]
    # Facts flow from a name to those that refer to it, also around cycles of functions.
    solve(facts, range(len(order)), users.__getitem__, lambda _, state: state, or_)
    return dict(zip(order, facts, strict=True))


def _postorder(direct: Mapping[str, Iterable[str]], starts: Iterable[str]) -> list[str]:
    """Return all reachable names in postorder: except in cycles, each after its references."""
    order: list[str] = []
    seen: set[str] = set()
    for start in starts:
        if start in seen:
            continue
        seen.add(start)
        stack = [(start, iter(direct.get(start, ())))]
        while stack:
            name, inner = stack[-1]
            following = next((other for other in inner if other not in seen), None)
            if following is None:
                order.append(name)
                stack.pop()
            else:
                seen.add(following)
                stack.append((following, iter(direct.get(following, ()))))
    return order
