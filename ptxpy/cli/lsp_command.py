"""`ptxpy lsp`: the language server, which editors start."""

from __future__ import annotations

import argparse
from importlib.util import find_spec
from typing import TYPE_CHECKING

from ptxpy._extras import install_command
from ptxpy.cli.command_errors import EXIT_OK, CommandError
from ptxpy.cli.shared_options import describe_command

if TYPE_CHECKING:
    from ptxpy.cli.argument_parser import Parser


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command to its parser."""
    describe_command(
        parser,
        run,
        details="An editor starts it and speaks the Language Server Protocol with it over standard "
        "input and output. It serves PTX, imported Python, and inline PTX in CUDA C++ and Python, "
        "and executes no document. It needs the extra editor: `ptxpy help extras`.",
        examples=("ptxpy lsp",),
    )
    # Many clients pass it to every server.
    parser.add_argument(
        "--stdio", action="store_true", help="use standard input and output, as always"
    )


def run(options: argparse.Namespace) -> int:
    """Serve until the editor ends."""
    del options
    if find_spec("pygls") is None:
        message = f"the language server needs pygls: {install_command('editor')}"
        raise CommandError(message)
    from ptxpy.language_server import serve  # noqa: PLC0415 - pygls is an extra

    serve()
    return EXIT_OK
