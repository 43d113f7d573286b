"""Work on several files, by any executor: `-j`, `--executor`."""

from __future__ import annotations

import argparse
import os
from contextlib import closing
from typing import TYPE_CHECKING, TypeVar

from ptxpy import executors
from ptxpy._records import NamedTuple
from ptxpy.cli import files
from ptxpy.cli.command_errors import CommandError, internal_error
from ptxpy.cli.console import write_stderr

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

    from ptxpy.cli.progress import FileProgress
    from ptxpy.executors import Outcome

__all__ = ["FileJobs", "InputFile", "add_executor", "describe_failure", "take_file"]


class InputFile(NamedTuple):
    """A file of a command that works on several."""

    name: str
    source: bytes | None = None
    """Its contents; None if the worker reads it."""
    failure: str = ""
    """Why it cannot be read, if that is known already."""

    @property
    def shown(self) -> str:
        """The name for messages."""
        return files.display(self.name)

    def read(self) -> bytes:
        """Return the contents; raise `CommandError` if the file cannot be read."""
        if self.failure:
            raise CommandError(self.failure)
        return files.read(self.name) if self.source is None else self.source


def take_file(name: str, *, contents: bool) -> InputFile:
    """Return a file for a worker, with its contents if the worker cannot read it itself.

    Only this process can read standard input.
    """
    # Workers in other processes read files themselves, so that contents are not sent to them.
    if not contents and name != files.STANDARD:
        return InputFile(name)
    try:
        return InputFile(name, files.read(name))
    except CommandError as error:
        return InputFile(name, failure=str(error))


Job = TypeVar("Job")
Result = TypeVar("Result")


def add_executor(parser: argparse.ArgumentParser, *, all_cores: bool = False) -> None:
    """Add the options for the number of workers, and for the executor.

    The default is one process, or with `all_cores` one for each core.
    """
    default = "one for each core" if all_cores else "1"
    parser.add_argument(
        "-j", "--jobs", type=_positive, metavar="N", help=f"processes (default: {default})"
    )
    parser.add_argument(
        "--executor",
        type=_executor,
        metavar="EXECUTOR",
        help="processes, threads, or a cluster by the address of its Dask scheduler "
        "(tcp://HOST:PORT), to which files are sent by their contents",
    )
    parser.set_defaults(all_cores=all_cores)


def _executor(text: str) -> str:
    return executors.executor_name(text)


def _positive(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text)):
        message = f"{text!r} is not a positive integer"
        raise argparse.ArgumentTypeError(message)
    return int(text)


def describe_failure(error: BaseException) -> str:
    """Return why there is no result for a file; an error of ptxpy itself is raised to debug it."""
    if isinstance(error, CommandError | executors.TransferError | executors.WorkerLostError):
        return str(error)
    # With PTXPY_DEBUG the traceback is wanted, and a message would hide it.
    if os.environ.get("PTXPY_DEBUG"):
        raise error
    return internal_error(error)


class _Place(NamedTuple):
    """The executor that the options name."""

    name: str | None
    """As `open_executor` takes it; None for this process."""
    jobs: int | None
    """The number of workers; None for as many as there are."""

    @classmethod
    def of(cls, options: argparse.Namespace, count: int) -> _Place:
        """Return the executor for a number of files."""
        name: str | None = options.executor
        jobs: int | None = options.jobs
        # How many workers a cluster has is the cluster's to say.
        if executors.is_remote(name):
            return cls(name, jobs)
        if jobs is None:
            jobs = executors.count_cores() if name or options.all_cores else 1
        # More processes than files would only cost their start.
        jobs = min(jobs, count)
        return cls(name or ("processes" if jobs > 1 else None), jobs)


class FileJobs(NamedTuple):
    """Files to work on, and where the options say to do so."""

    names: Sequence[str]
    options: argparse.Namespace
    progress: FileProgress

    def run(
        self,
        function: Callable[[Job], Result],
        make: Callable[[int, InputFile], Job],
        describe: Callable[[Job], str],
        *,
        stays: Callable[[str], bool] = lambda _: False,
    ) -> Iterator[Outcome[Job, Result]]:
        """Yield the outcome of a function for each file, as they complete.

        Args:
            function: A function of a job. Other processes import it by its name.
            make: Makes a job of the place of a file among all, and the file.
            describe: The name of a job's file for messages.
            stays: Whether a file, by its name, is not for threads or other machines. It is worked
                on here, after the others.

        Raises `CommandError` if the executor cannot be used.
        """
        place = _Place.of(self.options, len(self.names))
        every = range(len(self.names))
        # Python that runs shares modules and the working folder with its process, so threads do not
        # suit it.
        here = [n for n in every if place.name not in (None, "processes") and stays(self.names[n])]
        there = [n for n in every if n not in set(here)]
        if self.names:
            self.progress.begin(self.names[(there or here)[0]])

        def jobs(positions: list[int], *, contents: bool) -> Iterator[Job]:
            for position in positions:
                yield make(position, take_file(self.names[position], contents=contents))

        def follow(
            positions: list[int], outcomes: Iterator[Outcome[Job, Result]]
        ) -> Iterator[Outcome[Job, Result]]:
            for outcome in outcomes:
                position = positions[outcome.position]
                self.progress.finish(position, self.names[position])
                yield outcome._replace(position=position)

        if there:
            given = jobs(there, contents=executors.is_remote(place.name))
            # The executor is closed even if the caller stops in the middle.
            with closing(self._map(place, function, given, describe)) as outcomes:
                yield from follow(there, outcomes)
        yield from follow(here, executors.map_unordered(None, function, jobs(here, contents=False)))

    def _map(
        self,
        place: _Place,
        function: Callable[[Job], Result],
        jobs: Iterator[Job],
        describe: Callable[[Job], str],
    ) -> Generator[Outcome[Job, Result], None, None]:
        if place.name is None:
            yield from executors.map_unordered(None, function, jobs)
            return
        try:
            with executors.open_executor(place.name, place.jobs) as executor:
                yield from executors.map_unordered(
                    executor,
                    function,
                    jobs,
                    workers=place.jobs,
                    describe=describe,
                    report=self._report,
                )
        except executors.ExecutorError as error:
            raise CommandError(str(error)) from None

    def _report(self, message: str) -> None:
        self.progress.clear()
        write_stderr(f"ptxpy: {message}")
