"""Node factories: they build the nodes of a shape, in two stages.

    factory(values, gaps, bare) -> build(registers, i, before)

The factory fills in the parts that depend on the texts of the tokens, once for every distinct text,
by *semantic actions*; `build` fills in the registers, which differ from statement to statement,
from index `i` upwards. A factory follows from its template alone, never from the text of a file.

`build` is compiled: it runs once for every statement. Its code has places for the values of the
factory, and most shapes share theirs with others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

from ptxpy.ir import nodes as n
from ptxpy.syntax.bare_registers import Names
from ptxpy.syntax.ir_templates import (
    BEFORE,
    RUN,
    WITHIN,
    Build,
    Deferred,
    RegisterName,
    RegisterText,
    Slot,
    Template,
    Text,
)


class FillError(ValueError):
    """A text that the grammar takes, and that means nothing."""


_COMPONENT = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*\Z")


def bare(text: str, names: Names) -> n.Register | n.Symbol:
    """Return the node of an identifier: a register when it is declared as one."""
    return n.Register(text) if text in names else n.Symbol(text)


def dotted(text: str, names: Names) -> n.Component:
    """Return the component of a vector register or variable, `v.x`."""
    base, _, component = text.rpartition(".")
    # The lexer reads `a.b.c` as one token: it is an opcode's form, and a component has one dot.
    if "." in base:
        msg = f"an opcode where an operand should be: {text}"
        raise FillError(msg)
    return n.Component(bare(base, names), undot("." + component, names))


def declared(text: str, *specifiers: object) -> n.Register | n.Symbol:
    """Return the node of a declared identifier; its specifiers have the state space."""
    words = tuple([n.Specifier(word) for word in specifiers if isinstance(word, str)])
    return n.Register(text) if n.space_of(words) == ".reg" else n.Symbol(text)


class _Literals(dict[str, n.Literal]):
    """The nodes of short numbers, which are shared, made on demand."""

    def __missing__(self, text: str) -> n.Literal:
        node = n.Literal(text)
        # A table of constants may have millions of distinct numbers: the shared ones are bounded.
        if len(self) < _MAX_SHARED_LITERALS and len(text) <= _MAX_SHARED_DIGITS:
            self[text] = node
        return node


_MAX_SHARED_LITERALS: Final = 10_000
_MAX_SHARED_DIGITS: Final = 20
_literals: Final = _Literals()


def literal(text: str, _names: Names) -> n.Literal:
    """Return the node of a number."""
    return _literals[text]


def literals(texts: Sequence[str]) -> list[n.Literal]:
    """Return the nodes of a list of numbers."""
    return list(map(_literals.__getitem__, texts))


def negative(text: str, _names: Names) -> n.Literal:
    """Return the node of a number after a minus sign."""
    return n.Literal("-" + text)


def undot(text: str, _names: Names) -> str:
    """Return the component's name in `%tid.x`."""
    if _COMPONENT.match(text[1:]) is None:
        msg = f"not the name of a component: {text}"
        raise FillError(msg)
    return text[1:]


def unquoted(text: str, _names: Names) -> str:
    """Return the text between quotes."""
    return text[1:-1]


def opcode(text: str, _names: Names) -> str:
    """Return the part of an opcode with modifiers that is before the first dot."""
    return text.partition(".")[0]


def modifiers(*texts: object) -> tuple[str, ...]:
    """Return the modifiers of an opcode, each with its dot."""
    if len(texts) == 2:  # noqa: PLR2004 - the opcode and the names: the common case
        return _modifiers(str(texts[0]))
    first, *rest = [text for text in texts if isinstance(text, str)]
    # Modifiers may be written apart from the opcode: `ld .global .u32`.
    split = _modifiers(first)
    for text in rest:
        split += _modifiers(text)
    return split


@lru_cache(maxsize=4096)
def _modifiers(text: str) -> tuple[str, ...]:
    return tuple(["." + word for word in text.split(".")[1:]])


def bare_modifiers(*texts: object) -> tuple[str, ...]:
    """Return modifiers that are written apart from their opcode."""
    return modifiers("", *texts)


ACTIONS: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (
        bare,
        dotted,
        declared,
        literal,
        negative,
        undot,
        unquoted,
        opcode,
        modifiers,
        bare_modifiers,
    )
}
"""By name; each takes texts, and the declared names last."""


Builder: TypeAlias = Callable[[Sequence[n.Register], int, "str | None"], n.Node]
Factory: TypeAlias = Callable[[Sequence[Any], "n.Gaps | None", Names], Builder]

_SLICE_FROM: Final = 4
"""Registers in a row from which on a slice is taken."""

_new = tuple.__new__
_Value: TypeAlias = Callable[[Sequence[Any], "n.Gaps | None", Names], Any]
"""Returns the node of a template without registers."""


def factory_of(template: Template, terminals: Sequence[str]) -> Factory:
    """Return the factory for a template and the terminals of the shape's tokens."""
    plan = _Plan(terminals)
    bind = _compiled(plan.code(template))
    values = plan.values

    def factory(texts: Sequence[Any], gaps: n.Gaps | None, bare: Names) -> Builder:
        builder: Builder = bind(*[value(texts, gaps, bare) for value in values])
        return builder

    return factory


class _Plan:
    """Takes a template apart: code that runs for each statement, and values for each text."""

    def __init__(self, terminals: Sequence[str]) -> None:
        # A register is known by its number among the registers, since its name is not in the text.
        positions = [i for i, terminal in enumerate(terminals) if terminal == "REGISTER"]
        self.ordinals = {str(position): k for k, position in enumerate(positions)}
        self.values: list[_Value] = []

    def code(self, template: Template) -> str:
        """Return the code of a function that takes the values and returns `build`."""
        result = self._each(template)
        names = ", ".join(f"k{i}" for i in range(len(self.values)))
        return f"lambda {names}: lambda r, i, b: {result}"

    def _each(self, template: Template) -> str:
        """Return the code for a template, evaluated for each statement."""
        if template is BEFORE:
            return "b"
        if isinstance(template, RegisterText):
            return self._register(template.token)
        if isinstance(template, RegisterName):
            return self._register(template.token) + ".name"
        # These few constants are written into the code; any other fixed value is an argument, so
        # that shapes share code.
        if template is None or isinstance(template, bool) or template == ():
            return repr(template)
        if not _varies(template):
            self.values.append(_value(template))
            return f"k{len(self.values) - 1}"
        if isinstance(template, Build):
            return f"new({template.cls.__name__}, {self._row(template.values)})"
        return self._row(template)

    def _register(self, token: str) -> str:
        ordinal = self.ordinals[token]
        return f"r[i + {ordinal}]" if ordinal else "r[i]"

    def _row(self, row: tuple[Template, ...]) -> str:
        # A slice is faster than picking registers one by one: vectors of `wgmma` have up to 128.
        if len(row) >= _SLICE_FROM and all(isinstance(item, RegisterText) for item in row):
            first, last = self.ordinals[row[0].token], self.ordinals[row[-1].token]
            if last - first == len(row) - 1:
                return f"tuple(r[i + {first}:i + {last + 1}])"
        return "(" + "".join([f"{self._item(item)}, " for item in row]) + ")"

    def _item(self, template: Template) -> str:
        """Return an item of a row; the middle of a long list of numbers is spliced in."""
        run = _run(template)
        if run is None:
            return self._each(template)
        self.values.append(run)
        return f"*k{len(self.values) - 1}"


def _varies(template: Template) -> bool:
    """Return whether a template differs from statement to statement of the same text."""
    if isinstance(template, RegisterText | RegisterName) or template is BEFORE:
        return True
    if isinstance(template, Build):
        return any(map(_varies, template.values))
    return type(template) is tuple and any(map(_varies, template))


def _value(template: Template) -> _Value:
    """Return the function that evaluates a template for each text."""
    if template is WITHIN:
        return _gaps
    if isinstance(template, Slot) or template is None:
        return _nothing
    if isinstance(template, Text):
        position = int(template.token)
        return lambda texts, _gaps, _bare: texts[position]
    if isinstance(template, Deferred):
        return _action(template)
    if isinstance(template, Build):
        cls, row = template.cls, _values(template.values)
        return lambda texts, gaps, bare: _new(cls, row(texts, gaps, bare))
    if type(template) is tuple:
        return _values(template)
    return lambda _texts, _gaps, _bare: template


def _gaps(_texts: Sequence[Any], gaps: n.Gaps | None, _bare: Names) -> Any:  # noqa: ANN401
    return gaps


def _nothing(_texts: Sequence[Any], _gaps: n.Gaps | None, _bare: Names) -> None:
    return None


def _action(template: Deferred) -> _Value:
    function, arguments = ACTIONS[template.function], template.arguments
    if len(arguments) == 1 and isinstance(arguments[0], Text):
        position = int(arguments[0].token)
        return lambda texts, _gaps, bare: function(texts[position], bare)
    values = list(map(_value, arguments))
    return lambda texts, gaps, bare: function(*[v(texts, gaps, bare) for v in values], bare)


def _values(row: tuple[Template, ...]) -> _Value:
    """Return the function that evaluates a row of templates to a tuple."""
    runs = list(map(_run, row))
    if not any(runs):
        values = list(map(_value, row))
        return lambda texts, gaps, bare: tuple([v(texts, gaps, bare) for v in values])
    pieces = [run or _values((template,)) for run, template in zip(runs, row, strict=True)]
    return lambda texts, gaps, bare: tuple(
        [item for piece in pieces for item in piece(texts, gaps, bare)]
    )


def _run(template: Template) -> _Value | None:
    """Return the function that evaluates the middle of a long list; `None` for another template."""
    if not isinstance(template, Deferred) or not template.arguments:
        return None
    text = template.arguments[0]
    if not isinstance(text, Text) or not text.token.startswith(RUN):
        return None
    # The grammar applies `literal` alone to the numbers of a long list.
    if template.function != "literal":
        message = f"a list of numbers that {template.function} takes"
        raise NotImplementedError(message)
    position = int(text.token.removeprefix(RUN))
    return lambda texts, _gaps, _bare: literals(texts[position])


_ENVIRONMENT: Final[dict[str, Any]] = {
    "new": _new,
    "__builtins__": {"tuple": tuple},
    **{cls.__name__: cls for cls in vars(n).values() if isinstance(cls, type)},
}


@lru_cache(maxsize=4096)
def _compiled(code: str) -> Callable[..., Builder]:
    # The code has neither names nor texts of the file in it: a PTX file cannot make it do anything.
    bind: Callable[..., Builder] = eval(code, _ENVIRONMENT)  # noqa: S307 - made by _Plan
    return bind


def forget_code() -> None:
    """Forget all compiled factories (for measuring cold parses)."""
    _compiled.cache_clear()
