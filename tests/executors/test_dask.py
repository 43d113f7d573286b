"""A real Dask cluster of several processes on this machine, some of which are killed."""

from __future__ import annotations

import os
import signal
import socket
import time
from typing import Any

import pytest

from ptxpy.executors import (
    ExecutorError,
    WorkerLostError,
    executor_name,
    in_order,
    is_remote,
    map_unordered,
    open_executor,
)
from tests.executors import jobs
from tests.executors.conftest import LOOPBACK

distributed = pytest.importorskip("distributed", reason="no Dask: tools/test --all installs it")

pytestmark = pytest.mark.filterwarnings("default")  # what Dask and tornado warn of is theirs


def workers_of(client: Any) -> list[int]:
    """Return the processes of the workers."""
    return sorted(client.run(os.getpid).values())


def test_all_items_have_an_outcome(cluster: Any) -> None:
    """By the address of the scheduler, as the command line has it."""
    with open_executor(cluster.scheduler_address) as executor:
        outcomes = [*in_order(map_unordered(executor, jobs.process_of, range(60)))]
    assert [each.value()[0] for each in outcomes] == [*range(60)]
    assert os.getpid() not in {each.value()[1] for each in outcomes}
    assert len({each.value()[1] for each in outcomes}) > 1


def test_a_client_is_an_executor(cluster: Any) -> None:
    """And so is what it calls one; what `__main__` or a function defines is sent along."""
    factor = 3
    with distributed.Client(cluster, set_as_default=False) as client:
        for given in (client, client.get_executor()):
            outcomes = in_order(map_unordered(given, lambda item: factor * item, range(9)))
            assert [each.value() for each in outcomes] == [*range(0, 27, 3)]


def test_a_worker_that_is_killed_is_replaced(cluster: Any) -> None:
    """All results are there."""
    with distributed.Client(cluster, set_as_default=False) as client:
        victim = workers_of(client)[0]
        outcomes = []
        for outcome in map_unordered(client, jobs.square_slowly, range(100)):
            outcomes.append(outcome)
            if len(outcomes) == 10:
                os.kill(victim, signal.SIGKILL)
        assert [each.value() for each in in_order(outcomes)] == [n * n for n in range(100)]
        assert victim not in workers_of(client)


def test_a_poisoned_item_fails_alone(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Although it kills one worker after another, which start again slowly on a busy machine."""
    monkeypatch.setattr("ptxpy.executors.pools._NO_WORKER_SECONDS", 300.0)
    with distributed.Client(cluster, set_as_default=False) as client:
        # The scheduler may give an item to a worker that has just died and is not missed yet.
        found = map_unordered(client, jobs.die_of_poison, range(20), retries=3)
        outcomes = [*in_order(found)]
    assert [each.position for each in outcomes if each.error is not None] == [jobs.POISON]
    assert isinstance(outcomes[jobs.POISON].error, WorkerLostError)


def test_hostile_results_fail_alone(cluster: Any) -> None:
    """The workers go on."""
    with open_executor(cluster.scheduler_address) as executor:
        outcomes = [*in_order(map_unordered(executor, jobs.return_hostile, range(9)))]
    assert [each.position for each in outcomes if each.error is not None] == [1, 2, 3, 4]


def test_no_scheduler_at_an_address() -> None:
    """It is an error within seconds."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    begun = time.monotonic()
    with (
        pytest.raises(ExecutorError, match=f"no Dask scheduler answers at tcp://127.0.0.1:{port}"),
        open_executor(f"tcp://127.0.0.1:{port}"),
    ):
        pass
    assert time.monotonic() - begun < 20


def test_a_server_that_is_no_scheduler() -> None:
    """One that says nothing is an error within seconds, too."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with (
            pytest.raises(ExecutorError, match="no Dask scheduler answers"),
            open_executor(f"tcp://127.0.0.1:{port}"),
        ):
            pass


def test_a_scheduler_without_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is an error, too, that says how to start one."""
    monkeypatch.setattr("ptxpy.executors.opening._WORKERS_SECONDS", 0.5)
    with (
        distributed.LocalCluster(n_workers=0, **LOOPBACK) as empty,
        pytest.raises(ExecutorError, match="start one: dask worker tcp://"),
        open_executor(empty.scheduler_address),
    ):
        pass


def test_a_scheduler_that_goes_away() -> None:
    """The run ends."""
    with distributed.LocalCluster(n_workers=1, **LOOPBACK) as made:
        client = distributed.Client(made, set_as_default=False)
        outcomes = map_unordered(client, jobs.square_slowly, range(1000))
        next(outcomes)
        made.close()
        with pytest.raises(ExecutorError, match=r"the scheduler at tcp://.* is gone"):
            assert [*outcomes]
        client.close()


def test_names() -> None:
    """An address is remote."""
    assert executor_name("tcp://127.0.0.1:8786") == "tcp://127.0.0.1:8786"
    assert [is_remote(name) for name in (None, "processes", "threads", "tls://a:1")] == [
        *(False, False, False, True)
    ]
