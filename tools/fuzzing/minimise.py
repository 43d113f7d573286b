"""Minimisation of a text that violates a property."""

from __future__ import annotations

import time
from collections.abc import Callable

MAX_MINIMISING_SECONDS = 10.0
"""Time limit for one finding."""


def minimise(source: bytes, fails: Callable[[bytes], bool]) -> bytes:
    """Return a part of a text that still fails: first lines are removed, then words, then bytes."""
    stop = time.monotonic() + MAX_MINIMISING_SECONDS
    for separator in (b"\n", b" ", b""):
        source = _reduce(source, separator, fails, stop)
    return source


def _reduce(source: bytes, separator: bytes, fails: Callable[[bytes], bool], stop: float) -> bytes:
    parts = (
        source.split(separator) if separator else [source[i : i + 1] for i in range(len(source))]
    )
    size = max(1, len(parts) // 2)
    while time.monotonic() < stop:
        at = 0
        while at < len(parts) and time.monotonic() < stop:
            shorter = parts[:at] + parts[at + size :]
            if fails(separator.join(shorter)):
                parts = shorter
            else:
                at += size
        if size == 1:
            break
        size //= 2
    return separator.join(parts)
