"""Progress through several files, with an estimate of the remaining time."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ptxpy.cli.console import Progress

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["SILENT_SECONDS", "FileProgress", "format_rate", "format_remaining"]

SILENT_SECONDS: Final = 1.0
"""The time before the first estimate: earlier ones are too rough to show."""


def format_remaining(done: float, seconds: float) -> str:
    """Format the share that is done and the remaining time: `42 %, 1:20 left`."""
    percent = f"{min(99, int(100 * done))} %"
    if seconds < SILENT_SECONDS or done <= 0:
        return percent
    left = round(seconds * (1 - done) / done)
    return f"{percent}, {left // 60}:{left % 60:02} left"


def format_rate(size: float, seconds: float) -> str:
    """Format how many bytes are done in a second: `0.4 MB/s`; "" before that is known."""
    return f"{size / seconds / 1e6:.2g} MB/s" if size and seconds >= SILENT_SECONDS else ""


class FileProgress(Progress):
    """The progress line for several files, by their sizes."""

    def __init__(self, names: Iterable[str]) -> None:
        """Determine the sizes of the files."""
        super().__init__()
        self._sizes = [_size(name) for name in names] if self.live else []
        self._started = time.monotonic()
        self._count = 0
        self._done = 0

    def begin(self, name: str) -> None:
        """Show the first file."""
        self._show(1, name)

    def finish(self, position: int, name: str) -> None:
        """Show that a file is done, by its place among all; files end in any order."""
        if self.live:
            self._done += self._sizes[position]
            self._count += 1
            self._show(self._count, name)

    def _show(self, number: int, name: str) -> None:
        if not self.live:
            return
        # The share is of bytes, since times follow from sizes and not from counts.
        part = self._done / max(1, sum(self._sizes))
        seconds = time.monotonic() - self._started
        estimate = format_remaining(part, seconds)
        rate = format_rate(self._done, seconds)
        counted = f"[{number}/{len(self._sizes)}] {estimate}"
        self.update("  ".join(filter(None, (counted, rate, name))))


def _size(name: str) -> int:
    with suppress(OSError, ValueError):
        return max(1, Path(name).stat().st_size)
    return 1
