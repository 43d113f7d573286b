"""Dimensions and template parameters on a command line: `--set M=128`."""

from __future__ import annotations

import ast
import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from ptxpy.cli.command_errors import CommandError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

__all__ = ["add_settings", "settings_of"]

_SETTING: Final = re.compile(r"(?P<name>[^\W\d]\w*)=(?P<value>.+)", re.DOTALL)


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Add the option `--set` for values of dimensions and template parameters."""
    parser.add_argument(
        "--set",
        dest="settings",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="a value for a symbolic dimension or a template parameter of the kernels of a Python "
        "file: M=128, DTYPE=bf16; can be repeated",
    )


def settings_of(options: argparse.Namespace) -> dict[str, Any]:
    """Return the values of `--set` by name; raise `CommandError` if one is not NAME=VALUE."""
    found: dict[str, Any] = {}
    given: Sequence[str] = options.settings
    for text in given:
        match = _SETTING.fullmatch(text)
        if match is None:
            message = f"--set {text}: expected NAME=VALUE, as in --set M=128"
            raise CommandError(message)
        name = match["name"]
        if name in found:
            message = f"--set {text}: {name} is given twice"
            raise CommandError(message)
        found[name] = parse_setting(match["value"])
    return found


def parse_setting(text: str) -> Any:  # noqa: ANN401 - whatever a template parameter may be
    """Parse a value: a Python literal, the name of a PTX type, or else a string."""
    from ptxpy.dsl import fundamental  # noqa: PLC0415 - the language loads slowly
    from ptxpy.isa import TYPES  # noqa: PLC0415

    if text in TYPES:
        return fundamental(text)
    with suppress(ValueError, SyntaxError, MemoryError, RecursionError):
        return ast.literal_eval(text)
    return text
