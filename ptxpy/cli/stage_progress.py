"""Progress of the round-trip check of one file, by its stages."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Final

from ptxpy.cli.console import Progress
from ptxpy.codegen import STAGES

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType
    from typing import Self

__all__ = ["StageProgress"]

_UPDATE_SECONDS: Final = 0.5
"""The time between two updates of the line."""

_MEASURED: Final = 0.2
"""The share of the work after which its pace is known: a file that has much to say of each
instruction, in positions and data, is read slowly and written fast."""


class StageProgress(Progress):
    """The progress line for one file, which a thread updates during a stage."""

    def __init__(
        self, text: str, size: int = 0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Set the text of the line, and the bytes of the file."""
        super().__init__()
        self._text = text
        self._size = size
        self._clock = clock
        self._started = clock()
        self._begun = 0.0
        """The share of the work before the current stage."""
        self._share = next(iter(STAGES.values()))
        self._at = self._started
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._tick, daemon=True)

    def __enter__(self) -> Self:
        """Start the thread that shows the line after some seconds, and updates it."""
        if self.live:
            self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Stop the thread and erase the line."""
        self._stop.set()
        # The thread may never have started, without a terminal.
        if self._thread.is_alive():
            self._thread.join()
        super().__exit__(kind, error, traceback)

    def enter(self, stage: str) -> None:
        """Start a stage; a stage that is repeated, with fewer passes, continues."""
        before = 0.0
        for name, share in STAGES.items():
            # A stage that comes again must not move the estimate back.
            if name == stage and before >= self._begun:
                self._begun, self._share, self._at = before, share, self._clock()
            before += share

    def done(self) -> float:
        """Estimate the share of the work that is done; 0 while that cannot be told."""
        now = self._clock()
        if self._begun < _MEASURED:
            return 0.0
        # This stage is expected to be as fast as the stages before it.
        pace = self._begun / max(1e-9, self._at - self._started)
        return self._begun + min(0.95 * self._share, pace * (now - self._at))

    def look(self) -> None:
        """Show the progress."""
        from ptxpy.cli.progress import format_rate, format_remaining  # noqa: PLC0415 - seldom

        done = self.done()
        seconds = self._clock() - self._started
        estimate = format_remaining(done, seconds) if done else f"{int(seconds)} s"
        rate = format_rate(done * self._size, seconds)
        self.update("  ".join(filter(None, (estimate, rate, self._text))))

    def _tick(self) -> None:
        from ptxpy.cli.progress import SILENT_SECONDS  # noqa: PLC0415 - seldom needed

        # Short work shows no line at all.
        if self._stop.wait(SILENT_SECONDS - _UPDATE_SECONDS):
            return
        while not self._stop.wait(_UPDATE_SECONDS):
            self.look()
