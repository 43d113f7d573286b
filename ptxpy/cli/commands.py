"""The commands: their names and summaries.

The module of a command is imported when its arguments are needed, so that `ptxpy --help` and
`ptxpy --version` load none of them.
"""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from ptxpy.cli.argument_parser import Parser

__all__ = ["COMMANDS", "add_commands"]


class Command(NamedTuple):
    """A command of the command line."""

    name: str
    """Its name; its module is `NAME_command`."""
    summary: str


COMMANDS: Final = (
    Command("import", "turn PTX into Python"),
    Command("emit", "write the PTX of a Python file"),
    Command("run", "run a kernel"),
    Command("exec", "run a CUDA program on the CPU"),
    Command("capture", "record the launches of a CUDA program"),
    Command("roundtrip", "test whether PTX is reproduced byte for byte"),
    Command("check", "report all errors in PTX or a Python kernel, in one run"),
    Command("show", "show the parameters, registers, memory and control flow of functions"),
    Command("view", "make a page of Python, PTX and SASS"),
    Command("diff", "show the differences between the kernels of two files"),
    Command("isa", "show the forms and requirements of an instruction"),
    Command("cache", "show or clear the cubins that launches have left on disk"),
    Command("completion", "write a script for a shell to complete commands and options"),
)


def add_commands(parser: Parser) -> None:
    """Add all commands to the parser of the command line."""
    # Without `prog`, argparse would format the usage to find the name of the program.
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
