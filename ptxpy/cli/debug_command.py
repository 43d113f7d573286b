"""`ptxpy debug`: stop a kernel in the simulator, look at it, step it forth and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.cli.command_errors import EXIT_OK, EXIT_PROBLEMS, CommandError
from ptxpy.cli.function_names import HELP
from ptxpy.cli.launch_options import (
    add_launch_options,
    module_source,
    prepare,
    select_kernel,
)
from ptxpy.cli.shared_options import add_settings, describe_command, settings_of
from ptxpy.cli.sources import load

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from ptxpy.cli.argument_parser import Parser
    from ptxpy.debugger import Target


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command to its parser."""
    describe_command(
        parser,
        run,
        details="The kernel runs on the CPU, with the arguments that `ptxpy run` takes, and is "
        "held before its first instruction; `help` lists the commands, which are those of gdb.",
        example="ptxpy debug saxpy.ptx --grid 4 --block 256 --arg 1024 --arg 2.0 "
        "--arg float32[1024]:arange --arg float32[1024]:ones",
    )
    parser.add_argument(
        "file",
        metavar="FILE",
        help="PTX or Python (.py), a binary that holds PTX, or a captured launch (.zip)",
    )
    parser.add_argument(
        "--kernel", metavar="NAME", help=f"the kernel, if there are several: {HELP}"
    )
    add_settings(parser)
    add_launch_options(parser)
    parser.add_argument(
        "--strict",
        action="store_true",
        help="stop where data races, and missing waits and fences are found",
    )
    parser.add_argument(
        "--ex",
        dest="commands",
        metavar="COMMAND",
        action="append",
        default=[],
        help="a command to carry out first; several are carried out in order",
    )
    parser.add_argument(
        "--batch", action="store_true", help="end after these; the status is 1 after a fault"
    )


def run(options: argparse.Namespace) -> int:
    """Run the command."""
    from ptxpy.debugger import Terminal  # noqa: PLC0415 - NumPy loads slowly

    terminal = Terminal(
        _targets(options),
        strict=options.strict,
        commands=options.commands,
        is_batch=options.batch,
    )
    terminal.run()
    return EXIT_PROBLEMS if options.batch and terminal.has_faulted else EXIT_OK


def _targets(options: argparse.Namespace) -> Iterator[Target]:
    """Return the launches that the options ask for."""
    return iter([_of_file(options)])


def _of_file(options: argparse.Namespace) -> Target:
    """Return the launch of a kernel of a file."""
    from ptxpy.debugger import target_of_request  # noqa: PLC0415 - NumPy loads slowly
    from ptxpy.launch import Kernel  # noqa: PLC0415 - as above
    from ptxpy.launch_request import LaunchError  # noqa: PLC0415 - as above

    loaded = load(options.file, settings_of(options), options.kernel)
    source = module_source(loaded)
    try:
        kernel = Kernel(source, select_kernel(source, options.kernel))
        arguments, launch_options = prepare(kernel, options, loaded.kernels.get(kernel.name))
        return target_of_request(kernel.request(*arguments.values(), **launch_options))
    except LaunchError as error:
        raise CommandError(str(error)) from None
