"""Lookup of functions by `--kernel`: a symbol, a short name, a part of one, or a number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.cli.command_errors import CommandError
from ptxpy.cli.console import printable
from ptxpy.demangle import abridged, demangled
from ptxpy.isa import nearest

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["match_symbols", "no_match_error", "select_function"]

_MAX_LISTED: Final = 20
_MAX_SIGNATURE_CHARACTERS: Final = 100


def match_symbols(symbols: Sequence[str], text: str) -> list[str]:
    """Return the symbols that match a text.

    Returns the first of these that exists: the symbol equal to the text, symbols with the text as
    their C++ name or declaration, the symbol of this number from 0, and symbols that contain the
    text in the symbol or the declaration.
    """
    if text in symbols:
        return [text]
    # A text matches the C++ name and the declaration exactly; parts are tried last.
    found = [symbol for symbol in symbols if text and text in demangled(symbol)]
    if not found and text.isascii() and text.isdecimal() and int(text) < len(symbols):
        found = [symbols[int(text)]]
    if not found and text:
        found = [
            symbol for symbol in symbols if text in symbol or text in demangled(symbol).signature
        ]
    return list(dict.fromkeys(found))


def select_function(
    symbols: Sequence[str], text: str, kind: str = "kernel", status: int = 2
) -> str:
    """Return the one symbol that matches a text; raise `CommandError` if there is not just one."""
    found = match_symbols(symbols, text)
    if len(found) == 1:
        return found[0]
    if found:
        listed = _format_list(symbols, found)
        message = f"{printable(text)!r} matches {len(found)} {kind}s:{listed}"
        raise CommandError(message, status)
    raise no_match_error(symbols, text, kind, status)


def no_match_error(symbols: Sequence[str], text: str, kind: str, status: int = 2) -> CommandError:
    """Return the error for a text that matches no function."""
    # A misspelt name may be near to a symbol or to a C++ name.
    close = nearest(text, {*symbols, *(demangled(symbol).name for symbol in symbols)})
    hint = f"; did you mean {' or '.join(map(printable, close))}?" if close else "."
    listed = _format_list(symbols, symbols)
    known = f" There are:{listed}" if listed else ""
    return CommandError(f"no {kind} {printable(text)!r}{hint}{known}", status)


def _format_list(symbols: Sequence[str], found: Sequence[str]) -> str:
    """Return a list of functions for messages: their numbers, symbols and declarations."""
    rows = []
    for symbol in found[:_MAX_LISTED]:
        signature = demangled(symbol).signature
        title = f"  {abridged(signature, _MAX_SIGNATURE_CHARACTERS)}" if signature else ""
        rows.append(f"{symbols.index(symbol):3}  {printable(symbol)}{printable(title)}")
    if len(found) > _MAX_LISTED:
        rows.append(f"and {len(found) - _MAX_LISTED} more")
    return "".join(f"\n    {row}" for row in rows)
