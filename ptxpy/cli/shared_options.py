"""Options that several commands have."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ptxpy.cli.command_errors import CommandError

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.cli.argument_parser import Parser
    from ptxpy.isa.targets import Target, Version


def describe_command(
    parser: Parser, run: Callable[[argparse.Namespace], int], details: str, example: str
) -> None:
    """Set the help text of a command after its summary, and the function that runs it.

    `run` takes the options and returns the exit status.
    """
    parser.description = f"{parser.description} {details}"
    parser.epilog = f"example: {example}"
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
    from ptxpy.isa.targets import parse_target  # noqa: PLC0415 - the table loads slowly

    try:
        return parse_target(options.arch)
    except ValueError as error:
        raise CommandError(str(error)) from None


def version_of(options: argparse.Namespace) -> Version | None:
    """Return the PTX version in the options, if any; raise `CommandError` if it does not exist."""
    if options.ptx_version is None:
        return None
    from ptxpy.isa.targets import parse_version  # noqa: PLC0415 - the table loads slowly

    try:
        return parse_version(options.ptx_version)
    except ValueError as error:
        raise CommandError(str(error)) from None
