"""A function on many files, by any executor: `-j`, `--executor`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import benchmarks
from benchmarks import corpus
from ptxpy.executors import in_order, is_remote, map_unordered, open_executor

Result = TypeVar("Result")


class PtxFile(NamedTuple):
    """A file that is measured."""

    name: str
    """Its name inside the corpus."""
    path: Path
    source: bytes | None
    """Its contents; None where the worker reads it."""

    def read(self) -> bytes:
        """Return the contents."""
        return self.path.read_bytes() if self.source is None else self.source


class FileRuns(NamedTuple):
    """What runs functions of files."""

    executor: Any
    """An executor, or None for this process."""
    sends_contents: bool
    """Whether workers may have other files."""

    def results(
        self, function: Callable[[PtxFile], Result], paths: Iterable[Path]
    ) -> Iterator[tuple[Path, Result | str]]:
        """Yield each path with the result of a function, in order; or why there is none."""
        take = partial(_take, contents=self.sends_contents)
        outcomes = map_unordered(
            self.executor,
            function,
            map(take, paths),
            describe=lambda file: file.name,
            report=lambda message: print(message, file=sys.stderr),
        )
        for outcome in in_order(outcomes):
            path = outcome.item.path
            if outcome.error is None:
                yield path, outcome.value()
            else:
                yield path, f"{type(outcome.error).__name__}: {str(outcome.error)[:200]}"


def _take(path: Path, *, contents: bool) -> PtxFile:
    return PtxFile(corpus.short(path), path, path.read_bytes() if contents else None)


@contextmanager
def file_runs(options: argparse.Namespace) -> Iterator[FileRuns]:
    """Open what the options name, in a `with` block."""
    if options.executor is None and options.jobs == 1:
        yield FileRuns(None, sends_contents=False)
        return
    remote = is_remote(options.executor)
    if remote:
        # The workers of a cluster have ptxpy, and no tools.
        import cloudpickle  # noqa: PLC0415 - Dask brings it along

        cloudpickle.register_pickle_by_value(benchmarks)
    with open_executor(options.executor or "processes", options.jobs) as executor:
        yield FileRuns(executor, remote)
