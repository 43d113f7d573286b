"""`ptxpy import`: PTX to Python, with a round-trip check before it is written."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import ptxpy
from ptxpy.cli import files
from ptxpy.cli.command_errors import EXIT_OK, EXIT_PROBLEMS, CommandError
from ptxpy.cli.console import format_count, paint, write_stderr, write_stdout
from ptxpy.cli.shared_options import add_form, add_output, describe_command
from ptxpy.cli.stage_progress import StageProgress
from ptxpy.cli.syntax_errors import report_syntax_errors
from ptxpy.cli.worker_processes import add_jobs
from ptxpy.codegen.options import option_texts
from ptxpy.codegen.stages import watched
from ptxpy.lift.passes import PASSES, chosen

if TYPE_CHECKING:
    from ptxpy.cli.argument_parser import Parser


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command to its parser."""
    describe_command(
        parser,
        run,
        details="The Python is run, and must reproduce every byte of FILE, "
        "before it is written.",
        example="ptxpy import kernel.ptx -o kernel.py",
    )
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="PTX; - is standard input, a directory is searched for *.ptx; of several, OUT is the "
        "directory",
    )
    add_output(parser)
    add_jobs(parser, all_cores=True)
    add_form(parser)
    parser.add_argument(
        "--without",
        metavar="PASS",
        action="append",
        default=[],
        choices=sorted(PASSES),
        help="disable a lift pass; can be repeated: " + ", ".join(PASSES),
    )
    parser.add_argument("--explain", action=Explain, help="list the lift passes")
    parser.add_argument(
        "--report", action="store_true", help="report for each kernel how much was lifted"
    )
    parser.add_argument("--check", action="store_true", help="only check the round trip")
    parser.add_argument(
        "--diff", action="store_true", help="show what would change in OUT; write nothing"
    )
    parser.add_argument(
        "--no-margin",
        action="store_true",
        help="leave the margin out, which has the numbers of registers (#: r319): the kernel is "
        "the same but for the names of registers",
    )
    parser.add_argument(
        "--discard-names",
        action="store_true",
        help="with --force: do not keep the names that were changed in OUT",
    )


class Explain(argparse.Action):
    """The action of `--explain`: list the lift passes and exit, as `--version` does."""

    def __init__(self, option_strings: Sequence[str], dest: str, **options: str) -> None:
        """Declare an option without an argument."""
        text = options["help"]
        super().__init__(option_strings, dest, 0, default=argparse.SUPPRESS, help=text)

    def __call__(self, parser: argparse.ArgumentParser, *_arguments: object) -> None:
        """Write a line for each pass."""
        width = max(map(len, PASSES))
        for name, meaning in PASSES.items():
            write_stdout(f"{name:{width}}  {meaning}")
        parser.exit()


def run(options: argparse.Namespace) -> int:
    """Carry the command out."""
    if options.diff and options.output == files.STANDARD:
        message = "--diff compares with the file that -o OUT names"
        raise CommandError(message)
    if len(options.files) > 1 or Path(options.files[0]).is_dir():
        from ptxpy.cli.import_files import import_files  # noqa: PLC0415 - only for several

        return import_files(options, import_file)
    return import_file(options.files[0], options.output, options)


def import_file(file: str, out: str, options: argparse.Namespace) -> int:
    """Import one file; return the exit status."""
    writes = not (options.check or options.diff)
    output = files.Output.checked(out, force=options.force or not writes, source=file)
    source = files.read(file)
    name = files.display(file)
    try:
        title = f"proving {name}: {format_count(len(source), 'byte')}"
        with StageProgress(title, len(source)) as progress, watched(progress.enter):
            proof = ptxpy.prove(
                source,
                filename=name,
                flat=options.flat,
                roll=not options.no_roll,
                without=options.without,
                fallback=True,
            )
    except ptxpy.PtxSyntaxError as error:
        report_syntax_errors(error)
        return EXIT_PROBLEMS
    except ptxpy.ProofError as error:
        write_stderr(f"{name}: not identical: {error}")
        return EXIT_PROBLEMS
    try:
        python, remarks = _finished(proof, options, output, out)
    except ptxpy.ProofError as error:
        write_stderr(f"{name}: {error}")
        return EXIT_PROBLEMS
    if options.diff:
        _show_diff(output.read().decode("utf-8", "replace"), python, out)
    if writes:
        output.write(python.encode())
    for remark in (*_remarks(proof, options), *remarks):
        write_stderr(f"{name}: {remark}")
    write_stderr(
        f"{paint('identical', 'green', sys.stderr)}: {format_count(proof.size, 'byte')}, "
        f"{format_count(proof.kernels, 'kernel')}, "
        f"{format_count(proof.instructions, 'instruction')}, {proof.seconds:.1f} s"
    )
    return EXIT_OK


def _finished(
    proof: ptxpy.Proof, options: argparse.Namespace, output: files.Output, out: str
) -> tuple[str, list[str]]:
    """Return the program with the reader's names and without margins, as asked for, and remarks."""
    python = proof.python
    remarks: list[str] = []
    replaces = (options.force or options.diff) and not options.discard_names
    if replaces and output.path is not None and output.path.is_file():
        from ptxpy.cli.kept_names import with_kept_names  # noqa: PLC0415 - seldom needed

        python, remarks = with_kept_names(proof, output.read(), out)
    if options.no_margin:
        from ptxpy.cli.kept_names import without_margins  # noqa: PLC0415 - seldom needed

        python, remark = without_margins(proof, python)
        remarks.append(remark)
    return python, remarks


def _remarks(proof: ptxpy.Proof, options: argparse.Namespace) -> Iterator[str]:
    """Show the report, if it is asked for; yield what is special about the program."""
    if options.report:
        _show_report(proof)
    if proof.reason:
        asked = chosen(flat=options.flat, roll=not options.no_roll, without=options.without)
        missing = ", ".join(each for each in PASSES if each in asked - proof.passes)
        yield f"written without {missing}: with all passes {proof.reason}"
    laid_out = option_texts(proof.module.options)
    if laid_out:
        yield f"laid out as {proof.module.style}, with {', '.join(laid_out)}"


def _show_report(proof: ptxpy.Proof) -> None:
    from ptxpy.cli.lift_report import report  # noqa: PLC0415 - seldom needed

    for line in report(proof):
        write_stderr(line)


def _show_diff(old: str, new: str, name: str) -> None:
    import difflib  # noqa: PLC0415 - seldom needed

    colours = {"+": "green", "-": "red", "@": "cyan"}
    for line in difflib.unified_diff(
        old.splitlines(), new.splitlines(), name, name, "now", "new", lineterm=""
    ):
        colour = "bold" if line.startswith(("---", "+++")) else colours.get(line[0])
        write_stdout(paint(line, colour, sys.stdout) if colour else line)
