"""A run: the items of one `map_unordered`, those in flight, and those whose worker died."""

from __future__ import annotations

import uuid
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, Any, Final, Generic

from ptxpy._counts import format_count
from ptxpy._records import NamedTuple
from ptxpy.executors.outcomes import (
    ExecutorError,
    Item,
    Outcome,
    Result,
    TransferError,
    WorkerLostError,
)
from ptxpy.executors.pools import Pool, is_loss, pool_of
from ptxpy.executors.tasks import Caller, dump_object, read_answer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

__all__ = ["Run", "RunOptions"]

_IN_FLIGHT_PER_WORKER: Final = 3
"""Items submitted for each worker: one that runs, and others that are at hand when it is done."""

_CHECK_SECONDS: Final = 1.0
"""The time without a result after which the executor is looked at."""

_MAX_LOSSES_WITHOUT_RESULT: Final = 5
"""Items that may fail by their workers' death before one has a result: then it is the workers."""


class RunOptions(NamedTuple):
    """The options of `map_unordered`."""

    workers: int | None
    window: int | None
    retries: int
    describe: Callable[[Any], str]
    report: Callable[[str], object] | None


class _Task(Generic[Item]):
    """An item, and how its workers fared."""

    __slots__ = ("alone", "deaths", "item", "position")

    def __init__(self, position: int, item: Item) -> None:
        self.position = position
        self.item = item
        self.alone = False
        """Whether nothing else was in flight when it was submitted."""
        self.deaths = 0
        """How many workers died while they ran it and nothing else was in flight."""


class Run(Generic[Item, Result]):
    """The items of one call of `map_unordered`."""

    def __init__(
        self,
        executor: Any,
        function: Callable[[Item], Result],
        items: Iterable[Item],
        options: RunOptions,
    ) -> None:
        """Take the arguments of `map_unordered`; raise `TransferError` for a function."""
        self._options = options
        self._pool: Pool = pool_of(executor, options.workers)
        self._function = function
        self._caller: Caller | None = None
        if not isinstance(executor, ThreadPoolExecutor):
            by_value = self._pool.by_value
            data = dump_object(function, by_value=by_value)
            # The function is pickled once, not with each item; threads share it as it is.
            self._caller = Caller(data, by_value, uuid.uuid4().hex)
        self._items = enumerate(items)
        self._begun = 0
        """Items that have been taken."""
        self._ended = False
        self._running: dict[Future[Any], _Task[Item]] = {}
        self._lost: list[_Task[Item]] = []
        """Tasks whose worker died, until nothing is in flight."""
        self._suspects: list[list[_Task[Item]]] = []
        """Groups of tasks in one of which a worker died, the next one last."""
        self._refused: list[Outcome[Item, Result]] = []
        """Outcomes of items that cannot be submitted."""
        self._is_renewed = False
        """Whether the executor has been renewed, and has given no result since."""
        self._submissions = 0
        self._losses_without_result = 0

    def outcomes(self) -> Iterator[Outcome[Item, Result]]:
        """Yield the outcomes as they complete."""
        done = False
        try:
            while True:
                self._fill()
                refused, self._refused = self._refused, []
                yield from refused
                if self._running:
                    yield from self._collect()
                elif self._lost:
                    yield from self._narrow_down()
                elif self._ended and not self._suspects:
                    break
            done = True
        finally:
            for future in self._running:
                future.cancel()
            self._pool.close(stop=not done)

    # --------------------------------------------------------------------- submitting

    def _fill(self) -> None:
        """Submit the items that may be submitted now: suspects by themselves, in groups."""
        if self._lost:
            return  # what is in flight ends first
        if self._suspects:
            # One group at a time: when a worker dies, the culprit is in it.
            if not self._running:
                group = self._suspects.pop()
                for task in group:
                    task.alone = len(group) == 1
                    self._submit(task)
            return
        # Asked again each time, since workers of a cluster come and go.
        limit = _IN_FLIGHT_PER_WORKER * self._pool.workers()
        while len(self._running) < limit and not self._lost and self._has_room():
            found = next(self._items, None)
            if found is None:
                self._ended = True
                return
            self._begun += 1
            self._submit(_Task(*found))

    def _has_room(self) -> bool:
        """Return whether the next item is close enough to the oldest that is not done."""
        if self._ended:
            return False
        window = self._options.window
        if window is None or not self._running:
            return True
        oldest = min(task.position for task in self._running.values())
        return self._begun - oldest < window

    def _submit(self, task: _Task[Item]) -> None:
        try:
            future = self._start(task)
        except TransferError as error:
            self._refused.append(Outcome(task.position, task.item, None, error))
        except BrokenExecutor as error:
            # Broken again before it ran anything: renewing it once more would never end.
            if self._is_renewed and not self._running:
                message = f"the executor is broken: {error}"
                raise ExecutorError(message) from error
            self._lost.append(task)
        else:
            self._running[future] = task

    def _start(self, task: _Task[Item]) -> Future[Any]:
        if self._caller is None:
            return self._pool.executor.submit(self._function, task.item)
        self._submissions += 1
        return self._pool.submit(self._caller.call(task.item, self._submissions))

    # --------------------------------------------------------------------- collecting

    def _collect(self) -> Iterator[Outcome[Item, Result]]:
        """Yield the outcomes of completed items, after waiting for one."""
        done, _ = wait(self._running, timeout=_CHECK_SECONDS, return_when=FIRST_COMPLETED)
        if not done:
            self._pool.check()
        for future in done:
            task = self._running.pop(future)
            # A broken pool cancels the items that it had not begun.
            if future.cancelled():
                self._lost.append(task)
                continue
            error = future.exception()
            if error is not None and is_loss(error):
                self._lost.append(task)
                continue
            yield self._outcome(task, future, error)
            self._losses_without_result = 0
            self._is_renewed = False

    def _outcome(
        self, task: _Task[Item], future: Future[Any], error: BaseException | None
    ) -> Outcome[Item, Result]:
        if self._caller is None:
            result = None if error is not None else future.result()
            return Outcome(task.position, task.item, result, error)
        if isinstance(error, ModuleNotFoundError) and (error.name or "").startswith("ptxpy"):
            message = "ptxpy is not installed on a worker, or is older there than here"
            raise ExecutorError(message) from error
        if error is not None:
            return Outcome(task.position, task.item, None, error)
        return Outcome(task.position, task.item, *read_answer(future.result()))

    # --------------------------------------------------------------------- workers that died

    def _narrow_down(self) -> Iterator[Outcome[Item, Result]]:
        """Halve a group in which a worker died; yield the outcome of one that it dies of."""
        lost, self._lost = sorted(self._lost, key=lambda task: task.position), []
        self._pool.renew()
        self._is_renewed = True
        if len(lost) > 1:
            self._say_retry(f"the {format_count(len(lost), 'item')} that were submitted")
            # Halving finds one bad item of n in log n steps, and the good ones run again in groups.
            middle = len(lost) // 2
            self._suspects += [lost[middle:], lost[:middle]]
            return
        (task,) = lost
        # A death counts against an item only if nothing else ran beside it.
        task.deaths += task.alone
        if task.deaths <= self._options.retries:
            self._say_retry(self._options.describe(task.item))
            self._suspects.append([task])
            return
        self._losses_without_result += 1
        if self._losses_without_result > _MAX_LOSSES_WITHOUT_RESULT:
            message = "each worker dies, whatever it runs"
            raise ExecutorError(message)
        times = "" if task.deaths == 1 else f", {task.deaths} times"
        error = WorkerLostError(
            f"{self._options.describe(task.item)}: the worker died while it ran this alone{times}, "
            "perhaps out of memory"
        )
        yield Outcome(task.position, task.item, None, error)

    def _say_retry(self, what: str) -> None:
        if self._options.report is not None:
            self._options.report(f"a worker died; trying {what} again")
