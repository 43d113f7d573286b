"""The characters of a symbol, read from left to right, and the values that they make.

All values of one symbol are made within bounds of length, depth and work.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from ptxpy.demangle.literals import (
    CUT,
    BrokenError,
    Deferred,
    Pack,
    Plain,
    Scope,
    Text,
    UnknownError,
    Value,
    now,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["DEEPEST", "DIGITS", "LONGEST_TEXT", "NUMBER", "ORDINAL", "Scanner", "Writer"]

LONGEST_TEXT: Final = 20_000
DEEPEST: Final = 64
_WORK: Final = 350_000
"""How many characters a reader may write; each text and each element of a list costs the numbers
below, too."""
_STEP: Final = 100
_ELEMENT: Final = 20


class Writer:
    """Makes texts, and keeps account of their cost."""

    def __init__(self) -> None:
        self.cut = False
        """Whether a text was too long and is left out, so that no signature is right."""
        self._scope = Scope([])
        self._depth = 0
        self._work = _WORK

    def _enter(self) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise UnknownError

    # ------------------------------------------------------------------------------- texts

    def _made(
        self, left: str, right: str = "", form: str = "", base: str = "", short: str = ""
    ) -> Text:
        size = len(left) + len(right)
        self._work -= size + _STEP
        if size > LONGEST_TEXT or self._work < 0:
            self.cut = True
            return Text("…", base=base, short=short)
        return Text(left, right, form, base, short)

    def _joined(self, *texts: Text) -> Text:
        self._work -= len(texts) * _ELEMENT
        if self._work < 0 or sum(len(text.left) for text in texts) > LONGEST_TEXT:
            self.cut = True
            return CUT
        return self._made(", ".join([text.whole() for text in texts]))

    def _operand(self, text: Text) -> Text:
        return self._made(f"({text.left})") if text.form == "operation" else text

    # ------------------------------------------------------------------------------- values

    def _combined(self, make: Callable[..., Plain], *values: Value) -> Value:
        """Make a value of values; it is deferred if one of the values is."""
        if not any(type(value) is Deferred for value in values):
            return make(*map(now, values))
        return Deferred(make, values, make(*map(now, values)), self._scope)

    def _here(self, value: Value) -> Value:
        """Return the meaning of a value in the present scope."""
        if type(value) is not Deferred or value.scope is self._scope:
            return value
        seen = self._scope.seen.get(id(value))
        if seen is not None:
            return seen[1]
        self._work -= _STEP + len(value.values) * _ELEMENT
        if self._work < 0:
            raise UnknownError
        self._enter()
        values = tuple(map(self._here, value.values))
        found = Deferred(value.make, values, value.make(*map(now, values)), self._scope)
        self._scope.seen[id(value)] = value, found
        self._depth -= 1
        return found

    def _lifted(self, make: Callable[..., Text], *values: Value) -> Value:
        """Make a text of texts, or one for each element of the packs among them."""
        for value in values:
            if type(value) is not Text:
                return self._combined(partial(self._lift, make), *values)
        return make(*values)

    def _lift(self, make: Callable[..., Text], *values: Plain) -> Plain:
        packs = [value for value in values if type(value) is Pack]
        if not packs:
            return make(*values)
        if self._work < 0:
            return CUT
        size = len(packs[0].texts)
        if any(pack.expanded or len(pack.texts) != size for pack in packs):
            raise UnknownError
        columns = [value.texts if type(value) is Pack else (value,) * size for value in values]
        return Pack(tuple(map(make, *columns)))

    def _listed(self, values: Iterable[Value]) -> Value:
        """Return texts with commas between them."""
        return self._combined(self._list, *values)

    def _list(self, *values: Plain) -> Plain:
        return self._lift(self._joined, *self._elements(values))

    def _elements(self, values: Iterable[Plain]) -> list[Plain]:
        elements: list[Plain] = []
        for value in values:
            if type(value) is not Pack or not value.expanded:
                elements.append(value)
            elif self._work >= 0:
                self._work -= len(value.texts) * _ELEMENT
                elements += value.texts
        return elements


DIGITS: Final = 9
NUMBER: Final = re.compile(rf"[0-9]{{1,{DIGITS}}}(?![0-9])")
ORDINAL: Final = re.compile(rf"([0-9]{{0,{DIGITS}}})_")


class Scanner(Writer):
    """Reads characters, and keeps the values that later ones may refer to.

    Args:
        symbol: The symbol.
        at: Where to begin; later, how far it has been read.
    """

    def __init__(self, symbol: str, at: int) -> None:
        super().__init__()
        self.at = at
        # The null at the end lets every place be looked at without asking whether it is the end.
        self._symbol = f"{symbol}\0"
        self._known: list[Value] = []

    def _kept(self, value: Value) -> Value:
        """Return a value that later parts of the symbol may refer to by its number."""
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
