"""Declarations of names: impossible names, names declared twice, and aliases.

A name may be declared twice in a module if the declarations agree.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.analysis import (
    SymbolTable,
    declarations_of,
    parameters_of,
    returns_of,
    variables_of,
)
from ptxpy.check.diagnostic import Diagnostic, Related
from ptxpy.ir import nodes as n
from ptxpy.isa import is_special

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ptxpy.analysis import Declaration, Storage
    from ptxpy.check.context import ModuleContext

__all__ = ["check_aliases", "check_declared_names", "check_duplicates"]


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
        # The parameters of a function with a body are among the declarations of that body.
        if type(item) is n.Function and item.body is None:
            yield from _unusable_names(_of_parameters(item.parameters, item.returns), ordinal)
    for function in context.functions:
        code = function.code
        for declaration in declarations_of(code):
            place = declaration.place
            ordinal = code.ordinals[place] if place >= 0 else function.ordinal
            name = declaration.name
            is_function = declaration.kind == "function"
            if (
                name == _SIGN
                # A parameter or variable named `_` is reported by the rule on placement.
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


_CODE: Final = "PTX021"
_TAKEN: Final = f"{_CONSTANT} is already declared, as a constant of PTX"


class _Known(NamedTuple):
    """A variable of the module."""

    node: n.Variable
    storage: Storage


def check_duplicates(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report declarations of names that are already declared."""
    yield from _twice_in_module(context)
    for ordinal, item in context.items:
        names = [item.name.name] if type(item) is n.Function else []
        if type(item) is n.Variable:
            names = [storage.name for storage in variables_of(item)]
        if _CONSTANT in names:
            yield Diagnostic(_CODE, _TAKEN, ordinal, ("name", _CONSTANT))
    for function in context.functions:
        scopes = [_Scope(SymbolTable(), {}) for _ in function.code.levels]
        for declaration in declarations_of(function.code):
            if declaration.kind == "function":
                continue
            clash, earlier = _clash(scopes[declaration.level], declaration)
            if clash and not function.module.is_unparsed(declaration.name):
                ordinal, index = function.ordinal, declaration.place
                if index >= 0:
                    ordinal = function.code.ordinals[index]
                focus = ("name", declaration.name)
                notes = (function.declaration_note(earlier, earlier.name),) if earlier else ()
                yield Diagnostic(_CODE, clash, ordinal, focus, related=notes)


class _Scope(NamedTuple):
    """The names that a scope declares before a statement."""

    names: SymbolTable
    lowest: dict[str, int]
    """The lowest number of a single register or variable, by prefix: 7 for `%r` of `%r7`."""


def _clash(scope: _Scope, declaration: Declaration) -> tuple[str, Declaration | None]:
    """Add a declaration to its scope; return a message if it conflicts with another, and that."""
    names, lowest = scope
    name, count = declaration.name, declaration.count
    # Labels and ranges have names of their own: `x2:` after `.shared .b32 x<4>;` is no conflict.
    earlier = names.exact.get(name) if declaration.kind == "label" else names.own_declaration(name)
    same_range = names.ranges.get(name)
    names.keep(declaration)
    if name == _CONSTANT:
        return _TAKEN, None
    if count >= 0:
        if same_range is not None:
            return f"{name}<{count}> is already declared: {same_range.spelled()}", same_range
        # `%r<10>` after `%r7` declares `%r7` again; the lowest single name decides.
        taken = lowest.get(name, count)
        if taken < count:
            known = names.exact.get(f"{name}{taken}")
            return f"{name}<{count}> declares {name}{taken}, which is already declared", known
        return "", None
    number = _NUMBER.search(name) if declaration.declarator is not None else None
    if number is not None:
        prefix = name[: number.start()]
        lowest[prefix] = min(int(number[0]), lowest.get(prefix, int(number[0])))
    if earlier is None:
        return "", None
    if earlier.count >= 0:
        return f"{name} is already declared: it is one of {earlier.spelled()}", earlier
    return f"{name} is already declared, as a {earlier.kind}", earlier


# A range after `%r07` is no conflict to ptxas, though `%r07` is `%r7` from there on.
_NUMBER: Final = re.compile(r"(?<!\d)(?:0|[1-9]\d{0,17})\Z", re.ASCII)


def _twice_in_module(context: ModuleContext) -> Iterator[Diagnostic]:
    known: dict[str, n.Function | _Known] = {}
    places: dict[str, int] = {}
    """The ordinal of the declaration that a later one is compared with."""
    for ordinal, item in context.items:
        if type(item) is n.Function:
            name = item.name.name
            # A part that does not parse may hold the definition that the two belong to.
            earlier = known.get(name)
            if earlier is not None and not context.is_unparsed(name):
                clash = _function_again(name, earlier, item)
                if clash:
                    yield _again(clash, ordinal, name, places[name])
            known[name] = item
            places[name] = ordinal
        elif type(item) is n.Variable:
            for storage in variables_of(item):
                name = storage.name
                earlier = known.get(name)
                if earlier is not None and not context.is_unparsed(name):
                    clash = _variable_again(storage, earlier, item)
                    if clash:
                        yield _again(clash, ordinal, name, places[name])
                # The first declaration stays: each later one is compared with it.
                known.setdefault(name, _Known(item, storage))
                places.setdefault(name, ordinal)


def _again(message: str, ordinal: int, name: str, earlier: int) -> Diagnostic:
    focus = ("name", name)
    note = Related(f"{name} is declared here", earlier, focus)
    return Diagnostic(_CODE, message, ordinal, focus, related=(note,))


def _variable_again(storage: Storage, earlier: n.Function | _Known, later: n.Variable) -> str:
    name = storage.name
    if not isinstance(earlier, _Known):
        return f"{name} is already declared, as a function"
    # Only `.extern` declarations may be repeated: otherwise both reserve memory.
    if ".extern" not in earlier.node.linkage and ".extern" not in later.linkage:
        return f"{name} is already declared, as a variable"
    if not later.linkage:
        return f"{name} is declared .extern, so its definition must be .visible or .weak"
    other = earlier.storage
    # An array without a size agrees with one of any size.
    same_bounds = len(other.dimensions) == len(storage.dimensions) and all(
        mine is None or mine == yours or yours is None
        for mine, yours in zip(storage.dimensions, other.dimensions, strict=True)
    )
    if other.type != storage.type or not same_bounds:
        return f"{name} is already declared, with another type or size"
    return ""


_ALLOWED: Final = {(linkage, linkage) for linkage in ("", ".visible", ".extern", ".weak")} | {
    (".visible", ""),
    (".weak", ""),
}
"""The allowed pairs of linkages of a declaration of a function and of a later one."""


def _function_again(name: str, earlier: n.Function | _Known, later: n.Function) -> str:
    if isinstance(earlier, _Known):
        return f"{name} is already declared, as a variable"
    if earlier.kind != later.kind:
        return f"{name} is already declared, as a {_WORDS[earlier.kind]}"
    if earlier.body is not None:
        return f"{name} is already defined; a declaration must come before the definition"
    if (_linkage(earlier), _linkage(later)) not in _ALLOWED:
        linkage = _linkage(earlier) or "without linkage"
        return f"{name} is already declared, {linkage}; the linkage must be the same here"
    if later.body is not None and ".extern" in later.linkage:
        return ""  # reported by the rule on placement
    first, second = _signature(earlier), _signature(later)
    if [len(part) for part in first] != [len(part) for part in second]:
        return f"{name} is already declared, with another number of parameters or return values"
    # Names of parameters may differ between declarations.
    for mine, yours in zip((*first[0], *first[1]), (*second[0], *second[1]), strict=True):
        if _shape(mine) != _shape(yours):
            return f"{name} is already declared, with {mine.name} of another type or alignment"
    if _is_noreturn(earlier) != _is_noreturn(later):
        return f"{name} is already declared, {'' if _is_noreturn(earlier) else 'not '}.noreturn"
    return ""


_WORDS: Final = {".entry": "kernel", ".func": "device function"}


def _linkage(function: n.Function) -> str:
    return function.linkage[0] if function.linkage else ""


def _signature(function: n.Function) -> tuple[tuple[Storage, ...], tuple[Storage, ...]]:
    return returns_of(function), parameters_of(function)


def _shape(storage: Storage) -> tuple[object, ...]:
    return storage.space, storage.type, storage.dimensions, storage.alignment


def _is_noreturn(function: n.Function) -> bool:
    return any(
        type(directive) is n.TuningDirective and directive.name == ".noreturn"
        for directive in function.directives
    )


_ALIAS_CODE: Final = "PTX031"


def check_aliases(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report aliases that ptxas cannot resolve."""
    found = [(ordinal, item) for ordinal, item in context.items if type(item) is n.Alias]
    if not found:
        return
    functions: dict[str, n.Function] = {}
    variables: set[str] = set()
    for item in context.module.body:
        # A definition tells more than a declaration of the same function.
        if type(item) is n.Function and (item.body is not None or item.name.name not in functions):
            functions[item.name.name] = item
        elif type(item) is n.Variable:
            variables.update(declarator.name.name for declarator in item.declarators)
    seen: set[str] = set()
    for ordinal, alias in found:
        name, target = alias.name.name, alias.target.name
        if name in seen:
            yield Diagnostic(_ALIAS_CODE, f"{name} is already an alias", ordinal, ("name", name))
            continue
        seen.add(name)
        if context.is_unparsed(name) or context.is_unparsed(target):
            continue
        message, word = _alias_problem(name, target, functions, variables)
        if message:
            yield Diagnostic(_ALIAS_CODE, message, ordinal, ("name", word))


def _alias_problem(
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
