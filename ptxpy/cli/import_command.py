"""`ptxpy import`: PTX to Python, with a round-trip check before it is written."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import ptxpy
from ptxpy.cli import files
from ptxpy.cli.command_errors import EXIT_OK, CommandError
from ptxpy.cli.console import format_count, write_stderr, write_stdout
from ptxpy.cli.file_jobs import add_executor
from ptxpy.cli.function_names import HELP
from ptxpy.cli.input_files import InputFile
from ptxpy.cli.program_making import Form, ProgramJob, make_program, replaced_program
from ptxpy.cli.program_writing import checked_output, report_error, write_program
from ptxpy.cli.shared_options import add_form, add_output, describe_command
from ptxpy.cli.stage_progress import StageProgress
from ptxpy.codegen.passes import PASSES
from ptxpy.codegen.stages import watched

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
        help="PTX, a binary that holds PTX (executable, library, object, archive, fatbin, wheel, "
        "zip), one text of a binary (libx.so::1.sm_90a.ptx), or a folder of Triton's cache; - is "
        "standard input, a directory is searched for PTX and binaries; of several, OUT is the "
        "directory",
    )
    parser.add_argument(
        "--kernel", metavar="NAME", help=f"of a binary, the PTX that has the kernel: {HELP}"
    )
    parser.add_argument(
        "--arch", metavar="TARGET", help="of a binary, the PTX for a target: sm_90a"
    )
    add_output(parser)
    add_executor(parser, all_cores=True)
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
        for each in PASSES.values():
            needs = f" (needs {', '.join(each.needs)})" if each.needs else ""
            write_stdout(f"{each.name:{width}}  {each.help}{needs}")
        parser.exit()


def run(options: argparse.Namespace) -> int:
    """Carry the command out."""
    out: str = options.output
    if options.diff and out == files.STANDARD:
        message = "--diff compares with the file that -o OUT names"
        raise CommandError(message)
    if len(options.files) == 1 and (out == files.STANDARD or out.endswith(".py")):
        options.files = [files.kernel_of_folder(options.files[0]) or options.files[0]]
    chosen = _choose(options)
    if chosen is None:
        return EXIT_OK
    if chosen:
        return import_file(chosen, out, options)
    if len(options.files) > 1 or Path(options.files[0]).is_dir() or _are_texts(options):
        from ptxpy.cli.import_files import import_files  # noqa: PLC0415 - only for several

        return import_files(options)
    return import_file(options.files[0], out, options)


def _choose(options: argparse.Namespace) -> str | None:
    """Return the text of the one binary that is imported alone; empty if all files are imported.

    None if the binary holds several, and it is not said what to do with them: they are listed.
    """
    if len(options.files) != 1 or Path(options.files[0]).is_dir():
        return ""
    name = options.files[0]
    texts = files.texts_in(name, options.kernel, options.arch)
    if texts is None:
        return _without_selection(name, options)
    if len(texts) == 1:
        return texts[0]
    if options.output.endswith(".py"):
        return files.resolve(name, options.kernel, options.arch)
    if options.output != files.STANDARD or options.check:
        return ""
    from ptxpy.cli.embedded_texts import list_texts  # noqa: PLC0415 - only for binaries

    list_texts(texts)
    write_stderr(
        f"{files.display(name)}: {format_count(len(texts), 'PTX text')}; choose one by --kernel "
        f"and --arch, or as {files.display(texts[0])}, or import all: -o DIR"
    )
    return None


def _without_selection(name: str, options: argparse.Namespace) -> str:
    """Return the file itself; `CommandError` if part of it is asked for, which is for binaries."""
    for option in ("kernel", "arch"):
        if getattr(options, option) is not None:
            message = (
                f"{files.display(name)}: is PTX, and imported as a whole: --{option} chooses among "
                "the texts of a binary"
            )
            raise CommandError(message)
    return name


def _are_texts(options: argparse.Namespace) -> bool:
    return files.texts_in(options.files[0], options.kernel, options.arch) is not None


def import_file(file: str, out: str, options: argparse.Namespace) -> int:
    """Import one file; return the exit status."""
    output = checked_output(file, out, options)
    source = files.read(file)
    name = files.display(file)
    job = ProgramJob(
        InputFile(file, source),
        out,
        replaced_program(output, options),
        Form.of(options),
        files.metadata_beside(file),
    )
    title = f"proving {name}: {format_count(len(source), 'byte')}"
    try:
        with StageProgress(title, len(source)) as progress, watched(progress.enter):
            program = make_program(job)
    except (ptxpy.PtxSyntaxError, ptxpy.ProofError) as error:
        return report_error(name, error)
    return write_program(job, program, output, options)
