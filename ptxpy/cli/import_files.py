"""`ptxpy import` of several files at once, in as many processes as there are cores."""

from __future__ import annotations

import argparse
import io
import time
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from ptxpy.cli import files
from ptxpy.cli.command_errors import EXIT_OK, EXIT_PROBLEMS, EXIT_UNABLE, CommandError
from ptxpy.cli.console import format_count, write_stderr, write_stdout
from ptxpy.cli.progress import FileProgress
from ptxpy.cli.worker_processes import map_jobs

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["import_files"]

_Import: TypeAlias = "Callable[[str, str, argparse.Namespace], int]"
"""Imports a file as a program, with the options of the command; returns the exit status."""

_OPTIONS: Final = (
    *("check", "diff", "discard_names", "flat", "force", "no_margin", "no_roll"),
    *("output", "report", "without"),
)
"""The options that the import of a file needs, in whatever process."""


class _Job(NamedTuple):
    """A file, and the program that is made of it."""

    file: str
    out: str


class _Result(NamedTuple):
    """How the import of one file ended, and what it wrote to standard output and error."""

    status: int
    out: str
    error: str


def import_files(options: argparse.Namespace, import_file: _Import) -> int:
    """Import several files, each by a call; return the exit status, the worst of theirs."""
    jobs = _jobs(options)
    plain = argparse.Namespace(**{name: getattr(options, name) for name in _OPTIONS})
    work = partial(_import, import_file, plain)
    started = time.monotonic()
    statuses: list[int] = []
    with FileProgress(job.file for job in jobs) as progress:
        progress.next(jobs[0].file, done=False)
        for job, result in zip(jobs, map_jobs(work, jobs, options.jobs), strict=True):
            progress.clear()
            statuses.append(result.status)
            name = files.display(job.file)
            for line in result.out.splitlines():
                write_stdout(line)
            for line in result.error.splitlines():
                write_stderr(line if line.startswith((name, " ")) else f"{name}: {line}")
            progress.next(job.file, done=True)
    count = format_count(len(jobs), "file")
    identical = statuses.count(EXIT_OK)
    write_stderr(f"{count}: {identical:,} identical, {time.monotonic() - started:.1f} s")
    return max(statuses)


def _jobs(options: argparse.Namespace) -> list[_Job]:
    """Return the files with their programs, in the directory that is named for them."""
    jobs: dict[Path, _Job] = {}
    for name in options.files:
        if name == files.STANDARD:
            message = "standard input is imported alone"
            raise CommandError(message)
        root = Path(name) if Path(name).is_dir() else Path(name).parent
        for file in files.find([name]):
            program = Path(options.output, Path(file).relative_to(root)).with_suffix(".py")
            jobs.setdefault(Path(file).resolve(), _Job(file, str(program)))
    if options.check and options.output == files.STANDARD:
        return [job._replace(out=files.STANDARD) for job in jobs.values()]
    if options.output == files.STANDARD:
        message = "several files have several programs: name a directory for them, -o DIR"
        raise CommandError(message)
    return _apart([*jobs.values()])


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


def _import(import_file: _Import, options: argparse.Namespace, job: _Job) -> _Result:
    """Import one file, in a process that may be another; keep what it writes."""
    out, error = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(error):
        try:
            if not (options.check or options.diff):
                _make_folder(Path(job.out).parent)
            status = import_file(job.file, job.out, options)
        except CommandError as failure:
            write_stderr(str(failure))
            status = failure.status
        except (RecursionError, MemoryError) as failure:
            write_stderr(f"{type(failure).__name__}: too deep or too large")
            status = EXIT_PROBLEMS
    return _Result(status, out.getvalue(), error.getvalue())


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"{files.display(str(folder))}: {error.strerror}"
        raise CommandError(message, EXIT_UNABLE) from None
