"""The parts of declarations: linkage, state spaces, attributes, and the order of specifiers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy.analysis import parameters_of, returns_of
from ptxpy.check.diagnostic import Diagnostic
from ptxpy.check.rules.directives import newer, too_new
from ptxpy.ir import nodes as n
from ptxpy.isa import DIRECTIVES, TYPES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.check.context import ModuleContext
    from ptxpy.isa import Version

__all__ = ["check_declaration_placement", "check_specifiers"]


_CODE: Final = "PTX031"
_OF_FUNCTIONS: Final = frozenset({".reg", ".local", ".param"})
_ABI: Final = (3, 0)
"""The first version with an ABI, which does not allow local variables of a module."""
_GONE: Final[dict[str, Version]] = {".tex": (1, 5), "[": (2, 2)}
"""The versions that removed the space `.tex`, and banks such as `.const[3]`."""
_ATTRIBUTES: Final[dict[str, tuple[Version, int]]] = {
    ".managed": ((4, 0), 30),
    ".unified": ((8, 0), 90),
}
"""Attributes of variables (PTX ISA 5.4.8), with the minimum version and target of each."""


def check_declaration_placement(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report declarations that are misplaced or have an invalid linkage, space or attribute."""
    files: set[str] = set()
    latest: dict[str, n.Function] = {}
    for ordinal, item in context.items:
        found: Iterator[tuple[str, str, str]] | tuple[()] = ()
        if type(item) is n.Variable:
            found = _variable(context, item, within=False)
        elif type(item) is n.Function:
            found = _function(context, item)
            # Of several declarations before an alias, the latest counts.
            latest[item.name.name] = item
        elif type(item) is n.Alias:
            yield from _alias(context, item, ordinal, latest)
        elif type(item) is n.File:
            number = item.number.text
            if number in files:
                found = iter(((f".file {number} is already defined", number, ""),))
            files.add(number)
        for message, name, help_ in found:
            yield Diagnostic(_CODE, message, ordinal, ("name", name), help_)
    for function in context.functions:
        context = function.module
        for index, statement in enumerate(function.code.statements):
            kind = type(statement)
            if kind is n.Variable:
                for message, name, help_ in _variable(context, statement, within=True):
                    yield function.report(_CODE, index, message, ("name", name), help_)
            elif kind is n.Label and statement.name == "_":
                yield function.report(_CODE, index, "a label cannot be named _", ("name", "_"))
            elif kind is n.TargetList or kind is n.CallPrototype:
                name = ".callprototype" if kind is n.CallPrototype else statement.directive
                names = [name]
                if type(statement) is n.CallPrototype:
                    names += [
                        word.name
                        for word in statement.directives
                        if type(word) is n.TuningDirective
                    ]
                for each in names:
                    message = newer(context, each)
                    if message:
                        yield function.report(_CODE, index, message, ("name", each))


def _variable(
    context: ModuleContext, variable: n.Variable, *, within: bool
) -> Iterator[tuple[str, str, str]]:
    space, linkage = variable.space, variable.linkage
    # `_` is the sink of instructions, and no variable.
    if any(declarator.name.name == "_" for declarator in variable.declarators):
        yield "a variable cannot be named _", "_", "give it a name"
    if within and linkage:
        yield f"a variable in a function cannot be {linkage[0]}", linkage[0], "remove it"
        return
    yield from _linkage(context, linkage)
    if ".common" in linkage and space != ".global":
        yield f"a .common variable must be in .global, not in {space}", ".common", ""
    elif not within and space in _OF_FUNCTIONS and (context.version or _ABI) >= _ABI:
        yield f"a {space} variable must be declared in a function", space, "move it there"
    for word in variable.specifiers:
        if type(word) is n.Specifier:
            # A bank, `.const[3]`, is known by its bracket.
            version = _GONE.get("[" if "[" in word.name else word.name)
            if version is not None and (context.version or version) >= version:
                message = f"{word.name} was removed in PTX {version[0]}.{version[1]}"
                yield message, word.name, ""
        elif type(word) is n.Attributes:
            yield from _attributes(context, word, space)


def _linkage(context: ModuleContext, linkage: tuple[str, ...]) -> Iterator[tuple[str, str, str]]:
    if len(linkage) > 1:
        message = f"{linkage[0]} and {linkage[1]} cannot be combined"
        if linkage[0] == linkage[1]:
            message = f"{linkage[0]} is given twice"
        yield message, linkage[1], "remove one"
    for word in linkage:
        message = newer(context, word)
        if message:
            yield message, word, ""


def _attributes(
    context: ModuleContext, attributes: n.Attributes, space: str
) -> Iterator[tuple[str, str, str]]:
    for attribute in attributes.attributes:
        name = attribute.name
        known = _ATTRIBUTES.get(name)
        if known is None:
            near = context.nearest(name, _ATTRIBUTES)[:1]
            yield f"there is no attribute {name}", name, f"is it {near[0]}?" if near else ""
            continue
        if message := too_new(context, name, *known):
            yield message, name, ""
        elif space != ".global":
            yield f"{name} is allowed for .global variables only", name, ""


def _function(context: ModuleContext, function: n.Function) -> Iterator[tuple[str, str, str]]:
    name = function.name.name
    yield from _linkage(context, function.linkage)
    if ".common" in function.linkage:
        yield "a function cannot be .common", ".common", ""
    if ".extern" in function.linkage and function.body is not None:
        message = f"{name} is .extern, so it cannot have a body"
        yield message, ".extern", "remove .extern or the body"
    if function.kind == ".entry" and function.returns is not None:
        yield "a kernel cannot have return values", ".entry", "store them to memory"
    # Only the parameters of a `.func` need names.
    if function.kind == ".func":
        parameters = (*(function.parameters or ()), *(function.returns or ()))
        if any(parameter.declarator.name.name == "_" for parameter in parameters):
            yield "a parameter of a .func cannot be named _", "_", "give it a name"
        for parameter in (*(function.parameters or ()), *(function.returns or ())):
            if any(type(w) is n.Specifier and w.name == ".ptr" for w in parameter.specifiers):
                yield ".ptr is allowed for parameters of kernels only", ".ptr", "remove it"
                break


def _alias(
    context: ModuleContext, alias: n.Alias, ordinal: int, latest: dict[str, n.Function]
) -> Iterator[Diagnostic]:
    """Report an invalid alias; `latest` are the functions declared before it, by name."""
    place = context.item_indices[ordinal]
    found: list[Any] = []
    for name in (alias.name.name, alias.target.name):
        declared = context.names.declaration(name)
        if context.is_unparsed(name):
            return
        if declared is None or declared.place >= place:
            message = f"{name} is not declared"
            if declared is not None and type(declared.node) is not n.Alias:
                message = f"{name} is used before its declaration"
            help_ = f"declare it before: .visible .func {name}"
            yield Diagnostic("PTX020", message, ordinal, ("name", name), help_)
            return
        found.append(latest.get(name))
    first, second = found
    name, target = alias.name.name, alias.target.name
    message = newer(context, ".alias")
    # Other kinds of names are reported by the rule on aliases.
    if not message and type(first) is n.Function and type(second) is n.Function:
        if ".entry" in (first.kind, second.kind):
            kernel = name if first.kind == ".entry" else target
            message = f"{kernel} is a kernel; only a function can have an alias"
        elif first.body is not None:
            message = f"{name} has a body, which an alias cannot have"
        elif _shapes(first) != _shapes(second):
            message = f"{name} and {target} differ in their parameters"
    if message:
        yield Diagnostic(_CODE, message, ordinal, ("name", name))


def _shapes(function: n.Function) -> list[list[tuple[object, ...]]]:
    return [
        [(storage.type, storage.dimensions) for storage in storages]
        for storages in (returns_of(function), parameters_of(function))
    ]


_SPECIFIER_CODE: Final = "PTX038"
_VECTORS: Final = frozenset({".v2", ".v4", ".v8"})
_POINTED: Final = frozenset({".global", ".const", ".local", ".shared"})
"""The state spaces that a pointer may point to."""


def check_specifiers(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report the first misplaced specifier of each declaration."""
    for ordinal, item in context.items:
        if type(item) is n.Variable:
            yield from _reported(_misplaced(item.specifiers), ordinal)
        elif type(item) is n.Function:
            is_kernel = item.kind == ".entry"
            for parameter in (*(item.returns or ()), *(item.parameters or ())):
                wrong = _misplaced(parameter.specifiers, is_kernel=is_kernel, is_parameter=True)
                yield from _reported(wrong, ordinal)
    for function in context.functions:
        code = function.code
        for index, statement in enumerate(code.statements):
            if type(statement) is n.Variable:
                yield from _reported(_misplaced(statement.specifiers), code.ordinals[index])


def _reported(wrong: tuple[str, str], ordinal: int) -> Iterator[Diagnostic]:
    message, word = wrong
    if message:
        help_ = "the order is: state space, .align with its number, .v2 or .v4, type"
        yield Diagnostic(_SPECIFIER_CODE, message, ordinal, ("name", word), help_)


def _misplaced(
    words: tuple[n.AnySpecifier, ...], *, is_kernel: bool = False, is_parameter: bool = False
) -> tuple[str, str]:
    """Return a message about the first misplaced specifier, and the specifier; "" if none is."""
    space = before = ""
    for position, item in enumerate(words):
        word = _word(item)
        # A vector size belongs to the type after it, as in `.v4 .f32`.
        if before in _VECTORS and not _is_type(word):
            return f"{before} must be directly before the type, not before {word}", word
        if _is_type(word):
            rest = words[position + 1 :]
            return _after_type(word, rest, is_kernel=is_kernel, is_parameter=is_parameter)
        if word == ".ptr":
            return ".ptr must come after the type", word
        if n.space_of((item,)):
            if space:
                return f"{space} and {word} are both state spaces", word
            space = word
        before = word
    return "", ""


def _after_type(
    type_: str,
    words: tuple[n.AnySpecifier, ...],
    *,
    is_kernel: bool,
    is_parameter: bool,
) -> tuple[str, str]:
    """Return a message about a specifier that cannot follow a type, and the specifier."""
    pointer = is_parameter and bool(words) and _word(words[0]) == ".ptr"
    rest = words[1:] if pointer else words
    # `.ptr .global .align 16` follows the type of a pointer, in this order.
    if pointer and rest and _word(rest[0]) in _POINTED:
        rest = rest[1:]
    # Kernels may align a parameter after its type, too.
    if (pointer or is_kernel) and rest and type(rest[0]) is n.Align:
        rest = rest[1:]
    if not rest:
        return "", ""
    word = _word(rest[0])
    if word[1:] not in TYPES and word not in DIRECTIVES and word not in n.STATE_SPACES:
        return f"{word} is no type, and a name cannot have a dot", word
    return f"{word} cannot follow {type_}", word


def _word(item: n.AnySpecifier) -> str:
    if type(item) is n.Align:
        return ".align"
    return item.name if type(item) is n.Specifier else ".attribute"


def _is_type(word: str) -> bool:
    return word[1:] in TYPES
