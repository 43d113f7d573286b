"""Executors by the names that users write: `processes`, `threads`, `tcp://host:port`."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from ptxpy._extras import install_command
from ptxpy.executors.outcomes import ExecutorError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Executor, ProcessPoolExecutor
    from multiprocessing.context import BaseContext

__all__ = [
    "count_cores",
    "executor_name",
    "is_local",
    "is_remote",
    "open_executor",
    "terminate_processes",
]

LOCAL: Final = ("processes", "threads")
"""The executors on this machine."""

_CONNECT_SECONDS: Final = 5.0
"""The time to find a scheduler."""

_WORKERS_SECONDS: Final = 10.0
"""The time to find a worker at a scheduler."""


def is_local(executor: Any) -> bool:
    """Return whether workers are threads of this process, or processes like it."""
    if isinstance(executor, str):
        return not is_remote(executor)
    from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor  # noqa: PLC0415

    return isinstance(executor, ProcessPoolExecutor | ThreadPoolExecutor)


def count_cores() -> int:
    """Return the number of cores that this process may use."""
    # A container or `taskset` may leave the process fewer cores than the machine has.
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def executor_name(text: str) -> str:
    """Return the name of an executor, for the option of a command line."""
    if _is_unknown(text):
        raise argparse.ArgumentTypeError(_describe_unknown(text))
    return text


def _is_unknown(name: str) -> bool:
    return name not in LOCAL and "://" not in name


def _describe_unknown(name: str) -> str:
    return (
        f"{name!r} is no executor; write processes, threads, or the address of a Dask scheduler, "
        "tcp://HOST:PORT"
    )


def is_remote(name: str | None) -> bool:
    """Return whether workers may have other files than this machine."""
    return name is not None and name not in LOCAL


@contextmanager
def open_executor(name: str, jobs: int | None = None) -> Iterator[Executor]:
    """Open an executor, in a `with` block that ends it; work in progress ends with an error.

    Args:
        name: `processes`, `threads` or the address of a Dask scheduler, `tcp://host:port`.
        jobs: The number of processes or threads, by default one for each core. A scheduler knows
            its workers.

    Raises `ExecutorError` if there is none of the name.
    """
    if _is_unknown(name):
        raise ExecutorError(_describe_unknown(name))
    if is_remote(name):
        with _connected(name) as executor:
            yield executor
        return
    # A command that needs one process starts faster without these.
    from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor  # noqa: PLC0415

    jobs = jobs or count_cores()
    if name == "threads":
        threads = ThreadPoolExecutor(jobs)
        try:
            yield threads
        finally:
            threads.shutdown(wait=True, cancel_futures=True)
        return
    with ProcessPoolExecutor(jobs, _start_method(), initializer=_start_worker) as pool:
        try:
            yield pool
        except BaseException:
            # The pool would wait for items that run, which may take minutes after Ctrl-C.
            terminate_processes(pool)
            raise


def terminate_processes(pool: ProcessPoolExecutor) -> None:
    """End the processes of a pool, whatever they do."""
    # The table is None once the pool is shut down, and changes while processes end.
    for process in list((getattr(pool, "_processes", None) or {}).values()):
        process.terminate()


def _start_method() -> BaseContext | None:
    """Return how processes start: as Python does by default, but never forked if JAX is loaded.

    JAX has threads, which a forked process lacks, while it has the locks that they held.
    """
    if "jax" not in sys.modules:
        return None
    from multiprocessing import get_context  # noqa: PLC0415 - as above

    return get_context("spawn")


def _start_worker() -> None:
    """Make Ctrl-C end a worker without a message; the main process reports it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def _connected(address: str) -> Iterator[Executor]:
    """Connect to a Dask scheduler, in a `with` block."""
    try:
        import dask  # noqa: PLC0415 - an extra
        import distributed  # noqa: PLC0415
    except ImportError:
        message = f"{address} is an address of Dask, which needs: {install_command('dask')}"
        raise ExecutorError(message) from None
    # A file is a large task to Dask, which warns of it.
    with dask.config.set({"distributed.admin.large-graph-warning-threshold": "1GB"}):
        client = _connect(distributed, address)
        try:
            try:
                client.wait_for_workers(1, timeout=_WORKERS_SECONDS)
            except (OSError, TimeoutError):
                message = (
                    f"the scheduler at {address} has no worker; start one: dask worker {address}"
                )
                raise ExecutorError(message) from None
            # Pure calls would be computed once for equal arguments: each one is to run.
            yield client.get_executor(pure=False)
        finally:
            client.close()


def _connect(distributed: Any, address: str) -> Any:
    import asyncio  # noqa: PLC0415 - for an engine alone
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415

    try:
        # In a thread, since an event loop may be running in this one, as in a notebook.
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, _greet(distributed, address)).result()
        return distributed.Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        message = f"no Dask scheduler answers at {address}: {_first_line(error)}"
        raise ExecutorError(message) from None


async def _greet(distributed: Any, address: str) -> None:
    """Wait for a greeting; a client would wait for ever where a server says nothing."""
    import asyncio  # noqa: PLC0415 - as above

    greeting = distributed.comm.connect(address, timeout=_CONNECT_SECONDS)
    comm = await asyncio.wait_for(greeting, _CONNECT_SECONDS)
    comm.abort()


def _first_line(error: BaseException) -> str:
    return (str(error) or type(error).__name__).partition("\n")[0]
