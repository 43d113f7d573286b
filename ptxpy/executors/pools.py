"""Executors of several kinds as one: how many workers, whether one died, how to go on."""

from __future__ import annotations

import pickle
import time
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from typing import Any, Final

from ptxpy.executors.opening import count_cores, terminate_processes
from ptxpy.executors.outcomes import ExecutorError

__all__ = ["DaskPool", "Pool", "ProcessPool", "is_loss", "pool_of"]

_LOSSES: Final = frozenset(
    {
        "distributed.scheduler.KilledWorker",
        "ray.exceptions.ActorDiedError",
        "ray.exceptions.NodeDiedError",
        "ray.exceptions.OutOfMemoryError",
        "ray.exceptions.RayActorError",
        "ray.exceptions.WorkerCrashedError",
    }
)
"""The errors by which engines say that a worker died, by name: they need not be installed."""

_END_SECONDS: Final = 20.0
"""How long the end of a broken pool is waited for."""
_NO_WORKER_SECONDS: Final = 30.0
"""The time without any worker after which a run ends: a worker that died may be started again."""

_COUNT_SECONDS: Final = 2.0
"""The time between two counts of the workers of a cluster."""


def is_loss(error: BaseException) -> bool:
    """Return whether an error says that a worker died, rather than that a function failed."""
    if isinstance(error, BrokenExecutor):
        return True
    # Base classes count, too: engines derive errors of their own from these.
    names = {f"{each.__module__}.{each.__qualname__}" for each in type(error).__mro__}
    return not names.isdisjoint(_LOSSES)


class Pool:
    """An executor that looks after its workers itself."""

    by_value = True
    """Whether what `__main__` defines has to be sent along."""

    def __init__(self, executor: Executor, workers: int | None = None) -> None:
        """Take the executor, and the number of its workers if that is known."""
        self.executor = executor
        self._workers = workers

    def submit(self, call: bytes) -> Future[bytes]:
        """Submit a call."""
        return self.executor.submit(pickle.loads, call)

    def workers(self) -> int:
        """Return how many items are run at a time, as far as the executor tells."""
        if self._workers is not None:
            return self._workers
        for name in ("num_workers", "_max_workers"):
            # Executors of the standard library and those of other packages name it differently.
            found = getattr(self.executor, name, None)
            if isinstance(found, int) and found > 0:
                return found
        return count_cores()

    def renew(self) -> None:
        """Go on after a worker died."""

    def check(self) -> None:
        """Raise `ExecutorError` if nothing will come any more."""

    def close(self, *, stop: bool) -> None:
        """Release the executor that this object made; with `stop`, before its work is done."""


class ProcessPool(Pool):
    """A `ProcessPoolExecutor`, which is broken for good once one of its processes died."""

    by_value = False

    def __init__(self, executor: ProcessPoolExecutor, workers: int | None = None) -> None:
        """Take the executor, which is its owner's to shut down."""
        super().__init__(executor, workers)
        self._own: ProcessPoolExecutor | None = None

    def renew(self) -> None:
        """Replace the executor by one like it."""
        old: Any = self.executor
        # Its thread has to end before processes are forked again. It waits for the processes that
        # are left, and CPython 3.11 has ways never to end it: the wait is limited.
        thread = getattr(old, "_executor_manager_thread", None)
        terminate_processes(old)
        old.shutdown(wait=False)
        if thread is not None:
            thread.join(_END_SECONDS)
        options: dict[str, Any] = {
            "max_workers": getattr(old, "_max_workers", self._workers),
            "mp_context": getattr(old, "_mp_context", None),
            "initializer": getattr(old, "_initializer", None),
            "initargs": getattr(old, "_initargs", ()),
            "max_tasks_per_child": getattr(old, "_max_tasks_per_child", None),
        }
        self.executor = self._own = ProcessPoolExecutor(**options)

    def close(self, *, stop: bool) -> None:
        """Shut down the executor that has replaced the broken one."""
        if self._own is not None:
            if stop:
                terminate_processes(self._own)
            self._own.shutdown(wait=True, cancel_futures=True)


class LokyPool(Pool):
    """An executor of loky, which is broken for good as well; loky has another one ready."""

    def renew(self) -> None:
        """Replace the executor by the one that loky reuses, or makes anew."""
        import loky  # noqa: PLC0415 - it is there: the executor is its

        self.executor = loky.get_reusable_executor(max_workers=self.workers())


class DaskPool(Pool):
    """The executor of a `dask.distributed.Client`, whose scheduler runs lost tasks again."""

    def __init__(self, executor: Any, client: Any, workers: int | None = None) -> None:
        """Take the executor and its client."""
        super().__init__(executor, workers)
        self._client = client
        scheduler = getattr(client, "scheduler", None)
        self._address = getattr(scheduler, "address", "the address of the client")
        self._count = 0
        self._counted = -_COUNT_SECONDS
        self._alive = time.monotonic()

    def submit(self, call: bytes) -> Future[bytes]:
        """Submit a call; raise `ExecutorError` if the scheduler is gone."""
        try:
            return super().submit(call)
        except Exception:
            self.check()
            raise

    def workers(self) -> int:
        """Return the number of threads of all workers, which may come and go."""
        if self._workers is not None:
            return self._workers
        now = time.monotonic()
        # Each count is a request to the scheduler, too slow for each item.
        if now - self._counted >= _COUNT_SECONDS:
            self._count = sum(self._threads().values())
            self._counted = now
        return max(1, self._count)

    def check(self) -> None:
        """Raise `ExecutorError` if the scheduler is gone, or no worker came for a while."""
        now = time.monotonic()
        if self._threads():
            self._alive = now
        elif now - self._alive > _NO_WORKER_SECONDS:
            message = f"no worker is left at {self._address}"
            raise ExecutorError(message)

    def _threads(self) -> dict[str, int]:
        try:
            if self._client.status != "running":
                raise OSError  # noqa: TRY301 - as one that the connection raises
            found: dict[str, int] = self._client.nthreads()
        except (OSError, TimeoutError, RuntimeError) as error:
            message = f"the scheduler at {self._address} is gone"
            raise ExecutorError(message) from error
        return found


def pool_of(executor: Any, workers: int | None = None) -> Pool:
    """Return an executor, or a client of Dask, as a pool; raise `TypeError` for anything else."""
    if hasattr(executor, "get_executor"):
        executor = executor.get_executor(pure=False)
    if not callable(getattr(executor, "submit", None)):
        message = f"a {type(executor).__name__} is no executor: it has no method submit"
        raise TypeError(message)
    if isinstance(executor, ProcessPoolExecutor):
        return ProcessPool(executor, workers)
    home = type(executor).__module__.partition(".")[0]
    if home == "loky":
        return LokyPool(executor, workers)
    if home == "distributed":
        return DaskPool(executor, executor._client, workers)  # noqa: SLF001 - it names it nowhere
    return Pool(executor, workers)
