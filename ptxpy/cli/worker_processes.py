"""Parallel work on several files, in worker processes."""

from __future__ import annotations

import argparse
import os
import signal
from typing import TYPE_CHECKING, TypeVar

from ptxpy.cli.command_errors import CommandError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

__all__ = ["add_jobs", "map_jobs"]

Job = TypeVar("Job")
Result = TypeVar("Result")


def add_jobs(parser: argparse.ArgumentParser, *, all_cores: bool = False) -> None:
    """Add the option for the number of processes: one by default, or one for each core."""
    default = "one for each core" if all_cores else "1"
    parser.add_argument(
        "-j",
        "--jobs",
        type=_positive,
        default=_cores() if all_cores else 1,
        metavar="N",
        help=f"processes (default: {default})",
    )


def _cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _positive(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text)):
        message = f"{text!r} is not a positive integer"
        raise argparse.ArgumentTypeError(message)
    return int(text)


def map_jobs(
    function: Callable[[Job], Result], jobs: Sequence[Job], processes: int
) -> Iterator[Result]:
    """Yield the result of a function for each job, in order, as soon as it is available.

    With several processes, the function, the jobs and the results are pickled.
    """
    processes = min(processes, len(jobs))
    if processes <= 1:
        yield from map(function, jobs)
        return
    yield from _map_in_processes(function, jobs, processes)


def _map_in_processes(
    function: Callable[[Job], Result], jobs: Sequence[Job], processes: int
) -> Iterator[Result]:
    """Yield the results of several processes."""
    # A command that needs one process starts faster without these.
    import multiprocessing  # noqa: PLC0415
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415
    from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415

    with ProcessPoolExecutor(processes, initializer=_start_worker) as pool:
        try:
            yield from pool.map(function, jobs)
        except BrokenProcessPool:
            message = "a worker process died, perhaps out of memory; try a smaller -j"
            raise CommandError(message) from None
        except BaseException:
            for process in multiprocessing.active_children():
                process.terminate()
            raise


def _start_worker() -> None:
    """Make Ctrl-C end a worker without a message; the main process reports it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
