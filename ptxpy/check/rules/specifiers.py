"""The order of specifiers in a declaration: state space, alignment, vector, type, `.ptr`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.check.diagnostic import Diagnostic
from ptxpy.ir import nodes as n
from ptxpy.isa.directives import DIRECTIVES
from ptxpy.isa.types import TYPES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.check.context import ModuleContext

__all__ = ["check_specifiers"]

_CODE: Final = "PTX038"
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
        yield Diagnostic(_CODE, message, ordinal, ("name", word), help_)


def _misplaced(
    words: tuple[n.AnySpecifier, ...], *, is_kernel: bool = False, is_parameter: bool = False
) -> tuple[str, str]:
    """Return a message about the first misplaced specifier, and the specifier; "" if none is."""
    space = before = ""
    for position, item in enumerate(words):
        word = _word(item)
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
    if pointer and rest and _word(rest[0]) in _POINTED:
        rest = rest[1:]
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
