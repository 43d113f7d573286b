"""`ptxpy view`: a page with Python, PTX and machine code side by side."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from ptxpy._counts import format_count
from ptxpy.cli import files
from ptxpy.cli.command_errors import EXIT_OK, CommandError
from ptxpy.cli.console import printable, write_stderr
from ptxpy.cli.observation import block_index
from ptxpy.cli.observed_runs import (
    add_run_options,
    check_run_options,
    observed_run,
    refuse_run_options,
    replayed,
)
from ptxpy.cli.page_sources import check_folder, sources_of_page
from ptxpy.cli.shared_options import add_settings, describe_command, settings_of
from ptxpy.cli.sources import load

if TYPE_CHECKING:

    from ptxpy.captures import CapturedLaunch
    from ptxpy.cli.argument_parser import Parser
    from ptxpy.cli.sources import Source
    from ptxpy.view import ShownProgram


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command to its parser."""
    describe_command(
        parser,
        run,
        details="The page is one file, which needs no network: columns of the source, Python, PTX "
        "and SASS in step, live registers and diagnostics of each line, an overview, and control "
        "flow. SASS takes nvdisasm, which the extra view has (`ptxpy help extras`). Of a captured "
        "launch, it has the counts, values and timeline of a replay too; with --run and the "
        "arguments that `ptxpy run` takes, those of a run in the simulator.",
        examples=(
            "ptxpy view kernel.ptx",
            (
                "ptxpy view saxpy.ptx --run --grid 4 --block 256 --arg 1024 --arg 2.0 "
                "--arg float32[1024]:arange --arg float32[1024]:ones"
            ),
        ),
    )
    parser.add_argument(
        "file",
        metavar="FILE",
        help="PTX, Python (.py), a binary that holds PTX, or a captured launch (.zip)",
    )
    parser.add_argument(
        "-o", dest="output", metavar="OUT.html", help="the page (default: FILE with .html)"
    )
    parser.add_argument("--force", action="store_true", help="overwrite OUT.html if it exists")
    parser.add_argument(
        "--kernel",
        metavar="NAME",
        help="of a binary, the PTX that has the kernel; with --run, the kernel to run",
    )
    parser.add_argument(
        "--arch", metavar="TARGET", help="the target of the machine code (default: the file's)"
    )
    parser.add_argument(
        "--no-sass", action="store_true", help="leave the machine code out, which is made by ptxas"
    )
    parser.add_argument(
        "--source",
        metavar="DIR",
        help="the folder of the source files that .file names; without it, source code beside FILE "
        "is taken",
    )
    add_settings(parser)
    add_run_options(parser).add_argument(
        "--ctas",
        metavar="X[,Y[,Z]]",
        nargs="+",
        type=block_index,
        help="the blocks of the timeline (default: the first 16); values are of the first of them",
    )


def run(options: argparse.Namespace) -> int:
    """Carry the command out."""
    from ptxpy.syntax import emit  # noqa: PLC0415 - loads slowly
    from ptxpy.view import MachineCode, machine_code, page, page_data  # noqa: PLC0415

    captured = _captured(options.file)
    is_captured = captured is not None
    if is_captured:
        # A captured launch has its own grid and arguments.
        refuse_run_options(options, f"{printable(options.file)} is a captured launch")
    else:
        check_run_options(options)
        if options.ctas and not options.is_run:
            message = "--ctas needs --run"
            raise CommandError(message)
    check_folder(options.source)
    source = load(options.file, settings_of(options), options.kernel)
    output = files.Output.checked(_output(options), force=options.force, source=options.file)
    text = emit(source.module)
    machine = (
        MachineCode((), "--no-sass leaves it out")
        if options.no_sass
        else machine_code(text.encode("utf-8", "surrogateescape"), options.arch)
    )
    if captured is not None:
        observed = replayed(captured, options.ctas)
    else:
        observed = observed_run(source, options, options.kernel) if options.is_run else None
    sources = sources_of_page(source, options.file, options.source)
    data = page_data(source.module, source.name, _program(source), machine, observed, sources)
    output.write(page(data["name"], data).encode("utf-8", "replace"))
    if machine.reason:
        write_stderr(f"ptxpy: without machine code: {machine.reason}")
    lines = format_count(len(text.removesuffix("\n").split("\n")), "line")
    # Source code is told, as it is given to whoever gets the page.
    shown = [each["name"] for each in (data["source"] or {"files": ()})["files"]]
    with_ = f", with {printable(', '.join(shown))}" if shown else ""
    write_stderr(f"{files.display(_output(options))}: {lines} of PTX{with_}")
    return EXIT_OK


def _output(options: argparse.Namespace) -> str:
    """Return the name of the page."""
    if options.output is not None:
        return str(options.output)
    if options.file == files.STANDARD:
        message = "name the page of standard input: -o OUT.html"
        raise CommandError(message)
    # The page is written to the working folder: that of a binary may not be ours.
    binary, word = files.split(options.file)
    name = Path(binary).name if not word else f"{Path(binary).stem}.{Path(word).name}"
    return str(Path(name).with_suffix(".html"))


def _captured(name: str) -> CapturedLaunch | None:
    if not name.endswith(".zip"):
        return None
    from ptxpy.captures import is_capture, load_capture  # noqa: PLC0415 - only for zip files

    return load_capture(name) if is_capture(name) else None


def _program(source: Source) -> ShownProgram | None:
    """Return the Python of a module: its own, or the one that `ptxpy import` writes."""
    from ptxpy.codegen import ProofError, to_python  # noqa: PLC0415 - loads slowly
    from ptxpy.dsl import trace_python  # noqa: PLC0415 - loads slowly
    from ptxpy.view import ShownProgram  # noqa: PLC0415

    if source.lines is not None:
        shown = source.source.decode("utf-8", "replace")
        return ShownProgram(source.name, shown, source.lines, source.calls)
    name = f"{Path(source.name).stem}.py"
    try:
        text = to_python(source.module)
    except ProofError as error:
        write_stderr(f"ptxpy: without Python: {str(error).splitlines()[0]}")
        return None
    traced = trace_python(text, filename=name)
    return ShownProgram(name, text, traced.lines, traced.calls)
