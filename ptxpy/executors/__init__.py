"""Work on many items by any `concurrent.futures.Executor`, which may lose workers."""

from typing import TYPE_CHECKING

from ptxpy._faces import lazy_names

if TYPE_CHECKING:
    from ptxpy.executors.mapping import in_order, map_unordered
    from ptxpy.executors.opening import (
        count_cores,
        executor_name,
        is_local,
        is_remote,
        open_executor,
    )
    from ptxpy.executors.outcomes import ExecutorError, Outcome, TransferError, WorkerLostError

__getattr__ = lazy_names(
    __name__,
    {
        "ptxpy.executors.mapping": "in_order map_unordered",
        "ptxpy.executors.opening": "count_cores executor_name is_local is_remote open_executor",
        "ptxpy.executors.outcomes": "ExecutorError Outcome TransferError WorkerLostError",
    },
)

__all__ = [
    "ExecutorError",
    "Outcome",
    "TransferError",
    "WorkerLostError",
    "count_cores",
    "executor_name",
    "in_order",
    "is_local",
    "is_remote",
    "map_unordered",
    "open_executor",
]
