"""`ptxpy help`: the help of the command line, or of a command."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from ptxpy.cli.command_errors import EXIT_OK, CommandError
from ptxpy.cli.console import write_stdout
from ptxpy.cli.shared_options import describe_command
from ptxpy.isa import nearest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptxpy.cli.argument_parser import Parser


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command to its parser."""
    describe_command(
        parser,
        run,
        details="The same as `ptxpy COMMAND --help`; `ptxpy help json` describes the fields of the "
        "JSON that commands write.",
        examples=("ptxpy help import", "ptxpy help json"),
    )
    parser.add_argument("command", metavar="COMMAND", nargs="?", help="a command, or json")


def run(options: argparse.Namespace) -> int:
    """Carry the command out."""
    parsers: Mapping[str, Parser] = options.commands
    if options.command is None:
        write_stdout(options.whole.format_help().rstrip())
        return EXIT_OK
    if options.command == "json":
        write_stdout(Path(__file__).with_name("json.md").read_text(encoding="utf-8").rstrip())
        return EXIT_OK
    parser = parsers.get(options.command)
    if parser is None:
        close = nearest(options.command, parsers)
        hint = f"did you mean {' or '.join(close)}?" if close else f"there are {', '.join(parsers)}"
        message = f"no command {options.command!r}; {hint}"
        raise CommandError(message)
    parser.complete()
    write_stdout(parser.format_help().rstrip())
    return EXIT_OK
