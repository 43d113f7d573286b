"""Names that nothing can be declared by, and names of special registers outside of functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.check.declarations import of_function
from ptxpy.check.diagnostic import Diagnostic
from ptxpy.ir import nodes as n
from ptxpy.isa import is_special

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ptxpy.check.context import FunctionContext, ModuleContext

__all__ = ["check_declared_names"]

_SIGN: Final = "$"
_SINK: Final = "_"
_CONSTANT: Final = "WARP_SZ"
_LISTS: Final = frozenset({"prototype", ".branchtargets", ".calltargets"})


def check_declared_names(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report names that cannot be declared: `$`, and those of special registers in a module.

    A function may declare a special register anew. Other uses of `_` and of `WARP_SZ` are left to
    the rules on placement and on duplicates.
    """
    for ordinal, item in context.items:
        for name in _names_of_item(item):
            if name == _SIGN or is_special(name):
                yield _unusable(name, ordinal)
        if type(item) is n.Function and item.body is None:
            yield from _unusable_names(_of_parameters(item.parameters, item.returns), ordinal)
    for function in context.functions:
        yield from _in_function(function)


def _in_function(function: FunctionContext) -> Iterator[Diagnostic]:
    code = function.code
    for declaration, _ in of_function(code):
        place = declaration.place
        ordinal = code.ordinals[place] if place >= 0 else function.ordinal
        name = declaration.name
        is_function = declaration.kind == "function"
        if (
            name == _SIGN
            or (name == _SINK and declaration.kind in _LISTS)
            or (is_function and (name == _CONSTANT or is_special(name)))
        ):
            yield _unusable(name, ordinal)
        node = declaration.node
        if type(node) is n.CallPrototype:
            yield from _unusable_names(_of_parameters(node.parameters, node.returns), ordinal)


def _names_of_item(item: n.Node) -> list[str]:
    if type(item) is n.Variable:
        return [declarator.name.name for declarator in item.declarators]
    return [item.name.name] if type(item) is n.Function or type(item) is n.Alias else []


def _of_parameters(*lists: tuple[n.Parameter, ...] | None) -> list[str]:
    return [parameter.declarator.name.name for each in lists for parameter in each or ()]


def _unusable_names(names: Iterable[str], ordinal: int) -> Iterator[Diagnostic]:
    for name in names:
        if name in (_SIGN, _CONSTANT):
            yield _unusable(name, ordinal)


def _unusable(name: str, ordinal: int) -> Diagnostic:
    message = {
        _SIGN: "$ alone is not a name",
        _SINK: "_ stands for no value, and is not a name",
        _CONSTANT: f"{_CONSTANT} is already declared, as a constant of PTX",
    }.get(name, f"{name} is a special register, which only a function can declare anew")
    return Diagnostic("PTX021", message, ordinal, ("name", name), "give it another name")
