"""Functions as `--kernel` names them: a symbol, a short name, a part of one, or a number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.cli.console import printable
from ptxpy.cli.failure import Failure
from ptxpy.isa.suggest import nearest
from ptxpy.lift.symbols import abridged, demangled

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["HELP", "matching", "none_of", "only"]

HELP: Final = "its symbol, its name in C++, a part of them that no other has, or its number from 0"
"""What the help of `--kernel` says of a name."""

_LISTED_AT_MOST: Final = 20
_LONGEST: Final = 100


def matching(symbols: Sequence[str], text: str) -> list[str]:
    """Return the symbols that a text names; none where there are none.

    That is the one that it is, else those whose name or declaration in C++ it is, else the one of
    this number, from 0 on, else those with it in their symbol or declaration.
    """
    if text in symbols:
        return [text]
    found = [symbol for symbol in symbols if text and text in demangled(symbol)]
    if not found and text.isascii() and text.isdecimal() and int(text) < len(symbols):
        found = [symbols[int(text)]]
    if not found and text:
        found = [
            symbol for symbol in symbols if text in symbol or text in demangled(symbol).signature
        ]
    return list(dict.fromkeys(found))


def only(symbols: Sequence[str], text: str, kind: str = "kernel", status: int = 2) -> str:
    """Return the symbol that a text names; `Failure` with those that it may be otherwise."""
    found = matching(symbols, text)
    if len(found) == 1:
        return found[0]
    if found:
        listed = _listed(symbols, found)
        message = f"{printable(text)!r} may be one of {len(found)} {kind}s:{listed}"
        raise Failure(message, status)
    raise none_of(symbols, text, kind, status)


def none_of(symbols: Sequence[str], text: str, kind: str, status: int = 2) -> Failure:
    """Return what is to be said where a text names no function."""
    close = nearest(text, {*symbols, *(demangled(symbol).name for symbol in symbols)})
    hint = f"; did you mean {' or '.join(map(printable, close))}?" if close else "."
    listed = _listed(symbols, symbols)
    there = f" There are:{listed}" if listed else ""
    return Failure(f"no {kind} {printable(text)!r}{hint}{there}", status)


def _listed(symbols: Sequence[str], found: Sequence[str]) -> str:
    """Return lines with the numbers, symbols and declarations of functions."""
    rows = []
    for symbol in found[:_LISTED_AT_MOST]:
        signature = demangled(symbol).signature
        title = f"  {abridged(signature, _LONGEST)}" if signature else ""
        rows.append(f"{symbols.index(symbol):3}  {printable(symbol)}{printable(title)}")
    if len(found) > _LISTED_AT_MOST:
        rows.append(f"and {len(found) - _LISTED_AT_MOST} more")
    return "".join(f"\n    {row}" for row in rows)
