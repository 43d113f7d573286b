"""What the parsers of the commands share."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ptxpy.cli.failure import Failure
from ptxpy.isa.targets import Target, Version, parse_target, parse_version

if TYPE_CHECKING:
    from ptxpy.cli.parsers import Parser

    Commands: TypeAlias = argparse._SubParsersAction[Parser]  # noqa: SLF001
    """Where a command adds its parser; argparse has no public name for it."""


class Help(NamedTuple):
    """What the help of a command says."""

    summary: str
    """In the list of commands."""
    details: str
    """On its own page, after the summary."""
    example: str


def add_command(
    commands: Commands, name: str, run: Callable[[argparse.Namespace], int], text: Help
) -> argparse.ArgumentParser:
    """Add a command; `run` takes the options and returns the exit status."""
    parser = commands.add_parser(
        name,
        help=text.summary,
        description=f"{text.summary[0].upper()}{text.summary[1:]}. {text.details}",
        epilog=f"example: {text.example}",
    )
    parser.set_defaults(run=run, parser=parser)
    return parser


def add_form(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose the form of the generated Python."""
    parser.add_argument(
        "--flat",
        action="store_true",
        help="write every instruction as a call, and every branch as a branch",
    )
    parser.add_argument(
        "--no-roll",
        action="store_true",
        help="leave repeated code unrolled: a line is an instruction",
    )


def add_output(parser: argparse.ArgumentParser) -> None:
    """Add the options that say where the result goes."""
    parser.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        default="-",
        help="the file to write (default: standard output)",
    )
    parser.add_argument("--force", action="store_true", help="overwrite OUT if it exists")


def add_platform(parser: argparse.ArgumentParser, purpose: str) -> None:
    """Add the options that name a target and a version of PTX."""
    parser.add_argument(
        "--arch", metavar="TARGET", help=f"the target to {purpose}: sm_90a (default: the file's)"
    )
    parser.add_argument(
        "--ptx-version",
        metavar="VERSION",
        help=f"the version of PTX to {purpose}: 8.0 (default: the file's)",
    )


def target_of(options: argparse.Namespace) -> Target | None:
    """Return the target that the options name, if any; `Failure` when it does not exist."""
    try:
        return None if options.arch is None else parse_target(options.arch)
    except ValueError as error:
        raise Failure(str(error)) from None


def version_of(options: argparse.Namespace) -> Version | None:
    """Return the version that the options name, if any; `Failure` when it does not exist."""
    try:
        return None if options.ptx_version is None else parse_version(options.ptx_version)
    except ValueError as error:
        raise Failure(str(error)) from None
