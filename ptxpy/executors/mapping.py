"""`map_unordered`: a function on many items, by any executor; `in_order`: their order again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from ptxpy.executors.outcomes import Item, Outcome, Result

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

__all__ = ["in_order", "map_unordered"]


class _HasPosition(Protocol):
    """Anything with the place of an item among all."""

    @property
    def position(self) -> int: ...


_Placed = TypeVar("_Placed", bound=_HasPosition)


def map_unordered(
    executor: Any,
    function: Callable[[Item], Result],
    items: Iterable[Item],
    *,
    workers: int | None = None,
    window: int | None = None,
    retries: int = 1,
    describe: Callable[[Item], str] = str,
    report: Callable[[str], object] | None = None,
) -> Generator[Outcome[Item, Result], None, None]:
    """Yield the outcome of a function for each item, as they complete.

    Items are taken as they are needed: at most three for each worker are submitted at a time. An
    exception of the function is the error of its outcome. Where a worker dies, the items that it
    may have run are run again, in ever smaller groups; one whose worker dies each time that it runs
    alone fails with a `WorkerLostError`, and no other does. When the iteration ends early, or by
    Ctrl-C, items that have not begun are cancelled.

    Args:
        executor: A `concurrent.futures.Executor`, a `dask.distributed.Client`, or None to run all
            items here, one after another.
        function: A function of one item. Unless the workers are threads, it, the items and the
            results are pickled; functions of `__main__` reach other machines by cloudpickle.
        items: Any iterable; it may be lazy.
        workers: How many items the executor runs at a time, if it does not tell.
        window: How far items may be begun ahead of the oldest that is not done. It bounds what
            `in_order` keeps.
        retries: How often an item is run again alone after its worker died running it alone.
        describe: The name of an item for messages.
        report: Called with a message for the user where a worker died.

    Raises `ExecutorError` if the executor cannot be used, for all that is left.
    """
    if executor is None:
        for position, item in enumerate(items):
            try:
                outcome = Outcome[Item, Result](position, item, function(item), None)
            except Exception as error:  # noqa: BLE001 - all that the function raises is its outcome
                outcome = Outcome[Item, Result](position, item, None, error)
            yield outcome
        return
    # What needs no executor starts faster without this.
    from ptxpy.executors.runs import Run, RunOptions  # noqa: PLC0415

    options = RunOptions(workers, window, retries, describe, report)
    yield from Run(executor, function, items, options).outcomes()


def in_order(outcomes: Iterable[_Placed]) -> Iterator[_Placed]:
    """Yield outcomes in the order of their items; one that comes early is kept until its turn.

    Any objects with a `position` may be given, such as results that a caller made of outcomes.
    """
    early: dict[int, _Placed] = {}
    turn = 0
    for outcome in outcomes:
        early[outcome.position] = outcome
        while turn in early:
            yield early.pop(turn)
            turn += 1
