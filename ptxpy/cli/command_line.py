"""The program `ptxpy`: parse the command line, run a command, report errors, return a status."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from ptxpy import _loading
from ptxpy.__about__ import __version__
from ptxpy.cli.argument_parser import Parser
from ptxpy.cli.command_errors import EXIT_PROBLEMS, EXIT_UNABLE, CommandError, internal_error
from ptxpy.cli.commands import add_commands
from ptxpy.cli.console import paint, paint_problems, write_stderr

INTERRUPTED = 130
"""The exit status after Ctrl-C: 128 + SIGINT."""

BROKEN_PIPE = 141
"""The exit status when the reader of the output has closed it: 128 + SIGPIPE."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status."""
    _prepare_output()
    options = _parser().parse_args(arguments)
    _loading.end()
    try:
        status = _run(options)
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
    try:
        return int(options.run(options))
    except CommandError as failure:
        return _say_failure(failure)
    except RecursionError:
        return _fail("nested too deeply")
    except MemoryError as error:
        return _fail(f"out of memory: {error}" if str(error) else "out of memory")
    except OSError:
        raise  # from standard output: errors of files are command errors
    except Exception as error:
        from ptxpy.cli.syntax_errors import (  # noqa: PLC0415 - the parser loads slowly
            report_if_syntax_error,
        )

        if report_if_syntax_error(error):
            return EXIT_PROBLEMS
        if os.environ.get("PTXPY_DEBUG"):
            raise
        return _fail(internal_error(error))


def _say_failure(failure: CommandError) -> int:
    if not failure.is_located:
        return _fail(str(failure), failure.status)
    write_stderr(paint_problems(str(failure), sys.stderr))
    return failure.status


def _prepare_output() -> None:
    """Make standard output and error take any text, even when they are closed."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w"))  # noqa: SIM115 - open until the end
        # Names of files and kernels may have characters that the terminal cannot encode.
        getattr(sys, name).reconfigure(errors="backslashreplace")


def _abandon_output() -> None:
    """Discard the rest of standard output, which Python would flush at exit, with an error."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(message: str, status: int = EXIT_UNABLE) -> int:
    write_stderr(f"{paint('ptxpy:', 'red', sys.stderr)} {message}")
    return status


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="ptxpy",
        description="NVIDIA PTX as Python, and back, byte for byte.",
        epilog="example: ptxpy import kernel.ptx -o kernel.py",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    add_commands(parser)
    return parser
