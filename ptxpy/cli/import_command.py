"""`ptxpy import`: PTX to Python, with a round-trip check before it is written."""

from __future__ import annotations

import argparse
import io
import re
import time
from collections.abc import Container, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Final

import ptxpy
from ptxpy import _loading, executors
from ptxpy._counts import format_count
from ptxpy._records import NamedTuple
from ptxpy.cli import files
from ptxpy.cli.command_errors import EXIT_OK, EXIT_PROBLEMS, EXIT_UNABLE, CommandError
from ptxpy.cli.console import write_stderr, write_stdout
from ptxpy.cli.file_jobs import FileJobs, InputFile, add_executor, describe_failure
from ptxpy.cli.program_cache import CachedImport
from ptxpy.cli.program_jobs import Form, ProgramJob, ProvenProgram
from ptxpy.cli.program_making import (
    checked_output,
    is_cached,
    make_program,
    prove_program,
    replaced_program,
    report_error,
    write_program,
)
from ptxpy.cli.shared_options import KERNEL_NAMES, add_form, add_output, describe_command

if TYPE_CHECKING:
    from ptxpy.cli.argument_parser import Parser
    from ptxpy.executors import Outcome


MAX_NAME_CHARACTERS: Final = 120
"""Characters that are kept of each part of the path of a member."""

_UNSAFE: Final = re.compile(r"[^\w .+@,=()\[\]-]")


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command to its parser."""
    describe_command(
        parser,
        run,
        details="The Python is run, and must reproduce every byte of FILE, "
        "before it is written. Programs are kept in ~/.cache/ptxpy for the next import of the same "
        "file (see `ptxpy cache`).",
        examples=(
            "ptxpy import kernel.ptx -o kernel.py",
            "ptxpy import kernel.ptx --check",
            "ptxpy import kernel.ptx | less",
        ),
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
        "--kernel", metavar="NAME", help=f"of a binary, the PTX that has the kernel: {KERNEL_NAMES}"
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
        choices=_Passes(),
        help="disable a lift pass; can be repeated: %(choices)s",
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
        "--source",
        metavar="DIR",
        help="show the lines of the source files in DIR as comments above the statements that "
        "were made of them, by the .file and .loc of nvcc -lineinfo",
    )
    parser.add_argument(
        "--discard-names",
        action="store_true",
        help="with --force: do not keep the names that were changed in OUT",
    )
    parser.add_argument(
        "--no-cache",
        action="store_true",
        help="make the program anew, even if this file was imported before (see `ptxpy cache`)",
    )


class _Passes(Container[str]):
    """The names of the lift passes, whose table is loaded when they are asked for."""

    def __contains__(self, name: object) -> bool:
        """Return whether there is a pass of a name."""
        return name in {*self}

    def __iter__(self) -> Iterator[str]:
        """Yield the names in the order in which the passes run."""
        from ptxpy.codegen import PASSES  # noqa: PLC0415 - loads slowly

        return iter(PASSES)


class Explain(argparse.Action):
    """The action of `--explain`: list the lift passes and exit, as `--version` does."""

    def __init__(self, option_strings: Sequence[str], dest: str, **options: str) -> None:
        """Declare an option without an argument."""
        text = options["help"]
        super().__init__(option_strings, dest, 0, default=argparse.SUPPRESS, help=text)

    def __call__(self, parser: argparse.ArgumentParser, *_arguments: object) -> None:
        """Write a line for each pass."""
        from ptxpy.codegen import PASSES  # noqa: PLC0415 - loads slowly

        width = max(map(len, PASSES))
        for each in PASSES.values():
            needs = f" (needs {', '.join(each.needs)})" if each.needs else ""
            write_stdout(f"{each.name:{width}}  {each.help}{needs}")
        parser.exit()


def run(options: argparse.Namespace) -> int:
    """Carry the command out."""
    out: str = options.output
    if options.source is not None and options.no_margin:
        message = "--source finds the lines by the margins: leave --no-margin out"
        raise CommandError(message)
    if options.source is not None and not Path(options.source).is_dir():
        message = f"--source {options.source}: there is no such folder"
        raise CommandError(message)
    if options.diff and out == files.STANDARD:
        message = "--diff compares with the file that -o OUT names"
        raise CommandError(message)
    # A folder of Triton's cache stands for the kernel in it, unless many files are meant.
    if len(options.files) == 1 and (out == files.STANDARD or out.endswith(".py")):
        options.files = [files.kernel_of_folder(options.files[0]) or options.files[0]]
    chosen = _choose(options)
    if chosen is None:
        return EXIT_OK
    if chosen:
        return _import_file(chosen, out, options)
    if (
        len(options.files) > 1
        or Path(options.files[0]).is_dir()
        or files.texts_in(options.files[0], options.kernel, options.arch) is not None
    ):
        return _import_files(options)
    return _import_file(options.files[0], out, options)


def _choose(options: argparse.Namespace) -> str | None:
    """Return the text of the one binary that is imported alone; empty if all files are imported.

    None if the binary holds several, and it is not said what to do with them: they are listed.
    """
    if len(options.files) != 1 or Path(options.files[0]).is_dir():
        return ""
    name: str = options.files[0]
    texts = files.texts_in(name, options.kernel, options.arch)
    if texts is None:
        for option in ("kernel", "arch"):
            if getattr(options, option) is not None:
                message = (
                    f"{files.display(name)}: is PTX, and imported as a whole: --{option} chooses "
                    "among the texts of a binary"
                )
                raise CommandError(message)
        return name
    if len(texts) == 1:
        return texts[0]
    # One program is wanted, so one text is taken; a folder takes all of them.
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


def _import_file(file: str, out: str, options: argparse.Namespace) -> int:
    """Import one file, the last of the command; return the exit status."""
    _loading.collect_nothing()
    output = checked_output(file, out, options)
    source = files.read(file)
    name = files.display(file)
    job = ProgramJob(
        InputFile(file, source),
        out,
        *replaced_program(output, options),
        Form.of(options),
        files.metadata_beside(file),
        is_cached(options),
    )
    kept = CachedImport(job, source)
    program = kept.find()
    if program is None:
        try:
            program = _watched(job, source)
        except (ptxpy.PtxSyntaxError, ptxpy.ProofError) as error:
            return report_error(name, error)
        kept.store(program)
    return write_program(job, program, output, options)


def _watched(job: ProgramJob, source: bytes) -> ProvenProgram:
    """Return the program of one file, proved with a line of progress."""
    from ptxpy.cli.stage_progress import StageProgress  # noqa: PLC0415 - the proof loads slowly
    from ptxpy.codegen import watched  # noqa: PLC0415

    title = f"proving {job.file.shown}: {format_count(len(source), 'byte')}"
    with StageProgress(title, len(source)) as progress, watched(progress.enter):
        return prove_program(job, source)


class _Job(NamedTuple):
    """A file, and the name of its program."""

    file: str
    out: str


class _Ended(NamedTuple):
    """The exit status of the import of one file, and its standard output and error."""

    position: int
    """The place of the file among all."""
    status: int
    out: str
    error: str


def _import_files(options: argparse.Namespace) -> int:
    """Import several files; return the exit status, the worst of theirs."""
    jobs = _jobs(options)
    names = [job.file for job in jobs]
    started = time.monotonic()
    statuses: list[int] = []
    from ptxpy.cli.progress import FileProgress  # noqa: PLC0415 - seldom needed

    with FileProgress(names) as progress:
        writer = _Writer(jobs, options)
        outcomes = FileJobs(names, options, progress).run(
            make_program, writer.prepare, lambda job: job.file.shown
        )
        # Programs are written as they come, and reported in the order of the files.
        for result in executors.in_order(map(writer.finish, outcomes)):
            progress.clear()
            statuses.append(result.status)
            name = files.display(names[result.position])
            for line in result.out.splitlines():
                write_stdout(line)
            for line in result.error.splitlines():
                write_stderr(line if line.startswith((name, " ")) else f"{name}: {line}")
    count = format_count(len(jobs), "file")
    identical = statuses.count(EXIT_OK)
    write_stderr(f"{count}: {identical:,} identical, {time.monotonic() - started:.1f} s")
    return max(statuses)


class _Writer:
    """The part of this process in the work: it reads programs that are replaced, and writes."""

    def __init__(self, jobs: list[_Job], options: argparse.Namespace) -> None:
        self._jobs = jobs
        self._options = options
        self._form = Form.of(options)
        self._cached = is_cached(options)
        self._outputs: dict[int, files.Output] = {}

    def prepare(self, position: int, file: InputFile) -> ProgramJob:
        """Return the job for a file; one that cannot be written is not imported either."""
        out = self._jobs[position].out
        try:
            if not (self._options.check or self._options.diff):
                try:
                    # Files keep their folders, which may not exist below DIR yet.
                    Path(out).parent.mkdir(parents=True, exist_ok=True)
                except FileExistsError:
                    folder = files.display(str(Path(out).parent))
                    message = f"{folder}: is a file; for several inputs, -o names a folder"
                    raise CommandError(message, EXIT_UNABLE) from None
                except OSError as error:
                    message = f"{files.display(str(Path(out).parent))}: {error.strerror}"
                    raise CommandError(message, EXIT_UNABLE) from None
            output = checked_output(file.name, out, self._options)
            previous = replaced_program(output, self._options)
        except CommandError as failure:
            # The failure goes with the file, so that it is reported in its turn.
            unusable = InputFile(file.name, failure=str(failure))
            return ProgramJob(unusable, out, None, None, self._form)
        self._outputs[position] = output
        metadata = files.metadata_beside(file.name)
        return ProgramJob(file, out, *previous, self._form, metadata, self._cached)

    def finish(self, outcome: Outcome[ProgramJob, ProvenProgram]) -> _Ended:
        """Write a program, or report why there is none; keep the messages."""
        out, error = io.StringIO(), io.StringIO()
        # What a file says is kept until its turn, as files are finished in any order.
        with redirect_stdout(out), redirect_stderr(error):
            try:
                status = self._write(outcome)
            except CommandError as failure:
                write_stderr(str(failure))
                status = failure.status
        return _Ended(outcome.position, status, out.getvalue(), error.getvalue())

    def _write(self, outcome: Outcome[ProgramJob, ProvenProgram]) -> int:
        failure = outcome.error
        if failure is None:
            output = self._outputs.pop(outcome.position)
            return write_program(outcome.item, outcome.value(), output, self._options)
        if isinstance(failure, ptxpy.PtxSyntaxError | ptxpy.ProofError):
            return report_error(outcome.item.file.shown, failure)
        if isinstance(failure, RecursionError | MemoryError):
            write_stderr(f"{type(failure).__name__}: too deep or too large")
            return EXIT_PROBLEMS
        write_stderr(describe_failure(failure))
        return EXIT_UNABLE


def _jobs(options: argparse.Namespace) -> list[_Job]:
    """Return the files with their programs, in the directory that is named for them."""
    jobs: dict[Path, _Job] = {}
    for name in options.files:
        if name == files.STANDARD:
            message = "standard input is imported alone"
            raise CommandError(message)
        root = Path(name) if Path(name).is_dir() else Path(name).parent
        for file in files.find([name], options.kernel, options.arch):
            program = Path(options.output, _program(file, root))
            # A file that is named twice, or by a link, is imported once.
            jobs.setdefault(Path(file).resolve(), _Job(file, str(program)))
    if options.check and options.output == files.STANDARD:
        return [job._replace(out=files.STANDARD) for job in jobs.values()]
    if options.output == files.STANDARD:
        message = "several files have several programs: name a directory for them, -o DIR"
        raise CommandError(message)
    return _apart([*jobs.values()])


def _program(file: str, root: Path) -> Path:
    """Return the path of the program of a file below the directory of programs.

    `libx.so::1.sm_90a.ptx` becomes `libx.1.sm_90a.py`; members of wheels and zip files keep their
    folders. Their names are not trusted.
    """
    binary, word = files.split(file)
    inside = Path(binary).relative_to(root)
    if not word:
        return inside.with_suffix(".py")
    # Members of a wheel are `lib/libx.so::1.sm_90a.ptx`, with a folder of their own.
    *members, text = word.split(files.MEMBER)
    if not members and not re.fullmatch(r"\d+\.\w+\.ptx", text):
        return Path(inside.parent, safe_path(text)).with_suffix(".py")
    holder = Path(inside.parent, safe_path(members[-1])) if members else inside
    return holder.with_name(f"{holder.stem}.{text}").with_suffix(".py")


def safe_path(member: str) -> Path:
    """Return a relative path for the name of a member, which stays in its folder on any system."""
    # A name such as `../../x` in a zip file must not lead out of DIR.
    parts = [_UNSAFE.sub("_", part)[:MAX_NAME_CHARACTERS] for part in re.split(r"[/\\]", member)]
    return Path(*[part for part in parts if part.strip(". ")] or ["_"])


def _apart(jobs: list[_Job]) -> list[_Job]:
    """Return the jobs; `CommandError` where two files would be written as one program."""
    sources: dict[str, str] = {}
    for job in jobs:
        other = sources.setdefault(job.out, job.file)
        if other != job.file:
            both = f"{files.display(other)} and {files.display(job.file)}"
            message = f"{both} have one program, {files.display(job.out)}: import them apart"
            raise CommandError(message)
    return jobs
