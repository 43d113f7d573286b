"""Pragma strings and locations of inlined code: their minimum versions and allowed places."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.check.diagnostic import Diagnostic
from ptxpy.ir import nodes as n
from ptxpy.isa.directives import PRAGMAS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.check.context import FunctionContext, ModuleContext
    from ptxpy.isa.targets import Version

__all__ = ["check_pragmas"]

_CODE: Final = "PTX031"
_ANYWHERE: Final = frozenset({"nounroll"})
_KNOWN: Final = {
    pragma.string.partition(" ")[0]: pragma for pragma in PRAGMAS if pragma.string not in _ANYWHERE
}
"""The strings that ptxas evaluates, by their first words."""
_INLINED: Final = (7, 0)


def check_pragmas(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report pragma strings and `.loc` that are too new for the file or outside of functions."""
    for ordinal, item in context.items:
        heads = item.directives if type(item) is n.Function and item.kind == ".entry" else (item,)
        for head in heads:
            for word in _words(head) if type(head) is n.Pragma else ():
                message = f"the pragma {word} is allowed in functions only"
                help_ = "move it into the body of a function"
                yield Diagnostic(_CODE, message, ordinal, None, help_)
    if context.version is not None:
        for function in context.functions:
            yield from _function(function, context.version)


def _function(function: FunctionContext, version: Version) -> Iterator[Diagnostic]:
    own = f"the file is PTX {version[0]}.{version[1]}"
    for index, statement in enumerate(function.code.statements):
        if type(statement) is n.Pragma:
            for word in _words(statement):
                major, minor = _KNOWN[word].version
                if version < (major, minor):
                    message = f"the pragma {word} came with PTX {major}.{minor}; {own}"
                    yield function.report(_CODE, index, message)
        elif type(statement) is n.Location and statement.inlined and version < _INLINED:
            message = f"inlined_at came with PTX 7.0; {own}"
            yield function.report(_CODE, index, message, ("name", "inlined_at"))


def _words(pragma: n.Pragma) -> list[str]:
    """Return the first words of the strings that ptxas evaluates, such as `frequency`."""
    return [word for string in pragma.strings for word in _KNOWN if string.startswith(word)]
