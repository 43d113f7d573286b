"""How far long work has got, and how much time is left: one line on a terminal."""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ptxpy.cli.console import Progress
from ptxpy.codegen.stages import STAGES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import TracebackType
    from typing import Self

__all__ = ["FileProgress", "StageProgress", "remaining"]

_SOON: Final = 2.0
"""Seconds before which nothing is said of the time that is left."""

_OFTEN: Final = 0.5
"""Seconds between two looks at the clock."""


def remaining(done: float, seconds: float) -> str:
    """Return how much is done and how long the rest will take: `42 %, 1:20 left`."""
    percent = f"{min(99, int(100 * done))} %"
    if seconds < _SOON or done <= 0:
        return percent
    left = round(seconds * (1 - done) / done)
    return f"{percent}, {left // 60}:{left % 60:02} left"


class FileProgress(Progress):
    """The line for several files: those that are done, by their bytes."""

    def __init__(self, names: Iterable[str]) -> None:
        """Take the names of the files."""
        super().__init__()
        self._sizes = [_size(name) for name in names] if self.live else []
        self._started = time.monotonic()
        self._count = 0
        self._done = 0

    def next(self, name: str, *, done: bool) -> None:
        """Say that a file comes next, or that the next one in order is done."""
        if not self.live:
            return
        total = len(self._sizes)
        if done:
            self._done += self._sizes[self._count]
            self._count += 1
        part = self._done / max(1, sum(self._sizes))
        told = remaining(part, time.monotonic() - self._started)
        number = self._count if done else min(total, self._count + 1)
        self.update(f"[{number}/{total}] {told}  {name}")


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
        if self._stop.wait(_SOON - _OFTEN):
            return
        while not self._stop.wait(_OFTEN):
            self.look()


def _size(name: str) -> int:
    with suppress(OSError, ValueError):
        return max(1, Path(name).stat().st_size)
    return 1
