"""What can go wrong with an executor, beyond the errors of the function that it runs."""

from __future__ import annotations

__all__ = ["ExecutorError", "TransferError", "WorkerLostError"]


class ExecutorError(Exception):
    """The executor cannot be used: nothing that is left to do can be done by it."""


class WorkerLostError(Exception):
    """The worker died each time that it ran one item, and no other."""


class TransferError(Exception):
    """An item, its result or its error cannot be sent to a worker or back."""


class WorkerTraceback(Exception):  # noqa: N818 - the cause of an error, never raised
    """The traceback of an error in a worker, as text; it is the cause of that error."""

    def __str__(self) -> str:
        """Return the traceback, on lines of its own."""
        return f"\n{self.args[0]}"
