"""References, template arguments with their literals, expressions, and the names of operators."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import partial
from typing import ClassVar, Final

from ptxpy.demangle.literals import (
    CUT,
    NOTHING,
    BrokenError,
    Deferred,
    Pack,
    Plain,
    Scope,
    Text,
    UnknownError,
    Value,
    as_expanded,
    as_text,
    now,
)
from ptxpy.demangle.scanner import DIGITS, LONGEST_TEXT, Scanner
from ptxpy.demangle.tables import (
    BINARY,
    BUILTINS,
    CASTS,
    OF_TYPES,
    OF_VALUES,
    OPERATORS,
    PATTERNS,
    STANDARDS,
)

__all__ = ["ExpressionReader", "TemplateReader"]

_SUBSTITUTION: Final = re.compile(rf"S([0-9A-Z]{{0,{DIGITS}}})_")
_PARAMETER: Final = re.compile(rf"T([0-9]{{0,{DIGITS}}})_")
_LITERAL: Final = re.compile(r"(n?)([0-9a-f]*)E")
_SUFFIXES: Final = {"i": "", "j": "u", "l": "l", "m": "ul", "x": "ll", "y": "ull"}
_BOOLEANS: Final = {"0": "false", "1": "true"}
_REALS: Final = frozenset("defg")


class TemplateReader(Scanner, ABC):
    """Reads references and template arguments; types, expressions and encodings are to come."""

    def __init__(self, symbol: str, at: int) -> None:
        super().__init__(symbol, at)
        self._expansions = 0

    @abstractmethod
    def encoding(self, *, local: bool = False) -> Text:
        """Read a declaration; `local` leaves out the type that a function returns."""

    @abstractmethod
    def _type(self) -> Value: ...

    @abstractmethod
    def _expression(self) -> Value: ...

    # ------------------------------------------------------------------------------- references

    def _substitution(self) -> Value:
        standard = STANDARDS.get(self._symbol[self.at + 1])
        if standard is not None:
            self.at += 2
            return standard
        index = self._index(_SUBSTITUTION, 36)
        if index >= len(self._known):
            raise BrokenError
        return self._here(self._known[index])

    def _parameter(self) -> Value:
        # `T_` means another argument where a reference repeats the text in another template.
        make = partial(self._argument_of, self._index(_PARAMETER))
        return Deferred(make, (), make(), self._scope)

    def _argument_of(self, index: int) -> Plain:
        arguments = self._scope.arguments
        if self._scope.automatic:
            return Text(f"auto:{index + 1}")
        if arguments is None or index >= len(arguments):
            raise UnknownError
        return arguments[index]

    def _within(self, scope: Scope, read: Callable[[], Value]) -> Text:
        outer, self._scope = self._scope, scope
        text = as_text(read())
        self._scope = outer
        return text

    # ------------------------------------------------------------------------------- instances

    def _instance(self, value: Value, *, tag: bool = False) -> Value:
        """Read template arguments; return the instance of a template."""
        self.at += 1
        found: list[Value] = []
        table: list[Plain] = []
        if tag:
            self._scope = Scope(table)
        while not self._take("E"):
            # A pack is written `J…E`, and `I…E` by older compilers.
            if self._symbol[self.at] in "IJ":
                pack = self._pack()
                found += pack
                table.append(
                    Pack(tuple(map(as_text, self._elements(map(now, pack))))) if tag else CUT
                )
            else:
                found.append(self._argument())
                table.append(now(found[-1]))

        def make(name: Text, arguments: Text) -> Text:
            # `operator< <int>` needs its blank: `operator<<int>` is something else.
            space = " " if name.left.endswith("<") else ""
            left = f"{name.left}{space}<{arguments.left}>"
            return self._made(left, base=name.base, short=name.short)

        return self._lifted(make, value, self._listed(found))

    def _pack(self) -> list[Value]:
        """Read the template arguments of a parameter pack."""
        self._enter()
        self.at += 1
        values: list[Value] = []
        while not self._take("E"):
            if self._symbol[self.at] in "IJ":
                values += self._pack()
                continue
            value = self._argument()
            # nvcc does not say that a pack is expanded where only that can be meant.
            if type(value) is not Text and not self._expansions:
                value = self._combined(as_expanded, value)
            values.append(value)
        self._depth -= 1
        return values

    def _argument(self) -> Value:
        if self._symbol[self.at] == "L":
            return self._literal()
        if not self._take("X"):
            return self._type()
        value = self._expression()
        self._expect("E")
        return self._combined(self._operands, value)

    def _operands(self, value: Plain) -> Plain:
        if type(value) is Pack:
            return value._replace(texts=tuple(map(self._operand, value.texts)))
        return self._operand(value)

    # ------------------------------------------------------------------------------- expansions

    def _expansion(self, read: Callable[[], Value]) -> Value:
        self.at += 2
        self._expansions += 1
        value = read()
        self._expansions -= 1
        return self._combined(self._expand, value)

    def _expand(self, value: Plain) -> Plain:
        if type(value) is Pack:
            return as_expanded(value)
        return Pack((self._made(f"{value.whole()}..."),), expanded=True)

    # ------------------------------------------------------------------------------- literals

    def _literal(self) -> Value:
        self.at += 1
        if self._take("_Z"):
            text = self.encoding(local=True)
            self._expect("E")
            return text
        code = self._symbol[self.at]
        value = self._type()
        sign, digits = self._matched(_LITERAL).groups()
        # The null pointer is written with the digit 0 and without.
        if value is BUILTINS["Dn"]:
            return Text("nullptr")
        if not digits:
            raise UnknownError
        if code == "b" and digits in _BOOLEANS:
            return Text(_BOOLEANS[digits])
        number = f"{'-' if sign else ''}{digits}"
        if code in _SUFFIXES:
            return Text(number + _SUFFIXES[code])
        # c++filt shows a real by its bits, too: `(float)[3f800000]`.
        if code in _REALS:
            number = f"[{number}]"
        return self._lifted(lambda text: self._made(f"({text.whole()}){number}"), value)


_FUNCTION_PARAMETER: Final = re.compile(rf"fp[rVK]*([0-9]{{0,{DIGITS}}})_")


class ExpressionReader(TemplateReader):
    """Reads expressions; types are to come."""

    def _expression(self) -> Value:
        self._enter()
        char = self._symbol[self.at]
        if char == "L":
            value = self._literal()
        elif char == "T":
            value = self._parameter()
        elif char.isdigit():
            value = self._simple_name()
        else:
            value = self._operation(self._symbol[self.at : self.at + 2])
        self._depth -= 1
        return value

    def _operation(self, code: str) -> Value:
        if code == "fp":
            return Text(f"{{parm#{self._index(_FUNCTION_PARAMETER) + 1}}}")
        if code == "sp":
            return self._expansion(self._expression)
        self.at += 2
        pattern = PATTERNS.get(code)
        if pattern is not None:
            return self._formed(pattern, *[self._expression() for _ in range(pattern.count("{}"))])
        if code in OF_TYPES or code in OF_VALUES:
            word = OF_TYPES.get(code) or OF_VALUES[code]
            value = self._type() if code in OF_TYPES else self._expression()
            return self._lifted(lambda text: self._made(f"{word}({text.whole()})"), value)
        if code in self._EXPRESSIONS:
            return self._EXPRESSIONS[code](self)
        raise UnknownError

    def _formed(self, pattern: str, *values: Value) -> Value:
        """Make an operation of its operands."""
        return self._lifted(partial(self._form, pattern), *values)

    def _form(self, pattern: str, *texts: Text) -> Text:
        # The length is checked before the text is made: operands may double at each level.
        if sum(len(text.left) for text in texts) > LONGEST_TEXT:
            self.cut = True
            return CUT
        operands = [self._operand(text).whole() for text in texts]
        return self._made(pattern.format(*operands), form="operation")

    def _values(self) -> Value:
        values = []
        while not self._take("E"):
            values.append(self._expression())
        return self._listed(values)

    # ------------------------------------------------------------------------------- names

    def _operator(self) -> tuple[str, str, bool]:
        code = self._symbol[self.at : self.at + 2]
        self.at += 2
        if code in OPERATORS:
            symbol, word = OPERATORS[code]
            return f"operator{symbol}", f"operator_{word}", False
        if code == "li":
            name = self._source_name()
            return f'operator"" {name}', f"operator_{name.lstrip('_')}", False
        if code != "cv":
            raise UnknownError
        # Here, `T_` would refer to template arguments that come later.
        target = self._within(Scope(None), self._type)
        return f"operator {target.whole()}", "operator_cast", True

    def _expression_operator(self) -> Value:
        base = self._operator()[0]
        value: Value = self._made(base, base=base)
        return self._instance(value) if self._symbol[self.at] == "I" else value

    def _expression_global(self) -> Value:
        return self._lifted(lambda text: self._made(f"::{text.left}"), self._expression())

    def _expression_scope(self) -> Value:
        """Read a name in a scope that depends on template arguments."""
        if not self._symbol[self.at].isdigit():
            return self._scoped(self._type(), self._base_name())
        value = self._simple_name()
        while not self._take("E"):
            # gcc ends the scope without `E`, and counts what is in it otherwise.
            if not self._symbol[self.at].isdigit():
                raise UnknownError
            value = self._scoped(value, self._simple_name())
        return self._scoped(value, self._base_name())

    def _base_name(self) -> Value:
        return self._expression_operator() if self._take("on") else self._simple_name()

    def _simple_name(self) -> Value:
        name = self._source_name()
        value: Value = self._made(name, base=name)
        return self._instance(value) if self._symbol[self.at] == "I" else value

    def _scoped(self, scope: Value, value: Value) -> Value:
        return self._lifted(
            lambda text, text_: self._made(f"{text.whole()}::{text_.left}", base=text_.base),
            scope,
            value,
        )

    # ------------------------------------------------------------------------------- operations

    def _expression_conversion(self) -> Value:
        value = self._type()
        operand = self._values() if self._take("_") else self._expression()
        return self._lifted(
            lambda text, text_: self._made(f"({text.whole()})({text_.left})"), value, operand
        )

    def _expression_cast(self) -> Value:
        word = CASTS[self._symbol[self.at - 2 : self.at]]
        return self._lifted(
            lambda text, text_: self._made(f"{word}_cast<{text.whole()}>({text_.left})"),
            self._type(),
            self._expression(),
        )

    def _expression_call(self) -> Value:
        return self._lifted(
            lambda text, text_: self._made(f"{self._operand(text).left}({text_.left})"),
            self._expression(),
            self._values(),
        )

    def _expression_index(self) -> Value:
        return self._lifted(
            lambda text, text_: self._made(f"{self._operand(text).left}[{text_.left}]"),
            self._expression(),
            self._expression(),
        )

    def _expression_step(self) -> Value:
        sign = OPERATORS[self._symbol[self.at - 2 : self.at]][0]
        before = self._take("_")
        return self._formed(f"{sign}{{}}" if before else f"{{}}{sign}", self._expression())

    def _expression_member(self) -> Value:
        sign = "." if self._symbol[self.at - 2] == "d" else "->"
        return self._lifted(
            lambda text, text_: self._made(f"{self._operand(text).left}{sign}{text_.left}"),
            self._expression(),
            self._expression(),
        )

    def _expression_braces(self) -> Value:
        named = self._symbol[self.at - 2] == "t"
        value = self._type() if named else NOTHING
        return self._lifted(
            lambda text, text_: self._made(f"{text.whole()}{{{text_.left}}}"), value, self._values()
        )

    def _expression_count(self) -> Value:
        return self._combined(self._count, self._expression())

    def _count(self, value: Plain) -> Text:
        return Text(str(len(value.texts)) if type(value) is Pack else f"sizeof...({value.left})")

    def _expression_fold(self) -> Value:
        left = self._symbol[self.at - 1] == "l"
        code = self._symbol[self.at : self.at + 2]
        self.at += 2
        if code not in BINARY:
            raise UnknownError
        sign = f" {OPERATORS[code][0]} "
        return self._combined(partial(self._fold, sign, left), self._expression())

    def _fold(self, sign: str, left: bool, value: Plain) -> Plain:  # noqa: FBT001
        if type(value) is not Pack:
            return self._form(f"...{sign}{{}}" if left else f"{{}}{sign}...", value)
        # What an empty fold gives depends on its operator.
        if not value.texts:
            raise UnknownError
        return self._form(sign.join(["{}"] * len(value.texts)), *value.texts)

    _EXPRESSIONS: ClassVar[Mapping[str, Callable[[ExpressionReader], Value]]] = {
        "cl": _expression_call,
        "cp": _expression_call,
        "cv": _expression_conversion,
        "dt": _expression_member,
        "fl": _expression_fold,
        "fr": _expression_fold,
        "gs": _expression_global,
        "il": _expression_braces,
        "ix": _expression_index,
        "mm": _expression_step,
        "on": _expression_operator,
        "pp": _expression_step,
        "pt": _expression_member,
        "sZ": _expression_count,
        "sr": _expression_scope,
        "tl": _expression_braces,
        **dict.fromkeys(CASTS, _expression_cast),
    }
