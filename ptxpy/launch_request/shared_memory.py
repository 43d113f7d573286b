"""The static shared memory of a kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.analysis import SymbolTable, bodies, flatten
from ptxpy.analysis.references import free_names
from ptxpy.analysis.storage import variables_of
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ptxpy.analysis import Code
    from ptxpy.analysis.storage import Storage

__all__ = ["has_dynamic_shared", "static_shared"]


def static_shared(module: n.Module, kernel: n.Function) -> int:
    """Return the size of a kernel's static shared memory, in bytes.

    It contains, in order, the module's variables that the kernel uses, its own variables, and those
    of the functions that it calls, directly or indirectly. The assembler may omit some of them, or
    choose another order.
    """
    total = 0
    for storage in _used(module, kernel):
        if storage.size:
            total += -total % max(1, storage.alignment) + storage.size
    return total


def has_dynamic_shared(module: n.Module, kernel: n.Function) -> bool:
    """Return whether a kernel uses dynamic shared memory, whose size the launch sets."""
    return any(not storage.size for storage in _used(module, kernel))


def _used(module: n.Module, kernel: n.Function) -> list[Storage]:
    """Return the shared variables that a kernel uses, those of the module first."""
    outer = SymbolTable()
    outer.declare(module.body)
    functions = {body.function.name.name: body for body in reversed([*bodies(module)])}
    of_module = {storage.name: storage for storage in _shared(module.body)}
    aliases = {item.name.name: item.target.name for item in module.body if type(item) is n.Alias}
    named: set[str] = set()
    own: list[Storage] = []
    waiting = [kernel.name.name]
    while waiting:
        name = waiting.pop()
        name = aliases.get(name, name)
        if name in named:
            continue
        named.add(name)
        body = functions.get(name)
        if body is not None:
            code: Code = flatten(body.function, body.ordinal, outer)
            own += _shared(code.statements)
            waiting += free_names(code) - named
    return [storage for name, storage in of_module.items() if name in named] + own


def _shared(items: Iterable[object]) -> list[Storage]:
    """Return the shared variables among statements."""
    return [
        storage
        for item in items
        if type(item) is n.Variable and item.space == ".shared"
        for storage in variables_of(item)
    ]
