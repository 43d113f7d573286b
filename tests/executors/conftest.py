"""A Dask cluster of several processes on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

LOOPBACK: dict[str, Any] = {
    "processes": True,
    "host": "127.0.0.1",
    "dashboard_address": "127.0.0.1:0",
}
"""The options of a `LocalCluster` that nobody else can reach."""


@pytest.fixture(scope="session")
def cluster() -> Iterator[Any]:
    """Three processes with a thread each, and a scheduler, reached by the loopback alone."""
    reason = "no Dask: tools/test --all installs it"
    distributed = pytest.importorskip("distributed", reason=reason)
    dask = pytest.importorskip("dask", reason=reason)
    # Else a task is run by four workers before it is given up, each of which starts in a second.
    given_up = dask.config.set({"distributed.scheduler.allowed-failures": 1})
    with given_up, distributed.LocalCluster(n_workers=3, threads_per_worker=1, **LOOPBACK) as made:
        yield made
