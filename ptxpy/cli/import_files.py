"""`ptxpy import` of several files at once, by as many workers as there are."""

from __future__ import annotations

import argparse
import io
import re
import time
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Final, NamedTuple

from ptxpy import ProofError, PtxSyntaxError
from ptxpy.cli import files
from ptxpy.cli.command_errors import EXIT_OK, EXIT_PROBLEMS, EXIT_UNABLE, CommandError
from ptxpy.cli.console import format_count, write_stderr, write_stdout
from ptxpy.cli.file_jobs import FileJobs, describe_failure
from ptxpy.cli.input_files import InputFile
from ptxpy.cli.program_making import Form, Program, ProgramJob, make_program, replaced_program
from ptxpy.cli.program_writing import checked_output, report_error, write_program
from ptxpy.cli.progress import FileProgress
from ptxpy.executors import Outcome, in_order

__all__ = ["import_files"]

MAX_NAME_CHARACTERS: Final = 120
"""Characters that are kept of each part of the path of a member."""

_UNSAFE: Final = re.compile(r"[^\w .+@,=()\[\]-]")


class _Job(NamedTuple):
    """A file, and the program that is made of it."""

    file: str
    out: str


class _Ended(NamedTuple):
    """How the import of one file ended, and what it wrote to standard output and error."""

    position: int
    """The place of the file among all."""
    status: int
    out: str
    error: str


def import_files(options: argparse.Namespace) -> int:
    """Import several files; return the exit status, the worst of theirs."""
    jobs = _jobs(options)
    names = [job.file for job in jobs]
    started = time.monotonic()
    statuses: list[int] = []
    with FileProgress(names) as progress:
        writer = _Writer(jobs, options)
        outcomes = FileJobs(names, options, progress).run(
            make_program, writer.prepare, lambda job: job.file.shown
        )
        # Programs are written as they come, and reported in the order of the files.
        for result in in_order(map(writer.finish, outcomes)):
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
    """What this process does for the files: it looks at what is replaced, and writes programs."""

    def __init__(self, jobs: list[_Job], options: argparse.Namespace) -> None:
        self._jobs = jobs
        self._options = options
        self._form = Form.of(options)
        self._outputs: dict[int, files.Output] = {}

    def prepare(self, position: int, file: InputFile) -> ProgramJob:
        """Return the job for a file; one that cannot be written is not imported either."""
        out = self._jobs[position].out
        try:
            if not (self._options.check or self._options.diff):
                _make_folder(Path(out).parent)
            output = checked_output(file.name, out, self._options)
            previous = replaced_program(output, self._options)
        except CommandError as failure:
            unusable = InputFile(file.name, failure=str(failure))
            return ProgramJob(unusable, out, None, self._form)
        self._outputs[position] = output
        metadata = files.metadata_beside(file.name)
        return ProgramJob(file, out, previous, self._form, metadata)

    def finish(self, outcome: Outcome[ProgramJob, Program]) -> _Ended:
        """Write a program, or report why there is none; keep what is said of it."""
        out, error = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(error):
            try:
                status = self._write(outcome)
            except CommandError as failure:
                write_stderr(str(failure))
                status = failure.status
        return _Ended(outcome.position, status, out.getvalue(), error.getvalue())

    def _write(self, outcome: Outcome[ProgramJob, Program]) -> int:
        failure = outcome.error
        if failure is None:
            output = self._outputs.pop(outcome.position)
            return write_program(outcome.item, outcome.value(), output, self._options)
        if isinstance(failure, PtxSyntaxError | ProofError):
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
    *members, text = word.split(files.MEMBER)
    if not members and not re.fullmatch(r"\d+\.\w+\.ptx", text):
        return Path(inside.parent, safe_path(text)).with_suffix(".py")
    holder = Path(inside.parent, safe_path(members[-1])) if members else inside
    return holder.with_name(f"{holder.stem}.{text}").with_suffix(".py")


def safe_path(member: str) -> Path:
    """Return a relative path for the name of a member, which stays in its folder on any system."""
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


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"{files.display(str(folder))}: {error.strerror}"
        raise CommandError(message, EXIT_UNABLE) from None
