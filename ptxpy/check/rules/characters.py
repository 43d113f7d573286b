"""Characters that are not ASCII, which ptxas refuses in comments and strings too."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from ptxpy.check.diagnostic import Diagnostic
from ptxpy.ir import nodes as n
from ptxpy.ir.layout import statements
from ptxpy.ir.tokens import tokens

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.check.context import ModuleContext
    from ptxpy.syntax.printer import Focus

__all__ = ["check_characters"]

_CODE: Final = "PTX003"
_OTHER: Final = re.compile(r"[^\x00-\x7f]")
_BYTE_ORDER_MARK: Final = "\ufeff"
_STRINGS: Final = frozenset({n.File, n.Pragma, n.Function})
"""The statements that may have strings."""
_ESCAPED: Final = range(0xDC80, 0xDD00)
"""The surrogate escapes: bytes that are not UTF-8."""


def check_characters(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report the first character that is not ASCII in each statement, and in the comments there."""
    module = context.module
    ordinal = 0
    for ordinal, statement in enumerate(statements(module)):
        found = next(_found(statement), None)
        if found is not None:
            yield _diagnostic(*found, ordinal)
    after = _OTHER.search(module.closing or "")
    if after is not None:
        yield _diagnostic(after.group(), "at the end of the file", None, ordinal)


def _found(statement: Any) -> Iterator[tuple[str, str, Focus | None]]:  # noqa: ANN401 - any node
    """Yield the characters that are not ASCII, each with its place in words and in the text."""
    gaps = ("before this", statement.before), (
        "here",
        "".join(getattr(statement, "within", None) or ()),
    )
    for where, gap in (*gaps, ("at the end of this", getattr(statement, "closing", None))):
        match = _OTHER.search(gap or "")
        if match is not None:
            is_comment = match.group() != _BYTE_ORDER_MARK
            yield match.group(), f"in a comment {where}" if is_comment else where, None
    if type(statement) in _STRINGS:
        for _, text in tokens(statement):
            match = _OTHER.search(text)
            if match is not None:
                yield match.group(), "in a string", ("name", text)


def _diagnostic(character: str, where: str, focus: Focus | None, ordinal: int) -> Diagnostic:
    code = ord(character)
    if code in _ESCAPED:
        shown = f"the byte 0x{code - _ESCAPED.start + 0x80:02X}"
    else:
        shown = f"{character} (U+{code:04X})" if character.isprintable() else f"U+{code:04X}"
    message = f"{shown} {where} is not ASCII, which ptxas refuses"
    return Diagnostic(_CODE, message, ordinal, focus, "write ASCII characters alone")
