"""Processes that die, results that cannot be read, threads, and no executor at all."""

from __future__ import annotations

import gc
import multiprocessing
import pickle
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from ptxpy.executors import (
    ExecutorError,
    Outcome,
    TransferError,
    WorkerLostError,
    in_order,
    map_unordered,
    open_executor,
)
from tests.executors import jobs

SQUARES = [number * number for number in range(20)]


@pytest.fixture
def processes() -> Iterator[Executor]:
    """Two processes."""
    with open_executor("processes", 2) as executor:
        yield executor


@pytest.mark.parametrize("name", [None, "processes", "threads"])
def test_all_items_have_an_outcome(name: str | None) -> None:
    """In the order of the items, whatever runs them."""
    assert values(name, jobs.square_backwards, range(20)) == SQUARES
    assert values(name, jobs.square, []) == []


def values(name: str | None, function: Any, items: Any) -> list[Any]:
    """Return the results of a function, in order."""
    if name is None:
        return [each.value() for each in in_order(map_unordered(None, function, items))]
    with open_executor(name, 2) as executor:
        return [each.value() for each in in_order(map_unordered(executor, function, items))]


@pytest.mark.parametrize("name", [None, "processes", "threads"])
def test_an_error_is_the_outcome_of_its_item(name: str | None) -> None:
    """The others have results."""
    with open_executor(name or "threads", 2) as executor:
        given = executor if name else None
        outcomes = [*in_order(map_unordered(given, jobs.fail_sometimes, range(7)))]
    assert [each.result for each in outcomes] == [None, 1, 4, None, 16, 25, None]
    for outcome in outcomes[::3]:
        assert isinstance(outcome.error, ValueError)
        with pytest.raises(ValueError, match=f"{outcome.position} is a multiple of 3"):
            outcome.value()


def test_an_error_of_a_worker_has_its_traceback(processes: Executor) -> None:
    """As its cause, as that of an error of an executor has."""
    (outcome,) = map_unordered(processes, jobs.fail_sometimes, [0])
    assert outcome.error is not None
    assert "in fail_sometimes" in str(outcome.error.__cause__)


@pytest.mark.parametrize("function", [jobs.die_of_poison, jobs.kill_of_poison])
def test_a_poisoned_item_fails_alone(processes: Executor, function: Any) -> None:
    """The error names it, and all others have results."""
    said: list[str] = []
    outcomes = [
        *in_order(
            map_unordered(
                processes, function, range(20), describe="item {}".format, report=said.append
            )
        )
    ]
    assert [each.position for each in outcomes if each.error is not None] == [jobs.POISON]
    assert [each.result for each in outcomes if each.error is None] == [
        square for square in SQUARES if square != 49
    ]
    lost = outcomes[jobs.POISON].error
    assert isinstance(lost, WorkerLostError)
    assert str(lost).startswith("item 7: the worker died while it ran this alone, 2 times")
    assert said[-1] == "a worker died; trying item 7 again"


def test_several_poisoned_items(processes: Executor) -> None:
    """Each is found."""
    items = [7, 1, 7, 2, 3, 7, 7]
    outcomes = [*in_order(map_unordered(processes, jobs.die_of_poison, items, retries=0))]
    assert [each.result for each in outcomes] == [None, 1, None, 4, 9, None, None]


def test_a_worker_that_dies_is_replaced(processes: Executor, tmp_path: Path) -> None:
    """What it ran is run again."""
    items = [(number, str(tmp_path)) for number in range(20)]
    outcomes = in_order(map_unordered(processes, jobs.die_once, items))
    assert [each.value() for each in outcomes] == SQUARES
    assert (tmp_path / "died").exists()


def test_a_broken_pool_is_replaced(processes: Executor) -> None:
    """Although it was broken before."""
    assert isinstance(processes, ProcessPoolExecutor)
    assert processes.submit(jobs.die_always, 0).exception() is not None
    outcomes = in_order(map_unordered(processes, jobs.square, range(20)))
    assert [each.value() for each in outcomes] == SQUARES


def test_workers_that_die_of_everything_end_the_run(processes: Executor) -> None:
    """It is not the items."""
    found: list[Outcome[int, int]] = []
    with pytest.raises(ExecutorError, match="each worker dies"):
        found += map_unordered(processes, jobs.die_always, range(100), retries=0)


def test_processes_that_cannot_start_end_the_run() -> None:
    """An initializer that fails breaks each pool that replaces another."""
    with (
        ProcessPoolExecutor(1, initializer=jobs.die_always, initargs=(0,)) as executor,
        pytest.raises(ExecutorError, match="each worker dies"),
    ):
        assert [*map_unordered(executor, jobs.square, range(100), retries=0)]


def test_threads_that_cannot_start() -> None:
    """A broken executor that nobody replaces is an error."""
    with (
        ThreadPoolExecutor(1, initializer=jobs.fail_sometimes, initargs=(0,)) as executor,
        pytest.raises(ExecutorError, match="the executor is broken"),
    ):
        assert [*map_unordered(executor, jobs.square, range(100))]


def test_leaving_the_program_is_an_error_of_the_item(processes: Executor) -> None:
    """A worker goes on."""
    outcomes = [*in_order(map_unordered(processes, jobs.leave, range(10)))]
    assert isinstance(outcomes[7].error, SystemExit)
    assert sum(each.error is None for each in outcomes) == 9


def test_hostile_results_fail_alone(processes: Executor) -> None:
    """What cannot be sent or read back breaks no pool."""
    outcomes = [*in_order(map_unordered(processes, jobs.return_hostile, range(12)))]
    assert [each.result for each in outcomes if each.error is None] == [
        number * number for number in range(12) if number not in (1, 2, 3, 4)
    ]
    # tblib, which Dask brings along, can send the error of 3.
    for number, also in ((1, ()), (2, ()), (3, (jobs.UnreadableError,)), (4, ())):
        assert isinstance(outcomes[number].error, (TransferError, *also))
    assert "oneother" in str(outcomes[3].error)


class Bomb:
    """An item that raises where it is unpickled."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Have `int` called with what is no number."""
        return int, ("bomb",)


def test_hostile_items_fail_alone(processes: Executor) -> None:
    """In the worker, or where they are sent."""
    items: list[Any] = [1, Bomb(), threading.Lock(), 2]
    outcomes = [*in_order(map_unordered(processes, jobs.square, items))]
    assert [each.result for each in outcomes] == [1, None, None, 4]
    assert isinstance(outcomes[1].error, ValueError)
    assert isinstance(outcomes[2].error, TransferError)
    assert "a lock cannot be sent" in str(outcomes[2].error)


def test_a_function_that_cannot_be_sent(processes: Executor) -> None:
    """It is an error at once."""
    lock = threading.Lock()
    with pytest.raises(TransferError, match="cannot be sent"):
        assert [*map_unordered(processes, lambda item: (lock, item), [1])]


class Watched:
    """Items that are counted as they are taken."""

    def __init__(self, count: int) -> None:
        """Take how many there are."""
        self.count = count
        self.taken = 0

    def __iter__(self) -> Iterator[int]:
        """Yield numbers."""
        for number in range(self.count):
            self.taken += 1
            yield number


@pytest.mark.parametrize("name", ["processes", "threads"])
def test_items_are_taken_as_they_are_needed(name: str) -> None:
    """At most three for each worker are in flight."""
    items = Watched(100)
    with open_executor(name, 2) as executor:
        for done, _ in enumerate(map_unordered(executor, jobs.square, items), start=1):
            assert items.taken <= done + 6
    assert items.taken == 100


def test_a_window_bounds_what_waits_for_its_turn() -> None:
    """No item is begun far ahead of one that is slow."""
    items = Watched(200)
    slow = threading.Event()

    def wait_first(number: int) -> int:
        if number == 0:
            slow.wait()
        return number

    with open_executor("threads", 2) as executor:
        outcomes = map_unordered(executor, wait_first, items, window=20)
        for _ in range(19):
            next(outcomes)
        assert items.taken == 20
        slow.set()
        assert max(each.position for each in outcomes) == 199


@pytest.mark.usefixtures("collect_new_objects")
def test_results_are_not_kept(processes: Executor) -> None:
    """An item and its result are forgotten with their outcome."""
    outcomes = map_unordered(processes, jobs.square, range(50))
    for outcome in outcomes:
        assert outcome.result is not None
    del outcome
    gc.collect()
    assert not [each for each in gc.get_objects() if type(each) is Outcome]


def test_ending_early_cancels_the_rest() -> None:
    """What has not begun is not run."""
    begun: list[int] = []

    def note(number: int) -> int:
        begun.append(number)
        jobs.square_slowly(number)
        return number

    with open_executor("threads", 1) as executor:
        outcomes = map_unordered(executor, note, range(100))
        next(outcomes)
        outcomes.close()
    assert len(begun) <= 3


def test_an_error_here_ends_the_processes() -> None:
    """As Ctrl-C does."""

    def interrupted() -> None:
        with open_executor("processes", 2) as executor:
            for _ in map_unordered(executor, jobs.die_once, [(1, ""), (2, ""), (3, "")]):
                raise KeyboardInterrupt

    before = {*multiprocessing.active_children()}
    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert {*multiprocessing.active_children()} <= before


class Inline(Executor):
    """An executor of somebody else's, which runs at once what it is given."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run a function."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - an executor
            future.set_exception(error)
        return future


class Unrenewable(Executor):
    """An executor of somebody else's, which is broken for good once a process died."""

    def __init__(self, pool: Executor) -> None:
        """Take what it runs things by."""
        self.pool = pool

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Submit a function."""
        return self.pool.submit(fn, *args, **kwargs)


def test_no_item_is_blamed_for_an_executor_that_stays_broken(processes: Executor) -> None:
    """The run ends instead."""
    outcomes = map_unordered(Unrenewable(processes), jobs.die_of_poison, [7, 1, 2, 3], workers=2)
    found: list[Outcome[int, int]] = []
    with pytest.raises(ExecutorError, match="the executor is broken"):
        found += outcomes
    assert not [each for each in found if isinstance(each.error, WorkerLostError)]


def test_any_executor_will_do() -> None:
    """It needs `submit` alone."""
    outcomes = in_order(map_unordered(Inline(), jobs.square, range(20), workers=2))
    assert [each.value() for each in outcomes] == SQUARES
    with pytest.raises(TypeError, match="a int is no executor"):
        assert [*map_unordered(3, jobs.square, range(20))]


class Elsewhere(Inline):
    """An executor whose workers lack a module, or have another version of ptxpy."""

    def __init__(self, answer: Any) -> None:
        """Take what its workers answer."""
        self.answer = answer

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Answer."""
        del fn, args, kwargs
        future: Future[Any] = Future()
        if isinstance(self.answer, Exception):
            future.set_exception(self.answer)
        else:
            future.set_result(self.answer)
        return future


def test_workers_without_ptxpy_are_told() -> None:
    """Nothing can be done there."""
    missing = ModuleNotFoundError("No module named 'ptxpy'", name="ptxpy")
    with pytest.raises(ExecutorError, match="ptxpy is not installed on a worker"):
        assert [*map_unordered(Elsewhere(missing), jobs.square, range(3))]


def test_workers_with_another_version_are_told() -> None:
    """Their results might differ."""
    answer = pickle.dumps(("version", "0.0.1", ""))
    with pytest.raises(ExecutorError, match=r"ptxpy 0\.0\.1 is installed on a worker"):
        assert [*map_unordered(Elsewhere(answer), jobs.square, range(3))]
