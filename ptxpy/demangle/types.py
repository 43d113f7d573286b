"""Types, and the parameters of functions."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Mapping
from functools import partial
from typing import ClassVar, Final

from ptxpy.demangle.expressions import ExpressionReader
from ptxpy.demangle.literals import DECLARED, NOTHING, Name, Text, UnknownError, Value
from ptxpy.demangle.scanner import DEEPEST
from ptxpy.demangle.tables import BUILTINS, QUALIFIERS, VOID

__all__ = ["ENDS", "TypeReader"]

ENDS: Final = frozenset("E._$\0")
"""Characters that no parameter of a function begins with."""

_MODIFIERS: Final = re.compile(r"[PROC]|[rVK]+|U(?=[0-9])")
_MARKS: Final = {"P": "*", "R": "&", "O": "&&"}
_REFERENCE_FORMS: Final = frozenset({"&", "&&"})
_DECIMAL: Final = re.compile(r"[0-9]+")
_VECTOR: Final = re.compile(r"Dv([0-9]+)_")
_FLOAT: Final = re.compile(r"DF([0-9]{1,3})([_bx])")
_FLOATS: Final = {"_": "_Float{}", "b": "std::bfloat{}_t", "x": "_Float{}x"}


class TypeReader(ExpressionReader):
    """Reads types; names are to come."""

    @abstractmethod
    def _name(self, *, tag: bool) -> Name: ...

    def _type(self) -> Value:
        modifiers = []
        while (match := self._match(_MODIFIERS)) is not None:
            modifiers.append(match[0] if match[0] != "U" else f"U{self._source_name()}")
        if len(modifiers) > DEEPEST:
            raise UnknownError
        if not modifiers:
            return self._unmodified()
        function = self._at_any("F", "DoF")
        value = self._unmodified()
        if function and modifiers[-1][0] in "rVK":
            # These qualifiers are of the function, and not of what is around it.
            self._known.pop()
        for modifier in reversed(modifiers):
            value = self._kept(self._lifted(partial(self._modified, modifier), value))
        return value

    def _unmodified(self) -> Value:
        char = self._symbol[self.at]
        if char in BUILTINS:
            self.at += 1
            return BUILTINS[char]
        self._enter()
        if char in self._TYPES:
            value = self._TYPES[char](self)
        elif char.isdigit() or char in "NZ":
            value = self._kept(self._name(tag=False).value)
        else:
            raise UnknownError
        self._depth -= 1
        return value

    def _modified(self, modifier: str, text: Text) -> Text:
        left, right, form = text.left, text.right, text.form
        if modifier in _MARKS:
            mark = _MARKS[modifier]
            if form in DECLARED:
                left, right = f"{left} ({mark}", f"){right}"
            elif mark in _REFERENCE_FORMS and form in _REFERENCE_FORMS:
                # References to references collapse.
                left, mark = (left[:-1], "&") if mark < form else (left, form)
            else:
                left += mark
            return self._made(left, right, mark if mark in _REFERENCE_FORMS else "")
        if modifier[0] == "U":
            return self._made(f"{left} {modifier[1:]}", right, form)
        # A qualifier of a reference has no effect: `const` of a `T&` is `T&`.
        if form in _REFERENCE_FORMS:
            return text
        words = [QUALIFIERS[letter] for letter in reversed(modifier)]
        # The qualifiers of a member function come behind its parameters.
        if form == "()":
            base = text.base + "".join(words)
            return self._made(left, base + right[len(text.base) :], form, base)
        for word in words:
            # A template argument may be `const` already, and is not so twice.
            left += "" if left.endswith(word) else word
        return self._made(left, right, form)

    def _parameters(self) -> Value:
        values = [self._type()]
        # `RE` and `OE` end the type of a member function with `&` or `&&`: they are no parameters.
        while self._symbol[self.at] not in ENDS and not self._at_any("RE", "OE"):
            values.append(self._type())
        # `f(void)` has no parameters.
        return NOTHING if len(values) == 1 and values[0] is VOID else self._listed(values)

    # ------------------------------------------------------------------------------- codes

    def _type_function(self, suffix: str = "") -> Value:
        self.at += 1
        # `Y` says `extern "C"`, which has no place in a type.
        self._take("Y")
        returned = self._type()
        parameters = self._parameters()
        suffix = (" &&" if self._take("O") else " &" if self._take("R") else "") + suffix
        self._expect("E")

        def make(returned_: Text, parameters_: Text) -> Text:
            base = f"({parameters_.left})"
            return self._made(returned_.left, base + suffix + returned_.right, "()", base)

        return self._kept(self._lifted(make, returned, parameters))

    def _type_array(self) -> Value:
        self.at += 1
        size: Value = NOTHING
        if (digits := self._match(_DECIMAL)) is not None:
            size = Text(digits[0])
        elif self._symbol[self.at] != "_":
            size = self._expression()
        self._expect("_")

        def make(element: Text, size_: Text) -> Text:
            return self._made(element.left, f"[{size_.left}]{element.right}", "[]")

        return self._kept(self._lifted(make, self._type(), size))

    def _type_member(self) -> Value:
        self.at += 1

        def make(owner: Text, member: Text) -> Text:
            if member.form in DECLARED:
                left, right = f"{member.left} ({owner.left}::*", f"){member.right}"
            else:
                left, right = f"{member.left} {owner.left}::*", member.right
            return self._made(left, right)

        return self._kept(self._lifted(make, self._type(), self._type()))

    def _type_parameter(self) -> Value:
        value = self._kept(self._parameter())
        if self._symbol[self.at] == "I":
            value = self._kept(self._instance(value))
        return value

    def _type_substitution(self) -> Value:
        if self._at_any("St"):
            return self._kept(self._name(tag=False).value)
        value = self._substitution()
        if self._symbol[self.at] == "I":
            value = self._kept(self._instance(value))
        return value

    def _type_vendor(self) -> Value:
        self.at += 1
        name = self._source_name()
        value: Value = self._made(name, base=name, short=name)
        if self._symbol[self.at] == "I":
            value = self._instance(value)
        return self._kept(value)

    def _type_other(self) -> Value:
        """Read a type that begins with `D`."""
        code = self._symbol[self.at : self.at + 2]
        if code in BUILTINS:
            self.at += 2
            return BUILTINS[code]
        if code in self._D_TYPES:
            return self._D_TYPES[code](self)
        size, kind = self._matched(_FLOAT).groups()
        return Text(_FLOATS[kind].format(size))

    def _type_expansion(self) -> Value:
        return self._kept(self._expansion(self._type))

    def _type_decltype(self) -> Value:
        self.at += 2
        value = self._expression()
        self._expect("E")
        return self._kept(self._lifted(lambda text: self._made(f"decltype({text.left})"), value))

    def _type_vector(self) -> Value:
        size = self._matched(_VECTOR)[1]
        return self._kept(
            self._lifted(lambda text: self._made(f"{text.whole()} __vector({size})"), self._type())
        )

    def _type_noexcept(self) -> Value:
        self.at += 2
        if self._symbol[self.at] != "F":
            raise UnknownError
        return self._type_function(" noexcept")

    _TYPES: ClassVar[Mapping[str, Callable[[TypeReader], Value]]] = {
        "A": _type_array,
        "D": _type_other,
        "F": _type_function,
        "M": _type_member,
        "S": _type_substitution,
        "T": _type_parameter,
        "u": _type_vendor,
    }

    _D_TYPES: ClassVar[Mapping[str, Callable[[TypeReader], Value]]] = {
        "DT": _type_decltype,
        "Do": _type_noexcept,
        "Dp": _type_expansion,
        "Dt": _type_decltype,
        "Dv": _type_vector,
    }
