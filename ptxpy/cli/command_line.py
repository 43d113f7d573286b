"""The program `ptxpy`: parse the command line, run a command, report errors, return a status.

The module of a command is imported when its arguments are needed, so that `ptxpy --help` and
`ptxpy --version` load no command.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Final, cast

from ptxpy import _loading
from ptxpy.__about__ import __version__
from ptxpy._records import NamedTuple
from ptxpy.cli.argument_parser import CommandParser, Parser
from ptxpy.cli.command_errors import EXIT_PROBLEMS, EXIT_UNABLE, CommandError, internal_error
from ptxpy.cli.console import (
    paint,
    paint_problems,
    report_syntax_errors,
    write_json_errors,
    write_stderr,
)

__all__ = ["COMMANDS", "add_commands", "main"]


INTERRUPTED = 130
"""The exit status after Ctrl-C: 128 + SIGINT."""

BROKEN_PIPE = 141
"""The exit status when the reader of the output has closed it: 128 + SIGPIPE."""


class Command(NamedTuple):
    """A command of the command line."""

    name: str
    """Its name; its module is `NAME_command`."""
    summary: str
    group: str
    """The title of the group in which the help lists it."""


_READ: Final = "read and write"
_COMPARE: Final = "check and compare"
_RUN: Final = "run and debug"
_AROUND: Final = "editors, shell and help"

COMMANDS: Final = (
    Command("import", "turn PTX into Python", _READ),
    Command("emit", "write the PTX of a Python file", _READ),
    Command("show", "show parameters, registers, memory and control flow of functions", _READ),
    Command("view", "make a page of Python, PTX and SASS", _READ),
    Command("isa", "show what an instruction does, with an example, and its forms", _READ),
    Command("link", "join relocatable files of PTX", _READ),
    Command("check", "report all errors in PTX or a Python kernel, in one run", _COMPARE),
    Command("diff", "show the differences between the kernels of two files", _COMPARE),
    Command("roundtrip", "test whether PTX is reproduced byte for byte", _COMPARE),
    Command("reduce", "reduce a file to the smallest that a test finds interesting", _COMPARE),
    Command("run", "run a kernel", _RUN),
    Command("debug", "stop a kernel, look at it, step it forth and back", _RUN),
    Command("exec", "run a CUDA program on the CPU", _RUN),
    Command("capture", "record the launches of a CUDA program", _RUN),
    Command("lsp", "serve editors: the language server", _AROUND),
    Command("completion", "write a script for a shell to complete commands and options", _AROUND),
    Command("cache", "show or clear what earlier runs have left on disk", _AROUND),
    Command("help", "show this help, or that of a command; the guides", _AROUND),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status."""
    # Standard output and error take any text, even when they are closed.
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            # Descriptors may be closed, as by daemons: then Python has None here.
            nothing = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - until the end
            setattr(sys, name, nothing)
        # Names of files and kernels may have characters that the terminal cannot encode.
        getattr(sys, name).reconfigure(errors="backslashreplace")
    # Without a command, the help is shown.
    options = _parser().parse_args((sys.argv[1:] if arguments is None else arguments) or ["help"])
    _loading.end()
    try:
        status = _run(options)
        # Errors of a full disk or closed pipe appear only when the buffer is written.
        sys.stdout.flush()
    except BrokenPipeError:
        _abandon_output()
        return BROKEN_PIPE
    except OSError as error:
        _abandon_output()
        return _fail(f"cannot write: {(error.strerror or str(error)).lower()}")
    except KeyboardInterrupt:
        return INTERRUPTED
    return status


def _run(options: argparse.Namespace) -> int:
    """Run the command; report any error in one line."""
    as_json = bool(getattr(options, "json", False))
    try:
        return int(options.run(options))
    except CommandError as failure:
        if as_json:
            write_json_errors([_error_as_json(failure)])
        if not failure.is_located:
            return _fail(str(failure), failure.status)
        write_stderr(paint_problems(str(failure), sys.stderr))
        return failure.status
    except RecursionError:
        return _fail("nested too deeply")
    except MemoryError as error:
        return _fail(f"out of memory: {error}" if str(error) else "out of memory")
    except OSError:
        raise  # from standard output: errors of files are command errors
    except Exception as error:
        from ptxpy import PtxSyntaxError  # noqa: PLC0415 - the parser loads slowly

        if isinstance(error, PtxSyntaxError):
            report_syntax_errors(error, as_json=as_json)
            # Syntax errors that no command has caught are the fault of the input.
            return EXIT_PROBLEMS
        if os.environ.get("PTXPY_DEBUG"):
            raise
        return _fail(internal_error(error))


def _error_as_json(failure: CommandError) -> dict[str, str | int]:
    """Return an error with its place, which a located one begins with: `k.py:3:5: error: …`."""
    text = str(failure)
    place = _PLACE.match(text) if failure.is_located else None
    if place is None:
        return {"file": "", "line": 0, "column": 0, "message": text}
    file, line, column, message = place.groups()
    return {"file": file, "line": int(line), "column": int(column or 0), "message": message}


_PLACE: Final = re.compile(r"(.+?):(\d+):(?:(\d+):)? (?:error: )?(.*)")


def _abandon_output() -> None:
    """Discard the rest of standard output, which Python would flush at exit, with an error."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(message: str, status: int = EXIT_UNABLE) -> int:
    write_stderr(f"{paint('ptxpy:', 'red', sys.stderr)} {message}")
    return status


def add_commands(parser: Parser) -> None:
    """Add all commands to the parser of the command line."""
    # Without `prog`, argparse would format the usage to find the name of the program.
    parsers = parser.add_subparsers(
        metavar="COMMAND",
        help=argparse.SUPPRESS,  # the help lists them in groups
        required=True,
        prog=parser.prog,
        parser_class=cast("type[Parser]", CommandParser),
    )
    for command in COMMANDS:
        summary = command.summary
        parser.groups.setdefault(command.group, {})[command.name] = summary
        parsers.add_parser(
            command.name,
            help=summary,
            description=f"{summary[0].upper()}{summary[1:]}.",
            completer=partial(_complete, command.name),
        )
    parser.set_defaults(commands=parsers.choices, whole=parser)


def _complete(name: str, parser: Parser) -> None:
    """Add the arguments of a command to its parser."""
    import_module(f"ptxpy.cli.{name}_command").add_arguments(parser)


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="ptxpy",
        usage="%(prog)s [-h] [--version] COMMAND ...",
        description="NVIDIA PTX as Python, and back, byte for byte.",
        epilog="`ptxpy help COMMAND` has the options of a command, and examples.",
    )
    parser.examples = (
        "ptxpy import kernel.ptx -o kernel.py",
        "ptxpy emit kernel.py -o changed.ptx",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    add_commands(parser)
    return parser
