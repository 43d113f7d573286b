"""Work on several files at once, in processes."""

from __future__ import annotations

import argparse
import signal
from typing import TYPE_CHECKING, TypeVar

from ptxpy.cli.failure import Failure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

__all__ = ["add_jobs", "spread"]

Job = TypeVar("Job")
Result = TypeVar("Result")


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """Add the option that says how many processes there are."""
    parser.add_argument(
        "-j", "--jobs", type=_positive, default=1, metavar="N", help="processes (default: 1)"
    )


def _positive(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text)):
        message = f"{text!r} is no number from 1 on"
        raise argparse.ArgumentTypeError(message)
    return int(text)


def spread(
    function: Callable[[Job], Result], jobs: Sequence[Job], processes: int
) -> Iterator[Result]:
    """Yield what a function makes of each job, in order, as it comes.

    With several processes, the function, the jobs and what comes of them are pickled.
    """
    processes = min(processes, len(jobs))
    if processes <= 1:
        yield from map(function, jobs)
        return
    yield from _spread(function, jobs, processes)


def _spread(
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
            raise Failure(message) from None
        except BaseException:
            for process in multiprocessing.active_children():
                process.terminate()
            raise


def _start_worker() -> None:
    """Let Ctrl-C end a worker at once and quietly; the main process has the word."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
