"""How far the proof of one file has got: a line on a terminal that moves on by itself."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Final

from ptxpy.cli.console import Progress
from ptxpy.cli.progress import SILENT_SECONDS, remaining
from ptxpy.codegen.stages import STAGES

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType
    from typing import Self

__all__ = ["StageProgress"]

_UPDATE_SECONDS: Final = 0.5
"""The time between two updates of the line."""


class StageProgress(Progress):
    """The line for one file that is proved: it moves on by itself while a stage lasts."""

    def __init__(self, text: str, clock: Callable[[], float] = time.monotonic) -> None:
        """Take what is being done, in words."""
        super().__init__()
        self._text = text
        self._clock = clock
        self._started = clock()
        self._begun = 0.0
        """The part of the work before the stage that is under way."""
        self._share = next(iter(STAGES.values()))
        self._at = self._started
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._tick, daemon=True)

    def __enter__(self) -> Self:
        """Show the line when the work turns out to be long, and keep it moving."""
        if self.live:
            self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Take the line away."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()
        super().__exit__(kind, error, traceback)

    def enter(self, stage: str) -> None:
        """Say that a stage begins; one that begins once more, with fewer passes, goes on."""
        before = 0.0
        for name, share in STAGES.items():
            if name == stage and before >= self._begun:
                self._begun, self._share, self._at = before, share, self._clock()
            before += share

    def done(self) -> float:
        """Return the part of the work that is done, as far as can be told."""
        now = self._clock()
        if not self._begun:
            return 0.0
        # The stages before this one took so long; that one is expected to keep the pace.
        pace = self._begun / max(1e-9, self._at - self._started)
        return self._begun + min(0.95 * self._share, pace * (now - self._at))

    def look(self) -> None:
        """Show how far it is."""
        done = self.done()
        seconds = self._clock() - self._started
        told = remaining(done, seconds) if done else f"{int(seconds)} s"
        self.update(f"{told}  {self._text}")

    def _tick(self) -> None:
        if self._stop.wait(SILENT_SECONDS - _UPDATE_SECONDS):
            return
        while not self._stop.wait(_UPDATE_SECONDS):
            self.look()
