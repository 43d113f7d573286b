"""The output of a launch, which is kept until it is known that the launch stays as it is.

A launch that the interpreter takes over, or that begins anew as machine code, prints from the
start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["HeldOutput", "Printed", "TooMuchOutputError"]

_MAX_KEPT_BYTES: Final = 1 << 24
"""The most bytes that are kept."""


_SHOWN_BYTES: Final = 1 << 12
"""The output from which on that of an interpreted launch is shown at once."""


class TooMuchOutputError(Exception):
    """A kernel has printed more than is kept."""


class Printed:
    """The output of a launch so far."""

    def __init__(self) -> None:
        """Begin without output."""
        self._parts: list[bytes] = []
        self._size = 0

    def add(self, text: bytes) -> None:
        """Keep output; raises `TooMuchOutputError` if there is too much."""
        self._parts.append(text)
        self._size += len(text)
        if self._size > _MAX_KEPT_BYTES:
            raise TooMuchOutputError

    def objection(self) -> str:
        """Return why the interpreter has to run the launch; empty if it has not to."""
        return "more output than is kept" if self._size > _MAX_KEPT_BYTES else ""

    def pass_on(self, sink: Callable[[bytes], object] | None) -> bytes:
        """Pass the output to a sink; without one return it."""
        if sink is None:
            return b"".join(self._parts)
        for part in self._parts:
            sink(part)
        return b""


class HeldOutput:
    """The output of an interpreted launch, held until the launch ends or the output is long."""

    def __init__(self, sink: Callable[[bytes], object]) -> None:
        """Begin without output."""
        self._sink = sink
        self._held = bytearray()
        self.is_shown = False
        """Whether output has been passed on: the launch cannot begin anew."""

    def __call__(self, text: bytes) -> None:
        """Keep output, or pass it on."""
        self._held += text
        if self.is_shown or len(self._held) > _SHOWN_BYTES:
            self.pass_on()

    def pass_on(self) -> None:
        """Pass on the output that has been kept."""
        if self._held:
            self.is_shown = True
            self._sink(bytes(self._held))
            self._held.clear()
