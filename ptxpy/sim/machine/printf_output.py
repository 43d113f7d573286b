"""The output of `printf`: passed to a sink in chunks, so that it is not kept in memory."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["MAX_PRINTF_BYTES", "Output"]

MAX_PRINTF_BYTES: Final = 1 << 20
"""The most bytes that one call of `printf` may write: the size of a device's buffer, unless
`cudaLimitPrintfFifoSize` is set."""
MAX_BUFFERED_BYTES: Final = 1 << 16
"""The most bytes that are buffered, not counting the last call, before they are passed on."""


class Output:
    """The output of `printf` in a launch."""

    def __init__(self, sink: Callable[[bytes], object] | None) -> None:
        """Create an output that is passed to a sink; without a sink it is only counted."""
        self._sink = sink
        self._buffer = bytearray()
        self._digest: Any = blake2b()
        self.size = 0
        """How many bytes have been written."""

    def write(self, text: bytes) -> None:
        """Write the output of a call of `printf`."""
        self.size += len(text)
        self._buffer += text
        if len(self._buffer) >= MAX_BUFFERED_BYTES:
            self.flush()

    def flush(self) -> None:
        """Pass the buffered bytes on."""
        if not self._buffer:
            return
        text = bytes(self._buffer)
        self._buffer.clear()
        # A digest tells two runs of strict mode apart without keeping their output.
        self._digest.update(text)
        if self._sink is not None:
            self._sink(text)

    def digest(self) -> tuple[int, bytes]:
        """Return a digest: equal if two launches wrote the same bytes."""
        self.flush()
        return self.size, self._digest.digest()
