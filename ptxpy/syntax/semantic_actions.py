"""Semantic actions: what in a node depends on the text of a token, not on its terminal alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final

from ptxpy.ir import nodes as n
from ptxpy.syntax.bare_registers import Names


class FillError(ValueError):
    """A text that the grammar takes, and that means nothing."""


_COMPONENT = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*\Z")


def bare(text: str, names: Names) -> n.Register | n.Symbol:
    """Return the node of an identifier: a register when it is declared as one."""
    return n.Register(text) if text in names else n.Symbol(text)


def dotted(text: str, names: Names) -> n.Component:
    """Return the component of a vector register or variable, `v.x`."""
    base, _, component = text.rpartition(".")
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
    """Return the part of an opcode with modifiers that stands before the first dot."""
    return text.partition(".")[0]


def modifiers(*texts: object) -> tuple[str, ...]:
    """Return the modifiers of an opcode, each with its dot."""
    if len(texts) == 2:  # noqa: PLR2004 - the opcode and the names: the common case
        return _modifiers(str(texts[0]))
    first, *rest = [text for text in texts if isinstance(text, str)]
    split = _modifiers(first)
    for text in rest:
        split += _modifiers(text)
    return split


@lru_cache(maxsize=4096)
def _modifiers(text: str) -> tuple[str, ...]:
    return tuple(["." + word for word in text.split(".")[1:]])


def bare_modifiers(*texts: object) -> tuple[str, ...]:
    """Return modifiers that stand apart from their opcode."""
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
