"""`ptxpy import`: PTX to Python, proved before it is written."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import ptxpy
from ptxpy.cli import files
from ptxpy.cli.arguments import add_form, add_output, describe
from ptxpy.cli.console import counted, paint, say, show
from ptxpy.cli.failure import FINE, WRONG, Failure
from ptxpy.cli.lift_report import report
from ptxpy.cli.stage_progress import StageProgress
from ptxpy.cli.syntax_errors import say_problems
from ptxpy.codegen.options import option_texts
from ptxpy.codegen.stages import watched
from ptxpy.lift.passes import PASSES, chosen

if TYPE_CHECKING:
    from ptxpy.cli.parsers import Parser


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command to its parser."""
    describe(
        parser,
        run,
        details="The Python is run, and must give back every byte of FILE, "
        "before anything is written.",
        example="ptxpy import kernel.ptx -o kernel.py",
    )
    parser.add_argument("file", metavar="FILE", help="PTX; - is standard input")
    add_output(parser)
    add_form(parser)
    parser.add_argument(
        "--without",
        metavar="PASS",
        action="append",
        default=[],
        choices=sorted(PASSES),
        help="leave a lift pass out: " + ", ".join(PASSES),
    )
    parser.add_argument("--explain", action=Explain, help="list the lift passes")
    parser.add_argument(
        "--report", action="store_true", help="say for each kernel how much has been lifted"
    )
    parser.add_argument("--check", action="store_true", help="prove only; write nothing")
    parser.add_argument(
        "--diff", action="store_true", help="show what would change in OUT; write nothing"
    )


class Explain(argparse.Action):
    """Lists the lift passes and ends, as `--version` does."""

    def __init__(self, option_strings: Sequence[str], dest: str, **options: str) -> None:
        """Take no argument."""
        told = options["help"]
        super().__init__(option_strings, dest, 0, default=argparse.SUPPRESS, help=told)

    def __call__(self, parser: argparse.ArgumentParser, *_arguments: object) -> None:
        """Write a line for each pass."""
        width = max(map(len, PASSES))
        for name, meaning in PASSES.items():
            show(f"{name:{width}}  {meaning}")
        parser.exit()


def run(options: argparse.Namespace) -> int:
    """Carry the command out."""
    writes = not (options.check or options.diff)
    if options.diff and options.output == files.STANDARD:
        message = "--diff compares with the file that -o OUT names"
        raise Failure(message)
    output = files.Output.checked(
        options.output, force=options.force or not writes, source=options.file
    )
    source = files.read(options.file)
    name = files.display(options.file)
    try:
        title = f"proving {name}: {counted(len(source), 'byte')}"
        with StageProgress(title) as progress, watched(progress.enter):
            proof = ptxpy.prove(
                source,
                filename=name,
                flat=options.flat,
                roll=not options.no_roll,
                without=options.without,
                fallback=True,
            )
    except ptxpy.PtxSyntaxError as error:
        say_problems(error)
        return WRONG
    except ptxpy.ProofError as error:
        say(f"{name}: not identical: {error}")
        return WRONG
    if options.diff:
        _show_diff(output.read().decode("utf-8", "replace"), proof.python, options.output)
    if writes:
        output.write(proof.python.encode())
    for line in report(proof) if options.report else ():
        say(line)
    if proof.reason:
        asked = chosen(flat=options.flat, roll=not options.no_roll, without=options.without)
        missing = ", ".join(each for each in PASSES if each in asked - proof.passes)
        say(f"{name}: written without {missing}: with all passes {proof.reason}")
    laid_out = option_texts(proof.module.options)
    if laid_out:
        say(f"{name}: laid out as {proof.module.style}, with {', '.join(laid_out)}")
    say(
        f"{paint('identical', 'green', sys.stderr)}: {counted(proof.size, 'byte')}, "
        f"{counted(proof.kernels, 'kernel')}, {counted(proof.instructions, 'instruction')}, "
        f"{proof.seconds:.1f} s"
    )
    return FINE


def _show_diff(old: str, new: str, name: str) -> None:
    import difflib  # noqa: PLC0415 - most runs do not need it

    colours = {"+": "green", "-": "red", "@": "cyan"}
    for line in difflib.unified_diff(
        old.splitlines(), new.splitlines(), name, name, "now", "new", lineterm=""
    ):
        colour = "bold" if line.startswith(("---", "+++")) else colours.get(line[0])
        show(paint(line, colour, sys.stdout) if colour else line)
