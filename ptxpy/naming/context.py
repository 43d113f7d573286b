"""The names that a module has for what its functions mention."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.analysis import SymbolTable
from ptxpy.debug_info import debug_names
from ptxpy.demangle import demangled
from ptxpy.ir import nodes as n
from ptxpy.naming.facts import Context

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["context_of"]


def context_of(module: n.Module) -> dict[str, Context]:
    """Return the context of each function with a body, by its exact name.

    A generator that gives parameters and variables other names replaces `Context.symbols`.
    """
    debug = debug_names(module)
    names = SymbolTable()
    names.declare(module.body)
    variables = dict(_variables(module.body))
    found: dict[str, Context] = {}
    for function in module.functions:
        if function.body is None:
            continue
        known = debug.get(function.name.name)
        symbols = {**variables, **dict(_variables(function.body))}
        for position, parameter in enumerate(function.parameters or ()):
            exact = parameter.declarator.name.name
            told = known.parameters[position] if known and known.parameters else ""
            own = exact if exact.isidentifier() and not _is_made_up(exact, function) else ""
            symbols[exact] = told or own or f"param_{position}"
        found[function.name.name] = Context(symbols, known, names)
    return found


def _is_made_up(parameter: str, function: n.Function) -> bool:
    """Return whether a compiler made the name of a parameter from that of the function."""
    return parameter.startswith(f"{function.name.name}_param_")


def _variables(body: tuple[n.Node, ...]) -> Iterator[tuple[str, str]]:
    for statement in body:
        if type(statement) is n.Variable and statement.space != ".reg":
            for declarator in statement.declarators:
                exact = declarator.name.name
                yield exact, demangled(exact).name
