"""Names, of namespaces, classes, functions, their local things and lambdas; and encodings.

An encoding is the whole declaration of a symbol.
"""

from __future__ import annotations

import re
from typing import Final

from ptxpy.demangle.literals import (
    DECLARED,
    NOTHING,
    BrokenError,
    Name,
    Scope,
    Text,
    UnknownError,
    Value,
    as_text,
)
from ptxpy.demangle.scanner import ORDINAL
from ptxpy.demangle.tables import OF_TYPE, QUALIFIERS, REFERENCES, SPECIAL, STANDARDS
from ptxpy.demangle.types import ENDS, TypeReader

__all__ = ["LAMBDA", "NameReader", "Reader"]

LAMBDA: Final = "<lambda>"
"""The short name of a lambda, to be replaced: no identifier contains it."""

_NESTED: Final = re.compile(r"([rVK]*)([RO]?)")
_DISCRIMINATOR: Final = re.compile(r"_[0-9]|__[0-9]+_")
_STRUCTORS: Final = re.compile(r"C[1-5]|D[0-5]")
_ANONYMOUS: Final = re.compile(r"_GLOBAL_[._$]N")


class NameReader(TypeReader):
    """Reads names; encodings are to come."""

    def _name(self, *, tag: bool) -> Name:
        """Read a name; `tag` says that `T_` will refer to its template arguments."""
        char = self._symbol[self.at]
        if char == "N":
            return self._nested(tag=tag)
        if char == "Z":
            self.at += 1
            outer = self.encoding(local=True)
            self._expect("E")
            if self._take("s"):
                self._match(_DISCRIMINATOR)
                return Name(self._made(f"{outer.whole()}::string literal", short=outer.short))
            scope = outer.whole()
            if self._take("d"):
                scope += f"::{{default arg#{self._index(ORDINAL) + 1}}}"
            name = self._name(tag=tag)
            self._match(_DISCRIMINATOR)

            def make(text: Text) -> Text:
                short = f"{outer.short}_lambda" if text.short == LAMBDA else text.short
                return self._made(f"{scope}::{text.whole()}", base=text.base, short=short)

            return name._replace(value=self._lifted(make, name.value))
        if char == "S" and not self._at_any("St"):
            value = self._substitution()
            if self._symbol[self.at] != "I":
                raise UnknownError
            return Name(self._instance(value, tag=tag), returns=True)
        value, converts = self._component(STANDARDS["t"] if self._take("St") else None)
        if self._symbol[self.at] != "I":
            return Name(value)
        # The name of a template counts for references by itself, before its arguments.
        self._kept(value)
        return Name(self._instance(value, tag=tag), returns=not converts)

    def _nested(self, *, tag: bool) -> Name:
        self.at += 1
        qualifiers, reference = self._matched(_NESTED).groups()
        value: Value | None = None
        instance = converts = False
        while not self._take("E"):
            if self._symbol[self.at] == "I" and value is not None:
                value, instance = self._instance(value, tag=tag), True
            elif value is not None and self._take("M"):
                # `M` follows a data member whose initialiser has the lambda that comes next.
                continue
            elif value is None and (self._at_any("S", "T", "Dt", "DT")):
                value, fresh = self._prefix()
                if not fresh:
                    continue
            else:
                value, converts = self._component(value)
                instance = False
            # The whole name is kept by its reader, and only where it is a type.
            if self._symbol[self.at] != "E":
                self._kept(value)
        if value is None:
            raise BrokenError
        words = "".join(QUALIFIERS[letter] for letter in reversed(qualifiers))
        return Name(value, instance and not converts, words + REFERENCES[reference])

    def _prefix(self) -> tuple[Value, bool]:
        """Return the beginning of a nested name, and whether it is new."""
        if self._take("St"):
            return STANDARDS["t"], False
        if self._symbol[self.at] == "S":
            return self._substitution(), False
        return (self._parameter() if self._symbol[self.at] == "T" else self._type_decltype()), True

    def _component(self, scope: Value | None) -> tuple[Value, bool]:
        """Read a name in a scope; return both, and whether it never has a type of result."""
        # `L` marks internal linkage, which no signature shows.
        while self._take("L"):
            pass
        char = self._symbol[self.at]
        converts = False
        if char.isdigit():
            short = base = self._source_name()
            if _ANONYMOUS.match(base):
                short, base = "anonymous", "(anonymous namespace)"
        elif char in "CD":
            base, short = self._structor(scope)
            converts = True
        elif char == "U":
            base, short = self._unnamed()
        else:
            base, short, converts = self._operator()
            # The function of a lambda is its `operator()`: the name of the lambda says more.
            if base == "operator()" and scope is not None and as_text(scope).short == LAMBDA:
                short = LAMBDA
        # ABI tags such as `B5cxx11` are left out.
        while self._take("B"):
            self._source_name()
        # Nothing is in what converts: it is the last component.
        owner = "" if converts else base
        if scope is None:
            return self._made(base, base=owner, short=short), converts

        def make(text: Text) -> Text:
            return self._made(f"{text.whole()}::{base}", base=owner, short=short)

        return self._lifted(make, scope), converts

    def _structor(self, scope: Value | None) -> tuple[str, str]:
        code = self._matched(_STRUCTORS)[0]
        owner = NOTHING if scope is None else as_text(scope)
        if not owner.base:
            raise UnknownError
        if code[0] == "C":
            return owner.base, f"{owner.short}_init"
        return f"~{owner.base}", f"{owner.short}_del"

    def _unnamed(self) -> tuple[str, str]:
        if self._take("Ut"):
            return f"{{unnamed type#{self._index(ORDINAL) + 1}}}", "unnamed"
        if not self._take("Ul"):
            raise UnknownError
        parameters = self._within(Scope(None, automatic=True), self._parameters)
        self._expect("E")
        return f"{{lambda({parameters.left})#{self._index(ORDINAL) + 1}}}", LAMBDA


_THUNK: Final = re.compile(r"T(?:h(?:n?[0-9]+_)|(v)n?[0-9]+_n?[0-9]+_)")


class Reader(NameReader):
    """Reads encodings, and so all of a symbol except its suffix."""

    def encoding(self, *, local: bool = False) -> Text:
        """Read a declaration; `local` leaves out the type that a function returns."""
        self._enter()
        outer = self._scope, self._expansions
        # Inside, `T_` refers to this declaration's own arguments.
        self._scope, self._expansions = Scope([]), 0
        special = self._symbol[self.at] in "TG"
        value = self._special() if special else self._declaration(local=local)
        self._scope, self._expansions = outer
        self._depth -= 1
        return as_text(value)

    def _declaration(self, *, local: bool) -> Value:
        name = self._name(tag=True)
        # A variable ends after its name: only functions have parameters.
        if self._symbol[self.at] in ENDS:
            return name.value
        returned = self._type() if name.returns else None
        parameters = self._parameters()

        def make(name_: Text, parameters_: Text, returned_: Text = NOTHING) -> Text:
            left, right = returned_.left, returned_.right
            # No function of C++ returns a function or an array.
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
