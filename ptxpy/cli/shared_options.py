"""Options that several commands have."""

from __future__ import annotations

import argparse
import ast
import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from ptxpy.cli.command_errors import CommandError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    from ptxpy.cli.argument_parser import Parser
    from ptxpy.isa import Target, Version

__all__ = ["add_settings", "settings_of"]


KERNEL_NAMES: Final = "its symbol, its C++ name, a unique part of either, or its number from 0"
"""The help of `--kernel` about names, which `function_names` looks up."""


def describe_command(
    parser: Parser, run: Callable[[argparse.Namespace], int], details: str, examples: Sequence[str]
) -> None:
    """Set the help text of a command after its summary, and the function that runs it.

    `run` takes the options and returns the exit status. Examples are lines for a shell.
    """
    parser.description = f"{parser.description} {details}"
    parser.examples = tuple(examples)
    parser.set_defaults(run=run, parser=parser)


def add_strict(parser: argparse.ArgumentParser, what: str, collecting: str) -> None:
    """Add the options of strict mode: the helps of the mode itself, and of `collect`."""
    parser.add_argument("--strict", action="store_true", help=what)
    for names, value, text in (
        (("collect",), "collect", collecting),
        (("fences",), "fences", "--strict, and detect missing fences that compilers leave out"),
        (
            ("collect,fences", "fences,collect"),
            "collect,fences",
            "both of these",
        ),
    ):
        options = [f"--strict={name}" for name in names]
        parser.add_argument(*options, dest="strict", action="store_const", const=value, help=text)


def add_instructions(parser: argparse.ArgumentParser) -> None:
    """Add the option that names instructions of one's own."""
    parser.add_argument(
        "--instructions",
        metavar="FILE.py",
        action="append",
        default=[],
        help="CPU only: execute this Python first, which registers instructions of your own with "
        "@ptxpy.sim.instruction",
    )


def register_instructions(options: argparse.Namespace) -> None:
    """Execute the files of `--instructions`."""
    from runpy import run_path  # noqa: PLC0415 - seldom needed

    for file in options.instructions:
        try:
            run_path(file)
        except OSError as error:
            message = f"{file}: {(error.strerror or str(error)).lower()}"
            raise CommandError(message) from None
        except Exception as error:
            message = f"{file}: {type(error).__name__}: {error}"
            raise CommandError(message) from error


def add_form(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose the form of the generated Python."""
    parser.add_argument(
        "--flat",
        action="store_true",
        help="write every instruction as a call, and every branch as a `bra`",
    )
    parser.add_argument(
        "--no-roll",
        action="store_true",
        help="do not write repeated code as loops: one line per instruction",
    )


def add_output(parser: argparse.ArgumentParser) -> None:
    """Add the options for the output file."""
    parser.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        default="-",
        help="the file to write (default: standard output)",
    )
    parser.add_argument("--force", action="store_true", help="overwrite OUT if it exists")


def add_platform(parser: argparse.ArgumentParser, purpose: str) -> None:
    """Add the options for a target and a PTX version."""
    parser.add_argument(
        "--arch", metavar="TARGET", help=f"the target to {purpose}: sm_90a (default: the file's)"
    )
    parser.add_argument(
        "--ptx-version",
        metavar="VERSION",
        help=f"the PTX version to {purpose}: 8.0 (default: the file's)",
    )


def target_of(options: argparse.Namespace) -> Target | None:
    """Return the target in the options, if any; raise `CommandError` if it does not exist."""
    if options.arch is None:
        return None
    from ptxpy.isa import parse_target  # noqa: PLC0415 - the table loads slowly

    try:
        return parse_target(options.arch)
    except ValueError as error:
        raise CommandError(str(error)) from None


def version_of(options: argparse.Namespace) -> Version | None:
    """Return the PTX version in the options, if any; raise `CommandError` if it does not exist."""
    if options.ptx_version is None:
        return None
    from ptxpy.isa import parse_version  # noqa: PLC0415 - the table loads slowly

    try:
        return parse_version(options.ptx_version)
    except ValueError as error:
        raise CommandError(str(error)) from None


_SETTING: Final = r"(?P<name>[^\W\d]\w*)=(?P<value>.+)"


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
        match = re.fullmatch(_SETTING, text, re.DOTALL)
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

    # A PTX type such as `f16` is meant, and not a string of that name.
    if text in TYPES:
        return fundamental(text)
    with suppress(ValueError, SyntaxError, MemoryError, RecursionError):
        return ast.literal_eval(text)
    return text
