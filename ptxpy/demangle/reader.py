"""Encodings: the whole of what a symbol declares."""

from __future__ import annotations

import re
from typing import Final

from ptxpy.demangle.literals import (
    DECLARED,
    NOTHING,
    BrokenError,
    Scope,
    Text,
    UnknownError,
    Value,
    as_text,
)
from ptxpy.demangle.name_reader import NameReader
from ptxpy.demangle.tables import OF_TYPE, SPECIAL
from ptxpy.demangle.types import ENDS

__all__ = ["Reader"]

_THUNK: Final = re.compile(r"T(?:h(?:n?[0-9]+_)|(v)n?[0-9]+_n?[0-9]+_)")


class Reader(NameReader):
    """Reads encodings, and thereby all that a symbol has but for its suffix."""

    def encoding(self, *, local: bool = False) -> Text:
        """Read what is declared; `local` leaves out what a function returns."""
        self._enter()
        outer = self._scope, self._expansions
        self._scope, self._expansions = Scope([]), 0
        special = self._symbol[self.at] in "TG"
        value = self._special() if special else self._declaration(local=local)
        self._scope, self._expansions = outer
        self._depth -= 1
        return as_text(value)

    def _declaration(self, *, local: bool) -> Value:
        name = self._name(tag=True)
        if self._symbol[self.at] in ENDS:
            return name.value
        returned = self._type() if name.returns else None
        parameters = self._parameters()

        def make(name_: Text, parameters_: Text, returned_: Text = NOTHING) -> Text:
            left, right = returned_.left, returned_.right
            if returned_.form in DECLARED:
                raise BrokenError
            space = " " if left and not right else ""
            return self._made(
                f"{left}{space}{name_.whole()}({parameters_.left}){name.qualifiers}{right}",
                short=name_.short,
            )

        if returned is None or local:
            return self._lifted(make, name.value, parameters)
        return self._lifted(make, name.value, parameters, returned)

    def _special(self) -> Value:
        thunk = self._match(_THUNK)
        if thunk is not None:
            text = self.encoding()
            kind = "virtual" if thunk[1] else "non-virtual"
            return self._made(f"{kind} thunk to {text.whole()}", short=f"{text.short}_thunk")
        code = self._symbol[self.at : self.at + 2]
        if code not in SPECIAL:
            raise UnknownError
        self.at += 2
        words, suffix = SPECIAL[code]
        value = self._type() if code in OF_TYPE else self._name(tag=True).value
        return self._lifted(
            lambda text: self._made(words + text.whole(), short=f"{text.short}_{suffix}"), value
        )
