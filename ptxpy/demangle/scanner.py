"""The characters of a symbol, read once, from left to right."""

from __future__ import annotations

import re
from typing import Final

from ptxpy.demangle.budgeted_writer import Writer
from ptxpy.demangle.literals import BrokenError, UnknownError, Value

__all__ = ["DIGITS", "NUMBER", "ORDINAL", "Scanner"]

DIGITS: Final = 9
NUMBER: Final = re.compile(rf"[0-9]{{1,{DIGITS}}}(?![0-9])")
ORDINAL: Final = re.compile(rf"([0-9]{{0,{DIGITS}}})_")


class Scanner(Writer):
    """Reads characters, and keeps what later ones may refer to.

    Args:
        symbol: The symbol.
        at: Where to begin; later, how far it has been read.
    """

    def __init__(self, symbol: str, at: int) -> None:
        super().__init__()
        self.at = at
        self._symbol = f"{symbol}\0"
        self._known: list[Value] = []

    def _kept(self, value: Value) -> Value:
        """Return what later parts of the symbol may refer to by its number."""
        self._known.append(value)
        return value

    def _take(self, token: str) -> bool:
        if self._symbol.startswith(token, self.at):
            self.at += len(token)
            return True
        return False

    def _at_any(self, *tokens: str) -> bool:
        return self._symbol.startswith(tokens, self.at)

    def _expect(self, token: str) -> None:
        if not self._take(token):
            raise BrokenError

    def _match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        match = pattern.match(self._symbol, self.at)
        if match is not None:
            self.at = match.end()
        return match

    def _matched(self, pattern: re.Pattern[str]) -> re.Match[str]:
        match = self._match(pattern)
        if match is None:
            raise UnknownError
        return match

    def _index(self, pattern: re.Pattern[str], base: int = 10) -> int:
        """Read a number of which the first one, 0, is left out."""
        number = self._matched(pattern)[1]
        return int(number, base) + 1 if number else 0

    def _source_name(self) -> str:
        size = int(self._matched(NUMBER)[0])
        start, self.at = self.at, self.at + size
        if not size or self.at >= len(self._symbol):
            raise BrokenError
        return self._symbol[start : self.at]
