"""The commands: their names, and what the list of commands says of each.

The module of a command is imported when its arguments are needed, so that `ptxpy --help` and
`ptxpy --version` load none of them.
"""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from ptxpy.cli.parsers import Parser

__all__ = ["COMMANDS", "add_commands"]


class Command(NamedTuple):
    """A command."""

    name: str
    """Its module is `NAME_command`."""
    summary: str


COMMANDS: Final = (
    Command("import", "turn PTX into Python"),
    Command("emit", "write the PTX of a Python file"),
    Command("run", "run a kernel"),
    Command("roundtrip", "try whether PTX comes back byte for byte"),
    Command("check", "say what is wrong with PTX or a Python kernel, all of it in one run"),
    Command("show", "show what the functions of a PTX file hold and need"),
    Command("diff", "show what differs between the kernels of two files"),
    Command("isa", "show what the instruction table says of an instruction"),
    Command("completion", "write what a shell needs to complete commands and options"),
)


def add_commands(parser: Parser) -> None:
    """Add all commands to the parser of the command line."""
    # Without `prog`, argparse would format the usage to find the command's name out.
    parsers = parser.add_subparsers(
        title="commands", metavar="COMMAND", required=True, prog=parser.prog
    )
    for command in COMMANDS:
        summary = command.summary
        parsers.add_parser(
            command.name,
            help=summary,
            description=f"{summary[0].upper()}{summary[1:]}.",
            completer=partial(_complete, command.name),
        )
    parser.set_defaults(commands=parsers.choices)


def _complete(name: str, parser: Parser) -> None:
    """Add the arguments of a command to its parser."""
    import_module(f"ptxpy.cli.{name}_command").add_arguments(parser)
