"""The options of a module's style in Python."""

from __future__ import annotations

from ptxpy.ir.nodes import StyleOptions
from ptxpy.pytree import expression_text, quoted
from ptxpy.pytree import tree as t
from ptxpy.styles.options import explicit_options

__all__ = ["option_arguments", "option_texts"]


def option_arguments(options: StyleOptions) -> list[t.Keyword]:
    """Return options of a style as the arguments of `module(…)` that give them."""
    return [t.Keyword(name, _value(value)) for name, value in explicit_options(options)]


def option_texts(options: StyleOptions) -> list[str]:
    """Return the text of these arguments."""
    return [expression_text(argument) for argument in option_arguments(options)]


def _value(value: str | int | dict[str, str]) -> t.Expression:
    if isinstance(value, dict):
        return t.Dictionary(tuple([(quoted(name), quoted(gap)) for name, gap in value.items()]))
    return quoted(value) if isinstance(value, str) else str(value)
