"""Expressions, and the names of operators."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import ClassVar, Final

from ptxpy.demangle.budgeted_writer import LONGEST_TEXT
from ptxpy.demangle.literals import CUT, NOTHING, Pack, Plain, Scope, Text, UnknownError, Value
from ptxpy.demangle.scanner import DIGITS
from ptxpy.demangle.tables import BINARY, CASTS, OF_TYPES, OF_VALUES, OPERATORS, PATTERNS
from ptxpy.demangle.template_arguments import TemplateReader

__all__ = ["ExpressionReader"]

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
            return self._called(code)
        if code in self._EXPRESSIONS:
            return self._EXPRESSIONS[code](self)
        raise UnknownError

    def _formed(self, pattern: str, *values: Value) -> Value:
        """Make an operation of its operands."""
        return self._lifted(partial(self._form, pattern), *values)

    def _form(self, pattern: str, *texts: Text) -> Text:
        if sum(len(text.left) for text in texts) > LONGEST_TEXT:
            self.cut = True
            return CUT
        operands = [self._operand(text).whole() for text in texts]
        return self._made(pattern.format(*operands), form="operation")

    def _called(self, code: str) -> Value:
        word = OF_TYPES.get(code) or OF_VALUES[code]
        value = self._type() if code in OF_TYPES else self._expression()
        return self._lifted(lambda text: self._made(f"{word}({text.whole()})"), value)

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
