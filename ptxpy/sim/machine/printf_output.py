"""What `printf` writes: passed on as it comes, so that no launch keeps all of it."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["MAX_PRINTF_BYTES", "Output"]

MAX_PRINTF_BYTES: Final = 1 << 20
"""Bytes that one call of `printf` may write: the size of a device's buffer for all calls, unless
`cudaLimitPrintfFifoSize` is set."""
MAX_HELD_BYTES: Final = 1 << 16
"""Bytes that are held before they are passed on, not counting those of the last call."""


class Output:
    """What `printf` writes in a launch."""

    def __init__(self, sink: Callable[[bytes], object] | None) -> None:
        """Pass on what is written to a sink, or only count it without one."""
        self._sink = sink
        self._held = bytearray()
        self._digest: Any = blake2b()
        self.size = 0
        """Bytes that have been written."""

    def write(self, text: bytes) -> None:
        """Write what a call of `printf` has made."""
        self.size += len(text)
        self._held += text
        if len(self._held) >= MAX_HELD_BYTES:
            self.flush()

    def flush(self) -> None:
        """Pass on what is kept."""
        if not self._held:
            return
        text = bytes(self._held)
        self._held.clear()
        self._digest.update(text)
        if self._sink is not None:
            self._sink(text)

    def digest(self) -> tuple[int, bytes]:
        """Return a digest: equal if two launches wrote the same."""
        self.flush()
        return self.size, self._digest.digest()
