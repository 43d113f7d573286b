"""What `ptxpy import` does with the program for one file: it is written, compared or reported."""

from __future__ import annotations

import argparse
import sys

import ptxpy
from ptxpy.cli import files
from ptxpy.cli.command_errors import EXIT_OK, EXIT_PROBLEMS
from ptxpy.cli.console import format_count, paint, write_stderr, write_stdout
from ptxpy.cli.program_making import Program, ProgramJob
from ptxpy.cli.syntax_errors import report_syntax_errors

__all__ = ["checked_output", "report_error", "write_program"]


def checked_output(file: str, out: str, options: argparse.Namespace) -> files.Output:
    """Return the output for a file; raise `CommandError` early if it cannot be written."""
    writes = not (options.check or options.diff)
    return files.Output.checked(out, force=options.force or not writes, source=file)


def report_error(name: str, error: BaseException) -> int:
    """Report why a file has no program; return the exit status."""
    if isinstance(error, ptxpy.PtxSyntaxError):
        report_syntax_errors(error)
    else:
        write_stderr(f"{name}: {error}")
    return EXIT_PROBLEMS


def write_program(
    job: ProgramJob, program: Program, output: files.Output, options: argparse.Namespace
) -> int:
    """Write a program, or show how it differs, and report on it; return the exit status."""
    if options.diff:
        old = output.read().decode("utf-8", "replace")
        _show_diff(old, program.python, job.out)
    elif not options.check:
        output.write(program.python.encode())
    for row in program.report:
        write_stderr(row)
    for remark in program.remarks:
        write_stderr(f"{job.file.shown}: {remark}")
    write_stderr(
        f"{paint('identical', 'green', sys.stderr)}: {format_count(program.size, 'byte')}, "
        f"{format_count(program.kernels, 'kernel')}, "
        f"{format_count(program.instructions, 'instruction')}, {program.seconds:.1f} s"
    )
    return EXIT_OK


def _show_diff(old: str, new: str, name: str) -> None:
    import difflib  # noqa: PLC0415 - seldom needed

    colours = {"+": "green", "-": "red", "@": "cyan"}
    for line in difflib.unified_diff(
        old.splitlines(), new.splitlines(), name, name, "now", "new", lineterm=""
    ):
        colour = "bold" if line.startswith(("---", "+++")) else colours.get(line[0])
        write_stdout(paint(line, colour, sys.stdout) if colour else line)
