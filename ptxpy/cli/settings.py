"""Dimensions and template parameters as they are written on a command line: `--set M=128`."""

from __future__ import annotations

import ast
import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from ptxpy.cli.failure import Failure

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

__all__ = ["add_settings", "settings_of"]

_SETTING: Final = re.compile(r"(?P<name>[^\W\d]\w*)=(?P<value>.+)", re.DOTALL)


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Add the option that gives dimensions and template parameters their values."""
    parser.add_argument(
        "--set",
        dest="settings",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="a value for a symbolic dimension or a template parameter of the kernels of a Python "
        "file: M=128, DTYPE=bf16; may stand several times",
    )


def settings_of(options: argparse.Namespace) -> dict[str, Any]:
    """Return the values that the options give, by name; `Failure` for what gives none."""
    found: dict[str, Any] = {}
    given: Sequence[str] = options.settings
    for text in given:
        match = _SETTING.fullmatch(text)
        if match is None:
            message = f"--set {text}: that is a name and its value, as in --set M=128"
            raise Failure(message)
        name = match["name"]
        if name in found:
            message = f"--set {text}: {name} is given twice"
            raise Failure(message)
        found[name] = value_of(match["value"])
    return found


def value_of(text: str) -> Any:  # noqa: ANN401 - whatever a template parameter may be
    """Return a value: a literal of Python, the type of PTX that has this name, or the text."""
    from ptxpy.dsl import fundamental  # noqa: PLC0415 - the language loads slowly
    from ptxpy.isa import TYPES  # noqa: PLC0415

    if text in TYPES:
        return fundamental(text)
    with suppress(ValueError, SyntaxError, MemoryError, RecursionError):
        return ast.literal_eval(text)
    return text
