"""The order of a declaration's words: state space and alignment, vector, type, and of a pointer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.check.diagnostic import Diagnostic
from ptxpy.ir import nodes as n
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
    """Yield declarations with a word that is out of place, the first one of each."""
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
        help_ = "it is a state space, .align and its number, .v2 or .v4, a type"
        yield Diagnostic(_CODE, message, ordinal, ("name", word), help_)


def _misplaced(
    words: tuple[n.AnySpecifier, ...], *, is_kernel: bool = False, is_parameter: bool = False
) -> tuple[str, str]:
    """Return what is wrong with the order of some words, and the word, or nothing."""
    space = before = ""
    for position, item in enumerate(words):
        word = _word(item)
        if before in _VECTORS and not _is_type(word):
            return f"{before} stands before the type, not before {word}", word
        if _is_type(word):
            rest = words[position + 1 :]
            return _behind(word, rest, is_kernel=is_kernel, is_parameter=is_parameter)
        if word == ".ptr":
            return ".ptr stands behind the type", word
        if n.space_of((item,)):
            if space:
                return f"{space} and {word} are two state spaces", word
            space = word
        before = word
    return "", ""


def _behind(
    type_: str,
    words: tuple[n.AnySpecifier, ...],
    *,
    is_kernel: bool,
    is_parameter: bool,
) -> tuple[str, str]:
    """Return the first word that may not stand behind a type, in words, or nothing."""
    pointer = is_parameter and bool(words) and _word(words[0]) == ".ptr"
    rest = words[1:] if pointer else words
    if pointer and rest and _word(rest[0]) in _POINTED:
        rest = rest[1:]
    if (pointer or is_kernel) and rest and type(rest[0]) is n.Align:
        rest = rest[1:]
    if not rest:
        return "", ""
    word = _word(rest[0])
    return f"{word} may not stand behind {type_}", word


def _word(item: n.AnySpecifier) -> str:
    if type(item) is n.Align:
        return ".align"
    return item.name if type(item) is n.Specifier else ".attribute"


def _is_type(word: str) -> bool:
    return word[1:] in TYPES
