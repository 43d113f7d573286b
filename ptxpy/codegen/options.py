"""The options of a module's style in Python."""

from __future__ import annotations

from ptxpy.codegen.wrap import quoted
from ptxpy.ir.nodes import StyleOptions
from ptxpy.styles.options import explicit_options

__all__ = ["option_texts"]


def option_texts(options: StyleOptions) -> list[str]:
    """Return options of a style as the arguments of `module(…)` that give them."""
    return [f"{name}={_text(value)}" for name, value in explicit_options(options)]


def _text(value: str | int | dict[str, str]) -> str:
    if isinstance(value, dict):
        gaps = [f"{quoted(name)}: {quoted(gap)}" for name, gap in value.items()]
        return f"{{{', '.join(gaps)}}}"
    return quoted(value) if isinstance(value, str) else str(value)
